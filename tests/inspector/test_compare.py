"""Comparing two readings on the page, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm

MATCH = "/match/unfathomable/arrived.replay"
ABYSS = "/match/abyss/2-seats.replay"
PLAYED = "2 Deep Ones go from water space 2 to water space 4."
TRIED = "2 Deep Ones go from water space 2 to water space 6."


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


def compared(page: Page, link: str) -> Page:
    """Open a link and wait until both sides are shown."""
    page.goto(link)
    expect(page.locator(".as-tried .side-sentence")).not_to_be_empty()
    return page


def sides(page: Page) -> tuple[str, str]:
    """Return what is said about both sides."""
    played, tried = page.locator(".side-sentence").all_text_contents()
    return played, tried


@needs_browser
def test_a_reading_is_compared_from_the_why_panel_by_keys_alone(page: Page) -> None:
    """The dispute of the README: how monsters drift."""
    page.goto(f"{MATCH}#fact=53")
    expect(page.locator(".now-sentence")).to_have_text(PLAYED)
    page.keyboard.press("w")
    button = page.get_by_role("button", name="Compare with block")
    page.locator(".ruling", has_text="How do monsters drift").locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".as-tried .side-sentence")).to_have_text(TRIED)
    assert sides(page) == (PLAYED, TRIED)
    expect(page.locator(".report")).to_contain_text("Different facts, but the same outcome.")
    expect(page.locator(".report")).to_contain_text("First fact that differs: 53, in entry 7")
    expect(page).to_have_url(page.url.split("#")[0] + "#fact=53&compare=travel.drift:block")
    boards = page.locator(".tables .board")
    expect(boards).to_have_count(2)
    for board in (boards.first, boards.last):
        expect(board.locator(".thing.changed").first).to_be_visible()


@needs_browser
def test_both_stories_step_together(page: Page) -> None:
    compared(page, f"{MATCH}#compare=travel.drift:block")
    expect(page.locator(".pairs [aria-current]")).to_contain_text(PLAYED)
    wheres = page.locator(".side-where")
    for expected in ((54, 54), (55, 55), (56, 55), (57, 55), (58, 56)):
        page.keyboard.press("ArrowRight")
        expect(wheres.first).to_contain_text(f"fact {expected[0]} of 1326")
        expect(wheres.last).to_contain_text(f"fact {expected[1]} of 1324")
    page.keyboard.press("ArrowLeft")
    expect(wheres.last).to_contain_text("nothing more here")
    page.locator(".track input").fill("1000")
    expect(wheres.last).to_contain_text("fact 998 of 1324")
    page.keyboard.press("N")
    expect(wheres.first).to_contain_text("fact 56 of 1326")
    page.get_by_role("button", name="First difference").click()
    expect(wheres.first).to_contain_text("fact 53 of 1326")
    page.locator(".gap button").first.click()
    page.locator(".pair.same button").nth(2).click()
    expect(wheres.first).not_to_contain_text("fact 53 of")


@needs_browser
def test_a_link_opens_the_same_comparison_and_another_one_ends_it(page: Page) -> None:
    compared(page, f"{MATCH}#fact=56&compare=travel.drift:block")
    expect(page.locator(".side-where").first).to_contain_text("fact 56 of 1326")
    expect(page.locator("#compare-with")).to_have_value("travel.drift:block")
    page.evaluate("location.hash = '#fact=60'")
    expect(page.locator(".tried-side")).to_be_hidden()
    expect(page.locator(".where")).to_contain_text("fact 60 of")


@needs_browser
def test_it_says_where_the_answers_stop_fitting(page: Page) -> None:
    compared(page, f"{MATCH}#fact=800&compare=edition:de")
    expect(page.locator(".trial-stop")).to_contain_text("The trial stops after fact 708.")
    expect(page.locator(".trial-stop")).to_contain_text("is asked a question without a recorded answer")
    expect(page.locator(".as-tried")).to_contain_text("the trial has stopped here")
    expect(page.locator(".report")).to_contain_text("As tried: not reached")


@needs_browser
def test_it_says_if_nothing_differs(page: Page) -> None:
    page.goto(ABYSS)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.keyboard.press("c")
    page.locator("#compare-with").select_option("explore.exhausted:empty_handed")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".report")).to_contain_text(
        "No effect: the same questions, the same facts, the same outcome."
    )
    expect(page.locator(".things")).to_contain_text("Both tables are the same now")
    expect(page.locator(".pairs li")).to_have_count(0)


@needs_browser
@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("travel.drift:sideways", "unknown reading 'sideways' of travel.drift"),
        ("nonsense", "name what to compare with"),
        ("travel.drift:per_step", "played under these readings already"),
    ],
)
def test_a_link_that_compares_nothing_says_so(page: Page, link: str, says: str) -> None:
    page.goto(f"{MATCH}#fact=53&compare={link}")
    expect(page.locator(".report .problem")).to_contain_text(says)
    expect(page.locator(".tried-side")).to_be_hidden()
    expect(page.locator(".where")).to_contain_text("fact 53 of")


@needs_browser
def test_other_eyes_end_the_comparison(page: Page) -> None:
    """A comparison shows what every seat held; through a seat's eyes nothing of it is left in the page."""
    compared(page, f"{MATCH}#compare=travel.drift:block")
    page.keyboard.press("1")
    expect(page.locator("[data-viewer='1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".tried-side")).to_be_hidden()
    expect(page.locator(".pairs li")).to_have_count(0)
    page.wait_for_function("!location.hash.includes('compare')")
    page.keyboard.press("w")
    expect(page.locator(".why .what")).not_to_be_empty()
    expect(page.get_by_role("button", name="Compare with")).to_have_count(0)


@needs_browser
def test_the_sides_are_stacked_on_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    compared(page, f"{MATCH}#compare=travel.drift:block")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    played, tried = [side.bounding_box() for side in page.locator(".tables .side").all()]
    assert played is not None
    assert tried is not None
    assert tried["y"] >= played["y"] + played["height"] - 1
    panel = page.locator(".compare").bounding_box()
    assert panel is not None
    assert panel["y"] >= tried["y"] + tried["height"] - 1


@needs_browser
@needs_npm
def test_a_comparison_is_accessible(browser: Browser, address: str, axe: str) -> None:
    page = browser.new_page(base_url=address, bypass_csp=True)
    compared(page, f"{MATCH}#compare=edition:de")
    found = violations(page, axe, "main", "main") + violations(page, axe, "aside", "aside")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, "main in the dark", "main") + violations(
        page, axe, "aside in the dark", "aside"
    )
    page.close()
    assert found == []
