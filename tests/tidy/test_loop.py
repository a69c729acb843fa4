"""`async` tests run, fail when they fail, and fail when they hang."""

from __future__ import annotations

import asyncio

import pytest

from tests.loop import Loop, run_test


async def test_the_loop_is_one_whose_clock_can_be_put_forward() -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    before = loop.time()
    loop.ahead += 1000
    assert loop.time() >= before + 1000


async def runs_to_the_end(reached: list[str]) -> None:
    await asyncio.sleep(0)
    reached.append("end")


def test_an_async_test_is_run_by_the_hook(request: pytest.FixtureRequest) -> None:
    """A coroutine that nobody awaits would pass."""
    reached: list[str] = []
    item = pytest.Function.from_parent(request.node.parent, name="planted", callobj=runs_to_the_end)
    item.funcargs["reached"] = reached
    assert request.config.hook.pytest_pyfunc_call(pyfuncitem=item)
    assert reached == ["end"]


def test_a_test_that_fails_fails() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise AssertionError("as planned")

    with pytest.raises(AssertionError, match="as planned"):
        run_test(fail())


def test_a_test_that_hangs_fails_and_is_cleaned_up() -> None:
    cleaned_up = []

    async def hang() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cleaned_up.append(True)

    with pytest.raises(TimeoutError, match=r"not done after 0\.05 seconds"):
        run_test(hang(), 0.05)
    assert cleaned_up == [True]


def test_a_clock_put_forward_does_not_use_up_the_limit() -> None:
    done = []

    async def skip_a_year() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        loop.ahead += 365 * 24 * 3600
        for _ in range(3):
            await asyncio.sleep(0.002)
        done.append(True)

    run_test(skip_a_year())
    assert done == [True]
