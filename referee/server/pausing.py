"""Pausing: a match stands still until it is resumed, by an official or by consent of all seats; and more time.

While a match is paused, its clocks are stopped, standing orders answer nothing, and answers are refused; seats may
talk. The time that each seat had left is part of the signed entry, so a restart in between costs nobody any time.
Nothing else tells whether a seat has answered a sealed question.

An adjournment is a pause that opens, when it ends, the answers that seats have sealed before (`sealing`).

An official may also give a seat more time, for the question that it is asked or, if it is asked none, for its next one.
"""

from __future__ import annotations

import asyncio

from referee.audit.entries import (
    SEATS,
    Body,
    MatchPaused,
    MatchResumed,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    TimeExtended,
)
from referee.audit.problems import CaseError, CaseProblem
from referee.kernel.facts import Seat
from referee.server.access import Access, denial
from referee.server.auditing import Auditing
from referee.server.errors import NotAllowed, NoTimeLimit
from referee.server.retries import RequestTag
from referee.server.sealing import opened_answers
from referee.server.session import Session

_OFFICIALS = ("judge", "head_judge", "arbiter", "organiser", "operator")
"""The roles that pause and resume a match on their own."""


class Pausing:
    """Pauses and resumes the matches of all sessions."""

    def __init__(self, auditing: Auditing) -> None:
        self._auditing = auditing
        self._loop = asyncio.get_running_loop()

    async def request(
        self,
        session: Session,
        access: Access,
        step: PauseStep,
        reason: str,
        request: RequestTag | None = None,
    ) -> None:
        """Pause or resume a match; for a seat, propose that to the others.

        Raises `NotAllowed` or a `CaseError`, with nothing written.
        """
        if access.role != "seat" and access.role not in _OFFICIALS:
            raise denial(access)
        await self._auditing.run_to_end(self._request(session, access, step, reason, request))

    async def _request(
        self, session: Session, access: Access, step: PauseStep, reason: str, request: RequestTag | None
    ) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            if access.role == "seat":
                await self._auditing.write(session, PauseProposed(access.seat, step, reason))
            else:
                await self._carry_out(session, step, access.party, reason)

    async def answer(
        self,
        session: Session,
        access: Access,
        step: PauseStep,
        *,
        consents: bool,
        request: RequestTag | None = None,
    ) -> None:
        """Agree to a proposed step or refuse it; it is carried out when all seats have agreed.

        Raises `NotAllowed` or a `CaseError`, with nothing written.
        """
        if access.role in _OFFICIALS:
            raise NotAllowed("only a seat agrees to a proposed pause or refuses it")
        if access.role != "seat":
            raise denial(access)
        body = PauseAnswered(access.seat, consents)
        await self._auditing.run_to_end(self._answer(session, body, step, request))

    async def _answer(
        self, session: Session, body: PauseAnswered, step: PauseStep, request: RequestTag | None
    ) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            await self._auditing.check(session, body)
            proposal = session.audit_log.state.pause_proposal
            assert proposal is not None
            if proposal.step != step:
                raise CaseError(
                    CaseProblem.NO_PAUSE_PROPOSED, f"What is proposed is to {proposal.step} the match"
                )
            is_last = len(proposal.waits_for(session.charter.seats)) == 1
            if body.consents and is_last:
                await self._carry_out(session, step, SEATS, proposal.reason, body)
            else:
                await self._auditing.write(session, body)

    async def _carry_out(
        self, session: Session, step: PauseStep, by: str, reason: str, *agreed: Body
    ) -> None:
        """Pause or resume a match, within a step. The entry of the last seat that agreed is written with it."""
        if step == "resume":
            resumed = MatchResumed(by, reason, opened_answers(session))
            await self._auditing.write_all(session, *agreed, resumed)
            return
        is_adjourned = step == "adjourn"
        if not agreed:
            # Before the match is halted, so that a request that is refused holds nobody up.
            await self._auditing.check(session, MatchPaused(by, reason, (), adjourned=is_adjourned))
        async with self._auditing.halted(session):
            clocks = session.clocks.stopped(self._loop.time())
            paused = MatchPaused(by, reason, clocks, adjourned=is_adjourned)
            await self._auditing.write_all(session, *agreed, paused)

    # --- more time ---

    async def extend(
        self,
        session: Session,
        access: Access,
        seat: Seat,
        seconds: int,
        reason: str,
        request: RequestTag | None = None,
    ) -> None:
        """Give a seat more time. Raises `NotAllowed`, `NoTimeLimit` or a `CaseError`, with nothing written."""
        if not access.sees_everything:
            raise denial(access)
        body = TimeExtended(access.party, seat, seconds, reason)
        await self._auditing.run_to_end(self._extend(session, body, request))

    async def _extend(self, session: Session, body: TimeExtended, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            await self._auditing.check(session, body)
            if not session.clocks.is_on:
                raise NoTimeLimit("this match has no time limit, so nobody needs more time")
            # Halted, so that nobody answers and no time runs out between the entry and what it says.
            async with self._auditing.halted(session):
                await self._auditing.write(session, body)
                session.clocks.extend(body.seat, body.seconds)
