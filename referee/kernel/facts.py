"""Facts: what happened, in the past tense, with an audience on every field.

A fact is a frozen Struct. Each field says who may see it:

    class TokensDrawn(Fact, tag="abyss.tokens_drawn"):
        seat: Public[Seat]
        tokens: OwnerSees[tuple[int, ...]]

A viewer outside a field's audience gets the field *face down*: the back of a card for a card, as many backs as
there are cards for a tuple. What a back looks like depends on the type alone: the `HIDDEN` member of an enum, 0 for a
number, an empty text. A field that says nothing about its audience is an error when the class is first
looked at, so nothing is shown by forgetting.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

_values_of = msgspec.structs.astuple

T = TypeVar("T")

Seat = int
"""A place at the table, counted from 0."""

OPEN_TABLE = -1
"""The viewer who sees every field: the referee itself, and whoever opens a finished match."""

SPECTATOR = -2
"""The viewer who sits at no seat and sees what everyone sees."""


class Audience(NamedTuple):
    """Who may see a field: everyone, or the seats named by other fields of the same fact."""

    everyone: bool
    seats_in: tuple[str, ...] = ()


EVERYONE = Audience(everyone=True)
NOBODY = Audience(everyone=False)


def seen_by(*fields: str) -> Audience:
    """Shown only to the seats that the named fields of the fact hold."""
    return Audience(everyone=False, seats_in=fields)


Public = Annotated[T, EVERYONE]
Secret = Annotated[T, NOBODY]
OwnerSees = Annotated[T, seen_by("seat")]


class Fact(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """Something that happened at the table."""

    told_to: ClassVar[Audience] = EVERYONE
    """Who learns that it happened at all."""


class Recorded(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A fact with the path of rules in force when it was recorded, outermost first."""

    path: str
    fact: Fact

    @property
    def rule(self) -> str:
        """The innermost of the rules."""
        return self.path.rpartition("/")[2]


def back_of(kind: Any) -> Any:
    """What a face-down thing of this type looks like.

    >>> back_of(int), back_of(str)
    (0, '')
    """
    if isinstance(kind, type):
        if issubclass(kind, Enum) and "HIDDEN" in kind.__members__:
            return kind.__members__["HIDDEN"]
        if kind in (int, str):
            return kind()
    raise TypeError(f"{kind!r} has no back, so it cannot be dealt face down")


SeatsIn = Callable[[Any], tuple[Seat, ...]]
"""Finds the seats that a fact names as an audience."""


class Sight(msgspec.Struct, frozen=True):
    """How a kind of fact is shown."""

    told_to: SeatsIn | None
    """Who is told of it; None for everyone."""
    hidden: tuple[tuple[int, SeatsIn, bool, Any], ...]
    """Of each field that is not for everyone: its place, who sees it, whether it is a tuple, and the back."""
    insiders: SeatsIn
    """Who may be told more of a fact than everyone is. Whoever is not among them sees what all see."""

    @property
    def is_open(self) -> bool:
        """Say whether everyone sees all of it."""
        return self.told_to is None and not self.hidden


def audience_of(kind: type[Fact], field: str) -> Audience:
    """Return the declared audience of a field; a field without one is an error."""
    hint = get_type_hints(kind, include_extras=True)[field]
    found = [extra for extra in get_args(hint)[1:] if isinstance(extra, Audience)]
    if len(found) != 1:
        raise TypeError(f"{kind.__name__}.{field} does not say who may see it")
    return found[0]


def _sight_of(kind: type[Fact]) -> Sight:
    hints = get_type_hints(kind)
    hidden = []
    insiders = kind.told_to.seats_in
    for place, field in enumerate(kind.__struct_fields__):
        audience = audience_of(kind, field)
        if not audience.everyone:
            is_tuple = get_origin(hints[field]) is tuple
            back = back_of(_thing_in(hints[field]) if is_tuple else hints[field])
            hidden.append((place, _seats_in(kind, audience), is_tuple, back))
            insiders += audience.seats_in
    told_to = None if kind.told_to.everyone else _seats_in(kind, kind.told_to)
    return Sight(told_to, tuple(hidden), _seats_in(kind, seen_by(*dict.fromkeys(insiders))))


def _seats_in(kind: type[Fact], audience: Audience) -> SeatsIn:
    """Return what finds the seats of an audience: nobody, one seat, or all that several fields hold."""
    fields = audience.seats_in
    for name in fields:
        if name not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} is to be seen by the seats in {name!r}, but has no such field")
    if not fields:
        return lambda fact: ()
    if len(fields) == 1:
        held = attrgetter(*fields)
        is_tuple = get_origin(get_type_hints(kind)[fields[0]]) is tuple
        return held if is_tuple else lambda fact: (held(fact),)
    each = [_seats_in(kind, seen_by(name)) for name in fields]
    return lambda fact: tuple([seat for seats_in in each for seat in seats_in(fact)])


def _thing_in(hint: Any) -> Any:
    """What a tuple of any length holds. Face down all its things look alike, so there is one type of them."""
    things = get_args(hint)
    if things[1:] != (Ellipsis,):
        raise TypeError(f"{hint!r} cannot be dealt face down; write tuple[Card, ...]")
    return things[0]


_sights: dict[type[Fact], Sight] = {}


def sight_of(kind: type[Fact]) -> Sight:
    """Return how this kind of fact is shown, worked out once from its annotations."""
    found = _sights.get(kind)
    if found is None:
        found = _sights[kind] = _sight_of(kind)
    return found


def as_seen(fact: Fact, viewer: Seat) -> Fact | None:
    """Return the fact as this viewer is told it, or None when it is not told at all.

    This is the only place where anything is hidden. What is shown whole is the fact itself.
    """
    kind = type(fact)
    sight = _sights.get(kind) or sight_of(kind)
    if viewer == OPEN_TABLE:
        return fact
    if sight.told_to is not None and viewer not in sight.told_to(fact):
        return None
    values: list[Any] | None = None
    for place, seats_in, is_tuple, back in sight.hidden:
        if viewer not in seats_in(fact):
            if values is None:
                values = list(_values_of(fact))
            values[place] = (back,) * len(values[place]) if is_tuple else back
    return fact if values is None else kind(*values)
