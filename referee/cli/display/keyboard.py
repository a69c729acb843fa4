"""Single key presses on a terminal."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum


class StepKey(Enum):
    """Meaning of a key while stepping through a replay."""

    FORWARD = "forward"
    BACK = "back"
    TEN_FORWARD = "ten forward"
    TEN_BACK = "ten back"
    NEXT_TURN = "next turn"
    PREVIOUS_TURN = "previous turn"
    FIRST = "first"
    LAST = "last"
    EYES = "eyes"
    QUIT = "quit"


_MEANINGS = {
    b"\r": StepKey.FORWARD,
    b"\n": StepKey.FORWARD,
    b" ": StepKey.FORWARD,
    b"\x1b[C": StepKey.FORWARD,
    b"\x1b[D": StepKey.BACK,
    b"\x7f": StepKey.BACK,
    b"\x1b[6~": StepKey.TEN_FORWARD,
    b"\x1b[B": StepKey.TEN_FORWARD,
    b"\x1b[5~": StepKey.TEN_BACK,
    b"\x1b[A": StepKey.TEN_BACK,
    b"n": StepKey.NEXT_TURN,
    b"p": StepKey.PREVIOUS_TURN,
    b"g": StepKey.FIRST,
    b"\x1b[H": StepKey.FIRST,
    b"G": StepKey.LAST,
    b"\x1b[F": StepKey.LAST,
    b"e": StepKey.EYES,
    b"q": StepKey.QUIT,
    b"\x1b": StepKey.QUIT,
    b"\x04": StepKey.QUIT,
}

LOCAL_MODES = 3
"""Index of the local modes in the attributes of a terminal."""


def read_step_keys() -> Iterator[StepKey]:
    """Yield keys as they are pressed, until the terminal closes. Keys without a meaning are ignored."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        while pressed := os.read(terminal, 16):
            meaning = _MEANINGS.get(pressed)
            if meaning is not None:
                yield meaning
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


@contextmanager
def single_keys(is_terminal: bool = True) -> Iterator[None]:
    """Deliver keys as they are pressed and without an echo, for a program that edits the line itself."""
    if not is_terminal:
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


@contextmanager
def echo_disabled() -> Iterator[None]:
    """Keep typed characters, including ^C, from being echoed into a picture that is redrawn."""
    if not sys.stdin.isatty():
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    quiet = termios.tcgetattr(terminal)
    quiet[LOCAL_MODES] &= ~termios.ECHO
    try:
        termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
