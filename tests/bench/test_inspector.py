"""The benchmark of the inspector: what it opens, what it compares, and what it says without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.bench import browser_pages, inspector
from referee.bench.browser_pages import opened_browser, running_command
from referee.bench.inspector import FACTS, VIEWERS, long_replay, viewer_figures
from referee.bench.parts import BARS, PartFailed
from referee.replay.reading import read_replay


def test_the_long_match_is_long() -> None:
    replay = read_replay(long_replay().encode())
    assert sum([len(entry.facts) for entry in replay.entries]) >= FACTS
    assert replay.outcome is not None


def test_without_a_browser_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_pages, "BROWSERS", ("no-such-browser",))
    with pytest.raises(PartFailed, match="no browser: install Chromium"), opened_browser():
        pass


def test_a_command_that_does_not_start_says_so(tmp_path: Path) -> None:
    with pytest.raises(PartFailed, match="did not start"), running_command("inspect", str(tmp_path / "none")):
        pass


def watched(folder: Path, slices: int, viewers: int) -> dict[str, float]:
    """Measure a server that has nothing else to do."""
    flags = ("--port", "0", "--http", "0", "--data-dir", str(folder), "--log", "off")
    with running_command("serve", *flags, prints=2) as (server, pages):
        return viewer_figures(server, pages, slices, viewers)


def test_answers_are_timed_with_and_without_viewers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspector, "WARM_UP", 1)
    monkeypatch.setattr(inspector, "ANSWERS", 5)
    found = watched(tmp_path, slices=2, viewers=3)
    assert min(found.values()) > 0
    ratio = found["inspector.watched_p99_ms"] / found["inspector.quiet_p99_ms"]
    assert found["inspector.watched_ratio"] == pytest.approx(ratio)


@pytest.mark.campaign
def test_fifty_viewers_do_not_slow_a_match(tmp_path: Path) -> None:
    assert BARS["inspector.watched_ratio"].holds(watched(tmp_path, 11, VIEWERS)["inspector.watched_ratio"])
