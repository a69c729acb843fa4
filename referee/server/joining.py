"""Joining: seats are taken, entropy is revealed, and the match begins when every seat is ready.

If seats committed to entropy, the match waits until they have revealed it, or until the time to reveal has passed. What
a seat commits to and reveals is durable before anything depends on it, so a match that is loaded again from the store
keeps waiting, or begins, with nothing lost. The time to reveal restarts then, because seats must not lose time through
an interruption.
"""

from __future__ import annotations

import asyncio
from functools import partial

from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.log.records import NO_SEAT, EntropyGiven, EntryAppended, Record, SeatTaken
from referee.log.store import StoreError
from referee.log.writer import GroupCommit, resolve
from referee.match.entries import encode
from referee.match.entropy import EntropyRefused, Pledge, WrongEntropy, commitment_to
from referee.match.match import Decided, Match
from referee.server.access import new_token, token_hash
from referee.server.auditing import Auditing
from referee.server.clocks import now_ms
from referee.server.errors import SeatNotFree
from referee.server.match_events import BeganEvent, JoinedEvent, NoteEvent
from referee.server.results import Joined
from referee.server.session import Session
from referee.server.settings import ClientInfo
from referee.server.submitting import IntentWriter


class Joining:
    """Seats the players of all sessions, and begins their matches."""

    def __init__(self, log: GroupCommit, writer: IntentWriter, auditing: Auditing, note: NoteEvent) -> None:
        self._log = log
        self._writer = writer
        self._auditing = auditing
        self._note = note
        self._loop = asyncio.get_running_loop()

    # --- seats ---

    async def join(
        self,
        session: Session,
        seat: Seat | None,
        name: str,
        token: str,
        commitment: bytes,
        client: ClientInfo | None = None,
    ) -> Joined:
        """Take this seat, or the first free one, optionally with a commitment to entropy.

        A client that supplies its own token may repeat the call, and gets the seat it took.
        """
        token = token or new_token()
        if token_hash(token) in session.tokens:
            # The first call may still be on its way to the disk, and may fail.
            await self._log.put(())
        had = session.tokens.get(token_hash(token))
        if had is not None:
            if had.role != "seat" or seat not in (None, had.seat):
                raise SeatNotFree("this token is in use for another seat; use a new one for each seat")
            pledge = session.pledges.get(had.seat)
            if commitment != (b"" if pledge is None else pledge.commitment):
                raise EntropyRefused("this seat was taken with another commitment, which cannot be changed")
            return Joined(had.seat, token)
        if token_hash(token) in session.used_tokens:
            raise SeatNotFree("this token was in use in this match; use a new one for each seat")
        if session.is_stopped or session.status != "open":
            raise SeatNotFree("this match is over, or was cancelled; nobody can take a seat in it")
        about = b"" if client is None or client == ClientInfo() else encode(client)
        taken = SeatTaken(
            session.match_id, session.free_seat(seat), "seat", token_hash(token), name, now_ms(), about
        )
        stored: asyncio.Future[None] = self._loop.create_future()
        # Nothing is awaited between finding a free seat and taking it, so two callers cannot take the same one.
        self._take_seat(session, taken, commitment, stored)
        await stored
        return Joined(taken.seat, token)

    def _take_seat(
        self, session: Session, taken: SeatTaken, commitment: bytes, stored: asyncio.Future[None]
    ) -> None:
        """Take a seat, and begin the match if it is the last one and no entropy is awaited."""
        session.admit(taken)
        session.joining += 1
        session.holds += 1
        records: list[Record] = [taken]
        if commitment:
            session.pledges[taken.seat] = Pledge(commitment)
            records.append(EntropyGiven(session.match_id, taken.seat, taken.at, commitment))
        match, begun = session.match, None
        if match is not None and match.seq == 0 and session.is_full and not session.pledges:
            begun = self._begin(session, match, records)
        self._log.put_nowait(records, partial(self._seat_stored, session, match, taken, begun, stored))
        self._writer.start_orders(session)

    def _seat_stored(
        self,
        session: Session,
        match: Match | None,
        taken: SeatTaken,
        begun: Decided | Refused | None,
        stored: asyncio.Future[None],
        error: StoreError | None,
    ) -> None:
        session.joining -= 1
        if error is not None:
            session.dismiss(taken)
        else:
            taken_now = len(session.names) - session.joining
            self._note(JoinedEvent(session.match_id, session.charter.game, taken_now, session.charter.seats))
        if match is not None and begun is not None:
            self._beginning_stored(session, match, begun, error)
        else:
            session.holds -= 1
            if error is None:
                self.begin_if_ready(session)
        resolve(stored, error)

    # --- entropy ---

    async def reveal(self, session: Session, seat: Seat, entropy: bytes) -> None:
        """Reveal the entropy a seat committed to; returns when it is durable.

        Raises `EntropyRefused`, with nothing changed.
        """
        pledge = session.pledges.get(seat)
        if pledge is None:
            raise EntropyRefused(
                "this seat committed to no entropy when it joined, so it has nothing to reveal"
            )
        if commitment_to(entropy) != pledge.commitment:
            raise WrongEntropy("these are not the bytes that this seat committed to")
        if pledge.entropy:
            return
        if session.reveal_by is None:
            raise EntropyRefused(_why_not_now(session))
        session.holds += 1
        given = EntropyGiven(session.match_id, seat, now_ms(), pledge.commitment, entropy)
        stored: asyncio.Future[None] = self._loop.create_future()
        self._log.put_nowait([given], partial(self._reveal_stored, session, given, stored))
        await stored

    def _reveal_stored(
        self, session: Session, given: EntropyGiven, stored: asyncio.Future[None], error: StoreError | None
    ) -> None:
        session.holds -= 1
        late = session.audit_log.state.withheld or ()
        if error is None and given.seat not in late:
            session.pledges[given.seat] = Pledge(given.commitment, given.entropy)
            if session.reveal_by is not None:
                if session.unrevealed:
                    session.publish_standing()
                self.begin_if_ready(session)
            resolve(stored, None)
        else:
            resolve(stored, error or EntropyRefused(_why_not_now(session)))

    async def begin_without_entropy(self, session: Session) -> None:
        """Begin a match although some seats have not revealed their entropy in time; an audit entry names them."""
        session.reveal_by = None
        try:
            await self._auditing.note_withheld(session)
        finally:
            self.begin_if_ready(session)

    # --- the beginning ---

    def begin_if_ready(self, session: Session) -> None:
        """Begin a match whose seats are all taken, or wait for the entropy that has not been revealed."""
        match = session.match
        if match is None or match.seq > 0 or session.is_stopped or session.joining or not session.is_full:
            return
        if session.unrevealed:
            if session.reveal_by is None:
                session.reveal_by = self._loop.time() + session.policy.seconds_to_reveal
                session.publish_standing()
            return
        session.reveal_by = None
        records: list[Record] = []
        begun = self._begin(session, match, records)
        session.holds += 1
        self._log.put_nowait(records, partial(self._beginning_stored, session, match, begun))
        session.publish_standing()
        self._writer.start_orders(session)

    def _begin(self, session: Session, match: Match, records: list[Record]) -> Decided | Refused:
        """Begin a match in memory, and add the records to store."""
        begun = match.begin(session.entropy)
        if isinstance(begun, Decided):
            seq, body, link = begun.batch.chained(begun.entry.seq)
            records.append(EntryAppended(session.match_id, seq, NO_SEAT, "", now_ms(), body, link))
            session.started_at = records[-1].at
            session.end_orders(begun)
        elif match.fault is not None:
            records.append(self._writer.stop(session, match.fault))
        return begun

    def _beginning_stored(
        self, session: Session, match: Match, begun: Decided | Refused, error: StoreError | None
    ) -> None:
        """Publish a beginning that is durable; drop the match if it could not be stored."""
        session.holds -= 1
        if error is not None:
            if session.match is match:
                session.lose_match()
        elif isinstance(begun, Decided):
            self._note(BeganEvent(session.match_id, session.charter.game))
            self._writer.publish(session, match, begun)
        else:
            self._writer.note_faulted(session)


def _why_not_now(session: Session) -> str:
    if not session.is_full or session.joining:
        return "not every seat is taken yet; reveal when the standing of the match awaits it"
    return "the time to reveal is over; the match begins without this entropy"
