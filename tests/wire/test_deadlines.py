"""Unary calls have time limits, and fail only through their own delay."""

from __future__ import annotations

import asyncio

import pytest

from referee.wire.deadlines import CallDeadlines
from referee.wire.open_streams import LINGER_SECONDS, OpenStreams


async def test_call_that_takes_too_long_is_given_up() -> None:
    deadlines = CallDeadlines(0.01)
    with pytest.raises(TimeoutError):
        await deadlines.bounded(asyncio.sleep(30))
    # The calling task is unharmed.
    assert await deadlines.bounded(asyncio.sleep(0, "answer")) == "answer"
    deadlines.close()


async def test_call_that_the_client_gives_up_is_cancelled_as_ever() -> None:
    deadlines = CallDeadlines(30)
    task = asyncio.create_task(deadlines.bounded(asyncio.sleep(30)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    deadlines.close()


# --- streams that wait to batch messages ---


async def test_news_linger_until_something_urgent_comes_or_a_moment_has_passed() -> None:
    sent: list[bytes] = []

    async def write(message: bytes) -> None:
        sent.append(message)

    streams = OpenStreams(age_seconds=60, patience_seconds=60)
    loop = asyncio.get_running_loop()
    with streams.open(write) as stream:
        began = loop.time()
        stream.wake_soon()
        assert not stream.is_due
        await stream.wait()
        assert stream.is_due
        assert loop.time() - began > LINGER_SECONDS * 0.9
        await stream.send(b"news")
        stream.wake_soon()
        stream.wake()
        assert stream.is_due
        await stream.send(b"news and a question")
        assert not stream.is_due
        # The batch has been sent, so nothing is due when its moment has passed.
        await asyncio.sleep(LINGER_SECONDS * 2)
        assert not stream.is_due
    await streams.close()
    assert sent == [b"news", b"news and a question"]
