"""Seats and tokens, intents and replies, faults: matches from the first seat to the replay."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest

from referee.feeds.frames import Frame
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.kernel.refusals import Refusal, Refused
from referee.log.memory import MemoryStore
from referee.log.sqlite import SqliteStore
from referee.log.store import Store, StoreFull
from referee.proof.checkpoints import NO_AUDIT, AuditHead
from referee.replay.reading import read_replay
from referee.replay.verification import verify_replay
from referee.server.access import Access, NoAccess
from referee.server.errors import NoSuchSeat, NotAllowed, NotOpenYet, SeatNotFree
from referee.server.matches import Matches
from referee.server.published import PublishedFeeds
from referee.server.retries import REJECTIONS_STORED, Reply, SeenIntents
from referee.server.settings import Policy
from referee.server.submitting import IntentWriter
from referee.server.subscriptions import Close, Delivery, Subscription
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Faults,
    Seats,
    answer_to,
    frames_in,
    matches_on,
    play_on,
    read_all,
    settle_down,
    shape_of,
    take_seats,
)

CHARTER = toy.charter(3, "matches")


# --- a whole match ---


class Client:
    """A client that plays a seat using its feed alone."""

    def __init__(self, matches: Matches, access: Access) -> None:
        self._matches = matches
        self._access = access
        self._awake = asyncio.Event()
        self.frames: list[Frame] = []

    async def play(self) -> None:
        reader = await self._matches.subscribe(self._access, 0, self._awake.set)
        while reader.closed is None:
            await self._awake.wait()
            self._awake.clear()
            for frame in frames_in(reader):
                self.frames.append(frame)
                if frame.question is not None:
                    await self._answer(frame)
        reader.leave()

    async def _answer(self, frame: Frame) -> None:
        assert frame.question is not None
        number = frame.question.number
        reply = await self._matches.submit(
            self._access, number, answer_to(self._access, frame.question), str(number)
        )
        assert reply == Reply(number)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_a_match_from_the_first_seat_to_the_replay(kind: str, tmp_path: Path, seed: str) -> None:
    store: Store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "matches.db")
    async with matches_on(store) as matches:
        seats = await take_seats(matches, toy.charter(4, seed, rounds="6"))
        access = [*await seats.access(matches), await matches.authenticate(seats.match, "")]
        access.append(await matches.authenticate(seats.match, seats.arbiter))
        clients = [Client(matches, each) for each in access]
        await asyncio.gather(*[client.play() for client in clients])
        await check_whole(matches, store, seats, access, clients)
    store.close()


async def check_whole(
    matches: Matches, store: Store, seats: Seats, access: list[Access], clients: list[Client]
) -> None:
    assert [each.viewer for each in access] == [0, 1, 2, 3, SPECTATOR, OPEN_TABLE]
    for each, client in zip(access, clients, strict=True):
        assert [frame.number for frame in client.frames] == list(range(1, len(client.frames) + 1))
        assert client.frames[-1].outcome is not None
        again = await matches.frames(each)
        assert [shape_of(frame) for frame in again] == [shape_of(frame) for frame in client.frames]
    row = store.match(seats.match)
    assert row is not None
    assert row.status == "ended"
    verdict = await matches.records.verify(access[0])
    assert verdict.ok
    assert verdict.outcome == clients[0].frames[-1].outcome
    assert verdict.head == store.entries(seats.match)[-1].hash.hex()
    replay = (await matches.records.replay(access[1])).encode()
    assert verify_replay(replay, settle=toy.settle) == verdict
    assert read_replay(replay, settle=toy.settle).names == {seat: f"player {seat}" for seat in range(4)}


# --- access ---


async def test_one_answer_for_everyone_who_may_not() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, Policy(spectators=False))
        others = await take_seats(matches, CHARTER)
        wrong = [
            ("no such match", seats.tokens[0]),
            ("", seats.tokens[0]),
            ("", ""),
            (seats.match, "no such token"),
            (seats.match, others.tokens[0]),
            (seats.match, others.arbiter),
            (seats.match, ""),
        ]
        texts = set()
        for match, token in wrong:
            with pytest.raises(NoAccess) as caught:
                await matches.authenticate(match, token)
            texts.add(str(caught.value))
        assert len(texts) == 1
        with pytest.raises(NoAccess):
            await matches.join("no such match", None, "x")


async def test_everyone_is_who_the_token_says() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
    async with matches_on(store) as matches:
        assert await seats.access(matches) == [Access(seats.match, "seat", seat) for seat in range(3)]
        assert (await matches.authenticate(seats.match, seats.arbiter)).role == "arbiter"
        assert (await matches.authenticate(seats.match, "")).role == "spectator"
    kept = repr(store.seats(seats.match)) + repr(store.entries(seats.match))
    assert not any(token in kept for token in (*seats.tokens, seats.arbiter))


@pytest.mark.parametrize("role", ["arbiter", "spectator"])
async def test_only_a_seat_can_answer(role: str) -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await matches.authenticate(seats.match, seats.arbiter if role == "arbiter" else "")
        denied = NotAllowed if role == "arbiter" else NoAccess
        with pytest.raises(denied):
            await matches.submit(access, 1, (1,))
        with pytest.raises(denied):
            await matches.check(access, 1, (1,))


async def test_seats_are_taken_once() -> None:
    async with matches_on(MemoryStore()) as matches:
        match = (await matches.create(CHARTER)).match_id
        assert (await matches.join(match, 1, "a")).seat == 1
        with pytest.raises(SeatNotFree, match="free: 0, 2"):
            await matches.join(match, 1, "b")
        for none in (3, -1):
            with pytest.raises(NoSuchSeat, match=f"no seat {none}; this match has seats 0 to 2"):
                await matches.join(match, none, "b")
        both = await asyncio.gather(matches.join(match, None, "c"), matches.join(match, None, "d"))
        assert [each.seat for each in both] == [0, 2]
        with pytest.raises(SeatNotFree, match="every seat"):
            await matches.join(match, None, "e")
        assert (await matches.describe(match)).names == {0: "c", 1: "a", 2: "d"}


async def test_a_token_of_ones_own_finds_its_seat_again() -> None:
    async with matches_on(MemoryStore()) as matches:
        match = (await matches.create(CHARTER)).match_id
        mine = "m" * 32
        # The second call arrives while the first is being written to disk.
        both = await asyncio.gather(
            matches.join(match, None, "a", mine), matches.join(match, None, "a", mine)
        )
        assert {(each.seat, each.token) for each in both} == {(0, mine)}
        assert await matches.join(match, 0, "a", mine) == both[0]
        with pytest.raises(SeatNotFree, match="another seat"):
            await matches.join(match, 1, "a", mine)
        assert (await matches.join(match, None, "b")).seat == 1
        assert (await matches.authenticate(match, mine)).seat == 0


async def test_a_seat_that_was_not_stored_is_not_found_again() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        store.fails = bool
        outcomes = await asyncio.gather(
            *[matches.join(match, None, "a", "m" * 32) for _ in range(2)], return_exceptions=True
        )
        assert isinstance(outcomes[0], StoreFull)
        store.fails = lambda records: False
        assert (await matches.join(match, None, "a", "m" * 32)).seat == 0


async def test_the_match_begins_with_the_last_seat() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        first = await matches.join(match, None, "a")
        access = await matches.authenticate(match, first.token)
        reader, frames = await read_all(matches, access)
        assert frames == []
        assert (await matches.view(access)).number == 0
        refused = await matches.submit(access, 1, (1,), "early")
        assert refused == Reply(1, Refused(Refusal.MATCH_NOT_STARTED))
        await asyncio.gather(*[matches.join(match, None, "b") for _ in range(2)])
        assert [frame.number for frame in frames_in(reader)] == [1]
        assert [entry.seq for entry in store.entries(match)] == [0, 1]


async def test_what_is_told_of_a_match_is_not_its_luck() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        told = await matches.describe(seats.match)
        assert (told.charter.game, told.charter.seats, told.charter.seed) == ("toy", 3, "")
        assert CHARTER.seed not in repr(told)


# --- replies ---


async def test_a_retry_gets_the_first_reply() -> None:

    async def check_retries(matches: Matches, seat: Access) -> None:
        bad, good = Reply(1, Refused(Refusal.OUT_OF_RANGE, "bidding")), Reply(1)
        reused = Reply(1, Refused(Refusal.REQUEST_ID_REUSED))
        too_rich = Reply(1, Refused(Refusal.NOT_OFFERED, "toy.bidding", "too_rich"))
        for _ in range(2):
            assert await matches.submit(seat, 1, (9,), "a") == bad
            assert await matches.submit(seat, 1, (2,), "a") == reused
            assert await matches.submit(seat, 1, (toy.PlaceBid(9),), "d") == too_rich
            assert await matches.submit(seat, 1, (1,), "b") == good
            assert await matches.submit(seat, 1, (2,), "b") == reused
            assert await matches.submit(seat, 1, (toy.PlaceBid(1),), "b") == reused, "not as it was sent"
            assert await matches.submit(seat, 1, (1,), "c") == Reply(1, Refused(Refusal.STALE_QUESTION))

    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await check_retries(matches, (await seats.access(matches))[0])
    kept = store.entries(seats.match), store.rejections(seats.match)
    async with matches_on(store) as matches:
        await check_retries(matches, (await seats.access(matches))[0])
    assert (store.entries(seats.match), store.rejections(seats.match)) == kept, "retries count once"


async def test_the_reply_is_the_same_while_the_first_is_on_its_way() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        replies = await asyncio.gather(*[matches.submit(seat, 1, (1,), "k") for _ in range(5)])
        assert replies == [Reply(1)] * 5
        assert len(store.entries(seats.match)) == 3


async def compare_with_retries(seed: str) -> int:
    """Play one match with and without retries, compare, and return the number of intents."""

    async def whole(retried: float) -> tuple[list[bytes], int]:
        store = MemoryStore()
        async with matches_on(store) as matches:
            seats = await take_seats(matches, toy.salted(toy.charter(3, seed, rounds="12")))
            await play_with_retries(matches, seats, random.Random(seed), retried)
            hashes = [entry.hash for entry in store.entries(seats.match)]
            return hashes, len(store.rejections(seats.match))

    found = await whole(0.3)
    assert found == await whole(0.0)
    return len(found[0]) - 2


async def test_retries_at_random_leave_the_match_as_it_would_be_without(seed: str) -> None:
    """Promise R6, on a small scale: 30 % of all intents are sent again, some of them much later."""
    await compare_with_retries(seed)


@pytest.mark.campaign
async def test_retries_among_a_hundred_thousand_intents(seed: str) -> None:
    intents = number = 0
    while intents < 100_000:
        intents += await compare_with_retries(f"{seed} {number}")
        number += 1


async def test_a_server_that_forgets_keys_is_caught(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Control: forgotten keys."""
    monkeypatch.setattr(SeenIntents, "recall", lambda self, intent: None)
    with pytest.raises(AssertionError):
        await compare_with_retries(seed)


