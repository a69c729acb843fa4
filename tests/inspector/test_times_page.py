"""The panel with the time sheet, in a real browser: on a server and in a single file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.cli.commands.inspect import read_record
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.kernel.facts import OPEN_TABLE
from referee.proof.keys import MemoryKey
from referee.replay.time_sheet import divide
from tests.inspector.accessibility import violations
from tests.inspector.browser import inspector, needs_browser, needs_npm
from tests.inspector.one_file.saved_files import write
from tests.inspector.timed_replay import timed_bundle, timed_replay

TEXT = timed_replay()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a match with a time sheet, and the same match without."""
    made = tmp_path_factory.mktemp("matches")
    (made / "timed.replay").write_text(TEXT)
    (made / "plain.replay").write_text(divide(TEXT)[0])
    return made


@pytest.fixture(scope="module")
def timed(folder: Path) -> Iterator[str]:
    """Yield the address of an inspector that shows these matches."""
    with inspector(folder) as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page that fails the test if a script fails."""
    made = browser.new_page(viewport={"width": 1280, "height": 800})
    faults: list[str] = []
    made.on("pageerror", lambda error: faults.append(str(error)))
    yield made
    made.close()
    assert faults == []


def opened(page: Page, address: str) -> Page:
    """Open a match at its time sheet, by the key."""
    page.goto(address)
    expect(page.locator(".now-sentence")).not_to_be_empty()
    page.keyboard.press("h")
    expect(page.locator(".times h2")).to_be_visible()
    return page


@needs_browser
def test_a_row_leads_to_its_fact_by_keys_alone(page: Page, timed: str) -> None:
    opened(page, f"{timed}/match/timed.replay")
    answers = page.get_by_role("region", name="Every answer")
    heads = answers.locator("thead th").all_text_contents()
    asked = ["Fact", "Seat", "Question", "Asked", "Delivered", "Received"]
    assert heads == [*asked, "Used", "Charged", "Bank", "Credited", "Connection", "Given by"]
    expect(answers.locator("tbody tr")).to_have_count(176)
    row = answers.locator("tbody tr").nth(6)
    cells = ["21", "Bob", "3 unsold ally", "08:00:08", "+0.1", "+2.8", "0.7", "0.7", "898.6"]
    assert row.locator("> *").all_text_contents() == [*cells, "2.0 pause or freeze", "connected", "player"]
    expect(answers.locator("tbody tr").nth(4)).to_contain_text("time out")
    link = row.get_by_role("button")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("fact 21 of")
    expect(link).to_have_attribute("aria-current", "true")
    expect(page.locator(".times .plot-legend").first).to_contain_text("Ada 1")


@needs_browser
def test_other_eyes_do_not_see_it_and_the_page_never_asks_for_it(page: Page, timed: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/times/" in request.url else None)
    opened(page, f"{timed}/match/timed.replay#as=1")
    expect(page.locator(".times")).to_contain_text("Only the open table has it.")
    assert page.locator(".times table").count() == 0
    assert asked == []
    page.keyboard.press("o")
    expect(page.locator(".times table").first).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator(".times table")).to_have_count(0)


@needs_browser
def test_a_match_without_a_clock_has_no_such_panel(page: Page, timed: str) -> None:
    page.goto(f"{timed}/match/plain.replay")
    expect(page.locator("#tab-plots")).to_be_visible()
    expect(page.locator("#tab-times")).to_have_count(0)


@needs_browser
@needs_npm
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing_in_either_theme(browser: Browser, timed: str, axe: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    opened(page, f"{timed}/match/timed.replay")
    expect(page.locator(".times tbody tr").last).to_be_attached()
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        assert violations(page, axe, f"time sheet, {theme}", "#panel-times") == []
    page.close()


# --- in a single file ---


def time_check(page: Page, folder: Path, name: str, text: str) -> str:
    """Open the single file of a match, and return what it says about its time sheet."""
    (folder / name).write_text(text)
    file = html_file(SavedMatch(read_record(str(folder / name)), text, OPEN_TABLE), MemoryKey())
    opened(page, write(folder, "match.html", file))
    expect(page.locator(".times tbody tr").last).to_be_attached()
    expect(page.locator(".verdict")).not_to_contain_text("Checking")
    checks = page.locator(".checks li")
    assert [each for each in checks.all_text_contents() if "✗" in each and "Time sheet" not in each] == []
    return checks.filter(has_text="Time sheet").text_content() or ""


@needs_browser
def test_a_single_file_shows_the_time_sheet_and_checks_its_signature(page: Page, tmp_path: Path) -> None:
    said = time_check(page, tmp_path, "m.bundle", timed_bundle())
    assert said.startswith("✓")
    expect(page.locator(".verdict")).to_have_text("✓ Checked: unchanged")
    assert time_check(page, tmp_path, "m.replay", TEXT).startswith("–")


@needs_browser
def test_a_changed_time_in_a_single_file_is_found(page: Page, tmp_path: Path) -> None:
    said = time_check(page, tmp_path, "m.bundle", timed_bundle(('"used_ms":100,', '"used_ms":101,')))
    assert said.startswith("✗")
    assert "the signature of" in said.lower()
