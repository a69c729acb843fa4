"""Pictures of a table for the terminal, one module a game.

`drawings(state, names)` gives things rich can print, from the fullest to the barest: first each seat shrinks to a line,
then parts are left out, the least important first. The first one that fits the terminal is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

Drawings = Callable[[Any, Sequence[str]], Iterator[RenderableType]]


def two_by_two(panels: Sequence[RenderableType]) -> RenderableType:
    """Panels in two columns."""
    rows = Table.grid(expand=True)
    rows.add_column(ratio=1)
    rows.add_column(ratio=1)
    for left in range(0, len(panels), 2):
        rows.add_row(*panels[left : left + 2])
    return rows


def in_a_line(parts: Sequence[Text]) -> Text:
    """What a seat has, in one line; what does not fit is cut off."""
    line = Text("  ").join([part for part in parts if part])
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def drawings_of(game: str) -> Drawings:
    """How to draw the table of a game."""
    drawings: Drawings = import_module(f"referee.cli.display.pictures.{game}").drawings
    return drawings
