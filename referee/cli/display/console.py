"""Output: pretty on a terminal, plain in a pipe, JSON for programs."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec
from rich.console import Console

from referee.kernel.facts import Recorded


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Rich would exit with 1, which says that something is not true; `main` knows better."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Where people read: colours and widths of the terminal, or plain long lines in a pipe."""
    if sys.stdout.isatty():
        return _Console(highlight=False)
    return _Console(highlight=False, width=10_000, soft_wrap=True, no_color=True)


def print_json(value: Any) -> None:
    """Print one value as one line of JSON."""
    print(msgspec.json.encode(value).decode())


def progress(line: str) -> None:
    """Say what is being done, to people only: on stderr, where it is in no program's way."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)


def fact_line(seq: int, recorded: Recorded) -> dict[str, Any]:
    """A fact as `--json` prints it: number, kind, the rule behind it, the path of rules, and the fact itself."""
    fact = msgspec.to_builtins(recorded.fact)
    return {
        "seq": seq,
        "kind": fact.pop("kind"),
        "rule": recorded.rule,
        "path": recorded.path.split("/"),
        "fact": fact,
    }
