"""The life of an intent or a statement, top-down: check retry, decide, persist, publish, reply.

**Durable before published.** An answer is decided in memory at once, but its reply and its frames go out only when its
entry is on disk. If the write fails, nothing is sent to anyone: the match is dropped from memory, and loaded again from
the store when it is next needed.

**Nothing to cancel.** Deciding and storing happen in callbacks, not in the caller's task. A caller that gives up only
stops waiting; its retry, recognised by the key of the intent, gets the reply.

Standing orders and clocks answer for seats that do not answer themselves. Their answers are stored and published like
any other. A long run of answers by orders is given in slices, each some time after the one before it is durable, so
that other matches get their turn and no queue grows.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial

from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.kernel.talk import Said, Statement
from referee.log.records import DecisionTimed, EntryAppended, IntentRejected, MatchClosed, Record
from referee.log.store import StoreError
from referee.log.writer import GroupCommit
from referee.match.entries import Entry, encode
from referee.match.match import Decided, Match
from referee.server.access import Access, NoAccess, denial
from referee.server.clocks import now_ms
from referee.server.match_events import (
    EndedEvent,
    FaultedEvent,
    MatchEvent,
    NoteEvent,
    RefusedEvent,
    TimedOutEvent,
    refused_for,
)
from referee.server.pending_answers import OnReply, PendingAnswer, Waiter
from referee.server.retries import (
    REJECTIONS_STORED,
    TALK,
    Reply,
    Submission,
    read_submission,
    rejection_body,
)
from referee.server.session import Session
from referee.server.settings import ReportFault
from referee.server.standing_orders import next_ordered_answer

_TEMPORARY = (Refusal.MATCH_FROZEN, Refusal.MATCH_PAUSED, Refusal.TOO_MUCH_TALK, Refusal.SILENCED)
"""Refusals that hold only for now."""

ANSWERS_PER_SLICE = 8
"""Number of answers given by orders before other matches get their turn."""


class IntentWriter:
    """Decides, stores and publishes the answers and statements of all sessions."""

    def __init__(self, log: GroupCommit, report: ReportFault, note: NoteEvent) -> None:
        self._log = log
        self._report = report
        self._note = note
        self._loop = asyncio.get_running_loop()
        self._slices = 0
        """Number of full slices of ordered answers that are being stored, or after which there is still a rest."""
        self._waiting: deque[Session] = deque()
        """Matches whose orders wait for their turn."""

    async def submit_and_wait(
        self,
        session: Session,
        access: Access,
        question: int,
        answer: Answer | None,
        key: str = "",
    ) -> Reply:
        """Submit an answer and return the reply when it is durable; raises `StoreError` if it was not stored.

        Cancelling the wait does not undo the answer.
        """
        outcome: asyncio.Future[Reply] = self._loop.create_future()
        self.submit(session, access, question, answer, key, partial(_resolve, outcome))
        return await outcome

    async def say_and_wait(
        self, session: Session, access: Access, statement: Statement | None, key: str = ""
    ) -> Reply:
        """Make a statement and return the reply when it is durable; raises `StoreError` if it was not stored."""
        outcome: asyncio.Future[Reply] = self._loop.create_future()
        self.say(session, access, statement, key, partial(_resolve, outcome))
        return await outcome

    # --- 1. check retry, 2. decide ---

    def submit(
        self,
        session: Session,
        access: Access,
        question: int,
        answer: Answer | None,
        key: str,
        on_reply: OnReply,
        *,
        with_receipt: bool = False,
    ) -> None:
        """Answer a question; `on_reply` is called once, possibly before this returns.

        `answer` is None for a malformed one. Raises `NotAllowed` for anyone but a seat.
        """
        if access.role != "seat":
            raise denial(access)
        if session.replaced and not session.is_current(access):
            raise NoAccess
        seat, match = access.seat, session.match
        session.touched = self._loop.time()
        if match is None:
            on_reply(Reply(question, session.closing_refusal))
            return
        if session.clocks.banks.out:
            session.clocks.banks.welcome_back(seat)
        submission = read_submission(question, answer, key)
        if submission is None:
            on_reply(Reply(question, Refused(Refusal.BAD_REQUEST_ID)))
            return
        seen, waiter = session.seen[seat], Waiter(on_reply, with_receipt)
        first_reply = seen.recall(submission)
        if first_reply is not None:
            self._repeat(session, seat, first_reply, waiter)
            return
        decided = self._decide(session, match, seat, question, answer)
        if isinstance(decided, Refused):
            self._refuse(session, match, seat, submission, decided, waiter)
            return
        seen.accept(submission.key, submission.form)
        pending = PendingAnswer(match, seat, question, decided, [waiter])
        # The key is stored with the answer as sent, because a restart must forget neither.
        self._persist(session, pending, f"{submission.key} {submission.form}")
        if session.orders or session.clocks.banks.out:
            self._answer_by_orders(session)

    def say(
        self, session: Session, access: Access, statement: Statement | None, key: str, on_reply: OnReply
    ) -> None:
        """Make a statement; `on_reply` is called once, possibly before this returns.

        `statement` is None for a malformed one. Raises `NotAllowed` for anyone but a seat.
        """
        if access.role != "seat":
            raise denial(access)
        if session.replaced and not session.is_current(access):
            raise NoAccess
        seat, match = access.seat, session.match
        session.touched = self._loop.time()
        submission = read_submission(TALK, statement, key)
        if match is None or submission is None:
            refused = session.closing_refusal if match is None else Refused(Refusal.BAD_REQUEST_ID)
            on_reply(Reply(TALK, refused))
            return
        seen, waiter = session.seen[seat], Waiter(on_reply)
        first_reply = seen.recall_statement(submission)
        if first_reply is not None:
            self._repeat(session, seat, first_reply, waiter)
            return
        decided = self._hear(session, match, seat, statement)
        if isinstance(decided, Refused):
            self._refuse(session, match, seat, submission, decided, waiter)
            return
        seen.accept_statement(submission.key, submission.form, decided.seq)
        pending = PendingAnswer(match, seat, -decided.seq, decided, [waiter])
        self._persist(session, pending, f"{submission.key} {submission.form}")

    def _hear(
        self, session: Session, match: Match, seat: Seat, statement: Statement | None
    ) -> Decided | Refused:
        """Accept a statement, or refuse it with nothing changed."""
        if session.is_stopped:
            return session.closing_refusal
        if session.is_frozen:
            return Refused(Refusal.MATCH_FROZEN)
        if statement is None:
            return Refused(Refusal.MALFORMED)
        refused = match.check_statement(seat, statement)
        if refused is None and isinstance(statement, Said) and not statement.text.isprintable():
            # Stricter than the match itself, whose record must verify whatever characters Unicode adds.
            refused = Refused(Refusal.BAD_STATEMENT)
        return refused or match.say(seat, statement)

    def _repeat(self, session: Session, seat: Seat, first_reply: Reply, waiter: Waiter) -> None:
        """Give the first reply again, when it is durable."""
        question = first_reply.question
        pending = session.pending.get((seat, question))
        if first_reply.refused is not None:
            waiter.on_reply(first_reply)
        elif pending is not None:
            pending.waiters.append(waiter)
        else:
            receipt = self._receipt(session, seat) if waiter.with_receipt else ""
            waiter.on_reply(Reply(question, receipt=receipt))

    def _decide(
        self, session: Session, match: Match, seat: Seat, question: int, answer: Answer | None
    ) -> Decided | Refused:
        """Run the match on with an answer, or refuse it with nothing changed."""
        if session.is_stopped:
            return session.closing_refusal
        if session.is_frozen:
            return Refused(Refusal.MATCH_FROZEN)
        if session.is_paused:
            return Refused(Refusal.MATCH_PAUSED)
        try:
            return match.submit(seat, question, answer)
        except Exception as fault:  # noqa: BLE001 - the refusal is certain, only its reason could not be found
            self._report(session.match_id, fault)
            return Refused(Refusal.NOT_OFFERED)

    def _refuse(
        self,
        session: Session,
        match: Match,
        seat: Seat,
        submission: Submission,
        refused: Refused,
        waiter: Waiter,
    ) -> None:
        """Reply with a refusal; the first ones of each seat are stored before that."""
        reply, seen = Reply(submission.question, refused), session.seen[seat]
        if refused.refusal in _TEMPORARY:
            # Not remembered: the same answer with the same key may be accepted when the match goes on.
            waiter.on_reply(reply)
            return
        seen.refuse(submission, refused)
        records: list[Record] = []
        events: list[MatchEvent] = []
        match_id, game = session.match_id, session.charter.game
        if seen.rejections < REJECTIONS_STORED:
            seen.rejections += 1
            body = rejection_body(submission)
            records.append(IntentRejected(match_id, seat, submission.key, now_ms(), body, encode(reply)))
            events.append(RefusedEvent(match_id, game, refused_for(refused.refusal)))
        if match.fault is not None and not session.is_stopped:
            records.append(self.stop(session, match.fault))
            events.append(FaultedEvent(match_id, game))
        if records:
            self._log.put_nowait(records, partial(self._refusal_stored, events, waiter, reply))
        else:
            waiter.on_reply(reply)

    def _refusal_stored(
        self, events: list[MatchEvent], waiter: Waiter, reply: Reply, error: StoreError | None
    ) -> None:
        if error is None:
            for event in events:
                self._note(event)
        waiter.on_reply(error or reply)

    # --- 3. persist ---

    def _persist(self, session: Session, answer: PendingAnswer, key: str = "") -> None:
        """Store an accepted answer; nothing is sent to anyone until it is durable."""
        decided = answer.decided
        at, (seq, body, link) = now_ms(), decided.batch.chained(decided.entry.seq)
        records: list[Record] = [EntryAppended(session.match_id, seq, answer.seat, key, at, body, link)]
        if answer.match.table.outcome is not None:
            records.append(MatchClosed(session.match_id, at, "ended"))
            session.ended_at = at
        if session.orders:
            session.end_orders(answer.decided)
        session.pending[answer.seat, answer.question] = answer
        if session.clocks.is_on and answer.question > 0:
            records.append(self._stop_clock(session, decided.entry, at))
        self._log.put_nowait(records, partial(self._stored, session, answer))

    def _stop_clock(self, session: Session, entry: Entry, at: int) -> DecisionTimed:
        """Stop the clock of a seat when its answer arrived, and return the times to store with the answer."""
        now = self._loop.time()
        timed = session.clocks.answered(entry, session.touched if entry.by == "seat" else now, now, at)
        session.clocks.banks.take(entry.seat, timed)
        return DecisionTimed(session.match_id, entry.seq, at, encode(timed))

    # --- 4. publish, 5. reply ---

    def _stored(self, session: Session, answer: PendingAnswer, error: StoreError | None) -> None:
        """Publish an answer that is durable, and reply to it; drop the match if the answer could not be stored."""
        seat, question = answer.seat, answer.question
        if session.pending.get((seat, question)) is answer:
            del session.pending[seat, question]
        if session.clocks and question > 0:
            # Again, because a standing order answers before the question is published, which starts the clock.
            session.clocks.stop(seat)
        if answer.slice_begun is not None:
            # A rest for as long as the slice took: orders take at most half of the time.
            self._loop.call_later(self._loop.time() - answer.slice_begun, self._end_slice)
        if error is None:
            self.publish(session, answer.match, answer.decided, resumes_orders=answer.slice_begun is not None)
        elif session.match is answer.match:
            session.lose_match()
        for waiter in answer.waiters:
            try:
                receipt = self._receipt(session, seat) if waiter.with_receipt and error is None else ""
                waiter.on_reply(error or Reply(question, receipt=receipt))
            except Exception as fault:  # noqa: BLE001 - others wait for the same commit
                self._report(session.match_id, fault)

    def _receipt(self, session: Session, seat: Seat) -> str:
        """Sign for everything a seat was sent so far; empty if that fails, because the answer counts all the same."""
        try:
            return session.feeds.receipt(seat, session.audit_log.public)
        except Exception as fault:  # noqa: BLE001 - the seat can request a receipt at any other time
            self._report(session.match_id, fault)
            return ""

    def publish(
        self, session: Session, match: Match, decided: Decided, *, resumes_orders: bool = False
    ) -> None:
        """Deliver a durable entry to every reader. A reader that cannot be served now resumes from the log."""
        try:
            if resumes_orders:
                # First, because the frames say whether an order has answered the question in them.
                self.start_orders(session)
            if session.match is match:
                session.publish(decided, self._loop.time())
            else:
                # An earlier publication failed, and the match that was loaded since may lack this entry.
                session.lose_match()
        except Exception as fault:  # noqa: BLE001 - the answer is durable, and others wait for the same commit
            self._report(session.match_id, fault)
            session.lose_match()
        ended = match.table.outcome
        if ended is not None and not session.pending and session.status == "open":
            session.status = "ended"
            self._note(
                EndedEvent(session.match_id, session.charter.game, "rules", ended.ending, ended.winners)
            )

    # --- answers for seats that do not answer themselves ---

    def play_opened(self, session: Session) -> None:
        """Give the answers that were sealed before an adjournment, when the match has been resumed."""
        for opened in session.audit_log.state.opened_answers:
            seat, match, sealed = opened.seat, session.match, session.sealed.get(opened.seat)
            if match is None or session.is_stopped or session.is_held:
                return
            asked = match.questions.get(seat)
            if sealed is None or asked is None or not asked.number == sealed.question == opened.question:
                continue
            decided = self._decide(session, match, seat, asked.number, sealed.picks)
            submission = read_submission(asked.number, sealed.picks, "")
            if isinstance(decided, Refused) or submission is None:
                continue
            session.seen[seat].accept(submission.key, submission.form)
            answer = PendingAnswer(match, seat, asked.number, decided, [])
            self._persist(session, answer, f"{submission.key} {submission.form}")

    def start_orders(self, session: Session) -> None:
        """Answer the open questions that standing orders answer, after the matches that wait already.

        A match whose orders answer everything plays itself to its end, and hundreds of them would leave no time for
        those who play by hand: so one goes on at a time, and after each slice there is a rest.
        """
        if session.orders or session.clocks.banks.out:
            session.holds += 1
            self._waiting.append(session)
            self._resume_orders()

    def _resume_orders(self) -> None:
        """Let the orders of the matches that wait go on until one of them has filled a slice."""
        while self._waiting and not self._slices:
            session = self._waiting.popleft()
            session.holds -= 1
            try:
                self._answer_by_orders(session)
            except Exception as fault:  # noqa: BLE001 - it may be another match than the one that is published
                self._report(session.match_id, fault)
                session.lose_match()

    def _end_slice(self) -> None:
        self._slices -= 1
        self._resume_orders()

    def _answer_by_orders(self, session: Session) -> None:
        """Answer the open questions that standing orders answer."""
        begun, answer = self._loop.time(), None
        for _ in range(ANSWERS_PER_SLICE):
            match = session.match
            if match is None or session.is_stopped or session.is_held:
                return
            answer = self._answer_by_next_order(session, match)
            if answer is None:
                if match.fault is not None:
                    self._stop_and_store(session, match.fault)
                return
        if answer is not None:
            answer.slice_begun = begun
            self._slices += 1

    def _answer_by_next_order(self, session: Session, match: Match) -> PendingAnswer | None:
        ordered = next_ordered_answer(session.orders, match.questions)
        if ordered is None:
            return self._answer_for_those_out(session, match)
        return self._answer_for(
            session, match, ordered.seat, match.submit(ordered.seat, ordered.question, ordered.picks, "order")
        )

    def _answer_for_those_out(self, session: Session, match: Match) -> PendingAnswer | None:
        """Give the default answer for a seat whose time is used up for good, or until its player is back."""
        for seat in sorted(session.clocks.banks.out & match.questions.keys()):
            return self._answer_for(session, match, seat, match.submit_default(seat, "clock"))
        return None

    def time_out(self, session: Session, seat: Seat) -> None:
        """Give the default answer for a seat whose time has run out; in a match that is held, only when it goes on."""
        if session.is_held:
            return
        session.clocks.pop(seat, None)
        match = session.match
        if match is None or seat not in match.questions or session.is_stopped:
            return
        answer = self._answer_for(session, match, seat, match.submit_default(seat, "clock"))
        if answer is not None:
            answer.waiters.append(Waiter(partial(self._timed_out, session)))
            self._answer_by_orders(session)
        elif match.fault is not None:
            self._stop_and_store(session, match.fault)

    def _timed_out(self, session: Session, reply: Reply | StoreError) -> None:
        """Note that the clock has answered for a seat, when the answer is durable."""
        if isinstance(reply, Reply):
            self._note(TimedOutEvent(session.match_id, session.charter.game))

    def _answer_for(
        self, session: Session, match: Match, seat: Seat, decided: Decided | Refused
    ) -> PendingAnswer | None:
        """Persist an answer given for a seat; None if the rules failed."""
        if isinstance(decided, Refused):
            return None
        session.seen[seat].accept_for_seat()
        answer = PendingAnswer(match, seat, decided.entry.question, decided, [])
        self._persist(session, answer)
        return answer

    # --- faults ---

    def stop(self, session: Session, fault: Exception) -> MatchClosed:
        """Stop a match whose rules failed, report the fault, and return the record to store."""
        session.status, session.ended_at = "faulted", now_ms()
        session.stop()
        self._report(session.match_id, fault)
        return MatchClosed(session.match_id, session.ended_at, "faulted", type(fault).__name__)

    def _stop_and_store(self, session: Session, fault: Exception) -> None:
        """Stop a match whose rules failed when nobody waits for a reply."""
        self._log.put_nowait([self.stop(session, fault)], partial(self.note_faulted, session))

    def note_faulted(self, session: Session, error: StoreError | None = None) -> None:
        """Note that a match was stopped, if that is durable."""
        if error is None:
            self._note(FaultedEvent(session.match_id, session.charter.game))


def _resolve(outcome: asyncio.Future[Reply], reply: Reply | StoreError) -> None:
    if outcome.cancelled():
        return
    if isinstance(reply, Reply):
        outcome.set_result(reply)
    else:
        outcome.set_exception(reply)
