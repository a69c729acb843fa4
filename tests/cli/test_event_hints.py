"""`referee event hints`: what it says, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.arena.collusion_hints import CollusionHint, HintReport
from referee.cli import event_hints
from tests.arena.events import event_text
from tests.cli.running import Ran, inside

HINT = CollusionHint(2, 0, 12, 20, 0.75, 0.4, 0.3, 0.35, 0.002, tuple([f"{n}.1.1.1" for n in range(1, 9)]))
CHANCE = CollusionHint(1, 2, 10, 22, 0.5, 0.5, 0.5, 0.5, 0.9, ("1.1.1.1",))


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an event that was played."""
    folder = tmp_path_factory.mktemp("cup")
    (folder / "cup.toml").write_text(event_text("random", "random", "random", more="duplicate = false\n"))
    assert (
        inside("event", "start", str(folder / "cup.toml"), "--data-dir", str(folder / "data"), "--quiet").code
        == 0
    )
    return folder / "cup.toml"


def hints(cup: Path, *more: str) -> Ran:
    return inside("event", "hints", str(cup), "--data-dir", str(cup.parent / "data"), *more)


def test_a_small_event_says_that_nothing_can_be_compared(cup: Path) -> None:
    assert "no pair can be compared yet, " in hints(cup).out
    assert hints(cup, "--json").out == ""


def test_hints_name_the_pair_the_figures_and_the_matches(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_hints, "find_hints", lambda _: HintReport((HINT, CHANCE), 32, 1))
    said = hints(cup).out
    assert "1 hint at the level 0.05 (2 pairs compared over 32 deals, 1 met too rarely" in said
    assert "E2 and E0 met in 1.1.1.1, 2.1.1.1, 3.1.1.1, 4.1.1.1, 5.1.1.1, 6.1.1.1 and 2 more" in said
    assert f"referee inspect {cup}" in said.replace("\n", "")
    assert "no verdict" in said
    assert "E1 and E2" not in said
    assert "E1 and E2 met in 1.1.1.1" in hints(cup, "--all").out
    assert "no hint at the level 0.001" in hints(cup, "--level", "0.001").out
    (row,) = hints(cup, "--json").lines
    assert (row["helper"], row["helped"], row["probability"]) == ("E2", "E0", 0.002)
    assert row["matches"][0] == {"match": "1.1.1.1", "page": "/match/1.1.1.1"}
    assert [row["helper"] for row in hints(cup, "--json", "--all").lines] == ["E2", "E1"]


def test_what_cannot_be_compared_is_refused(cup: Path, tmp_path: Path) -> None:
    assert "--level 2 is not between 0 and 1" in hints(cup, "--level", "2").err
    duel = tmp_path / "duel.toml"
    duel.write_text(event_text("random", "random"))
    assert inside("event", "start", str(duel), "--data-dir", str(tmp_path / "data"), "--quiet").code == 0
    ran = inside("event", "hints", str(duel), "--data-dir", str(tmp_path / "data"))
    assert (ran.code, ran.out) == (2, "")
    assert "they need at least 3 entrants" in ran.err
