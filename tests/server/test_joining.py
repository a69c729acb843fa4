"""Joining: seats that contribute entropy, a match that waits for it, and nothing lost whatever is killed when. F1."""

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
from referee.server.access import Access
from referee.server.errors import NotAllowed
from referee.server.joining import Joining
from referee.server.matches import Matches
from referee.server.session import Session
from referee.server.settings import Policy, SessionLimits
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Faults,
    Seats,
    matches_on,
    pass_time,
    play_on,
    settle_down,
)

CHARTER = toy.salted(toy.charter(3, "joining", rounds="2"))
PARTS = (b"a" * 32, b"b" * 32, b"c" * 32)
TOKENS = tuple([f"{seat}" * 40 for seat in range(3)])
BRIEF = Policy(seconds_to_reveal=5)


async def come(matches: Matches, match: str, seats: Sequence[int], bringing: Sequence[int]) -> None:
    """Take these seats; some of them contribute entropy."""
    for seat in seats:
        commitment = commitment_to(PARTS[seat]) if seat in bringing else b""
        await matches.join(match, seat, f"player {seat}", TOKENS[seat], commitment)


async def access_of(matches: Matches, match: str, seat: int) -> Access:
    return await matches.authenticate(match, TOKENS[seat])


async def reveal(matches: Matches, match: str, *seats: int) -> None:
    for seat in seats:
        await matches.reveal(await access_of(matches, match, seat), PARTS[seat])


async def awaited(matches: Matches, match: str) -> tuple[int, ...]:
    return (await matches.describe(match)).standing.awaited


def entropy_of(store: Store, match: str) -> tuple[str, ...]:
    """Return the entropy recorded in entry 1."""
    entries = store.entries(match)
    assert verify_entries(entries, settle=toy.settle).ok
    return entropy_in(reader_for(toy.settle(CHARTER).game).entry(entries[1].body))


def parts(*seats: int) -> tuple[str, ...]:
    return tuple([PARTS[seat].hex() if seat in seats else "" for seat in range(3)])


def written_beside(store: Store, match: str) -> list[object]:
    return [read_own(record.note.decode()).body for record in store.audit(match)]


# --- without trouble ---


async def test_match_waits_until_everyone_who_committed_has_revealed() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        await come(matches, match, (0, 1), (0, 1, 2))
        assert await awaited(matches, match) == ()
        await come(matches, match, (2,), (0, 1, 2))
        assert await awaited(matches, match) == (0, 1, 2)
        seat = await access_of(matches, match, 0)
        refused = (await matches.submit(seat, 1, (0,), "k")).refused
        assert refused is not None
        assert refused.refusal is Refusal.MATCH_NOT_STARTED
        await reveal(matches, match, 2)
        assert await awaited(matches, match) == (0, 1)
        await reveal(matches, match, 0)
        assert len(store.entries(match)) == 1
        await reveal(matches, match, 1)
        assert await awaited(matches, match) == ()
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1, 2)
        assert await play_on(matches, Seats(match, "", TOKENS), "x") > 0
        assert written_beside(store, match) == []


async def test_who_brings_nothing_is_not_waited_for() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        await come(matches, match, (0, 1, 2), (1,))
        assert await awaited(matches, match) == (1,)
        await reveal(matches, match, 1)
        await settle_down()
        assert entropy_of(store, match) == parts(1)


async def test_match_to_which_nobody_brings_anything_begins_at_once() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        await come(matches, match, (0, 1, 2), ())
        assert entropy_of(store, match) == ()
        assert store.entropy(match) == []


async def test_everyone_who_reads_is_told_what_is_awaited() -> None:
    async with matches_on(MemoryStore()) as matches:
        match = (await matches.create(CHARTER)).match_id
        await come(matches, match, (0, 1), (0, 1))
        seen: list[tuple[int, ...]] = []

        def look() -> None:
            reader.take()
            standing = reader.take_standing()
            if standing is not None:
                seen.append(standing.awaited)

        reader = await matches.subscribe(await access_of(matches, match, 0), 0, look)
        await come(matches, match, (2,), ())
        await reveal(matches, match, 1, 0)
        await settle_down()
        assert seen == [(0, 1), (0,), ()]
        reader.leave()


async def test_commitment_of_the_referee_is_known_before_anybody_joins_and_never_changes() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        before = (await matches.describe(match)).commitment
        await come(matches, match, (0, 1, 2), (0, 1))
        await reveal(matches, match, 0, 1)
        await settle_down()
        assert (await matches.describe(match)).commitment == before == store.entries(match)[0].hash


