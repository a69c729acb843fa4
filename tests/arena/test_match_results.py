"""Points and places."""

from __future__ import annotations

import pytest

from referee.arena.match_results import MatchResult, SeatResult, points_of, result_of
from referee.kernel.table import Ended


def test_winners_come_first_and_others_follow_by_points() -> None:
    result = result_of(Ended("seventh_lord", (2,), (40, 61, 61, 40)), (), ["played"] * 4)
    assert [seat.place for seat in result.seats] == [3, 2, 1, 3]
    assert [seat.won for seat in result.seats] == [False, False, True, False]
    assert [seat.score for seat in result.seats] == [40, 61, 61, 40]


def test_winners_share_the_first_place_whatever_their_points() -> None:
    result = result_of(Ended("seventh_lord", (0, 2), (50, 40, 60)), (), ["played"] * 3)
    assert [seat.place for seat in result.seats] == [1, 3, 1]
    assert list(map(str, points_of(result, "wins"))) == ["1/2", "0", "1/2"]
    assert list(map(str, points_of(result, "places"))) == ["3/4", "0", "3/4"]


def test_every_seat_of_a_winning_side_gets_a_point() -> None:
    sides = ("human", "traitor", "human", "human")
    result = result_of(Ended("arrived", (0, 2, 3), ()), sides, ["played"] * 4)
    assert [seat.side for seat in result.seats] == list(sides)
    assert [seat.score for seat in result.seats] == [None] * 4
    assert list(map(str, points_of(result, "wins"))) == ["1", "0", "1", "1"]


@pytest.mark.parametrize("kind", ["crash", "time", "withdrawn", "no_show"])
@pytest.mark.parametrize("points", ["wins", "places"])
def test_an_entrant_that_failed_gets_nothing(kind: str, points: str) -> None:
    seats = (SeatResult(1, True, kind=kind), SeatResult(2, False))  # type: ignore[arg-type]
    assert points_of(MatchResult("", seats), points)[0] == 0  # type: ignore[arg-type]
