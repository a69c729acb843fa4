r"""The output filter: no character that could control a terminal leaves this process unseen.

Names, texts and file names come from strangers: in replays and bundles, and from servers. An escape sequence in one of
them could erase a line, forge another or change a colour, so every character that is not printable is shown as Python
writes it in a string: `\x1b`, `\x9b`, `\u202e`.

`install_filter` puts the filter in front of stdout and stderr, so nothing can be printed around it. Styles are the
only exception: `console` filters the text of every styled segment itself, and writes to the stream behind the filter.
"""

from __future__ import annotations

import io
import re
import sys
from typing import IO, Any

from referee.cli.display.plain_signs import PLAIN_SIGNS

_SUSPECT = re.compile(r"[^ -~]")
"""Finds everything but printable ASCII, most of which is printable too."""


def printable(text: str) -> str:
    r"""Return a text as one line, with every character that is not printable as an escape.

    >>> print(printable("Ada\x1b[2K\nBoß\u202e"))
    Ada\x1b[2K\nBoß\u202e
    """
    return _SUSPECT.sub(_shown, text)


def printable_lines(text: str) -> str:
    r"""Return a text with every character except line feeds and printable ones as an escape.

    >>> print(printable_lines("one\r\ntwo"))
    one\r
    two
    """
    return _SUSPECT.sub(lambda found: "\n" if found[0] == "\n" else _shown(found), text)


def printable_json(text: str) -> str:
    r"""Return JSON without white space in which every character that is not printable is escaped, with the same value.

    >>> print(printable_json('"Ada\x7f\U000e0001"'))
    "Ada\u007f\udb40\udc01"
    """
    return _SUSPECT.sub(lambda found: found[0] if found[0].isprintable() else _escaped_in_json(found), text)


def ascii_json(text: str) -> str:
    r"""Return JSON without white space in ASCII, with the same value.

    >>> print(ascii_json('"Boß"'))
    "Bo\u00df"
    """
    return _SUSPECT.sub(_escaped_in_json, text)


def _shown(found: re.Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def _escaped_in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", errors="surrogatepass").hex()
    return "".join([f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)])


class FilteredStream(io.TextIOBase):
    """A text stream that shows what is not printable. Everything else is left to the stream behind it."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        """The stream behind the filter, for text that was filtered and then styled."""

    @property
    def encoding(self) -> str:  # type: ignore[override] # a plain attribute in the base class
        """The encoding of the stream behind the filter."""
        return getattr(self.stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write a text with its line feeds, and everything else that is not printable as escapes."""
        self.stream.write(printable_lines(text))
        return len(text)

    def writable(self) -> bool:
        """Return whether the stream can be written to, which is always so."""
        return True

    def flush(self) -> None:
        """Write what is buffered."""
        self.stream.flush()

    def isatty(self) -> bool:
        """Return whether the stream is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self.stream.fileno()


def install_filter() -> None:
    """Put the filter in front of stdout and stderr, where it stays: a traceback is printed after the command."""
    for name in ("stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if isinstance(stream, FilteredStream):
            continue
        if isinstance(stream, io.TextIOWrapper):
            # Instead of a traceback for a character that the terminal cannot encode.
            stream.reconfigure(errors=PLAIN_SIGNS)
        setattr(sys, name, FilteredStream(stream))
