"""Designs in which every two entrants meet equally often, for the sizes where one is known.

A design is a list of rounds; a round splits all entrants, numbered from 0, into tables of the same size. Known here are
round robins for tables of two, the lines of affine spaces (`q**d` entrants at tables of `q`, for a prime power `q`),
and two single designs that many events can use. In each of them all rounds together are balanced, and two entrants
never meet a second time before they have met everybody, except in the design for eight at tables of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

Round = tuple[tuple[int, ...], ...]
"""The tables of a round, each with its entrants."""

_POLYNOMIALS = {4: 0b111, 8: 0b1011}
"""For a field whose size is a power of two: an irreducible polynomial, as bits."""

_PRIMES = (2, 3, 5, 7)

_SCHOOLGIRLS = (
    "0-1-2 3-7-11 4-9-14 5-10-12 6-8-13",
    "0-3-4 1-7-9 2-12-13 5-8-14 6-10-11",
    "0-5-6 1-8-10 2-11-14 3-9-13 4-7-12",
    "0-7-8 1-11-13 2-4-5 3-10-14 6-9-12",
    "0-9-10 1-12-14 2-3-6 4-8-11 5-7-13",
    "0-11-12 1-3-5 2-8-9 4-10-13 6-7-14",
    "0-13-14 1-4-6 2-7-10 3-8-12 5-9-11",
)
"""A solution of Kirkman's schoolgirl problem: fifteen entrants at tables of three, seven rounds."""


def known_design(entrants: int, seats: int) -> list[Round]:
    """Return the rounds of a balanced design, or none if no design is known for these numbers.

    >>> known_design(4, 2)
    [((0, 3), (1, 2)), ((1, 3), (2, 0)), ((2, 3), (0, 1))]
    >>> len(known_design(16, 4)), len(known_design(12, 4))
    (5, 0)
    """
    if entrants < seats or entrants % seats:
        return []
    if seats == 1:
        return [tuple([(entrant,) for entrant in range(entrants)])]
    if entrants == seats:
        return [(tuple(range(entrants)),)]
    if seats == 2:
        return _round_robin(entrants)
    if (entrants, seats) == (8, 4):
        return _planes_of_eight_points()
    if (entrants, seats) == (15, 3):
        return [_read_round(line) for line in _SCHOOLGIRLS]
    dimension = _power_of(entrants, seats)
    if dimension and (seats in _PRIMES or seats in _POLYNOMIALS):
        return _lines(seats, dimension)
    return []


def transversal_rounds(entrants: int, seats: int) -> list[Round]:
    """Return rounds in which no two entrants meet twice, by a transversal design, or none if none is known.

    The entrants form as many groups as there are seats at a table; those of one group never meet. If the size of a
    group is a prime power, there are as many rounds as that.

    >>> len(transversal_rounds(20, 4)), len(transversal_rounds(24, 4))
    (5, 0)
    """
    size, rest = divmod(entrants, seats)
    if rest or size < seats or (size not in _PRIMES and size not in _POLYNOMIALS):
        return []
    return [
        tuple(
            [
                tuple(
                    [group * size + _sum(size, table, _product(size, turn, group)) for group in range(seats)]
                )
                for table in range(size)
            ]
        )
        for turn in range(size)
    ]


def _round_robin(entrants: int) -> list[Round]:
    """Return a round robin by the circle method: the last one stays, the others move on by one place each round."""
    circle = entrants - 1
    rounds: list[Round] = []
    for turn in range(circle):
        pairs = [(turn, circle)]
        pairs += [((turn + step) % circle, (turn - step) % circle) for step in range(1, entrants // 2)]
        rounds.append(tuple(pairs))
    return rounds


def _planes_of_eight_points() -> list[Round]:
    """Return the seven ways to split the corners of a cube, as points over the field of two, by a linear function.

    Every two entrants meet three times, and every three of them once.
    """
    points = range(8)
    return [
        tuple([tuple([p for p in points if (p & mask).bit_count() % 2 == side]) for side in (0, 1)])
        for mask in range(1, 8)
    ]


def _read_round(line: str) -> Round:
    return tuple([tuple([int(number) for number in table.split("-")]) for table in line.split()])


def _power_of(number: int, base: int) -> int:
    """Return the exponent above 1 with which `base` gives `number`, or 0."""
    exponent, value = 1, base
    while value < number:
        exponent, value = exponent + 1, value * base
    return exponent if value == number and exponent > 1 else 0


def _lines(size: int, dimension: int) -> list[Round]:
    """Return the parallel classes of the lines of an affine space over the field of this size."""
    points = list(product(range(size), repeat=dimension))
    number = {point: place for place, point in enumerate(points)}
    rounds = []
    for direction in _directions(size, dimension):
        lines: list[tuple[int, ...]] = []
        seen: set[int] = set()
        for point in points:
            if number[point] in seen:
                continue
            line = tuple([number[_shifted(size, point, direction, step)] for step in range(size)])
            seen.update(line)
            lines.append(line)
        rounds.append(tuple(lines))
    return rounds


def _directions(size: int, dimension: int) -> list[tuple[int, ...]]:
    """Return one vector of each direction: those whose first coordinate that is not 0 is 1."""
    vectors = product(range(size), repeat=dimension)
    return [each for each in vectors if next((value for value in each if value), 0) == 1]


def _shifted(size: int, point: Sequence[int], direction: Sequence[int], step: int) -> tuple[int, ...]:
    """Return a point moved by some steps in a direction."""
    return tuple(
        [_sum(size, at, _product(size, step, along)) for at, along in zip(point, direction, strict=True)]
    )


def _sum(size: int, one: int, other: int) -> int:
    """Add two elements of the field of this size."""
    return one ^ other if size in _POLYNOMIALS else (one + other) % size


def _product(size: int, one: int, other: int) -> int:
    """Multiply two elements of the field of this size.

    >>> [_product(4, 2, other) for other in range(4)]
    [0, 2, 3, 1]
    """
    if size not in _POLYNOMIALS:
        return one * other % size
    polynomial = _POLYNOMIALS[size]
    result = 0
    while other:
        if other & 1:
            result ^= one
        one, other = one << 1, other >> 1
        if one >= size:
            one ^= polynomial
    return result
