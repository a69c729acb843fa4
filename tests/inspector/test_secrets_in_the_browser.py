"""Two worlds that differ only in what a viewer cannot know are the same page: its nodes, its storage, its title.

The recorded match and the match that is played are compared. How far a recorded match is in the whole record is left
out: its reader may look at all of it, and may count the facts that the viewer was not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from starlette.applications import Starlette

from referee.games import GAMES
from referee.games.fact_sentences import fact_sentence
from referee.inspector.live.followed_matches import FollowedMatches
from referee.inspector.live.live_app import LiveSite, live_app
from referee.inspector.live.lobby import Lobby
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.match.charters import settle
from referee.replay.format import seat_names
from referee.replay.visible_facts import visible_facts
from tests.contracts.over_the_wire import Wire
from tests.inspector.browser import needs_browser, served
from tests.inspector.live.test_followed_match import answers_in
from tests.inspector.live.told_frames import MATCH, ToldFrames, frames_of
from tests.inspector.test_secrets import NAME, Difference, World, WorldPair, app_showing, pairs_of

HOST = "127.0.0.1"
PANELS = {"f": "facts", "w": "why", "t": "table", "p": "plots"}
MANY_PAIRS, MOST_PAIRS = 20, 100
PLANTED_IN = "among_cultists"


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Return what lets a re-run make the draws of its world."""
    return Wire(monkeypatch)


def viewer_only(route: Route) -> None:
    """Number the facts as the viewer counts them, as if the viewer had been told everything."""
    moments = route.fetch().json()
    told = len(moments["numbers"])
    route.fulfill(json={**moments, "numbers": list(range(1, told + 1)), "total": told})


def everything_shown(page: Page) -> dict[str, str]:
    """Return what is in the page, panel by panel at the last two facts and the first one."""
    expect(page.locator(".now-sentence")).not_to_be_empty()
    found = {}
    slider = page.locator(".track input")
    last = int(slider.get_attribute("max") or 0)
    for moment, number in {"End": last, "ArrowLeft": max(1, last - 1), "Home": 1}.items():
        page.keyboard.press(moment)
        expect(slider).to_have_value(str(number))
        for key, panel in PANELS.items():
            page.keyboard.press(key)
            expect(page.locator(f"#panel-{panel}")).to_be_visible()
            if panel == "why":
                expect(page.locator(".why .what")).to_have_text(page.locator(".now-sentence").inner_text())
            if panel == "plots":
                expect(page.get_by_text("Collecting the numbers")).to_have_count(0)
            # The port of the server is part of no link, but of the address of the page.
            found[f"{moment} {panel}"] = re.sub(r"127\.0\.0\.1:\d+", HOST, page.content())
    found["title"] = page.title()
    found["storage"] = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    return found


def recorded(browser: Browser, world: World, viewer: Seat, planted: bool) -> dict[str, str]:
    """Return what the page of a recorded match shows to a viewer."""
    who = str(viewer) if viewer >= 0 else "spectator"
    page = browser.new_page(reduced_motion="reduce")
    page.route("**/api/moments/**", viewer_only)
    if planted:
        # A page that draws the open table for everyone.
        page.route(
            re.compile(r"/api/(facts|pictures|why)/"), lambda route: route.continue_(url=opened(route))
        )
    with served(app_showing(world.replay, HOST)) as address:
        page.goto(f"{address}/match/{NAME}#as={who}")
        found = everything_shown(page)
        page.close()
    return found


def opened(route: Route) -> str:
    """Return the address of the same for the open table."""
    return re.sub(r"as=[^&]*", "as=open", route.request.url)


def played(browser: Browser, world: World, viewer: Seat, told_as: Seat) -> dict[str, str]:
    """Return what the page of a match that is played shows to a viewer; `told_as` is whose frames are sent."""
    page = browser.new_page(reduced_motion="reduce")
    with served(live_showing(world, viewer, told_as)) as address:
        page.goto(f"{address}/live/{MATCH}#token=token")
        found = everything_shown(page)
        page.close()
    return found


def live_showing(world: World, viewer: Seat, told_as: Seat) -> Starlette:
    """Return the application of a server that sends one viewer the frames of a world."""
    terms = settle(world.replay.charter)
    client: Any = ToldFrames(terms, viewer, frames_of(terms, answers_in(world.replay), told_as, world.rig))
    return live_app(LiveSite(client, Lobby(client, name="server"), FollowedMatches(client)), [HOST])


def compare(browser: Browser, pair: WorldPair, wire: Wire, planted: str = "") -> None:
    """Raise `Difference` if a page shows a viewer something else in one world than in the other, or the seed."""
    shown = []
    for world in (pair.ours, pair.theirs):
        wire.rig = world.rig
        pages = {}
        if planted != "recorded":
            pages["played"] = played(browser, world, pair.viewer, OPEN_TABLE if planted else pair.viewer)
        if planted != "played":
            pages["recorded"] = recorded(browser, world, pair.viewer, bool(planted))
        shown.append({f"{kind}: {what}": text for kind, page in pages.items() for what, text in page.items()})
    wire.rig = None
    for what in shown[0]:
        if shown[0][what] != shown[1][what]:
            raise Difference(f"viewer {pair.viewer}: {what}")
        if pair.ours.replay.charter.seed in shown[0][what]:
            raise Difference(f"the seed: {what}")


def compare_all(browser: Browser, pairs: Iterable[WorldPair], wire: Wire, planted: str = "") -> None:
    """Compare every pair of worlds."""
    for pair in pairs:
        compare(browser, pair, wire, planted)


@needs_browser
@pytest.mark.parametrize("game", GAMES)
def test_no_page_shows_what_its_viewer_cannot_know(
    browser: Browser, game: str, seed: str, wire: Wire
) -> None:
    compare_all(browser, pairs_of(game, seed, 1), wire)


@needs_browser
@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_no_page_shows_it_in_many_worlds(browser: Browser, game: str, seed: str, wire: Wire) -> None:
    compare_all(browser, pairs_of(game, seed, MANY_PAIRS), wire)


@needs_browser
@pytest.mark.parametrize("planted", ["recorded", "played"])
def test_a_planted_leak_is_found(browser: Browser, planted: str, seed: str, wire: Wire) -> None:
    # Some worlds differ only in what nobody is ever told, such as the cards left in a deck.
    pair = next(
        pair
        for pair in pairs_of(PLANTED_IN, seed, MOST_PAIRS)
        if open_story(pair.ours) != open_story(pair.theirs)
    )
    with pytest.raises(Difference, match=planted):
        compare(browser, pair, wire, planted)


def open_story(world: World) -> list[str]:
    """Return all that happened in a world, in sentences."""
    names, told = seat_names(world.replay), visible_facts(world.replay, OPEN_TABLE)
    return [fact_sentence(PLANTED_IN, fact.recorded.fact, names) for fact in told]
