"""A real browser for the benchmark, and the commands whose pages it opens, each in a process of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.bench.parts import PartFailed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Names of the programs that can be measured."""
# Also as root in a container, and without a graphics card.
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SECONDS_TO_END = 20.0


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Start the browser of this machine, and end it afterwards. Raise `PartFailed` if there is none."""
    from playwright.sync_api import sync_playwright  # a development dependency

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        reason = f"no browser: install Chromium (looked for {', '.join(BROWSERS)})"
        raise PartFailed(reason, {})
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def running_command(*arguments: str, prints: int = 1) -> Iterator[list[str]]:
    """Run `referee` with arguments until it is no longer needed, and yield the addresses that it prints first."""
    command = [sys.executable, "-m", "referee", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        found: list[str] = []
        while len(found) < prints:
            line = process.stdout.readline()
            if not line:
                raise PartFailed(f"'referee {' '.join(arguments)}' did not start", {})
            found += re.findall(r" on (?:http://)?(\S+?)/?$", line.strip())
        yield found
    finally:
        process.terminate()
        process.stdout.close()
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
