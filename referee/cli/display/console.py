"""Printing: styled on a terminal, plain in a pipe, and JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from typing import IO, Any, NamedTuple

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.containers import Lines
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from referee.cli.display.printable import (
    FilteredStream,
    ascii_json,
    printable,
    printable_json,
    printable_lines,
)
from referee.kernel.facts import Recorded

TIME_RAN_OUT = "(time ran out)"
"""Printed before what happened because the time of a seat ran out."""
MIN_WRAP_WIDTH = 16
"""Smallest width, in columns, to which a line with a hanging indent is wrapped."""


class ReportLine(NamedTuple):
    """A line of a report, in markup, with its indent and the further indent of wrapped lines, in columns."""

    indent: int
    markup: str
    hang: int = 0


class _Console(Console):
    """A console whose text is filtered before it is styled; only our own styles reach the terminal."""

    @property  # type: ignore[misc] # rich can also set it, we never do
    def file(self) -> IO[str]:
        """The stream to write to: the one behind the filter, which would escape the styles."""
        file = super().file
        return file.stream if isinstance(file, FilteredStream) else file

    def print(self, *objects: Any, **options: Any) -> None:
        """Print texts with their line feeds, and whatever else rich can print."""
        # Before rich sees them, because it drops some control characters without a trace.
        super().print(
            *[printable_lines(each) if isinstance(each, str) else each for each in objects], **options
        )

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of something to print, with their text filtered and without links."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            if control:
                yield segment
            else:
                yield Segment(
                    printable_lines(text), style.update_link(None) if style and style.link else style
                )

    def on_broken_pipe(self) -> None:
        """Leave the exit code to `main`; rich would exit with 1, which means "not true"."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the console for people: the terminal's colours and width, or long plain lines in a pipe."""
    if sys.stdout.isatty():
        return _Console(highlight=False)
    return _Console(highlight=False, width=10_000, soft_wrap=True, no_color=True)


def draws_pictures() -> bool:
    """Return whether stdout is a terminal that can show pictures, which one with TERM=dumb cannot."""
    return console().is_terminal and not console().is_dumb_terminal


def print_line(indent: int, markup: str, *, hang: int = 0) -> None:
    """Print a line with an indent, in columns. Wrapped lines are indented by `hang` more columns.

    A line feed is shown as an escape, so that no text can pass for a line of ours.
    """
    out, text = console(), Text.from_markup(printable(markup))
    lines = text.wrap(out, max(MIN_WRAP_WIDTH, out.width - indent - hang)) if hang else Lines([text])
    for place, part in enumerate(lines):
        out.print(Padding(part, (0, 0, 0, indent + (hang if place else 0)), expand=False))


def print_heading(title: str) -> None:
    """Print a heading after an empty line."""
    print_lines(heading_lines(title))


def heading_lines(title: str) -> list[ReportLine]:
    """Return a heading after an empty line."""
    return [ReportLine(0, ""), ReportLine(0, f"[bold]{title}[/]")]


def print_lines(lines: Iterable[ReportLine]) -> None:
    """Print the lines of a report."""
    for line in lines:
        print_line(line.indent, line.markup, hang=line.hang)


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    try:
        # Pieces of JSON that come from a file may contain white space, which is removed.
        text = msgspec.json.format(msgspec.json.encode(value), indent=-1).decode()
    except UnicodeEncodeError:
        # The name of a file that is not UTF-8. Python has such bytes as lone surrogates, which JSON can escape.
        plain = msgspec.to_builtins(value, enc_hook=msgspec.json.decode)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    # Without UTF-8, characters are escaped, because a program must not read others in their place.
    print(printable_json(text) if console().encoding.startswith("utf") else ascii_json(text))


def print_advice(sentences: Iterable[str]) -> None:
    """Print what a game advises about the options of a match, on stderr."""
    for sentence in sentences:
        print(f"advice: {printable(sentence)}", file=sys.stderr)


def print_progress(line: str) -> None:
    """Print what is being done on stderr, if that is a terminal."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


def fact_as_json(seq: int, recorded: Recorded) -> dict[str, Any]:
    """Return a fact as `--json` prints it."""
    fact = msgspec.to_builtins(recorded.fact)
    return {
        "seq": seq,
        "kind": fact.pop("kind"),
        "rule": recorded.rule,
        "path": recorded.path.split("/"),
        "fact": fact,
    }
