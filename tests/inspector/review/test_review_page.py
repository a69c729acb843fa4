"""A review in a real browser: two pages in one room, notes from their moment on, and a file of notes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.accessibility import violations
from tests.inspector.browser import inspector, needs_browser, needs_npm, opened_browser
from tests.inspector.requests import REPLAYS

NOTE = "Why <b>not</b> the kraken?"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


class Two(NamedTuple):
    """Two pages on browsers of their own, and the address of the inspector."""

    leader: Page
    other: Page
    address: str


@pytest.fixture
def two(browser: Browser) -> Iterator[Two]:
    with inspector(REPLAYS / "abyss/2-seats.replay") as address:
        contexts = [
            browser.new_context(viewport={"width": 1280, "height": 900}, base_url=address) for _ in range(2)
        ]
        pages = [context.new_page() for context in contexts]
        faults: list[str] = []
        for page in pages:
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "request",
                lambda asked: None if asked.url.startswith((address, "blob:")) else faults.append(asked.url),
            )
        yield Two(pages[0], pages[1], address)
        for context in contexts:
            context.close()
    assert faults == []


def opened(page: Page, hash_: str = "") -> Page:
    page.goto(f"/{hash_}")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    return page


def at(page: Page, fact: int) -> None:
    expect(page.locator(".where")).to_contain_text(f"fact {fact} of")


def room_link(leader: Page) -> str:
    leader.locator("#tab-notes").click()
    leader.get_by_role("button", name="Open a review room").click()
    link = leader.locator(".room-link").get_attribute("href") or ""
    assert "#room=" in link
    return link


def write(page: Page, text: str) -> None:
    page.locator("#tab-notes").click()
    page.locator("#note-text").fill(text)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Add the note").click()
    expect(page.locator(".review-said")).to_have_text("The note is kept.")


@needs_browser
def test_followers_go_with_the_leader_until_they_step(two: Two) -> None:
    leader, other, _ = two
    opened(leader, "#fact=12")
    link = room_link(leader)
    other.goto(link)
    at(other, 12)
    expect(other.locator(".review-bar")).to_contain_text("You follow the leader")
    leader.locator(".where").click()
    leader.keyboard.press("ArrowRight")
    at(other, 13)
    # Through other eyes at the same moment, and still with the leader.
    other.keyboard.press("0")
    expect(other.locator(".eyes [aria-pressed=true]")).to_have_attribute("data-viewer", "0")
    expect(other.locator(".review-bar")).to_contain_text("You follow the leader")
    other.keyboard.press("o")
    leader.keyboard.press("End")
    expect(other.locator(".where")).to_contain_text(
        leader.locator(".where span").nth(1).text_content() or "x"
    )
    other.keyboard.press("Home")
    expect(other.locator(".review-bar")).to_contain_text("The leader is at fact")
    leader.keyboard.press("Home")
    leader.keyboard.press("ArrowRight")
    expect(other.locator(".review-bar")).to_contain_text("The leader is at fact 2.")
    at(other, 1)
    other.get_by_role("button", name="Follow again").click()
    at(other, 2)
    # A reload keeps the room, for both.
    other.reload()
    expect(other.locator(".review-bar")).to_contain_text("You follow the leader")
    leader.reload()
    expect(leader.locator(".review-bar")).to_contain_text("You lead a review room.")
    leader.keyboard.press("ArrowRight")
    expect(other.locator(".where")).to_contain_text(
        leader.locator(".where span").nth(1).text_content() or "x"
    )
    leader.get_by_role("button", name="End the room").click()
    expect(other.locator(".notice").first).to_have_text("The review room has ended.")
    expect(other.locator(".review-bar")).to_be_hidden()


@needs_browser
def test_notes_are_shown_from_their_moment_on_and_only_to_their_eyes(two: Two) -> None:
    leader, other, _ = two
    opened(leader, "#fact=12")
    link = room_link(leader)
    other.goto(link)
    at(other, 12)
    other.locator("#tab-notes").click()
    write(leader, NOTE)
    # It comes to the other page by itself, as text.
    expect(other.locator(".note-text")).to_have_text(NOTE)
    assert other.locator(".note b").count() == 0
    other.locator(".where").click()
    other.keyboard.press("ArrowLeft")
    expect(other.locator(".note")).to_have_count(0)
    other.keyboard.press("ArrowRight")
    expect(other.locator(".note.now-noted")).to_have_count(1)
    sent: list[str] = []
    other.on("response", lambda reply: sent.append(reply.text()) if "/api/review" in reply.url else None)
    with other.expect_response(lambda reply: "/api/review" in reply.url and "as=0" in reply.url):
        other.keyboard.press("0")
    expect(other.locator(".note")).to_have_count(0)
    assert NOTE not in "".join(sent)
    assert "kraken?" not in (other.locator("body").text_content() or "")
    leader.get_by_role("button", name="Remove the note of Ada on fact 12").click()
    expect(leader.locator(".note")).to_have_count(0)


@needs_browser
def test_notes_go_to_a_file_and_come_back(two: Two, tmp_path: Path) -> None:
    leader, other, _ = two
    opened(leader, "#fact=12")
    write(leader, NOTE)
    with leader.expect_download() as saved:
        leader.get_by_role("button", name="Export the notes").click()
    path = tmp_path / "notes.json"
    saved.value.save_as(path)
    assert saved.value.suggested_filename == "2-seats.notes.json"
    assert json.loads(path.read_text())["format"] == "referee notes 1"
    leader.get_by_role("button", name="Remove the note").click()
    expect(leader.locator(".note")).to_have_count(0)
    opened(other, "#fact=20")
    other.locator("#tab-notes").click()
    other.locator("#notes-file").set_input_files(path)
    expect(other.locator(".review-said")).to_have_text("1 new note.")
    expect(other.locator(".note-text")).to_have_text(NOTE)
    other.get_by_role("button", name="fact 12", exact=True).click()
    at(other, 12)
    path.write_text("{")
    other.locator("#notes-file").set_input_files(path)
    expect(other.locator(".review-said")).to_have_text("This is not a file with notes.")


@needs_browser
@needs_npm
def test_the_review_is_accessible_and_fits_a_narrow_screen(two: Two, axe: str) -> None:
    leader, other, _ = two
    opened(leader, "#fact=12")
    link = room_link(leader)
    write(leader, NOTE)
    other.set_viewport_size({"width": 360, "height": 740})
    other.goto(link)
    at(other, 12)
    other.locator("#tab-notes").click()
    expect(other.locator(".note")).to_have_count(1)
    found = violations(leader, axe, "leader")
    leader.emulate_media(color_scheme="dark")
    found += violations(leader, axe, "leader, dark") + violations(other, axe, "follower")
    assert found == []
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
