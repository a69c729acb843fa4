"""Feeds that resume, readers that are woken and cut off, and views."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.log.memory import MemoryStore
from referee.server import loading, viewing
from referee.server.access import Access
from referee.server.errors import NoSuchFrame, TooManyReaders
from referee.server.settings import SessionLimits
from referee.server.standing_orders import Order
from referee.server.subscriptions import Close, Delivery, Subscription
from tests.match import toy
from tests.server.running import (
    frames_in,
    matches_on,
    pass_time,
    play_on,
    shape_of,
    take_seats,
)

CHARTER = toy.charter(3, "matches")


async def check_resumes(seed: str) -> int:
    """Cut and resume feeds at random places of a running match; return how often."""
    luck = random.Random(seed)
    async with matches_on(MemoryStore(), limits=SessionLimits(readers=1000)) as matches:
        seats = await take_seats(matches, toy.charter(3, seed, rounds="30"))
        access = [*await seats.access(matches), Access(seats.match, "spectator")]
        whole = [await matches.subscribe(each, 0, lambda: None) for each in access]
        feeds: list[list[Frame]] = [[] for _ in access]
        resumed = []
        while await play_on(matches, seats, str(luck.random()), 3):
            for feed, reader in zip(feeds, whole, strict=True):
                feed += frames_in(reader)
            which = luck.randrange(len(access))
            after = luck.randint(0, len(feeds[which]))
            resumed.append((which, after, await matches.subscribe(access[which], after, lambda: None)))
        for which, after, reader in resumed:
            expected = [shape_of(frame) for frame in feeds[which][after:]]
            assert [shape_of(frame) for frame in frames_in(reader)] == expected
            assert reader.closed is Close.MATCH_OVER
        return len(resumed)


async def test_a_feed_resumes_anywhere_without_gap_or_repeat(seed: str) -> None:
    """Promise R7, on a small scale."""
    await check_resumes(seed)


@pytest.mark.campaign
async def test_feeds_resume_after_ten_thousand_cuts(seed: str) -> None:
    cuts = number = 0
    while cuts < 10_000:
        cuts += await check_resumes(f"{seed} {number}")
        number += 1


@pytest.mark.parametrize("off_by", [-1, 1])
async def test_a_feed_that_resumes_off_by_one_is_caught(
    monkeypatch: pytest.MonkeyPatch, seed: str, off_by: int
) -> None:
    """Control: a gap, and a repeat."""
    catch_up = Subscription.catch_up

    def counts_wrong(self: Subscription, deliveries: Sequence[Delivery], now: float) -> None:
        if len(deliveries) > 1 and self.number > 0:
            self.number += off_by
            if off_by < 0:
                repeated = msgspec.structs.replace(deliveries[0].frame, number=self.number + 1)
                deliveries = [Delivery(repeated), *deliveries]
        catch_up(self, deliveries, now)

    monkeypatch.setattr(Subscription, "catch_up", counts_wrong)
    with pytest.raises(AssertionError):
        await check_resumes(seed)


async def test_the_feed_of_a_finished_match_is_cut_once(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = 0
    honest = loading.cut_again

    async def counted(*about: Any) -> Any:
        nonlocal cuts
        cuts += 1
        return await honest(*about)

    monkeypatch.setattr(viewing, "cut_again", counted)
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, toy.charter(2, "kept", rounds="30"))
        access = await seats.access(matches)
        await play_on(matches, seats, "x", 60)
        cuts = 0
        before = [await matches.frames(access[0]) for _ in range(2)]
        assert before[0] == before[1]
        assert cuts == 2, "the feed of a match that goes on must not be kept"
        await play_on(matches, seats, "x")
        cuts = 0
        whole = await matches.frames(access[0])
        assert whole[: len(before[0])] == before[0]
        assert [frame.number for frame in whole] == list(range(1, len(whole) + 1))
        for after in (0, 0, 3, len(whole)):
            assert await matches.frames(access[0], after) == whole[after:]
        assert cuts <= 1
        assert (await matches.frames(access[1]))[0].number == 1
        assert cuts <= 2, "each viewer has a feed of its own"


@pytest.mark.parametrize("after", [-1, 2, 99])
async def test_a_feed_cannot_resume_from_a_frame_never_told(after: int) -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        with pytest.raises(NoSuchFrame, match="has 1 frames so far"):
            await matches.subscribe(seat, after, lambda: None)
        with pytest.raises(NoSuchFrame):
            await matches.frames(seat, after)


async def test_a_reader_is_woken_once_until_it_takes() -> None:
    woken = []
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        reader = await matches.subscribe(seat, 0, lambda: woken.append(1))
        await play_on(matches, seats, "x", 6)
        assert len(woken) == 1
        assert len(reader.take()) > 1
        await play_on(matches, seats, "x", 6)
        assert len(woken) == 2


async def test_readers_that_lag_are_cut_off() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(lag_frames=4, lag_seconds=30)) as matches:
        seats = await take_seats(matches, toy.charter(2, "lag", rounds="9"))
        access = await seats.access(matches)
        quick, slow, stalled = [await matches.subscribe(access[0], 0, lambda: None) for _ in range(3)]
        for _ in range(6):
            await play_on(matches, seats, "x", 2)
            quick.take()
            if stalled.number < 3:
                stalled.take()
        assert slow.closed is Close.LAGGING
        assert slow.take() == []
        await pass_time(40)
        assert stalled.closed is Close.LAGGING
        assert quick.closed is None
        for reader in (slow, stalled):
            reader.leave()
        await play_on(matches, seats, "x", 2)
        assert len(quick.take()) > 0


async def test_a_feed_has_so_many_readers_and_no_more() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(readers=2)) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        first, _ = [await matches.subscribe(access[0], 0, lambda: None) for _ in range(2)]
        with pytest.raises(TooManyReaders, match="2 readers already"):
            await matches.subscribe(access[0], 0, lambda: None)
        await matches.subscribe(access[1], 0, lambda: None)
        first.leave()
        first.leave()
        await matches.subscribe(access[0], 0, lambda: None)


async def test_the_view_is_the_fold_of_the_feed_at_every_moment(seed: str) -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, toy.charter(3, seed, rounds="12"))
        access = [*await seats.access(matches), Access(seats.match, "spectator")]
        setup = toy.settle(toy.charter(3, seed, rounds="12")).setup
        while await play_on(matches, seats, seed, 7):
            for each in access:
                view = View(toy.GAME, setup, each.viewer)
                for frame in await matches.frames(each):
                    view.take(frame)
                found = await matches.view(each)
                assert (found.number, found.state) == (view.number, view.state)


async def test_a_seat_that_has_answered_is_not_asked_again_by_its_view() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        before = await matches.view(access[1])
        await matches.submit(access[0], 1, (1,), "k")
        assert (await matches.view(access[0])).question is None
        assert (await matches.view(access[0])).waiting_for == (0, 1, 2), "the answer is sealed"
        assert await matches.view(access[1]) == before, "so is the fact that there is one"


# --- deliveries ---


async def test_every_reader_of_a_feed_gets_the_last_frame() -> None:
    """A reader gets it even if the reader before it leaves at once."""
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        readers: list[Subscription] = []

        def leave_at_the_end() -> None:
            if readers and any([frame.outcome is not None for frame in frames_in(readers[0])]):
                readers[0].leave()

        readers.append(await matches.subscribe(seat, 0, leave_at_the_end))
        readers.append(await matches.subscribe(seat, 0, lambda: None))
        leave_at_the_end()
        await play_on(matches, seats, "x")
        assert frames_in(readers[1])[-1].outcome is not None
        assert readers[1].closed is Close.MATCH_OVER


async def test_a_delivery_says_whether_an_order_has_answered() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, toy.charter(3, "deliveries", rounds="4"))
        access = await seats.access(matches)
        await matches.set_orders(access[1], [Order("toy.bid")])
        readers = [await matches.subscribe(each, 0, lambda: None) for each in access]
        await play_on(matches, seats, "x")
        for seat, reader in enumerate(readers):
            for delivery in reader.take():
                question = delivery.frame.question
                is_bid = question is not None and question.ask.name == "toy.bid"
                assert delivery.is_answered == (is_bid and seat == 1)


async def test_a_delivery_has_the_view_of_the_open_question() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        with_view = await matches.subscribe(access[0], 0, lambda: None, with_view=True)
        without = await matches.subscribe(access[1], 0, lambda: None)
        [first] = with_view.take()
        assert first.view is not None
        assert first.view.number == first.frame.number == 1
        assert first.view.state == (await matches.view(access[0])).state
        assert [delivery.view for delivery in without.take()] == [None]
        await matches.submit(access[0], 1, (1,), "k")
        resumed = await matches.subscribe(access[0], 0, lambda: None, with_view=True)
        assert [delivery.view for delivery in resumed.take()] == [None], "the question is answered"
