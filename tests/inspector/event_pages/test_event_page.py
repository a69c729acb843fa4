"""The page of an event in a real browser: views, news, links, empty and damaged events, paper, accessibility."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.arena.event_entries import EntrantWithdrawn, LoggedEntry, PenaltyGiven, ResultCorrected
from referee.arena.event_record import open_event
from referee.arena.event_state import fold_event
from referee.arena.official_steps import corrected_seats
from referee.arena.standings import records_of
from referee.inspector.event_pages.event_app import event_app
from referee.inspector.event_pages.followed_event import FollowedEvent
from referee.inspector.http_server import LOCAL_NAMES
from referee.log.sqlite_reader import SqliteReader
from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm, served
from tests.inspector.event_pages.shown_events import (
    DATABASE,
    NAMES,
    TEXT,
    append,
    entries_in,
    until_result,
    write_event,
)

SIZES = (360, 1024, 1600)
VIEWS = ("standings", "crosstable", "round=1", "ratings", "decisions", "luck", "entrant=Cedar%2B1")
OPEN = 3
"""After three results, the second deal has been played in one of its two seatings."""


@contextmanager
def served_event(folder: Path) -> Iterator[str]:
    """Serve the pages of an event and yield their address."""
    followed = FollowedEvent(folder / DATABASE)
    with served(event_app(followed, list(LOCAL_NAMES))) as address:
        try:
            yield address
        finally:
            followed.close()


@pytest.fixture(scope="module")
def settled(cup: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event that is over, with a corrected result, a penalty and a withdrawal."""
    entries = entries_in(cup)
    state = fold_event(entries)
    first = next(iter(state.matches.values()))
    assert first.result is not None
    places = [seat.place for seat in first.result.seats]
    swapped = corrected_seats(state, first.match.id, places[::-1])
    steps: list[LoggedEntry] = [
        ResultCorrected(by="head judge", reason="appeal upheld", match=first.match.id, seats=swapped),
        PenaltyGiven(by="judge", reason="flooded the table", entrant=3, penalty="warning", rule="talk.limit"),
        EntrantWithdrawn(by="organiser", reason="broken by an update", entrant=3),
    ]
    return write_event(tmp_path_factory.mktemp("settled") / "cup", [*entries, *steps], cup)


@pytest.fixture(scope="module")
def address(settled: Path) -> Iterator[str]:
    with served_event(settled) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything is asked of another host."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("request", lambda asked: None if asked.url.startswith(address) else faults.append(asked.url))
    yield made
    context.close()
    assert faults == []


def opened(page: Page, view: str = "standings") -> Page:
    """Open a view, from anywhere, and wait until it is drawn."""
    page.goto("about:blank")
    page.goto(f"/#{view}")
    expect(page.locator("main h2").first).to_be_visible()
    return page


def test_the_standings_are_those_of_the_log(settled: Path) -> None:
    report = FollowedEvent(settled / DATABASE).report()
    records = records_of(fold_event(entries_in(settled)))
    found = {line.entrant: (line.points, line.played, line.won) for line in report.standings}
    assert found == {each.entrant: (float(each.points), each.played, each.won) for each in records}
    assert sum([len(byes) for byes in [report.entrant(name).byes for name in NAMES]]) == 3
    crosstable = report.crosstable
    assert crosstable is not None
    for row, cells in enumerate(crosstable.rows):
        for column, cell in enumerate(cells):
            back = crosstable.rows[column][row]
            assert (cell is None) == (row == column)
            assert cell is None or back is None or (cell.matches == back.matches)
            assert cell is None or back is None or cell.points + back.points <= cell.matches


@needs_browser
def test_the_standings_and_what_officials_did(page: Page) -> None:
    opened(page)
    expect(page).to_have_title("Autumn Cup: Standings")
    expect(page.locator(".about-event")).to_contain_text("finished 12 of 12 matches played")
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(len(NAMES))
    expect(rows.filter(has_text="Dog wood").locator(".notes")).to_have_text("withdrawn, 1 bye, 1 penalty")
    assert re.fullmatch(r"\d+± \d+", rows.first.locator(".rating").inner_text().replace(" ±", "±"))
    page.get_by_role("link", name="Decisions").click()
    correction = page.locator(".decisions li", has_text="appeal upheld")
    old, new = correction.locator("del").inner_text(), correction.locator("ins").inner_text()
    assert (old, new) in (("1st, 2nd", "2nd, 1st"), ("2nd, 1st", "1st, 2nd"))
    expect(page.locator(".decisions li", has_text="Dog wood: warning")).to_contain_text("rule talk.limit")
    correction.get_by_role("link", name="Match 1.1.1.1").click()
    expect(page.locator("[data-key='1.1.1.1'] th")).to_contain_text("corrected")
    expect(page.locator("[data-key='1.1.1.1'] .first")).to_contain_text("was 2nd")


