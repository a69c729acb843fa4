"""Lingering: news that nobody waits for is sent a moment later, together with what follows.

A message costs far more than the bytes in it. The busier the server, the longer news lingers, so that a server with
many matches does not send more messages for each answer than one with few. The delay follows from the load of the whole
server and from nothing else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LEAST_SECONDS = 0.05
"""Longest delay on an idle server: too short to notice, long enough for more to arrive."""
MOST_SECONDS = 0.3
"""Longest delay on a busy server."""


def linger_seconds(busy: float) -> float:
    """Return how long news may linger if the event loop has worked for this share of the time.

    Half of the time counts as busy, because other processes may want the processor too.

    >>> linger_seconds(0), linger_seconds(0.5), linger_seconds(1)
    (0.05, 0.3, 0.3)
    """
    return LEAST_SECONDS + (MOST_SECONDS - LEAST_SECONDS) * min(1, 2 * busy)


class Linger:
    """Everyone who lingers, to be woken together. Use it on one event loop, in its thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Callable[[], object]] = []
        self._planned_at, self._worked = self._loop.time(), time.thread_time()
        """When the last wake-up was planned, and the processor time of the thread until then, in seconds."""

    def add(self, wake: Callable[[], object]) -> None:
        """Call `wake` in a moment."""
        if not self._waiting:
            self._loop.call_later(linger_seconds(self._busy_since_last()), self._wake_all)
        self._waiting.append(wake)

    def _busy_since_last(self) -> float:
        """Return the share of the time that the event loop has worked since the last wake-up was planned."""
        now, worked = self._loop.time(), time.thread_time()
        busy = (worked - self._worked) / max(now - self._planned_at, LEAST_SECONDS)
        self._planned_at, self._worked = now, worked
        return busy

    def _wake_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for wake in waiting:
            wake()
