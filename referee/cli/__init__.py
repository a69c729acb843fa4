"""The `referee` command.

`commands` holds one module per command, `arguments` what each accepts, and `display` what they print. A command module
has a `run(args)` that returns the exit code, and is imported only when the command runs.

Exit codes: 0 done and true; 1 done and not true (a replay that does not verify, a missed bar); 2 could not be done,
with one line on stderr that says what to do; 130 interrupted, after printing what is known.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from referee.cli.display.ending_signals import orderly_end
from referee.cli.display.printable import install_filter, printable
from referee.cli.errors import CommandError
from referee.cli.parser import parse_arguments
from referee.cli.server_settings import settle_server
from referee.cli.suggestions import with_suggestion
from referee.local.local_errors import LocalError

TRUE, NOT_TRUE, NOT_DONE, INTERRUPTED = 0, 1, 2, 130

_CLAIMS = ("verify", "bench", "check-bot")
"""Commands whose exit code 0 says that everything was checked."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = "referee"
    try:
        _require_stdout()
        install_filter()
        args = parse_arguments(arguments or ["--help"])
        command = f"referee {args.command}"
        return _run(args)
    except (CommandError, LocalError) as error:
        return _fail(command, str(error))
    except KeyboardInterrupt:
        with suppress(OSError):
            sys.stdout.flush()
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # Commands report the errors of their files themselves, so this is nearly always stdout.
        _discard_stdout()
        what = error.filename or "the output"
        return _fail(command, f"cannot write {what}: {error.strerror or error}")


def _run(args: argparse.Namespace) -> int:
    """Run a command. It is not an error if the reader of its output is gone (`referee replay ... | head`)."""
    # Before gRPC is imported: its own lines would be mixed with ours, and errors are one line.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    if args.command == "serve":
        # It would write a line into the log for every worker that is started.
        os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
    if hasattr(args, "token_file"):
        settle_server(args)
    code: int | None = None
    try:
        # A signal that ends the command does not lose what is known by then, such as the tally.
        with orderly_end():
            module = args.command.replace("-", "_")
            code = import_module(f"referee.cli.commands.{module}").run(args)
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()
        if code is None and args.command in _CLAIMS:
            raise CommandError("the output was closed before everything was checked") from None
    return TRUE if code is None else code


def _fail(command: str, text: str) -> int:
    """Print one line that says what to do."""
    print(f"{command}: {printable(with_suggestion(text))}", file=sys.stderr)
    return NOT_DONE


def _require_stdout() -> None:
    """Refuse a closed stdout: the next file that is opened would take its place and receive the output."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    if sys.stdout is None:
        raise CommandError("stdout is closed; redirect it to a file or to /dev/null")


def _discard_stdout() -> None:
    """Discard what is still buffered for stdout, which Python would try to write again when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
