"""When a duel has been decided: a generalised sequential probability ratio test on blocks.

The score of a block is the mean of side A's points minus side B's over all its matches, which are every seating of one
deal and its mirror image, so that the luck of the deal and the advantages of seats cancel out. The test compares two
hypotheses about the mean score, with the variance estimated from the blocks themselves, as chess engines are tested by
pairs of games. A rating difference is translated into a mean score by the share of matches that the two decide between
them: `decisive` is the mean of the points that A and B win together per match.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Literal

import msgspec

from referee.arena.event_file import DuelTest

FEWEST_BLOCKS = 16
"""Number of blocks before which no decision is taken, because the variance is not known well enough."""

TestDecision = Literal["A is stronger", "A is not stronger", "undecided"]


class SequentialTest(msgspec.Struct, frozen=True):
    """The state of a test."""

    blocks: int
    mean: float
    """Mean score of a block, from -1 to 1."""
    ratio: float
    """The logarithm of the likelihood ratio of both hypotheses; above 0 it speaks for `elo1`."""
    lower: float
    upper: float
    """The ratios at which the test ends."""
    decision: TestDecision


def expected_score(elo: float, decisive: float = 1.0) -> float:
    """Return the mean score of a block for a difference in strength.

    >>> expected_score(0), round(expected_score(100), 3), round(expected_score(100, 0.5), 3)
    (0.0, 0.28, 0.14)
    """
    return decisive * (2 / (1 + 10 ** (-elo / 400)) - 1)


def run_test(scores: Sequence[float], test: DuelTest, decisive: float = 1.0) -> SequentialTest:
    """Return the state of the test after some blocks."""
    blocks = len(scores)
    lower, upper = log(test.beta / (1 - test.alpha)), log((1 - test.beta) / test.alpha)
    if not blocks:
        return SequentialTest(0, 0.0, 0.0, lower, upper, "undecided")
    mean = sum(scores) / blocks
    # One invented block of each extreme, so that equal scores do not look like certainty.
    variance = (sum([(score - mean) ** 2 for score in scores]) + (1 - mean) ** 2 + (1 + mean) ** 2) / (
        blocks + 2
    )
    weak, strong = expected_score(test.elo0, decisive), expected_score(test.elo1, decisive)
    ratio = blocks * (strong - weak) * (2 * mean - weak - strong) / (2 * variance)
    decision: TestDecision = "undecided"
    if blocks >= FEWEST_BLOCKS:
        decision = (
            "A is stronger" if ratio >= upper else "A is not stronger" if ratio <= lower else "undecided"
        )
    return SequentialTest(blocks, mean, ratio, lower, upper, decision)
