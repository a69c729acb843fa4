"""A person plays in a real browser: whole matches by clicking, a reload, a restart, the keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm, opened_browser
from tests.inspector.live.running import give_default, new_match, running_referee, running_site
from tests.inspector.live.test_live_app import rotate

SEATS = {"abyss": 2, "unfathomable": 3, "among_cultists": 4}
MOST_ANSWERS = 600
FEW_ANSWERS = 25
SHORTEST = "among_cultists"
"""The game whose matches are shortest; only its match is played to the end in every run."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_referee(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="module")
def site(server: str) -> Iterator[str]:
    with running_site(server) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything is asked of another host."""
    # Every frame of an animation is drawn without a graphics card.
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, base_url=site, reduced_motion="reduce"
    )
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on(
        "request", lambda asked: None if asked.url.startswith((site, "blob:")) else faults.append(asked.url)
    )
    made.on("request", lambda asked: faults.append(asked.url) if "token" in asked.url else None)
    yield made
    context.close()
    assert faults == []


def sat_down(page: Page, game: str, clock: str = "") -> Page:
    """Create a match against random bots in the lobby, and wait for its first picture."""
    page.goto("/")
    page.select_option("select[name=game]", game)
    page.fill("form.create input[name=name]", "Ada")
    page.select_option("select[name=bots]", "random")
    page.fill("input[name=clock]", clock)
    page.get_by_role("button", name="Create and take a seat").click()
    expect(page.locator(".now-sentence")).not_to_be_empty()
    return page


def is_over(page: Page) -> bool:
    return "is over" in (page.locator(".live-status").text_content() or "")


def asked(page: Page) -> Locator:
    """Wait until something is asked or the match is over, and return the options."""
    # An `expect` would describe the whole page for its error on every attempt that finds nothing.
    page.locator(".play .option:enabled, .live-status:has-text('is over')").first.wait_for()
    return page.locator(".play .option:enabled")


def answer(page: Page, nth: int) -> None:
    """Answer the question that is asked: with an option, or with the default where several are chosen."""
    options = asked(page)
    if is_over(page):
        return
    question = page.locator(".asked h2").text_content()
    number = page.locator(".options-list").get_attribute("class") or ""
    if "one" in number.split():
        options.nth(nth % options.count()).click()
    else:
        page.locator(".play button:text-is('Default answer')").click()
    assert question
    assert page.locator(".play > .problem").text_content() == ""


def play(page: Page, game: str, answers: int) -> None:
    """Play a new match by clicking, to its end or for a number of answers; no fact may be missing from the page."""
    sat_down(page, game)
    for nth in range(answers):
        if is_over(page):
            break
        answer(page, nth)
        if nth == 5:
            # The seat is kept for as long as the tab is open.
            before = page.locator(".facts [data-number]").count()
            page.reload()
            expect(page.locator(".now-sentence")).not_to_be_empty()
            assert page.locator(".facts [data-number]").count() >= before
    asked(page)
    numbers = page.locator(".facts [data-number]").evaluate_all(
        "rows => rows.map((row) => Number(row.dataset.number))"
    )
    assert numbers == list(range(1, len(numbers) + 1))


@needs_browser
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if game == SHORTEST else [pytest.mark.campaign]) for game in SEATS],
)
def test_a_person_plays_a_whole_match_by_clicking(page: Page, game: str, tmp_path: Path) -> None:
    play(page, game, MOST_ANSWERS)
    expect(page.locator(".live-status")).to_contain_text("The match is over.")
    assert page.locator(".result").text_content() != ""
    if game == SHORTEST:
        keeps_the_whole_match(page, tmp_path)


def keeps_the_whole_match(page: Page, folder: Path) -> None:
    """Save a match that is over as one file, open it from disk, and look at it through the eyes of another seat."""
    page.get_by_role("button", name="Keep the whole match …").click()
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Save the page").click()
    kept = folder / downloaded.value.suggested_filename
    downloaded.value.save_as(kept)
    saved = page.context.new_page()
    saved.goto(f"{kept.as_uri()}#as=1")
    expect(saved.locator(".verdict")).to_contain_text("Checked")
    expect(saved.locator("[data-viewer='1']")).to_have_attribute("aria-pressed", "true")


@needs_browser
@pytest.mark.parametrize("game", sorted(SEATS.keys() - {SHORTEST}))
def test_a_person_begins_a_match_by_clicking(page: Page, game: str) -> None:
    play(page, game, FEW_ANSWERS)
    assert not is_over(page)


@needs_browser
def test_the_clocks_of_all_seats_are_next_to_the_time_left(page: Page) -> None:
    sat_down(page, "abyss", "fischer 10m+5s")
    asked(page)
    expect(page.locator(".clocks li")).to_have_count(2)
    expect(page.locator(".clocks li.running")).to_have_text(re.compile(r"^Ada bank \d+:\d\d, \d+:\d\d left$"))
    expect(page.locator(".clocks li:not(.running)")).to_have_text(re.compile(r"^random-1 bank \d+:\d\d$"))
    told = re.compile(r"^\d+:\d\d left, then the default answer is used\. Your bank: \d+:\d\d\.$")
    expect(page.locator(".play .clock")).to_have_text(told)


@needs_browser
def test_a_clock_that_is_none_is_explained_in_the_lobby(page: Page) -> None:
    page.goto("/")
    page.fill("form.create input[name=name]", "Ada")
    page.fill("input[name=clock]", "fisher 10m+5s")
    page.get_by_role("button", name="Create and take a seat").click()
    expect(page.locator("form.create .problem")).to_contain_text(
        "Unknown clock 'fisher 10m+5s'; examples: fischer"
    )


@needs_browser
def test_a_thing_on_the_table_chooses_its_option(page: Page) -> None:
    sat_down(page, "abyss")
    for nth in range(40):
        options = asked(page)
        if options.filter(has_text="Explore the depths").count():
            break
        answer(page, nth)
    deck = page.locator(".table [data-key='deck/exploration']")
    expect(deck).to_have_class("thing offered")
    deck.click()
    expect(page.locator(".option[aria-pressed=true]")).to_contain_text("Explore the depths.")
    expect(page.get_by_role("button", name="Answer", exact=True)).to_be_focused()
    with page.expect_response("**/api/live/answer") as answered:
        page.keyboard.press("Enter")
    assert answered.value.ok
    # What no option concerns leads to the fact that set it, as on every page.
    page.locator(".table [data-key='treasury']").click()


@needs_browser
def test_playing_with_the_keyboard_alone(page: Page) -> None:
    sat_down(page, "abyss")
    asked(page)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.classList.contains('option')"):
            break
    else:
        pytest.fail("no option can be reached with the Tab key")
    for _ in range(4):
        with page.expect_response("**/api/live/answer") as answered:
            page.keyboard.press("Enter")
        assert answered.value.ok
        asked(page)
        # After an answer, the focus is at the next question, so that the next answer needs no other key.
        expect(page.locator(".play .option:focus")).to_have_count(1)
        if page.locator(".options-list.one").count() == 0:
            break


@needs_browser
def test_limits_are_checked_while_choosing(page: Page) -> None:
    """The page refuses what the referee would refuse, before it is sent, and says what is missing."""
    page.goto("/")
    found = page.evaluate(
        """async (questions) => {
            const { faultIn } = await import("/static/choosing.js");
            return questions.map(([question, picks]) => faultIn(question, picks));
        }""",
        [[limited(limits), picks] for limits, picks, _ in LIMITS],
    )
    assert [bool(fault) for fault in found] == [not is_fine for _, _, is_fine in LIMITS]


def limited(limits: list[dict[str, object]]) -> dict[str, object]:
    """Return a question for one to three cards of a hand."""
    cards = [("crab", 3), ("crab", 2), ("squid", 4)]
    options = [{"sentence": "", "group": group, "weight": weight} for group, weight in cards]
    return {"least": 1, "most": 3, "how_many": "", "options": options, "limits": limits}


LIMITS: list[tuple[list[dict[str, object]], list[int], bool]] = [
    ([], [], False),
    ([], [0], True),
    ([{"kind": "total_at_least", "amount": 5, "sentence": "x"}], [0, 1], True),
    ([{"kind": "total_at_least", "amount": 5, "sentence": "x"}], [2], False),
    ([{"kind": "groups_exactly", "amount": 2, "sentence": "x"}], [0, 2], True),
    ([{"kind": "groups_exactly", "amount": 2, "sentence": "x"}], [0, 1], False),
    ([{"kind": "groups_at_most", "amount": 1, "sentence": "x"}], [0, 2], False),
    ([{"kind": "group_required", "group": "squid", "sentence": "x"}], [0], False),
    ([{"kind": "group_required", "group": "squid", "sentence": "x"}], [2], True),
    ([{"kind": "none_spare", "amount": 3, "sentence": "x"}], [0, 1], False),
    ([{"kind": "none_spare", "amount": 5, "sentence": "x"}], [0, 1], True),
]


@needs_browser
def test_the_page_says_that_the_server_is_away_and_goes_on(browser: Browser, tmp_path: Path) -> None:
    with running_referee(tmp_path) as server:
        port = int(server.rpartition(":")[2])
        seats = new_match(server)
        site_context = running_site(server)
        site = site_context.__enter__()
        pages = []
        for seat in seats:
            made = browser.new_page(base_url=site)
            made.goto(f"/live/{seat.match}#token={seat.token}")
            expect(made.locator(".now-sentence")).not_to_be_empty()
            assert "token" not in made.url
            pages.append(made)
    try:
        for made in pages:
            expect(made.locator(".live-status")).to_contain_text("does not answer")
        (playing,) = [made for made in pages if made.locator(".play .option").count()]
        facts = playing.locator(".facts [data-number]").count()
        # An answer that is given now is sent when the server is back.
        playing.locator(".play .option").first.click()
        with running_referee(tmp_path, port):
            expect(playing.locator(f".facts [data-number='{facts + 1}']")).to_be_attached()
            for made in pages:
                expect(made.locator(".live-status")).not_to_contain_text("does not answer")
                numbers = made.locator(".facts [data-number]").evaluate_all(
                    "rows => rows.map((row) => Number(row.dataset.number))"
                )
                assert numbers == list(range(1, len(numbers) + 1))
    finally:
        for made in pages:
            made.close()
        site_context.__exit__(None, None, None)


@needs_browser
def test_a_token_that_is_not_valid_any_more_shows_nothing(page: Page, server: str) -> None:
    seat = new_match(server)[0]
    page.goto(f"/live/{seat.match}#token={seat.token}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    stored = json.loads(page.evaluate("JSON.stringify({...sessionStorage})"))
    assert stored == {f"token:{seat.match}": seat.token}
    rotate(server, seat.match, seat.token)
    expect(page.locator(".notice").first).to_contain_text("not valid for the match any more")
    expect(page.locator(".table, .facts, .play")).to_have_count(0)
    page.reload()
    expect(page.locator(".notice").first).to_be_visible()
    expect(page.locator(".table")).to_have_count(0)


@needs_browser
def test_a_spectator_follows_a_match_while_it_is_played(page: Page, server: str) -> None:
    seats = new_match(server)
    page.goto(f"/live/{seats[0].match}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    expect(page.locator("[data-viewer]")).to_have_count(1)
    expect(page.locator("[data-viewer]")).to_have_attribute("data-viewer", "spectator")
    expect(page.locator(".play .option")).to_have_count(0)
    facts = page.locator(".facts [data-number]").count()
    page.keyboard.press("Home")
    give_default(server, seats)
    expect(page.locator(f".facts [data-number='{facts + 1}']")).to_be_attached()
    # Whoever looks at an earlier moment stays there.
    expect(page.locator(".where")).to_contain_text("fact 1 of")
    page.get_by_role("button", name="Go to the latest fact").click()
    expect(page.locator(".facts [aria-current=true]")).to_have_attribute(
        "data-number", str(page.locator(".facts [data-number]").count())
    )


@needs_browser
@pytest.mark.parametrize("width", [360, 1024, 1600])
def test_nothing_is_wider_than_the_screen(page: Page, server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    seat = next(seat for seat in new_match(server))
    for address in ("/", f"/live/{seat.match}#token={seat.token}"):
        page.goto(address)
        expect(page.locator("form.create, .now-sentence").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@needs_browser
@pytest.mark.parametrize("game", SEATS)
def test_what_the_seat_holds_is_in_view_and_the_table_scrolls(page: Page, game: str) -> None:
    sat_down(page, game)
    asked(page)
    hand, table = page.locator(".own-hand [data-key='seat/0']"), page.locator(".table [data-key='seat/0']")
    expect(hand).to_be_in_viewport()
    expect(page.locator(".own-hand [data-key='seat/1']")).to_have_count(0)
    expect(hand).to_have_attribute("aria-label", table.get_attribute("aria-label") or "")
    table.scroll_into_view_if_needed()
    shown = table.evaluate(
        """(area) => {
            const { x, y } = area.getBoundingClientRect();
            return area.contains(document.elementFromPoint(x + 40, y + 20));
        }"""
    )
    assert shown, "something lies over the area of the seat"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "the page scrolls as well"


@needs_browser
@needs_npm
def test_the_pages_are_accessible(browser: Browser, site: str, axe: str) -> None:
    """Axe finds nothing in the lobby, at a question, and in every dialog. Its own styles would break the policy."""
    page = browser.new_page(base_url=site, bypass_csp=True)
    page.goto("/")
    expect(page.locator("form.create")).to_be_visible()
    found = violations(page, axe, "lobby")
    sat_down(page, "abyss", "fischer 10m+5s")
    asked(page)
    found += violations(page, axe, "question")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, "in the dark", ".play")
    for name in ("Say …", "Standing orders …", "Pause …", "Dispute …"):
        button = page.get_by_role("button", name=name)
        if button.count():
            button.click()
            expect(page.locator("dialog[open]")).to_be_visible()
            found += violations(page, axe, name, "dialog[open]")
            page.locator("dialog[open]").get_by_role("button", name="Close").click()
    page.close()
    assert found == []


@needs_browser
@needs_npm
@pytest.mark.parametrize("game", ["unfathomable", "among_cultists"])
def test_the_questions_of_the_other_games_are_accessible(
    browser: Browser, site: str, axe: str, game: str
) -> None:
    page = browser.new_page(base_url=site, bypass_csp=True, reduced_motion="reduce")
    sat_down(page, game)
    asked(page)
    found = violations(page, axe, game, ".play")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, f"{game} in the dark", ".play")
    page.close()
    assert found == []
