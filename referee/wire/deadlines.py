"""Deadlines: no unary call takes forever.

Checking all calls once a second costs less than a timer for each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

_SWEEP_SECONDS = 1.0


class CallDeadlines:
    """The unary calls of a server that are in progress, each of which may take this many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._begun: dict[asyncio.Task[object], float] = {}
        self._overdue: set[asyncio.Task[object]] = set()
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    async def bounded(self, answer: Awaitable[T]) -> T:
        """Wait for an answer; raises TimeoutError if it takes too long."""
        task = asyncio.current_task()
        assert task is not None
        self._begun[task] = self._loop.time()
        try:
            return await answer
        except asyncio.CancelledError:
            if task not in self._overdue:
                raise
            task.uncancel()
            raise TimeoutError from None
        finally:
            del self._begun[task]
            self._overdue.discard(task)

    def close(self) -> None:
        """Stop checking."""
        self._sweeper.cancel()

    def _sweep(self) -> None:
        latest = self._loop.time() - self._seconds
        for task, begun in self._begun.items():
            if begun < latest and task not in self._overdue:
                self._overdue.add(task)
                task.cancel()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)
