"""The next round of an event: a function of the event file, the seed and the log so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from referee.arena.event_state import EventState
from referee.arena.live_ratings import LiveRatings
from referee.arena.match_results import points_of
from referee.arena.pods import PodHistory, paired_by_rank
from referee.arena.ratings import MEAN_RATING, Interval
from referee.arena.schedule import (
    SIDE_A,
    SIDE_B,
    Pairing,
    ScheduledMatch,
    pairings_of,
    planned_rounds,
    round_shape,
)
from referee.arena.sequential import SequentialTest, run_test
from referee.arena.standings import records_of
from referee.kernel.chance import Chance

LADDER_MEMORY = 3
"""Number of rounds after which a meeting on a ladder does not count as a repeated one any more."""


class RoundPlanner:
    """Pairs the rounds of one event, and remembers what would take long to work out again."""

    def __init__(self, luck: Chance) -> None:
        self._luck = luck
        self._planned: list[list[Pairing]] | None = None
        self._live = LiveRatings()

    def next_round(self, state: EventState) -> list[Pairing]:
        """Return the pairings of the next round, or none if the event is over. All earlier rounds have been played."""
        event, number = state.event, state.last_round + 1
        if state.stopped is not None:
            return []
        match event.format:
            case "league" | "gauntlet":
                rounds = self._planned_rounds(state)
                return rounds[number - 1] if number <= len(rounds) else []
            case "pods" | "ladder":
                last = event.rounds or (1 if event.format == "pods" else None)
                is_over = last is not None and number > last
                return [] if is_over else self._round_by_rank(state, number)
            case "knockout":
                return _knockout_round(state, number, self._luck)
            case "duel":
                is_over = duel_test(state).decision != "undecided" or number > event.duel.most_blocks
                return [] if is_over or len(state.active) < 2 else [Pairing(number, 1, (SIDE_A, SIDE_B))]

    def _planned_rounds(self, state: EventState) -> list[list[Pairing]]:
        if self._planned is None:
            event, admitted = state.event, state.admitted
            names = [event.entrants[each].name for each in admitted]
            can_begin = len(admitted) >= event.rules.seats[0] and (not event.hero or event.hero in names)
            self._planned = planned_rounds(event, self._luck, admitted) if can_begin else []
        return self._planned

    def _round_by_rank(self, state: EventState, number: int) -> list[Pairing]:
        if len(state.active) < state.event.rules.seats[0]:
            return []
        worth: Sequence[Fraction | int]
        if state.event.format == "ladder":
            worth = _rating_points(self._live.follow(state), len(state.event.entrants))
        else:
            worth = _mean_points(state)
        return _round_by_rank(state, number, worth, self._luck)


def next_round(state: EventState, luck: Chance) -> list[Pairing]:
    """Return the pairings of the next round, or none if the event is over."""
    return RoundPlanner(luck).next_round(state)


def _round_by_rank(
    state: EventState, number: int, worth: Sequence[Fraction | int], luck: Chance
) -> list[Pairing]:
    """Return tables of entrants that are worth nearly the same."""
    is_ladder = state.event.format == "ladder"
    order = sorted({worth[each] for each in state.active}, reverse=True)
    ranks = {each: order.index(worth[each]) for each in state.active}
    meetings: Counter[tuple[int, int]] = Counter()
    byes: Counter[int] = Counter()
    for past, pairings in state.rounds.items():
        byes.update(state.byes[past])
        if is_ladder and past < number - LADDER_MEMORY:
            continue
        for pairing in pairings:
            meetings.update(combinations(sorted(pairing.entrants), 2))
    history = PodHistory(ranks, meetings, byes)
    shape = round_shape(state.event, len(state.active))
    stream = luck.stream(f"round {number}")
    return pairings_of(number, paired_by_rank(history, shape, state.event.short_tables, stream))


def _mean_points(state: EventState) -> list[Fraction]:
    """Return the mean points of a match of each entrant."""
    return [record.mean for record in records_of(state)]


def _rating_points(ratings: Mapping[int, Interval], entrants: int) -> list[int]:
    """Return the rating of each entrant, or the mean of all before its first match.

    Whole numbers, so that last digits, which depend on the machine, do not decide a pairing.
    """
    default = Interval(MEAN_RATING, MEAN_RATING, MEAN_RATING)
    return [round(ratings.get(number, default).value) for number in range(entrants)]


def _knockout_round(state: EventState, number: int, luck: Chance) -> list[Pairing]:
    """Return the tables of those who are still in. Neighbours in the drawn order sit apart."""
    order = luck.stream("seeding").shuffled(range(len(state.event.entrants)))
    remaining = [entrant for entrant in order if entrant in state.admitted]
    for earlier in range(1, number):
        pairings = state.rounds[earlier]
        if len(pairings) == 1 and len(pairings[0].entrants) == len(remaining):
            return []
        sitting = {entrant for pairing in pairings for entrant in pairing.entrants}
        rested = [entrant for entrant in remaining if entrant not in sitting]
        remaining = rested + [each for pairing in pairings for each in _advancing(state, pairing, order)]
        remaining = [entrant for entrant in remaining if entrant not in state.withdrawn]
    if len(remaining) < state.event.rules.seats[0]:
        return []
    shape = round_shape(state.event, len(remaining))
    # Those who rested come first, so that nobody sits out twice in a row.
    return pairings_of(number, _snake(remaining[: len(remaining) - shape.byes], shape.sizes))


def _snake(entrants: list[int], sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Deal entrants to tables, forth and back, so that the first ones sit apart."""
    tables: list[list[int]] = [[] for _ in sizes]
    places = list(range(len(sizes)))
    left = list(entrants)
    while left:
        for place in places:
            if left and len(tables[place]) < sizes[place]:
                tables[place].append(left.pop(0))
        places.reverse()
    return tuple([tuple(table) for table in tables])


