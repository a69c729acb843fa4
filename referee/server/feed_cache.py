"""The feeds of finished matches, kept for readers: such a feed does not change any more."""

from __future__ import annotations

from collections import OrderedDict

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat

FeedKey = tuple[str, Seat]
"""A match and a viewer."""


class FinishedFeeds:
    """The feeds that were read last, up to a total size."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[FeedKey, tuple[list[Frame], int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: FeedKey) -> list[Frame] | None:
        """Return a feed, or None if it is not kept. Do not change it."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: FeedKey, frames: list[Frame], size: int) -> None:
        """Keep a feed of this size in bytes, and drop those that were not read for longest; not one that is too big."""
        if size > self._most or key in self._kept:
            return
        self._kept[key] = frames, size
        self._bytes += size
        while self._bytes > self._most:
            _, (_, dropped) = self._kept.popitem(last=False)
            self._bytes -= dropped
