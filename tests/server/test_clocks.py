"""What a seat is told about its clock: its own deadline, the same at every look, and what the server will do."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
import pytest

from referee.audit.entries import CaseOpened
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.log.memory import MemoryStore
from referee.server import clocks
from referee.server.access import Access
from referee.server.clocks import ClockReading, WallTime
from referee.server.matches import Matches
from referee.server.settings import Policy, SessionLimits
from tests.loop import Loop
from tests.match import toy
from tests.server.running import answer_to, matches_on, newest_question, pass_time, take_seats

CHARTER = toy.charter(3, "clocks", rounds="4")
CLOCKED = Policy(seconds_per_decision=1000)


@pytest.fixture(autouse=True)
def _one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time of day pass as the clock of the loop does, which tests advance."""

    def now_ms() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        return 1_800_000_000_000 + round(loop.time() * 1000)

    monkeypatch.setattr(clocks, "now_ms", now_ms)


class Looks(NamedTuple):
    """The clock of a seat by every way to see it."""

    in_frame: ClockReading | None
    in_view: ClockReading | None
    at_once: ClockReading | None

    @property
    def deadlines(self) -> set[int]:
        return {reading.deadline_ms for reading in self if reading is not None}


async def look(matches: Matches, access: Access) -> Looks:
    reader = await matches.subscribe(access, 0, lambda: None)
    in_frame = reader.take()[-1].clock
    reader.leave()
    return Looks(in_frame, (await matches.view(access)).clock, matches.clock(access))


async def test_a_seat_is_told_the_same_deadline_at_every_look() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        access = (await seats.access(matches))[0]
        reader = await matches.subscribe(access, 0, lambda: None)
        first = reader.take()[-1].clock
        assert first is not None
        assert 999_000 < first.left_ms <= 1_000_000
        assert first.deadline_ms - first.now_ms == first.left_ms
        await pass_time(300)
        later = await look(matches, access)
        assert None not in later
        assert later.deadlines == {first.deadline_ms}
        assert later.in_view is not None
        assert abs(first.left_ms - later.in_view.left_ms - 300_000) < 1000


async def test_the_deadline_is_when_the_default_answer_is_given() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        access = (await seats.access(matches))[0]
        reading = (await matches.view(access)).clock
        assert reading is not None
        await pass_time(reading.left_ms / 1000 - 5)
        assert (await look(matches, access)).deadlines == {reading.deadline_ms}
        await pass_time(7)
        await pass_time(2)
        assert (await look(matches, access)).deadlines != {reading.deadline_ms}


async def test_the_deadline_is_the_same_after_the_match_has_left_the_memory() -> None:
    limits = SessionLimits(idle_seconds=10, lag_seconds=1e9)
    async with matches_on(MemoryStore(), limits=limits) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        access = (await seats.access(matches))[0]
        before = await look(matches, access)
        await pass_time(100)
        await pass_time(2)
        assert seats.match not in matches.sessions.cache
        assert (await look(matches, access)).deadlines == before.deadlines


async def test_after_a_restart_the_deadline_is_the_new_one() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        before = await look(matches, (await seats.access(matches))[0])
    asyncio_loop = asyncio.get_running_loop()
    assert isinstance(asyncio_loop, Loop)
    asyncio_loop.ahead += 500
    async with matches_on(store) as matches:
        await pass_time(0)
        due = matches.sessions.wakeups._by_match[seats.match].due
        access = (await seats.access(matches))[0]
        after = await look(matches, access)
        assert max(after.deadlines) - max(before.deadlines) > 499_000
        session = await matches.sessions.get(seats.match)
        assert session.clocks[access.seat] == pytest.approx(due, abs=0.002)
        assert after.in_view is not None
        assert abs(after.in_view.left_ms / 1000 - (due - asyncio_loop.time())) < 1


async def test_nobody_is_told_the_clock_of_another() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        session = await matches.sessions.get(seats.match)
        session.clocks.update({0: 5000.0, 1: 6000.0})
        del session.clocks[2]
        found = [session.clock(viewer, 1000.0) for viewer in (0, 1, 2, SPECTATOR, OPEN_TABLE)]
        assert [reading and reading.left_ms for reading in found] == [4_000_000, 5_000_000, None, None, None]
        for access in (
            await matches.authenticate(seats.match, seats.arbiter),
            await matches.authenticate(seats.match, ""),
        ):
            assert set(await look(matches, access)) == {None}


async def test_a_seat_that_has_answered_has_no_clock() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        first, second, _ = await seats.access(matches)
        before = await look(matches, second)
        question = await newest_question(matches, first)
        assert question is not None
        await matches.submit(first, question.number, answer_to(first, question))
        assert set(await look(matches, first)) == {None}
        assert (await look(matches, second)).deadlines == before.deadlines


async def test_a_match_without_a_time_limit_has_no_clock() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        assert set(await look(matches, (await seats.access(matches))[0])) == {None}


async def test_no_clock_runs_while_the_match_is_frozen() -> None:
    policy = msgspec.structs.replace(CLOCKED, seconds_frozen=100)
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, policy)
        access = (await seats.access(matches))[0]
        before = await look(matches, access)
        session = await matches.sessions.get(seats.match)
        rule = next(iter(toy.settle(CHARTER).book.rules))
        async with matches.auditing.step(session):
            await matches.auditing.write(session, CaseOpened(1, "seat/0", 1, rule, "No.", freeze=True))
        assert set(await look(matches, access)) == {None}
        await pass_time(50)
        await matches.auditing.withdraw(session, "seat/0", 1)
        after = await look(matches, access)
        assert after.in_view is not None
        assert after.in_view.left_ms > 999_000
        assert max(after.deadlines) > max(before.deadlines) + 49_000


async def test_if_the_time_of_day_is_set_the_deadline_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "now_ms", lambda: 7_000_000)
    wall_time = WallTime(100.0)
    assert wall_time.read(160.0, 100.0) == ClockReading(7_060_000, 60_000, 7_000_000)
    monkeypatch.setattr(clocks, "now_ms", lambda: 7_000_900)
    assert wall_time.read(160.0, 100.0).deadline_ms == 7_060_000, "a small drift changes nothing"
    monkeypatch.setattr(clocks, "now_ms", lambda: 9_000_000)
    assert wall_time.read(160.0, 101.0) == ClockReading(9_059_000, 59_000, 9_000_000)
    assert wall_time.read(99.0, 101.0).left_ms == 0
