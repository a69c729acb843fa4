"""Slices: long work on the event loop is done a slice at a time, and all long work together waits in one queue.

Without the queue, a hundred matches that are loaded at once would do a hundred slices between two answers to others.
"""

from __future__ import annotations

import asyncio

ENTRIES_PER_SLICE = 32
"""Number of entries that are run again in a slice: about a millisecond."""


class Slices:
    """The queue of everything that takes long. Use it on one event loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def next(self) -> None:
        """Wait for the next slice: after everyone else in the queue, and after everything else that is due now."""
        async with self._turn:
            await asyncio.sleep(0)
