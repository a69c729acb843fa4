"""Negative controls for axe: it finds what is planted, and waits for a page that is still being drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm

HEAD = "<!doctype html><html lang='en'><head><title>A page</title></head>"
FINE = f"{HEAD}<body><main><h1>A page</h1><p>Its text.</p></main></body></html>"
NAMELESS = FINE.replace("<p>", "<button></button><p>")
LATE = """setTimeout(() => {
  document.body.innerHTML = "<h1>A page</h1>";
  setTimeout(() => { document.body.innerHTML = "<main><h1>A page</h1><button></button></main>"; }, 300);
  setTimeout(() => { document.querySelector("button").textContent = "Answer"; }, 2000);
}, 300)"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    made = browser.new_page()
    yield made
    made.close()


@needs_browser
@needs_npm
def test_a_planted_fault_is_found(page: Page, axe: str) -> None:
    page.set_content(FINE)
    assert violations(page, axe, "fine") == []
    page.set_content(NAMELESS)
    assert violations(page, axe, "nameless", seconds=0) == ["nameless: button-name: <button></button>"]


@needs_browser
@needs_npm
def test_a_page_is_looked_at_once_it_has_drawn(page: Page, axe: str) -> None:
    """First it has no landmark, then a button without a name: both go away."""
    page.set_content(f"{HEAD}<body></body></html>")
    page.evaluate(LATE)
    assert violations(page, axe, "late") == []
