"""Names in the language of an edition: on the board, in accessible names, and in the table in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games import GAMES, game
from tests.inspector.browser import inspector, needs_browser, opened_browser
from tests.inspector.folded import goldens_of, pictures
from tests.inspector.requests import REPLAYS, app_for, get

MATCH = "/match/unfathomable/4-seats.replay#fact=300"


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with inspector(REPLAYS) as address, opened_browser() as browser:
        yield opened_at(browser, address)


def opened_at(browser: Browser, address: str) -> Page:
    """Return a wide page that waits long enough for a busy machine."""
    page = browser.new_page(base_url=address, viewport={"width": 1600, "height": 900})
    page.set_default_timeout(30_000)
    return page


@pytest.mark.parametrize("name", GAMES)
def test_every_edition_has_names_and_every_name_is_used(name: str) -> None:
    """Most names are in a picture of some golden match; panels of the board and rare cards have the others."""
    played = game(name)
    assert {*played.wording.edition_names} == {*played.rulebook.editions}
    words = {
        element.name
        for path in goldens_of(name)[:6]
        for shown in pictures(path, -1, every=60)
        for element in shown.values()
    }
    text = "\n".join(words)
    for names in played.wording.edition_names.values():
        assert all(names.values())
        used = [ours for ours in names if re.search(rf"(?<!\w){re.escape(ours)}(?!\w)", text)]
        assert len(used) >= 0.6 * len(names)


def test_the_summary_has_the_names_of_every_edition() -> None:
    summary = get(app_for(REPLAYS), "/api/summary/abyss/4-seats.replay?as=spectator").json
    assert summary["edition_names"]["de"]["Jailer"] == "Gefängniswärter"


@needs_browser
def test_the_board_has_the_names_of_the_chosen_edition(page: Page) -> None:
    page.goto(f"{MATCH}&edition=de")
    bridge = page.locator("[data-key='space/bridge']").first
    expect(bridge).to_have_attribute("aria-label", re.compile("^Brücke"))
    expect(bridge.locator("[lang=de]").first).to_have_text("Brücke")
    cabin = page.locator("[data-key='space/captains_cabin']").first
    expect(cabin).to_have_attribute("aria-label", re.compile("^Kapitänsquartier"))
    assert cabin.locator("[lang=de]").all_text_contents() == ["Kapitäns-", "quartier"]
    drawn = page.locator(".table svg [lang=de]").all_text_contents()
    assert {
        "Mythosstapel",
        "Gegenstandsstapel",
        "Tiefes Wesen",
        "Passagier",
        "Fahrtleiste",
        "Ritualleiste",
    } <= {*drawn}
    page.keyboard.press("t")
    expect(page.locator(".words [data-key='space/bridge'] [lang=de]")).to_have_text("Brücke")
    page.locator("header select").select_option("fr")
    expect(bridge).to_have_attribute("aria-label", re.compile("^Passerelle"))
    expect(page.locator(".words [data-key='space/bridge'] [lang=fr]")).to_have_text("Passerelle")
    page.locator("header select").select_option("consensus")
    expect(bridge).to_have_attribute("aria-label", re.compile("^Bridge"))
    expect(page.locator(".board [lang]")).to_have_count(0)


@needs_browser
def test_no_part_of_a_longer_name_is_exchanged(page: Page) -> None:
    page.goto(MATCH)
    found = page.evaluate(
        """async (texts) => {
          const { named, useNames } = await import("/static/boards/names.js");
          const names = {
            "Deep One": "Tiefes Wesen", "Wooden Bridge": "Holzbrücke", Bridge: "Brücke", North: "Nord", Will: "Wille",
          };
          useNames("de", names, ["Will Smith"]);
          return texts.map(named);
        }""",
        [
            "Deep One Feint",
            "a Deep One on the Bridge",
            "Deep Ones",
            "Wooden Bridge North",
            "Light Bridge North",
            "Will 3",
        ],
    )
    assert found == [
        "Deep One Feint",
        "a Tiefes Wesen on the Brücke",
        "Deep Ones",
        "Holzbrücke Nord",
        "Light Bridge North",
        "Will 3",
    ]