async def play_with_retries(matches: Matches, seats: Seats, luck: random.Random, retried: float) -> None:
    access = await seats.access(matches)
    sent = []
    while True:
        asked = [(seat, look.question) for seat in access if (look := await matches.view(seat)).question]
        if not asked:
            return
        seat, question = asked[0]
        assert question is not None
        intent = partial(
            matches.submit, seat, question.number, answer_to(seat, question), f"k{question.number}"
        )
        sent.append((intent, await intent()))
        while luck.random() < retried:
            again, first = luck.choice(sent)
            assert await again() == first


async def test_keys_that_cannot_be_kept_are_refused() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        for key in ("a b", "x" * 65, "ä", "\n", "\x00"):
            assert await matches.submit(seat, 1, (1,), key) == Reply(1, Refused(Refusal.BAD_REQUEST_ID))
        assert await matches.submit(seat, 1, (1,), "x" * 64) == Reply(1)


async def test_refused_intents_are_kept_up_to_a_limit() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        entries = store.entries(seats.match)
        for count in range(REJECTIONS_STORED + 50):
            reply = await matches.submit(access[0], 1, (9, count), f"k{count}")
            assert reply.refused is not None
        await matches.submit(access[1], 1, None, "unreadable")
        await matches.submit(access[1], 1, [9] * 5000, "huge")
        kept = store.rejections(seats.match)
        assert len([each for each in kept if each.seat == 0]) == REJECTIONS_STORED
        assert kept[0].body == b'{"question":1,"answer":[9,0]}'
        assert b"out_of_range" in kept[0].reply
        assert kept[-2].body == b'{"question":1,"answer":null}'
        assert kept[-1].body == b'{"question":1,"answer_bytes":10001}'
        assert store.entries(seats.match) == entries
    async with matches_on(store) as matches:
        await matches.submit((await seats.access(matches))[0], 1, (9,), "after a restart")
        assert len(store.rejections(seats.match)) == len(kept)


