"""Results of matches, and the points they give."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

import msgspec

from referee.arena.event_file import Points
from referee.audit.entries import ResultKind
from referee.kernel.table import Ended

LOST_KINDS: frozenset[ResultKind] = frozenset({"crash", "time", "withdrawn", "no_show", "resignation"})
"""Kinds of results that give no points, whatever the table says."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat."""

    place: int
    """1 for the winners; others with the same result share a place."""
    won: bool
    score: int | None = None
    """The points of the game, if it has any."""
    side: str = ""
    """The side on which the seat played, in a game with sides."""
    kind: ResultKind = "played"


class MatchResult(msgspec.Struct, frozen=True):
    """The result of a match."""

    ending: str
    """The ending by the rules of the game; empty if it did not end by them."""
    seats: tuple[SeatResult, ...]


def result_of(outcome: Ended, sides: Sequence[str], kinds: Sequence[ResultKind]) -> MatchResult:
    """Return the result of a match that ended by its rules.

    Winners have place 1. The others follow by their points, or share the next place in a game without points.
    """
    seats = range(len(kinds))
    scores = outcome.scores or (0,) * len(kinds)
    order = sorted(seats, key=lambda seat: (seat not in outcome.winners, -scores[seat]))
    places: dict[int, int] = {}
    for rank, seat in enumerate(order, start=1):
        before = order[rank - 2] if rank > 1 else None
        is_tied = before is not None and _standing(outcome, scores, before) == _standing(
            outcome, scores, seat
        )
        places[seat] = places[before] if before is not None and is_tied else rank
    return MatchResult(
        outcome.ending,
        tuple(
            [
                SeatResult(
                    place=places[seat],
                    won=seat in outcome.winners,
                    score=outcome.scores[seat] if outcome.scores else None,
                    side=sides[seat] if sides else "",
                    kind=kinds[seat],
                )
                for seat in seats
            ]
        ),
    )


def _standing(outcome: Ended, scores: Sequence[int], seat: int) -> tuple[bool, int]:
    """Return what decides the place of a seat: all winners are equal, whatever their points."""
    return seat in outcome.winners, 0 if seat in outcome.winners else scores[seat]


def walkover_result(absent: Sequence[ResultKind | None]) -> MatchResult:
    """Return the result of a match that is not played, given why each seat is absent, or None if it is not.

    >>> [seat.kind for seat in walkover_result([None, "no_show"]).seats]
    ['walkover', 'no_show']
    """
    return MatchResult(
        "",
        tuple(
            [
                SeatResult(1, True, kind="walkover") if kind is None else SeatResult(2, False, kind=kind)
                for kind in absent
            ]
        ),
    )


def lost_by_ruling(result: MatchResult, lost: Collection[int]) -> tuple[SeatResult, ...]:
    """Return the result after a ruling that these seats lose the match: they share the last place.

    The others keep their order and move up. If a winner loses the match, whoever is first then wins it.

    >>> seats = (SeatResult(1, True), SeatResult(3, False), SeatResult(2, False))
    >>> [(seat.place, seat.won, seat.kind) for seat in lost_by_ruling(MatchResult("", seats), [0])]
    [(3, False, 'ruling'), (2, False, 'played'), (1, True, 'played')]
    """
    others = [seat for number, seat in enumerate(result.seats) if number not in lost]
    is_won = any([seat.won for seat in result.seats])
    given = []
    for number, seat in enumerate(result.seats):
        if number in lost:
            changed = msgspec.structs.replace(seat, place=len(others) + 1, won=False, kind="ruling")
        else:
            place = 1 + sum([other.place < seat.place for other in others])
            changed = msgspec.structs.replace(seat, place=place, won=is_won and place == 1)
        given.append(changed)
    return tuple(given)


def points_of(result: MatchResult, points: Points) -> tuple[Fraction, ...]:
    """Return the points of each seat.

    For `wins`, the winner gets 1, and winners who play alone share it; a winning side gets 1 for each of its seats. For
    `places`, the first gets 1 and the last 0, with equal steps between them, and those who share a place share the
    points. A seat whose entrant failed gets nothing.

    >>> seats = (SeatResult(2, False, 40), SeatResult(1, True, 61), SeatResult(2, False, 40))
    >>> [str(each) for each in points_of(MatchResult("", seats), "wins")]
    ['0', '1', '0']
    >>> [str(each) for each in points_of(MatchResult("", seats), "places")]
    ['1/4', '1', '1/4']
    """
    seats = result.seats
    if points == "places":
        given = [_points_for_place(result, seat) for seat in seats]
    else:
        has_sides = any([seat.side for seat in seats])
        winners = sum([seat.won for seat in seats])
        share = Fraction(1) if has_sides else Fraction(1, max(1, winners))
        given = [share if seat.won else Fraction(0) for seat in seats]
    return tuple(
        [Fraction(0) if seat.kind in LOST_KINDS else each for seat, each in zip(seats, given, strict=True)]
    )


def _points_for_place(result: MatchResult, seat: SeatResult) -> Fraction:
    tables = len(result.seats)
    tied = sum([other.place == seat.place for other in result.seats])
    # The mean of the points for the places that are shared.
    shared = sum([tables - (seat.place + step) for step in range(tied)])
    return Fraction(shared, tied * (tables - 1))
