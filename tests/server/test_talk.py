"""Talk on a server: durable before it is heard, said once however often it is sent, and without effect on clocks."""

from __future__ import annotations

import asyncio

import pytest

from referee.kernel.facts import SPECTATOR
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.talk import STATEMENTS_BETWEEN_NEWS, Said, Statement
from referee.log.memory import MemoryStore
from referee.log.records import EntryAppended, IntentRejected
from referee.log.store import StoreFull
from referee.server.access import Access, NoAccess
from referee.server.errors import NotAllowed
from referee.server.matches import Matches
from referee.server.retries import Reply
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Seats,
    frames_in,
    matches_on,
    pass_time,
    play_on,
    read_all,
    settle_down,
    take_seats,
)

CHARTER = toy.talking(3, "talk on a server")


def talk_in(store: MemoryStore, match: str) -> list[EntryAppended]:
    return [entry for entry in store.entries(match) if b'"by":"talk"' in entry.body]


async def said(matches: Matches, access: Access, text: str = "Hello.", key: str = "") -> Reply:
    return await matches.say(access, Said(access.seat, text), key)


async def test_a_statement_is_stored_and_told_to_everyone() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, Policy(spectators=True))
        access = await seats.access(matches)
        viewers = [*access, Access(seats.match, "spectator")]
        readers = [(await read_all(matches, viewer))[0] for viewer in viewers]
        assert (await said(matches, access[1])).refused is None
        for viewer, reader in zip(viewers, readers, strict=True):
            (frame,) = frames_in(reader)
            assert [recorded.fact for recorded in frame.facts] == [Said(1, "Hello.")]
            assert (frame.question is None) == (viewer.viewer == SPECTATOR)
        (entry,) = talk_in(store, seats.match)
        assert entry.seat == 1
        await play_on(matches, seats, "talk")
        assert (await matches.records.verify(access[0])).ok


async def test_nothing_is_heard_before_it_is_durable() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        reader, _ = await read_all(matches, access[0])
        store.fails = lambda records: True
        with pytest.raises(StoreFull):
            await said(matches, access[1], key="k")
        store.fails = lambda records: False
        assert frames_in(reader) == []
        assert (await said(matches, access[1], key="k")).refused is None
        await settle_down()
        assert len(talk_in(store, seats.match)) == 1


async def test_a_retry_is_said_once_also_after_a_restart() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, other, _) = await seats.access(matches)
        replies = await asyncio.gather(*[said(matches, access, key="once") for _ in range(5)])
        assert [reply.refused for reply in replies] == [None] * 5
        assert (await said(matches, access, key="once")).refused is None
        assert (await said(matches, other, key="once")).refused is None, "keys belong to a seat"
        reused = await said(matches, access, "Another.", key="once")
        assert reused.refused == Refused(Refusal.REQUEST_ID_REUSED)
        assert len(talk_in(store, seats.match)) == 2
    async with matches_on(store) as matches:
        (access, *_) = await seats.access(matches)
        assert (await said(matches, access, key="once")).refused is None
        reused = await said(matches, access, "Another.", key="once")
        assert reused.refused == Refused(Refusal.REQUEST_ID_REUSED)
        assert len(talk_in(store, seats.match)) == 2
        await play_on(matches, seats, "after a restart")


async def test_without_a_key_every_statement_is_a_new_one() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, *_) = await seats.access(matches)
        for _ in range(3):
            assert (await said(matches, access)).refused is None
        assert len(talk_in(store, seats.match)) == 3


async def test_the_keys_of_answers_and_statements_are_apart() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, *_) = await seats.access(matches)
        assert (await matches.submit(access, 0, (0,), "k")).refused is not None
        assert (await said(matches, access, key="k")).refused is None
        assert (await matches.submit(access, 1, (0,), "k")).refused is None


