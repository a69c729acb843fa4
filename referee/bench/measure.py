"""Measuring in turns, so that whatever slows the machine slows both sides."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple

Work = Callable[[], int]
"""Does a small piece of work and says how many units it was."""


class Compared(NamedTuple):
    """Rates of two kinds of work in units a second, and the median of their ratios."""

    ours: float
    yardstick: float
    ratio: float


class Effort(NamedTuple):
    """How long to measure: so many slices of so many seconds."""

    slices: int
    seconds: float


QUICK = Effort(slices=5, seconds=0.2)
THOROUGH = Effort(slices=11, seconds=0.4)


Clock = Callable[[], float]


def rate_of(work: Work, seconds: float, clock: Clock) -> float:
    """Repeat the work for some time and say how many units a second it does."""
    units = 0
    start = now = clock()
    while now - start < seconds:
        units += work()
        now = clock()
    return units / (now - start)


def compare(ours: Work, yardstick: Work, effort: Effort, clock: Clock = perf_counter) -> Compared:
    """Measure two kinds of work in turns. Each is done once beforehand, so that nothing is measured cold.

    For work that only computes, `time.process_time` is the better clock: it stands still while others have the core.
    """
    ours()
    yardstick()
    seconds = effort.seconds
    pairs = [
        (rate_of(ours, seconds, clock), rate_of(yardstick, seconds, clock)) for _ in range(effort.slices)
    ]
    return Compared(
        median(our for our, _ in pairs),
        median(their for _, their in pairs),
        median(our / their for our, their in pairs),
    )
