"""The server survives failing disks, kills, restarts, clients that give up, timeouts and idle matches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

from referee.kernel.refusals import Refusal, Refused
from referee.log.memory import MemoryStore
from referee.log.records import EntryAppended, Record, SeatTaken
from referee.log.store import StoreError
from referee.match.entries import reader_for
from referee.match.match import Decided
from referee.server.access import Access
from referee.server.matches import Matches
from referee.server.pending_answers import PendingAnswer
from referee.server.retries import Reply
from referee.server.session import Session
from referee.server.settings import Policy, SessionLimits
from referee.server.submitting import IntentWriter
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Faults,
    Seats,
    answer_to,
    frames_in,
    matches_on,
    pass_time,
    play_on,
    settle_down,
    shape_of,
    take_seats,
)

CHARTER = toy.salted(toy.charter(3, "endure", rounds="4"))


async def played_undisturbed(seed: str) -> bytes:
    """Return the head of the match when nothing goes wrong."""
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await play_in_order(matches, seats)
        return store.entries(seats.match)[-1].hash


async def play_in_order(matches: Matches, seats: Seats, decisions: int = 10_000) -> int:
    """Play on, the lowest seat first, so that every run of the match is the same."""
    access = await seats.access(matches)
    for count in range(decisions):
        for seat in access:
            question = (await matches.view(seat)).question
            if question is not None:
                await insist(matches, seat, question.number, answer_to(seat, question))
                break
        else:
            return count
    return decisions


async def insist(matches: Matches, seat: Access, number: int, picks: Sequence[int]) -> None:
    """Answer until there is a reply, like a client that retries."""
    while True:
        try:
            reply = await matches.submit(seat, number, picks, f"k{number}")
        except StoreError:
            continue
        assert reply == Reply(number)
        return


# --- restarts ---


async def test_killed_after_every_entry_the_match_ends_the_same() -> None:
    """Each decision is made by a new server, which knows nothing but the store."""

    async def killed() -> bytes:
        store = MemoryStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, CHARTER)
        decided = 1
        while decided:
            async with matches_on(store) as matches:
                decided = await play_in_order(matches, seats, 1)
        return store.entries(seats.match)[-1].hash

    assert await killed() == await played_undisturbed("x")


async def test_seats_are_still_taken_after_a_restart() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        first = await matches.join(match, 1, "a")
    async with matches_on(store) as matches:
        second = await matches.join(match, None, "b")
        assert second.seat == 0
        await matches.join(match, None, "c")
        seat = await matches.authenticate(match, first.token)
        assert (await matches.view(seat)).question is not None


# --- a store that fails ---


def fail_at_random(luck: random.Random) -> FailingStore:
    store = FailingStore()
    store.fails = lambda records: (
        luck.random() < 0.3 and any(isinstance(each, EntryAppended) for each in records)
    )
    return store


async def test_a_store_that_fails_now_and_then_changes_nothing(seed: str) -> None:
    async def failing() -> bytes:
        store = FailingStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, CHARTER)
            store.fails = fail_at_random(random.Random(seed)).fails
            await play_in_order(matches, seats)
        return store.entries(seats.match)[-1].hash

    assert await failing() == await played_undisturbed("x")


async def lose_an_answer() -> None:
    """Let the entry that ends the bidding fail, and send it again."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        reader = await matches.subscribe(access[2], 0, lambda: None)
        reader.take()
        for seat in access[:2]:
            await matches.submit(seat, 1, (seat.seat,), "k")
        store.fails = lambda records: True
        with pytest.raises(StoreError):
            await matches.submit(access[2], 1, (2,), "k")
        assert reader.take() == []
        store.fails = lambda records: False
        await matches.submit(access[2], 1, (2,), "k")
        await settle_down()
        assert [frame.number for frame in frames_in(reader)] == [2]
        assert len(store.entries(seats.match)) == 5


async def test_what_was_not_stored_is_not_published_and_can_be_sent_again() -> None:
    await lose_an_answer()


