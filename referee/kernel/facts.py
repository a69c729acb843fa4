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

from enum import Enum
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

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


class _HiddenField(NamedTuple):
    name: str
    audience: Audience
    is_tuple: bool
    back: Any


class _Sight(NamedTuple):
    """How a kind of fact is shown: who is told, and which fields are not for everyone."""

    told_to: Audience
    hidden: tuple[_HiddenField, ...]


def audience_of(kind: type[Fact], field: str) -> Audience:
    """Return the declared audience of a field; a field without one is an error."""
    hint = get_type_hints(kind, include_extras=True)[field]
    found = [extra for extra in get_args(hint)[1:] if isinstance(extra, Audience)]
    if len(found) != 1:
        raise TypeError(f"{kind.__name__}.{field} does not say who may see it")
    return found[0]


def _sight_of(kind: type[Fact]) -> _Sight:
    hints = get_type_hints(kind)
    _check_names(kind, kind.told_to)
    hidden = []
    for field in kind.__struct_fields__:
        audience = audience_of(kind, field)
        if audience.everyone:
            continue
        _check_names(kind, audience)
        is_tuple = get_origin(hints[field]) is tuple
        back = back_of(_thing_in(hints[field]) if is_tuple else hints[field])
        hidden.append(_HiddenField(field, audience, is_tuple, back))
    return _Sight(kind.told_to, tuple(hidden))


def _check_names(kind: type[Fact], audience: Audience) -> None:
    for name in audience.seats_in:
        if name not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__} is to be seen by the seats in {name!r}, but has no such field")


def _thing_in(hint: Any) -> Any:
    """What a tuple of any length holds. Face down all its things look alike, so there is one type of them."""
    things = get_args(hint)
    if things[1:] != (Ellipsis,):
        raise TypeError(f"{hint!r} cannot be dealt face down; write tuple[Card, ...]")
    return things[0]


_sights: dict[type[Fact], _Sight] = {}


def sight_of(kind: type[Fact]) -> _Sight:
    """Return how this kind of fact is shown, worked out once from its annotations."""
    found = _sights.get(kind)
    if found is None:
        found = _sights[kind] = _sight_of(kind)
    return found


def _admits(audience: Audience, fact: Fact, viewer: Seat) -> bool:
    if audience.everyone:
        return True
    for name in audience.seats_in:
        holder = getattr(fact, name)
        if viewer in holder if isinstance(holder, tuple) else viewer == holder:
            return True
    return False


def as_seen(fact: Fact, viewer: Seat) -> Fact | None:
    """Return the fact as this viewer is told it, or None when it is not told at all.

    This is the only place where anything is hidden. A fact whose fields are all public is returned as it is.
    """
    told_to, hidden = sight_of(type(fact))
    if viewer == OPEN_TABLE:
        return fact
    if not told_to.everyone and not _admits(told_to, fact, viewer):
        return None
    if not hidden:
        return fact
    backs = {}
    for name, audience, is_tuple, back in hidden:
        if not _admits(audience, fact, viewer):
            backs[name] = (back,) * len(getattr(fact, name)) if is_tuple else back
    return msgspec.structs.replace(fact, **backs) if backs else fact


def insiders(fact: Fact) -> tuple[Seat, ...]:
    """The seats that may be told more of this fact than everyone is. Whoever is not among them sees what all see."""
    told_to, hidden = sight_of(type(fact))
    found: list[Seat] = []
    for audience in (told_to, *[field.audience for field in hidden]):
        for name in audience.seats_in:
            holder = getattr(fact, name)
            found += holder if isinstance(holder, tuple) else (holder,)
    return tuple(found)
