"""Sealing: a seat that is asked seals its answer, in case the match is adjourned; it is played at the resumption.

The commitment is a signed audit entry, and the answer itself is stored next to it, both in one write. Until the match
is resumed after an adjournment, nobody is told of either, nor that an answer was sealed: no standing, no receipt and no
line of the log changes. A seat that answers before the adjournment, or whose time runs out, has sealed nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.audit.entries import AnswerSealed, OpenedAnswer
from referee.audit.seals import seal_commitment
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer, Question
from referee.log.records import OrdersGiven
from referee.match.entries import encode
from referee.server.access import Access, denial, new_salt
from referee.server.auditing import Auditing
from referee.server.clocks import now_ms
from referee.server.retries import RequestTag
from referee.server.session import Session
from referee.server.stored_seals import StoredSeal


class Sealing:
    """Seals answers of all sessions."""

    def __init__(self, auditing: Auditing) -> None:
        self._auditing = auditing

    async def seal(
        self,
        session: Session,
        access: Access,
        question: int,
        answer: Answer | None,
        request: RequestTag | None = None,
    ) -> Refused | None:
        """Seal an answer in place of any that the seat has sealed before; return why it would be refused, or None.

        Raises `NotAllowed` or a `CaseError`, with nothing written.
        """
        if access.role != "seat":
            raise denial(access)
        return await self._auditing.run_to_end(self._seal(session, access.seat, question, answer, request))

    async def _seal(
        self,
        session: Session,
        seat: Seat,
        question: int,
        answer: Answer | None,
        request: RequestTag | None,
    ) -> Refused | None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return None
            match = session.match
            if match is None or session.is_stopped:
                return session.closing_refusal
            if session.is_held:
                return Refused(Refusal.MATCH_FROZEN if session.is_frozen else Refusal.MATCH_PAUSED)
            chosen = match.check(seat, question, answer)
            if isinstance(chosen, Refused):
                return chosen
            seal = StoredSeal(question, new_salt(), _picks(match.questions[seat], chosen))
            body = AnswerSealed(seat, question, seal_commitment(seal.salt, question, chosen))
            record = OrdersGiven(session.match_id, seat, match.seq, now_ms(), encode(seal))
            await self._auditing.write_with(session, body, record)
            session.sealed[seat] = seal
        return None


def _picks(question: Question, chosen: Iterable[object]) -> tuple[int, ...]:
    """Return the numbers of the chosen options, each once."""
    picks: list[int] = []
    for choice in chosen:
        picks.append(
            next(
                number
                for number, option in enumerate(question.ask.options)
                if option == choice and number not in picks
            )
        )
    return tuple(picks)


def opened_answers(session: Session) -> tuple[OpenedAnswer, ...]:
    """Return the sealed answers that are opened when the match is resumed now: those whose questions are still open."""
    state, match = session.audit_log.state, session.match
    if match is None or state.pause is None or not state.pause.is_adjourned:
        return ()
    found = []
    for seat, sealed in sorted(state.sealed.items()):
        asked, kept = match.questions.get(seat), session.sealed.get(seat)
        if asked is not None and kept is not None and asked.number == sealed.question == kept.question:
            found.append(OpenedAnswer(seat, sealed.question, kept.salt))
    return tuple(found)
