"""The picture of any game: every value of its state, named by where it is in the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.inspector.pictures import Element, Picture
from referee.kernel.facts import Seat
from referee.kernel.game import Setup


def picture(state: Any, setup: Setup, viewer: Seat) -> Picture:
    """Return every value of a state as an element."""
    return dict(_elements("", msgspec.to_builtins(state)))


def _elements(at: str, value: Any) -> Iterator[tuple[str, Element]]:
    """Yield the elements of a value; a list of single values is one element, because its order matters."""
    match value:
        case Mapping():
            for name, part in value.items():
                yield from _elements(f"{at}/{name}" if at else str(name), part)
        case [*parts] if any([isinstance(part, Mapping | list) for part in parts]):
            for place, part in enumerate(parts):
                yield from _elements(f"{at}/{place}", part)
        case _:
            parent, _, name = at.rpartition("/")
            shown = ", ".join(map(str, value)) if isinstance(value, list) else value
            plain = shown if type(shown) is int else str(shown)
            yield at, Element("value", f"{name.replace('_', ' ')}: {plain}", plain, parent)
