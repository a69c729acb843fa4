"""Swiss rounds for tables of any size: entrants with similar points meet, and nobody the same opponents again.

There is no exact pairing for tables of more than two, so a search looks for tables with the least cost: points that
differ within a table, and meetings that are repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from referee.arena.balancing import with_even_seats
from referee.arena.designs import Round
from referee.arena.local_search import SearchDice, improve
from referee.arena.table_sizes import RoundShape, ShortTables
from referee.kernel.chance import Stream

STEPS = 20_000
"""Number of exchanges that are tried: about a quarter of a second."""

REPEAT_WEIGHT = 12
"""How much a repeated meeting weighs against a difference of one step in points, which counts squared."""


class PodHistory(msgspec.Struct):
    """What the pairing of the next round depends on."""

    ranks: Mapping[int, int]
    """The rank of each entrant who is paired: 0 for the most points; equal points, equal rank."""
    meetings: Counter[tuple[int, int]]
    """How often two entrants have met, the smaller number first."""
    byes: Counter[int]
    """How often an entrant has sat out."""


def paired_by_rank(history: PodHistory, shape: RoundShape, short_tables: ShortTables, luck: Stream) -> Round:
    """Return the tables of the next round."""
    entrants = luck.shuffled(sorted(history.ranks))
    dice = SearchDice(luck)
    # Those who sit out: the fewest byes so far, then the fewest points.
    by_need = sorted(entrants, key=lambda each: (history.byes[each], -history.ranks[each]))
    resting = set(by_need[: shape.byes])
    order = sorted([each for each in entrants if each not in resting], key=lambda each: history.ranks[each])
    sizes = shape.sizes if short_tables != "high" else shape.sizes[::-1]
    search = _PodSearch(order, sizes, history)
    if len(sizes) > 1:
        improve(search, STEPS, dice)
    return with_even_seats([tuple([tuple(table) for table in search.tables])], dice)[0]


class _PodSearch:
    """Tables whose cost is made of differences in rank and repeated meetings."""

    def __init__(self, order: Sequence[int], sizes: Sequence[int], history: PodHistory) -> None:
        self._history = history
        self.tables: list[list[int]] = []
        start = 0
        for size in sizes:
            self.tables.append(list(order[start : start + size]))
            start += size
        self.cost = sum(map(self._cost_of, self.tables))
        self.goal = 0

    def _cost_of(self, table: Sequence[int]) -> int:
        ranks, meetings = self._history.ranks, self._history.meetings
        cost = 0
        for one, other in combinations(sorted(table), 2):
            met = meetings[one, other]
            cost += (ranks[one] - ranks[other]) ** 2 + REPEAT_WEIGHT * met * met
        return cost

    def exchange(self, dice: SearchDice, most: int) -> None:
        first = self.tables[dice.below(len(self.tables))]
        second = self.tables[dice.below(len(self.tables))]
        if first is second:
            return
        here, there = dice.below(len(first)), dice.below(len(second))
        before = self._cost_of(first) + self._cost_of(second)
        first[here], second[there] = second[there], first[here]
        cost = self.cost - before + self._cost_of(first) + self._cost_of(second)
        if cost <= most:
            self.cost = cost
        else:
            first[here], second[there] = second[there], first[here]

    def save(self) -> list[list[int]]:
        return [table.copy() for table in self.tables]

    def restore(self, saved: list[list[int]]) -> None:
        self.tables = saved
        self.cost = sum(map(self._cost_of, self.tables))
