"""What a person in a seat sees: a picture with the question below it on a terminal, and plain lines in a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from referee.cli.display.console import console
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.printable import printable
from referee.cli.sitting.asked_question import AskedQuestion

PICTURE_ROWS = 11
"""Rows that the picture and the latest events get even if there are many options."""
PLAIN_WIDTH = 80
"""Width of a picture in a pipe, in columns."""
EVENTS_REPEATED = 10
"""Number of earlier events that are printed when a match is continued."""


def clock_text(seconds: float) -> str:
    """Return a time as minutes and seconds.

    >>> clock_text(61.4), clock_text(-3)
    ('1:01', '0:00')
    """
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


class PlainScreen:
    """Prints what happens line by line, and each question with its options once."""

    is_terminal = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def tell(self, display: MatchDisplay, sentences: Sequence[str]) -> None:
        """Print what happened. Of a match that is continued, only the last events."""
        if len(sentences) > 2 * EVENTS_REPEATED:
            self.remark(f"({len(sentences) - EVENTS_REPEATED} earlier events)")
            sentences = sentences[-EVENTS_REPEATED:]
        for sentence in sentences:
            self.remark(sentence)

    def ask(self, asked: AskedQuestion, seconds_left: float | None) -> None:
        """Print a question."""
        left = "" if seconds_left is None else f" ({clock_text(seconds_left)} left)"
        self.remark(f"\n{asked.sentence}{left}")
        for limit in asked.limits:
            self.remark(limit)
        for number, option in enumerate(asked.options, start=1):
            self.remark(f"{number:>4}  {option}")

    def close_question(self) -> None:
        """Do nothing: a question that was printed stays where it is."""

    def remark(self, text: str) -> None:
        """Print a line."""
        console().print(text, markup=False)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Print a text of several lines."""
        for line in lines:
            self.remark(line)

    def hide_lines(self) -> None:
        """Do nothing: what was printed stays where it is."""

    def show_board(self, display: MatchDisplay | None) -> None:
        """Print the table."""
        if display is None:
            self.remark("The match has not begun.")
        else:
            console().print(display.table(), width=PLAIN_WIDTH)

    def show_end(self) -> None:
        """Do nothing: the last events were printed."""

    def turn_page(self) -> None:
        """Do nothing: all options were printed."""

    def refresh(self, typed: str, seconds_left: float | None) -> None:
        """Do nothing: nothing that was printed changes."""


class TerminalScreen:
    """Fills the terminal with the table, what happened, the question and what is being typed."""

    is_terminal = True

    def __init__(self, title: str) -> None:
        self._title = title
        self._live = Live(console=console(), auto_refresh=False, screen=True)
        self._display: MatchDisplay | None = None
        self._asked: AskedQuestion | None = None
        self._first = 0
        """Index of the first option on this page."""
        self._next = 0
        """Index of the first option on the next page."""
        self._remark = ""
        self._lines: list[str] = []
        """A text that is shown instead of the table, until the next line is entered."""

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def tell(self, display: MatchDisplay, _: Sequence[str]) -> None:
        """Take the table after something happened; it has the latest events."""
        self._display = display

    def ask(self, asked: AskedQuestion, _: float | None) -> None:
        """Show a question from its first option."""
        self._asked = asked
        self._first = 0

    def close_question(self) -> None:
        """Remove the question."""
        self._asked = None

    def remark(self, text: str) -> None:
        """Show a text above the line that is being typed."""
        self._remark = text

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show a text of several lines instead of the table."""
        self._lines = [part.plain for line in lines for part in wrapped(console(), line, 4, "") or [Text("")]]

    def hide_lines(self) -> None:
        """Show the table again."""
        self._lines = []

    def show_board(self, _: MatchDisplay | None) -> None:
        """Show the table again."""
        self.hide_lines()

    def show_end(self) -> None:
        """Leave the last picture on the terminal, which otherwise shows what it did before."""
        if self._display is not None:
            console().print(self._display.picture())

    def turn_page(self) -> None:
        """Show the next lines of a text, or the next options of a question."""
        if self._lines:
            self._lines = self._lines[self._text_rows() :]
        else:
            self._first = self._next

    def refresh(self, typed: str, seconds_left: float | None) -> None:
        """Draw everything."""
        footer = self._footer(typed, seconds_left)
        self._live.update(self._page(footer), refresh=True)

    def _page(self, footer: Text) -> RenderableType:
        if self._lines:
            rows = self._text_rows()
            shown = self._lines[:rows] + [""] * (rows - len(self._lines))
            more = "Enter for more" if len(self._lines) > rows else "Enter for the table"
            return Text("\n").join([Text(printable(line)) for line in [*shown, more]] + [footer])
        if self._display is None:
            return Text("\n").join([Text(self._title, style="bold"), footer])
        return self._display.picture(footer)

    def _text_rows(self) -> int:
        """Return how many lines of a text are shown at a time."""
        return max(1, console().height - 4)

    def _footer(self, typed: str, seconds_left: float | None) -> Text:
        """Return the question with as many options as fit, a remark, and the line that is being typed."""
        out = console()
        clock = "" if seconds_left is None or self._asked is None else f"{clock_text(seconds_left)} "
        prompt = Text(clock, style="bold red" if clock and seconds_left and seconds_left < 10 else "bold")
        prompt.append("> ").append(printable(typed)).append("▏")
        below = [*wrapped(out, self._remark, 0, "yellow"), prompt]
        if self._asked is None or self._lines:
            nothing = "Nothing is asked of you now. Type ? for help."
            waiting = [] if self._asked else wrapped(out, nothing, 0, "dim")
            return Text("\n").join([*waiting, *below])
        above = wrapped(out, self._asked.sentence, 0, "bold")
        for limit in self._asked.limits:
            above += wrapped(out, limit, 2, "")
        room = max(3, out.height - PICTURE_ROWS - len(above) - len(below))
        return Text("\n").join([*above, *self._options(out, room), *below])

    def _options(self, out: Console, room: int) -> list[Text]:
        """Return the options of this page, and a line that says where the others are."""
        assert self._asked is not None
        options = self._asked.options
        digits = len(str(len(options)))
        blocks = [
            wrapped(out, f"{number:>{digits}} {option}", digits + 1, "")
            for number, option in enumerate(options, start=1)
        ]
        if sum(map(len, blocks)) <= room:
            self._first = self._next = 0
            return [line for block in blocks for line in block]
        lines: list[Text] = []
        last = self._first
        while last < len(blocks) and (last == self._first or len(lines) + len(blocks[last]) < room):
            lines += blocks[last]
            last += 1
        self._next = last % len(blocks)
        where = f"options {self._first + 1} to {last} of {len(blocks)}; m for more"
        return [*lines, *wrapped(out, where, 0, "dim")]


def wrapped(out: Console, text: str, hang: int, style: str) -> list[Text]:
    """Return a text in lines that fit the terminal; those after the first are indented by `hang` columns."""
    if not text:
        return []
    line = Text(printable(text), style=style)
    first, *rest = line.wrap(out, max(8, out.width - hang - 1))
    return [first, *[Text(" " * hang).append_text(part) for part in rest]]
