"""Pictures of a table for the terminal, one module a game: `draw(state, names)` returns something rich can print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from rich.console import RenderableType

Draw = Callable[[Any, Sequence[str]], RenderableType]


def picture_of(game: str) -> Draw:
    """How to draw the table of a game."""
    draw: Draw = import_module(f"referee.cli.pictures.{game}").draw
    return draw