async def test_a_check_changes_nothing_and_keeps_nothing() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        assert await matches.check(access[0], 1, (3,)) is None
        assert await matches.check(access[0], 1, (4,)) == Refused(Refusal.OUT_OF_RANGE, "bidding")
        assert await matches.check(access[0], 1, None) == Refused(Refusal.MALFORMED)
        assert store.rejections(seats.match) == []
        assert len(store.entries(seats.match)) == 2
        replies = [asyncio.ensure_future(matches.submit(seat, 1, (seat.seat,), "k")) for seat in access]
        await asyncio.sleep(0)
        assert await matches.check(access[2], 2, ()) == Refused(Refusal.TOO_FEW, "payment")
        assert all(reply.done() for reply in replies), "what is not durable must have no effect"


# --- replays ---


async def test_a_replay_is_opened_by_the_end_or_by_the_arbiter() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        seat, arbiter = (
            (await seats.access(matches))[0],
            await matches.authenticate(seats.match, seats.arbiter),
        )
        for call in (matches.records.replay, matches.records.verify):
            with pytest.raises(NotOpenYet):
                await call(seat)
        assert verify_replay((await matches.records.replay(arbiter)).encode(), settle=toy.settle).ok
        assert (await matches.records.verify(arbiter)).ok
        await play_on(matches, seats, "x")
        assert await matches.records.replay(seat) == await matches.records.replay(arbiter)