@needs_browser
def test_every_view_is_reached_by_keys_alone(page: Page) -> None:
    opened(page)
    for name in ("Crosstable", "Rounds", "Ratings", "Decisions", "Luck", "Standings"):
        link = page.locator(".views").get_by_role("link", name=name)
        link.focus()
        page.keyboard.press("Enter")
        expect(link).to_have_attribute("aria-current", "page")
        expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".standings tbody a").first).to_be_focused()


@needs_browser
def test_an_entrant_has_a_page(page: Page) -> None:
    opened(page).locator(".standings").get_by_role("link", name="Cedar+1").click()
    expect(page.locator("main h2")).to_have_text("Cedar+1")
    expect(page.locator("main")).to_contain_text("Seat 0")
    page.get_by_text("As a table").click()
    expect(page.locator(".plot tbody tr")).to_have_count(3)
    expect(page.locator(".history .band")).to_have_count(1)
    link = page.url
    opened(page, "luck")
    page.goto(link)
    expect(page.locator("main h2")).to_have_text("Cedar+1")


@needs_browser
def test_a_match_opens_in_the_inspector_and_leads_back(page: Page) -> None:
    opened(page, "round=1").get_by_role("link", name="Open match 1.1.1.1").click()
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.get_by_role("link", name="The event").click()
    expect(page.locator(".standings")).to_be_visible()
    opened(page, "round=1").get_by_role(
        "link", name="Compare match 1.1.1.1 with the same deal in match 1.1.1.2"
    ).click()
    expect(page.locator(".as-tried .side-where")).to_contain_text("Other table")


@needs_browser
@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("entrant=Nobody", "There is no entrant 'Nobody' in this event. The standings list them all."),
        ("round=9", "There is no round '9' in this event. Rounds 1 to 3 are paired."),
        ("round=x", "There is no round 'x' in this event."),
        ("prizes", 'This page has no view "prizes".'),
    ],
)
def test_a_link_to_nowhere_says_so(page: Page, link: str, says: str) -> None:
    expect(opened(page, link).get_by_role("alert")).to_contain_text(says)
    page.locator("main").get_by_role("link", name="Standings").click()
    expect(page.locator(".standings")).to_be_visible()


@needs_browser
def test_an_unknown_match_says_so(page: Page) -> None:
    page.goto("/match/9.9.9.9")
    expect(page.locator("body")).to_contain_text("There is no match '9.9.9.9' in this event.")
    page.get_by_role("link", name="The event").click()
    expect(page.locator(".standings")).to_be_visible()


@needs_browser
def test_news_come_by_themselves_and_nothing_jumps(browser: Browser, cup: Path, tmp_path: Path) -> None:
    whole = entries_in(cup)
    start = until_result(whole, OPEN)
    folder = write_event(tmp_path / "live", start, cup)
    with served_event(folder) as address:
        page = browser.new_page(viewport={"width": 800, "height": 260}, base_url=address)
        opened(page)
        expect(page.locator(".about-event")).to_contain_text("being played 3 of 12 matches played")
        link = page.locator(".standings tbody a").last
        link.focus()
        name = link.inner_text()
        page.mouse.wheel(0, 120)
        page.wait_for_function("window.scrollY > 0")
        page.evaluate("window.kept = document.activeElement.closest('tr'); window.at = window.scrollY")
        store = SqliteReader(cup / DATABASE)
        with closing(open_event(folder / DATABASE, TEXT, "cup.toml")) as log:
            append(log, whole[len(start) :], store)
        store.close()
        expect(page.locator(".about-event")).to_contain_text("finished 12 of 12 matches played")
        assert page.evaluate("document.activeElement.textContent") == name
        assert page.evaluate("window.kept === document.activeElement.closest('tr')")
        assert page.evaluate("window.scrollY === window.at")
        expect(page.locator("main h2")).to_have_text("Final standings")
        page.close()


@needs_browser
def test_an_open_deal_is_not_shown(browser: Browser, cup: Path, tmp_path: Path) -> None:
    folder = write_event(tmp_path / "open", until_result(entries_in(cup), OPEN), cup)
    with served_event(folder) as address:
        page = opened(browser.new_page(base_url=address), "round=1")
        looks = page.locator(".look").all_inner_texts()
        assert sum(["shown when its deal is over" in text for text in looks]) == 1
        assert sum([text == "not over" for text in looks]) == 1
        assert sum(["Open" in text for text in looks]) == 2
        page.close()


