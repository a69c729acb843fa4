"""A real browser for the tests of the page, what it looks at, and the tools that check the page."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from referee.cli.commands.inspect import read_record
from referee.inspector.http_server import LOCAL_NAMES, listen
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.web_app import web_app
from tests.__main__ import BROWSERS
from tests.clients.node import NO_NETWORK
from tests.tidy.tree import ROOT

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
# Without a network, and as root in a container.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
needs_npm = pytest.mark.skipif(
    shutil.which("node") is None or shutil.which("npm") is None, reason="node and npm are not installed"
)

SECONDS = 30
TOOLS = ROOT / "tests/inspector/npm"


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start Chromium, and stop it afterwards."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def inspector(path: Path) -> Iterator[str]:
    """Serve the inspector in this process and yield its address."""
    listening = listen("127.0.0.1", 0)
    app = web_app(ShownMatches(path, read_record), list(LOCAL_NAMES))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        listening.close()


def install_tools(folder: Path) -> Path:
    """Install the tools that check the page, and return their folder."""
    for name in ("package.json", "package-lock.json", ".npmrc", "tsconfig.json"):
        shutil.copy(TOOLS / name, folder / name)
    done = subprocess.run(["npm", "ci"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode and NO_NETWORK.search(done.stderr):
        pytest.skip("npm cannot reach its registry, so the tools that check the page cannot be installed")
    assert done.returncode == 0, done.stderr
    return folder / "node_modules"
