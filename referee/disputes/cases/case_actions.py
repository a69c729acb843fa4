"""What seats and the arbiter can do about a dispute on a running server.

During a match a seat is told no more than it may know. After the match everything is open to everyone who had a seat in
it, and the audit log notes who was given the record. The arbiter may see everything at any time, and the audit log
notes every look beforehand. An action that is not allowed is refused before anything is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from referee.audit.audit_log import state_with
from referee.audit.audit_state import AuditState, Case
from referee.audit.checks import MatchSnapshot, check_readings
from referee.audit.entries import (
    Award,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    Finding,
    OpinionGiven,
    OpinionWithdrawn,
    ReadingTried,
    Remedy,
    ReplayUnder,
    Rewind,
    Stands,
    UndoAnswered,
    UndoProposed,
    Void,
)
from referee.audit.panel_checks import panel_ruling
from referee.audit.problems import CaseError, CaseProblem
from referee.disputes.cases.dispute_jobs import (
    count_facts,
    explain_answer,
    explain_fact,
    find_fact,
    plan_fork,
    try_on_record,
    unsealed_bundle,
)
from referee.disputes.evidence.bundles import seal_bundle
from referee.disputes.explain.explanations import Explanation, RefusalExplained, explain_told
from referee.disputes.explain.trial_reports import report_of
from referee.disputes.explain.trial_result import Trial
from referee.kernel.run import Answer
from referee.log.records import EntryAppended
from referee.match.charters import settle
from referee.replay.progress import OnProgress, unreported
from referee.server.access import Access, NoAccess, denial
from referee.server.auditing import ForkPlan
from referee.server.clocks import now_ms
from referee.server.matches import Matches
from referee.server.record_jobs import pack_entries
from referee.server.retries import RequestTag
from referee.server.session import Session

LUCK_KNOWN = (
    "The record of this match, or of one it shares its luck with, was opened, so it cannot go on; "
    "award it, void it, or replay it under the ruling"
)


class BadFactPlace(ValueError):
    """A fact that was not named in the required way; the message says how to name it."""


class FactPlace(NamedTuple):
    """A reference to a fact: its number in the whole match, or one of the viewer's frames and the place in it."""

    fact: int = 0
    frame: int = 0
    place: int = 0


