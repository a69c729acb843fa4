"""Unary calls have time limits, and fail only through their own delay."""

from __future__ import annotations

import asyncio

import pytest

from referee.wire.deadlines import CallDeadlines


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
