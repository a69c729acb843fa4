"""Facts: what happened, in the past tense, with an audience on every field.

A fact is a frozen Struct. Each field declares who may see it:

    class TokensDrawn(Fact, tag="abyss.tokens_drawn"):
        seat: Public[Seat]
        tokens: OwnerSees[tuple[int, ...]]

A viewer outside a field's audience gets the field *face down*: the back of a card for a card, and as many backs as
there are cards for a tuple. The back depends on the type alone: the `HIDDEN` member of an enum, 0 for a number, an
empty string. A field that declares no audience is an error when the kind of fact is first used, so that nothing is
shown by mistake.
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
"""The viewer that sees every field: the referee itself, and anyone who opens a finished match."""

SPECTATOR = -2
"""The viewer that has no seat and sees only what everyone sees."""


class Audience(NamedTuple):
    """Who may see a field: everyone, or the seats named by other fields of the same fact."""

    everyone: bool
    seats_in: tuple[str, ...] = ()


EVERYONE = Audience(everyone=True)
NOBODY = Audience(everyone=False)


def seen_by(*fields: str) -> Audience:
    """Return the audience of the seats that these fields of the fact name."""
    return Audience(everyone=False, seats_in=fields)


Public = Annotated[T, EVERYONE]
Secret = Annotated[T, NOBODY]
OwnerSees = Annotated[T, seen_by("seat")]


class Fact(msgspec.Struct, frozen=True, tag_field="kind", gc=False):
    """Something that happened at the table."""

    told_to: ClassVar[Audience] = EVERYONE
    """The audience that learns that it happened at all."""


class Recorded(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A fact with the path of the rules in force when it was recorded, outermost first."""

    path: str
    fact: Fact

    @property
    def rule(self) -> str:
        """The innermost rule of the path."""
        return self.path.rpartition("/")[2]


def back_of(kind: Any) -> Any:
    """Return what a face-down value of this type looks like.

    >>> back_of(int), back_of(str)
    (0, '')
    """
    if isinstance(kind, type):
        if issubclass(kind, Enum) and "HIDDEN" in kind.__members__:
            return kind.__members__["HIDDEN"]
        if kind in (int, str):
            return kind()
    raise TypeError(f"{kind!r} has no back, so it cannot be hidden")


SeatsIn = Callable[[Any], tuple[Seat, ...]]
"""Returns the seats that a fact names as an audience."""


class Visibility(msgspec.Struct, frozen=True):
    """Who sees what of a kind of fact, derived from its annotations."""

    told_to: SeatsIn | None
    """The seats that learn of it; None for everyone."""
    hidden: tuple[tuple[int, SeatsIn, bool, Any], ...]
    """For each field that is not public: its index, who sees it, whether it is a tuple, and the back."""
    entitled: SeatsIn
    """The seats that may see more than the public view."""

    @property
    def is_public(self) -> bool:
        """Whether everyone sees all of it."""
        return self.told_to is None and not self.hidden


def audience_of(kind: type[Fact], field: str) -> Audience:
    """Return the declared audience of a field; raise `TypeError` if it has none."""
    hint = get_type_hints(kind, include_extras=True)[field]
    found = [extra for extra in get_args(hint)[1:] if isinstance(extra, Audience)]
    if len(found) != 1:
        raise TypeError(f"{kind.__name__}.{field} does not declare who may see it")
    return found[0]


def _visibility_of(kind: type[Fact]) -> Visibility:
    hints = get_type_hints(kind)
    hidden = []
    entitled = kind.told_to.seats_in
    for place, field in enumerate(kind.__struct_fields__):
        audience = audience_of(kind, field)
        if not audience.everyone:
            is_tuple = get_origin(hints[field]) is tuple
            back = back_of(_item_type(hints[field]) if is_tuple else hints[field])
            hidden.append((place, _seats_in(kind, audience), is_tuple, back))
            entitled += audience.seats_in
    told_to = None if kind.told_to.everyone else _seats_in(kind, kind.told_to)
    return Visibility(told_to, tuple(hidden), _seats_in(kind, seen_by(*dict.fromkeys(entitled))))


def _seats_in(kind: type[Fact], audience: Audience) -> SeatsIn:
    """Return a function that finds the seats of an audience in a fact of this kind."""
    fields = audience.seats_in
    for name in fields:
        if name not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} is seen by the seats in {name!r}, but has no such field")
    if not fields:
        return lambda fact: ()
    if len(fields) == 1:
        held = attrgetter(*fields)
        is_tuple = get_origin(get_type_hints(kind)[fields[0]]) is tuple
        return held if is_tuple else lambda fact: (held(fact),)
    each = [_seats_in(kind, seen_by(name)) for name in fields]
    return lambda fact: tuple([seat for seats_in in each for seat in seats_in(fact)])


def _item_type(hint: Any) -> Any:
    """Return the type of the items of a tuple; raise `TypeError` unless they all have the same type."""
    items = get_args(hint)
    if items[1:] != (Ellipsis,):
        raise TypeError(f"{hint!r} cannot be hidden; write tuple[Card, ...]")
    return items[0]


_visibilities: dict[type[Fact], Visibility] = {}


def visibility_of(kind: type[Fact]) -> Visibility:
    """Return who sees what of this kind of fact."""
    found = _visibilities.get(kind)
    if found is None:
        found = _visibilities[kind] = _visibility_of(kind)
    return found


def as_seen(fact: Fact, viewer: Seat) -> Fact | None:
    """Return the fact as this viewer sees it, or None if the viewer does not learn of it.

    This is the only place where anything is hidden. If nothing is hidden, the result is the fact itself.
    """
    kind = type(fact)
    visibility = _visibilities.get(kind) or visibility_of(kind)
    if viewer == OPEN_TABLE:
        return fact
    if visibility.told_to is not None and viewer not in visibility.told_to(fact):
        return None
    values: list[Any] | None = None
    for place, seats_in, is_tuple, back in visibility.hidden:
        if viewer not in seats_in(fact):
            if values is None:
                values = list(_values_of(fact))
            values[place] = (back,) * len(values[place]) if is_tuple else back
    return fact if values is None else kind(*values)
