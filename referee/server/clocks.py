"""Clocks: the time of day for records, and the time each seat has left to answer."""

from __future__ import annotations

import time
from collections.abc import Iterable

from referee.kernel.facts import Seat


def now_ms() -> int:
    """Return the time of day in milliseconds, as records store it."""
    return time.time_ns() // 1_000_000


class DecisionClocks(dict[Seat, float]):
    """The deadline of each seat that has a question to answer, on the clock of the event loop."""

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds
        """Seconds per decision; 0 for no limit, and then no clock ever runs."""

    def start(self, seats: Iterable[Seat], now: float) -> None:
        """Give each of these seats its full time from now on."""
        if self.seconds:
            self.update(dict.fromkeys(seats, now + self.seconds))

    def expired(self, now: float) -> list[Seat]:
        """Return the seats whose time has run out."""
        return [seat for seat, end in self.items() if end <= now]
