"""An event as one HTML file, opened from disk: it shows the same views and asks nobody for anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.inspector.event_pages.followed_event import FollowedEvent
from referee.inspector.one_file.event_html import event_html
from tests.inspector.browser import needs_browser
from tests.inspector.event_pages.shown_events import (
    DATABASE,
    NAMES,
    SEED,
    entries_in,
    until_result,
    write_event,
)
from tests.inspector.event_pages.test_public_log import other_world, with_trouble


@pytest.fixture(scope="module")
def file(cup: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the event that is over."""
    file = tmp_path_factory.mktemp("page") / "cup.html"
    file.write_text(event_html(FollowedEvent(cup / DATABASE).report()))
    return file


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails or anything but the file itself is asked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = context.new_page()
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    made.on(
        "request",
        lambda asked: None if asked.url.startswith(("file:", "data:", "blob:")) else faults.append(asked.url),
    )
    yield made
    context.close()
    assert faults == []


@needs_browser
def test_every_view_is_in_the_file(page: Page, file: Path) -> None:
    page.goto(file.as_uri())
    expect(page.locator(".standings tbody tr")).to_have_count(len(NAMES))
    for view, shown in (
        ("Crosstable", ".crosstable"),
        ("Rounds", ".matches"),
        ("Ratings", ".history"),
        ("Decisions", ".decisions"),
        ("Luck", ".hash"),
    ):
        page.locator(".views").get_by_role("link", name=view).click()
        expect(page.locator(shown).first).to_be_visible()
    page.goto(f"{file.as_uri()}#round=2")
    expect(page.locator("main h2")).to_have_text("Round 2")
    assert page.get_by_role("link", name="Open match").count() == 0
    page.locator(".round-table").get_by_role("link", name=NAMES[2]).first.click()
    expect(page.locator("main h2")).to_have_text(NAMES[2])


@needs_browser
@pytest.mark.parametrize(
    ("link", "of"), [("entrant=Nobody", "entrant"), ("round=9", "round"), ("entrant=constructor", "entrant")]
)
def test_a_link_to_nowhere_says_so(page: Page, file: Path, link: str, of: str) -> None:
    page.goto(f"{file.as_uri()}#{link}")
    expect(page.get_by_role("alert")).to_contain_text(f"There is no {of}")


@needs_browser
def test_a_damaged_file_says_so(page: Page, file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    start = text.index('id="saved-event">') + len('id="saved-event">')
    damaged = tmp_path / "damaged.html"
    damaged.write_text(text[: start + 100] + "AAAA" + text[start + 104 :])
    page.goto(damaged.as_uri())
    expect(page.locator("main")).to_contain_text("This file is damaged")


def test_the_file_of_a_running_event_is_the_same_in_worlds_that_differ_in_open_deals(
    cup: Path, tmp_path: Path, seed: str
) -> None:
    entries = with_trouble(until_result(entries_in(cup), 3))
    others = [entries, other_world(entries, Random(seed))]
    assert others[0] != others[1]
    pages = [
        event_html(FollowedEvent(write_event(tmp_path / str(number), each, cup) / DATABASE).report())
        for number, each in enumerate(others)
    ]
    assert pages[0] == pages[1]
    assert SEED not in pages[0]
    assert "connect-src 'none'" in pages[0]
