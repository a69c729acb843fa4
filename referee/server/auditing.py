"""Auditing: the signed entries about a match, outside its log, and their consequences.

Every step is checked, signed and stored before it has any effect. The steps of one match are taken one at a time, each
when everything that was decided before it is durable.

**A fork** is how a match is changed: nothing is ever removed from a log. The fork has the entries that remain valid,
byte for byte, and the same seats with the same tokens. It names its parent, and the parent names the match that
continues in its place.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from referee.audit.audit_log import AuditLog
from referee.audit.audit_state import AuditState, Pause
from referee.audit.case_limits import check_quotas
from referee.audit.chain import read_own
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import (
    ORGANISER,
    SEATS,
    SERVER,
    AnswerSealed,
    Award,
    Body,
    CaseRuled,
    CaseWithdrawn,
    EntropyWithheld,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchPaused,
    OfficialAppointed,
    OpinionGiven,
    PanelSet,
    RecordOpened,
    ResultDeclared,
    SeatForfeited,
    Superseded,
    TokenRevoked,
    is_appeal,
)
from referee.audit.snapshots import snapshot_after
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.records import (
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
from referee.proof.keys import RefereeKeys
from referee.server.access import Access, new_match_id
from referee.server.clocks import now_ms
from referee.server.match_events import (
    EndedEvent,
    ForkedEvent,
    FrozenEvent,
    NoteEvent,
    ResumedEvent,
    SupersededEvent,
    event_of_entry,
    remedy_kind,
)
from referee.server.receipts import ReceiptSigner
from referee.server.retries import RequestTag
from referee.server.session import Session
from referee.server.stored_seals import is_seal
from referee.server.submitting import IntentWriter

T = TypeVar("T")


class ForkPlan(NamedTuple):
    """A match that is to continue in another's place."""

    charter: Charter
    entries: Sequence[EntryAppended]
    """All its entries after the charter. The match they name is ignored."""
    shared: int
    """Number of the last entry that both matches have; 0 if even the charter differs."""
    why: str
    """Reason, such as "undo" or "case 2"."""
    is_over: bool = False


class WrittenBefore(NamedTuple):
    """What a request that is repeated has written the first time."""

    body: Body
    at_entry: int
    """Number of the last entry of the match at that time."""
    successor: str
    """Id of the match that has continued this one because of it, or ""."""


