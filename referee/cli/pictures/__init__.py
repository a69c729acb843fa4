"""Pictures of a table for the terminal, one module a game: `draw(state, names)` returns something rich can print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from rich.console import RenderableType
from rich.table import Table

Draw = Callable[[Any, Sequence[str]], RenderableType]


def two_by_two(panels: Sequence[RenderableType]) -> RenderableType:
    """Panels in two columns."""
    rows = Table.grid(expand=True)
    rows.add_column(ratio=1)
    rows.add_column(ratio=1)
    for left in range(0, len(panels), 2):
        rows.add_row(*panels[left : left + 2])
    return rows


def picture_of(game: str) -> Draw:
    """How to draw the table of a game."""
    draw: Draw = import_module(f"referee.cli.pictures.{game}").draw
    return draw
