"""The usher: seats that bring entropy, a match that waits for it, and nothing lost whatever is killed when. F1."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest

from referee.audit.chain import read_own
from referee.audit.entries import EntropyWithheld
from referee.kernel.refusals import Refusal
from referee.log.memory import MemoryStore
from referee.log.records import AuditAppended, EntropyGiven, EntryAppended, Record
from referee.log.store import Store, StoreError
from referee.match.entries import entropy_in, reader_for
from referee.match.entropy import EntropyRefused, WrongEntropy, commitment_to
from referee.replay.verification import verify_entries
from referee.server.access import Access, NoAccess
from referee.server.desk import Desk
from referee.server.rooms import Policy
from referee.server.usher import Usher
from tests.match import toy
from tests.server.desks import (
    FailingStore,
    Faults,
    Seats,
    desk_on,
    pass_time,
    play_on,
    settle_down,
)

CHARTER = toy.charter(3, "usher", rounds="2")
PARTS = (b"a" * 32, b"b" * 32, b"c" * 32)
TOKENS = tuple([f"{seat}" * 40 for seat in range(3)])
BRIEF = Policy(seconds_to_reveal=5)


async def come(desk: Desk, match: str, seats: Sequence[int], bringing: Sequence[int]) -> None:
    """Take these seats; some of them bring entropy."""
    for seat in seats:
        commitment = commitment_to(PARTS[seat]) if seat in bringing else b""
        await desk.join(match, seat, f"player {seat}", TOKENS[seat], commitment)


async def access_of(desk: Desk, match: str, seat: int) -> Access:
    return await desk.authenticate(match, TOKENS[seat])


async def reveal(desk: Desk, match: str, *seats: int) -> None:
    for seat in seats:
        await desk.reveal(await access_of(desk, match, seat), PARTS[seat])


async def awaited(desk: Desk, match: str) -> tuple[int, ...]:
    return (await desk.describe(match)).standing.awaited


def entropy_of(store: Store, match: str) -> tuple[str, ...]:
    """What entry 1 says the match began with."""
    entries = store.entries(match)
    assert verify_entries(entries, settle=toy.settle).ok
    return entropy_in(reader_for(toy.settle(CHARTER).game).entry(entries[1].body))


def parts(*seats: int) -> tuple[str, ...]:
    return tuple([PARTS[seat].hex() if seat in seats else "" for seat in range(3)])


def written_beside(store: Store, match: str) -> list[object]:
    return [read_own(record.note.decode()).body for record in store.audit(match)]


# --- in order ---


async def test_match_waits_until_everyone_who_committed_has_revealed() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        await come(desk, match, (0, 1), (0, 1, 2))
        assert await awaited(desk, match) == ()
        await come(desk, match, (2,), (0, 1, 2))
        assert await awaited(desk, match) == (0, 1, 2)
        seat = await access_of(desk, match, 0)
        refused = (await desk.submit(seat, 1, (0,), "k")).refused
        assert refused is not None
        assert refused.refusal is Refusal.MATCH_NOT_STARTED
        await reveal(desk, match, 2)
        assert await awaited(desk, match) == (0, 1)
        await reveal(desk, match, 0)
        assert len(store.entries(match)) == 1
        await reveal(desk, match, 1)
        assert await awaited(desk, match) == ()
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1, 2)
        assert await play_on(desk, Seats(match, "", TOKENS), "x") > 0
        assert written_beside(store, match) == []


async def test_who_brings_nothing_is_not_waited_for() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        await come(desk, match, (0, 1, 2), (1,))
        assert await awaited(desk, match) == (1,)
        await reveal(desk, match, 1)
        await settle_down()
        assert entropy_of(store, match) == parts(1)


async def test_match_to_which_nobody_brings_anything_begins_at_once() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        await come(desk, match, (0, 1, 2), ())
        assert entropy_of(store, match) == ()
        assert store.entropy(match) == []


async def test_everyone_who_reads_is_told_what_is_awaited() -> None:
    async with desk_on(MemoryStore()) as desk:
        match = (await desk.create(CHARTER)).match
        await come(desk, match, (0, 1), (0, 1))
        seen: list[tuple[int, ...]] = []
        version = (await desk.describe(match)).version

        def look() -> None:
            nonlocal version
            reader.take()
            found = desk.standing(match, version)
            if found is not None:
                version = found[0]
                seen.append(found[1].awaited)

        reader = await desk.subscribe(await access_of(desk, match, 0), 0, look)
        await come(desk, match, (2,), ())
        await reveal(desk, match, 1, 0)
        await settle_down()
        assert seen == [(0, 1), (0,), ()]
        reader.leave()


async def test_commitment_of_the_referee_is_known_before_anybody_joins_and_never_changes() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        before = (await desk.describe(match)).commitment
        await come(desk, match, (0, 1, 2), (0, 1))
        await reveal(desk, match, 0, 1)
        await settle_down()
        assert (await desk.describe(match)).commitment == before == store.entries(match)[0].hash


# --- what is refused ---


async def test_what_cannot_be_revealed_is_refused_with_the_reason() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        created = await desk.create(CHARTER)
        match = created.match
        await come(desk, match, (0, 1), (0,))
        with pytest.raises(EntropyRefused, match="not every seat is taken yet"):
            await reveal(desk, match, 0)
        with pytest.raises(EntropyRefused, match="this seat committed to no entropy"):
            await reveal(desk, match, 1)
        await come(desk, match, (2,), (2,))
        with pytest.raises(EntropyRefused, match="this seat committed to no entropy"):
            await reveal(desk, match, 1)
        with pytest.raises(WrongEntropy, match="not the bytes that this seat committed to"):
            await desk.reveal(await access_of(desk, match, 0), PARTS[2])
        with pytest.raises(NoAccess):
            await desk.reveal(await desk.authenticate(match, created.arbiter_token), PARTS[0])
        assert [given.entropy for given in store.entropy(match)] == [b"", b""]
        await reveal(desk, match, 0, 0, 2)
        await settle_down()
        await reveal(desk, match, 0)
        with pytest.raises(WrongEntropy):
            await desk.reveal(await access_of(desk, match, 0), PARTS[1])
        assert entropy_of(store, match) == parts(0, 2)


async def test_seat_asked_for_again_keeps_its_commitment() -> None:
    async with desk_on(MemoryStore()) as desk:
        match = (await desk.create(CHARTER)).match
        for _ in range(2):
            await come(desk, match, (0,), (0,))
        for commitment in (b"", commitment_to(PARTS[1])):
            with pytest.raises(EntropyRefused, match="another commitment; that cannot be changed"):
                await desk.join(match, 0, "", TOKENS[0], commitment)


# --- who does not reveal ---


async def test_who_does_not_reveal_in_time_plays_without_and_is_named() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 1, 2))
        await reveal(desk, match, 1)
        await pass_time(BRIEF.seconds_to_reveal - 2)
        assert await awaited(desk, match) == (0, 2)
        await pass_time(3)
        await settle_down()
        assert await awaited(desk, match) == ()
        assert entropy_of(store, match) == parts(1)
        assert written_beside(store, match) == [EntropyWithheld((0, 2))]
        with pytest.raises(EntropyRefused, match="the time to reveal is over"):
            await reveal(desk, match, 0)
        await reveal(desk, match, 1)
        assert await play_on(desk, Seats(match, "", TOKENS), "x") > 0


async def test_match_in_which_nobody_reveals_says_so() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 2))
        await pass_time(7)
        await settle_down()
        assert entropy_of(store, match) == ("", "", "")
        assert written_beside(store, match) == [EntropyWithheld((0, 2))]


async def test_what_arrives_in_time_counts_also_if_it_is_durable_later() -> None:
    """The time runs out while an opened part is on its way to the disk."""
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 1))
        room = desk._hall.rooms[match]
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        desk._judge.usher.reveal(room, 0, PARTS[0], stored)
        await desk._begin_without(room)
        await stored
        await settle_down()
        assert entropy_of(store, match) == parts(0)
        assert written_beside(store, match) == [EntropyWithheld((1,))]


async def test_time_that_ran_out_while_nothing_could_be_stored_begins_anew() -> None:
    store, faults = FailingStore(), Faults()
    async with desk_on(store, faults=faults) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 1))
        store.fails = lambda records: any(isinstance(each, AuditAppended) for each in records)
        await pass_time(7)
        await settle_down()
        assert await awaited(desk, match) == (0, 1)
        assert [type(fault).__name__ for _, fault in faults] == ["StoreFull"]
        store.fails = lambda records: False
        await reveal(desk, match, 0, 1)
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1)
        assert written_beside(store, match) == []


# --- kills and restarts ---


async def test_match_that_waits_stays_in_memory_and_a_restart_waits_on() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 1))
        assert not desk._hall.rooms[match].is_idle
        await reveal(desk, match, 0)
    async with desk_on(store) as desk:
        assert await awaited(desk, match) == (1,)
        await pass_time(7)
        await settle_down()
        assert entropy_of(store, match) == parts(0)


async def test_restart_between_the_word_on_who_held_back_and_the_beginning_keeps_to_it() -> None:
    """What was written down holds, also if the seat reveals afterwards."""
    store, faults = FailingStore(), Faults()
    async with desk_on(store, faults=faults) as desk:
        match = (await desk.create(CHARTER, BRIEF)).match
        await come(desk, match, (0, 1, 2), (0, 1))
        await reveal(desk, match, 0)
        store.fails = lambda records: any(isinstance(each, EntryAppended) for each in records)
        await pass_time(7)
        await settle_down()
    assert len(store.entries(match)) == 1
    assert written_beside(store, match) == [EntropyWithheld((1,))]
    store.fails = lambda records: False
    store.write([EntropyGiven(match, 1, 1, commitment_to(PARTS[1]), PARTS[1])])
    async with desk_on(store) as desk:
        await desk.describe(match)
        await settle_down()
        assert entropy_of(store, match) == parts(0)


class DyingStore(MemoryStore):
    """A store that takes so many writes and then no more: what a killed process has written."""

    writes = 10_000

    def write(self, records: Sequence[Record]) -> None:
        if records and self.writes <= 0:
            raise StoreError("killed")
        self.writes -= bool(records)
        super().write(records)


async def all_come_and_reveal(desk: Desk, match: str) -> None:
    """As clients do that try again until there is an answer."""
    await come(desk, match, (0, 1, 2), (0, 1, 2))
    await reveal(desk, match, 2, 0, 1)
    await settle_down()


async def killed_after(writes: int) -> bytes:
    """Kill the desk after so many writes, and let everybody come again to the next one."""
    store = DyingStore()
    async with desk_on(store, faults=Faults()) as desk:
        match = (await desk.create(CHARTER)).match
        store.writes = writes
        with suppress(StoreError):
            await all_come_and_reveal(desk, match)
        died = store.writes == 0
    store.writes = 10_000
    async with desk_on(store) as desk:
        await all_come_and_reveal(desk, match)
        assert entropy_of(store, match) == parts(0, 1, 2)
        given = store.entropy(match)
        assert [each.seat for each in given] == [0, 1, 2, 2, 0, 1], (
            "nothing is lost, and nothing is kept twice"
        )
        await play_on(desk, Seats(match, "", TOKENS), "x")
    assert died
    return store.entries(match)[-1].hash


@pytest.mark.parametrize("writes", range(8))
async def test_desk_killed_between_any_two_writes_loses_nothing(writes: int) -> None:
    """Three seats, three parts, the beginning: whatever was acknowledged is there, and the match is the same."""

    async def undisturbed() -> bytes:
        store = MemoryStore()
        async with desk_on(store) as desk:
            match = (await desk.create(CHARTER)).match
            await all_come_and_reveal(desk, match)
            await play_on(desk, Seats(match, "", TOKENS), "x")
            return store.entries(match)[-1].hash

    assert await killed_after(writes) == await undisturbed()


async def test_desk_that_acknowledges_before_it_stores_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: an opened part is acknowledged at once, and the match begins with it."""
    honest = Usher.reveal

    def hasty(self: Usher, room: object, seat: int, entropy: bytes, stored: asyncio.Future[None]) -> None:
        unheard = asyncio.get_running_loop().create_future()
        unheard.add_done_callback(asyncio.Future.exception)
        honest(self, room, seat, entropy, unheard)  # type: ignore[arg-type]
        stored.set_result(None)

    monkeypatch.setattr(Usher, "reveal", hasty)

    async def acknowledged() -> bool:
        store = FailingStore()
        async with desk_on(store) as desk:
            match = (await desk.create(CHARTER)).match
            await come(desk, match, (0, 1, 2), (0,))
            store.fails = lambda records: any(isinstance(each, EntropyGiven) for each in records)
            try:
                await reveal(desk, match, 0)
            except StoreError:
                return False
            return True

    assert await acknowledged()
    monkeypatch.setattr(Usher, "reveal", honest)
    assert not await acknowledged()


async def test_seats_that_come_at_the_same_time_are_all_waited_for() -> None:
    store = MemoryStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        await asyncio.gather(*[come(desk, match, (seat,), (0, 1, 2)) for seat in range(3)])
        assert await awaited(desk, match) == (0, 1, 2)
        await asyncio.gather(*[reveal(desk, match, seat) for seat in range(3) for _ in range(2)])
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1, 2)


async def test_seat_that_could_not_be_stored_leaves_no_commitment_behind() -> None:
    store = FailingStore()
    async with desk_on(store) as desk:
        match = (await desk.create(CHARTER)).match
        store.fails = lambda records: True
        with pytest.raises(StoreError):
            await come(desk, match, (0,), (0,))
        store.fails = lambda records: False
        await come(desk, match, (0, 1, 2), ())
        assert entropy_of(store, match) == ()
