"""The court of the desk: what is written beside a match, and what follows from it.

Every step is checked, signed and stored before anything comes of it. Steps of one match are taken one at a time, each
when everything that was decided before it is durable.

**A fork** is how a match is changed: nothing is ever taken out of a log. The fork has the entries that still hold, byte
for byte, the same seats with the same tokens, and names its parent; the parent says which match goes on in its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec

from referee.audit.checks import Table
from referee.audit.entries import Body, ForkedFrom, Looked, Opened, Superseded, name_of
from referee.audit.ledger import Ledger
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, EntryAppended, MatchClosed, MatchOpened, OrdersGiven, Record
from referee.log.store import Store
from referee.log.writer import GroupCommit
from referee.match.access import Access, new_match_id
from referee.match.charters import Settle, Terms
from referee.match.entries import Entry, encode, reader_for
from referee.match.receipts import Notary
from referee.match.rooms import Room, now_ms
from referee.match.undo import undo_bar


class Fork(NamedTuple):
    """A match that is to go on in another's place."""

    charter: Charter
    entries: Sequence[EntryAppended]
    """All its entries after the charter; whose match they name does not count."""
    shared: int
    """The last entry that both have; 0 where even the charter differs."""
    why: str
    """ "undo" or "case 2"."""
    is_over: bool = False


class Court:
    """Writes beside the matches of all rooms."""

    def __init__(
        self,
        store: Store,
        writer: GroupCommit,
        notary: Notary,
        settle: Settle,
        thaw: Callable[[Room], object],
    ) -> None:
        self._store = store
        self._settle = settle
        self._writer = writer
        self._notary = notary
        self._thaw = thaw

    @asynccontextmanager
    async def session(self, room: Room) -> AsyncIterator[None]:
        """Let nobody else write beside this match, and wait until what was decided is durable."""
        async with room.court:
            room.pins += 1
            try:
                await self._settled(room)
                yield
            finally:
                room.pins -= 1

    async def _settled(self, room: Room) -> None:
        while room.live is not None and room.live.pending:
            await self._writer.put(())

    async def entries(self, room: Room) -> list[EntryAppended]:
        """What is stored of a match."""
        return await asyncio.to_thread(self._store.entries, room.match)

    async def looked(self, room: Room, what: str) -> None:
        """Note that the arbiter is about to see more than a seat may."""
        async with self.session(room):
            await self.write(room, Looked("arbiter", what))

    async def opened(self, room: Room, access: Access) -> None:
        """Note that a seat is about to get the record of a match that is over; once for each seat."""
        async with self.session(room):
            to = name_of(access.seat)
            if to not in room.ledger.docket.opened:
                await self.write(room, Opened(to))

    async def write(self, room: Room, body: Body) -> int:
        """Write the next audit entry, within a session, and return its place.

        Raises a CaseError or a StoreError, and then nothing was written.
        """
        entries = await self.entries(room)
        return await self._write(room, body, entries, ())

    async def _write(
        self, room: Room, body: Body, entries: Sequence[EntryAppended], more: Sequence[Record]
    ) -> int:
        key = self._notary.keys.signer
        table, head = table_of(room, self._settle(room.charter), entries), entries[-1].hash
        ledger, record = room.ledger.write(body, table, at=now_ms(), head=head, key=key)
        await self._writer.put((record, *more))
        was_frozen = room.is_frozen
        room.take_ledger(ledger)
        if was_frozen and not room.is_frozen:
            self._thaw(room)
        return ledger.docket.last

    async def fork(self, room: Room, fork: Fork) -> str:
        """Let another match go on in this one's place, within a session; returns its id.

        Whoever reads the old one is told where it goes on.
        """
        # Nothing may be answered any more in a match that is about to be left.
        room.is_frozen = True
        try:
            await self._settled(room)
            entries = await self.entries(room)
            match, at = new_match_id(), now_ms()
            records = await asyncio.to_thread(self._records_of, room, fork, entries, match, at)
            records.append(MatchClosed(room.match, at, "superseded"))
            await self._write(room, Superseded(match, fork.shared, fork.why), entries, records)
            room.supersede()
        finally:
            room.is_frozen = room.ledger.docket.is_frozen
        return match

    def _records_of(
        self, room: Room, fork: Fork, entries: Sequence[EntryAppended], match: str, at: int
    ) -> list[Record]:
        """All that the store is given of a new match in which everyone sits already."""
        charter, orders = encode(fork.charter), self._store.orders(room.match)
        records: list[Record] = [
            MatchOpened(match, at, fork.charter.game, charter, link(GENESIS, charter), encode(room.policy))
        ]
        records += [msgspec.structs.replace(taken, match=match) for taken in self._store.seats(room.match)]
        records += [msgspec.structs.replace(entry, match=match) for entry in fork.entries]
        records += [_moved(given, match) for given in orders if given.seq <= fork.shared]
        came_from = ForkedFrom(room.match, fork.shared, entries[fork.shared].hash.hex(), fork.why)
        last = fork.entries[-1]
        book = self._settle(fork.charter).book
        table = Table(charter=fork.charter, book=book, entry=last.seq, facts=0)
        key = self._notary.keys.signer
        records.append(Ledger(match).write(came_from, table, at=at, head=last.hash, key=key)[1])
        if fork.is_over:
            records.append(MatchClosed(match, at, "ended"))
        return records


def _moved(given: OrdersGiven, match: str) -> OrdersGiven:
    return msgspec.structs.replace(given, match=match)


def table_of(room: Room, terms: Terms, entries: Sequence[EntryAppended]) -> Table:
    """A match where it stands, as far as the checks of the audit need to know it."""
    parent = room.ledger.docket.parent
    read = reader_for(terms.game).entry
    known = [read(entry.body) for entry in entries[1:]]
    last = known[-1] if known else None
    return Table(
        charter=terms.charter,
        book=terms.book,
        entry=entries[-1].seq,
        facts=sum([len(entry.facts) for entry in known]),
        is_over=room.status != "open",
        shared=0 if parent is None else sum([len(entry.facts) for entry in known[: parent.entry]]),
        last_seat=last.seat if last is not None and last.by == "seat" else NO_SEAT,
        undo_bar=undo_bar(terms.game, last, is_sealed=room.is_sealed),
    )


def entry_of_fact(entries: Sequence[Entry], fact: int) -> int:
    """The entry that brought a fact about, by its number in the whole match; raises a ValueError if there is none."""
    passed = 0
    for entry in entries:
        passed += len(entry.facts)
        if 1 <= fact <= passed:
            return entry.seq
    raise ValueError(f"there is no fact {fact} in this match")
