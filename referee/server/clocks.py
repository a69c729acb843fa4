"""Clocks: the time of day for records, and the time each seat has left to answer."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.audit.audit_state import TimeExtension
from referee.audit.entries import StoppedClock
from referee.kernel.facts import Seat


def now_ms() -> int:
    """Return the time of day in milliseconds, as records store it."""
    return time.time_ns() // 1_000_000


class ClockReading(NamedTuple):
    """The clock of a seat as the seat is told about it."""

    deadline_ms: int
    """When the time is up, in milliseconds since the Unix epoch."""
    left_ms: int
    """Time left until then; 0 if it is up."""
    now_ms: int
    """The time of the reading, in milliseconds since the Unix epoch."""


_LARGEST_DRIFT_MS = 1000


class WallTime:
    """The time of day that belongs to a time on the clock of the event loop.

    The difference between the two is kept, so that a deadline is told as the same time of day whenever it is told. Only
    if the time of day was set, or the machine was suspended, is the difference taken again.
    """

    def __init__(self, now: float) -> None:
        self._offset = now_ms() - round(now * 1000)

    def read(self, deadline: float, now: float) -> ClockReading:
        """Return a deadline on the clock of the event loop as a seat is told about it."""
        offset = now_ms() - round(now * 1000)
        if abs(offset - self._offset) > _LARGEST_DRIFT_MS:
            self._offset = offset
        end, start = [round(moment * 1000) + self._offset for moment in (deadline, now)]
        return ClockReading(end, max(0, end - start), start)


def extra_seconds(extensions: Iterable[TimeExtension], answered: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return the seconds that seats have in addition; `answered` has the entry with the last answer of each seat.

    An extension ends with the next answer of the seat.
    """
    extra: dict[Seat, int] = {}
    for given in extensions:
        if answered.get(given.seat, 0) <= given.entry:
            extra[given.seat] = extra.get(given.seat, 0) + given.seconds
    return extra


class DecisionClocks(dict[Seat, float]):
    """The deadline of each seat that has a question to answer, on the clock of the event loop."""

    def __init__(self, seconds: int) -> None:
        super().__init__()
        self.seconds = seconds
        """Seconds per decision; 0 for no limit, and then no clock ever runs."""
        self.extra: dict[Seat, int] = {}
        """Seconds that seats got in addition, for the question that they are asked or else for their next one."""

    def start(self, seats: Iterable[Seat], now: float) -> None:
        """Give each of these seats its full time from now on."""
        if self.seconds:
            self.update({seat: now + self.seconds + self.extra.get(seat, 0) for seat in seats})

    def extend(self, seat: Seat, seconds: int) -> None:
        """Give a seat more time, for the question that it is asked or else for its next one."""
        self.extra[seat] = self.extra.get(seat, 0) + seconds
        if seat in self:
            self[seat] += seconds

    def stopped(self, now: float) -> tuple[StoppedClock, ...]:
        """Return the clocks that run now, as a pause stops them."""
        return tuple(
            [StoppedClock(seat, max(0, round((end - now) * 1000))) for seat, end in sorted(self.items())]
        )

    def go_on(self, stopped: Iterable[StoppedClock], now: float) -> None:
        """Give the seats whose clocks a pause has stopped the time that they had left."""
        for clock in stopped:
            if clock.seat in self:
                self[clock.seat] = now + clock.left_ms / 1000

    def expired(self, now: float) -> list[Seat]:
        """Return the seats whose time has run out."""
        return [seat for seat, end in self.items() if end <= now]
