"""Piles: the shuffle that put a card where it was found.

A shuffle is recorded as a fact that holds the whole pile in its new order, right after its draw. From there the pile
can be followed on the open table: where a fact takes cards off its top or its bottom, it is known which place of the
order each of them had. Where a card was shown that had left its pile before, all the places are told that a card of
its name had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from referee.disputes.explain.trace import Course, Drawn
from referee.kernel.facts import OPEN_TABLE, Fact
from referee.match.charters import Terms


class Pile(NamedTuple):
    """A pile as it was shuffled."""

    drawn: Drawn
    number: int
    """The fact that tells it."""
    field: str
    order: tuple[Any, ...]


class Found(NamedTuple):
    """Where a card was after a shuffle."""

    card: str
    pile: Pile
    places: tuple[int, ...]
    """Counted from 1 in the order of the fact that tells the shuffle."""
    is_taken: bool
    """Whether the fact itself takes the card from there."""


def shuffles_behind(course: Course, number: int) -> list[Found]:
    """For each card that a fact shows, the shuffle of the pile it takes the card from.

    Where it takes the card from no pile: the last shuffle, from each stream of luck, that had a card of this name.
    """
    piles = list(_piles(course, number))
    if any(pile.number == number for pile in piles):
        return []
    last: dict[Any, dict[str, Pile]] = {}
    for field, thing in _things(course.facts[number - 1].fact):
        for pile in piles:
            if _may_hold(pile, field, thing):
                last.setdefault(thing, {})[pile.drawn.draw.label] = pile
    everywhere = {pile.number: pile for by_label in last.values() for pile in by_label.values()}
    taken = _taken(course, number, everywhere)
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


def _piles(course: Course, number: int) -> Iterator[Pile]:
    """Every pile that was shuffled before a fact, or that the fact tells, in the order in which they were."""
    for drawn in course.draws:
        told, size = drawn.after + 1, drawn.draw.size
        if told > number or told > len(course.facts) or len(drawn.draw.result) != size:
            continue
        fact = course.facts[told - 1].fact
        for field in fact.__struct_fields__:
            order = getattr(fact, field)
            if isinstance(order, tuple) and len(order) == size:
                yield Pile(drawn, told, field, order)
                break


def _things(fact: Fact) -> Iterator[tuple[str, Any]]:
    """What a fact shows: each card, or number of a token, with the field that holds it."""
    for field in fact.__struct_fields__:
        value = getattr(fact, field)
        for thing in value if isinstance(value, tuple) else (value,):
            if isinstance(thing, Enum):
                if thing.name != "HIDDEN":
                    yield field, thing
            elif type(thing) is int and isinstance(value, tuple):
                yield field, thing


def _may_hold(pile: Pile, field: str, thing: Any) -> bool:
    """Whether a thing may have come from a pile. Numbers mean something only beside the name of their field."""
    if not any(type(card) is type(thing) and card == thing for card in pile.order):
        return False
    return isinstance(thing, Enum) or field == pile.field


def _taken(course: Course, number: int, piles: Mapping[int, Pile]) -> dict[int, list[tuple[int, Any]]]:
    """What a fact takes from the top or the bottom of these piles: the places and the cards."""
    table = _Table(course.terms)
    where: dict[int, list[_Path]] = {}
    for told, recorded in enumerate(course.facts[: number - 1], 1):
        table.fold(recorded.fact)
        if told in piles:
            where[told] = [path for path, pile in table.piles() if tuple(pile) == piles[told].order]
    before = {told: [tuple(table.at(path)) for path in paths] for told, paths in where.items()}
    table.fold(course.facts[number - 1].fact)
    taken: dict[int, list[tuple[int, Any]]] = {}
    for told, pile in piles.items():
        taken[told] = []
        for path, old in zip(where[told], before[told], strict=True):
            places = _places_taken(pile.order, old, tuple(table.at(path)))
            taken[told] += [(place + 1, pile.order[place]) for place in places]
    return taken


def _places_taken(order: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> range:
    """The places of an order that a pile lost, if it is still an end of that order and lost one of its ends."""
    less = len(old) - len(new)
    for first in {0, len(order) - len(old)}:
        if less < 1 or order[first : first + len(old)] != old:
            continue
        if old[less:] == new:
            return range(first, first + less)
        if old[: len(new)] == new:
            return range(first + len(new), first + len(old))
    return range(0)


def _name(thing: Any) -> str:
    return str(thing.value) if isinstance(thing, Enum) else str(thing)


_Path = tuple[Any, ...]


class _Table:
    """The open table of a match, folded from its facts."""

    def __init__(self, terms: Terms) -> None:
        self._folds = terms.game.folds
        self._state = terms.game.new_state(terms.setup, OPEN_TABLE)

    def fold(self, fact: Fact) -> None:
        """Work a fact in; the end of a match changes nothing on the table."""
        fold = self._folds.get(type(fact))
        if fold is not None:
            fold(self._state, fact)

    def piles(self) -> Iterator[tuple[_Path, Sequence[Any]]]:
        """Every row of things on the table, with the way to it."""
        return _rows((), self._state)

    def at(self, path: _Path) -> Sequence[Any]:
        """What lies at the end of a way now."""
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
