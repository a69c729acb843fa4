"""Pictures: a view of the table as a flat map of named elements, one module per game.

A picture is made of a viewer's folded state, so it holds only what that viewer knows. A key means the same thing for
the whole match (`seat/1/pearls`, `lord/the_jailer`), so a thing that moves keeps its key and gets another `at`.

A game's module has `picture(state, setup, viewer)`, and may have `layout(setup)`: what never changes and the drawing
needs, such as where the spaces of the board are. A game without a module gets the picture of `plain`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import msgspec

from referee.kernel.facts import Seat
from referee.kernel.game import Setup


class Element(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing on the table that has a name."""

    kind: str
    """What the board draws: `pearls`, `lord`, `figure`, `room`, `track`, `deck`."""
    name: str
    """The accessible name, in words: `Pearls of seat 1: 5`."""
    value: str | int | None = None
    at: str = ""
    """The key of the element, or the name of the place, where it is: `court/3`, `seat/1/lords`."""
    data: Mapping[str, Any] = {}
    """Further plain values that the drawing needs, such as the cost of a card."""


Picture = dict[str, Element]
"""The elements of a table by key."""

MakePicture = Callable[[Any, Setup, Seat], Picture]
"""Makes a picture of a state of the game, given the setup of the match and the viewer."""


class PictureChanges(msgspec.Struct, frozen=True, omit_defaults=True):
    """What turns one picture into the next."""

    set: Picture = {}
    gone: tuple[str, ...] = ()


def picture_of(game: str) -> MakePicture:
    """Return the function that makes the pictures of a game."""
    picture: MakePicture = _module_of(game).picture
    return picture


def fixed_layout(game: str, setup: Setup) -> Mapping[str, Any]:
    """Return what never changes in the pictures of a match and its drawing needs; nothing for most games."""
    layout: Callable[[Setup], Mapping[str, Any]] | None = getattr(_module_of(game), "layout", None)
    return {} if layout is None else layout(setup)


def has_board(game: str) -> bool:
    """Return whether the page has a drawing of a game; others are shown in words."""
    return resources.files("referee.inspector").joinpath("static", "boards", f"{game}.js").is_file()


def changes(before: Picture, after: Picture) -> PictureChanges:
    """Return what turns one picture into another.

    >>> one, two = Element("pearls", "Pearls: 1", 1), Element("pearls", "Pearls: 2", 2)
    >>> changes({"a": one, "b": one}, {"a": two}).gone
    ('b',)
    """
    return PictureChanges(
        {key: element for key, element in after.items() if before.get(key) != element},
        tuple([key for key in before if key not in after]),
    )


def _module_of(game: str) -> ModuleType:
    name = f"{__name__}.{game}"
    return import_module(name if find_spec(name) is not None else f"{__name__}.plain")
