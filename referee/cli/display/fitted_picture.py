"""A picture that fits the terminal: what happened last is always seen, and the table gets the rows that are left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.segment import Segment
from rich.text import Text

STORY_LINES = 8
"""So many lines of what happened are shown where there is room."""
FEWEST_LINES = 4
"""So many are kept, and the table is drawn smaller."""
_BORDER = 2

Lines = list[list[Segment]]


class Fitted:
    """The table, what happened last, and perhaps a line below, in as many rows as the terminal has."""

    def __init__(
        self,
        drawings: Callable[[], Iterable[RenderableType]],
        story: Sequence[str],
        below: Text | None = None,
    ) -> None:
        self._drawings = drawings
        self._story = story
        self._below = below

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = options.height or console.height
        free = options.update(height=None)
        below = [] if self._below is None else console.render_lines(self._below, free)
        room = rows - len(below) - _BORDER
        table = self._table(console, free, room - FEWEST_LINES)
        story = max(0, min(STORY_LINES, room - len(table)))
        told = console.render_lines(_told(self._story[-story:] if story else (), story), free)
        lines = [*table, *told, *below][:rows]
        for place, line in enumerate(lines, start=1):
            yield from line
            if place < len(lines):
                yield Segment.line()

    def _table(self, console: Console, options: ConsoleOptions, room: int) -> Lines:
        """The fullest drawing that there is room for; if there is none, the top of the barest."""
        lines: Lines = []
        for drawing in self._drawings():
            lines = console.render_lines(drawing, options)
            if len(lines) <= room:
                break
        return lines[: max(0, room)]


def _told(story: Sequence[str], rows: int) -> Panel:
    text = Text("\n".join(story), no_wrap=True, overflow="ellipsis")
    return Panel(text, title="what happened", title_align="left", border_style="dim", height=rows + _BORDER)