def _advancing(state: EventState, pairing: Pairing, order: tuple[int, ...]) -> list[int]:
    """Return who goes on from a table: the most points there, then the most wins, then as the lots were drawn."""
    points = dict.fromkeys(pairing.entrants, Fraction(0))
    wins = dict.fromkeys(pairing.entrants, 0)
    for match, result in state.results():
        if match.round == pairing.round and set(match.seating) == set(pairing.entrants):
            for entrant, each, seat in zip(
                match.seating, points_of(result, state.event.points), result.seats, strict=True
            ):
                points[entrant] += each
                wins[entrant] += seat.won
    ranked = sorted(pairing.entrants, key=lambda each: (-points[each], -wins[each], order.index(each)))
    return ranked[: min(state.event.advance, len(pairing.entrants) - 1)]


def duel_test(state: EventState) -> SequentialTest:
    """Return the state of the test that ends a duel. Only blocks whose matches are all over count."""
    scores, decided, matches = [], Fraction(0), 0
    for block in blocks_of(state):
        score = Fraction(0)
        for match, points in block:
            sides = dict.fromkeys((SIDE_A, SIDE_B), Fraction(0))
            for seat, entrant in enumerate(match.seating):
                if entrant in sides:
                    sides[entrant] += points[seat]
            score += sides[SIDE_A] - sides[SIDE_B]
            decided += abs(sides[SIDE_A] + sides[SIDE_B])
            matches += 1
        scores.append(float(score / len(block)))
    decisive = float(decided / matches) if matches else 1.0
    return run_test(scores, state.event.duel, decisive)


def blocks_of(state: EventState) -> list[list[tuple[ScheduledMatch, tuple[Fraction, ...]]]]:
    """Return the matches of each block that is complete, with the points of their seats."""
    blocks: dict[str, list[tuple[ScheduledMatch, tuple[Fraction, ...]]]] = {}
    open_blocks = {each.match.deal for each in state.unplayed()}
    for match, result in state.results():
        if match.deal not in open_blocks:
            blocks.setdefault(match.deal, []).append((match, points_of(result, state.event.points)))
    return list(blocks.values())
