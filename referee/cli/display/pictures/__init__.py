"""Pictures of a table for the terminal, one module per game.

`drawings(state, names)` yields rich renderables from the most to the least detailed: first each seat shrinks to one
line, then parts of the board are left out, the least important first. The first drawing that fits is shown. `LEGEND`
explains the signs and abbreviations in the drawings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from referee.games.sentences import count

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


class SmallTable:
    """A board above one line for each seat."""

    def __init__(self, board: RenderableType, seats: Sequence[Text], active: int) -> None:
        self._board = board
        self._seats = seats
        self._active = active

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._board
        yield from self._seats

    def cut_to(self, rows: int, console: Console, options: ConsoleOptions) -> list[list[Segment]]:
        """Render what fits: at least half of the rows for the board, the other rows for seats.

        The last line counts what is left out. The seat whose turn it is stays.
        """
        board = console.render_lines(self._board, options)
        height = min(len(board), rows // 2)
        shown = max(1, min(len(self._seats), rows - height - 1))
        height = max(0, min(len(board), rows - shown - 1))
        seats = list(self._seats[:shown])
        if self._active >= shown:
            seats[-1] = self._seats[self._active]
        missing = [(len(self._seats) - shown, "seat"), (len(board) - height, "line")]
        more = ", ".join([f"+{count(number, noun)}" for number, noun in missing if number])
        below = Group(*seats, on_one_line([Text(more, style="dim")]))
        # The border below the board stays.
        return [*board[: max(0, height - 1)], *board[-1:][:height], *console.render_lines(below, options)]


def drawings_for(game: str) -> Drawings:
    """Return the drawing function of a game."""
    drawings: Drawings = import_module(f"referee.cli.display.pictures.{game}").drawings
    return drawings


def legend_for(game: str) -> Sequence[tuple[str, str]]:
    """Return the signs in the drawings of a game, each with its meaning."""
    legend: Sequence[tuple[str, str]] = import_module(f"referee.cli.display.pictures.{game}").LEGEND
    return legend