async def test_publishing_before_storing_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a server that publishes first."""
    persist = IntentWriter._persist

    def publish_first(self: IntentWriter, session: Session, answer: PendingAnswer, key: str = "") -> None:
        session.publish(answer.decided, 0.0)
        persist(self, session, answer, key)

    monkeypatch.setattr(IntentWriter, "_persist", publish_first)
    with pytest.raises(AssertionError):
        await lose_an_answer()


async def test_answers_that_follow_a_lost_one_are_lost_with_it() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        lost = []

        def first_answer(records: Sequence[Record]) -> bool:
            lost.extend([each for each in records if isinstance(each, EntryAppended) and each.seq == 2])
            return len(lost) == 1

        store.fails = first_answer
        outcomes = await asyncio.gather(
            *[matches.submit(seat, 1, (seat.seat,), "k") for seat in access], return_exceptions=True
        )
        assert all(isinstance(each, StoreError) for each in outcomes), outcomes
        assert len(store.entries(seats.match)) == 2
        assert await play_in_order(matches, seats) > 0


async def test_a_seat_that_could_not_be_stored_is_free_again() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        store.fails = lambda records: any(isinstance(each, SeatTaken) for each in records)
        with pytest.raises(StoreError):
            await matches.join(match, 1, "a")
        store.fails = lambda records: False
        assert (await matches.join(match, 1, "b")).seat == 1
        await matches.join(match, None, "c")
        store.fails = lambda records: any(isinstance(each, EntryAppended) for each in records)
        with pytest.raises(StoreError):
            await matches.join(match, None, "d")
        store.fails = lambda records: False
        last = await matches.join(match, None, "e")
        assert (await matches.describe(match)).names == {0: "c", 1: "b", 2: "e"}
        seat = await matches.authenticate(match, last.token)
        assert (await matches.view(seat)).number == 1


async def test_a_match_that_could_not_be_stored_is_not_there() -> None:
    store = FailingStore()
    store.fails = lambda records: True
    async with matches_on(store) as matches:
        with pytest.raises(StoreError):
            await matches.create(CHARTER)
    assert store.matches() == []


async def test_a_reader_does_not_notice_that_the_match_was_rebuilt(seed: str) -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = [*await seats.access(matches), Access(seats.match, "spectator")]
        readers = [await matches.subscribe(each, 0, lambda: None) for each in access]
        store.fails = fail_at_random(random.Random(seed)).fails
        await play_in_order(matches, seats)
        await settle_down()
        for each, reader in zip(access, readers, strict=True):
            expected = [shape_of(frame) for frame in await matches.frames(each)]
            assert [shape_of(frame) for frame in frames_in(reader)] == expected


async def test_a_rebuilt_match_is_there_for_those_who_only_read() -> None:
    """No call is made after the failure, and the server still reloads the match for its readers."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=20))
        access = await seats.access(matches)
        reader = await matches.subscribe(access[2], 1, lambda: None)
        store.fails = lambda records: True
        with pytest.raises(StoreError):
            await matches.submit(access[0], 1, (1,), "k")
        store.fails = lambda records: False
        await pass_time(2)
        # On a busy machine, the match may be back, and its clocks running, only after some of these.
        for _ in range(20):
            await pass_time(30)
            if told := frames_in(reader):
                break
        assert [frame.number for frame in told] == [2], "the clocks answered for everybody"


