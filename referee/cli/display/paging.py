"""Long output on a terminal goes through a pager: REFEREE_PAGER, PAGER, or else `less`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.pager import Pager

from referee.cli.display.console import console
from referee.cli.display.plain_signs import PLAIN_SIGNS

NO_PAGERS = ("", "cat")
"""Values of the variables that mean: print everything at once."""


@contextmanager
def paged() -> Iterator[None]:
    """Collect what is printed on the console inside, and show it page by page if it does not fit the terminal."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not console().is_dumb_terminal
    command = os.environ.get("REFEREE_PAGER", os.environ.get("PAGER", "less"))
    if not is_terminal or command in NO_PAGERS:
        yield
        return
    with console().pager(_ProgramPager(command), styles=True):
        yield


class _ProgramPager(Pager):
    """A program that shows a text page by page; a text that fits the terminal is only printed."""

    def __init__(self, command: str) -> None:
        self._command = command

    def show(self, content: str) -> None:
        """Show a text."""
        if content.count("\n") < console().height:
            console().file.write(content)
            return
        # As git does: keep colours, leave the text on the screen, and do not wait for a text that fits.
        environment = {"LESS": "FRX", **os.environ}
        try:
            program = subprocess.Popen(shlex.split(self._command), stdin=subprocess.PIPE, env=environment)
        except (OSError, ValueError):
            console().file.write(content)
            return
        with program:
            with suppress(BrokenPipeError, KeyboardInterrupt):
                program.communicate(content.encode(console().encoding, PLAIN_SIGNS))
            while program.poll() is None:
                # The pager decides what Ctrl-C does.
                with suppress(KeyboardInterrupt):
                    program.wait()