class DisputeActions:
    """Carries out the actions."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._auditing = matches.auditing
        self._jobs = matches.jobs

    # --- why ---

    async def explain(self, access: Access, place: FactPlace) -> Explanation:
        """Explain a fact; to a seat of an unfinished match, only from what the seat was told."""
        session = await self._at_the_table(access)
        entries = await self._auditing.entries(session)
        names = names_in(session)
        if not await self._is_open_to(session, access):
            _check_is_in_frame(place)
            work = partial(find_fact, pack_entries(entries), access.viewer, place.frame, place.place)
            told = await self._jobs.run(work)
            return explain_told(session.charter, told.recorded, names, told.answer)
        number = await self._number(access, place, entries)
        _, entries = await self._matches.records.read(access, f"explanation of fact {number}")
        record = pack_entries(entries)
        return await self._jobs.run(partial(explain_fact, session.charter, record, number, names))

    async def explain_refusal(self, access: Access, question: int, answer: Answer | None) -> RefusalExplained:
        """Explain why an answer of a seat is refused, at the time when the question was open."""
        if access.role != "seat":
            raise denial(access)
        session = await self._matches.sessions.get(access.match_id)
        record = pack_entries(await self._auditing.entries(session))
        seat, names = access.seat, names_in(session)
        return await self._jobs.run(
            partial(explain_answer, session.charter, record, seat, question, answer, names)
        )

    async def _number(self, access: Access, place: FactPlace, entries: Sequence[EntryAppended]) -> int:
        """Return the number of a fact in the whole match; raise `CaseError`."""
        if place.frame:
            work = partial(find_fact, pack_entries(entries), access.viewer, place.frame, place.place)
            return (await self._jobs.run(work)).number
        session = await self._matches.sessions.get(access.match_id)
        facts = await self._jobs.run(partial(count_facts, session.charter, pack_entries(entries)))
        if not 1 <= place.fact <= facts:
            raise CaseError(
                CaseProblem.NO_SUCH_FACT, "There is no such fact in this match; name one that has happened"
            )
        return place.fact

    # --- cases ---

    async def open_case(
        self,
        access: Access,
        place: FactPlace,
        rule: str,
        claim: str,
        freeze: bool,
        request: RequestTag | None = None,
    ) -> int:
        """Open a case, and return its number."""
        session = await self._at_the_table(access)
        if not await self._is_open_to(session, access):
            _check_is_in_frame(place)
        fact = await self._number(access, place, await self._auditing.entries(session))
        # The number is given when it is the turn of this step.
        body = CaseOpened(0, access.party, fact, rule, claim, freeze)
        return await self._auditing.run_to_end(self._open_case(session, body, request))

    async def _open_case(self, session: Session, body: CaseOpened, request: RequestTag | None) -> int:
        async with self._auditing.step(session, request) as before:
            if before is not None and isinstance(before.body, CaseOpened):
                return before.body.case
            number = len(session.audit_log.state.cases) + 1
            await self._auditing.write(session, msgspec.structs.replace(body, case=number))
        return number

    async def withdraw(self, access: Access, number: int, request: RequestTag | None = None) -> None:
        """Withdraw a case that the same seat, or the arbiter, has opened and nobody has ruled on."""
        await self._auditing.withdraw(await self._at_the_table(access), access.party, number, request)

    async def try_reading(
        self,
        access: Access,
        number: int,
        edition: str,
        rulings: Mapping[str, str],
        on_progress: OnProgress = unreported,
        request: RequestTag | None = None,
    ) -> Trial:
        """Run a match again under another reading; for a case, the audit log notes the result."""
        session = await self._matches.sessions.get(access.match_id)
        await self._matches.records.check_open(session, access)
        body = ReadingTried(number, edition, dict(sorted(rulings.items())), msgspec.Raw(b"{}"))
        is_repeated = number > 0 and session.requests.find(request) > 0
        if not is_repeated:
            await self._check_trial(session, body)
        await self._matches.records.read(access, "trial")
        if number:
            return await self._auditing.run_to_end(self._try_for_case(session, body, on_progress, request))
        return await self._trial(session, body, await self._auditing.entries(session), on_progress)

    async def _check_trial(self, session: Session, body: ReadingTried) -> None:
        if body.case:
            await self._auditing.check(session, body)
        else:
            snapshot = MatchSnapshot(session.charter, settle(session.charter).book, entry=0, facts=0)
            check_readings(body.edition, body.rulings, snapshot)

    async def _try_for_case(
        self, session: Session, body: ReadingTried, on_progress: OnProgress, request: RequestTag | None
    ) -> Trial:
        """Try the reading on the match as it is now, and note the result; if repeated, as the match was then."""
        async with self._auditing.step(session, request) as before:
            entries = await self._auditing.entries(session)
            if before is not None:
                return await self._trial(session, body, entries[: before.at_entry + 1], on_progress)
            trial = await self._trial(session, body, entries, on_progress)
            noted = msgspec.structs.replace(body, report=report_of(trial))
            await self._auditing.write(session, noted, entries)
        return trial

    async def _trial(
        self,
        session: Session,
        body: ReadingTried,
        entries: Sequence[EntryAppended],
        on_progress: OnProgress,
    ) -> Trial:
        charter, record, names = session.charter, pack_entries(entries), names_in(session)
        work = partial(try_on_record, charter, record, body.edition, body.rulings, names)
        return await self._jobs.run(work, on_progress)

    async def appeal(
        self, access: Access, number: int, reason: str, request: RequestTag | None = None
    ) -> None:
        """Appeal against the first ruling on a case."""
        session = await self._at_the_table(access)
        await self._auditing.run_to_end(self._appeal(session, access.party, number, reason, request))

    async def _appeal(
        self, session: Session, by: str, number: int, reason: str, request: RequestTag | None
    ) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            cites = _first_ruling(session.audit_log.state, number)
            await self._auditing.write(session, CaseAppealed(number, by, reason, cites))
            successor = session.audit_log.state.successor
            if successor is not None and successor.ruling == cites:
                (await self._matches.records.latest_fork(session)).mark_ruling_appealed()

    # --- rulings ---

    async def rule(
        self,
        access: Access,
        number: int,
        finding: Finding,
        reason: str,
        rules: Sequence[str],
        remedy: Remedy,
        is_precedent: bool,
        request: RequestTag | None = None,
    ) -> str:
        """Rule on a case and carry out the remedy; return the id of the match that continues, or ""."""
        session = await self._matches.sessions.get(access.match_id)
        if not access.sees_everything:
            raise denial(access)
        if not session.is_current(access):
            raise NoAccess
        by = access.party if access.official else ""
        body = CaseRuled(number, finding, reason, tuple(rules), remedy, is_precedent, 0, by)
        return await self._auditing.run_to_end(self._rule(session, body, request))

    async def _rule(self, session: Session, body: CaseRuled, request: RequestTag | None) -> str:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return before.successor
            audit_state = session.audit_log.state
            body = msgspec.structs.replace(body, cites=_first_ruling(audit_state, body.case))
            case = audit_state.cases.get(body.case)
            if case is not None and case.state == "appealed" and audit_state.panel is not None:
                return await self._opine(session, body)
            await self._auditing.check(session, body)
            return await self._decide(session, body)

    async def _opine(self, session: Session, body: CaseRuled) -> str:
        """Record how a member of the panel would rule; if enough members agree now, carry the ruling out."""
        opinion = OpinionGiven(
            body.case,
            body.finding,
            body.reason,
            body.rules,
            body.remedy,
            body.precedent,
            body.cites,
            body.by,
        )
        snapshot = await self._auditing.check(session, opinion)
        ruling = panel_ruling(state_with(session.audit_log, opinion, snapshot), body.case)
        if ruling is None:
            await self._auditing.write(session, opinion)
            return ""
        return await self._decide(session, ruling, opinion)

    async def _decide(self, session: Session, body: CaseRuled, *opinions: OpinionGiven) -> str:
        """Carry out a ruling that was checked, within a step; the opinion that decided is written with it."""
        left = await self._left_by(session, session.audit_log.state.cases[body.case], body.remedy)
        is_known = await self._is_luck_known(session)
        if is_known and isinstance(body.remedy, Rewind):
            raise CaseError(CaseProblem.LUCK_KNOWN, LUCK_KNOWN)
        async with self._auditing.halted(session):
            return await self._carry_out(session, body, left, opinions, is_known=is_known)

    async def withdraw_opinion(self, access: Access, number: int, request: RequestTag | None = None) -> None:
        """Take back the opinion of a member of the panel, before the panel has ruled."""
        session = await self._at_the_table(access)
        body = OpinionWithdrawn(number, access.party)
        await self._auditing.run_to_end(self._withdraw_opinion(session, body, request))

    async def _withdraw_opinion(
        self, session: Session, body: OpinionWithdrawn, request: RequestTag | None
    ) -> None:
        async with self._auditing.step(session, request) as before:
            if before is None:
                await self._auditing.write(session, body)

    async def _left_by(self, session: Session, case: Case, remedy: Remedy) -> Session | None:
        """Return the fork that ends, because the ruling that started it is about to be replaced."""
        audit_state = session.audit_log.state
        if audit_state.successor is None:
            return None
        if audit_state.successor.ruling in [ruling.seq for ruling in case.rulings]:
            return await self._matches.records.latest_fork(session)
        if not isinstance(remedy, Stands):
            raise CaseError(
                CaseProblem.REMEDY_NOT_ALLOWED,
                "The match goes on as another; open a case there, and rule on that",
            )
        return None

    async def _is_luck_known(self, session: Session) -> bool:
        """Return whether anyone was given the record of this match, or of one it was forked from or continued as."""
        family, after = [session], session
        while (parent := family[-1].audit_log.state.parent) is not None:
            family.append(await self._matches.sessions.get(parent.match))
        while (successor := after.audit_log.state.successor) is not None:
            after = await self._matches.sessions.get(successor.match)
            family.append(after)
        return any([each.audit_log.state.opened for each in family])

    async def _carry_out(
        self,
        session: Session,
        body: CaseRuled,
        left: Session | None,
        opinions: Sequence[OpinionGiven],
        *,
        is_known: bool,
    ) -> str:
        why = f"case {body.case}"
        remedy, case = body.remedy, session.audit_log.state.cases[body.case]
        is_left = left is not None or _is_ended_by(session, case)
        if isinstance(remedy, Rewind | ReplayUnder) or (
            isinstance(remedy, Stands) and is_left and not _has_outcome(session)
        ):
            if is_known and isinstance(remedy, Stands):
                raise CaseError(CaseProblem.LUCK_KNOWN, LUCK_KNOWN)
            record = pack_entries(await self._auditing.entries(session))
            work = partial(plan_fork, session.charter, record, remedy, why, is_open=is_known, at=now_ms())
            fork = await self._jobs.run(work)
            return await self._auditing.fork(session, fork, *opinions, body, leaving=left)
        if left is not None:
            await self._auditing.replace_ruling(session, *opinions, body, leaving=left, why=why)
        elif isinstance(remedy, Award | Void) and session.status == "open":
            await self._auditing.end_match(session, *opinions, body)
        else:
            await self._auditing.write_all(session, *opinions, body)
        return ""

    # --- undo ---

    async def propose_undo(self, access: Access, request: RequestTag | None = None) -> None:
        """Propose to the other seats that a seat takes back its last answer."""
        await self._auditing.run_to_end(self._propose(await self._seat_session(access), access, request))

    async def _propose(self, session: Session, access: Access, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            entries = await self._auditing.entries(session)
            await self._auditing.write(session, UndoProposed(access.seat, entries[-1].seq), entries)

    async def answer_undo(self, access: Access, consents: bool, request: RequestTag | None = None) -> str:
        """Consent to an undo or not; return the id of the match that continues once everyone has consented, or ""."""
        return await self._auditing.run_to_end(
            self._answer(await self._seat_session(access), access, consents, request)
        )

    async def _answer(
        self, session: Session, access: Access, consents: bool, request: RequestTag | None
    ) -> str:
        body = UndoAnswered(access.seat, consents)
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return before.successor
            await self._auditing.check(session, body)
            undo = session.audit_log.state.undo
            assert undo is not None
            if not consents or len(undo.waits_for(session.charter.seats)) > 1:
                await self._auditing.write(session, body)
                return ""
            async with self._auditing.halted(session):
                # If someone has answered in the meantime, it is too late and the fork is refused.
                await self._auditing.check(session, body)
                entries = await self._auditing.entries(session)
                fork = ForkPlan(session.charter, entries[1 : undo.entry], undo.entry - 1, "undo")
                return await self._auditing.fork(session, fork, body)

    # --- everything in one file ---

    async def export(self, access: Access, on_progress: OnProgress = unreported) -> str:
        """Return a bundle of a match, with a new receipt for each viewer."""
        session, _ = await self._matches.records.read(access, "export")
        # Receipts, audit entries and refusals refer to entries, so the entries are read last.
        receipts = await self._matches.receipts(session)
        audit = await self._auditing.audit_entries(session.match_id)
        rejections = await self._auditing.rejections(session.match_id)
        entries = await self._auditing.entries(session)
        published, key = self._matches.keys.published, self._matches.keys.signer
        work = partial(
            unsealed_bundle,
            session.match_id,
            pack_entries(entries),
            published=published,
            names=session.names,
            clients=session.client_texts,
            audit=audit,
            receipts=receipts,
            rejections=rejections,
            entropy={seat: pledge.commitment for seat, pledge in session.pledges.items()},
            time_sheet=await self._matches.records.time_sheet(session, entries),
        )
        return seal_bundle(session.match_id, await self._jobs.run(work, on_progress), published, key)

    # --- who ---

    async def _at_the_table(self, access: Access) -> Session:
        """Return the session of a seat or an official."""
        if access.role != "seat" and not access.sees_everything:
            raise denial(access)
        return await self._matches.sessions.get(access.match_id)

    async def _seat_session(self, access: Access) -> Session:
        if access.role != "seat":
            raise denial(access)
        return await self._matches.sessions.get(access.match_id)

    async def _is_open_to(self, session: Session, access: Access) -> bool:
        if access.sees_everything:
            return True
        return access.role in ("seat", "organiser", "operator") and await self._matches.records.is_over(
            session
        )


def names_in(session: Session) -> list[str]:
    """Return the name of every seat, for sentences."""
    return [session.names.get(seat) or f"seat {seat}" for seat in range(session.charter.seats)]


def _check_is_in_frame(place: FactPlace) -> None:
    if not place.frame:
        raise BadFactPlace("While the match goes on, name a fact by a frame of yours and its place in it")


def _first_ruling(audit_state: AuditState, number: int) -> int:
    case = audit_state.cases.get(number)
    return case.rulings[0].seq if case is not None and case.rulings else 0


def _is_ended_by(session: Session, case: Case) -> bool:
    """Return whether the first ruling on a case ended the match."""
    return (
        session.status == "ended" and bool(case.rulings) and isinstance(case.rulings[0].remedy, Award | Void)
    )


def _has_outcome(session: Session) -> bool:
    """Return whether the match ended by the rules of its game."""
    return session.match is not None and session.match.outcome is not None
