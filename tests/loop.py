"""The event loop of `async` tests: its clock can be advanced, and a test that hangs fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

# Far more than any test takes, even on a busy machine.
HANGING_SECONDS = 300.0


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock can be advanced."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


def run_test(test: Coroutine[Any, Any, None], limit: float | None = HANGING_SECONDS) -> None:
    """Run a test on its own loop. Raise TimeoutError if it is not done after `limit` seconds."""
    with asyncio.Runner(loop_factory=Loop) as runner:
        runner.run(test if limit is None else _bounded(test, limit))


async def _bounded(test: Coroutine[Any, Any, None], limit: float) -> None:
    """Measure the limit by the system's clock, because a test may advance the loop's clock."""
    running = asyncio.ensure_future(test)
    end = time.monotonic() + limit
    while not running.done():
        left = end - time.monotonic()
        if left <= 0:
            running.cancel()
            await asyncio.wait([running])
            raise TimeoutError(f"the test was not done after {limit:g} seconds")
        await asyncio.wait([running], timeout=left)
    await running
