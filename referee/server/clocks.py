"""Clocks: the time of day for records, and the time each seat has left to answer."""

from __future__ import annotations

import time
from collections.abc import Iterable

from referee.kernel.facts import Seat


def now_ms() -> int:
    """Return the time of day in milliseconds, as records store it."""
    return time.time_ns() // 1_000_000


class DecisionClocks:
    """The clocks of the seats of one match that have a question to answer."""

    __slots__ = ("_ends", "_seconds")

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        """Seconds per decision; 0 for no limit."""
        self._ends: dict[Seat, float] = {}
        """When the time of a seat runs out, on the clock of the event loop."""

    @property
    def running(self) -> tuple[Seat, ...]:
        """Seats whose clocks run."""
        return tuple(self._ends)

    def start(self, seats: Iterable[Seat], now: float) -> None:
        """Give each of these seats its full time from now on."""
        if self._seconds:
            for seat in seats:
                self._ends[seat] = now + self._seconds

    def stop(self, seat: Seat) -> None:
        """Stop the clock of a seat, if it runs."""
        self._ends.pop(seat, None)

    def stop_all(self) -> None:
        """Stop every clock."""
        self._ends.clear()

    def expired(self, now: float) -> list[Seat]:
        """Return the seats whose time has run out."""
        return [seat for seat, end in self._ends.items() if end <= now]
