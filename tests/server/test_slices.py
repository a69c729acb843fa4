"""Long work on the event loop lets others go first, however much of it there is."""

from __future__ import annotations

import asyncio

from referee.feeds.frames import Frame
from referee.kernel.facts import SPECTATOR
from referee.server.feed_cache import FinishedFeeds
from referee.server.slices import Slices


async def test_long_work_takes_turns_with_everything_else() -> None:
    slices, done, others = Slices(), list[int](), 0

    async def work(number: int) -> None:
        for _ in range(5):
            await slices.next()
            done.append(number)

    tasks = [asyncio.create_task(work(number)) for number in range(20)]
    while not all([task.done() for task in tasks]):
        before = len(done)
        await asyncio.sleep(0)
        assert len(done) - before <= 1, "several slices in a row"
        others += 1
    assert others >= 100
    assert done == [*range(20)] * 5


def frames(number: int) -> list[Frame]:
    """Return a feed with this many frames."""
    return [Frame(each, (), None, (), None) for each in range(1, number + 1)]


def test_kept_feeds_have_a_limit_in_bytes() -> None:
    feeds = FinishedFeeds(100)
    for name in ("a", "b"):
        feeds.keep((name, SPECTATOR), frames(3), 40)
    assert feeds.get(("a", SPECTATOR)) == frames(3)
    feeds.keep(("c", SPECTATOR), frames(1), 40)
    assert feeds.get(("b", SPECTATOR)) is None, "it was read longest ago"
    assert feeds.get(("a", SPECTATOR)) is not None
    feeds.keep(("d", SPECTATOR), frames(1), 101)
    assert feeds.get(("d", SPECTATOR)) is None, "it is larger than everything together"
    assert len(feeds) == 2
