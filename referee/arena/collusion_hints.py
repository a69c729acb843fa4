"""Hints for officials: pairs of entrants of whom one does better than it should when the other is at its table.

**What is compared.** For every complete block, each entrant has a residual: its mean points minus those that the
ratings of everyone at the table, the seats and the sides predict. From these, what an entrant makes of all its blocks
and what the presence of another means for everybody at the table is taken away, because ratings fit neither exactly.
For "A helps B", the means of what is left of B's residuals with A at the table and without A are compared.

**What chance would do.** If A makes no difference to B, B's blocks could have come in any order. So B's residuals are
exchanged among its blocks at random, thousands of times, and it is counted how often the largest statistic of any
entrant is as large as that of A. That accounts for all pairs in which B is helped; multiplied by the number of entrants
that are compared, the probability accounts for all pairs of the event. It is doubled for caution. Among honest
entrants, at most about one event in twenty has any hint at the level 0.05.

A hint says where to look, and no more: two bots with matching styles help each other without knowing of it. Matches in
which a bot failed or an official gave the result tell nothing about help, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import NamedTuple

import msgspec
import numpy as np

from referee.arena.event_file import Points
from referee.arena.event_state import EventState
from referee.arena.match_results import MatchResult, points_of
from referee.arena.ratings import ELO, Ratings, Vector, rate
from referee.arena.schedule import FILLER, ScheduledMatch

FEWEST_BLOCKS = 8
"""Number of blocks that two entrants must share, and that one of them must have without the other."""
FIRST_EXCHANGES, EXCHANGES = 1000, 20_000
"""Number of random exchanges; the larger one only where the smaller one shows something rare."""
RARE = 0.3
"""Probability, with all pairs accounted for, below which it is worked out with more exchanges."""
CAUTION = 2.0
"""What probabilities are multiplied by: tables of very unequal entrants vary differently, so blocks are not quite
exchangeable. Without it, up to a tenth of the simulated events with differences of 600 rating points had a hint."""
CHUNK = 1000
ROUNDS_OF_CENTRING = 30


class CollusionHint(msgspec.Struct, frozen=True):
    """How an entrant does with another at its table, and without it."""

    helper: int
    helped: int
    together: int
    """Number of blocks of both."""
    apart: int
    """Number of blocks of the one without the other."""
    points: float
    """Mean points of a match of the one that is helped, with the other."""
    expected: float
    """What ratings, seats and sides predict for these matches."""
    points_apart: float
    expected_apart: float
    probability: float
    """How often chance would show as much anywhere in the event, among honest entrants."""
    matches: tuple[str, ...]
    """The matches of both, those first in which the one that is helped did best."""


class HintReport(msgspec.Struct, frozen=True):
    """All pairs that can be compared, the most remarkable first."""

    pairs: tuple[CollusionHint, ...]
    blocks: int
    too_few: int
    """Number of pairs that have met, but in too few blocks, or in all blocks of one of them."""


class _MatchScores(NamedTuple):
    match: ScheduledMatch
    points: tuple[float, ...]
    expected: tuple[float, ...]


def find_hints(state: EventState, seed: int = 0) -> HintReport:
    """Compare all pairs of an event; `seed` decides the random exchanges."""
    open_deals = {each.match.deal for each in state.unplayed()}
    results = [(match, result) for match, result in state.results() if match.deal not in open_deals]
    return compare_pairs(results, len(state.event.entrants), state.event.points, seed)


def compare_pairs(
    results: Sequence[tuple[ScheduledMatch, MatchResult]], entrants: int, points: Points, seed: int = 0
) -> HintReport:
    """Compare all pairs of entrants, given the matches of complete blocks."""
    played = [
        (match, result) for match, result in results if all([seat.kind == "played" for seat in result.seats])
    ]
    ratings = rate(played, resamples=0)
    blocks: dict[str, list[_MatchScores]] = {}
    for match, result in played:
        made = tuple([float(each) for each in points_of(result, points)])
        expected = tuple(expected_points(match, result, ratings, points))
        blocks.setdefault(match.deal, []).append(_MatchScores(match, made, expected))
    rows = _BlockRows(list(blocks.values()), entrants)
    random = np.random.Generator(np.random.PCG64(seed))
    compared = [(helped, *rows.compare(helped, random)) for helped in range(entrants)]
    used = sum([bool(found) for _, found, _ in compared])
    pairs = [
        _hint(list(blocks.values()), helper, helped, min(1.0, CAUTION * probability * used))
        for helped, found, _ in compared
        for helper, probability in found.items()
    ]
    pairs.sort(key=lambda each: (each.probability, each.helped, each.helper))
    return HintReport(tuple(pairs), len(blocks), sum([too_few for *_, too_few in compared]))


def expected_points(
    match: ScheduledMatch, result: MatchResult, ratings: Ratings, points: Points
) -> list[float]:
    """Return the points that ratings, seats and sides predict for each seat."""
    sides = [seat.side for seat in result.seats]
    if any(sides):
        return _expected_by_sides(match, sides, ratings)
    worth = []
    for seat, number in enumerate(match.seating):
        # A filler is as strong as the mean of the field.
        rating = ratings.overall[number].value if number in ratings.overall else 1500.0
        advantage = ratings.seats[seat].value if seat in ratings.seats else 0.0
        worth.append(exp((rating + advantage - 1500.0) / ELO))
    if points == "wins":
        return [each / sum(worth) for each in worth]
    others = len(worth) - 1
    return [(sum([each / (each + other) for other in worth]) - 0.5) / others for each in worth]


def _expected_by_sides(match: ScheduledMatch, sides: Sequence[str], ratings: Ratings) -> list[float]:
    """Return the probability that the side of each seat wins."""
    worth: dict[str, float] = {}
    for side in dict.fromkeys(sides):
        members = [number for number, each in zip(match.seating, sides, strict=True) if each == side]
        known = [
            ratings.by_side[number, side].value for number in members if (number, side) in ratings.by_side
        ]
        mean = sum(known) / len(known) if known else 1500.0
        advantage = ratings.sides[side].value if side in ratings.sides else 0.0
        worth[side] = exp((mean + advantage - 1500.0) / ELO)
    total = sum(worth.values())
    return [worth[side] / total for side in sides]


class _BlockRows:
    """The residual of each entrant in each of its blocks."""

    def __init__(self, blocks: Sequence[Sequence[_MatchScores]], entrants: int) -> None:
        self._entrants = entrants
        residuals: list[Mapping[int, float]] = [_residuals(block) for block in blocks]
        self._present = np.zeros((len(blocks), entrants))
        self._values = np.zeros((len(blocks), entrants))
        for place, block in enumerate(residuals):
            for entrant, value in block.items():
                self._present[place, entrant] = 1.0
                self._values[place, entrant] = value
        self._centre()

    def _centre(self) -> None:
        """Take away what an entrant makes of all its blocks, and what the presence of another means for everybody."""
        present, values = self._present, self._values
        blocks = np.maximum(1.0, present.sum(axis=0))
        seats = present.sum(axis=1, keepdims=True)
        others = np.maximum(1.0, (present * (seats - 1)).sum(axis=0))
        for _ in range(ROUNDS_OF_CENTRING):
            values -= present * (values.sum(axis=0) / blocks)
            # The residuals of all others at its tables.
            total = values.sum(axis=1, keepdims=True)
            effect = (present * (total - values)).sum(axis=0) / others
            felt = present @ effect
            values -= present * (felt[:, None] - effect)
        self._values = values

    def compare(self, helped: int, random: np.random.Generator) -> tuple[dict[int, float], int]:
        """Return the probability for each possible helper, and how many have met this entrant too rarely."""
        own = self._present[:, helped] > 0
        values, with_other = self._values[own, helped], self._present[own]
        together = with_other.sum(axis=0)
        together[helped] = 0
        can_compare = (together >= FEWEST_BLOCKS) & (len(values) - together >= FEWEST_BLOCKS)
        helpers = np.flatnonzero(can_compare)
        too_few = int(np.count_nonzero(together)) - len(helpers)
        if not len(helpers):
            return {}, too_few
        presence = with_other[:, helpers]
        found = _statistics(values[None, :], presence)[0]
        probability, exchanges, larger = np.ones(len(helpers)), 0, np.zeros(len(helpers))
        for goal in (FIRST_EXCHANGES, EXCHANGES):
            while exchanges < goal:
                exchanged = random.permuted(np.tile(values, (CHUNK, 1)), axis=1)
                most = _statistics(exchanged, presence).max(axis=1)
                larger += (most[:, None] >= found[None, :]).sum(axis=0)
                exchanges += CHUNK
            probability = (larger + 1) / (exchanges + 1)
            if probability.min() * self._entrants > RARE:
                break
        return {int(helper): float(each) for helper, each in zip(helpers, probability, strict=True)}, too_few


def _residuals(block: Sequence[_MatchScores]) -> dict[int, float]:
    """Return the mean residual of each entrant in a block."""
    found: dict[int, list[float]] = {}
    for scores in block:
        for number, made, expected in zip(scores.match.seating, scores.points, scores.expected, strict=True):
            if number != FILLER:
                found.setdefault(number, []).append(made - expected)
    return {number: sum(each) / len(each) for number, each in found.items()}


def _statistics(values: Vector, presence: Vector) -> Vector:
    """Return the scaled difference of means of each row of values, for each column of presence."""
    total = values.shape[1]
    count = presence.sum(axis=0)
    sums = values @ presence
    rest = values.sum(axis=1)[:, None] - sums
    found: Vector = (sums / count - rest / (total - count)) / np.sqrt(1 / count + 1 / (total - count))
    return found


def _hint(
    blocks: Sequence[Sequence[_MatchScores]], helper: int, helped: int, probability: float
) -> CollusionHint:
    together: list[tuple[float, float, str]] = []
    apart: list[tuple[float, float, str]] = []
    numbers = [0, 0]
    for block in blocks:
        sitting = {number for scores in block for number in scores.match.seating}
        if helped not in sitting:
            continue
        numbers[helper not in sitting] += 1
        kept = together if helper in sitting else apart
        for scores in block:
            for seat, number in enumerate(scores.match.seating):
                if number == helped:
                    kept.append((scores.points[seat], scores.expected[seat], scores.match.id))
    together.sort(key=lambda each: each[1] - each[0])
    return CollusionHint(
        helper=helper,
        helped=helped,
        together=numbers[0],
        apart=numbers[1],
        points=_mean([made for made, _, _ in together]),
        expected=_mean([expected for _, expected, _ in together]),
        points_apart=_mean([made for made, _, _ in apart]),
        expected_apart=_mean([expected for _, expected, _ in apart]),
        probability=probability,
        matches=tuple([match for _, _, match in together]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))
