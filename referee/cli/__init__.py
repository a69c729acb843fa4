"""The `referee` command. Each subcommand is a module of this package with a `run(args)`, imported when it is called.

Exit codes: 0 done and true; 1 done and not true (a replay that does not fit, a bar missed); 2 could not be done,
with one line on stderr that says what to do; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from referee.cli.errors import Problem
from referee.cli.parser import parse

TRUE, NOT_TRUE, NOT_DONE, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What the encoding of a terminal does not have becomes a question mark, and no traceback.
            stream.reconfigure(errors="replace")
    args = parse(arguments or ["--help"])
    try:
        code: int = import_module(f"referee.cli.commands.{args.command}").run(args)
        sys.stdout.flush()
    except Problem as problem:
        print(f"referee {args.command}: {problem}", file=sys.stderr)
        return NOT_DONE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`referee replay ... | head`): no fault, and nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        return code
    return TRUE
