"""The standings of an event: points, ratings and tie-breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from referee.arena.event_file import TieBreak
from referee.arena.event_state import EventState
from referee.arena.match_results import points_of
from referee.arena.ratings import Interval, Ratings
from referee.arena.schedule import FILLER
from referee.kernel.chance import Chance


class SideRecord(msgspec.Struct):
    """What an entrant did on one side of a game."""

    played: int = 0
    won: int = 0


class EntrantRecord(msgspec.Struct):
    """What an entrant has done so far."""

    entrant: int
    points: Fraction = Fraction(0)
    played: int = 0
    won: int = 0
    faults: int = 0
    byes: int = 0
    """Number of rounds in which it sat out."""
    bye_matches: int = 0
    """Number of matches that its byes count as."""
    opponents: Counter[int] = msgspec.field(default_factory=Counter)
    """How often it met each other entrant."""
    points_against: dict[int, Fraction] = {}
    """The points it made in matches with each other entrant."""
    sides: dict[str, SideRecord] = {}
    seats: Counter[int] = msgspec.field(default_factory=Counter)
    is_provisional: bool = False
    """Whether one of its results may still change because of a dispute."""

    @property
    def mean(self) -> Fraction:
        """The mean points of a match, byes included if they count."""
        return self.points / max(1, self.played + self.bye_matches)


class StandingRow(msgspec.Struct, frozen=True):
    """A row of the standings."""

    rank: int
    record: EntrantRecord
    rating: Interval | None
    is_withdrawn: bool


def records_of(state: EventState) -> list[EntrantRecord]:
    """Return the record of each entrant, by number."""
    event = state.event
    records = [
        EntrantRecord(number, faults=state.faults(number), points_against={}, sides={})
        for number in range(len(event.entrants))
    ]
    for match, result in state.results():
        points = points_of(result, event.points)
        present = {each for each in match.seating if each != FILLER}
        for seat, entrant in enumerate(match.seating):
            if entrant == FILLER:
                continue
            record, seat_result = records[entrant], result.seats[seat]
            record.points += points[seat]
            record.played += 1
            record.won += seat_result.won
            record.seats[seat] += 1
            record.is_provisional |= state.matches[match.id].is_provisional
            if seat_result.side:
                side = record.sides.setdefault(seat_result.side, SideRecord())
                side.played += 1
                side.won += seat_result.won
            for other in present - {entrant}:
                record.opponents[other] += 1
                record.points_against[other] = record.points_against.get(other, Fraction(0)) + points[seat]
    _count_byes(state, records)
    return records


def _count_byes(state: EventState, records: Sequence[EntrantRecord]) -> None:
    """Count byes as the event file wants: as nothing, or as if a whole table had been won or lost."""
    event = state.event
    if event.format not in ("league", "pods", "ladder"):
        return
    matches = event.deals * (event.seats if event.duplicate else 1)
    for entrant in [each for resting in state.byes.values() for each in resting]:
        records[entrant].byes += 1
        if event.bye_points != "mean":
            records[entrant].bye_matches += matches
            records[entrant].points += matches if event.bye_points == "win" else 0


def standings_of(state: EventState, ratings: Ratings, luck: Chance) -> list[StandingRow]:
    """Return the standings, best first. Entrants whom nothing separates share a rank.

    Those who play fewer matches, because they sat out, are compared by their mean.
    """
    records = records_of(state)
    lots = luck.stream("lots").shuffled(range(len(records)))
    keys = {record.entrant: _sort_key(record, records, state, ratings, lots) for record in records}
    ordered = sorted(records, key=lambda record: keys[record.entrant], reverse=True)
    rows: list[StandingRow] = []
    for place, record in enumerate(ordered, start=1):
        is_tied = bool(rows) and keys[rows[-1].record.entrant] == keys[record.entrant]
        rank = rows[-1].rank if is_tied else place
        rows.append(
            StandingRow(rank, record, ratings.overall.get(record.entrant), record.entrant in state.withdrawn)
        )
    return rows


def _sort_key(
    record: EntrantRecord,
    records: Sequence[EntrantRecord],
    state: EventState,
    ratings: Ratings,
    lots: Sequence[int],
) -> tuple[float | Fraction, ...]:
    """Return what decides the rank: the mean points of a match, then the tie-breaks in their order.

    In a knockout, the last round that an entrant reached comes first.
    """
    means = {each.entrant: each.mean for each in records}
    return (
        _last_round(record, state) if state.event.format == "knockout" else 0,
        means[record.entrant],
        *[_tie_break(each, record, means, ratings, lots) for each in state.event.tie_breaks],
    )


def _last_round(record: EntrantRecord, state: EventState) -> int:
    """Return the last round in which an entrant was paired."""
    rounds = state.rounds.items()
    return max(
        [
            number
            for number, pairings in rounds
            if any([record.entrant in pairing.entrants for pairing in pairings])
        ],
        default=0,
    )


def _tie_break(
    tie_break: TieBreak,
    record: EntrantRecord,
    means: Mapping[int, Fraction],
    ratings: Ratings,
    lots: Sequence[int],
) -> float | Fraction:
    match tie_break:
        case "wins":
            return Fraction(record.won, max(1, record.played))
        case "opponents":
            met = record.opponents.total()
            return sum(
                [means[other] * times for other, times in record.opponents.items()], Fraction(0)
            ) / max(1, met)
        case "direct":
            tied = [other for other in record.opponents if means[other] == means[record.entrant]]
            return sum([record.points_against[other] for other in tied], Fraction(0))
        case "rating":
            rating = ratings.overall.get(record.entrant)
            return rating.value if rating is not None else 0.0
        case "draw":
            return -lots[record.entrant]


def base_rates(state: EventState) -> dict[str, float]:
    """Return the share of matches that each side won, over all matches that were played with sides."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for _, result in state.results():
        played.update({seat.side for seat in result.seats if seat.side})
        won.update({seat.side for seat in result.seats if seat.side and seat.won})
    return {side: won[side] / played[side] for side in sorted(played)}
