"""Retries: which failures are temporary, how long to wait, and when to give up."""

from __future__ import annotations

import asyncio
import random
import time

import grpc

from referee_client.errors import RefereeError, Unreachable

TEMPORARY = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.ABORTED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        # A stream ends with one of these if the referee stops in the middle of a message.
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
    }
)
"""Status codes that may not occur again on the next attempt."""

FIRST_WAIT = 0.05
"""Seconds before the first retry. The wait doubles with each attempt."""
LONGEST_WAIT = 3.0
"""Most seconds between two attempts."""


class Patience:
    """A limit on retries without an answer, in seconds. Every answer resets it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.reset()

    def reset(self) -> None:
        """Start again after an answer of the referee."""
        self._wait = FIRST_WAIT
        self._until = time.monotonic() + self._seconds

    async def wait_or_raise(self, error: RefereeError) -> None:
        """Wait before the next attempt. Raise the error if it is not temporary or the limit is reached."""
        if error.code not in TEMPORARY:
            raise error
        if time.monotonic() > self._until:
            text = f"gave up after {self._seconds:g} seconds without an answer: {error}"
            raise Unreachable(error.code, text)
        # Random, so that bots that lost their connection together do not reconnect together.
        await asyncio.sleep(max(error.retry_seconds, self._wait) * (0.5 + random.random() / 2))
        self._wait = min(2 * self._wait, LONGEST_WAIT)
