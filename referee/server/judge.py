"""The judge of the desk: decides what is sent, has it stored, and tells everyone when it is durable.

**Durable before told.** An intent is decided in memory at once, but its reply and its frames go out only when its
entry is on the disk. If the write fails nobody is told anything: the match is dropped from memory and built again
from the store when somebody speaks of it.

**Nothing to cancel.** Deciding and storing happen in callbacks, not in the caller's task: a caller that gives up,
gives up waiting. Its retry, known by the intent's key, gets the reply.
"""

from __future__ import annotations

import asyncio
from functools import partial

from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.records import EntryAppended, IntentRejected, MatchClosed, Record
from referee.log.store import StoreError
from referee.log.writer import GroupCommit
from referee.match.entries import encode
from referee.match.match import Decided
from referee.server.clerk import Clerk, Stored
from referee.server.forms import Report
from referee.server.intents import REJECTIONS_KEPT, Reply, Sent, is_key, rejected_body, sent
from referee.server.live import Answered, Live, Pending
from referee.server.rooms import Room, now_ms
from referee.server.subscriptions import Close, Wake
from referee.server.usher import Usher


class Judge:
    """Decides for all rooms. Its usher gives seats, its clerk answers for those who do not answer themselves."""

    def __init__(self, writer: GroupCommit, report: Report) -> None:
        self._writer = writer
        self._report = report
        self._loop = asyncio.get_running_loop()
        self.clerk = Clerk(self._put, self._store_answer, self._stop)
        self.usher = Usher(self.clerk, self._put, self._tell, self._stop)

    def decide(
        self, room: Room, seat: Seat, question: int, answer: Answer | None, key: str, done: Answered
    ) -> None:
        """Decide what a seat sent; `done` is called once, at once or when the decision is durable."""
        room.touched = self._loop.time()
        live = room.live
        if live is None:
            done(Reply(question, no_longer_played(room)))
            return
        if not is_key(key):
            done(Reply(question, Refused(Refusal.MALFORMED)))
            return
        intent = sent(question, answer, key)
        remembered = live.remembered[seat]
        reply = remembered.recall(intent)
        if reply is not None:
            pending = live.pending.get((seat, question))
            if pending is not None and reply.refused is None:
                pending.waiting.append(done)
            else:
                done(reply)
            return
        if room.is_stopped:
            self._refuse(room, live, seat, intent, no_longer_played(room), done)
            return
        if room.is_frozen:
            # Not kept: the same answer, under the same key, may be taken when the match goes on.
            done(Reply(question, Refused(Refusal.MATCH_FROZEN)))
            return
        try:
            decided = live.match.submit(seat, question, answer)
        except Exception as fault:  # noqa: BLE001 - the judgement stands, only its reason could not be given
            self._report(room.match, fault)
            decided = Refused(Refusal.NOT_OFFERED)
        if isinstance(decided, Refused):
            self._refuse(room, live, seat, intent, decided, done)
        else:
            remembered.accept(key, intent.form)
            self._store_answer(room, live, Pending(seat, question, decided, [done]), intent.stored_key)
            if live.orders:
                self.clerk.obey(room, live)

    def _store_answer(self, room: Room, live: Live, pending: Pending, key: str) -> None:
        """Have an answer made durable; until then nobody is told."""
        at = now_ms()
        decided = pending.decided
        records: list[Record] = [
            EntryAppended(room.match, decided.seq, pending.seat, key, at, decided.body, decided.hash)
        ]
        if live.match.outcome is not None:
            records.append(MatchClosed(room.match, at, "ended"))
        if live.orders:
            live.heed(decided)
        live.pending[pending.seat, pending.question] = pending
        room.deadlines.pop(pending.seat, None)
        self._put(records, partial(self._answer_stored, room, live, pending))

    def _answer_stored(self, room: Room, live: Live, pending: Pending, error: StoreError | None) -> None:
        """Tell everyone of an answer that is durable, or nobody of one that is not."""
        live.pending.pop((pending.seat, pending.question), None)
        # Once more: an answer by order is given before its question is told, which starts the clock.
        room.deadlines.pop(pending.seat, None)
        reply: Reply | StoreError = Reply(pending.question) if error is None else error
        if error is None:
            self._tell(room, live, pending.decided, pending.first)
        elif room.live is live:
            room.lose_live()
        for done in pending.waiting:
            try:
                done(reply)
            except Exception as fault:  # noqa: BLE001 - others wait for the same commit
                self._report(room.match, fault)

    def _tell(self, room: Room, live: Live, decided: Decided, first: Wake = lambda: None) -> None:
        """Tell everyone what is durable. Whoever cannot be told now, resumes from the log."""
        try:
            first()
            live.tell(decided)
            room.tell(decided.frames, self._loop.time())
        except Exception as fault:  # noqa: BLE001 - the answer stands, and others wait for the same commit
            self._report(room.match, fault)
            room.lose_live()
        if live.match.outcome is not None and not live.pending:
            room.status = "ended"

    def _refuse(
        self, room: Room, live: Live, seat: Seat, intent: Sent, refused: Refused, done: Answered
    ) -> None:
        """Reply with a refusal, once it is kept where it still is to be kept."""
        reply = Reply(intent.question, refused)
        remembered = live.remembered[seat]
        remembered.refuse(intent, refused)
        records: list[Record] = []
        if remembered.rejections < REJECTIONS_KEPT:
            remembered.rejections += 1
            body, told = rejected_body(intent), encode(reply)
            records.append(IntentRejected(room.match, seat, intent.key, now_ms(), body, told))
        if live.match.fault is not None and not room.is_stopped:
            records.append(self._stop(room, live))
        if records:
            self._put(records, lambda error: done(error or reply))
        else:
            done(reply)

    def _stop(self, room: Room, live: Live) -> MatchClosed:
        """Stop a match whose rules went wrong, and say so to those who can mend them."""
        fault = live.match.fault
        assert fault is not None
        room.status = "faulted"
        room.stop()
        self._report(room.match, fault)
        return MatchClosed(room.match, now_ms(), "faulted", type(fault).__name__)

    def _put(self, records: list[Record], done: Stored) -> None:
        try:
            self._writer.put_nowait(records, done)
        except StoreError as error:
            done(error)


def no_longer_played(room: Room) -> Refused:
    """Say why a match takes no answers any more."""
    if room.closing is Close.MATCH_STOPPED:
        return Refused(Refusal.MATCH_STOPPED)
    return Refused(Refusal.MATCH_OVER if room.closing is Close.MATCH_OVER else Refusal.MATCH_SUPERSEDED)
