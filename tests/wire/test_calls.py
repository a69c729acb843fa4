"""Unary calls are bounded in time, and only by their own fault."""

from __future__ import annotations

import asyncio

import pytest

from referee.wire.calls import Calls
from referee.wire.lines import LINGER_SECONDS, Lines


async def test_call_that_takes_too_long_is_given_up() -> None:
    calls = Calls(0.01)
    with pytest.raises(TimeoutError):
        await calls.bounded(asyncio.sleep(30))
    # The task itself is none the worse for it.
    assert await calls.bounded(asyncio.sleep(0, "answer")) == "answer"
    calls.close()


async def test_call_that_the_client_gives_up_is_cancelled_as_ever() -> None:
    calls = Calls(30)
    task = asyncio.create_task(calls.bounded(asyncio.sleep(30)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    calls.close()


# --- lines that linger ---


async def test_news_linger_until_something_urgent_comes_or_a_moment_has_passed() -> None:
    sent: list[bytes] = []

    async def write(message: bytes) -> None:
        sent.append(message)

    lines = Lines(age_seconds=60, patience_seconds=60)
    loop = asyncio.get_running_loop()
    with lines.line(write) as line:
        began = loop.time()
        line.wake_soon()
        assert not line.is_due
        await line.wait()
        assert line.is_due
        assert loop.time() - began > LINGER_SECONDS * 0.9
        await line.send(b"news")
        line.wake_soon()
        line.wake()
        assert line.is_due
        await line.send(b"news and a question")
        assert not line.is_due
        # What lingered has gone out, so nothing is due when its moment has passed.
        await asyncio.sleep(LINGER_SECONDS * 2)
        assert not line.is_due
    await lines.close()
    assert sent == [b"news", b"news and a question"]
