"""Find the shuffle that put a card where it was found.

A shuffle is recorded as a fact that holds the whole pile in its new order, right after its draw. From there the pile is
followed on the open table: when a fact takes cards off its top or bottom, the place of each card in the shuffled order
is known. For a card that had left its pile earlier, all places are given that had a card of its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from referee.disputes.explain.trace import Trace, TracedDraw
from referee.kernel.facts import OPEN_TABLE, Fact
from referee.match.charters import Terms


class Pile(NamedTuple):
    """A pile after it was shuffled."""

    drawn: TracedDraw
    number: int
    """The number of the fact that records it."""
    field: str
    order: tuple[Any, ...]


class Found(NamedTuple):
    """The places of a card after a shuffle."""

    card: str
    pile: Pile
    places: tuple[int, ...]
    """Counted from 1 in the order of the fact that records the shuffle."""
    is_taken: bool
    """Whether the fact itself takes the card from there."""


def shuffles_behind(trace: Trace, number: int) -> list[Found]:
    """Return, for each card that a fact shows, the shuffle of the pile it takes the card from.

    If it takes the card from no pile, return the last shuffle of each stream that had a card of this name.
    """
    piles = list(_piles(trace, number))
    if any(pile.number == number for pile in piles):
        return []
    last: dict[Any, dict[str, Pile]] = {}
    for field, thing in _things(trace.facts[number - 1].fact):
        for pile in piles:
            if _may_hold(pile, field, thing):
                last.setdefault(thing, {})[pile.drawn.draw.label] = pile
    everywhere = {pile.number: pile for by_label in last.values() for pile in by_label.values()}
    taken = _taken(trace, number, everywhere)
    found = []
    for thing, by_label in last.items():
        lay, came = [], []
        for pile in by_label.values():
            places = [place for place, card in taken[pile.number] if card == thing]
            if places:
                came.append(Found(_name(thing), pile, tuple(places), is_taken=True))
            all_places = [place for place, card in enumerate(pile.order, 1) if card == thing]
            lay.append(Found(_name(thing), pile, tuple(all_places), is_taken=False))
        found += came or lay
    return found


def _piles(trace: Trace, number: int) -> Iterator[Pile]:
    """Yield every pile that was shuffled before or by a fact, in order."""
    for drawn in trace.draws:
        fact_number, size = drawn.after + 1, drawn.draw.size
        if fact_number > number or fact_number > len(trace.facts) or len(drawn.draw.result) != size:
            continue
        fact = trace.facts[fact_number - 1].fact
        for field in fact.__struct_fields__:
            order = getattr(fact, field)
            if isinstance(order, tuple) and len(order) == size:
                yield Pile(drawn, fact_number, field, order)
                break


def _things(fact: Fact) -> Iterator[tuple[str, Any]]:
    """Yield each card or token number that a fact shows, with the field that holds it."""
    for field in fact.__struct_fields__:
        value = getattr(fact, field)
        for thing in value if isinstance(value, tuple) else (value,):
            if isinstance(thing, Enum):
                if thing.name != "HIDDEN":
                    yield field, thing
            elif type(thing) is int and isinstance(value, tuple):
                yield field, thing


def _may_hold(pile: Pile, field: str, thing: Any) -> bool:
    """Return whether a thing may have come from a pile. Numbers are comparable only within the same field."""
    if not any(type(card) is type(thing) and card == thing for card in pile.order):
        return False
    return isinstance(thing, Enum) or field == pile.field


def _taken(trace: Trace, number: int, piles: Mapping[int, Pile]) -> dict[int, list[tuple[int, Any]]]:
    """Return the places and cards that a fact takes from the top or bottom of each of these piles."""
    table = _OpenTable(trace.terms)
    where: dict[int, list[_Path]] = {}
    for fact_number, recorded in enumerate(trace.facts[: number - 1], 1):
        table.fold(recorded.fact)
        if fact_number in piles:
            where[fact_number] = [
                path for path, pile in table.piles() if tuple(pile) == piles[fact_number].order
            ]
    before = {fact_number: [tuple(table.at(path)) for path in paths] for fact_number, paths in where.items()}
    table.fold(trace.facts[number - 1].fact)
    taken: dict[int, list[tuple[int, Any]]] = {}
    for fact_number, pile in piles.items():
        taken[fact_number] = []
        for path, old in zip(where[fact_number], before[fact_number], strict=True):
            places = _places_taken(pile.order, old, tuple(table.at(path)))
            taken[fact_number] += [(place + 1, pile.order[place]) for place in places]
    return taken


def _places_taken(order: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> range:
    """Return the places that were taken, if the pile was an end of the order and lost cards at one end."""
    taken_count = len(old) - len(new)
    for first in {0, len(order) - len(old)}:
        if taken_count < 1 or order[first : first + len(old)] != old:
            continue
        if old[taken_count:] == new:
            return range(first, first + taken_count)
        if old[: len(new)] == new:
            return range(first + len(new), first + len(old))
    return range(0)


def _name(thing: Any) -> str:
    return str(thing.value) if isinstance(thing, Enum) else str(thing)


_Path = tuple[Any, ...]


class _OpenTable:
    """The open table of a match, folded from its facts."""

    def __init__(self, terms: Terms) -> None:
        self._folds = terms.game.folds
        self._state = terms.game.new_state(terms.setup, OPEN_TABLE)

    def fold(self, fact: Fact) -> None:
        """Apply a fact. The end of a match changes nothing on the table."""
        fold = self._folds.get(type(fact))
        if fold is not None:
            fold(self._state, fact)

    def piles(self) -> Iterator[tuple[_Path, Sequence[Any]]]:
        """Yield every list on the table, with the path to it."""
        return _rows((), self._state)

    def at(self, path: _Path) -> Sequence[Any]:
        """Return the list that a path leads to now."""
        found: Any = self._state
        for step in path:
            found = getattr(found, step) if isinstance(found, msgspec.Struct) else found[step]
        return found if isinstance(found, list | tuple) else ()


def _rows(path: _Path, value: Any) -> Iterator[tuple[_Path, Sequence[Any]]]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _rows((*path, field), getattr(value, field))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _rows((*path, key), inner)
    elif isinstance(value, list | tuple):
        yield path, value
        for place, inner in enumerate(value):
            if isinstance(inner, msgspec.Struct | dict):
                yield from _rows((*path, place), inner)
