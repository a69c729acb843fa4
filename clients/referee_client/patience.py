"""Trying again: which failures pass, how long to wait, and when to give up."""

from __future__ import annotations

import asyncio
import random
import time

import grpc

from referee_client.errors import RefereeError, Unreachable

PASSING = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.ABORTED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        # What a stream ends with when the referee goes down in the middle of a message.
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
    }
)
"""What may be different the next time."""

WRITE_FAILED = "Internal error from Core"
"""What grpc.aio itself says when a stream ends during a write; the status the stream ended with is lost by then.

Not a fault of the referee, although the code says so: see issue 36066 of grpc. The next try shows what it was.
"""

FIRST_WAIT = 0.05
LONGEST_WAIT = 3.0


def status_of(error: grpc.aio.AioRpcError) -> tuple[grpc.StatusCode, str]:
    """The status a call ended with, and its text."""
    code, text = error.code(), error.details() or ""
    if code is grpc.StatusCode.INTERNAL and text == WRITE_FAILED:
        return grpc.StatusCode.UNAVAILABLE, "the stream ended while something was sent"
    return code, text


class Patience:
    """How long to put up with a referee that does not answer. Each sign of life renews it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """Begin anew: the referee has answered."""
        self._wait = FIRST_WAIT
        self._until = time.monotonic() + self._seconds

    async def after(self, code: grpc.StatusCode, text: str) -> None:
        """Wait before the next try, or raise what went wrong: at once if it will not pass, else when patience ends."""
        if code not in PASSING:
            raise RefereeError(code, text)
        if time.monotonic() > self._until:
            raise Unreachable(code, f"gave up after {self._seconds:g} seconds without an answer: {text}")
        # Bots that were cut off together should not come back together.
        await asyncio.sleep(self._wait * (0.5 + random.random() / 2))
        self._wait = min(2 * self._wait, LONGEST_WAIT)
