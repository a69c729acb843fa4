"""A picture that fits the terminal: the latest events are always visible, and the table gets the other rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.segment import Segment
from rich.text import Text

STORY_LINES = 8
"""Number of events shown if there is room."""
MIN_STORY_LINES = 4
"""Number of events shown even if the table has to be drawn smaller."""
_BORDER = 2

RenderedLines = list[list[Segment]]


class FittedPicture:
    """The table, the latest events and optionally a footer, within the height of the terminal."""

    def __init__(
        self,
        drawings: Callable[[], Iterable[RenderableType]],
        story: Sequence[str],
        footer: Text | None = None,
    ) -> None:
        self._drawings = drawings
        self._story = story
        self._footer = footer

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = options.height or console.height
        free = options.update(height=None)
        footer = [] if self._footer is None else console.render_lines(self._footer, free)
        room = rows - len(footer) - _BORDER
        table = self._table(console, free, room - MIN_STORY_LINES)
        events = max(0, min(STORY_LINES, room - len(table)))
        story = console.render_lines(_story_panel(self._story[-events:] if events else (), events), free)
        lines = [*table, *story, *footer][:rows]
        for place, line in enumerate(lines, start=1):
            yield from line
            if place < len(lines):
                yield Segment.line()

    def _table(self, console: Console, options: ConsoleOptions, room: int) -> RenderedLines:
        """Render the most detailed drawing that fits, or else the top of the least detailed one."""
        lines: RenderedLines = []
        for drawing in self._drawings():
            lines = console.render_lines(drawing, options)
            if len(lines) <= room:
                return lines
        rows = max(0, room)
        if not rows:
            return []
        # The last lines are the seats.
        more = Text(f"+{len(lines) - rows + 1} more lines; make the terminal larger", style="dim")
        more.no_wrap, more.overflow = True, "ellipsis"
        return [*lines[: rows - 1], *console.render_lines(more, options)]


def _story_panel(story: Sequence[str], rows: int) -> Panel:
    text = Text("\n".join(story), no_wrap=True, overflow="ellipsis")
    return Panel(text, title="what happened", title_align="left", border_style="dim", height=rows + _BORDER)
