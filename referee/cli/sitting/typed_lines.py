"""Lines that a person types or a program sends, read without blocking the match."""

from __future__ import annotations

import asyncio
import codecs
import os
import re
from collections import deque
from collections.abc import Callable

_ERASE = {"\x7f", "\x08"}
_ERASE_LINE = "\x15"
_END = "\x04"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O.|)")
"""Arrows and other keys that have no meaning here."""
_CHUNK = 4096


class TypedLines:
    """The lines of an input. On a terminal in single-key mode, it also edits the line that is being typed."""

    def __init__(self, descriptor: int, *, is_terminal: bool, changed: Callable[[], object]) -> None:
        self.typed = ""
        """What has been typed of the next line."""
        self._descriptor = descriptor
        self._is_terminal = is_terminal
        self._changed = changed
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._lines: deque[str] = deque()
        self._is_ended = False
        self._news = asyncio.Event()

    async def next(self) -> str | None:
        """Return the next line without its end; None at the end of the input."""
        while not self._lines:
            if self._is_ended:
                return None
            await self._read()
        return self._lines.popleft()

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(self._descriptor, self._news.set)
        except PermissionError:
            # A regular file, which never blocks.
            self._take(os.read(self._descriptor, _CHUNK))
            return
        try:
            self._news.clear()
            await self._news.wait()
            self._take(os.read(self._descriptor, _CHUNK))
        except OSError:
            # The terminal is gone.
            self._take(b"")
        finally:
            loop.remove_reader(self._descriptor)

    def _take(self, data: bytes) -> None:
        text = self._decode(data, final=not data)
        if not data:
            self._is_ended = True
            if self.typed:
                self._lines.append(self.typed)
        elif self._is_terminal:
            self._edit(text)
        else:
            *lines, self.typed = (self.typed + text).split("\n")
            self._lines += [line.removesuffix("\r") for line in lines]
        self._changed()

    def _edit(self, text: str) -> None:
        for key in _ESCAPES.sub("", text):
            if key in ("\n", "\r"):
                self._lines.append(self.typed)
                self.typed = ""
            elif key in _ERASE:
                self.typed = self.typed[:-1]
            elif key == _ERASE_LINE:
                self.typed = ""
            elif key == _END and not self.typed:
                self._is_ended = True
            elif key.isprintable():
                self.typed += key
