"""The court of the desk: what is written beside a match, and what follows from it.

Every step is checked, signed and stored before anything comes of it. Steps of one match are taken one at a time, each
when everything that was decided before it is durable.

**A fork** is how a match is changed: nothing is ever taken out of a log. The fork has the entries that still hold, byte
for byte, the same seats with the same tokens, and names its parent; the parent says which match goes on in its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec

from referee.audit.checks import Table, check
from referee.audit.entries import Body, EntropyWithheld, ForkedFrom, Looked, Opened, Superseded, name_of
from referee.audit.ledger import Ledger
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.records import (
    NO_SEAT,
    AuditAppended,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchOpened,
    Record,
)
from referee.log.store import Store
from referee.log.writer import GroupCommit
from referee.match.charters import Settle, Terms
from referee.match.entries import Entry, encode, read_entries
from referee.match.undo import undo_bar
from referee.server.access import Access, new_match_id
from referee.server.hall import Hall
from referee.server.receipts import Notary
from referee.server.rooms import Room, now_ms

T = TypeVar("T")


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
        hall: Hall,
    ) -> None:
        self._store = store
        self._settle = settle
        self._writer = writer
        self._notary = notary
        self._hall = hall
        self._under_way: set[asyncio.Task[Any]] = set()

    async def close(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def unbroken(self, step: Coroutine[Any, Any, T]) -> T:
        """Take a step to its end, also when whoever waits for it gives up: half a step is worse than none."""
        task = asyncio.get_running_loop().create_task(step)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

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

    @asynccontextmanager
    async def halted(self, room: Room) -> AsyncIterator[None]:
        """Within a session: let no answer be taken meanwhile, for the match is about to be left or ended."""
        room.is_frozen = True
        try:
            await self._settled(room)
            yield
        finally:
            room.is_frozen = room.ledger.docket.is_frozen
            self._hall.obey(room)

    async def _settled(self, room: Room) -> None:
        while room.live is not None and room.live.pending:
            await self._writer.put(())

    async def entries(self, room: Room) -> list[EntryAppended]:
        """What is stored of a match."""
        return await asyncio.to_thread(self._store.entries, room.match)

    async def beside(self, match: str) -> list[AuditAppended]:
        """What is stored beside a match."""
        return await asyncio.to_thread(self._store.audit, match)

    async def rejections(self, match: str) -> list[IntentRejected]:
        """The refused intents of a match that were kept."""
        return await asyncio.to_thread(self._store.rejections, match)

    async def precedents(self, rule: str) -> list[AuditAppended]:
        """The rulings kept as precedent for a rule, the newest first, also those that were replaced since."""
        return await asyncio.to_thread(self._store.precedents, rule)

    async def looked(self, room: Room, what: str) -> None:
        """Note that the arbiter is about to see more than a seat may."""
        await self.unbroken(self._looked(room, what))

    async def _looked(self, room: Room, what: str) -> None:
        async with self.session(room):
            await self.write(room, Looked("arbiter", what))

    async def opened(self, room: Room, access: Access) -> None:
        """Note that a seat is about to get the record of a match that is over; once for each seat."""
        await self.unbroken(self._opened(room, name_of(access.seat)))

    async def _opened(self, room: Room, to: str) -> None:
        async with self.session(room):
            if to not in room.ledger.docket.opened:
                await self.write(room, Opened(to))

    async def withheld(self, room: Room) -> None:
        """Note which seats did not reveal their part of the luck in time, if any."""
        await self.unbroken(self._withheld(room))

    async def _withheld(self, room: Room) -> None:
        async with self.session(room):
            # What arrived in time may still be on its way to the disk.
            await self._writer.put(())
            if room.unrevealed:
                await self.write(room, EntropyWithheld(room.unrevealed))

    async def check(self, room: Room, body: Body) -> Table:
        """Raise a CaseError if this could not be written now; gives the match as it stands."""
        table = table_of(room, self._settle(room.charter), await self.entries(room))
        check(room.ledger.docket, body, table)
        return table

    async def write(self, room: Room, body: Body, entries: Sequence[EntryAppended] | None = None) -> int:
        """Write the next audit entry, within a session, and return its place.

        It says where the match stands, or after which of these entries it stood when this was found. Raises a
        CaseError or a StoreError, and then nothing was written.
        """
        return await self._write(room, (body,), entries or await self.entries(room), ())

    async def end(self, room: Room, body: Body) -> None:
        """Write a ruling that ends the match where it stands, within a session that has halted it."""
        closed = MatchClosed(room.match, now_ms(), "ended")
        await self._write(room, (body,), await self.entries(room), (closed,))
        room.close("ended")

    async def _write(
        self, room: Room, bodies: Sequence[Body], entries: Sequence[EntryAppended], more: Sequence[Record]
    ) -> int:
        """Write audit entries and what belongs to them: all or nothing."""
        ledger, records = self._signed(room, bodies, entries)
        await self._writer.put([*records, *more])
        was_frozen = room.ledger.docket.is_frozen
        room.take_ledger(ledger)
        if was_frozen and not room.is_frozen:
            self._hall.thaw(room)
        return ledger.docket.last

    def _signed(
        self, room: Room, bodies: Sequence[Body], entries: Sequence[EntryAppended]
    ) -> tuple[Ledger, list[AuditAppended]]:
        """Check and sign audit entries: the ledger with them, and what is to be stored; nothing is changed yet."""
        key, at, head = self._notary.keys.signer, now_ms(), entries[-1].hash
        table = table_of(room, self._settle(room.charter), entries)
        ledger, records = room.ledger, []
        for body in bodies:
            ledger, record = ledger.write(body, table, at=at, head=head, key=key)
            records.append(record)
        return ledger, records

    async def fork(self, room: Room, fork: Fork, *steps: Body, leaving: Room | None = None) -> str:
        """Let another match go on in this one's place, within a session that has halted it; returns its id.

        The steps that give ground for it are written with it. Whoever reads the old one is told where it goes on; so is
        whoever plays in a fork that is left because the ruling it came of was replaced.
        """
        entries = await self.entries(room)
        match, at = new_match_id(), now_ms()
        records = await asyncio.to_thread(self._records_of, room, fork, entries, match, at)
        records.append(MatchClosed(room.match, at, "superseded"))
        bodies = (*steps, Superseded(match, fork.shared, fork.why))
        if leaving is None:
            await self._write(room, bodies, entries, records)
        else:
            async with self._left(leaving, match, fork.why) as left:
                await self._write(room, bodies, entries, [*records, *left])
        room.close("superseded")
        return match

    async def replace(self, room: Room, body: Body, leaving: Room, why: str) -> None:
        """Write a second ruling, within a session, that leaves the fork made by the first one, and makes none."""
        async with self._left(leaving, room.match, why) as left:
            await self._write(room, (body,), await self.entries(room), left)

    @asynccontextmanager
    async def _left(self, room: Room, match: str, why: str) -> AsyncIterator[list[Record]]:
        """Leave a fork: what is to be written beside it, together with what takes its ground away."""
        async with self.session(room), self.halted(room):
            entries, parent = await self.entries(room), room.ledger.docket.parent
            assert parent is not None
            body = Superseded(match, parent.entry, f"appeal of {why}")
            ledger, records = self._signed(room, (body,), entries)
            yield [*records, MatchClosed(room.match, now_ms(), "superseded")]
            room.take_ledger(ledger)
            room.is_doubted = False
            room.close("superseded")

    def _records_of(
        self, room: Room, fork: Fork, entries: Sequence[EntryAppended], match: str, at: int
    ) -> list[Record]:
        """All that the store is given of a new match in which everyone sits already."""
        charter, orders = encode(fork.charter), self._store.orders(room.match)
        records: list[Record] = [
            MatchOpened(match, at, fork.charter.game, charter, link(GENESIS, charter), encode(room.policy))
        ]
        records += [msgspec.structs.replace(taken, match=match) for taken in self._store.seats(room.match)]
        records += [msgspec.structs.replace(each, match=match) for each in self._store.entropy(room.match)]
        records += [msgspec.structs.replace(entry, match=match) for entry in fork.entries]
        records += [
            msgspec.structs.replace(given, match=match) for given in orders if given.seq <= fork.shared
        ]
        came_from = ForkedFrom(room.match, fork.shared, entries[fork.shared].hash.hex(), fork.why)
        last = fork.entries[-1]
        book = self._settle(fork.charter).book
        table = Table(charter=fork.charter, book=book, entry=last.seq, facts=0)
        key = self._notary.keys.signer
        records.append(Ledger(match).write(came_from, table, at=at, head=last.hash, key=key)[1])
        if fork.is_over:
            records.append(MatchClosed(match, at, "ended"))
        return records


def table_of(room: Room, terms: Terms, entries: Sequence[EntryAppended]) -> Table:
    """A match where it stands, as far as the checks of the audit need to know it."""
    parent, known = room.ledger.docket.parent, read_entries(terms.game, entries)
    return table_after(
        terms,
        known[-1] if known else None,
        facts=sum([len(entry.facts) for entry in known]),
        shared=0 if parent is None else sum([len(entry.facts) for entry in known[: parent.entry]]),
        is_over=room.status != "open",
        is_sealed=room.is_sealed,
    )


def table_after(
    terms: Terms, last: Entry | None, *, facts: int, shared: int, is_over: bool, is_sealed: bool
) -> Table:
    """A match after an entry of it, or None for its charter, as far as the checks of the audit need to know it."""
    return Table(
        charter=terms.charter,
        book=terms.book,
        entry=last.seq if last is not None else 0,
        facts=facts,
        is_over=is_over,
        shared=shared,
        last_seat=last.seat if last is not None and not is_sealed else NO_SEAT,
        undo_bar=undo_bar(terms.game, last, is_sealed=is_sealed),
    )


def entry_of_fact(entries: Sequence[Entry], fact: int) -> int:
    """The entry that brought a fact about, by its number in the whole match; raises a ValueError if there is none."""
    passed = 0
    for entry in entries:
        passed += len(entry.facts)
        if 1 <= fact <= passed:
            return entry.seq
    raise ValueError(f"there is no fact {fact} in this match")
