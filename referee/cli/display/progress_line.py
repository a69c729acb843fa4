"""Progress of long work: one line on the terminal that is written over."""

from __future__ import annotations

import os
import sys
import time

SECONDS_BETWEEN = 0.2
"""Time between two updates, in seconds."""

ERASE_LINE = "\r\x1b[K"


class ProgressLine:
    """Shows how much is done on stderr if that is a terminal; silent if quiet."""

    def __init__(self, total: int, noun: str, *, is_quiet: bool = False) -> None:
        self.total = total
        """How much there is to do."""
        self._noun = noun
        self._is_shown = (
            total > 1 and not is_quiet and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        )
        self._began = time.monotonic()
        self._updated = self._began
        self._is_on_screen = False

    def show(self, done: int) -> None:
        """Show that this much is done, but not too often."""
        now = time.monotonic()
        if not self._is_shown or now - self._updated < SECONDS_BETWEEN:
            return
        self._updated = now
        rate = done / (now - self._began)
        left = f", {duration_in_words((self.total - done) / rate)} left" if rate else ""
        self._write(f"{ERASE_LINE}{done} of {self.total} {self._noun}, {rate:.1f} per second{left}")
        self._is_on_screen = True

    def clear(self) -> None:
        """Remove the line, so that something else can be printed."""
        if self._is_on_screen:
            self._write(ERASE_LINE)
            self._is_on_screen = False

    def _write(self, text: str) -> None:
        # Past the filter of our streams, which would escape the control characters.
        stream = getattr(sys.stderr, "stream", sys.stderr)
        stream.write(text)
        stream.flush()


def duration_in_words(seconds: float) -> str:
    """Return a duration for people.

    >>> duration_in_words(200)
    '3 min 20 s'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