@needs_browser
@pytest.mark.parametrize(
    ("results", "says"),
    [
        (None, "The event has not begun."),
        (0, "No match is over yet."),
        (1, "1 match played, none to be shown yet."),
    ],
)
def test_an_event_without_results(
    results: int | None, says: str, browser: Browser, cup: Path, tmp_path: Path
) -> None:
    whole = entries_in(cup)
    entries = whole[:1] if results is None else whole[:3] if results == 0 else until_result(whole, results)
    with served_event(write_event(tmp_path / "new", entries, cup)) as address:
        page = opened(browser.new_page(base_url=address))
        expect(page.locator(".empty")).to_contain_text(says)
        for view, text in (
            ("round", "No round is paired yet." if results is None else "Table 1"),
            ("ratings", "There are no ratings yet."),
            ("decisions", "No official has decided anything so far."),
            ("crosstable", "they have not met"),
            ("luck", "This is a practice event"),
            (f"entrant={quote(NAMES[0])}", "There are no ratings yet."),
        ):
            expect(opened(page, view).locator("main")).to_contain_text(text)
        page.close()


@needs_browser
def test_a_damaged_log_is_explained_and_the_page_goes_on(browser: Browser, cup: Path, tmp_path: Path) -> None:
    folder = write_event(tmp_path / "damaged", until_result(entries_in(cup), OPEN), cup)
    database = folder / DATABASE
    with served_event(folder) as address:
        page = opened(browser.new_page(base_url=address))
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("UPDATE entries SET body = replace(body, 'round_paired', 'round_pairex')")
            connection.commit()
        expect(page.locator(".notice")).to_contain_text("restore it from a backup")
        expect(page.locator(".standings")).to_be_visible()
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("is damaged")
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("UPDATE entries SET body = replace(body, 'round_pairex', 'round_paired')")
            connection.commit()
        expect(page.locator(".standings")).to_be_visible()
        page.close()


@needs_browser
def test_a_log_that_does_not_follow_from_its_schedule_is_explained(
    browser: Browser, cup: Path, tmp_path: Path
) -> None:
    """An edited schedule whose hashes were made to fit has results of matches that are not in it."""
    whole = until_result(entries_in(cup), 1)
    folder = tmp_path / "edited"
    write_event(folder, whole[:2], cup)
    store = SqliteReader(cup / DATABASE)
    with closing(open_event(folder / DATABASE, TEXT, "cup.toml")) as log, pytest.raises(KeyError):
        append(log, whole[3:], store)
    store.close()
    with served_event(folder) as address:
        page = browser.new_page(base_url=address)
        page.goto("/")
        expect(page.get_by_role("alert")).to_contain_text(
            "its entries do not follow from its schedule ('1.1.1.1')"
        )
        page.close()


@needs_browser
def test_without_scripts_the_page_says_what_to_do(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=address)
    page = context.new_page()
    page.goto("/")
    said = page.locator("body").inner_text()
    assert "JavaScript, which is switched off" in said
    assert "Loading" not in said
    context.close()


@needs_browser
def test_nothing_is_wider_than_the_screen(page: Page) -> None:
    for width in SIZES:
        page.set_viewport_size({"width": width, "height": 740})
        for view in VIEWS:
            opened(page, view)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (view, width)


@needs_browser
def test_paper_has_the_tables_and_no_controls(page: Page) -> None:
    for view, table in (("standings", ".standings"), ("round=1", ".matches")):
        opened(page, view).emulate_media(media="print")
        expect(page.locator(table).first).to_be_visible()
        for control in (".tools", ".views", ".rounds", "progress", ".look"):
            assert page.locator(control).filter(visible=True).count() == 0, control
        assert page.evaluate(
            "[...document.querySelectorAll('main table')].every((t) => t.offsetWidth <= t.parentElement.offsetWidth)"
        )
        page.emulate_media(media="screen")


@needs_browser
@needs_npm
def test_the_page_is_accessible(browser: Browser, address: str, axe: str) -> None:
    page = browser.new_page(base_url=address, bypass_csp=True)
    found: list[str] = []
    for view in VIEWS:
        opened(page, view)
        found += violations(page, axe, view, "html" if view == "standings" else "main")
        page.emulate_media(color_scheme="dark")
        found += violations(page, axe, f"{view} in the dark", "html" if view == "standings" else "main")
        page.emulate_media(color_scheme="light")
    page.close()
    assert found == []
