"""The facade of the server: authenticates callers, looks up sessions, and hands them to the part that does the work.

`submitting` decides answers, `joining` seats players, `ordering` takes standing orders, `viewing` serves readers,
`auditing` writes signed entries, `match_records` opens the records of matches, and `sessions` keeps the matches in
memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.store import Store, StoreError, StoreFailed
from referee.log.writer import GroupCommit
from referee.match.charters import Settle, settle
from referee.proof.keys import MemoryKey, RefereeKeys
from referee.server.access import Access, NoAccess, token_hash
from referee.server.auditing import Auditing
from referee.server.errors import NotOpenYet
from referee.server.joining import Joining
from referee.server.match_records import Records
from referee.server.ordering import Ordering
from referee.server.receipts import ReceiptSigner
from referee.server.results import Created, Description, Joined, TableView
from referee.server.retries import Reply
from referee.server.session import OnReply, Session
from referee.server.sessions import Sessions
from referee.server.settings import Policy, ReportFault, SessionLimits
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
    ) -> None:
        signer = signer or ReceiptSigner(MemoryKey())
        self.keys: RefereeKeys = signer.keys
        """The keys of this referee."""
        self._report = report
        self._log = GroupCommit(store)
        self.writer = IntentWriter(self._log, report)
        self.auditing = Auditing(store, self._log, signer, settle, self.writer)
        self._joining = Joining(self._log, self.writer, self.auditing)
        self._ordering = Ordering(self._log, self.writer)
        self._viewing = Viewing(store, limits, settle)
        self.sessions = Sessions(
            store, self._log, self.writer, self._joining, self._viewing, limits, settle, signer, report
        )
        self.records = Records(self.sessions, self.auditing, settle)
        self._is_closed = False

    async def close(self) -> None:
        """End every subscription and finish all writes. The caller closes the store."""
        if self._is_closed:
            return
        self._is_closed = True
        await self.auditing.close()
        await self.sessions.close()
        await self._log.close()

    # --- authentication ---

    async def enter(self, match_id: str, token: str) -> tuple[Session, Access]:
        """Return the session of a match and the access of the bearer of a token; raises `NoAccess`.

        Without a token the bearer is a spectator, if the match admits them.
        """
        session = await self.sessions.get(match_id)
        access = session.tokens.get(token_hash(token))
        if access is None:
            if token or not session.policy.spectators:
                raise NoAccess
            access = Access(match_id, "spectator")
        return session, access

    async def authenticate(self, match_id: str, token: str) -> Access:
        """Return the access of the bearer of a token; raises `NoAccess`."""
        _, access = await self.enter(match_id, token)
        return access

    # --- matches and seats ---

    async def create(self, charter: Charter, policy: Policy = Policy()) -> Created:  # noqa: B008 - frozen
        """Create a match; raises a ValueError that says what is wrong with the charter."""
        return await self.sessions.create(charter, policy)

    async def join(
        self, match_id: str, seat: Seat | None, name: str, token: str = "", commitment: bytes = b""
    ) -> Joined:
        """Take this seat, or the first free one, optionally with a commitment to entropy.

        The match begins when the last seat is taken and all entropy is revealed. A client that supplies its own token
        may repeat the call, and gets the seat it took.
        """
        session = await self.sessions.get(match_id)
        return await self._joining.join(session, seat, name, token, commitment)

    async def reveal(self, access: Access, entropy: bytes) -> None:
        """Reveal the entropy a seat committed to; returns when it is durable.

        Raises `EntropyRefused`, with nothing changed.
        """
        await self._joining.reveal(await self._seat_session(access), access.seat, entropy)

    async def describe(self, match_id: str) -> Description:
        """Return what anyone who knows the id of a match may know about it."""
        return (await self.sessions.get(match_id)).description

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

        `answer` is None for one that could not be decoded. Raises `NoAccess` for anyone but a seat.
        """
        session = self.sessions.find(access.match_id)
        if session is not None:
            self.writer.submit(session, access, question, answer, key, on_reply, with_receipt=with_receipt)
        elif access.role != "seat":
            raise NoAccess
        else:
            work = self._submit_when_loaded(access, question, answer, key, on_reply, with_receipt)
            self.sessions.start(access.match_id, work)

    async def _submit_when_loaded(
        self,
        access: Access,
        question: int,
        answer: Answer | None,
        key: str,
        on_reply: OnReply,
        with_receipt: bool,
    ) -> None:
        try:
            session = await self.sessions.get(access.match_id)
            self.writer.submit(session, access, question, answer, key, on_reply, with_receipt=with_receipt)
        except StoreError as error:
            on_reply(error)
        except Exception as fault:  # noqa: BLE001 - the caller must get a reply, whatever happened
            self._report(access.match_id, fault)
            on_reply(StoreFailed("the answer was not accepted; try again with the same key"))

    async def check(self, access: Access, question: int, answer: Answer | None) -> Refused | None:
        """Return why an answer would be refused, or None if it would be accepted. Changes and stores nothing."""
        while True:
            session = await self._seat_session(access)
            match = session.match
            if match is None or session.is_stopped:
                return session.closing_refusal
            if session.is_frozen:
                return Refused(Refusal.MATCH_FROZEN)
            if not session.pending:
                found = match.check(access.seat, question, answer)
                return found if isinstance(found, Refused) else None
            # The answers of others must have no visible effect before they are durable.
            await self._log.put(())

    async def set_orders(self, access: Access, orders: Sequence[Order]) -> None:
        """Replace the standing orders of a seat; returns when the new ones are durable.

        Raises `BadOrder`, `NothingToAnswer` or `TooManyChanges`, and `NoAccess` for anyone but a seat.
        """
        await self._ordering.set_orders(await self._seat_session(access), access.seat, orders)

    async def orders(self, access: Access) -> tuple[Order, ...]:
        """Return the standing orders of a seat that are in force."""
        found = (await self._seat_session(access)).orders.get(access.seat)
        return () if found is None else found.orders

    async def _seat_session(self, access: Access) -> Session:
        if access.role != "seat":
            raise NoAccess
        return await self.sessions.get(access.match_id)

    # --- feeds, views and receipts ---

    async def subscribe(
        self, access: Access, after: int, wake: Wake, *, with_view: bool = False
    ) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done.

        Raises `NoSuchFrame` if there is no frame `after` yet, and `TooManyReaders` if the feed has too many.
        """
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

    async def _viewed(self, access: Access, what: str) -> Session:
        """Return a session whose viewer is about to see something; that an arbiter does is an audit entry."""
        session = await self.sessions.get(access.match_id)
        await self.records.note_look(session, access, what)
        return session

    async def receipt(self, access: Access) -> str:
        """Sign for everything this viewer was sent so far; raises `NotOpenYet` if there are no receipts for it."""
        session = await self.sessions.get(access.match_id)
        receipt = await self._viewing.receipt(session, access.viewer)
        if not receipt:
            raise NotOpenYet("receipts are available to seats and spectators only")
        return receipt

    async def receipts(self, session: Session) -> list[str]:
        """Sign for everything each seat was sent so far; empty if this server issues no receipts."""
        for seat in range(session.charter.seats):
            await self._viewing.keep_trees(session, seat)
        found = [session.feeds.receipt(seat) for seat in range(session.charter.seats)]
        return [receipt for receipt in found if receipt]
