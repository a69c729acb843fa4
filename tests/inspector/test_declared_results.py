"""The result of a recorded match whose result officials have declared or corrected, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.audit.entries import Award, Body, CaseRuled
from referee.cli.commands.inspect import read_record
from referee.inspector.case_words import CaseWords
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.inspector.opened_match import OpenedMatch
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from tests.disputes.recordings import RandomRecording, opened, stepped
from tests.disputes.test_declared_results import CORRECTED, LEFT, OFFICIALS
from tests.inspector.browser import inspector, needs_browser, opened_browser
from tests.inspector.one_file.saved_files import write

COUNTS = "Won by Ada. Mixed up. Declared by head judge/3."
EARLIER = "Won by Bob (Ada resignation and Bob walkover). Had to leave. Declared by scorekeeper/2."


def bundle(folder: Path, *bodies: Body, luck: str = "exhibit", answers: int = 8) -> Path:
    """Write a bundle in which officials have taken these steps."""
    file = folder / f"{len(list(folder.iterdir()))}.bundle"
    file.write_text(stepped(RandomRecording(luck=luck, answers=answers).text(), *OFFICIALS, *bodies))
    return file


def results(file: Path) -> dict[int, list[str]]:
    """Return the results that the page shows to each viewer, the one that counts first."""
    match = OpenedMatch(read_record(str(file)))
    told = {viewer: match.summary(viewer) for viewer in match.viewers}
    return {viewer: [about.result, *about.earlier_results] for viewer, about in told.items()}


def test_everyone_sees_the_result_that_counts_before_the_corrected_one(tmp_path: Path) -> None:
    file = bundle(tmp_path, LEFT, CORRECTED)
    assert results(file) == {viewer: [COUNTS, EARLIER] for viewer in (OPEN_TABLE, SPECTATOR, 0, 1, 2)}
    assert OpenedMatch(read_record(str(file))).summary(SPECTATOR).is_over


def test_without_a_declaration_the_result_is_that_of_the_game(tmp_path: Path) -> None:
    assert set(map(tuple, results(bundle(tmp_path)).values())) == {("The match is not over.",)}


def test_the_result_of_the_game_stays_visible_after_a_correction(tmp_path: Path) -> None:
    (played,) = results(bundle(tmp_path, answers=-1))[SPECTATOR]
    assert results(bundle(tmp_path, CORRECTED, answers=-1))[SPECTATOR] == [COUNTS, played]


def test_a_newer_ruling_counts_before_a_declared_result(tmp_path: Path) -> None:
    ruled = CaseRuled(1, "overturned", "So.", ("explore",), Award((2,)), False, 0, "judge/1")
    shown = results(bundle(tmp_path, LEFT, opened(), ruled))[SPECTATOR]
    assert shown == ["The match is awarded to Cleo. Set by a ruling.", EARLIER]


def test_results_tell_nothing_about_hidden_things(tmp_path: Path, seed: str) -> None:
    ours, theirs = [bundle(tmp_path, LEFT, CORRECTED, luck=f"{seed} {world}") for world in "ab"]
    assert results(ours) == results(theirs)


def test_a_planted_leak_is_found(tmp_path: Path, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result names a fact that only the open table was told."""
    monkeypatch.setattr(CaseWords, "_by", lambda words, by: f"{by} after {words._numbers}")
    with pytest.raises(AssertionError):
        test_results_tell_nothing_about_hidden_things(tmp_path, seed)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


def shown_when_asked(page: Page) -> None:
    line = page.locator("header .result")
    expect(page.locator(".now-sentence")).not_to_be_empty()
    expect(line).not_to_contain_text("Won by")
    page.get_by_role("button", name="Show the result").click()
    expect(line).to_contain_text(f"{COUNTS} Corrected: {EARLIER}")


@needs_browser
def test_a_corrected_result_is_hidden_until_it_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    file = bundle(tmp_path, LEFT, CORRECTED)
    page = browser.new_page()
    with inspector(file) as address:
        page.goto(f"{address}/#fact=1")
        shown_when_asked(page)
    saved = html_file(SavedMatch(read_record(str(file)), file.read_text(), SPECTATOR), None)
    page.goto(f"{write(tmp_path, 'saved.html', saved)}#fact=1")
    shown_when_asked(page)
    page.close()
