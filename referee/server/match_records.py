"""Records: the whole log of a match, for those who may have it. Every reading of it is itself an audit entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.log.records import ROLES, EntryAppended
from referee.match.charters import Settle
from referee.replay.progress import OnProgress, unreported
from referee.replay.time_sheet import TimeSheet, with_time_sheet
from referee.replay.verification import Verification
from referee.server.access import Access, NoAccess, denial
from referee.server.auditing import Auditing
from referee.server.clocks import read_timed
from referee.server.errors import NotOpenYet
from referee.server.jobs import Jobs
from referee.server.record_jobs import pack_entries, replay_of_record, verify_record
from referee.server.session import Session
from referee.server.sessions import Sessions
from referee.server.time_control import time_control_text


class Records:
    """Opens the records of matches: to officials at any time, to seats and organiser when the match is over."""

    def __init__(self, sessions: Sessions, auditing: Auditing, jobs: Jobs, settle: Settle) -> None:
        self._sessions = sessions
        self._auditing = auditing
        self._jobs = jobs
        self._settle = settle

    async def replay(self, access: Access) -> str:
        """Return the replay file of a match."""
        session, entries = await self.read(access, "replay")
        sheet = await self.time_sheet(session, entries)
        work = partial(replay_of_record, pack_entries(entries), session.names, session.client_texts)
        replay = await self._jobs.run(work)
        return with_time_sheet(replay, sheet) if sheet else replay

    async def time_sheet(self, session: Session, entries: Sequence[EntryAppended]) -> str:
        """Return the time sheet of a match up to the last of these entries, signed; empty without a clock."""
        if not session.clocks.is_on:
            return ""
        stored = await self._auditing.read(lambda store: store.decision_times(session.match_id))
        decisions = [read_timed(each.body).decision for each in stored if each.seq < len(entries)]
        head, clock = entries[-1].hash.hex(), time_control_text(session.clocks.control)
        sheet = TimeSheet(session.match_id, head, clock, tuple(decisions))
        return self._auditing.keys.signer.sign(sheet.text())

    async def verify(self, access: Access, on_progress: OnProgress = unreported) -> Verification:
        """Run a match again and compare everything with its log."""
        session = await self._sessions.get(access.match_id)
        await self.check_open(session, access)
        await self.note_look(session, access, "verdict")
        entries = await self._auditing.entries(session)
        work = partial(verify_record, pack_entries(entries), self._settle)
        return await self._jobs.run(work, on_progress)

    async def read(self, access: Access, purpose: str) -> tuple[Session, list[EntryAppended]]:
        """Return all entries of a match, after writing an audit entry about it."""
        session = await self._sessions.get(access.match_id)
        await self.check_open(session, access)
        if access.role in ("seat", "organiser"):
            await self._auditing.note_opened(session, access)
        elif access.sees_everything:
            await self.note_look(session, access, purpose)
        else:
            await self._auditing.note_look(session, access.party, purpose)
        return session, await self._auditing.entries(session)

    async def note_look(self, session: Session, access: Access, purpose: str) -> None:
        """Write an audit entry before an official sees more than a seat may; nothing for anyone else."""
        if access.sees_everything:
            if not session.is_current(access):
                raise NoAccess
            await self._auditing.note_look(session, access.party, purpose)

    async def check_open(self, session: Session, access: Access) -> None:
        """Raise `NoAccess` or `NotOpenYet` for those who may not have the record of a match."""
        if access.role not in ROLES - {"spectator"} or not session.is_current(access):
            raise NoAccess
        if access.role in ("scorekeeper", "observer"):
            raise denial(access)
        if not access.sees_everything and not await self.is_over(session):
            raise NotOpenYet("the match is not over; its replay is available when it has ended")

    async def is_over(self, session: Session) -> bool:
        """Return whether nothing more will happen in a match, nor in its forks, which share its luck."""
        return (await self.latest_fork(session)).is_over

    async def latest_fork(self, session: Session) -> Session:
        """Return the match that continues in place of this one, or this one itself."""
        while (successor := session.audit_log.state.successor) is not None:
            session = await self._sessions.get(successor.match)
        return session