# --- faults ---


async def test_a_fault_stops_one_match_and_tells_no_secrets() -> None:
    store, faults = MemoryStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        seats = await take_seats(matches, toy.charter(2, "fault", faulty_round="1"))
        others = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        reader, _ = await read_all(matches, access[0])
        assert await matches.submit(access[0], 1, (1,), "k") == Reply(1)
        stopped = Reply(1, Refused(Refusal.MATCH_STOPPED))
        for _ in range(2):
            assert await matches.submit(access[1], 1, (1,), "k") == stopped
        assert await matches.check(access[1], 1, (1,)) == stopped.refused
        assert reader.closed is Close.MATCH_STOPPED
        assert [match for match, _ in faults] == [seats.match], "reported once"
        assert "secret" in repr(faults[0][1])
        assert "secret" not in repr(store.rejections(seats.match)) + repr(store.match(seats.match))
        assert await play_on(matches, others, "x") > 0
    async with matches_on(store) as matches:
        assert (await matches.describe(seats.match)).status == "faulted"
        late, _ = await read_all(matches, access[1])
        assert late.closed is Close.MATCH_STOPPED
        assert await matches.submit(access[1], 1, (2,), "k2") == stopped


async def test_a_reason_that_cannot_be_given_is_still_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = Faults()
    async with matches_on(MemoryStore(), faults=faults) as matches:
        monkeypatch.setattr(toy, "why_not", lambda choice: 1 / 0)
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        reply = await matches.submit(seat, 1, (toy.PlaceBid(9),), "k")
        assert reply == Reply(1, Refused(Refusal.NOT_OFFERED))
        assert len(faults) == 1
        assert await matches.submit(seat, 1, (1,), "k2") == Reply(1)


