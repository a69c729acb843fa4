"""Designs made by rotation: all rounds follow from the first one by adding 1 to everybody's number.

The numbers are taken modulo the number of rounds. With byes, one entrant sits out in each round; without, one entrant
stays where it is. If every difference between two numbers occurs equally often at the tables of the first round, every
two entrants meet equally often in all rounds together. For tables of four, such rounds are known as whist tournaments.
"""

from __future__ import annotations

from itertools import combinations

from referee.arena.designs import Round
from referee.arena.local_search import SearchDice, improve
from referee.arena.table_sizes import RoundShape

STEPS = 40_000
"""Number of exchanges after which the search for a first round gives up: a quarter of a second."""


def rotated_design(entrants: int, shape: RoundShape, dice: SearchDice) -> list[Round]:
    """Return as many rounds as every two entrants need to meet equally often, or none if no first round was found.

    All tables must have the same size, and at most one entrant sits out.
    """
    if shape.byes > 1:
        return []
    rounds = entrants if shape.byes else entrants - 1
    search = _FirstRound(rounds, shape)
    improve(search, STEPS, dice)
    if search.cost > search.goal:
        return []
    return [
        tuple([tuple([_turned(each, turn, rounds) for each in table]) for table in search.tables])
        for turn in range(rounds)
    ]


def _turned(entrant: int, turn: int, rounds: int) -> int:
    """Return the number of an entrant after some rounds; the one above all others stays."""
    return entrant if entrant == rounds else (entrant + turn) % rounds


class _FirstRound:
    """The first round of a rotation. Its cost is the sum of the squares of how often each difference occurs."""

    def __init__(self, rounds: int, shape: RoundShape) -> None:
        self._rounds = rounds
        # Number 0 sits out if anyone does.
        numbers = list(range(shape.byes, sum(shape.sizes) + shape.byes))
        size = shape.sizes[0]
        self.tables = [numbers[start : start + size] for start in range(0, len(numbers), size)]
        self._count()
        total = sum(self._differences)
        self.goal = total * total // (rounds - 1) if total % (rounds - 1) == 0 else -1
        """The cost if all differences occur equally often; below every cost if that cannot be."""

    def _count(self) -> None:
        self._differences = [0] * self._rounds
        for table in self.tables:
            self._add(table, 1)
        self.cost = sum([count**2 for count in self._differences])

    def _add(self, table: list[int], times: int) -> None:
        """Count the differences at a table, both ways."""
        for one, other in combinations(table, 2):
            if self._rounds not in (one, other):
                self._differences[(one - other) % self._rounds] += times
                self._differences[(other - one) % self._rounds] += times

    def exchange(self, dice: SearchDice, most: int) -> None:
        first = self.tables[dice.below(len(self.tables))]
        second = self.tables[dice.below(len(self.tables))]
        here, there = dice.below(len(first)), dice.below(len(first))
        if first is second:
            return
        self._swap(first, here, second, there)
        cost = sum([count**2 for count in self._differences])
        if cost <= most:
            self.cost = cost
        else:
            self._swap(first, here, second, there)

    def _swap(self, first: list[int], here: int, second: list[int], there: int) -> None:
        for table in (first, second):
            self._add(table, -1)
        first[here], second[there] = second[there], first[here]
        for table in (first, second):
            self._add(table, 1)

    def save(self) -> list[list[int]]:
        return [table.copy() for table in self.tables]

    def restore(self, saved: list[list[int]]) -> None:
        self.tables = saved
        self._count()
