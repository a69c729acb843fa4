"""Group commit: no caller is answered too early or never, and one fault stays one fault."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager

import pytest

from referee.log import writer as writing
from referee.log.memory import MemoryStore
from referee.log.records import Record
from referee.log.store import StoreConflict, StoreDamaged, StoreError, StoreFailed, StoreFull
from referee.log.writer import GroupCommit
from tests.log.courses import Course


class SlowStore(MemoryStore):
    """A store that records each write, waits for permission before it begins, and fails on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.leave = threading.Semaphore(0)
        self.failures: list[Exception | None] = []
        self.writes: list[int] = []

    def write(self, records: Sequence[Record]) -> None:
        assert self.leave.acquire(timeout=10)
        self.writes.append(len(records))
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            raise failure
        super().write(records)


@asynccontextmanager
async def slow_disk() -> AsyncIterator[tuple[SlowStore, GroupCommit]]:
    """Yield a store that waits for permission, and its writer; close both."""
    store = SlowStore()
    writer = GroupCommit(store)
    try:
        yield store, writer
    finally:
        store.leave.release(1000)
        await writer.close()
        store.close()


async def turns(count: int = 20) -> None:
    """Run everything that is ready to run."""
    for _ in range(count):
        await asyncio.sleep(0.001)


async def outcome_of(waiting: Awaitable[None]) -> StoreError | None:
    try:
        await waiting
    except StoreError as error:
        return error
    return None


async def held_up(store: SlowStore, writer: GroupCommit, course: Course) -> "asyncio.Task[None]":
    """Open a match, and keep the writer busy with it, so that later records gather."""
    first = asyncio.create_task(writer.put([course.opened]))
    await turns()
    return first


async def test_nobody_is_told_before_the_commit() -> None:
    async with slow_disk() as (store, writer):
        waiting = asyncio.create_task(writer.put([Course().opened]))
        await turns()
        assert not waiting.done()
        store.leave.release()
        await waiting
        assert [row.match for row in store.matches()] == ["m1"]


async def test_what_gathers_is_written_together_and_in_order() -> None:
    async with slow_disk() as (store, writer):
        course = Course()
        first = await held_up(store, writer, course)
        told: list[int] = []
        for number in range(99):
            writer.put_nowait(course.more(), lambda _, number=number: told.append(number))  # type: ignore[misc]
        last = asyncio.create_task(writer.put(course.more()))
        await turns()
        store.leave.release(2)
        await first
        await last
        assert store.writes == [1, 100]
        assert told == list(range(99))
        assert store.entries("m1") == course.entries


async def test_a_misfit_is_refused_alone() -> None:
    async with slow_disk() as (store, writer):
        course = Course()
        first = await held_up(store, writer, course)
        one, two = course.more(2)
        puts: list[list[Record]] = [
            [one],
            [one],
            [two],
            [Course("m2").opened, Course("m2").opened],
            [Course("m3").opened],
        ]
        waiting = [asyncio.create_task(outcome_of(writer.put(records))) for records in puts]
        await turns()
        store.leave.release(10)
        await first
        outcomes = await asyncio.gather(*waiting)
        assert [type(outcome) for outcome in outcomes] == [
            type(None),
            StoreConflict,
            type(None),
            StoreConflict,
            type(None),
        ]
        assert store.entries("m1") == course.entries
        assert [row.match for row in store.matches()] == ["m1", "m3"]


async def test_a_failed_commit_is_told_to_all_in_it_and_the_next_one_stands_alone() -> None:
    async with slow_disk() as (store, writer):
        course = Course()
        first = await held_up(store, writer, course)
        store.failures = [None, StoreFull("no room")]
        lost = course.more(3)
        waiting = [asyncio.create_task(outcome_of(writer.put([entry]))) for entry in lost]
        await turns()
        store.leave.release(2)
        await first
        assert [type(outcome) for outcome in await asyncio.gather(*waiting)] == [StoreFull] * 3
        assert len(store.entries("m1")) == 1
        store.leave.release(2)
        assert isinstance(await outcome_of(writer.put(course.more())), StoreConflict), (
            "the entries before it were lost"
        )
        await writer.put(lost)
        assert store.entries("m1") == course.entries[:4]


async def test_nothing_is_written_to_a_damaged_store() -> None:
    async with slow_disk() as (store, writer):
        store.failures = [StoreDamaged("torn")]
        store.leave.release(10)
        for name in ("m1", "m2"):
            with pytest.raises(StoreDamaged, match="torn"):
                await writer.put([Course(name).opened])
        assert store.writes == [1]


async def test_a_fault_of_ours_is_told_too_and_to_no_neighbour() -> None:
    async with slow_disk() as (store, writer):
        first = await held_up(store, writer, Course("m1"))
        oops = ZeroDivisionError("oops")
        store.failures = [None, oops, oops]
        waiting = [
            asyncio.create_task(outcome_of(writer.put([Course(name).opened]))) for name in ("m2", "m3")
        ]
        await turns()
        store.leave.release(10)
        await first
        unlucky, neighbour = await asyncio.gather(*waiting)
        assert str(unlucky) == "unexpected error in the store: ZeroDivisionError('oops')"
        assert isinstance(unlucky, StoreFailed)
        assert neighbour is None
        assert [row.match for row in store.matches()] == ["m1", "m3"]


async def test_whoever_stops_waiting_does_not_stop_the_write() -> None:
    async with slow_disk() as (store, writer):
        course = Course()
        waiting = await held_up(store, writer, course)
        waiting.cancel()
        store.leave.release(10)
        await writer.put(course.more())
        assert store.entries("m1") == course.entries


