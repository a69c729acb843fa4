"""Open streams: each can be woken, ended and, if it hangs, cut.

A client that stops reading blocks the write to it, and gRPC never cancels the stream of a client that vanishes without
notice. So a stream that is too old is ended. One whose write hangs, or that does not end when it should, is cut by
cancelling its task. No other stream waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from referee.wire.linger import Linger
from referee.wire.statuses import SHUTTING_DOWN, TOO_OLD, CallStatus

Write = Callable[[bytes], Awaitable[None]]

_SWEEP_SECONDS = 1.0
_ENDING_SECONDS = 3.0
"""Seconds a stream that is ending may take to send its last messages."""


class OpenStream:
    """One open stream."""

    __slots__ = (
        "_linger",
        "_lingers",
        "_loop",
        "_task",
        "_waiter",
        "_write",
        "_writing_since",
        "ended_at",
        "is_due",
        "opened_at",
        "status",
    )

    def __init__(self, linger: Linger, write: Write) -> None:
        self._linger = linger
        self._loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._write = write
        self._waiter: asyncio.Future[None] | None = None
        self._writing_since = 0.0
        self.opened_at = self._loop.time()
        self.ended_at = 0.0
        self.is_due = False
        """Whether there is something to send now."""
        self._lingers = False
        """Whether there is something to send soon."""
        self.status: CallStatus | None = None
        """The status the stream ends with; None while it is not ending."""

    def wake(self) -> None:
        """Send what there is to send now. Never waits."""
        self.is_due = True
        waiter = self._waiter
        if waiter is not None:
            self._waiter = None
            if not waiter.done():
                waiter.set_result(None)

    def wake_soon(self) -> None:
        """Send what there is to send soon, together with what follows."""
        if not self._lingers and not self.is_due:
            self._lingers = True
            self._linger.add(self._wake_if_lingering)

    def _wake_if_lingering(self) -> None:
        # One that has sent a message meanwhile has sent everything that lingered with it.
        if self._lingers:
            self.wake()

    def end(self, status: CallStatus) -> None:
        """End the stream with a status. Only the first call counts."""
        if self.status is None:
            self.status = status
            self.ended_at = self._loop.time()
            self.wake()

    async def wait(self) -> None:
        """Wait to be woken. The caller has checked that nothing is due, and has awaited nothing since."""
        self.is_due = False
        self._waiter = waiter = self._loop.create_future()
        await waiter

    async def send(self, message: bytes) -> None:
        """Send a message; returns when gRPC has room for the next."""
        self.is_due = self._lingers = False
        self._writing_since = self._loop.time()
        await self._write(message)
        self._writing_since = 0.0

    def hangs(self, now: float, patience: float) -> bool:
        """Return whether a write takes more than `patience` seconds, or the end takes too long."""
        writes_too_long = self._writing_since > 0 and now - self._writing_since > patience
        return writes_too_long or (self.ended_at > 0 and now - self.ended_at > _ENDING_SECONDS)

    def cut(self) -> None:
        """Cancel the task of the stream; gRPC then resets the stream."""
        self._task.cancel()


class OpenStreams:
    """All open streams of a server."""

    def __init__(self, *, age_seconds: float, patience_seconds: float) -> None:
        self._age = age_seconds
        self._patience = patience_seconds
        self._open: set[OpenStream] = set()
        self._linger = Linger()
        self._none_left = asyncio.Event()
        self._none_left.set()
        self._is_closing = False
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def open(self, write: Write) -> Iterator[OpenStream]:
        """Open a stream for the current task."""
        stream = OpenStream(self._linger, write)
        self._open.add(stream)
        self._none_left.clear()
        if self._is_closing:
            stream.end(SHUTTING_DOWN)
        try:
            yield stream
        finally:
            self._open.discard(stream)
            if not self._open:
                self._none_left.set()

    async def wait_until_none(self) -> None:
        """Wait until no stream is open."""
        await self._none_left.wait()

    async def close(self) -> None:
        """End every stream; returns when all have ended or were cut."""
        self._is_closing = True
        for stream in self._open:
            stream.end(SHUTTING_DOWN)
        await self._none_left.wait()
        self._sweeper.cancel()

    def _sweep(self) -> None:
        now = self._loop.time()
        for stream in list(self._open):
            if now - stream.opened_at > self._age:
                stream.end(TOO_OLD)
            if stream.hangs(now, self._patience):
                stream.cut()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)
