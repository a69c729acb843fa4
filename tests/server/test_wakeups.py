"""Matches with a clock leave the memory like any other, and go on when their time comes."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from referee.audit.entries import CaseOpened
from referee.log.memory import MemoryStore
from referee.log.records import EntryAppended, MatchClosed, MatchOpened, Record
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreBusy
from referee.match.entries import encode, reader_for
from referee.server.recovery import Recovery, recovery_of
from referee.server.settings import LONGEST_SECONDS, BadPolicy, Policy, SessionLimits
from referee.server.wakeups import Wakeup, Wakeups, seconds_to_wait
from tests.match import toy
from tests.match.played import log_of
from tests.server.running import Faults, Seats, frames_in, matches_on, pass_time, settle_down, take_seats

CHARTER = toy.charter(3, "wakeups", rounds="4")
CLOCKED = Policy(seconds_per_decision=1000)
EARLY = SessionLimits(idle_seconds=10, lag_seconds=1e9)


def given_by(store: MemoryStore, match: str) -> list[str]:
    """Return how each answer was given."""
    read = reader_for(toy.GAME).entry
    return [read(entry.body).by for entry in store.entries(match)[2:]]


async def pass_sweeps(seconds: float) -> None:
    """Let time pass, and give the server two sweeps: one to load a match, one to let its clocks run out."""
    for share in (seconds, 1.1, 1.1):
        await pass_time(share)
        await settle_down()


# --- leaving the memory ---


async def test_a_match_whose_clock_runs_leaves_the_memory_and_is_back_in_time() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=EARLY) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        await pass_sweeps(500)
        assert seats.match not in matches.sessions.cache
        assert given_by(store, seats.match) == []
        await pass_sweeps(480)
        assert given_by(store, seats.match) == []
        await pass_sweeps(30)
        assert given_by(store, seats.match) == ["clock"] * 3
        assert len(matches.sessions.wakeups) == 0


async def test_many_matches_with_long_clocks_do_not_fill_the_memory() -> None:
    limits = SessionLimits(live_matches=5)
    async with matches_on(MemoryStore(), limits=limits) as matches:
        for _ in range(40):
            await take_seats(matches, CHARTER, Policy(seconds_per_decision=LONGEST_SECONDS))
        await pass_sweeps(2)
        assert len(matches.sessions.cache) <= 5
        assert len(matches.sessions.wakeups) >= 35


async def test_a_seat_gains_no_time_when_its_match_leaves_the_memory() -> None:
    async with matches_on(MemoryStore(), limits=EARLY) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        before = dict(matches.sessions.cache[seats.match].clocks)
        await pass_sweeps(500)
        session = await matches.sessions.get(seats.match)
        assert session.clocks == before
        assert seats.match not in matches.sessions.wakeups


async def test_readers_of_a_match_that_left_the_memory_are_told_when_time_runs_out() -> None:
    async with matches_on(MemoryStore(), limits=EARLY) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        reader = await matches.subscribe((await seats.access(matches))[0], 0, lambda: None)
        reader.take()
        await pass_sweeps(500)
        assert matches.sessions.cache[seats.match].match is None
        await pass_sweeps(510)
        assert [frame.number for frame in frames_in(reader)] == [2]


async def test_a_frozen_match_leaves_the_memory_and_goes_on_when_the_freeze_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = time.time_ns() // 1_000_000
    for module in ("auditing", "sessions"):
        monkeypatch.setattr(f"referee.server.{module}.now_ms", lambda: now)
    async with matches_on(MemoryStore(), limits=EARLY) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        rule = next(iter(toy.settle(CHARTER).book.rules))
        async with matches.auditing.step(session):
            await matches.auditing.write(session, CaseOpened(1, "seat/0", 1, rule, "No.", freeze=True))
        await pass_sweeps(20)
        assert seats.match not in matches.sessions.cache
        now += 601_000
        await pass_sweeps(620)
        assert not (await matches.sessions.get(seats.match)).is_frozen


# --- restarts ---


async def leave_behind(store: MemoryStore, policy: Policy) -> Seats:
    """Begin a match, and stop the server."""
    async with matches_on(store) as matches:
        return await take_seats(matches, CHARTER, policy)


async def test_clocks_run_after_a_restart_although_nobody_calls() -> None:
    store = MemoryStore()
    seats = await leave_behind(store, CLOCKED)
    async with matches_on(store, limits=EARLY) as matches:
        await settle_down()
        assert not matches.sessions.cache, "nothing is loaded"
        await pass_sweeps(980)
        assert given_by(store, seats.match) == [], "every seat has its full time from the restart"
        await pass_sweeps(30)
        assert given_by(store, seats.match) == ["clock"] * 3


async def test_a_seat_that_comes_after_a_restart_has_its_full_time_from_the_restart() -> None:
    store = MemoryStore()
    seats = await leave_behind(store, CLOCKED)
    async with matches_on(store, limits=EARLY) as matches:
        await settle_down()
        due = matches.sessions.wakeups._by_match[seats.match].due
        await pass_time(300)
        session = await matches.sessions.get(seats.match)
        assert session.clocks == pytest.approx(dict.fromkeys(range(3), due), abs=0.002)


async def test_a_server_that_does_not_look_for_its_matches_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the behaviour before, when the clocks waited for somebody to call."""
    monkeypatch.setattr(MemoryStore, "waiting", lambda self: [])
    with pytest.raises(AssertionError):
        await test_clocks_run_after_a_restart_although_nobody_calls()


