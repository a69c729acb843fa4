"""The facade of the server: authenticates callers, looks up sessions, and hands them to the part that does the work.

`submitting` decides answers, `joining` seats players, `ordering` takes standing orders, `viewing` serves readers,
`officials` appoints judges and cancels matches, `pausing` pauses and resumes them, `auditing` writes signed entries,
`match_records` opens the records of matches, and `sessions` keeps the matches in memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from referee.audit.entries import OfficialRole, PauseStep, ResultDeclared, ResultKind
from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.kernel.talk import Statement
from referee.log.store import Store, StoreError, StoreFailed
from referee.log.writer import GroupCommit, OnCommit
from referee.match.charters import Settle, settle
from referee.proof.keys import MemoryKey, RefereeKeys
from referee.server.access import Access, NoAccess, denial, repeatable_match_id, token_hash
from referee.server.access_control import (
    AccessControl,
    check_may_sit,
    invite_hash,
    new_invite_code,
    repeatable_invite_code,
)
from referee.server.api_keys import ApiKeys
from referee.server.auditing import Auditing
from referee.server.clocks import ClockReading
from referee.server.errors import NotOpenYet
from referee.server.expiry import Expiry
from referee.server.jobs import InlineJobs, Jobs
from referee.server.joining import Joining
from referee.server.listing import Listing
from referee.server.match_event_log import MatchEventLog
from referee.server.match_events import NoteEvent
from referee.server.match_records import Records
from referee.server.officials import Officials
from referee.server.ordering import Ordering
from referee.server.pausing import Pausing
from referee.server.pending_answers import OnReply
from referee.server.quotas import IN_PROCESS, LOCAL, Activity, Caller, Quotas
from referee.server.receipts import ReceiptSigner
from referee.server.results import Appointed, Created, Description, Joined, TableView
from referee.server.retries import Reply, RequestTag
from referee.server.sealing import Sealing
from referee.server.session import Session
from referee.server.sessions import Sessions
from referee.server.settings import ClientInfo, Policy, ReportFault, SessionLimits
from referee.server.slices import Slices
from referee.server.standing_orders import Order
from referee.server.submitting import IntentWriter
from referee.server.subscriptions import Subscription, Wake
from referee.server.viewing import Viewing


class Matches:
    """All matches of a server. Create and use it on one event loop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: SessionLimits = SessionLimits(),  # noqa: B008 - frozen
        settle: Settle = settle,
        signer: ReceiptSigner | None = None,
        report: ReportFault = lambda match_id, fault: None,
        note: NoteEvent = lambda event: None,
        on_commit: OnCommit | None = None,
        access: AccessControl | None = None,
        quotas: Quotas | None = None,
        jobs: Jobs | None = None,
    ) -> None:
        signer = signer or ReceiptSigner(MemoryKey())
        self.keys: RefereeKeys = signer.keys
        """The keys of this referee."""
        self.access = access or AccessControl("open", ApiKeys(None))
        """Who may create, list and close matches."""
        if quotas is None:
            quotas = Quotas(local=LOCAL if self.access.mode == "open" else None)
        self.quotas = quotas
        """What each caller uses."""
        self.jobs: Jobs = jobs or InlineJobs()
        """Runs matches again."""
        self.events = MatchEventLog(note)
        """The newest events of all matches."""
        note = self.events.add
        self._report = report
        self._store = store
        self._log = GroupCommit(store, on_commit)
        self.writer = IntentWriter(self._log, report, note)
        self.auditing = Auditing(store, self._log, signer, settle, self.writer, note)
        self._joining = Joining(self._log, self.writer, self.auditing, note)
        self._ordering = Ordering(self._log, self.writer)
        self.slices = Slices()
        """The queue of long work on the event loop."""
        self._viewing = Viewing(store, limits, settle, self.slices)
        self.sessions = Sessions(
            store,
            self._log,
            self.writer,
            self.auditing,
            self._joining,
            self._viewing,
            limits,
            settle,
            signer,
            report,
            note,
            self.slices,
        )
        self.sessions.on_closed = self.quotas.match_closed
        self.records = Records(self.sessions, self.auditing, self.jobs, settle)
        self.officials = Officials(self._log, self._joining, self.auditing)
        self.pausing = Pausing(self.auditing)
        self.sealing = Sealing(self.auditing)
        self.listing = Listing(store, self.sessions, self.access, signer)
        self.expiry = Expiry(store, self.sessions, self.officials, self.quotas, report)
        self._is_closed = False

    async def close(self) -> None:
        """End every subscription and job, and finish all writes. The caller closes the store."""
        if self._is_closed:
            return
        self._is_closed = True
        await self.jobs.close()
        await self.expiry.close()
        await self.auditing.close()
        await self.sessions.close()
        await self._log.close()

    # --- authentication ---

    async def enter(self, match_id: str, token: str, caller: Caller = IN_PROCESS) -> tuple[Session, Access]:
        """Return the session of a match and the access of the bearer of a token; raises `NoAccess`.

        Without a token the API key of the caller counts: of an official appointed by key, of the creator, or of an
        operator. Without either the bearer is a spectator, if the match admits them.
        """
        session = await self.sessions.get(match_id)
        access = session.tokens.get(token_hash(token)) if token else None
        if access is None and not token and caller.key is not None:
            access = session.access_by_key(caller.key)
        if access is None:
            if token or not session.policy.spectators:
                raise NoAccess
            access = Access(match_id, "spectator")
        return session, access

    async def authenticate(self, match_id: str, token: str, caller: Caller = IN_PROCESS) -> Access:
        """Return the access of the bearer of a token; raises `NoAccess`."""
        _, access = await self.enter(match_id, token, caller)
        return access

    # --- matches and seats ---

    async def create(
        self,
        charter: Charter,
        policy: Policy = Policy(),  # noqa: B008 - frozen
        caller: Caller = IN_PROCESS,
        *,
        with_invite: bool = False,
        token: str = "",
        request_id: str = "",
    ) -> Created:
        """Create a match; raises a ValueError that says what is wrong with the charter.

        With a request id and a token, the id of the match follows from them, so that a repeated call returns the same
        match; `RequestIdReused` is raised if it asks for another one. Raises `NotAllowed` or `OverQuota` if this caller
        may not create a match, or not now.
        """
        self.access.check_create(caller)
        code = self._invite_code(token, request_id) if with_invite else ""
        policy = msgspec.structs.replace(policy, owner=caller.key_id, invite_hash=invite_hash(code))
        if request_id:
            match_id = repeatable_match_id(token, request_id)
            found = await self.sessions.find_created(match_id, token, charter, policy)
            if found is not None:
                return found._replace(invite_code=code)
        if caller is not IN_PROCESS:
            self.quotas.admit(caller, Activity.CREATE)
        created = await self.sessions.create(charter, policy, token, request_id)
        self.quotas.match_opened(created.match_id, caller.subject)
        return created._replace(invite_code=code)

    @staticmethod
    def _invite_code(token: str, request_id: str) -> str:
        """Return a new invite code, or the one that belongs to a request that may be repeated."""
        return repeatable_invite_code(token, request_id) if request_id else new_invite_code()

    async def join(
        self,
        match_id: str,
        seat: Seat | None,
        name: str,
        token: str = "",
        commitment: bytes = b"",
        *,
        caller: Caller = IN_PROCESS,
        invite: str = "",
        client: ClientInfo | None = None,
    ) -> Joined:
        """Take this seat, or the first free one, optionally with a commitment to entropy.

        The match begins when the last seat is taken and all entropy is revealed. A client that supplies its own token
        may repeat the call, and gets the seat it took. Raises `MayNotSit` for an official of the match, and
        `WrongInvite` without the invite code of a match that has one.
        """
        session = await self.sessions.get(match_id)
        check_may_sit(session, caller, token, invite)
        joined = await self._joining.join(session, seat, name, token, commitment, client)
        if caller.key_id:
            session.seat_keys[joined.seat] = caller.key_id
        return joined

    async def reveal(self, access: Access, entropy: bytes) -> None:
        """Reveal the entropy a seat committed to; returns when it is durable.

        Raises `EntropyRefused`, with nothing changed.
        """
        await self._joining.reveal(await self._seat_session(access), access.seat, entropy)

    async def describe(self, match_id: str) -> Description:
        """Return what anyone who knows the id of a match may know about it."""
        return (await self.sessions.get(match_id)).description

    # --- officials and tokens ---

    async def appoint(
        self,
        access: Access,
        role: OfficialRole,
        name: str,
        *,
        key_id: str = "",
        token: str = "",
        request: RequestTag | None = None,
    ) -> Appointed:
        """Appoint an official, who gets this token or a random one, or uses the API key with this id."""
        if key_id:
            self.access.check_official(key_id, role)
        session = await self._current(access)
        return await self.officials.appoint(session, access, role, name, key_id, token, request)

    async def rotate_token(self, access: Access, token: str = "", request: RequestTag | None = None) -> str:
        """Replace the token of its bearer and return the new one; the old one is no longer accepted."""
        return await self.officials.rotate(await self._current(access), access, token, request)

    async def revoke_official(
        self, access: Access, party: str, reason: str, request: RequestTag | None = None
    ) -> None:
        """Dismiss an official ("judge/1"); an official may also resign."""
        await self.officials.revoke(await self._current(access), access, party, reason, request)

    async def set_panel(
        self, access: Access, needed: int, members: Sequence[str], request: RequestTag | None = None
    ) -> None:
        """Let a panel rule on the appeals of a match, or one head judge again if there are no members."""
        await self.officials.set_panel(await self._current(access), access, needed, members, request)

    async def declare_result(
        self,
        access: Access,
        winners: Sequence[Seat],
        kinds: Sequence[ResultKind],
        reason: str,
        *,
        is_void: bool = False,
        request: RequestTag | None = None,
    ) -> None:
        """Declare the result of a match, which ends it, or correct the one that it has; without kinds, by ruling."""
        session = await self._current(access)
        by_ruling: ResultKind = "ruling"
        known = tuple(kinds) or (by_ruling,) * session.charter.seats
        result = ResultDeclared(access.party, reason, tuple(winners), is_void, known)
        await self.officials.declare_result(session, access, result, request)

    async def cancel(self, access: Access, reason: str, request: RequestTag | None = None) -> None:
        """Cancel a match that has not begun; for its organiser or arbiter, or an operator."""
        await self.officials.cancel(await self._current(access), access.party, reason, request)

    async def request_pause(
        self, access: Access, step: PauseStep, reason: str, request: RequestTag | None = None
    ) -> None:
        """Pause or resume a match; for a seat, propose that to the other seats."""
        await self.pausing.request(await self._current(access), access, step, reason, request)

    async def seal_answer(
        self, access: Access, question: int, answer: Answer | None, request: RequestTag | None = None
    ) -> Refused | None:
        """Seal the answer of a seat for an adjournment; return why the answer would be refused, or None."""
        session = await self._seat_session(access)
        return await self.sealing.seal(session, access, question, answer, request)

    async def answer_pause(
        self, access: Access, step: PauseStep, *, consents: bool, request: RequestTag | None = None
    ) -> None:
        """Agree to pause or resume a match, as another seat has proposed, or refuse it."""
        session = await self._current(access)
        await self.pausing.answer(session, access, step, consents=consents, request=request)

    async def extend_time(
        self, access: Access, seat: Seat, seconds: int, reason: str, request: RequestTag | None = None
    ) -> None:
        """Give a seat more time, for the question that it is asked or else for its next one; for an official."""
        session = await self._current(access)
        await self.pausing.extend(session, access, seat, seconds, reason, request)

    async def has_written(self, access: Access, request: RequestTag) -> bool:
        """Return whether a request has been carried out before; raises `RequestIdReused`."""
        return bool((await self._current(access)).requests.find(request))

    async def _current(self, access: Access) -> Session:
        session = await self.sessions.get(access.match_id)
        if not session.is_current(access):
            raise NoAccess
        return session

    def note_delivered(self, access: Access, frame: int) -> None:
        """Note that the client of a seat has acknowledged its frames up to this one, in a match with a clock."""
        session = self.sessions.find(access.match_id)
        if session is not None:
            session.clocks.delivered(access.seat, frame, asyncio.get_running_loop().time())

    # --- intents ---

    async def submit(self, access: Access, question: int, answer: Answer | None, key: str = "") -> Reply:
        """Answer a question; returns when the reply is durable. Raises `StoreError` if the answer was not stored.

        Cancelling the wait does not undo the answer.
        """
        session = await self._seat_session(access)
        return await self.writer.submit_and_wait(session, access, question, answer, key)

    def submit_nowait(
        self,
        access: Access,
        question: int,
        answer: Answer | None,
        key: str,
        on_reply: OnReply,
        *,
        with_receipt: bool = False,
    ) -> None:
        """Answer a question without waiting; `on_reply` is called once, possibly before this returns.

        `answer` is None for one that could not be decoded. Raises `NotAllowed` for anyone but a seat.
        """
        session = self.sessions.find(access.match_id)
        if session is not None:
            self.writer.submit(session, access, question, answer, key, on_reply, with_receipt=with_receipt)
        elif access.role != "seat":
            raise denial(access)
        else:

            def submit(loaded: Session) -> None:
                self.writer.submit(loaded, access, question, answer, key, on_reply, with_receipt=with_receipt)

            self.sessions.start(access.match_id, self._when_loaded(access, submit, on_reply))

    def say_nowait(self, access: Access, statement: Statement | None, key: str, on_reply: OnReply) -> None:
        """Make a statement without waiting; `on_reply` is called once, possibly before this returns.

        `statement` is None for one that could not be decoded. Raises `NotAllowed` for anyone but a seat.
        """
        session = self.sessions.find(access.match_id)
        if session is not None:
            self.writer.say(session, access, statement, key, on_reply)
        elif access.role != "seat":
            raise denial(access)
        else:

            def say(loaded: Session) -> None:
                self.writer.say(loaded, access, statement, key, on_reply)

            self.sessions.start(access.match_id, self._when_loaded(access, say, on_reply))

    async def _when_loaded(self, access: Access, act: Callable[[Session], None], on_reply: OnReply) -> None:
        """Load a match and act on it; whatever happens, there is a reply."""
        try:
            act(await self.sessions.get(access.match_id))
        except StoreError as error:
            on_reply(error)
        except Exception as fault:  # noqa: BLE001 - the caller must get a reply, whatever happened
            self._report(access.match_id, fault)
            on_reply(StoreFailed("whether the answer was accepted is unknown; try again with the same key"))

    async def say(self, access: Access, statement: Statement | None, key: str = "") -> Reply:
        """Make a statement; returns when the reply is durable. Raises `StoreError` if it was not stored."""
        return await self.writer.say_and_wait(await self._seat_session(access), access, statement, key)

    async def check(self, access: Access, question: int, answer: Answer | None) -> Refused | None:
        """Return why an answer would be refused, or None if it would be accepted. Changes and stores nothing."""
        while True:
            session = await self._seat_session(access)
            match = session.match
            if match is None or session.is_stopped:
                return session.closing_refusal
            if session.is_frozen:
                return Refused(Refusal.MATCH_FROZEN)
            if session.is_paused:
                return Refused(Refusal.MATCH_PAUSED)
            if not session.pending:
                found = match.check(access.seat, question, answer)
                return found if isinstance(found, Refused) else None
            # The answers of others must have no visible effect before they are durable.
            await self._log.put(())

    async def set_orders(self, access: Access, orders: Sequence[Order]) -> None:
        """Replace the standing orders of a seat; returns when the new ones are durable.

        Raises `BadOrder`, `NothingToAnswer` or `TooManyChanges`, and `NotAllowed` for anyone but a seat.
        """
        await self._ordering.set_orders(await self._seat_session(access), access.seat, orders)

    async def orders(self, access: Access) -> tuple[Order, ...]:
        """Return the standing orders of a seat that are in force."""
        found = (await self._seat_session(access)).orders.get(access.seat)
        return () if found is None else found.orders

    async def _seat_session(self, access: Access) -> Session:
        if access.role != "seat":
            raise denial(access)
        return await self._current(access)

    # --- feeds, views and receipts ---

    async def subscribe(
        self, access: Access, after: int, wake: Wake, *, with_view: bool = False
    ) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done.

        Raises `NoSuchFrame` if there is no frame `after` yet, and `TooManyReaders` if the feed has too many.
        """
        # Before the look is recorded, because a refused request must not leave a trace.
        self._viewing.check_readable(await self._current(access), access.viewer, after)
        session = await self._viewed(access, f"feed from frame {after + 1}")
        if with_view:
            await self.records.note_look(session, access, "view")
        return await self._viewing.subscribe(session, access.viewer, after, wake, with_view=with_view)

    async def frames(self, access: Access, after: int = 0) -> list[Frame]:
        """Return the frames after number `after`, up to now."""
        session = await self._viewed(access, f"feed from frame {after + 1}")
        return await self._viewing.frames(session, access.viewer, after)

    async def view(self, access: Access) -> TableView:
        """Return the table as this viewer knows it now."""
        return await self._viewing.view(await self._viewed(access, "view"), access)

    def clock(self, access: Access) -> ClockReading | None:
        """Return the clock of the question that a seat is asked now; None if there is none, or no time limit."""
        session = self.sessions.find(access.match_id)
        return None if session is None else self._viewing.clock(session, access.viewer)

    async def _viewed(self, access: Access, what: str) -> Session:
        """Return a session whose viewer is about to see something; that an official does is an audit entry."""
        session = await self._current(access)
        await self.records.note_look(session, access, what)
        return session

    async def receipt(self, access: Access) -> str:
        """Sign for everything this viewer was sent so far; raises `NotOpenYet` if there are no receipts for it."""
        session = await self.sessions.get(access.match_id)
        receipt = await self._viewing.receipt(session, access.viewer)
        if not receipt:
            raise NotOpenYet("receipts are available to seats and spectators only")
        return receipt

    async def receipt_after_answer(self, access: Access) -> str:
        """Sign as `receipt` does; empty if that fails, because the answer is stored and counts all the same."""
        try:
            return await self.receipt(access)
        except NotOpenYet:
            return ""
        except Exception as fault:  # noqa: BLE001 - an accepted answer must not look like one that failed
            self._report(access.match_id, fault)
            return ""

    async def receipts(self, session: Session) -> list[str]:
        """Sign for everything each seat was sent so far; empty if this server issues no receipts."""
        for seat in range(session.charter.seats):
            await self._viewing.keep_trees(session, seat)
        audit = session.audit_log.public
        found = [session.feeds.receipt(seat, audit) for seat in range(session.charter.seats)]
        return [receipt for receipt in found if receipt]
