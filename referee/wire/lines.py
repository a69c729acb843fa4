"""Lines: the streams that are open, so that each can be woken, ended and, if it hangs, cut.

A client that stops reading blocks the write to it, and a client that vanishes without a word is never cancelled
by gRPC. So a line that is too old is ended, and one whose write hangs, or that does not end when told to, is cut
by cancelling its task. Nobody else waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from referee.wire.guard import SHUTTING_DOWN, Code, Status

TOO_OLD = Status(
    Code.ABORTED, "This stream has been open for too long; open a new one and resume after your last frame."
)
LAGGING = Status(
    Code.ABORTED, "This stream was read too slowly; open a new one and resume after your last frame."
)

Write = Callable[[bytes], Awaitable[None]]

LINGER_SECONDS = 0.05
"""How long news may linger that nobody waits for: less than anyone notices, and time for the next to come."""

_SWEEP_SECONDS = 1.0
_LAST_WORD_SECONDS = 3.0
"""How long a line that was told to end may take for its last messages."""


class Line:
    """One open stream."""

    __slots__ = (
        "_lines",
        "_loop",
        "_task",
        "_waiter",
        "_write",
        "_writing_since",
        "ended_at",
        "is_due",
        "lingers",
        "opened_at",
        "status",
    )

    def __init__(self, lines: Lines, write: Write) -> None:
        self._lines = lines
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
        """Something is to be sent now."""
        self.lingers = False
        """Something is to be sent soon."""
        self.status: Status | None = None
        """How it is to end, once it was told to."""

    def wake(self) -> None:
        """Say that there is something to send. Never waits."""
        self.is_due = True
        waiter = self._waiter
        if waiter is not None:
            self._waiter = None
            if not waiter.done():
                waiter.set_result(None)

    def wake_soon(self) -> None:
        """Say that there is something to send which may linger, to go with what follows."""
        if not self.lingers and not self.is_due:
            self.lingers = True
            self._lines.linger(self)

    def end(self, status: Status) -> None:
        """Tell the line to end. The first word counts."""
        if self.status is None:
            self.status = status
            self.ended_at = self._loop.time()
            self.wake()

    async def wait(self) -> None:
        """Wait to be woken. Whoever waits has looked first that nothing is due, and has not awaited since."""
        self.is_due = False
        self._waiter = waiter = self._loop.create_future()
        await waiter

    async def send(self, message: bytes) -> None:
        """Send a message; returns when gRPC has room for the next."""
        self.is_due = self.lingers = False
        self._writing_since = self._loop.time()
        await self._write(message)
        self._writing_since = 0.0

    def hangs(self, now: float, patience: float) -> bool:
        """Say whether a write, or the end, takes too long."""
        writes_too_long = self._writing_since > 0 and now - self._writing_since > patience
        return writes_too_long or (self.ended_at > 0 and now - self.ended_at > _LAST_WORD_SECONDS)

    def cut(self) -> None:
        """Cancel the task of the line: gRPC then resets the stream."""
        self._task.cancel()


class Lines:
    """All open streams of a server."""

    def __init__(self, *, age_seconds: float, patience_seconds: float) -> None:
        self._age = age_seconds
        self._patience = patience_seconds
        self._open: set[Line] = set()
        self._lingering: list[Line] = []
        self._none_left = asyncio.Event()
        self._none_left.set()
        self._is_closing = False
        self._loop = asyncio.get_running_loop()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def __len__(self) -> int:
        return len(self._open)

    @contextmanager
    def line(self, write: Write) -> Iterator[Line]:
        """Open a line for the task that is running."""
        line = Line(self, write)
        self._open.add(line)
        self._none_left.clear()
        if self._is_closing:
            line.end(SHUTTING_DOWN)
        try:
            yield line
        finally:
            self._open.discard(line)
            if not self._open:
                self._none_left.set()

    def linger(self, line: Line) -> None:
        """Wake a line in a moment, together with all others that linger."""
        if not self._lingering:
            self._loop.call_later(LINGER_SECONDS, self._wake_lingering)
        self._lingering.append(line)

    def _wake_lingering(self) -> None:
        lines, self._lingering = self._lingering, []
        for line in lines:
            # One that has sent something meanwhile took along what lingered.
            if line.lingers:
                line.wake()

    async def close(self) -> None:
        """End every line, and return when all have ended or were cut."""
        self._is_closing = True
        for line in self._open:
            line.end(SHUTTING_DOWN)
        await self._none_left.wait()
        self._sweeper.cancel()

    def _sweep(self) -> None:
        now = self._loop.time()
        for line in list(self._open):
            if now - line.opened_at > self._age:
                line.end(TOO_OLD)
            if line.hangs(now, self._patience):
                line.cut()
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)
