"""How far counts are from what chance would give, by the chi-square test, with the standard library alone."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from math import cbrt, sqrt

SUSPICIOUS = 4.5
"""Threshold in standard deviations. Chance exceeds it once in a hundred thousand tests; a real bias goes further."""

Shuffle = Callable[[int], Sequence[int]]


def deviations(chi_square: float, freedom: int) -> float:
    """Return the standard deviations between a chi-square and its expectation, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return (cbrt(chi_square / freedom) - (1 - spread)) / sqrt(spread)


def unevenness(results: Iterable[Hashable], kinds: int) -> float:
    """Return how unevenly results fall on the kinds, in standard deviations; kinds that never occurred count too."""
    counts = Counter(results)
    expected = counts.total() / kinds
    seen = sum((count - expected) ** 2 for count in counts.values()) / expected
    never_seen = (kinds - len(counts)) * expected
    return deviations(seen + never_seen, kinds - 1)


def unevenness_of_places(shuffle: Shuffle, size: int, times: int) -> float:
    """Return how unevenly each thing falls on each place, in standard deviations.

    The rows of such a table are not independent (a place holds one thing), which shrinks it to (size - 1) squared
    degrees of freedom and the factor below.
    """
    table = [[0] * size for _ in range(size)]
    for _ in range(times):
        for place, thing in enumerate(shuffle(size)):
            table[place][thing] += 1
    expected = times / size
    chi_square = sum((count - expected) ** 2 for row in table for count in row) / expected
    return deviations(chi_square * (size - 1) / size, (size - 1) ** 2)
