"""The test whether an entrant does better in later seatings of a deal than in the first: it may recognise deals.

In a block, an entrant plays the same deal once in every seat. If it does not recognise the deal, it is chance which of
these matches came first. So the points of the first match are compared with the mean of the others, and the variance of
the difference follows from the block itself. Only blocks that are complete count.
"""

from __future__ import annotations

from collections import defaultdict
from math import erfc, sqrt

import msgspec

from referee.arena.event_state import EventState
from referee.arena.rounds import blocks_of
from referee.arena.schedule import FILLER

FEWEST_BLOCKS = 10
"""Number of blocks of an entrant below which the test says nothing."""

SUSPICIOUS = 0.01
"""Probability by chance, after the correction for the number of entrants, below which an entrant is named."""


class RotationTest(msgspec.Struct, frozen=True):
    """What the test says about one entrant."""

    entrant: int
    blocks: int
    gain: float
    """Points that it made more per match in later seatings than in the first."""
    p: float
    """Probability of such a gain, or a greater one, by chance; corrected for the number of entrants."""

    @property
    def is_suspicious(self) -> bool:
        """Whether chance is no good explanation."""
        return self.p < SUSPICIOUS


def rotation_tests(state: EventState) -> list[RotationTest]:
    """Return the result for each entrant with enough blocks, the least probable first."""
    gains: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for block in blocks_of(state):
        points: dict[int, list[float]] = defaultdict(list)
        for match, each in sorted(block, key=lambda played: int(played[0].id.rpartition(".")[2])):
            for seat, entrant in enumerate(match.seating):
                points[entrant].append(float(each[seat]))
        for entrant, in_order in points.items():
            if entrant != FILLER and len(in_order) == len(block) > 1:
                gains[entrant].append(_gain(in_order))
    found = [
        _tested(entrant, each, len(gains)) for entrant, each in gains.items() if len(each) >= FEWEST_BLOCKS
    ]
    return sorted(found, key=lambda test: test.p)


def _gain(points: list[float]) -> tuple[float, float]:
    """Return by how much the later matches were better than the first, and the variance of that by chance."""
    first, *later = points
    mean = sum(points) / len(points)
    variance = sum([(each - mean) ** 2 for each in points]) / len(points)
    return sum(later) / len(later) - first, variance * (len(points) / len(later)) ** 2


def _tested(entrant: int, gains: list[tuple[float, float]], tests: int) -> RotationTest:
    total, spread = sum([gain for gain, _ in gains]), sqrt(sum([variance for _, variance in gains]))
    p = erfc(total / spread / sqrt(2)) / 2 if spread else 1.0
    return RotationTest(entrant, len(gains), total / len(gains), min(1.0, p * tests))
