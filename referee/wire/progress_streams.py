"""Calls that run a match again: they stream their progress, and then the result.

A call that only waits would have to be longer than every re-run and every queue. This one sends something at least
every few seconds, so that a client can tell a long re-run from a lost connection.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from referee.replay.progress import OnProgress
from referee.wire.open_streams import OpenStream
from referee.wire.statuses import Refuse
from referee_api.v1 import referee_pb2 as api

T = TypeVar("T")

SECONDS_BETWEEN_MESSAGES = 3.0
"""Seconds after which the progress is sent again although nothing has changed."""


async def send_progress(
    stream: OpenStream,
    work: Callable[[OnProgress], Awaitable[T]],
    message: Callable[[api.Progress], bytes],
) -> T:
    """Send the progress of work until it is done, and return its result; the work ends with the stream."""
    progress = api.Progress()

    def note(done: int, total: int) -> None:
        progress.done, progress.total = done, total
        stream.wake()

    async def run() -> T:
        return await work(note)

    task = asyncio.ensure_future(run())
    task.add_done_callback(lambda _: stream.wake())
    try:
        while not task.done():
            if not stream.is_due:
                await _wait(stream)
            if stream.status is not None:
                raise Refuse(stream.status)
            if not task.done():
                await stream.send(message(progress))
        return task.result()
    finally:
        task.cancel()


async def _wait(stream: OpenStream) -> None:
    """Wait until there is something to send, or nothing was sent for a while."""
    timer = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_MESSAGES, stream.wake)
    try:
        await stream.wait()
    finally:
        timer.cancel()