# --- refusals ---


async def test_what_cannot_be_revealed_is_refused_with_the_reason() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER)
        match = created.match_id
        await come(matches, match, (0, 1), (0,))
        with pytest.raises(EntropyRefused, match="not every seat is taken yet"):
            await reveal(matches, match, 0)
        with pytest.raises(EntropyRefused, match="this seat committed to no entropy"):
            await reveal(matches, match, 1)
        await come(matches, match, (2,), (2,))
        with pytest.raises(EntropyRefused, match="this seat committed to no entropy"):
            await reveal(matches, match, 1)
        with pytest.raises(WrongEntropy, match="not the bytes that this seat committed to"):
            await matches.reveal(await access_of(matches, match, 0), PARTS[2])
        with pytest.raises(NotAllowed):
            await matches.reveal(await matches.authenticate(match, created.token), PARTS[0])
        assert [given.entropy for given in store.entropy(match)] == [b"", b""]
        await reveal(matches, match, 0, 0, 2)
        await settle_down()
        await reveal(matches, match, 0)
        with pytest.raises(WrongEntropy):
            await matches.reveal(await access_of(matches, match, 0), PARTS[1])
        assert entropy_of(store, match) == parts(0, 2)


async def test_seat_asked_for_again_keeps_its_commitment() -> None:
    async with matches_on(MemoryStore()) as matches:
        match = (await matches.create(CHARTER)).match_id
        for _ in range(2):
            await come(matches, match, (0,), (0,))
        for commitment in (b"", commitment_to(PARTS[1])):
            with pytest.raises(EntropyRefused, match="another commitment, which cannot be changed"):
                await matches.join(match, 0, "", TOKENS[0], commitment)


# --- seats that do not reveal ---


async def test_who_does_not_reveal_in_time_plays_without_and_is_named() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 1, 2))
        await reveal(matches, match, 1)
        await pass_time(BRIEF.seconds_to_reveal - 2)
        assert await awaited(matches, match) == (0, 2)
        await pass_time(3)
        await settle_down()
        assert await awaited(matches, match) == ()
        assert entropy_of(store, match) == parts(1)
        assert written_beside(store, match) == [EntropyWithheld((0, 2))]
        with pytest.raises(EntropyRefused, match="the time to reveal is over"):
            await reveal(matches, match, 0)
        await reveal(matches, match, 1)
        assert await play_on(matches, Seats(match, "", TOKENS), "x") > 0


async def test_match_in_which_nobody_reveals_says_so() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 2))
        await pass_time(7)
        await settle_down()
        assert entropy_of(store, match) == ("", "", "")
        assert written_beside(store, match) == [EntropyWithheld((0, 2))]


async def test_what_arrives_in_time_counts_also_if_it_is_durable_later() -> None:
    """The deadline passes while a revealed part is being written to disk."""
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 1))
        session = matches.sessions.cache[match]
        revealing = asyncio.ensure_future(reveal(matches, match, 0))
        await asyncio.sleep(0)
        assert session.holds, "the entropy is being written to disk"
        await matches._joining.begin_without_entropy(session)
        await revealing
        await settle_down()
        assert entropy_of(store, match) == parts(0)
        assert written_beside(store, match) == [EntropyWithheld((1,))]


async def test_time_that_ran_out_while_nothing_could_be_stored_begins_anew() -> None:
    store, faults = FailingStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 1))
        store.fails = lambda records: any(isinstance(each, AuditAppended) for each in records)
        await pass_time(7)
        await settle_down()
        assert await awaited(matches, match) == (0, 1)
        assert [type(fault).__name__ for _, fault in faults] == ["StoreFull"]
        store.fails = lambda records: False
        await reveal(matches, match, 0, 1)
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1)
        assert written_beside(store, match) == []


# --- kills and restarts ---


async def test_match_that_waits_leaves_the_memory_and_neither_that_nor_a_restart_ends_the_wait() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=SessionLimits(idle_seconds=1)) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 1))
        until = matches.sessions.cache[match].reveal_by
        await pass_time(2)
        assert match not in matches.sessions.cache
        assert await awaited(matches, match) == (0, 1)
        assert matches.sessions.cache[match].reveal_by == until
        await reveal(matches, match, 0)
    async with matches_on(store) as matches:
        assert await awaited(matches, match) == (1,)
        await pass_time(7)
        await settle_down()
        assert entropy_of(store, match) == parts(0)


