"""Keys: what a terminal sends when they are pressed."""

from __future__ import annotations

import re
from enum import StrEnum


class Key(StrEnum):
    """A key that is not a character, or something else that happens at a terminal. Characters stand for themselves."""

    LEFT = "left"
    RIGHT = "right"
    SHIFT_LEFT = "shift left"
    SHIFT_RIGHT = "shift right"
    UP = "up"
    DOWN = "down"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    HOME = "home"
    END = "end"
    ENTER = "enter"
    BACKSPACE = "backspace"
    ERASE_LINE = "erase line"
    ESCAPE = "escape"
    TICK = "tick"
    """Time has passed while the match plays by itself."""
    CLOSED = "closed"
    """The terminal is gone, or the person pressed Ctrl-D."""


_SEQUENCES = {
    b"\x1b[A": Key.UP,
    b"\x1bOA": Key.UP,
    b"\x1b[B": Key.DOWN,
    b"\x1bOB": Key.DOWN,
    b"\x1b[C": Key.RIGHT,
    b"\x1bOC": Key.RIGHT,
    b"\x1b[D": Key.LEFT,
    b"\x1bOD": Key.LEFT,
    b"\x1b[1;2C": Key.SHIFT_RIGHT,
    b"\x1b[c": Key.SHIFT_RIGHT,
    b"\x1b[1;2D": Key.SHIFT_LEFT,
    b"\x1b[d": Key.SHIFT_LEFT,
    b"\x1b[H": Key.HOME,
    b"\x1bOH": Key.HOME,
    b"\x1b[1~": Key.HOME,
    b"\x1b[7~": Key.HOME,
    b"\x1b[F": Key.END,
    b"\x1bOF": Key.END,
    b"\x1b[4~": Key.END,
    b"\x1b[8~": Key.END,
    b"\x1b[5~": Key.PAGE_UP,
    b"\x1b[6~": Key.PAGE_DOWN,
}
_CONTROLS = {
    "\r": Key.ENTER,
    "\n": Key.ENTER,
    "\x7f": Key.BACKSPACE,
    "\x08": Key.BACKSPACE,
    "\x15": Key.ERASE_LINE,
    "\x04": Key.CLOSED,
}
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?]*[A-Za-z~^$@]|O[A-Za-z])")
_BEGUN = re.compile(rb"\x1b(?:\[[0-9;?]*|O)?\Z")
"""Finds the beginning of a sequence at the end of the data."""
_LONGEST_CHARACTER = 4


class KeyDecoder:
    """Finds the keys in what a terminal sends, in pieces of any size."""

    def __init__(self) -> None:
        self._rest = b""

    @property
    def is_waiting(self) -> bool:
        """Whether the last piece ended within a key, or with Escape, which is also how other keys begin."""
        return bool(self._rest)

    def decode(self, data: bytes) -> list[str]:
        """Return the keys that are complete with this piece. Keys without a name are dropped."""
        self._rest += data
        keys = []
        while self._rest:
            found = self._next()
            if found is None:
                break
            if found:
                keys.append(found)
        return keys

    def flush(self) -> list[str]:
        """Return what the last piece ended with, because nothing follows: Escape, or nothing."""
        keys = [Key.ESCAPE] if self._rest.startswith(b"\x1b") else []
        self._rest = b""
        return [*keys]

    def _next(self) -> str | None:
        """Remove a key and return it: empty if it has no name, None if it is not complete."""
        if self._rest.startswith(b"\x1b"):
            if _BEGUN.match(self._rest):
                return None
            sequence = _SEQUENCE.match(self._rest)
            if sequence is None:
                self._rest = self._rest[1:]
                return Key.ESCAPE
            self._rest = self._rest[sequence.end() :]
            return _SEQUENCES.get(sequence[0], "")
        for length in range(1, min(len(self._rest), _LONGEST_CHARACTER) + 1):
            try:
                character = self._rest[:length].decode()
            except UnicodeDecodeError as error:
                if error.reason == "unexpected end of data":
                    continue
                break
            self._rest = self._rest[length:]
            return _CONTROLS.get(character, character if character.isprintable() else "")
        else:
            return None
        self._rest = self._rest[1:]
        return ""