async def test_a_listener_that_fails_does_not_leave_the_others_untold() -> None:
    async with slow_disk() as (store, writer):
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: faults.append(context["exception"])
        )
        course = Course()
        first = await held_up(store, writer, course)
        fault = ValueError("listener")

        def fail(_: StoreError | None) -> None:
            raise fault

        writer.put_nowait(course.more(), fail)
        second = asyncio.create_task(writer.put(course.more()))
        store.leave.release(10)
        await first
        await second
        assert faults == [fault]


async def test_closing_finishes_what_was_put() -> None:
    async with slow_disk() as (store, writer):
        course = Course()
        first = await held_up(store, writer, course)
        told: list[StoreError | None] = []
        for _ in range(50):
            writer.put_nowait(course.more(), told.append)
        store.leave.release(10)
        await writer.close()
        assert told == [None] * 50
        assert first.done()
        assert store.entries("m1") == course.entries
        writer.put_nowait(course.more(), told.append)
        assert "the log is closed" in str(told[-1])
        with pytest.raises(StoreFailed, match="the log is closed"):
            await writer.put(course.more())


def test_a_loop_that_ends_early_loses_no_write() -> None:
    store = SlowStore()
    course = Course()

    async def leave_early() -> GroupCommit:
        writer = GroupCommit(store)
        writer.put_nowait([course.opened], lambda _: None)
        await turns()
        writer.put_nowait(course.more(), lambda _: None)
        return writer

    writer = asyncio.run(leave_early())
    store.leave.release(10)
    asyncio.run(writer.close())
    assert store.entries("m1") == course.entries


class WatchedStore(MemoryStore):
    """A store that records the thread and the size of each write, and is slow on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.takes = 0.0
        self.visits: list[tuple[str, int]] = []

    def write(self, records: Sequence[Record]) -> None:
        time.sleep(self.takes)
        self.visits.append((threading.current_thread().name, len(records)))
        super().write(records)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengthen the time limits, because the machine may be busy elsewhere."""
    monkeypatch.setattr(writing, "_GATHER_SECONDS", 0.2)
    monkeypatch.setattr(writing, "_QUICK_SECONDS", 0.1)


LOOP, THREAD = threading.main_thread().name, "referee-log"


@asynccontextmanager
async def quick_disk() -> AsyncIterator[tuple[WatchedStore, GroupCommit]]:
    """Yield a store that has been measured as fast, and its writer; close both."""
    store = WatchedStore()
    writer = GroupCommit(store)
    try:
        course = Course("before")
        await writer.put([course.opened])
        for _ in range(writing._THREAD_COMMITS - 1):
            await writer.put(course.more())
        await asyncio.sleep(3 * writing._GATHER_SECONDS)  # no other caller is active
        store.visits.clear()
        yield store, writer
    finally:
        await writer.close()
        store.close()


async def test_a_disk_is_slow_until_it_has_been_tried(unhurried: None) -> None:
    store, course = WatchedStore(), Course()
    writer = GroupCommit(store)
    await writer.put([course.opened])
    for _ in range(writing._THREAD_COMMITS):
        await writer.put(course.more())
    await writer.close()
    assert store.visits == [(THREAD, 1)] * writing._THREAD_COMMITS + [(LOOP, 1)]


async def test_a_lone_writer_does_not_wait_and_needs_no_thread(unhurried: None) -> None:
    async with quick_disk() as (store, writer):
        course = Course()
        told: list[StoreError | None] = []
        writer.put_nowait([course.opened], told.append)
        assert not told, "nobody is told before they have gone on"
        for count in range(1, 6):
            await asyncio.sleep(0)
            assert told == [None] * count
            writer.put_nowait(course.more(), told.append)
        assert store.visits == [(LOOP, 1)] * 5


async def test_who_was_about_lately_is_waited_for_but_not_for_long(unhurried: None) -> None:
    async with quick_disk() as (store, writer):
        one, two = Course("m1"), Course("m2")
        await writer.put([one.opened])
        await writer.put([two.opened])
        told: list[StoreError | None] = []
        writer.put_nowait(one.more(), told.append)
        await asyncio.sleep(0)
        assert not told, "the other may come along"
        writer.put_nowait(two.more(), told.append)
        await asyncio.sleep(0)
        assert told == [None, None], "all are here"
        await writer.put(one.more())
        assert store.visits == [(LOOP, 1), (LOOP, 1), (LOOP, 2), (LOOP, 1)], "the other did not come"


async def test_a_disk_that_was_slow_is_left_to_the_thread(unhurried: None) -> None:
    async with quick_disk() as (store, writer):
        course = Course()
        store.takes = 2 * writing._QUICK_SECONDS
        await writer.put([course.opened])
        store.takes = 0
        for _ in range(writing._THREAD_COMMITS + 1):
            await writer.put(course.more())
        assert store.visits == [(LOOP, 1), *[(THREAD, 1)] * writing._THREAD_COMMITS, (LOOP, 1)]


async def test_what_the_loop_writes_fails_as_what_the_thread_writes(unhurried: None) -> None:
    async with quick_disk() as (store, writer):
        course = Course()
        await writer.put([course.opened])
        one, two = course.more(2)
        puts: list[list[Record]] = [[one], [one], [two]]
        waiting = [asyncio.create_task(outcome_of(writer.put(records))) for records in puts]
        assert [type(each) for each in await asyncio.gather(*waiting)] == [
            type(None),
            StoreConflict,
            type(None),
        ]
        assert store.entries("m1") == course.entries


async def test_closing_finishes_what_waits_for_company(unhurried: None) -> None:
    async with quick_disk() as (store, writer):
        one = Course("m1")
        await writer.put([one.opened])
        await writer.put([Course("m2").opened])
        told: list[StoreError | None] = []
        writer.put_nowait(one.more(), told.append)
        await writer.close()
        assert told == [None]
        assert store.entries("m1") == one.entries
