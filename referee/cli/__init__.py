"""The `referee` command.

`commands` holds one module per command, `arguments` what each accepts, and `display` what they print. A command module
has a `run(args)` that returns the exit code, and is imported only when the command runs.

Exit codes: 0 done and true; 1 done and not true (a replay that does not verify, a missed bar); 2 could not be done,
with one line on stderr that says what to do; 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from referee.cli.display.printable import install_filter, printable
from referee.cli.errors import CommandError
from referee.cli.parser import parse_arguments

TRUE, NOT_TRUE, NOT_DONE, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    install_filter()
    args = parse_arguments(arguments or ["--help"])
    if args.command == "serve":
        # Before gRPC is imported: it would write a line of its own into the log for every worker that is started.
        os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    try:
        code: int = import_module(f"referee.cli.commands.{args.command}").run(args)
        sys.stdout.flush()
    except CommandError as error:
        print(f"referee {args.command}: {printable(str(error))}", file=sys.stderr)
        return NOT_DONE
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone (`referee replay ... | head`), which is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        return code
    return TRUE
