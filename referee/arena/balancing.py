"""Rounds in which entrants meet each other, sit out and sit in each seat as equally often as possible.

The rounds come from a known design where there is one, and otherwise from a local search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.arena.designs import Round, known_design, transversal_rounds
from referee.arena.local_search import SearchDice, improve
from referee.arena.rotation import rotated_design
from referee.arena.table_sizes import RoundShape
from referee.kernel.chance import Stream

STEPS_PER_PLACE = 600
"""Number of exchanges that a search tries per place in the schedule."""

MOST_STEPS = 60_000
"""Number of exchanges after which a search ends in any case: about a third of a second."""

TRIES = 4
"""Number of searches, of which the best counts, unless an earlier one found the best there can be."""

BYE_WEIGHT = 20
"""How much an uneven number of byes weighs against an uneven number of meetings."""


class Imbalance(NamedTuple):
    """How uneven a schedule is: the smallest and the largest count over all pairs of entrants, or all entrants."""

    fewest_meetings: int
    most_meetings: int
    fewest_byes: int
    most_byes: int
    fewest_in_seat: int
    """How often an entrant sits in the seat that it has least often."""
    most_in_seat: int


def balanced_rounds(entrants: int, shape: RoundShape, rounds: int, luck: Stream) -> list[Round]:
    """Return rounds of tables in which every two entrants meet as equally often as possible, in random order.

    The order at a table decides the seats, which are balanced too.
    """
    names = luck.shuffled(range(entrants))
    is_even = len({*shape.sizes}) == 1
    dice = SearchDice(luck)
    # The beginning of a known design is as balanced as that number of rounds can be.
    design = known_design(entrants, shape.sizes[0]) if is_even and not shape.byes else []
    if not design and is_even and rounds >= entrants - 1:
        design = rotated_design(entrants, shape, dice)
    elif not design and is_even and not shape.byes:
        few = transversal_rounds(entrants, shape.sizes[0])
        design = few if rounds <= len(few) else []
    if design:
        found = [design[number % len(design)] for number in range(rounds)]
    else:
        found = _with_even_meetings(entrants, shape, rounds, dice)
    seated = with_even_seats(found, dice)
    return [tuple([tuple([names[each] for each in table]) for table in tables]) for tables in seated]


def _with_even_meetings(entrants: int, shape: RoundShape, rounds: int, dice: SearchDice) -> list[Round]:
    best = MeetingSearch(entrants, shape, rounds)
    for _ in range(TRIES if len(shape.sizes) > 1 or shape.byes else 0):
        search = MeetingSearch(entrants, shape, rounds)
        improve(search, min(MOST_STEPS, STEPS_PER_PLACE * entrants * rounds), dice)
        best = min(best, search, key=lambda each: each.cost)
        if best.cost == best.goal:
            break
    return best.rounds


def with_even_seats(rounds: Sequence[Round], dice: SearchDice) -> list[Round]:
    """Return the same rounds with the entrants of each table in an order in which they change seats."""
    search = _SeatSearch(rounds)
    improve(search, min(MOST_STEPS, STEPS_PER_PLACE * sum([len(table) for table in search.tables])), dice)
    tables = iter(search.tables)
    return [tuple([tuple(next(tables)) for _ in each]) for each in rounds]


def imbalance(rounds: Iterable[Round], entrants: int) -> Imbalance:
    """Return how uneven a schedule is.

    >>> imbalance([((0, 1), (2, 3)), ((0, 2), (1, 3))], 4)
    Imbalance(fewest_meetings=0, most_meetings=1, fewest_byes=0, most_byes=0, fewest_in_seat=0, most_in_seat=2)
    """
    meetings = dict.fromkeys(combinations(range(entrants), 2), 0)
    byes = dict.fromkeys(range(entrants), 0)
    seats: dict[tuple[int, int], int] = {}
    for tables in rounds:
        sitting = {entrant for table in tables for entrant in table}
        for entrant in byes:
            byes[entrant] += entrant not in sitting
        for table in tables:
            for pair in combinations(sorted(table), 2):
                meetings[pair] += 1
            for seat, entrant in enumerate(table):
                seats[entrant, seat] = seats.get((entrant, seat), 0) + 1
    most_seats = max([seat for _, seat in seats], default=0) + 1
    in_seat = [seats.get((entrant, seat), 0) for entrant in range(entrants) for seat in range(most_seats)]
    counts = [meetings.values() or (0,), byes.values(), in_seat]
    return Imbalance(*[bound for each in counts for bound in (min(each), max(each))])


def least_squares(total: int, places: int) -> int:
    """Return the least possible sum of squares of whole numbers with this sum.

    >>> least_squares(7, 3)
    17
    """
    small, larger = divmod(total, places) if places else (0, 0)
    return (places - larger) * small**2 + larger * (small + 1) ** 2


class MeetingSearch:
    """A schedule whose cost is the sum of the squares of all numbers of meetings and, with more weight, of byes."""

    def __init__(self, entrants: int, shape: RoundShape, rounds: int) -> None:
        self._entrants = entrants
        self._tables = len(shape.sizes)
        self._groups: list[list[list[int]]] = []
        """The tables of each round, and then those who sit out."""
        self._meetings = [[0] * entrants for _ in range(entrants)]
        self._byes = [0] * entrants
        for number in range(rounds):
            order = [(place + number) % entrants for place in range(entrants)]
            self._groups.append(_split(order, [*shape.sizes, shape.byes]))
        self._count()
        pairs = entrants * (entrants - 1) // 2
        met = rounds * sum([size * (size - 1) // 2 for size in shape.sizes])
        self.goal = least_squares(met, pairs) + BYE_WEIGHT * least_squares(rounds * shape.byes, entrants)

    @property
    def rounds(self) -> list[Round]:
        """The tables of each round."""
        return [tuple([tuple(table) for table in groups[: self._tables]]) for groups in self._groups]

    def _count(self) -> None:
        """Count all meetings and byes, and the cost."""
        self._meetings = [[0] * self._entrants for _ in range(self._entrants)]
        self._byes = [0] * self._entrants
        for *tables, byes in self._groups:
            for entrant in byes:
                self._byes[entrant] += 1
            for table in tables:
                for one, other in combinations(table, 2):
                    self._meetings[one][other] += 1
                    self._meetings[other][one] += 1
        # Every pair is in the matrix twice.
        squares = sum([count**2 for row in self._meetings for count in row]) // 2
        self.cost = squares + BYE_WEIGHT * sum([count**2 for count in self._byes])

    def exchange(self, dice: SearchDice, most: int) -> None:
        groups = self._groups[dice.below(len(self._groups))]
        first, second = dice.below(len(groups)), dice.below(len(groups))
        if first == second or not groups[first] or not groups[second]:
            return
        one, other = groups[first], groups[second]
        here, there = dice.below(len(one)), dice.below(len(other))
        leaving, coming = one[here], other[there]
        before = self.cost
        self._move(leaving, coming, one, is_bye=first == self._tables)
        self._move(coming, leaving, other, is_bye=second == self._tables)
        if self.cost <= most:
            one[here], other[there] = coming, leaving
            return
        self._move(coming, leaving, one, is_bye=first == self._tables)
        self._move(leaving, coming, other, is_bye=second == self._tables)
        assert self.cost == before

    def _move(self, leaving: int, coming: int, group: Iterable[int], *, is_bye: bool) -> None:
        """Count one entrant less in a group and another one more; the group itself stays as it is."""
        if is_bye:
            self.cost += BYE_WEIGHT * (2 * self._byes[coming] - 2 * self._byes[leaving] + 2)
            self._byes[leaving] -= 1
            self._byes[coming] += 1
            return
        lost, won, meetings = self._meetings[leaving], self._meetings[coming], self._meetings
        for each in group:
            if each not in (leaving, coming):
                self.cost += 2 * won[each] - 2 * lost[each] + 2
                lost[each] -= 1
                meetings[each][leaving] -= 1
                won[each] += 1
                meetings[each][coming] += 1

    def save(self) -> list[list[list[int]]]:
        return [[group.copy() for group in groups] for groups in self._groups]

    def restore(self, saved: list[list[list[int]]]) -> None:
        self._groups = saved
        self._count()


class _SeatSearch:
    """Tables whose cost is the sum of the squares of how often each entrant has each seat."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.tables = [list(table) for tables in rounds for table in tables]
        self.goal = 0
        self._count()

    def _count(self) -> None:
        self._taken: dict[tuple[int, int], int] = {}
        for table in self.tables:
            for seat, entrant in enumerate(table):
                self._taken[entrant, seat] = self._taken.get((entrant, seat), 0) + 1
        self.cost = sum([count**2 for count in self._taken.values()])
        times: dict[int, int] = {}
        for entrant, _ in self._taken:
            times[entrant] = 0
        for (entrant, _), count in self._taken.items():
            times[entrant] += count
        seats = max([len(table) for table in self.tables], default=1)
        self.goal = sum([least_squares(count, seats) for count in times.values()])

    def exchange(self, dice: SearchDice, most: int) -> None:
        table = self.tables[dice.below(len(self.tables))]
        one, other = dice.below(len(table)), dice.below(len(table))
        if one == other:
            return
        taken, cost = self._taken, self.cost
        first, second = table[one], table[other]
        for entrant, old, new in ((first, one, other), (second, other, one)):
            cost += 2 * taken.get((entrant, new), 0) - 2 * taken[entrant, old] + 2
        if cost > most:
            return
        for entrant, old, new in ((first, one, other), (second, other, one)):
            taken[entrant, old] -= 1
            taken[entrant, new] = taken.get((entrant, new), 0) + 1
        table[one], table[other] = second, first
        self.cost = cost

    def save(self) -> list[list[int]]:
        return [table.copy() for table in self.tables]

    def restore(self, saved: list[list[int]]) -> None:
        self.tables = saved
        self._count()


def _split(order: Sequence[int], sizes: Iterable[int]) -> list[list[int]]:
    groups, start = [], 0
    for size in sizes:
        groups.append(list(order[start : start + size]))
        start += size
    return groups