class Auditing:
    """Writes the audit entries of all sessions."""

    def __init__(
        self,
        store: Store,
        log: GroupCommit,
        signer: ReceiptSigner,
        settle: Settle,
        writer: IntentWriter,
        note: NoteEvent,
    ) -> None:
        self._store = store
        self._log = log
        self._signer = signer
        self._settle = settle
        self._writer = writer
        self._note = note
        self._under_way: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.get_running_loop()

    @property
    def keys(self) -> RefereeKeys:
        """The keys to sign with."""
        return self._signer.keys

    async def close(self) -> None:
        """Finish the steps that have begun."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    # --- taking a step ---

    async def run_to_end(self, step: Coroutine[Any, Any, T]) -> T:
        """Run a step to its end even if the caller is cancelled: half a step is worse than none."""
        task = self._loop.create_task(step)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    @asynccontextmanager
    async def step(
        self, session: Session, request: RequestTag | None = None
    ) -> AsyncIterator[WrittenBefore | None]:
        """Lock the audit entries of a match, and wait until everything decided so far is durable.

        Gives what the same request has written before; then the step must write nothing, and return the first response
        again. Otherwise the request is stored next to the first entry that the step writes. Raises `RequestIdReused` if
        the id was used for another request.
        """
        async with session.audit_lock:
            session.holds += 1
            try:
                await self._settled(session)
                seq = session.requests.find(request)
                session.request = request
                yield await self._written(session, seq) if seq else None
            finally:
                session.request = None
                session.holds -= 1

    @asynccontextmanager
    async def halted(self, session: Session) -> AsyncIterator[None]:
        """Within a step, accept no answers, because the match is about to be ended or replaced."""
        session.is_frozen = True
        try:
            await self._settled(session)
            yield
        finally:
            session.is_frozen = session.audit_log.state.is_frozen
            self._writer.start_orders(session)

    async def _settled(self, session: Session) -> None:
        while session.pending:
            await self._log.put(())

    # --- reading ---

    async def entries(self, session: Session) -> list[EntryAppended]:
        """Return the stored entries of a match."""
        return await asyncio.to_thread(self._store.entries, session.match_id)

    async def audit_entries(self, match_id: str) -> list[AuditAppended]:
        """Return the stored audit entries of a match."""
        return await asyncio.to_thread(self._store.audit, match_id)

    async def rejections(self, match_id: str) -> list[IntentRejected]:
        """Return the stored refused intents of a match."""
        return await asyncio.to_thread(self._store.rejections, match_id)

    async def read(self, reading: Callable[[Store], T]) -> T:
        """Return what a reading of the whole store finds. It runs in a thread."""
        return await asyncio.to_thread(reading, self._store)

    async def _written(self, session: Session, seq: int) -> WrittenBefore:
        """Return an audit entry, and the fork that was written with it, if any."""
        records = (await self.audit_entries(session.match_id))[seq - 1 : seq + 2]
        entry, *later = [read_own(record.note.decode()) for record in records]
        after = [each.body for each in later]
        # An opinion that decided an appeal is followed by the ruling of the panel.
        is_decisive = isinstance(entry.body, OpinionGiven) and isinstance(
            after[0] if after else None, CaseRuled
        )
        place = 1 if is_decisive else 0
        forks = [body for body in after[place : place + 1] if isinstance(body, Superseded)]
        # A fork that is left because of an appeal was not made by the entry before.
        successors = [fork.by for fork in forks if not is_appeal(fork.why)]
        return WrittenBefore(entry.body, entry.entry, "".join(successors))

    # --- notes ---

    async def note_look(self, session: Session, who: str, what: str) -> None:
        """Record that an official is about to see more than a seat may."""
        await self.run_to_end(self._note_look(session, who, what))

    async def _note_look(self, session: Session, who: str, what: str) -> None:
        async with self.step(session):
            await self.write(session, Looked(who, what))

    async def note_opened(self, session: Session, access: Access) -> None:
        """Record that a seat or the organiser is about to get the record of a finished match; once for each."""
        await self.run_to_end(self._note_opened(session, access.party))

    async def _note_opened(self, session: Session, to: str) -> None:
        async with self.step(session):
            if to not in session.audit_log.state.opened:
                await self.write(session, RecordOpened(to))

    async def note_withheld(self, session: Session) -> None:
        """Record which seats did not reveal their entropy in time, if any."""
        await self.run_to_end(self._note_withheld(session))

    async def _note_withheld(self, session: Session) -> None:
        async with self.step(session):
            # Entropy that arrived in time may still be on its way to the disk.
            await self._log.put(())
            if session.unrevealed:
                await self.write(session, EntropyWithheld(session.unrevealed))

    # --- forfeits ---

    async def note_forfeits(self, session: Session) -> None:
        """Record which seats are out of the match, as far as that is not recorded yet."""
        await self.run_to_end(self._note_forfeits(session))

    async def _note_forfeits(self, session: Session) -> None:
        async with self.step(session):
            for seat in sorted(unrecorded_forfeits(session)):
                await self.write(session, SeatForfeited(seat, "time"))

    # --- freezes ---

    async def withdraw(
        self, session: Session, by: str, number: int, request: RequestTag | None = None
    ) -> None:
        """Withdraw a case before any ruling; `by` must have opened it. Raises a CaseError, with nothing written."""
        await self.run_to_end(self._withdraw(session, by, number, request))

    async def _withdraw(self, session: Session, by: str, number: int, request: RequestTag | None) -> None:
        async with self.step(session, request) as before:
            if before is None:
                await self.write(session, CaseWithdrawn(number, by))

    async def end_freezes(self, session: Session) -> None:
        """End the freezes by seats whose time limit has passed; their cases still wait for a ruling."""
        await self.run_to_end(self._end_freezes(session))

    async def _end_freezes(self, session: Session) -> None:
        async with self.step(session):
            for case in session.freezes_by_seats:
                if session.freeze_seconds_left(case, now_ms()) <= 0:
                    await self.write(session, FreezeEnded(case.number))

    # --- steps ---

    async def check(self, session: Session, body: Body) -> MatchSnapshot:
        """Return the match as the audit checks see it; raises a CaseError if this entry could not be written now."""
        snapshot = snapshot_of(session, self._settle(session.charter), await self.entries(session))
        check(session.audit_log.state, body, snapshot)
        check_quotas(session.audit_log.state, body)
        return snapshot

    async def write(
        self, session: Session, body: Body, entries: Sequence[EntryAppended] | None = None
    ) -> int:
        """Write the next audit entry, within a step, and return its number.

        It refers to the last of these entries, or to the current last entry of the match. Raises a CaseError or a
        StoreError, with nothing written.
        """
        return await self._write(session, (body,), entries or await self.entries(session), ())

    async def write_all(self, session: Session, *bodies: Body) -> int:
        """Write audit entries, within a step: all or nothing. Return the number of the last."""
        return await self._write(session, bodies, await self.entries(session), ())

    async def write_with(self, session: Session, body: Body, *records: Record) -> int:
        """Write the next audit entry, within a step, together with records: all or nothing. Return its number."""
        return await self._write(session, (body,), await self.entries(session), records)

    async def end_match(self, session: Session, *bodies: Body) -> None:
        """Write a ruling, or a declared result, that ends the match as it is, within a step that has halted it."""
        closed = MatchClosed(session.match_id, now_ms(), "ended")
        await self._write(session, bodies, await self.entries(session), (closed,))
        session.close("ended", closed.at)
        result = session.audit_log.state.result
        if result is not None:
            winners = result.winners if isinstance(result, Award) else ()
            by: Literal["ruling", "official"] = (
                "official" if isinstance(bodies[-1], ResultDeclared) else "ruling"
            )
            self._note(EndedEvent(session.match_id, session.charter.game, by, remedy_kind(result), winners))

    async def _write(
        self,
        session: Session,
        bodies: Sequence[Body],
        entries: Sequence[EntryAppended],
        more: Sequence[Record],
    ) -> int:
        """Write audit entries and the records that belong to them: all or nothing."""
        audit_log, records = self._signed(session, bodies, entries)
        if session.request is not None:
            records[0] = msgspec.structs.replace(records[0], request=str(session.request))
        await self._log.put([*records, *more])
        session.requests.add(records[0])
        before = session.audit_log.state
        # Nobody may notice that an answer was sealed.
        is_quiet = all([isinstance(body, AnswerSealed) for body in bodies])
        session.take_audit_log(audit_log, is_quiet=is_quiet)
        self._note_written(session, bodies, before)
        is_closed = any([isinstance(record, MatchClosed) for record in more])
        if before.is_held and not session.is_held and not is_closed:
            self._resume(session, before.pause)
        return audit_log.state.last

    def _note_written(self, session: Session, bodies: Sequence[Body], before: AuditState) -> None:
        match_id, game = session.match_id, session.charter.game
        for body in bodies:
            is_correction = session.is_over or before.result is not None
            event = event_of_entry(match_id, game, body, is_correction=is_correction)
            if event is not None:
                self._note(event)
        if session.is_frozen and not before.is_frozen:
            self._note(FrozenEvent(match_id, game))
        elif before.is_held and not session.is_held:
            self._note(ResumedEvent(match_id, game))

    def _resume(self, session: Session, pause: Pause | None) -> None:
        """Continue a match that was frozen or paused: its clocks run, and standing orders answer.

        After a pause, a seat that was asked has the time that it had left; after a freeze, its full time.
        """
        if not session.is_stopped:
            now = self._loop.time()
            session.restart_clocks(now, why="held")
            session.clocks.go_on(() if pause is None else pause.clocks, now)
            self._writer.play_opened(session)
            self._writer.start_orders(session)

    def _signed(
        self, session: Session, bodies: Sequence[Body], entries: Sequence[EntryAppended]
    ) -> tuple[AuditLog, list[AuditAppended]]:
        """Check and sign audit entries; return the audit log with them, and the records to store."""
        key, at, head = self._signer.keys.signer, now_ms(), entries[-1].hash
        snapshot = snapshot_of(session, self._settle(session.charter), entries)
        audit_log, records = session.audit_log, []
        for body in bodies:
            audit_log, record = audit_log.write(body, snapshot, at=at, head=head, key=key)
            records.append(record)
        return audit_log, records

    # --- forks ---

    async def fork(
        self, session: Session, plan: ForkPlan, *steps: Body, leaving: Session | None = None
    ) -> str:
        """Replace this match by a fork, within a step that has halted it; returns the id of the fork.

        The audit entries that justify it are written with it. Readers of the old match learn which match continues; so
        do the players of `leaving`, an earlier fork that is abandoned because the ruling that created it was replaced.
        """
        entries = await self.entries(session)
        fork_id, at = new_match_id(), now_ms()
        pause = (leaving or session).audit_log.state.pause
        records = await asyncio.to_thread(self._fork_records, session, plan, pause, entries, fork_id, at)
        records.append(MatchClosed(session.match_id, at, "superseded"))
        bodies = (*steps, Superseded(fork_id, plan.shared, plan.why))
        if leaving is None:
            await self._write(session, bodies, entries, records)
        else:
            async with self._left(leaving, fork_id, plan.why) as left:
                await self._write(session, bodies, entries, [*records, *left])
        session.close("superseded", at)
        self._note(ForkedEvent(fork_id, plan.charter.game, session.match_id, plan.charter.seats))
        return fork_id

    async def replace_ruling(self, session: Session, *bodies: Body, leaving: Session, why: str) -> None:
        """Write a second ruling, within a step, that abandons the fork made by the first one and makes none."""
        async with self._left(leaving, session.match_id, why) as left:
            await self._write(session, bodies, await self.entries(session), left)

    @asynccontextmanager
    async def _left(self, session: Session, match_id: str, why: str) -> AsyncIterator[list[Record]]:
        """Abandon a fork for another match; gives the records to store together with the new ruling."""
        async with self.step(session), self.halted(session):
            entries, parent = await self.entries(session), session.audit_log.state.parent
            assert parent is not None
            body = Superseded(match_id, parent.entry, f"appeal of {why}")
            audit_log, records = self._signed(session, (body,), entries)
            closed = MatchClosed(session.match_id, now_ms(), "superseded")
            yield [*records, closed]
            session.take_audit_log(audit_log)
            session.is_ruling_appealed = False
            session.close("superseded", closed.at)
            self._note(SupersededEvent(session.match_id, session.charter.game, match_id))

    def _fork_records(
        self,
        session: Session,
        plan: ForkPlan,
        pause: Pause | None,
        entries: Sequence[EntryAppended],
        fork_id: str,
        at: int,
    ) -> list[Record]:
        """Return all records of a fork, in which every seat is taken already. Blocks: call it in a thread."""
        charter, orders = encode(plan.charter), self._store.orders(session.match_id)
        records: list[Record] = [
            MatchOpened(
                fork_id, at, plan.charter.game, charter, link(GENESIS, charter), encode(session.policy)
            )
        ]
        replace = msgspec.structs.replace
        records += [replace(taken, match=fork_id) for taken in self._store.seats(session.match_id)]
        records += [replace(each, match=fork_id) for each in self._store.entropy(session.match_id)]
        records += [replace(entry, match=fork_id) for entry in plan.entries]
        records += [
            replace(given, match=fork_id)
            for given in orders
            if given.seq <= plan.shared and not is_seal(given)
        ]
        times = self._store.decision_times(session.match_id)
        records += [replace(timed, match=fork_id) for timed in times if timed.seq <= plan.shared]
        came_from = ForkedFrom(session.match_id, plan.shared, entries[plan.shared].hash.hex(), plan.why)
        last = plan.entries[-1]
        book = self._settle(plan.charter).book
        snapshot = MatchSnapshot(charter=plan.charter, book=book, entry=last.seq, facts=0)
        key, audit_log = self._signer.keys.signer, AuditLog(fork_id)
        paused = () if pause is None or plan.is_over else (_taken_over(pause),)
        for body in (came_from, *_officials_of(session), *paused):
            audit_log, record = audit_log.write(body, snapshot, at=at, head=last.hash, key=key)
            records.append(record)
        if plan.is_over:
            records.append(MatchClosed(fork_id, at, "ended"))
        return records


def unrecorded_forfeits(session: Session) -> set[Seat]:
    """Return the seats that are out of the match, because their time was up, without an entry that says so."""
    return session.clocks.banks.forfeited - session.audit_log.state.forfeits.keys()


def _officials_of(session: Session) -> list[Body]:
    """Return the entries that give a fork the officials of its parent, with the same numbers, and its panel."""
    bodies: list[Body] = []
    for each in session.audit_log.state.officials.values():
        bodies.append(OfficialAppointed(each.number, each.role, each.name, each.key, ORGANISER))
        if each.is_revoked:
            bodies.append(TokenRevoked(each.party, ORGANISER, "no longer in office in the match before"))
    panel = session.audit_log.state.panel
    if panel is not None:
        in_office = {each.party for each in session.officials_in_office}
        members = [member for member in panel.members if member in in_office]
        bodies.append(PanelSet(panel.needed, tuple(members), SERVER))
    return bodies


def _taken_over(pause: Pause) -> MatchPaused:
    """Return the entry that pauses a fork, because the match it continues is paused; its seats have their full time."""
    by = SEATS if pause.by == SEATS else SERVER
    return MatchPaused(by, pause.reason, (), adjourned=pause.is_adjourned)


def snapshot_of(session: Session, terms: Terms, entries: Sequence[EntryAppended]) -> MatchSnapshot:
    """Return the current state of a match, as far as the audit checks need it."""
    parent, known = session.audit_log.state.parent, read_entries(terms.game, entries)
    return snapshot_after(
        terms,
        known,
        facts=sum([len(entry.facts) for entry in known]),
        shared=0 if parent is None else sum([len(entry.facts) for entry in known[: parent.entry]]),
        is_over=session.is_over,
        is_sealed=session.is_sealed,
    )


def entry_of_fact(entries: Sequence[Entry], fact: int) -> int:
    """Return the number of the entry that recorded a fact, by the fact's number in the match.

    Raises a ValueError if there is no such fact.
    """
    passed = 0
    for entry in entries:
        passed += len(entry.facts)
        if 1 <= fact <= passed:
            return entry.seq
    raise ValueError(f"there is no fact {fact} in this match")
