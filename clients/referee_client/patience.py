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

WRITE_FAILED = "Internal error from Core"
"""Message of grpc.aio when a stream ends during a write; the actual status of the stream is lost then.

The code is INTERNAL, but the referee is not at fault (issue 36066 of grpc). The next attempt shows the real status.
"""

FIRST_WAIT = 0.05
"""Seconds before the first retry. The wait doubles with each attempt."""
LONGEST_WAIT = 3.0
"""Most seconds between two attempts."""


def code_and_text(error: grpc.aio.AioRpcError) -> tuple[grpc.StatusCode, str]:
    """Return the status code of a failed call and its text."""
    code, text = error.code(), error.details() or ""
    if code is grpc.StatusCode.INTERNAL and text == WRITE_FAILED:
        return grpc.StatusCode.UNAVAILABLE, "the stream ended during a write"
    return code, text


class Patience:
    """A limit on retries without an answer, in seconds. Every answer resets it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.reset()

    def reset(self) -> None:
        """Start again after an answer of the referee."""
        self._wait = FIRST_WAIT
        self._until = time.monotonic() + self._seconds

    async def wait_or_raise(self, code: grpc.StatusCode, text: str) -> None:
        """Wait before the next attempt. Raise the error if it is not temporary or the limit is reached."""
        if code not in TEMPORARY:
            raise RefereeError(code, text)
        if time.monotonic() > self._until:
            raise Unreachable(code, f"gave up after {self._seconds:g} seconds without an answer: {text}")
        # Random, so that bots that lost their connection together do not reconnect together.
        await asyncio.sleep(self._wait * (0.5 + random.random() / 2))
        self._wait = min(2 * self._wait, LONGEST_WAIT)
