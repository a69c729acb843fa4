"""The desk: where everyone comes who wants something of a match, and all matches of a server on its store.

It knows who may do what, and passes it on: the `hall` has the rooms, the `judge` decides what is sent, its `clerk`
answers for those who do not, the `gallery` shows what happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import msgspec

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, EntryAppended, MatchOpened, MatchRow, SeatTaken
from referee.log.store import Store, StoreError, StoreFailed
from referee.log.writer import GroupCommit
from referee.match.charters import Settle, settle
from referee.match.entries import encode
from referee.match.entropy import EntropyRefused
from referee.match.match import Match
from referee.proof.keys import Keys, LooseKey
from referee.replay.verification import Verification, verify_entries
from referee.replay.writing import write_replay
from referee.server.access import Access, NoAccess, hash_of, new_match_id, new_token
from referee.server.court import Court
from referee.server.forms import (
    Created,
    Description,
    Joined,
    Limits,
    Look,
    NotOpenYet,
    Report,
    Standing,
)
from referee.server.gallery import Gallery, glance
from referee.server.hall import Hall
from referee.server.intents import Reply
from referee.server.judge import Judge, no_longer_played
from referee.server.live import Answered, feeds_of, new_live, settle_reply
from referee.server.orders import Order
from referee.server.receipts import Notary, Tally
from referee.server.rooms import Policy, Room, SeatNotFree, now_ms
from referee.server.subscriptions import Subscription, Wake


class Desk:
    """All matches of a server. To be made and used on one event loop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        settle: Settle = settle,
        notary: Notary | None = None,
        report: Report = lambda match, fault: None,
    ) -> None:
        self._store = store
        self._settle = settle
        self._notary = notary or Notary(LooseKey())
        self._report = report
        self._writer = GroupCommit(store)
        self._judge = Judge(self._writer, report)
        self._gallery = Gallery(store, limits, settle)
        self._hall = Hall(
            store, self._judge.usher, self._gallery, limits, settle, self._notary, report, self._begin_without
        )
        self.court = Court(store, self._writer, self._notary, settle, self._hall)
        """Where cases are heard: for those who know who may do what."""
        self._loop = asyncio.get_running_loop()
        self._is_closed = False

    async def close(self) -> None:
        """End every stream and finish what is being stored. The store stays the caller's to close."""
        if self._is_closed:
            return
        self._is_closed = True
        await self.court.close()
        await self._hall.close()
        await self._writer.close()

    # --- matches and seats ---

    async def create(self, charter: Charter, policy: Policy = Policy()) -> Created:  # noqa: B008 - frozen
        """Open a match. Raises a ValueError that says what is wrong with the charter."""
        body = encode(self._settle(charter).charter)
        match, token, at = new_match_id(), new_token(), now_ms()
        row = MatchRow(match, at, charter.game, encode(policy), "open", 0, "")
        arbiter = SeatTaken(match, NO_SEAT, "arbiter", hash_of(token), "", at)
        first = MatchOpened(match, at, row.game, body, link(GENESIS, body), row.policy)
        await self._writer.put((first, arbiter))
        room = self._hall.rooms[match] = Room(row, charter, [arbiter])
        opened = Match(self._settle(charter), viewers=feeds_of(charter.seats))
        room.live = new_live(opened, self._notary)
        room.touched = self._loop.time()
        return Created(match, token)

    async def join(
        self, match: str, seat: Seat | None, name: str, token: str = "", commitment: bytes = b""
    ) -> Joined:
        """Take this seat, or the first free one, with or without a commitment to entropy for the luck.

        The match begins when the last seat is taken; if some have committed, when they have revealed what to. Whoever
        brings a token of its own may ask again, and has the seat it took.
        """
        room = await self._hall.room(match)
        token = token or new_token()
        if hash_of(token) in room.access:
            # What the first call took may still be on its way to the disk, and may not arrive there.
            await self._writer.put(())
        had = room.access.get(hash_of(token))
        if had is not None:
            if had.role != "seat" or seat not in (None, had.seat):
                raise SeatNotFree("this token is in use for another place; draw a new one for each seat")
            pledge = room.pledges.get(had.seat)
            if commitment != (b"" if pledge is None else pledge.commitment):
                raise EntropyRefused("this seat was taken with another commitment; that cannot be changed")
            return Joined(had.seat, token)
        taken = SeatTaken(match, room.free_seat(seat), "seat", hash_of(token), name, now_ms())
        stored: asyncio.Future[None] = self._loop.create_future()
        # Nothing waits between looking for a free seat and taking it, so two cannot take the same.
        self._judge.usher.seat(room, taken, commitment, stored)
        await stored
        return Joined(taken.seat, token)

    async def reveal(self, access: Access, entropy: bytes) -> None:
        """Open what a seat committed to; returns when it is durable. Raises `EntropyRefused`, with nothing changed."""
        if access.role != "seat":
            raise NoAccess
        room = await self._hall.room(access.match)
        stored: asyncio.Future[None] = self._loop.create_future()
        self._judge.usher.reveal(room, access.seat, entropy, stored)
        await stored

    async def _begin_without(self, room: Room) -> None:
        """Let a match begin though not everyone has revealed; who has not is written down first."""
        room.reveal_by = None
        try:
            await self.court.withheld(room)
        finally:
            self._judge.usher.resume(room)

    async def authenticate(self, match: str, token: str) -> Access:
        """Say who bears this token; without a token, a spectator where the match admits them. Raises `NoAccess`."""
        room = await self._hall.room(match)
        found = room.access.get(hash_of(token))
        if found is None:
            if token or not room.policy.spectators:
                raise NoAccess
            found = Access(match, "spectator")
        return found

    async def describe(self, match: str) -> Description:
        """Say what a match is, to whoever knows its id."""
        room = await self._hall.room(match)
        charter = msgspec.structs.replace(room.charter, seed="")
        commitment = link(GENESIS, encode(room.charter))
        return Description(
            match,
            charter,
            room.policy,
            dict(room.names),
            room.status,
            commitment,
            _standing(room),
            room.standing,
        )

    def standing(self, match: str, since: int) -> tuple[int, Standing] | None:
        """What stands beside a match if that has changed since its version `since`; with the version now."""
        room = self._hall.rooms.get(match)
        if room is None or room.standing == since:
            return None
        return room.standing, _standing(room)

    # --- intents ---

    async def submit(self, access: Access, question: int, answer: Answer | None, key: str = "") -> Reply:
        """Answer a question; returns when the answer is durable or refused. Raises `StoreError` if it was not stored.

        Cancelling the wait does not undo the answer.
        """
        outcome: asyncio.Future[Reply] = self._loop.create_future()
        self.decide(access, question, answer, key, partial(settle_reply, outcome))
        return await outcome

    def decide(self, access: Access, question: int, answer: Answer | None, key: str, done: Answered) -> None:
        """Answer a question without waiting: `done` is called once, on the event loop, perhaps before this returns.

        `answer` is None for one that could not be read. Raises `NoAccess` for anyone but a seat.
        """
        if access.role != "seat":
            raise NoAccess
        room = self._hall.found(access.match)
        if room is None:
            self._hall.start(access.match, self._decide_later(access, question, answer, key, done))
        else:
            self._judge.decide(room, access.seat, question, answer, key, done)

    async def _decide_later(
        self, access: Access, question: int, answer: Answer | None, key: str, done: Answered
    ) -> None:
        try:
            room = await self._hall.room(access.match)
            self._judge.decide(room, access.seat, question, answer, key, done)
        except StoreError as error:
            done(error)
        except Exception as fault:  # noqa: BLE001 - whoever waits must be told, whatever it was
            self._report(access.match, fault)
            done(StoreFailed("the answer was not taken; try again with the same key"))

    async def check(self, access: Access, question: int, answer: Answer | None) -> Refused | None:
        """Say why an answer would be refused, or None if it would be taken. Changes nothing, keeps nothing."""
        if access.role != "seat":
            raise NoAccess
        while True:
            room = await self._hall.room(access.match)
            live = room.live
            if live is None or room.is_stopped:
                return no_longer_played(room)
            if room.is_frozen:
                return Refused(Refusal.MATCH_FROZEN)
            if not live.pending:
                found = live.match.check(access.seat, question, answer)
                return found if isinstance(found, Refused) else None
            # What others have just done is not to be felt before it is durable.
            await self._writer.put(())

    async def set_orders(self, access: Access, orders: Sequence[Order]) -> None:
        """Leave standing orders, in place of all that were left before; returns when they are durable.

        Raises `BadOrder`, `NothingToAnswer` or `TooManyChanges`, and `NoAccess` for anyone but a seat.
        """
        if access.role != "seat":
            raise NoAccess
        await self._judge.clerk.take_orders(await self._hall.room(access.match), access.seat, orders)

    async def orders(self, access: Access) -> tuple[Order, ...]:
        """The standing orders of a seat that hold now."""
        if access.role != "seat":
            raise NoAccess
        live = (await self._hall.room(access.match)).live
        standing = None if live is None else live.orders.get(access.seat)
        return () if standing is None else standing.orders

    def is_answered(self, access: Access, question: int) -> bool:
        """Say whether an order has answered a question of this seat, as far as it can be said at once."""
        room = self._hall.rooms.get(access.match)
        live = None if room is None else room.live
        if live is None or access.seat not in live.orders:
            return False
        return live.remembered[access.seat].answered >= question

    # --- feeds and views ---

    async def subscribe(self, access: Access, after: int, wake: Wake) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done with it.

        Raises `NoSuchFrame` if `after` was never told, `TooManyReaders` when the feed has too many.
        """
        room = await self._hall.room(access.match)
        await self._note_look(room, access, f"feed from frame {after + 1}")
        return await self._gallery.subscribe(room, access.viewer, after, wake)

    async def frames(self, access: Access, after: int = 0) -> list[Frame]:
        """The frames told after number `after`, up to now."""
        room = await self._hall.room(access.match)
        await self._note_look(room, access, f"feed from frame {after + 1}")
        return await self._gallery.frames(room, access.viewer, after)

    async def look(self, access: Access) -> Look:
        """The table as this viewer knows it now."""
        room = await self._hall.room(access.match)
        await self._note_look(room, access, "view")
        return await self._gallery.look(room, access)

    async def _note_look(self, room: Room, access: Access, what: str) -> None:
        """Write down that somebody is about to see more than a seat may, before anything is shown."""
        if access.role == "arbiter":
            await self.court.looked(room, what)

    def glance(self, access: Access) -> Look | None:
        """What `look` would give, or None where it would have to wait: the first time, and after a rebuild."""
        room = self._hall.rooms.get(access.match)
        return None if room is None else glance(room, access)

    # --- proofs ---

    async def receipt(self, access: Access) -> str:
        """Sign for all that this viewer was told so far. Raises `NotOpenYet` where the referee does not sign."""
        room = await self._hall.room(access.match)
        await self._gallery.keep_tally(room, access.viewer)
        receipt = self.receipt_now(access)
        if not receipt:
            raise NotOpenYet("there are no receipts for this; seats and spectators of a match get them")
        return receipt

    async def receipts(self, room: Room) -> list[str]:
        """Sign for all that each seat was told so far; nothing where the referee does not sign."""
        seats = [Access(room.match, "seat", seat) for seat in range(room.charter.seats)]
        for seat in seats:
            await self._gallery.keep_tally(room, seat.viewer)
        return [receipt for seat in seats if (receipt := self.receipt_now(seat))]

    def receipt_now(self, access: Access) -> str:
        """What `receipt` would give, or nothing where it would have to wait or refuse."""
        tally = self._tally(access.match)
        if tally is None or not tally.has(access.viewer):
            return ""
        return self._notary.receipt(access.match, tally, access.viewer, tally.now(access.viewer))

    def _tally(self, match: str) -> Tally | None:
        room = self._hall.rooms.get(match)
        return None if room is None or room.live is None else room.live.tally

    @property
    def published_keys(self) -> str:
        """The key file of this referee."""
        return self._notary.keys.published

    def receipt_with(self, access: Access, frame: int) -> str:
        """The receipt that goes out with a frame of this viewer; empty with most."""
        tally = self._tally(access.match)
        mark = None if tally is None else tally.boundary(access.viewer)
        if tally is None or mark is None or mark.size != frame:
            return ""
        return self._notary.receipt(access.match, tally, access.viewer, mark)

    async def replay(self, access: Access) -> str:
        """The replay file of a match: for its arbiter at any time, for everyone else when it has ended."""
        room, entries = await self.record(access, "replay")
        return write_replay(entries, names=room.names)

    async def verify(self, access: Access) -> Verification:
        """Run a match again and compare everything with its log; open to those who may have the replay."""
        room = await self._hall.room(access.match)
        await self.check_open(room, access)
        await self._note_look(room, access, "verdict")
        entries = await self.court.entries(room)
        return await asyncio.to_thread(verify_entries, entries, settle=self._settle)

    async def record(self, access: Access, what: str) -> tuple[Room, list[EntryAppended]]:
        """All entries of a match, for those who may have them; that they were had is written down first."""
        room = await self._hall.room(access.match)
        await self.check_open(room, access)
        if access.role == "seat":
            await self.court.opened(room, access)
        else:
            await self._note_look(room, access, what)
        return room, await self.court.entries(room)

    async def check_open(self, room: Room, access: Access) -> None:
        """See that somebody may know everything: the arbiter always, everyone who sat there when it is over."""
        if access.role == "spectator":
            raise NoAccess
        if access.role == "seat" and not await self.is_over(room):
            raise NotOpenYet("the match goes on; its replay is open when it has ended")

    async def is_over(self, room: Room) -> bool:
        """Say whether nothing more will happen: a match that goes on as another is not over before that one is.

        They share their luck. So do all forks of one match.
        """
        return (await self.last_of(room)).status != "open"

    async def last_of(self, room: Room) -> Room:
        """The match that goes on in this one's place, if one does."""
        while (successor := room.ledger.docket.successor) is not None:
            room = await self._hall.room(successor.match)
        return room

    async def room(self, match: str) -> Room:
        """The room of a match, for those who write beside it."""
        return await self._hall.room(match)

    @property
    def keys(self) -> Keys:
        """The keys this referee signs with."""
        return self._notary.keys


def _standing(room: Room) -> Standing:
    return Standing(room.ledger.docket, room.charter.seats, room.awaited, room.is_doubted)
