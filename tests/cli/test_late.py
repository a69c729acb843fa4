"""Time-outs in `referee replay`: visible, counted, and not shown to seats that were not told."""

from __future__ import annotations

import pytest

from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.replay.writing import write_replay
from tests.cli.running import inside
from tests.match.played import logged

NAMES = {0: "Ada", 1: "Bob"}


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The beginning of a match in which Bob never answers in time."""
    match = Match(settle(new_charter("abyss", 2, seed="late")))
    decided = [match.begin()]
    for _ in range(12):
        (seat,) = match.waiting_for
        decided.append(match.submit_default(seat, "clock" if seat == 1 else "seat"))
    done = [each for each in decided if isinstance(each, Decided)]
    assert len(done) == len(decided)
    file = tmp_path_factory.mktemp("late") / "late.replay"
    file.write_text(write_replay(logged(match, done), names=NAMES))
    return str(file)


def test_time_outs_are_shown_and_counted(replay: str) -> None:
    ran = inside("replay", replay)
    assert ran.code == 0, ran.err
    late = [line for line in ran.out.splitlines() if "(time ran out) " in line]
    assert late
    assert f"Bob (seat 1) ran out of time {len(late)} time" in ran.out
    assert "Ada (seat 0) ran out" not in ran.out
    by = [line["by"] for line in inside("replay", replay, "--json").lines]
    assert {*by} == {"start", "seat/0", "clock/1"}


def test_a_seat_sees_only_its_own_time_outs(replay: str) -> None:
    for viewer, is_told in (("0", False), ("spectator", False), ("1", True)):
        ran = inside("replay", replay, "--as", viewer)
        assert ("time ran out" in ran.out, "ran out of time" in ran.out) == (is_told, is_told)
        by = {line["by"] for line in inside("replay", replay, "--as", viewer, "--json").lines}
        assert ("clock/1" in by, None in by) == (is_told, True)