async def test_a_publication_that_fails_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three answers are stored by one commit, and the first of them cannot be published."""
    store, faults, publish = MemoryStore(), Faults(), Session.publish
    async with matches_on(store, faults=faults) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        reader = await matches.subscribe(access[0], 1, lambda: None)

        def fail_once(self: Session, decided: Decided, now: float) -> None:
            monkeypatch.setattr(Session, "publish", publish)
            raise ZeroDivisionError

        monkeypatch.setattr(Session, "publish", fail_once)
        replies = await asyncio.gather(*[matches.submit(seat, 1, (seat.seat,), "k") for seat in access])
        assert replies == [Reply(1)] * 3, "they are durable"
        assert [type(fault) for _, fault in faults] == [ZeroDivisionError]
        await pass_time(2)
        assert [frame.number for frame in frames_in(reader)] == [2]
        assert await play_in_order(matches, seats) > 0


# --- clients that give up ---


async def test_giving_up_waiting_does_not_undo_the_answer() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        for seat in access:
            waiting = asyncio.ensure_future(matches.submit(seat, 1, (seat.seat,), "k"))
            await asyncio.sleep(0)
            waiting.cancel()
        await settle_down()
        assert len(store.entries(seats.match)) == 5
        assert await matches.submit(access[0], 1, (0,), "k") == Reply(1)
        joining = asyncio.ensure_future(matches.join((await matches.create(CHARTER)).match_id, None, "x"))
        await asyncio.sleep(0)
        joining.cancel()
        await settle_down()


# --- time ---


def entries_by(store: MemoryStore, match: str) -> list[tuple[int, str]]:
    read = reader_for(toy.GAME).entry
    return [(entry.seat, entry.by) for entry in map(read, [each.body for each in store.entries(match)[1:]])]


async def test_when_time_runs_out_the_default_is_taken() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=60))
        access = await seats.access(matches)
        await matches.submit(access[1], 1, (3,), "k")
        await pass_time(50)
        assert len(entries_by(store, seats.match)) == 2
        await pass_time(20)
        assert entries_by(store, seats.match) == [(-1, "start"), (1, "seat"), (0, "clock"), (2, "clock")]
        late = await matches.submit(access[0], 1, (0,), "k")
        assert late == Reply(1, Refused(Refusal.STALE_QUESTION))
        await pass_time(50)
        assert len(entries_by(store, seats.match)) == 4, "each question has its own time"
        for _ in range(100):
            await pass_time(61)
        assert (await matches.records.verify(access[0])).outcome is not None, (
            "a match never waits for anybody forever"
        )
        assert (await matches.records.verify(access[0])).ok


async def test_without_a_limit_nobody_is_hurried() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await pass_time(10**7)
        assert len(entries_by(store, seats.match)) == 1


async def test_a_restart_gives_everyone_their_whole_time() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=60))
        await pass_time(55)
    async with matches_on(store) as matches:
        access = await seats.access(matches)
        await pass_time(55)
        assert len(entries_by(store, seats.match)) == 1
        await pass_time(10)
        assert len(entries_by(store, seats.match)) == 4
        assert await matches.submit(access[0], 1, (0,), "") == Reply(1, Refused(Refusal.STALE_QUESTION))
    async with matches_on(store) as matches:
        access = await seats.access(matches)
        assert await matches.submit(access[0], 1, (0,), "") == Reply(1, Refused(Refusal.STALE_QUESTION))


async def test_a_fault_when_time_runs_out_stops_the_match() -> None:
    store, faults = MemoryStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        charter = toy.charter(2, "x", faulty_round="1")
        seats = await take_seats(matches, charter, Policy(seconds_per_decision=5))
        await pass_time(10)
        await settle_down()
        row = store.match(seats.match)
        assert row is not None
        assert row.status == "faulted"
        assert len(faults) == 1


async def test_a_fault_in_one_session_does_not_stop_the_clocks_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, faults = MemoryStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        bad = await take_seats(matches, CHARTER, Policy(seconds_per_decision=5))
        good = await take_seats(matches, CHARTER, Policy(seconds_per_decision=5))
        time_out = IntentWriter.time_out

        def fail(self: IntentWriter, session: Session, seat: int) -> None:
            if session.match_id == bad.match:
                raise ZeroDivisionError
            time_out(self, session, seat)

        monkeypatch.setattr(IntentWriter, "time_out", fail)
        for _ in range(3):
            await pass_time(10)
        assert {match for match, _ in faults} == {bad.match}
        assert len(store.entries(good.match)) > 5


# --- memory ---


def in_memory(matches: Matches) -> int:
    return len([session for session in matches.sessions.cache.values() if session.match is not None])


async def test_idle_matches_leave_the_memory_and_come_back() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(idle_seconds=100)) as matches:
        tables = [await take_seats(matches, CHARTER) for _ in range(5)]
        await pass_time(60)
        await play_in_order(matches, tables[0], 3)
        assert in_memory(matches) == 5
        await pass_time(60)
        assert in_memory(matches) == 1
        assert len(matches.sessions.cache) == 1
        for seats in tables:
            assert await play_in_order(matches, seats) > 0


async def test_too_many_matches_push_out_the_ones_not_spoken_of() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(live_matches=2)) as matches:
        tables = [await take_seats(matches, CHARTER) for _ in range(5)]
        await play_on(matches, tables[1], "x", 2)
        await pass_time(2)
        assert set(matches.sessions.cache) == {tables[1].match, tables[4].match}


async def test_readers_of_an_idle_match_read_on() -> None:
    async with matches_on(MemoryStore(), limits=SessionLimits(idle_seconds=100, lag_seconds=1e9)) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        reader = await matches.subscribe(seat, 0, lambda: None)
        frames = frames_in(reader)
        while await play_in_order(matches, seats, 4):
            for _ in range(3):
                await pass_time(200)
                assert in_memory(matches) == 0, "a reader does not keep a match in memory"
            frames += frames_in(reader)
        assert [shape_of(frame) for frame in frames] == [
            shape_of(each) for each in await matches.frames(seat)
        ]
