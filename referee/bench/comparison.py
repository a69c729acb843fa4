"""Alternating measurements, so that whatever slows the machine slows both sides."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple

Work = Callable[[], int]
"""Does a small piece of work and returns the number of units done."""


class Compared(NamedTuple):
    """Median rates of two kinds of work, in units per second, and the median of their ratios."""

    ours: float
    yardstick: float
    ratio: float


class Effort(NamedTuple):
    """How long to measure: a number of slices, and the length of each in seconds."""

    slices: int
    seconds: float


QUICK = Effort(slices=5, seconds=0.2)
THOROUGH = Effort(slices=11, seconds=0.4)


Clock = Callable[[], float]


def rate_of(work: Work, seconds: float, clock: Clock) -> float:
    """Repeat the work for some seconds and return its rate in units per second."""
    units = 0
    start = now = clock()
    while now - start < seconds:
        units += work()
        now = clock()
    return units / (now - start)


def compare(ours: Work, yardstick: Work, effort: Effort, clock: Clock = perf_counter) -> Compared:
    """Measure two kinds of work alternately, after one warm-up run of each.

    Pure computation is better measured with `time.process_time`, which does not advance while other processes run.
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
