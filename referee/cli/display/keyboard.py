"""Single keys from a terminal."""

from __future__ import annotations

import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum


class Key(Enum):
    """What a key means when stepping."""

    ON = "on"
    BACK = "back"
    FAR_ON = "far on"
    FAR_BACK = "far back"
    QUIT = "quit"


_MEANINGS = {
    b"\r": Key.ON,
    b"\n": Key.ON,
    b" ": Key.ON,
    b"\x1b[C": Key.ON,
    b"\x1b[D": Key.BACK,
    b"\x7f": Key.BACK,
    b"\x1b[6~": Key.FAR_ON,
    b"\x1b[B": Key.FAR_ON,
    b"\x1b[5~": Key.FAR_BACK,
    b"\x1b[A": Key.FAR_BACK,
    b"q": Key.QUIT,
    b"\x1b": Key.QUIT,
    b"\x04": Key.QUIT,
}


LOCAL_MODES = 3
"""Where the local modes stand in the attributes of a terminal."""


def keys() -> Iterator[Key]:
    """The keys pressed, one after the other, until the terminal is gone. Keys without a meaning are passed over."""
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
def unseen() -> Iterator[None]:
    """Keep what is typed, Ctrl-C above all, from being written into a picture that is drawn over and over."""
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
