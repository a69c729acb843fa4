"""Printing: styled on a terminal, plain in a pipe, and JSON for programs."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec
from rich.console import Console
from rich.containers import Lines
from rich.padding import Padding
from rich.text import Text

from referee.kernel.facts import Recorded

MIN_WRAP_WIDTH = 16
"""Smallest width, in columns, to which a line with a hanging indent is wrapped."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave the exit code to `main`; rich would exit with 1, which means "not true"."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the console for people: the terminal's colours and width, or long plain lines in a pipe."""
    if sys.stdout.isatty():
        return _Console(highlight=False)
    return _Console(highlight=False, width=10_000, soft_wrap=True, no_color=True)


def print_line(indent: int, markup: str, *, hang: int = 0) -> None:
    """Print a line with an indent, in columns. Wrapped lines are indented by `hang` more columns."""
    out, text = console(), Text.from_markup(markup)
    lines = text.wrap(out, max(MIN_WRAP_WIDTH, out.width - indent - hang)) if hang else Lines([text])
    for place, part in enumerate(lines):
        out.print(Padding(part, (0, 0, 0, indent + (hang if place else 0)), expand=False))


def print_heading(title: str) -> None:
    """Print a heading after an empty line."""
    console().print(f"\n[bold]{title}[/]")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(msgspec.json.encode(value).decode())


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