REFUSED: list[tuple[Statement | None, str, Refusal]] = [
    (None, "a", Refusal.MALFORMED),
    (Said(0, "two words"), "two words", Refusal.BAD_REQUEST_ID),
    (Said(1, "not me"), "b", Refusal.BAD_STATEMENT),
    (Said(0, "\u0378"), "c", Refusal.BAD_STATEMENT),
    (Said(0, "x" * 281), "d", Refusal.TEXT_TOO_LONG),
    (toy.Pointed(0, 9), "e", Refusal.BAD_STATEMENT),
]


async def test_refusals_change_nothing_and_are_remembered() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, *_) = await seats.access(matches)
        for statement, key, refusal in REFUSED:
            reply = await matches.say(access, statement, key)
            assert reply.refused is not None
            assert reply.refused.refusal is refusal
        rejected = store.rejections(seats.match)
        assert len(rejected) == len(REFUSED) - 1, "a bad request id is not stored"
        assert all([isinstance(each, IntentRejected) for each in rejected])
        assert talk_in(store, seats.match) == []
    async with matches_on(store) as matches:
        (access, *_) = await seats.access(matches)
        reused = await matches.say(access, Said(0, "Other words."), "e")
        assert reused.refused == Refused(Refusal.REQUEST_ID_REUSED)


async def test_a_refusal_for_now_is_not_remembered() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, *_) = await seats.access(matches)
        for _ in range(STATEMENTS_BETWEEN_NEWS):
            await said(matches, access)
        assert (await said(matches, access, key="k")).refused == Refused(Refusal.TOO_MUCH_TALK)
        await play_on(matches, seats, "on", 3)
        assert (await said(matches, access, key="k")).refused is None


async def test_nobody_talks_in_a_frozen_match_or_after_the_end() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        (access, *_) = await seats.access(matches)
        session = await matches.sessions.get(seats.match)
        session.is_frozen = True
        assert (await said(matches, access, key="k")).refused == Refused(Refusal.MATCH_FROZEN)
        session.is_frozen = False
        assert (await said(matches, access, key="k")).refused is None
        await play_on(matches, seats, "to the end")
        assert (await said(matches, access)).refused == Refused(Refusal.MATCH_OVER)


async def test_only_seats_talk() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, Policy(spectators=True))
        for access in (
            await matches.authenticate(seats.match, seats.arbiter),
            Access(seats.match, "spectator"),
        ):
            with pytest.raises((NotAllowed, NoAccess)):
                await said(matches, access)
            with pytest.raises((NotAllowed, NoAccess)):
                matches.say_nowait(access, Said(0, "Hm."), "", lambda reply: None)


async def test_talk_does_not_touch_clocks() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, Policy(seconds_per_decision=60))
        access = await seats.access(matches)
        session = await matches.sessions.get(seats.match)
        before = dict(session.clocks)
        await pass_time(20)
        assert (await said(matches, access[0])).refused is None
        assert dict(session.clocks) == before
        assert set(before) == {0, 1, 2}


async def test_talk_while_a_match_is_loaded() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
    async with matches_on(store) as matches:
        (access, *_) = await seats.access(matches)
        matches.sessions.cache.clear()
        replies: list[object] = []
        matches.say_nowait(access, Said(0, "Hm."), "k", replies.append)
        assert replies == []
        for _ in range(20):
            await settle_down()
            if replies:
                break
        (reply,) = replies
        assert isinstance(reply, Reply)
        assert reply.refused is None
        assert len(talk_in(store, seats.match)) == 1


async def play_with_talk(matches: Matches, seats: Seats, rounds: int) -> None:
    access = await seats.access(matches)
    for number in range(rounds):
        for seat in access:
            await said(matches, seat, f"{number}", key=f"{number}")
        await play_on(matches, seats, f"round {number}", 1)


async def test_frames_are_the_same_after_a_restart() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await play_with_talk(matches, seats, 12)
        access = await seats.access(matches)
        before = [await matches.frames(each) for each in access]
    async with matches_on(store) as matches:
        access = await seats.access(matches)
        after = [await matches.frames(each) for each in access]
    assert after == before
