"""Nothing jumps: what frames the table stays where it is over the whole match, at every width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.browser import needs_browser

MATCHES = {
    "abyss": "abyss/4-seats.replay",
    "unfathomable": "unfathomable/talk.replay",
    "among_cultists": "among_cultists/8-seats.replay",
}
FIXED = [
    "header",
    ".eyes",
    ".now",
    ".table",
    ".board",
    "aside",
    ".tabs",
    ".search",
    "footer",
    ".transport",
    ".track",
]
BOXES = """(fixed) => fixed.map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [each, x, y, width, height];
})"""
STRIDES = 25


def boxes_over(page: Page, stride: int) -> list[object]:
    """Return the different places of what is fixed, while the match is stepped through."""
    found: list[object] = []
    last = int(page.locator(".track input").get_attribute("max") or 0)
    for number in range(1, last + 1, max(1, last // stride)):
        page.locator(".track input").fill(str(number))
        expect(page.locator(".facts [aria-current=true]")).to_have_attribute("data-number", str(number))
        boxes = page.evaluate(BOXES, FIXED)
        if boxes not in found:
            found.append(boxes)
    return found


@needs_browser
@pytest.mark.parametrize("width", [360, 1024, 1600])
@pytest.mark.parametrize("game", MATCHES)
def test_nothing_jumps_when_stepping(browser: Browser, address: str, game: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, base_url=address)
    page.goto(f"/match/{MATCHES[game]}#as=1")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    found = boxes_over(page, STRIDES)
    page.close()
    assert len(found) == 1


@needs_browser
def test_something_that_jumps_is_noticed(browser: Browser, address: str) -> None:
    """Without the room that is kept for two lines, long sentences move the table."""
    page = browser.new_page(viewport={"width": 1024, "height": 800}, base_url=address, bypass_csp=True)
    page.goto(f"/match/{MATCHES['unfathomable']}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.add_style_tag(content=".now-sentence { height: auto; }")
    found = boxes_over(page, STRIDES)
    page.close()
    assert len(found) > 1
