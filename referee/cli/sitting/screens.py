"""What a person in a seat sees: a picture with the question below it on a terminal, and plain lines in a pipe."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.text import Text

from referee.cli.display.console import console
from referee.cli.display.live_picture import LivePicture
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.printable import printable
from referee.people.asked_question import AskedQuestion

NOTHING_ASKED = "Nothing is asked of you now. Type ? for help."
PICTURE_ROWS = 11
"""Rows that the picture and the latest events get even if there are many options."""
_NARROWEST = 8
"""Least width of a wrapped line, in columns."""
_HANG = 4
_SECOND_COLUMN = re.compile(r"  \S.*?  +(?=\S)")
"""The beginning of a line of a table, up to what the term means."""
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

    def ask(
        self, asked: AskedQuestion, seconds_left: float | None, bank_seconds: float | None = None
    ) -> None:
        """Print a question."""
        bank = "" if bank_seconds is None else f", bank {clock_text(bank_seconds)}"
        left = "" if seconds_left is None else f" ({clock_text(seconds_left)} left{bank})"
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
        self._picture = LivePicture(fills_screen=True, takes_keys=True)
        self._display: MatchDisplay | None = None
        self._asked: AskedQuestion | None = None
        self._bank = ""
        """The bank, after the time left."""
        self._first = 0
        """Index of the first option on this page."""
        self._next = 0
        """Index of the first option on the next page."""
        self._remark = ""
        self._lines: list[str] = []
        """A text that is shown instead of the table, until the next line is entered."""

    def __enter__(self) -> Self:
        self._picture.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._picture.__exit__(kind, fault, trace)

    def tell(self, display: MatchDisplay, _: Sequence[str]) -> None:
        """Take the table after something happened; it has the latest events."""
        self._display = display

    def ask(self, asked: AskedQuestion, _: float | None, bank_seconds: float | None = None) -> None:
        """Show a question from its first option."""
        self._asked = asked
        self._bank = "" if bank_seconds is None else f" (bank {clock_text(bank_seconds)})"
        self._first = 0
        if self._remark == NOTHING_ASKED:
            self._remark = ""

    def close_question(self) -> None:
        """Remove the question."""
        self._asked = None

    def remark(self, text: str) -> None:
        """Show a text above the line that is being typed."""
        self._remark = text

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show a text of several lines instead of the table."""
        out = console()
        parts = [wrapped(out, line, hang_of(line, out.width), "") or [Text("")] for line in lines]
        self._lines = [part.plain for each in parts for part in each]

    def hide_lines(self) -> None:
        """Show the table again."""
        self._lines = []

    def show_board(self, display: MatchDisplay | None) -> None:
        """Show the whole table, page by page; the picture above a question leaves out what does not fit."""
        if display is None:
            self.remark("The match has not begun.")
            return
        rendered = console().render_lines(display.table(), pad=False)
        self._lines = ["".join([segment.text for segment in line]).rstrip() for line in rendered]

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
        self._picture.show(self._page(footer))

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
        clock = (
            "" if seconds_left is None or self._asked is None else f"{clock_text(seconds_left)}{self._bank} "
        )
        prompt = Text(clock, style="bold red" if clock and seconds_left and seconds_left < 10 else "bold")
        prompt.append("> ").append(printable(typed)).append("▏")
        below = [*wrapped(out, self._remark, 0, "yellow"), prompt]
        if self._asked is None or self._lines:
            waiting = (
                [] if self._asked or self._remark == NOTHING_ASKED else wrapped(out, NOTHING_ASKED, 0, "dim")
            )
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
    first, *rest = line.wrap(out, max(_NARROWEST, out.width - 1))
    if rest:
        # The other lines have less room, so they are wrapped again.
        left = Text(line.plain[len(first) :].lstrip(), style=style)
        rest = [
            Text(" " * hang).append_text(part)
            for part in left.wrap(out, max(_NARROWEST, out.width - hang - 1))
        ]
    return [first, *rest]


def hang_of(line: str, columns: int) -> int:
    """Return the indent of the wrapped lines of a line: its second column, if it has one and there is room.

    >>> hang_of("  none         choose nothing, if you may", 80), hang_of("none  choose nothing", 80)
    (15, 4)
    """
    found = _SECOND_COLUMN.match(line)
    place = found.end() if found else 0
    return place if 0 < place <= columns // 2 else _HANG
