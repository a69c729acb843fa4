"""Intervals for the mean score of an entrant that stay valid however often somebody looks while the event runs.

The score of a block is the mean of an entrant's points over its seats in the matches of one deal, from 0 to 1. A 95 %
interval for a fixed number of blocks is wrong far more often than in 5 % of events if it is looked at after every
block, because each look is another opportunity to be wrong. The intervals here are a confidence sequence: with a
probability of at least 95 %, the interval of an entrant is right after all its blocks, the first as the last.

**What is estimated** is the mean of what could be expected of the entrant in each of its blocks when it was paired. So
opponents may change, and may be chosen by the results so far. Scores may have any distribution between 0 and 1.

**How.** Let S be the sum of the differences between the scores and what was to be expected, and V the sum of the
squared differences between each score and a forecast made of the scores before it. For any bet b between 0 and 1,
`exp(b * S - (-log(1 - b) - b) * V)` is a wager that gains nothing on average, and so is a mixture of such wagers
(Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", 2021, theorem
4). That such a mixture ever reaches 40 has a probability of at most 1/40, on each of the two sides.

**In the order of the schedule.** A deal that is over counts for an entrant once all its earlier deals are over too.
Otherwise quick matches would count first, and whether a match is quick may depend on who wins it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from math import exp, log, log1p
from typing import NamedTuple

from referee.arena.event_state import EventState
from referee.arena.match_results import points_of
from referee.arena.schedule import FILLER

ERROR = 0.05
"""The greatest probability that the interval of an entrant is ever wrong."""

_BETS = tuple([0.8 * 0.7**step for step in range(16)])
"""High bets narrow the intervals of few blocks, low ones those of many."""
_SHARES = tuple([(1 + 1 / len(_BETS)) / ((step + 1) * (step + 2)) for step in range(len(_BETS))])
"""The share of each bet in the mixture. They add up to 1."""
_COSTS = tuple([-log1p(-bet) - bet for bet in _BETS])
_MOST_STEPS = 50


class AnytimeInterval(NamedTuple):
    """The mean score of some blocks, with the interval of a confidence sequence."""

    blocks: int
    mean: float | None
    """None if there is no block."""
    low: float
    high: float


class ConfidenceSequence:
    """An interval that is narrowed by one score after the other."""

    def __init__(self, scores: Iterable[float] = ()) -> None:
        self._blocks = 0
        self._total = 0.0
        self._variation = 0.0
        for score in scores:
            self.add(score)

    def add(self, score: float) -> None:
        """Add the score of the next block, from 0 to 1."""
        if not 0 <= score <= 1:
            raise ValueError(f"the score of a block is from 0 to 1, not {score}")
        # As if half a point had been made in a block before the first one.
        forecast = (0.5 + self._total) / (1 + self._blocks)
        self._variation += (score - forecast) ** 2
        self._blocks += 1
        self._total += score

    @property
    def interval(self) -> AnytimeInterval:
        """The interval after the blocks so far.

        >>> ConfidenceSequence().interval
        AnytimeInterval(blocks=0, mean=None, low=0.0, high=1.0)
        >>> found = ConfidenceSequence([0.25, 0.5] * 100).interval
        >>> found.blocks, found.mean, round(found.low, 3), round(found.high, 3)
        (200, 0.375, 0.333, 0.417)
        """
        if not self._blocks:
            return AnytimeInterval(0, None, 0.0, 1.0)
        mean = self._total / self._blocks
        reach = _largest_sum(self._variation) / self._blocks
        return AnytimeInterval(self._blocks, mean, max(0.0, mean - reach), min(1.0, mean + reach))


def _largest_sum(variation: float) -> float:
    """Return the sum of differences at which the mixture of wagers reaches its limit, on one side."""
    limit = log(2 / ERROR)
    offsets = [log(share) - cost * variation for share, cost in zip(_SHARES, _COSTS, strict=True)]
    # One wager alone reaches the limit here, so all of them reach it earlier.
    found = min([(limit - offset) / bet for offset, bet in zip(offsets, _BETS, strict=True)])
    # The logarithm of the mixture is convex, so every step of Newton's method ends above the limit too.
    for _ in range(_MOST_STEPS):
        exponents = [offset + bet * found for offset, bet in zip(offsets, _BETS, strict=True)]
        largest = max(exponents)
        terms = [exp(each - largest) for each in exponents]
        total = sum(terms)
        slope = sum([bet * term for bet, term in zip(_BETS, terms, strict=True)]) / total
        step = (largest + log(total) - limit) / slope
        if step < 1e-9:
            break
        found -= step
    return found


def anytime_intervals(state: EventState) -> list[AnytimeInterval]:
    """Return the interval of each entrant, by number."""
    scores = block_scores(state)
    return [ConfidenceSequence(scores[number]).interval for number in range(len(state.event.entrants))]


def block_scores(state: EventState) -> dict[int, list[float]]:
    """Return the scores of each entrant in its blocks, up to the first one that is not over, by number."""
    scores: dict[int, list[float]] = defaultdict(list)
    waiting: set[int] = set()
    for _, block in groupby(state.matches.values(), key=lambda each: each.match.deal):
        matches = list(block)
        sitting = {entrant for each in matches for entrant in each.match.seating if entrant != FILLER}
        if any([each.result is None for each in matches]):
            waiting |= sitting
        made = defaultdict(list)
        for each in matches:
            if each.result is not None:
                points = points_of(each.result, state.event.points)
                for seat, entrant in enumerate(each.match.seating):
                    made[entrant].append(points[seat])
        for entrant in sitting - waiting:
            scores[entrant].append(float(sum(made[entrant]) / len(made[entrant])))
    return scores
