"""The boards draw every element of every picture, at every width, and nothing jumps."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from referee.inspector.pictures import Picture, fixed_layout
from referee.kernel.facts import OPEN_TABLE
from tests.inspector.browser import needs_browser, opened_browser
from tests.inspector.folded import goldens_of, last_picture, pictures, replay_at
from tests.tidy.tree import ROOT

STATIC = ROOT / "referee/inspector/static"
DRAWN = ["abyss", "among_cultists", "unfathomable"]
"""The games with a board of their own."""
ORIGIN = "http://board.test/"
TYPES = {".js": "text/javascript", ".css": "text/css"}

PAGE = """<!doctype html><meta charset="utf-8">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/boards/board.css">
<link rel="stylesheet" href="/boards/{game}.css">
<div id="here"></div>
<script type="module">
import {{ board }} from "/boards/{game}.js";
window.show = (match, pictures) => {{
  const made = board(match);
  document.getElementById("here").replaceChildren(made.svg);
  return pictures.map((picture) => {{
    made.draw(new Map(Object.entries(picture)), Object.keys(picture));
    const whole = made.svg.getBoundingClientRect();
    const things = [...made.svg.querySelectorAll("[data-key]")];
    return {{
      height: whole.height,
      names: Object.fromEntries(things.map((thing) => [thing.dataset.key, thing.getAttribute("aria-label")])),
      outside: things.filter((thing) => {{
        const {{ left, right, bottom }} = thing.getBoundingClientRect();
        return left < whole.left - 4 || right > whole.right + 4 || bottom > whole.bottom + 4;
      }}).map((thing) => thing.dataset.key),
    }};
  }});
}};
</script>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return a browser for all tests of this file."""
    with opened_browser() as opened:
        yield opened


def page_of(browser: Browser, game: str, width: int) -> Page:
    """Open an empty page that can show boards of a game, from files and without a server."""

    def answer(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(ORIGIN)
        if path == STATIC:
            route.fulfill(body=PAGE.format(game=game), content_type="text/html")
        else:
            route.fulfill(body=path.read_text(encoding="utf-8"), content_type=TYPES[path.suffix])

    page = browser.new_page(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page.route("**/*", answer)
    page.goto(ORIGIN)
    page.wait_for_function("() => typeof window.show === 'function'")
    return page


def shown(page: Page, path: Path, drawn: list[Picture]) -> list[dict[str, Any]]:
    """Draw pictures one after the other, and return what is on the page each time."""
    replay, terms = replay_at(path)
    names = [f"player {seat}" for seat in range(replay.charter.seats)]
    match = {"names": names, "layout": fixed_layout(terms.game.name, terms.setup)}
    found: list[dict[str, Any]] = page.evaluate(
        "([match, pictures]) => window.show(match, pictures)", msgspec.to_builtins([match, drawn])
    )
    return found


def kinds_of(game: str) -> set[str]:
    """Return every kind of element in the golden replays of a game."""
    return {
        element.kind
        for path in goldens_of(game)
        for picture in pictures(path, OPEN_TABLE, every=5)
        for element in picture.values()
    }


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("game", DRAWN)
def test_a_board_draws_every_kind_of_element_and_no_other(game: str) -> None:
    script = f'import {{ DRAWINGS }} from "{STATIC}/boards/{game}.js"; '
    script += "console.log(JSON.stringify(Object.keys(DRAWINGS)))"
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script], check=True, capture_output=True, text=True
    )
    assert {*msgspec.json.decode(done.stdout)} == kinds_of(game)


@needs_browser
@pytest.mark.parametrize("game", DRAWN)
def test_everything_is_drawn_in_its_place(game: str, browser: Browser) -> None:
    by_seats = sorted(goldens_of(game), key=lambda path: replay_at(path)[0].charter.seats)
    for path, width in ((by_seats[0], 1024), (by_seats[-1], 360), (by_seats[-1], 1600)):
        drawn = [*pictures(path, OPEN_TABLE, every=150), last_picture(path, OPEN_TABLE)]
        page = page_of(browser, game, width)
        found = shown(page, path, drawn)
        page.close()
        for picture, on_page in zip(drawn, found, strict=True):
            names = {key: re.sub(r"\b[Ss]eat (?=\d)", "player ", each.name) for key, each in picture.items()}
            assert on_page["names"] == names
            assert on_page["outside"] == []
        assert len({on_page["height"] for on_page in found}) == 1, "the board jumps"


@needs_browser
@pytest.mark.parametrize("game", DRAWN)
def test_a_kind_without_a_drawing_is_not_passed_over(game: str, browser: Browser) -> None:
    path = goldens_of(game)[0]
    odd = last_picture(path, OPEN_TABLE)
    key = next(iter(odd))
    odd[key] = msgspec.structs.replace(odd[key], kind="unheard_of")
    page = page_of(browser, game, 1024)
    with pytest.raises(Exception, match="cannot draw"):
        shown(page, path, [odd])
    page.close()
