"""The page in a real browser: stepping, eyes, why, search, links, keys, narrow screens, accessibility."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from referee.cli.match_files import open_replay
from referee.games.fact_sentences import fact_sentence
from referee.kernel.facts import OPEN_TABLE
from referee.replay.format import seat_names
from referee.replay.visible_facts import VisibleFact, visible_facts
from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm
from tests.inspector.requests import REPLAYS
from tests.tidy.tree import ROOT

MATCH = "abyss/4-seats.replay"
TALK = "unfathomable/talk.replay"
REPLAY = open_replay(str(REPLAYS / MATCH))
FACTS = list(visible_facts(REPLAY, OPEN_TABLE))
SIZES = (360, 1024, 1600)
PLACES_OF_TABS = """[...document.querySelectorAll('.tabs button')].map((tab) => {
    const { left, top } = tab.getBoundingClientRect();
    return [left, top - tab.parentElement.getBoundingClientRect().top];
})"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything is asked of another host."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    made.on("request", lambda asked: None if asked.url.startswith(address) else faults.append(asked.url))
    yield made
    context.close()
    assert faults == []


def opened(page: Page, match: str = MATCH, link: str = "") -> Page:
    """Open a match and wait for its first picture."""
    page.goto(f"/match/{match}{link}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    return page


def moment(page: Page) -> int:
    """Return the number of the fact that is shown."""
    return int((page.locator(".where span").nth(1).text_content() or "").split()[1])


@needs_browser
def test_stepping_by_keys_shows_each_fact(page: Page) -> None:
    opened(page)
    assert moment(page) == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 3
    page.keyboard.press("]")
    turns = [fact.seq for fact in FACTS if type(fact.recorded.fact).__name__ == "TurnBegan"]
    assert moment(page) == turns[0]
    page.keyboard.press("Shift+ArrowRight")
    assert FACTS[moment(page) - 1].entry > FACTS[turns[0] - 1].entry
    assert FACTS[moment(page) - 2].entry < FACTS[moment(page) - 1].entry
    page.keyboard.press("[")
    assert moment(page) == turns[0]
    page.keyboard.press("End")
    expect(page.locator(".where")).to_contain_text(f"fact {len(FACTS)} of {len(FACTS)}")
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_contain_text(f"fact 1 of {len(FACTS)}")


@needs_browser
def test_scrubbing_moves_the_table_and_the_list(page: Page) -> None:
    opened(page)
    page.locator(".track input").fill("250")
    expect(page.locator(".where")).to_contain_text("fact 250 of")
    row = page.locator(".facts [aria-current=true]")
    expect(row).to_be_in_viewport()
    assert "250" in (row.text_content() or "")


@needs_browser
def test_playing_moves_on_by_itself(page: Page) -> None:
    opened(page, link="#fact=20")
    for _ in range(5):
        page.keyboard.press("+")
    page.keyboard.press(" ")
    expect(page.locator(".where")).not_to_contain_text("fact 20 of")
    page.keyboard.press(" ")
    expect(page.get_by_label("Play", exact=True)).to_be_visible()
    assert moment(page) > 20


@needs_browser
def test_switching_eyes_keeps_the_moment_and_asks_for_nothing_hidden(page: Page) -> None:
    opened(page, TALK, "#fact=200&as=1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert moment(page) <= 200
    page.keyboard.press("2")
    expect(page.locator("[data-viewer='2'] .seat-number")).to_have_text("2")
    expect(page.locator("[data-viewer='2']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    assert asked
    assert not [url for url in asked if "as=open" in url]
    page.keyboard.down("e")
    expect(page.locator("[data-viewer='1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.up("e")
    expect(page.locator("[data-viewer='2']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("o")
    expect(page.locator("[data-viewer='open']")).to_have_attribute("aria-pressed", "true")


@needs_browser
def test_a_seat_sees_no_hidden_card_in_the_page(page: Page) -> None:
    """What only others were told is nowhere in the page of a seat, nor in what it stores."""
    seen = {fact.seq: sentence_of(fact) for fact in visible_facts(REPLAY, 0)}
    hidden = {sentence_of(fact) for fact in FACTS if seen.get(fact.seq) != sentence_of(fact)}
    assert hidden
    opened(page, link="#fact=400&as=0")
    content = page.content()
    assert sentence_of(FACTS[399]) in content
    assert [sentence for sentence in hidden - set(seen.values()) if sentence in content] == []
    assert REPLAY.charter.seed not in content
    assert page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})") == '{"theme":"auto"}'


def sentence_of(fact: VisibleFact) -> str:
    """Return the sentence of a fact of the match."""
    return fact_sentence("abyss", fact.recorded.fact, seat_names(REPLAY))


@needs_browser
def test_why_is_a_tree_of_rules_with_the_chosen_option(page: Page) -> None:
    opened(page, "unfathomable/arrived.replay", "#fact=53")
    page.keyboard.press("w")
    panel = page.locator(".why")
    expect(panel.locator(".innermost > .rule code")).to_have_text("travel.monster_drift")
    expect(panel.locator(".options .chosen").first).to_contain_text("Full Steam Ahead")
    expect(panel).to_contain_text("de 24.7 · fr 44.7 · pl 36.7")
    page.locator("header select").select_option("fr")
    expect(panel.locator(".innermost .cited")).to_contain_text("fr 44.7")
    expect(panel.locator(".innermost .cited")).not_to_contain_text("de 24.7")
    expect(page).to_have_url(page.url.split("#")[0] + "#fact=53&edition=fr")


@needs_browser
def test_a_thing_on_the_table_leads_to_the_fact_that_set_it(page: Page) -> None:
    opened(page, link="#fact=300")
    page.keyboard.press("t")
    page.locator(".words [data-key='seat/2/pearls']").click()
    expect(page.locator("#tab-why")).to_have_attribute("aria-selected", "true")
    assert moment(page) < 300
    expect(page.locator(".why .what")).to_have_text(page.locator(".now-sentence").text_content() or "")


@needs_browser
def test_a_screen_reader_hears_the_names_of_the_players(page: Page) -> None:
    opened(page, MATCH, "#fact=100")
    expect(page.locator(".table [data-key='seat/1']")).to_have_attribute("aria-label", re.compile("^Bob"))
    page.keyboard.press("t")
    words = page.locator(".words")
    expect(words.locator("[data-key='seat/1']")).to_have_text(re.compile("^Bob"))
    assert not re.search(r"[Ss]eat \d", words.text_content() or "")


@needs_browser
def test_the_page_says_which_of_the_matches_it_shows(page: Page) -> None:
    opened(page, MATCH, "")
    expect(page.locator(".result")).to_contain_text(MATCH)


@needs_browser
def test_searching_and_filtering(page: Page) -> None:
    opened(page)
    page.keyboard.press("/")
    page.keyboard.type("fights the monster")
    fights = [fact.seq for fact in FACTS if "fights the Monster" in sentence_of(fact)]
    expect(page.locator(".count")).to_have_text(f"{len(fights)} of {len(FACTS)} facts")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text(f"fact {fights[0]} of")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".where")).to_contain_text(f"fact {fights[-1]} of")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert moment(page) == fights[-1] - 1
    expect(page.locator(".count")).to_have_text(f"{len(FACTS)} facts")
    page.locator(".filters select").first.select_option("1")
    answered = len([fact for fact in FACTS if (fact.by or "").endswith("/1")])
    expect(page.locator(".count")).to_have_text(f"{answered} of {len(FACTS)} facts")


@needs_browser
def test_a_link_opens_the_moment(page: Page) -> None:
    opened(page, link="#fact=132&as=2&edition=de")
    assert moment(page) == 132
    expect(page.locator("[data-viewer='2']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("header select")).to_have_value("de")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(page.url.split("#")[0] + "#fact=133&as=2&edition=de")
    # What a link leaves out is the open table and the edition of the match, whatever the page shows.
    page.evaluate("location.hash = '#fact=40'")
    expect(page.locator("[data-viewer=open]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("header select")).to_have_value("consensus")
    expect(page.locator(".where")).to_contain_text("fact 40 of")


@needs_browser
def test_a_tab_that_was_opened_before_the_first_picture_is_filled_after_it(page: Page) -> None:
    held: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/pictures/**", hold)
    page.goto(f"/match/{MATCH}")
    page.get_by_role("tab", name="Plots").click()
    expect(page.locator(".now-sentence")).to_be_empty()
    is_held = False
    for route in held:
        route.continue_()
    expect(page.locator(".plots figure").first).to_be_visible()


@needs_browser
def test_tabs_stay_in_place_and_the_current_fact_in_view(page: Page) -> None:
    page.set_viewport_size({"width": SIZES[-1], "height": 740})
    opened(page, link="#fact=150")
    for width in SIZES:
        page.set_viewport_size({"width": width, "height": 740})
        places = []
        for name in ("Knowledge", "Notes", "Facts"):
            page.get_by_role("tab", name=name).click()
            places.append(page.evaluate(PLACES_OF_TABS))
        assert places[0] == places[1] == places[2]
        rows = {top for _, top in places[0]}
        assert len(rows) == 2
        expect(page.locator(".facts [aria-current]")).to_be_in_viewport()
    page.set_viewport_size({"width": 1024, "height": 500})
    expect(page.locator(".facts [aria-current]")).to_be_in_viewport()


@needs_browser
@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("#fact=99999", "it has the facts 1 to 646"),
        ("#fact=0", "it has the facts 1 to 646"),
        ("#fact=x", "it has the facts 1 to 646"),
        ("#as=7", "There is no viewer"),
        ("#edition=xx", "There is no edition"),
    ],
)
def test_a_link_to_nowhere_says_so(page: Page, link: str, says: str) -> None:
    opened(page, link=link)
    expect(page.locator(".notice")).to_contain_text(says)


@needs_browser
def test_without_scripts_the_page_says_what_to_do(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=address)
    page = context.new_page()
    page.goto(f"/match/{MATCH}")
    said = page.locator("body").inner_text()
    assert "JavaScript, which is switched off" in said
    assert "Loading" not in said
    context.close()


@needs_browser
def test_the_result_is_hidden_until_the_end_or_until_it_is_asked_for(page: Page) -> None:
    opened(page, link="#fact=645")
    line = page.locator("header .result")
    result = sentence_of(FACTS[-1]).removeprefix("The match is over. ")
    assert result not in page.locator("header").inner_text()
    page.keyboard.press("ArrowRight")
    expect(line).to_contain_text(result)
    opened(page, TALK)
    page.get_by_role("button", name="Show the result").click()
    expect(line.get_by_role("button")).to_have_count(0)
    line.get_by_role("link", name="All matches").click()
    expect(page.locator("details p").first).to_be_hidden()
    page.get_by_label("Show results").check()
    expect(page.locator("details p").first).to_be_visible()
    opened(page)
    expect(line).to_contain_text(result)


@needs_browser
@pytest.mark.parametrize("width", SIZES)
def test_nothing_is_wider_than_the_screen(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    for address in ("/", f"/match/{MATCH}#fact=400"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@needs_browser
@needs_npm
def test_the_page_is_accessible(browser: Browser, address: str, axe: str) -> None:
    """Axe finds nothing on the list and on every panel. Its own styles would break the policy of the page."""
    page = browser.new_page(base_url=address, bypass_csp=True)
    page.goto("/")
    found = violations(page, axe, "list")
    opened(page, "abyss/2-seats.replay", "#fact=200")
    found += violations(page, axe, "f")
    for key in ("w", "t", "p", "?"):
        page.keyboard.press(key)
        page.wait_for_load_state("networkidle")
        # The rest of the page has not changed, and looking at all of it takes long.
        found += violations(page, axe, key, "dialog" if key == "?" else "aside")
        if key == "w":
            page.emulate_media(color_scheme="dark")
            found += violations(page, axe, "in the dark")
            page.emulate_media(color_scheme="light")
    page.close()
    assert found == []


@needs_browser
@needs_npm
@pytest.mark.parametrize("match", ["unfathomable/4-seats.replay", "among_cultists/8-seats.replay"])
def test_the_other_boards_are_accessible(browser: Browser, address: str, axe: str, match: str) -> None:
    page = browser.new_page(base_url=address, bypass_csp=True, reduced_motion="reduce")
    opened(page, match, "#fact=300")
    found = violations(page, axe, "light", "main")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, "dark", "main")
    page.close()
    assert found == []


@needs_browser
@needs_npm
@pytest.mark.campaign
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "match", ["abyss/4-seats.replay", "unfathomable/talk.replay", "among_cultists/8-seats.replay"]
)
def test_every_panel_of_every_game_is_accessible(
    browser: Browser, address: str, axe: str, match: str, scheme: str, width: int
) -> None:
    page = browser.new_page(
        base_url=address,
        bypass_csp=True,
        reduced_motion="reduce",
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": width, "height": 800},
    )
    opened(page, match, "#fact=300")
    found = violations(page, axe, "page")
    for tab in page.locator("[role=tab]").all():
        tab.click()
        page.wait_for_load_state("networkidle")
        page.locator("aside details").evaluate_all("found => found.forEach((each) => { each.open = true; })")
        found += violations(page, axe, tab.text_content() or "", "aside")
    page.close()
    assert found == []


@needs_npm
def test_the_types_of_the_page_fit(page_tools: Path, tmp_path: Path) -> None:
    """The JSDoc types of every module are checked, strictly."""
    shutil.copy(page_tools / "tsconfig.json", tmp_path)
    shutil.copytree(ROOT / "referee/inspector/static", tmp_path / "static")
    command = [
        "node",
        str(page_tools / "node_modules/typescript/bin/tsc"),
        "-p",
        str(tmp_path / "tsconfig.json"),
    ]
    (tmp_path / "static/planted.js").write_text('/** @type {number} */\nexport const planted = "text";\n')
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    faults = [line for line in done.stdout.splitlines() if not line.startswith("static/planted.js(2,")]
    assert faults == []
    assert "static/planted.js(2," in done.stdout, "a planted fault is found"