async def test_a_log_that_does_not_fit_stops_the_match_until_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that changed under a running match: it stops, and continues when they are repaired."""
    store, faults = MemoryStore(), Faults()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await play_on(matches, seats, "x", 6)
    with monkeypatch.context() as patch:
        patch.setattr(toy, "FACES", toy.FACES[1:])
        async with matches_on(store, faults=faults) as matches:
            seat = (await seats.access(matches))[0]
            assert len(faults) == 1
            assert "entry 1, draw 1" in str(faults[0][1])
            assert await matches.submit(seat, 1, (1,)) == Reply(1, Refused(Refusal.MATCH_STOPPED))
            assert await matches.frames(seat) == []
            assert (await read_all(matches, seat))[0].closed is Close.MATCH_STOPPED
            with pytest.raises(NotOpenYet):
                await matches.view(seat)
    async with matches_on(store) as matches:
        assert await play_on(matches, seats, "x") > 0


async def test_closing_ends_every_reader_and_takes_nothing_more() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        seat = (await seats.access(matches))[0]
        reader, _ = await read_all(matches, seat)
        pending = asyncio.ensure_future(matches.submit(seat, 1, (1,), "k"))
        await asyncio.sleep(0)
        await matches.close()
        assert await pending == Reply(1), "what was taken before is finished"
        assert reader.closed is Close.SHUT_DOWN
        with pytest.raises(Exception, match="closed"):
            await matches.submit(seat, 2, (1,), "k")
        await settle_down()


def test_subscriptions_take_frames_in_order_only() -> None:
    reader = Subscription(0, 4, 8, lambda: None, lambda reader: None)
    reader.give(Delivery(Frame(9, (), None, (), None)), 0.0)
    reader.catch_up([Delivery(Frame(number, (), None, (), None)) for number in (4, 5, 6)], 0.0)
    assert [frame.number for frame in frames_in(reader)] == [5, 6]
    with pytest.raises(ValueError, match="cannot follow"):
        reader.give(Delivery(Frame(8, (), None, (), None)), 0.0)


async def accepted_without_receipt() -> None:
    """Ask for a receipt with an answer, and again with its retry."""
    faults, replies = Faults(), list[object]()
    async with matches_on(MemoryStore(), faults=faults) as matches:
        seats = await take_seats(matches, CHARTER)
        access = (await seats.access(matches))[0]
        for _ in range(2):
            matches.submit_nowait(access, 1, (1,), "k", replies.append, with_receipt=True)
            await settle_down()
        assert replies == [Reply(1), Reply(1)]
        assert await matches.receipt_after_answer(access) == ""
    assert [(match, type(fault)) for match, fault in faults] == [(seats.match, RuntimeError)] * 3


async def test_an_answer_whose_receipt_fails_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is stored, so the client must not be told that it failed."""

    def fail(self: PublishedFeeds, viewer: int, audit: AuditHead) -> str:
        raise RuntimeError("the key cannot be read")

    monkeypatch.setattr(PublishedFeeds, "receipt", fail)
    await accepted_without_receipt()
    monkeypatch.setattr(
        IntentWriter, "_receipt", lambda self, session, seat: session.feeds.receipt(seat, NO_AUDIT)
    )
    with pytest.raises((AssertionError, RuntimeError)):
        await accepted_without_receipt()


async def test_a_server_without_receipts_accepts_the_answer_without_one() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        access = (await seats.access(matches))[0]
        with pytest.raises(NotOpenYet):
            await matches.receipt(access)
        assert await matches.receipt_after_answer(access) == ""
