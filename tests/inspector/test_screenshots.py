"""The pages look as they did when somebody last looked at them.

A screenshot is reduced to a small picture and compared with a golden one, so that a pixel more or less does not count.
Other fonts than those of the goldens would, so the tests are skipped where the text is not as wide as it was there.
After a change that is meant, look at the page and write the goldens again:
`REFEREE_WRITE_SCREENSHOTS=1 python3 -m tests -- tests/inspector/test_screenshots.py`.
"""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.browser import needs_browser

GOLDENS = Path(__file__).parent / "screenshots"
IS_WRITING = bool(os.environ.get("REFEREE_WRITE_SCREENSHOTS"))
FONTS = GOLDENS / "fonts.json"

TOLERANCE = 2.0
"""Largest mean difference between two pictures, of 255."""

MEASURE = """() => Object.fromEntries(["sans", "serif", "mono"].map((name) => {
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = `100px ${getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)}`;
  return [name, Math.round(ruler.measureText("Sphinx of black quartz, judge my vow 0123456789").width)];
}))"""

REDUCE = """async (shot) => {
  const image = await createImageBitmap(await (await fetch(shot)).blob());
  const canvas = document.createElement("canvas");
  canvas.width = 240;
  canvas.height = Math.round(image.height * 240 / image.width);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}"""

DIFFERENCE = """async (shots) => {
  const [one, other] = await Promise.all(shots.map(async (shot) => {
    const image = await createImageBitmap(await (await fetch(shot)).blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.getContext("2d").getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return 255;
  return one.data.reduce((sum, value, at) => sum + Math.abs(value - other.data[at]), 0) / one.data.length;
}"""


class View(NamedTuple):
    """What is looked at."""

    link: str
    width: int
    theme: str = "light"


VIEWS = {
    "abyss": View("abyss/4-seats.replay#fact=300", 1280),
    "unfathomable": View("unfathomable/4-seats.replay#fact=400", 1280, "dark"),
    "among_cultists": View("among_cultists/8-seats.replay#fact=300", 1280),
    "narrow": View("abyss/2-seats.replay#fact=200", 360),
}


def as_link(picture: bytes) -> str:
    """Return a picture as a link that a page can open."""
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def seen(browser: Browser, address: str, view: View) -> bytes:
    """Return a small picture of a page; skip the test if the fonts are not those of the goldens."""
    context = browser.new_context(
        viewport={"width": view.width, "height": 800},
        color_scheme="dark" if view.theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{address}/match/{view.link}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    fonts = page.evaluate(MEASURE)
    if IS_WRITING:
        FONTS.write_text(f"{json.dumps(fonts)}\n")
    elif fonts != json.loads(FONTS.read_text()):
        context.close()
        pytest.skip("the fonts of this machine are not those of the golden screenshots")
    shot = page.screenshot()
    page.goto("about:blank")
    small = base64.b64decode(page.evaluate(REDUCE, as_link(shot)).partition(",")[2])
    context.close()
    return small


def difference(browser: Browser, one: bytes, other: bytes) -> float:
    """Return the mean difference of two pictures; 255 if their sizes differ."""
    page: Page = browser.new_page()
    found: float = page.evaluate(DIFFERENCE, [as_link(one), as_link(other)])
    page.close()
    return found


@needs_browser
@pytest.mark.parametrize("name", VIEWS)
def test_a_page_looks_as_it_did(browser: Browser, address: str, name: str, tmp_path: Path) -> None:
    golden, found = GOLDENS / f"{name}.png", seen(browser, address, VIEWS[name])
    if IS_WRITING:
        golden.write_bytes(found)
    (tmp_path / f"{name}.png").write_bytes(found)
    assert difference(browser, golden.read_bytes(), found) < TOLERANCE, f"compare {golden} with {tmp_path}"


@needs_browser
def test_another_theme_and_another_moment_are_noticed(browser: Browser, address: str) -> None:
    golden = (GOLDENS / "abyss.png").read_bytes()
    for other in (
        View("abyss/4-seats.replay#fact=300", 1280, "dark"),
        View("abyss/4-seats.replay#fact=100", 1280),
    ):
        assert difference(browser, golden, seen(browser, address, other)) > TOLERANCE
