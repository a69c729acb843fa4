"""Modes of the terminal for commands that draw on it: keys without an echo, as they are pressed."""

from __future__ import annotations

import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

from referee.cli.display.ending_signals import orderly_end

LOCAL_MODES = 3
"""Index of the local modes in the attributes of a terminal."""


@contextmanager
def single_keys(is_terminal: bool = True) -> Iterator[None]:
    """Deliver keys as they are pressed and without an echo, for a program that edits the line itself."""
    if not is_terminal:
        yield
        return
    with _restored() as terminal:
        tty.setcbreak(terminal)
        yield


@contextmanager
def echo_disabled() -> Iterator[None]:
    """Keep typed characters, including ^C, from being echoed into a picture that is redrawn."""
    if not sys.stdin.isatty():
        yield
        return
    with _restored() as terminal:
        quiet = termios.tcgetattr(terminal)
        quiet[LOCAL_MODES] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
        yield


@contextmanager
def _restored() -> Iterator[int]:
    """Yield the terminal, and restore its modes at the end, also if a signal ends the command."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    with orderly_end():
        try:
            yield terminal
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
