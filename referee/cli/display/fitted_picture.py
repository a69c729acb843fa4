"""A picture that fits the terminal: the latest events are always visible, and the table gets the other rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.segment import Segment
from rich.text import Text

from referee.cli.display.pictures import SmallTable

STORY_LINES = 8
"""Number of events shown if there is room."""
MIN_STORY_LINES = 4
"""Number of events shown even if the table has to be drawn smaller."""
_BORDER = 2

RenderedLines = list[list[Segment]]


class FittedPicture:
    """The table and the latest events within the height of the terminal, with a header and a footer if given."""

    def __init__(
        self,
        drawings: Callable[[], Iterable[RenderableType]],
        story: Sequence[str],
        footer: Text | None = None,
        header: Text | None = None,
    ) -> None:
        self._drawings = drawings
        self._story = story
        self._footer = footer
        self._header = header

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = options.height or console.height
        free = options.update(height=None)
        header, footer = [
            [] if line is None else console.render_lines(line, free) for line in (self._header, self._footer)
        ]
        room = rows - len(header) - len(footer) - _BORDER
        table = self._table(console, free, room - MIN_STORY_LINES)
        events = max(0, min(STORY_LINES, room - len(table)))
        story = console.render_lines(_story_panel(console, self._story, options.max_width, events), free)
        lines = [*header, *table, *story, *footer][:rows]
        for place, line in enumerate(lines, start=1):
            yield from line
            if place < len(lines):
                yield Segment.line()

    def _table(self, console: Console, options: ConsoleOptions, room: int) -> RenderedLines:
        """Render the most detailed drawing that fits, or else as much as fits of the least detailed one."""
        lines: RenderedLines = []
        smallest: RenderableType = ""
        for smallest in self._drawings():
            lines = console.render_lines(smallest, options)
            if len(lines) <= room:
                return lines
        if isinstance(smallest, SmallTable):
            lines = smallest.cut_to(room, console, options)
        return lines[: max(0, room)]


def _story_panel(console: Console, story: Sequence[str], columns: int, rows: int) -> Panel:
    """Draw the latest events; the last one in full, if there is room."""
    lines: list[Text] = []
    if rows and story:
        last = Text(story[-1]).wrap(console, max(1, columns - 2 * _BORDER))[:rows]
        earlier = story[:-1][max(0, len(story) - 1 - (rows - len(last))) :] if len(last) < rows else ()
        lines = [*[Text(event) for event in earlier], *last]
    text = Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
    return Panel(text, title="what happened", title_align="left", border_style="dim", height=rows + _BORDER)
