"""What a person at a seat does besides answering, by clicking: standing orders, talk, undo, pause and a dispute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from referee_client import Seat, connect
from tests.inspector.browser import needs_browser
from tests.inspector.live.running import SECONDS, apart, new_match, running_referee, running_site

MOST_ANSWERS = 100
OpenSeat = Callable[[Seat], Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_referee(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="module")
def site(server: str) -> Iterator[str]:
    with running_site(server) as address:
        yield address


@pytest.fixture
def sit(browser: Browser, site: str) -> Iterator[OpenSeat]:
    """Yield what opens the page of a seat. The test fails if a script of such a page fails."""
    faults: list[str] = []
    contexts = []

    def opened(seat: Seat) -> Page:
        context = browser.new_context(base_url=site, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"/live/{seat.match}#token={seat.token}")
        expect(page.locator(".now-sentence")).not_to_be_empty()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def press(page: Page, name: str) -> None:
    """Press the button with this name, wherever it is on the page."""
    page.get_by_role("button", name=name, exact=True).click()


def asking(pages: Sequence[Page]) -> Page:
    """Wait until one of the pages asks something that can be answered, and return it."""
    for _ in range(SECONDS * 20):
        for page in pages:
            if page.locator(".play .option:enabled").count():
                return page
        pages[0].wait_for_timeout(50)
    pytest.fail("nobody is asked anything")


def answer_first(page: Page) -> None:
    """Answer what a page asks with its first option, or with the default where several are chosen."""
    is_one = page.locator(".options-list.one").count() > 0
    given = (
        page.locator(".play .option").first if is_one else page.get_by_role("button", name="Default answer")
    )
    with page.expect_response("**/api/live/answer") as answered:
        given.click()
    assert answered.value.ok


def heard(page: Page, text: str) -> None:
    """Wait until something that was said is on a page."""
    expect(page.locator(".facts [data-number]").filter(has_text=text)).to_have_count(1)


@needs_browser
def test_a_standing_order_is_a_switch_that_stays(server: str, sit: OpenSeat) -> None:
    page = sit(new_match(server)[0])
    press(page, "Standing orders …")
    every = page.get_by_role("switch", name="Pass on questions that do not concern me.")
    expect(every).not_to_be_checked()
    every.click()
    expect(every).to_be_checked()
    page.reload()
    press(page, "Standing orders …")
    expect(every).to_be_checked()
    every.click()
    expect(every).not_to_be_checked()
    press(page, "Close")
    expect(page.locator("dialog[open]")).to_have_count(0)


@needs_browser
def test_an_order_for_the_open_question_is_offered_and_answers_it(server: str, sit: OpenSeat) -> None:
    """In Abyss, whoever is offered an Ally may always pass; after that the seat is not asked any more."""
    pages = [sit(seat) for seat in new_match(server)]
    question = "Buy this Ally, or pass?"
    page = asking(pages)
    while page.locator(".asked h2").text_content() != question:
        answer_first(page)
        page = asking(pages)
    press(page, "Standing orders …")
    switch = page.get_by_role("switch", name=f"Always pass on: {question}")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    press(page, "Close")
    expect(page.locator(".asked h2").filter(has_text=question)).to_have_count(0)
    assert asking(pages).locator(".asked h2").text_content() != question


@needs_browser
def test_what_a_person_says_is_heard_by_the_table(server: str, sit: OpenSeat) -> None:
    speaker, other = (sit(seat) for seat in new_match(server, talk="free"))
    press(speaker, "Say …")
    text = "Nothing <b>hidden</b> here & now."
    speaker.get_by_role("textbox", name="Text").fill(text)
    speaker.keyboard.press("Enter")
    expect(speaker.locator("dialog[open]")).to_have_count(0)
    for page in (speaker, other):
        heard(page, text)


@needs_browser
def test_a_statement_of_the_palette_is_chosen_and_heard(server: str, sit: OpenSeat) -> None:
    seats = new_match(server, "among_cultists", 4, talk="palette")
    speaker, other = sit(seats[0]), sit(seats[1])
    press(speaker, "Say …")
    dialog = speaker.locator("dialog[open]")
    expect(dialog.get_by_role("textbox")).to_have_count(0)
    assert dialog.evaluate("(each) => each.scrollWidth <= each.clientWidth"), "what can be said is cut off"
    chosen = dialog.get_by_role("combobox", name="Statement").first
    sentence = chosen.locator("option").nth(1).text_content() or ""
    chosen.select_option(index=1)
    dialog.get_by_role("button", name="Say", exact=True).first.click()
    for page in (speaker, other):
        heard(page, sentence)


@needs_browser
def test_without_talk_nothing_can_be_said(server: str, sit: OpenSeat) -> None:
    page = sit(new_match(server, talk="none")[0])
    expect(page.get_by_role("button", name="Standing orders …")).to_be_visible()
    expect(page.get_by_role("button", name="Say …")).to_have_count(0)


@needs_browser
@pytest.mark.parametrize("answer", ["Agree", "Refuse"])
def test_an_answer_is_taken_back_if_the_others_agree(server: str, sit: OpenSeat, answer: str) -> None:
    pages = [sit(seat) for seat in new_match(server)]
    page = asking(pages)
    press(page, "Undo")
    expect(page.locator(".tool-note.problem")).not_to_be_empty()
    # An answer that revealed something cannot be taken back.
    for _ in range(MOST_ANSWERS):
        page = asking(pages)
        answer_first(page)
        with page.expect_response("**/api/live/propose") as proposed:
            press(page, "Undo")
        if proposed.value.ok:
            break
    asked, (other,) = page, [each for each in pages if each is not page]
    match = asked.url.partition("#")[0]
    expect(other.locator(".proposal")).to_contain_text("asks to take the last answer back")
    expect(asked.locator(".proposal button")).to_have_count(0)
    press(other, answer)
    if answer == "Agree":
        # Both pages go on in the match that continues this one, at the same question.
        for each in pages:
            each.wait_for_url(lambda url: url.partition("#")[0] != match)
        assert asking(pages) is asked
    else:
        expect(asked.locator(".proposal")).to_have_count(0)
        assert asked.url.partition("#")[0] == match


@needs_browser
def test_a_pause_and_its_end_need_everyone(server: str, sit: OpenSeat) -> None:
    first, second = (sit(seat) for seat in new_match(server))
    for step, reason in (("pause", "Tea is ready."), ("resume", "Tea is over.")):
        press(first, "Pause …" if step == "pause" else "Resume …")
        first.get_by_role("textbox", name="Reason, for everyone").fill(reason)
        press(first, "Ask the others")
        expect(second.locator(".proposal")).to_contain_text(f"asks to {step} the match: {reason}")
        press(second, "Agree")
        for page in (first, second):
            expect(page.locator(".proposal")).to_have_count(0)
            expect(page.locator(".standing")).to_have_count(1 if step == "pause" else 0)
    answer_first(asking([first, second]))


@needs_browser
def test_a_seat_agrees_to_an_adjournment(server: str, sit: OpenSeat) -> None:
    asking_seat, other = new_match(server)
    page = sit(other)

    def propose() -> None:
        with connect(server) as referee:
            referee.pause_match(asking_seat.match, asking_seat.token, "The hall closes.", adjourn=True)

    apart(propose)
    expect(page.locator(".proposal")).to_contain_text("asks to adjourn the match: The hall closes.")
    press(page, "Agree")
    expect(page.locator(".standing")).to_contain_text("All seats have agreed to an adjournment")


@needs_browser
def test_a_fact_is_disputed_and_the_match_is_frozen(server: str, sit: OpenSeat) -> None:
    first, second = (sit(seat) for seat in new_match(server))
    first.keyboard.press("Home")
    expect(first.locator(".where")).to_contain_text("fact 1 of")
    sentence = first.locator(".now-sentence").text_content() or ""
    press(first, "Dispute …")
    expect(first.locator("dialog[open] .what")).to_have_text(sentence)
    press(first, "Open a case")
    # Nothing is claimed yet, so nothing is sent.
    expect(first.locator("dialog[open]")).to_be_visible()
    first.get_by_role("textbox", name="What is wrong?").fill("That is not how it begins.")
    first.get_by_role("checkbox", name="Freeze the match").check()
    press(first, "Open a case")
    for page in (first, second):
        expect(page.locator(".case")).to_contain_text("player-0")
        expect(page.locator(".case")).to_contain_text("That is not how it begins.")
        expect(page.locator(".standing")).to_contain_text("A case has frozen the match.")
