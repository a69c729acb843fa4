"""Cases on the page, in a real browser: shown, filtered, and taken from the claim to the second ruling."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.inspector.case_desk import StepGuard
from tests.cli.running import inside
from tests.inspector.accessibility import violations
from tests.inspector.browser import inspector, needs_browser, needs_npm, opened_browser
from tests.inspector.requests import REPLAYS

CLAIM = "The German reference moves them all at once."


class Office(NamedTuple):
    """An official's files: a bundle of the README's dispute, the data directory, and the published keys."""

    bundle: str
    data_dir: str
    keys: str


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Office:
    folder = tmp_path_factory.mktemp("office")
    office = Office(*[str(folder / name) for name in ("finals-3.bundle", "data", "official.keys")])
    ran = inside("keys", "publish", "-o", office.keys, "--data-dir", office.data_dir)
    assert ran.code == 0, ran.err
    replay = str(REPLAYS / "unfathomable/arrived.replay")
    ran = inside("export", replay, "--match", "finals-3", "-o", office.bundle, "--data-dir", office.data_dir)
    assert ran.code == 0, ran.err
    return office


@pytest.fixture
def office(original: Office, tmp_path: Path) -> Office:
    bundle = tmp_path / "finals-3.bundle"
    shutil.copy(original.bundle, bundle)
    return Office(str(bundle), original.data_dir, original.keys)


class Desk(NamedTuple):
    """A page that may take steps."""

    page: Page
    office: Office

    def form(self, title: str) -> Locator:
        """Unfold the form of a step."""
        step = self.page.locator("details.step", has=self.page.locator("summary", has_text=title))
        step.locator("summary").click()
        return step

    def take(self, title: str, events: int, **values: str) -> None:
        """Take a step, and wait until the case has this number of events."""
        form = self.form(title)
        for name, value in values.items():
            field = form.locator(f"[name={name}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.get_by_role("button").click()
        expect(self.page.locator(".case-history li")).to_have_count(events)


@pytest.fixture
def desk(browser: Browser, office: Office) -> Iterator[Desk]:
    guard = StepGuard()
    with inspector(Path(office.bundle), data_dir=office.data_dir, guard=guard) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=address)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"/?sign={guard.token}#fact=53")
        expect(page.locator(".now-sentence")).not_to_be_empty()
        page.keyboard.press("d")
        expect(page.locator("details.step")).to_have_count(1)
        yield Desk(page, office)
        context.close()
    assert faults == []


@needs_browser
def test_a_dispute_from_the_claim_to_the_second_ruling(desk: Desk) -> None:
    page, office = desk
    assert "sign=" not in page.url, "the token does not stay in the address"
    desk.take("Open a case", 1, by="seat/1", rule="travel.drift", claim=CLAIM)
    desk.take("Try another reading", 2, readings="travel.drift:block")
    expect(page.locator(".case-history")).to_contain_text("The first fact that differs is 53.")
    desk.take(
        "Rule on it", 3, finding="upheld", reason="This table plays by our consensus.",
        rules="travel.monster_drift,travel.drift", precedent="yes",
    )  # fmt: skip
    desk.take("Appeal the ruling", 4, by="seat/0", reason="The example says otherwise.")
    expect(page.locator(".standing")).to_contain_text("provisional: case 1")
    desk.take("Rule on the appeal", 5, finding="upheld", reason="It does not.", rules="travel.drift")
    expect(page.locator(".case-state")).to_have_text("closed by its second ruling")
    expect(page.locator(".case-history")).to_contain_text("by whoever made the first ruling")
    expect(page.locator(".legend")).to_contain_text("Cases")
    verified = inside("verify", office.bundle, "--keys", office.keys)
    assert verified.code == 0, verified.err
    shown = inside("dispute", "show", office.bundle).out
    for words in (CLAIM, "travel.drift=block", "kept as precedent", "The example says otherwise."):
        assert words in shown
    page.locator("#tab-facts").click()
    page.get_by_label("Mark", exact=True).select_option("appeal")
    expect(page.locator(".count")).to_have_text("1 of 1326 facts")
    expect(page.locator(".facts li:not([hidden]) .noted", has_text="appeals")).to_be_visible()
    page.locator("#tab-cases").click()
    page.get_by_role("button", name="Compare with travel.drift:block").click()
    expect(page.locator(".as-tried .side-sentence")).to_contain_text("water space 6")


@needs_browser
def test_a_case_is_opened_and_withdrawn_by_keys_alone(desk: Desk) -> None:
    page, office = desk
    page.locator("details.step summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Bob")
    for text in ("", "", CLAIM):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".case-history")).to_contain_text(CLAIM)
    expect(page.locator(".case-file .about")).to_contain_text("fact 53")
    page.locator("details.step summary", has_text="Withdraw it").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".case-state")).to_have_text("withdrawn before any ruling")
    assert "withdrawn before any ruling" in inside("dispute", "show", office.bundle).out


@needs_browser
def test_a_refused_step_says_why_and_can_be_mended(desk: Desk) -> None:
    page, office = desk
    before = Path(office.bundle).read_bytes()
    form = desk.form("Open a case")
    problem = form.locator(".problem")
    form.get_by_role("button").click()
    expect(problem).to_have_text("The claim is missing; write a sentence.")
    form.locator("[name=claim]").fill(CLAIM)
    form.locator("[name=rule]").fill("24.7")
    form.get_by_role("button").click()
    expect(problem).to_contain_text("paragraph 24.7 is travel.monster_drift")
    assert Path(office.bundle).read_bytes() == before
    ran = inside(
        "dispute", "open", office.bundle, "--at", "60", "--by", "seat/0", "--rule", "travel.drift",
        "--claim", "So.", "--data-dir", office.data_dir,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    form.locator("[name=rule]").fill("travel.drift")
    form.get_by_role("button").click()
    expect(problem).to_contain_text("The file has changed since this page read it")
    page.reload()
    page.locator("#tab-cases").click()
    expect(page.locator(".case-file")).to_have_count(1)


@needs_browser
def test_a_page_that_may_only_read_says_how_to_sign(browser: Browser) -> None:
    with inspector(REPLAYS) as address:
        page = browser.new_page(base_url=address)
        for match, says in (
            ("unfathomable/disputed.bundle", "--sign"),
            ("abyss/2-seats.replay", "referee export"),
        ):
            page.goto(f"/match/{match}")
            expect(page.locator(".now-sentence")).not_to_be_empty()
            page.keyboard.press("d")
            expect(page.locator(".read-only")).to_contain_text(says)
            expect(page.locator("details.step")).to_have_count(0)
        page.close()


@needs_browser
@needs_npm
def test_the_cases_are_accessible_and_fit_a_narrow_screen(desk: Desk, browser: Browser, axe: str) -> None:
    desk.take("Open a case", 1, by="seat/1", rule="travel.drift", claim=CLAIM)
    state = desk.page.context.storage_state()
    address = desk.page.url
    page = browser.new_page(storage_state=state, bypass_csp=True, viewport={"width": 360, "height": 740})
    page.goto(address)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.keyboard.press("d")
    for summary in page.locator("details.step > summary").all():
        summary.click()
    found = violations(page, axe, "light", "aside")
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, "dark", "aside")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()
    assert found == []