async def test_a_match_that_waits_for_entropy_begins_after_a_restart_although_nobody_calls() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER, Policy(seconds_to_reveal=100))).match_id
        for _ in range(3):
            await matches.join(match, None, "x", commitment=b"c" * 32)
    async with matches_on(store) as matches:
        await settle_down()
        assert match in matches.sessions.wakeups
        await pass_sweeps(80)
        assert len(store.entries(match)) == 1
        await pass_sweeps(30)
        assert len(store.entries(match)) == 2


async def test_a_wake_up_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    store, faults = MemoryStore(), Faults()
    seats = await leave_behind(store, CLOCKED)

    def busy(match: str) -> None:
        raise StoreBusy("another program is writing")

    async with matches_on(store, faults=faults):
        await settle_down()
        with monkeypatch.context() as patch:
            patch.setattr(store, "match", busy)
            await pass_sweeps(1001)
        assert [(match, type(fault)) for match, fault in faults] == [(seats.match, StoreBusy)]
        assert given_by(store, seats.match) == []
        await pass_sweeps(61)
        assert given_by(store, seats.match) == ["clock"] * 3


def test_a_restart_with_ten_thousand_matches_takes_no_time(tmp_path: Path) -> None:
    """Loading is not needed: one query finds the matches with a clock."""
    charter, start, *_ = log_of(toy.settle(CHARTER), "x")
    records: list[Record] = []
    for number in range(10_000):
        name, policy = f"m{number}", encode(Policy(seconds_per_decision=60 * (number % 2)))
        records.append(MatchOpened(name, 0, "toy", charter.body, charter.hash, policy))
        records.append(msgspec.structs.replace(start, match=name))
    store = SqliteStore(tmp_path / "log.db")
    store.write(records)
    began = time.perf_counter()
    found = seconds_to_wait(store)
    took = time.perf_counter() - began
    store.close()
    assert len(found) == 5_000
    assert took < 2, took