async def test_restart_between_the_word_on_who_held_back_and_the_beginning_keeps_to_it() -> None:
    """What was recorded holds, even if the seat reveals afterwards."""
    store, faults = FailingStore(), Faults()
    async with matches_on(store, faults=faults) as matches:
        match = (await matches.create(CHARTER, BRIEF)).match_id
        await come(matches, match, (0, 1, 2), (0, 1))
        await reveal(matches, match, 0)
        store.fails = lambda records: any(isinstance(each, EntryAppended) for each in records)
        await pass_time(7)
        await settle_down()
    assert len(store.entries(match)) == 1
    assert written_beside(store, match) == [EntropyWithheld((1,))]
    store.fails = lambda records: False
    store.write([EntropyGiven(match, 1, 1, commitment_to(PARTS[1]), PARTS[1])])
    async with matches_on(store) as matches:
        await matches.describe(match)
        await settle_down()
        assert entropy_of(store, match) == parts(0)


class DyingStore(MemoryStore):
    """A store that accepts a number of writes and then fails: what a killed process has written."""

    writes = 10_000

    def write(self, records: Sequence[Record]) -> None:
        if records and self.writes <= 0:
            raise StoreError("killed")
        self.writes -= bool(records)
        super().write(records)


async def all_come_and_reveal(matches: Matches, match: str) -> None:
    """Join and reveal with every seat, retrying until there is a reply."""
    await come(matches, match, (0, 1, 2), (0, 1, 2))
    await reveal(matches, match, 2, 0, 1)
    await settle_down()


async def killed_after(writes: int) -> bytes:
    """Kill the server after some number of writes, and let everybody join the next one again."""
    store = DyingStore()
    async with matches_on(store, faults=Faults()) as matches:
        match = (await matches.create(CHARTER)).match_id
        store.writes = writes
        with suppress(StoreError):
            await all_come_and_reveal(matches, match)
        died = store.writes == 0
    store.writes = 10_000
    async with matches_on(store) as matches:
        await all_come_and_reveal(matches, match)
        assert entropy_of(store, match) == parts(0, 1, 2)
        given = store.entropy(match)
        assert [each.seat for each in given] == [0, 1, 2, 2, 0, 1], (
            "nothing is lost, and nothing is kept twice"
        )
        await play_on(matches, Seats(match, "", TOKENS), "x")
    assert died
    return store.entries(match)[-1].hash


@pytest.mark.parametrize("writes", range(8))
async def test_server_killed_between_any_two_writes_loses_nothing(writes: int) -> None:
    """Three seats, three parts, the start: whatever was acknowledged is there, and the match is the same."""

    async def undisturbed() -> bytes:
        store = MemoryStore()
        async with matches_on(store) as matches:
            match = (await matches.create(CHARTER)).match_id
            await all_come_and_reveal(matches, match)
            await play_on(matches, Seats(match, "", TOKENS), "x")
            return store.entries(match)[-1].hash

    assert await killed_after(writes) == await undisturbed()


async def test_server_that_acknowledges_before_it_stores_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a revealed part is acknowledged at once, and the match begins with it."""
    honest = Joining.reveal

    async def hasty(self: Joining, session: Session, seat: int, entropy: bytes) -> None:
        unheard = asyncio.ensure_future(honest(self, session, seat, entropy))
        unheard.add_done_callback(asyncio.Future.exception)

    monkeypatch.setattr(Joining, "reveal", hasty)

    async def acknowledged() -> bool:
        store = FailingStore()
        async with matches_on(store) as matches:
            match = (await matches.create(CHARTER)).match_id
            await come(matches, match, (0, 1, 2), (0,))
            store.fails = lambda records: any(isinstance(each, EntropyGiven) for each in records)
            try:
                await reveal(matches, match, 0)
            except StoreError:
                return False
            return True

    assert await acknowledged()
    monkeypatch.setattr(Joining, "reveal", honest)
    assert not await acknowledged()


async def test_seats_that_come_at_the_same_time_are_all_waited_for() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        await asyncio.gather(*[come(matches, match, (seat,), (0, 1, 2)) for seat in range(3)])
        assert await awaited(matches, match) == (0, 1, 2)
        await asyncio.gather(*[reveal(matches, match, seat) for seat in range(3) for _ in range(2)])
        await settle_down()
        assert entropy_of(store, match) == parts(0, 1, 2)


async def test_seat_that_could_not_be_stored_leaves_no_commitment_behind() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        match = (await matches.create(CHARTER)).match_id
        store.fails = lambda records: True
        with pytest.raises(StoreError):
            await come(matches, match, (0,), (0,))
        store.fails = lambda records: False
        await come(matches, match, (0, 1, 2), ())
        assert entropy_of(store, match) == ()
