"""Pictures of a table for the terminal, one module per game.

`drawings(state, names)` yields rich renderables from the most to the least detailed: first each seat shrinks to one
line, then parts of the board are left out, the least important first. The first drawing that fits is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

Drawings = Callable[[Any, Sequence[str]], Iterator[RenderableType]]


def in_two_columns(panels: Sequence[RenderableType]) -> RenderableType:
    """Arrange panels in two columns."""
    rows = Table.grid(expand=True)
    rows.add_column(ratio=1)
    rows.add_column(ratio=1)
    for left in range(0, len(panels), 2):
        rows.add_row(*panels[left : left + 2])
    return rows


def on_one_line(parts: Sequence[Text]) -> Text:
    """Join the parts that are not empty into a line that is cut off where the terminal ends."""
    line = Text("  ").join([part for part in parts if part])
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def drawings_for(game: str) -> Drawings:
    """Return the drawing function of a game."""
    drawings: Drawings = import_module(f"referee.cli.display.pictures.{game}").drawings
    return drawings
