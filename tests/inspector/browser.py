"""A real browser for the tests of the page, what it looks at, and the tools that check the page."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, expect, sync_playwright
from starlette.applications import Starlette

from referee.cli.bundle_desk import BundleDesk
from referee.cli.commands.inspect import read_record
from referee.inspector.case_desk import StepGuard
from referee.inspector.http_server import LOCAL_NAMES, listen
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.web_app import web_app
from tests.__main__ import BROWSERS
from tests.clients.node import install_packages
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

SECONDS = 120
# Far more than any page takes, even on a busy machine.
expect.set_options(timeout=SECONDS * 1000)
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
def inspector(
    path: Path, port: int = 0, *, data_dir: str | None = None, guard: StepGuard | None = None
) -> Iterator[str]:
    """Serve the inspector in this process and yield its address. With a guard, steps are signed."""
    shown = ShownMatches(path, read_record)
    desk = BundleDesk(shown, data_dir, is_signing=guard is not None)
    with served(web_app(shown, list(LOCAL_NAMES), desk, guard), port) as address:
        yield address


@contextmanager
def served(app: Starlette, port: int = 0) -> Iterator[str]:
    """Serve an application in this process and yield its address."""
    listening = listen("127.0.0.1", port)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        listening.close()


def install_tools(folder: Path) -> None:
    """Install the tools that check the page."""
    for name in ("package.json", "package-lock.json", ".npmrc", "tsconfig.json"):
        shutil.copy(TOOLS / name, folder / name)
    install_packages(folder)