def test_a_server_learns_at_once_what_it_recovers_from_ten_thousand_matches(tmp_path: Path) -> None:
    charter, start, *_ = log_of(toy.settle(CHARTER), "x")
    records: list[Record] = []
    for number in range(10_000):
        policy = encode(Policy(seconds_per_decision=60 * (number % 2)))
        records.append(MatchOpened(f"m{number}", 0, "toy", charter.body, charter.hash, policy))
        if number >= 1_000:
            records.append(msgspec.structs.replace(start, match=f"m{number}"))
    records += [MatchClosed(f"m{number}", 1, "ended") for number in range(5_000, 10_000)]
    store = SqliteStore(tmp_path / "log.db")
    store.write(records)
    began = time.perf_counter()
    found = recovery_of(store)
    took = time.perf_counter() - began
    store.close()
    assert found == Recovery(False, {"toy": 4_000}, 1_000, 2_000, 0, 0)
    assert took < 2, took


async def test_cases_that_await_a_ruling_are_recovered() -> None:
    store = MemoryStore()
    assert recovery_of(store) == Recovery(True, {}, 0, 0, 0, 0)
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        rule = next(iter(toy.settle(CHARTER).book.rules))
        for number in (1, 2):
            async with matches.auditing.step(session):
                opened = CaseOpened(number, "arbiter", number, rule, "No.", freeze=False)
                await matches.auditing.write(session, opened)
        await matches.auditing.withdraw(session, "arbiter", 1)
    assert recovery_of(store) == Recovery(False, {CHARTER.game: 1}, 0, 0, 1, 0)
    store._audit[seats.match][0] = msgspec.structs.replace(store._audit[seats.match][0], note=b"changed")
    assert recovery_of(store) == Recovery(False, {CHARTER.game: 1}, 0, 0, 0, 1)


# --- policies ---


@pytest.mark.parametrize("name", ["seconds_per_decision", "seconds_to_reveal", "seconds_frozen"])
@pytest.mark.parametrize("seconds", [-1, LONGEST_SECONDS + 1, 2**32 - 1])
async def test_a_time_limit_out_of_range_is_refused(name: str, seconds: int) -> None:
    async with matches_on(MemoryStore()) as matches:
        with pytest.raises(BadPolicy, match=rf"to 604800 \(7 days\) are possible, not {seconds}"):
            await matches.create(CHARTER, msgspec.structs.replace(Policy(), **{name: seconds}))
        assert matches.sessions.cache == {}


async def test_the_longest_time_limits_are_accepted() -> None:
    async with matches_on(MemoryStore()) as matches:
        await matches.create(CHARTER, Policy(LONGEST_SECONDS, True, LONGEST_SECONDS, LONGEST_SECONDS))


# --- the queue ---


def test_matches_are_due_in_order_once_and_not_too_many_at_a_time() -> None:
    wakeups = Wakeups()
    for due, match in ((3.0, "c"), (1.0, "a"), (2.0, "b"), (9.0, "d")):
        wakeups.put(match, Wakeup(due))
    assert wakeups.due(0.5, 10) == []
    assert wakeups.due(5.0, 2) == ["a", "b"]
    assert wakeups.due(5.0, 0) == []
    assert wakeups.due(5.0, 2) == ["c"]
    assert wakeups.due(5.0, 2) == []
    assert len(wakeups) == 4, "until they are taken"


def test_a_wake_up_that_was_replaced_or_taken_is_not_due() -> None:
    wakeups = Wakeups()
    wakeups.put("a", Wakeup(1.0))
    wakeups.put("a", Wakeup(7.0))
    wakeups.put("b", Wakeup(1.0))
    assert wakeups.take("b") == Wakeup(1.0)
    assert wakeups.take("b") is None
    assert wakeups.due(5.0, 10) == []
    assert wakeups.due(7.0, 10) == ["a"]


def test_a_damaged_policy_does_not_hide_the_other_matches() -> None:
    store = MemoryStore()
    charter, start, *_ = log_of(toy.settle(CHARTER), "x")
    for name, policy in (("m1", b"{nonsense"), ("m2", encode(CLOCKED))):
        store.write([MatchOpened(name, 0, "toy", charter.body, charter.hash, policy)])
        store.write([EntryAppended(name, 1, -1, "", 0, start.body, start.hash)])
    assert seconds_to_wait(store) == {"m2": 1000}
