"""Fixtures for tests of the inspector's pages: a browser, the golden replays, and the tools that check pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.clients.node import installed_once
from tests.inspector.browser import inspector, install_tools, opened_browser
from tests.inspector.requests import REPLAYS


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Yield a browser for all tests of a file."""
    with opened_browser() as found:
        yield found


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of an inspector that shows the golden replays."""
    with inspector(REPLAYS) as found:
        yield found


@pytest.fixture(scope="session")
def page_tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the tools that check the page, and their settings."""
    return installed_once("page_tools", tmp_path_factory, install_tools)


@pytest.fixture(scope="session")
def axe(page_tools: Path) -> str:
    """Return the script that looks for what is not accessible in a page."""
    return (page_tools / "node_modules/axe-core/axe.min.js").read_text()
