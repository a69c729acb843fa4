"""The desk: all matches of a server on its store.

**Durable before told.** An intent is decided in memory at once, but its reply and its frames go out only when its
entry is on the disk. If the write fails nobody is told anything: the match is dropped from memory and built again
from the store when somebody speaks of it.

**Nothing to cancel.** Deciding and storing happen in callbacks, not in the caller's task: a caller that gives up,
gives up waiting. Its retry, known by the intent's key, gets the reply.

**Memory.** A match nobody speaks of is dropped after a while and rebuilt on demand, by running its script
over its log, so a restart has nothing to load.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import msgspec

from referee.feeds.frames import Frame
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.chain import GENESIS, link
from referee.log.records import (
    NO_SEAT,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchOpened,
    MatchRow,
    Record,
    SeatTaken,
)
from referee.log.store import Store, StoreError, StoreFailed
from referee.log.writer import GroupCommit
from referee.match.access import Access, NoAccess, hash_of, new_match_id, new_token
from referee.match.charters import Settle, settle
from referee.match.clerk import Clerk
from referee.match.entries import decode_charter, encode
from referee.match.forms import (
    NAME_LENGTH,
    Created,
    Description,
    Joined,
    Limits,
    Look,
    NoSuchFrame,
    NotOpenYet,
    Report,
    TooManyReaders,
)
from referee.match.intents import (
    REJECTIONS_KEPT,
    Reply,
    Sent,
    is_key,
    rejected_body,
    sent,
)
from referee.match.live import Answered, Live, Pending, cut_again, feeds_of, rebuild_live, settle_reply
from referee.match.match import Decided, Match, Mismatch
from referee.match.orders import Order
from referee.match.replays import write_replay
from referee.match.rooms import Policy, Room, SeatNotFree, read_stored
from referee.match.subscriptions import Close, Subscription, Wake
from referee.match.verdicts import Verdict, verify_entries

_SWEEP_SECONDS = 1.0


class Desk:
    """All matches of a server. To be made and used on one event loop."""

    def __init__(
        self,
        store: Store,
        *,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        settle: Settle = settle,
        report: Report = lambda match, fault: None,
    ) -> None:
        self._store = store
        self._limits = limits
        self._settle = settle
        self._report = report
        self._writer = GroupCommit(store)
        self._clerk = Clerk(self._put, self._store_answer, self._stop)
        self._loop = asyncio.get_running_loop()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    async def close(self) -> None:
        """End every stream and finish what is being stored. The store stays the caller's to close."""
        if self._is_closed:
            return
        self._is_closed = True
        self._sweeper.cancel()
        for room in self._rooms.values():
            for reader in room.all_readers():
                reader.end(Close.SHUT_DOWN)
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await self._writer.close()

    # --- matches and seats ---

    async def create(self, charter: Charter, policy: Policy = Policy()) -> Created:  # noqa: B008 - frozen
        """Open a match. Raises a ValueError that says what is wrong with the charter."""
        body = encode(self._settle(charter).charter)
        match, token, at = new_match_id(), new_token(), _now()
        row = MatchRow(match, at, charter.game, encode(policy), "open", 0, "")
        arbiter = SeatTaken(match, NO_SEAT, "arbiter", hash_of(token), "", at)
        first = MatchOpened(match, at, row.game, body, link(GENESIS, body), row.policy)
        await self._writer.put((first, arbiter))
        room = self._rooms[match] = Room(row, charter, [arbiter])
        room.live = Live(Match(self._settle(charter), viewers=feeds_of(charter.seats)))
        self._touch(room)
        return Created(match, token)

    async def join(self, match: str, seat: Seat | None, name: str, token: str = "") -> Joined:
        """Take this seat, or the first free one. The match begins when the last seat is taken.

        Whoever brings a token of its own may ask again, and has the seat it took.
        """
        room = await self._room(match)
        token = token or new_token()
        if hash_of(token) in room.access:
            # What the first call took may still be on its way to the disk, and may not arrive there.
            await self._writer.put(())
        had = room.access.get(hash_of(token))
        if had is not None:
            if had.role != "seat" or seat not in (None, had.seat):
                raise SeatNotFree("this token is in use for another place; draw a new one for each seat")
            return Joined(had.seat, token)
        taken = SeatTaken(match, room.free_seat(seat), "seat", hash_of(token), name[:NAME_LENGTH], _now())
        stored: asyncio.Future[None] = self._loop.create_future()
        # Nothing waits between looking for a free seat and taking it, so two cannot take the same.
        self._seat(room, taken, stored)
        await stored
        return Joined(taken.seat, token)

    def _seat(self, room: Room, taken: SeatTaken, stored: asyncio.Future[None]) -> None:
        """Give somebody a seat, and begin the match if it was the last one."""
        room.admit(taken)
        room.pins += 1
        live = room.live
        records: list[Record] = [taken]
        begun = live.match.begin() if live is not None and live.match.seq == 0 and room.is_full else None
        if live is not None and isinstance(begun, Decided):
            at = _now()
            records.append(EntryAppended(room.match, begun.seq, NO_SEAT, "", at, begun.body, begun.hash))
            live.heed(begun)
        elif begun is not None and live is not None:
            records.append(self._stop(room, live))
        self._put(records, partial(self._seated, room, live, taken, begun, stored))
        if live is not None and live.orders:
            self._clerk.obey(room, live)

    def _seated(
        self,
        room: Room,
        live: Live | None,
        taken: SeatTaken,
        begun: Decided | Refused | None,
        stored: asyncio.Future[None],
        error: StoreError | None,
    ) -> None:
        room.pins -= 1
        if error is not None:
            room.dismiss(taken)
            if begun is not None and room.live is live:
                room.lose_live()
        elif live is not None and isinstance(begun, Decided):
            self._tell(room, live, begun)
        if not stored.cancelled():
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(error)

    async def authenticate(self, match: str, token: str) -> Access:
        """Say who bears this token; without a token, a spectator where the match admits them. Raises `NoAccess`."""
        room = await self._room(match)
        found = room.access.get(hash_of(token))
        if found is None:
            if token or not room.policy.spectators:
                raise NoAccess
            found = Access(match, "spectator")
        return found

    async def describe(self, match: str) -> Description:
        """Say what a match is, to whoever knows its id."""
        room = await self._room(match)
        charter = msgspec.structs.replace(room.charter, seed="")
        return Description(match, charter, room.policy, dict(room.names), room.status)

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
        room = self._rooms.get(access.match)
        if room is None or (room.live is None and not room.is_stopped):
            self._start(access.match, self._decide_later(access, question, answer, key, done))
        else:
            self._decide(room, access.seat, question, answer, key, done)

    async def _decide_later(
        self, access: Access, question: int, answer: Answer | None, key: str, done: Answered
    ) -> None:
        try:
            room = await self._room(access.match)
            self._decide(room, access.seat, question, answer, key, done)
        except StoreError as error:
            done(error)
        except Exception as fault:  # noqa: BLE001 - whoever waits must be told, whatever it was
            self._report(access.match, fault)
            done(StoreFailed("the answer was not taken; try again with the same key"))

    def _decide(
        self, room: Room, seat: Seat, question: int, answer: Answer | None, key: str, done: Answered
    ) -> None:
        self._touch(room)
        live = room.live
        if live is None:
            done(Reply(question, Refused(Refusal.MATCH_STOPPED)))
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
            self._refuse(room, live, seat, intent, Refused(Refusal.MATCH_STOPPED), done)
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
                self._clerk.obey(room, live)

    def _store_answer(self, room: Room, live: Live, pending: Pending, key: str) -> None:
        """Have an answer made durable; until then nobody is told."""
        at = _now()
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
            live.tell(decided.frames)
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
            records.append(IntentRejected(room.match, seat, intent.key, _now(), body, told))
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
        return MatchClosed(room.match, _now(), "faulted", type(fault).__name__)

    async def check(self, access: Access, question: int, answer: Answer | None) -> Refused | None:
        """Say why an answer would be refused, or None if it would be taken. Changes nothing, keeps nothing."""
        if access.role != "seat":
            raise NoAccess
        while True:
            room = await self._room(access.match)
            live = room.live
            if live is None or room.is_stopped:
                return Refused(Refusal.MATCH_STOPPED)
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
        await self._clerk.take_orders(await self._room(access.match), access.seat, orders)

    async def orders(self, access: Access) -> tuple[Order, ...]:
        """The standing orders of a seat that hold now."""
        if access.role != "seat":
            raise NoAccess
        live = (await self._room(access.match)).live
        standing = None if live is None else live.orders.get(access.seat)
        return () if standing is None else standing.orders

    def is_answered(self, access: Access, question: int) -> bool:
        """Say whether an order has answered a question of this seat, as far as it can be said at once."""
        room = self._rooms.get(access.match)
        live = None if room is None else room.live
        if live is None or access.seat not in live.orders:
            return False
        return live.remembered[access.seat].answered >= question

    # --- feeds and views ---

    async def subscribe(self, access: Access, after: int, wake: Wake) -> Subscription:
        """Read a feed from frame `after` + 1 on. Call `leave` on the subscription when done with it.

        Raises `NoSuchFrame` if `after` was never told, `TooManyReaders` when the feed has too many.
        """
        room = await self._room(access.match)
        viewer = access.viewer
        readers = room.readers.setdefault(viewer, [])
        if len(readers) >= (self._limits.spectators if viewer == SPECTATOR else self._limits.readers):
            raise TooManyReaders(f"this feed has {len(readers)} readers already; end one of them first")
        if room.live is not None:
            _check_told(room.live, viewer, after)
        reader = Subscription(viewer, after, self._limits.lag_frames, wake, room.leave)
        readers.append(reader)
        try:
            await self._catch_up(room, reader)
        except BaseException:
            reader.leave()
            raise
        return reader

    async def frames(self, access: Access, after: int = 0) -> list[Frame]:
        """The frames told after number `after`, up to now."""
        room = await self._room(access.match)
        if room.live is None:
            return []
        _check_told(room.live, access.viewer, after)
        return await self._feed(room.match, room.live, access.viewer, after)

    async def look(self, access: Access) -> Look:
        """The table as this viewer knows it now."""
        room = await self._room(access.match)
        found = self.glance(access)
        if found is None:
            live = room.live
            if live is None:
                raise NotOpenYet("this match was stopped and cannot be shown; ask the official")
            live.keep_view(access.viewer, await self._feed(room.match, live, access.viewer, 0))
            found = _look(live, access)
        return found

    def glance(self, access: Access) -> Look | None:
        """What `look` would give, or None where it would have to wait: the first time, and after a rebuild."""
        room = self._rooms.get(access.match)
        live = None if room is None else room.live
        return None if live is None or live.view(access.viewer) is None else _look(live, access)

    async def _catch_up(self, room: Room, reader: Subscription) -> None:
        """Bring a reader to what was told last; if the match leaves the memory meanwhile, its return will do so."""
        live = room.live
        if live is not None:
            frames = await self._feed(room.match, live, reader.viewer, reader.number)
            if room.live is not live:
                return
            reader.catch_up(frames, self._loop.time())
            last = live.last_told(reader.viewer)
            if last is not None and last.outcome is not None:
                reader.end(Close.MATCH_OVER)
        if room.is_stopped:
            reader.end(Close.MATCH_STOPPED)

    async def _feed(self, match: str, live: Live, viewer: Seat, after: int) -> list[Frame]:
        """All frames told after number `after`. Nothing is awaited after the last look, so nothing is missing."""
        frames: list[Frame] = []
        while (rest := live.tail(viewer, after)) is None:
            entries = await asyncio.to_thread(self._store.entries, match)
            frames += await cut_again(entries, viewer, after, live.told(viewer), self._settle)
            after = frames[-1].number
        return frames + rest

    # --- proofs ---

    async def replay(self, access: Access) -> str:
        """The replay file of a match: for its arbiter at any time, for everyone else when it has ended."""
        room, entries = await self._opened_log(access)
        return write_replay(entries, names=room.names)

    async def verify(self, access: Access) -> Verdict:
        """Run a match again and compare everything with its log; open to those who may have the replay."""
        _, entries = await self._opened_log(access)
        return verify_entries(entries, settle=self._settle)

    async def _opened_log(self, access: Access) -> tuple[Room, list[EntryAppended]]:
        room = await self._room(access.match)
        if access.role != "arbiter" and room.status == "open":
            raise NotOpenYet("the match goes on; its replay is open when it has ended")
        return room, await asyncio.to_thread(self._store.entries, access.match)

    # --- memory and time ---

    async def _room(self, match: str) -> Room:
        """The room of a match, with the match in memory unless it cannot be played on."""
        room = self._rooms.get(match)
        if room is None or (room.live is None and not room.is_stopped):
            loading = self._loading.get(match)
            if loading is None:
                loading = self._loading[match] = self._loop.create_task(self._load(match))
                loading.add_done_callback(partial(self._loaded, match))
            room = await asyncio.shield(loading)
        self._touch(room)
        return room

    async def _load(self, match: str) -> Room:
        """Build a match from the store. Every fact and draw is compared with the log on the way."""
        stored = await asyncio.to_thread(read_stored, self._store, match)
        if stored is None:
            raise NoAccess
        room = self._rooms.get(match)
        if room is None:
            charter = decode_charter(stored.entries[0].body)
            room = self._rooms[match] = Room(stored.row, charter, stored.seats)
        try:
            live = await rebuild_live(stored.entries, stored.orders, room.charter.seats, self._settle)
        except Mismatch as mismatch:
            # Not written down: a referee whose rules are mended may be able to go on.
            self._report(match, mismatch)
            room.is_lost = False
            room.stop()
            return room
        live.reload_refusals(stored.rejections)
        room.live = live
        room.is_lost = False
        room.start_clocks(live.match.questions, self._loop.time())
        self._clerk.obey(room, live)
        for reader in room.all_readers():
            await self._catch_up(room, reader)
        return room

    def _sweep(self) -> None:
        """Look after every room once a second, whatever goes wrong with one of them."""
        now = self._loop.time()
        for room in list(self._rooms.values()):
            try:
                self._look_after(room, now)
            except Exception as fault:  # noqa: BLE001 - the other rooms are to be looked after too
                self._report(room.match, fault)
        self._let_go(now)
        self._sweeper = self._loop.call_later(_SWEEP_SECONDS, self._sweep)

    def _look_after(self, room: Room, now: float) -> None:
        """Answer for seats whose time ran out, cut off readers that lag, bring back a match that was lost."""
        for seat in [seat for seat, end in room.deadlines.items() if end <= now]:
            self._clerk.run_out(room, seat)
        for reader in room.all_readers():
            if reader.is_lagging(now, self._limits.lag_seconds):
                reader.end(Close.LAGGING)
        if room.is_lost:
            self._start(room.match, self._room(room.match))

    def _let_go(self, now: float) -> None:
        """Drop matches from memory that nobody speaks of, or that are too many."""
        limits = self._limits
        idle = [room for room in self._rooms.values() if now - room.touched >= limits.idle_seconds]
        too_many = len(self._rooms) - limits.live_matches
        if too_many > len(idle):
            idle = sorted(self._rooms.values(), key=lambda room: room.touched)[:too_many]
        for room in idle:
            if room.is_idle and room.match not in self._loading:
                room.drop_live()
                if not room.all_readers():
                    del self._rooms[room.match]

    def _touch(self, room: Room) -> None:
        room.touched = self._loop.time()

    def _put(self, records: list[Record], done: Callable[[StoreError | None], object]) -> None:
        try:
            self._writer.put_nowait(records, done)
        except StoreError as error:
            done(error)

    def _start(self, match: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something for a match that nobody waits for."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._finished, match))

    def _finished(self, match: str, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, Exception):
            self._report(match, fault)

    def _loaded(self, match: str, task: asyncio.Task[Room]) -> None:
        del self._loading[match]
        if not task.cancelled():
            # Looked at, so that it is not reported as forgotten when whoever waited for it has gone.
            task.exception()


def _now() -> int:
    return time.time_ns() // 1_000_000


def _check_told(live: Live, viewer: Seat, after: int) -> None:
    told = live.told(viewer)
    if not 0 <= after <= told:
        raise NoSuchFrame(f"this feed has {told} frames so far; resume after one of them, or after 0 for all")


def _look(live: Live, access: Access) -> Look:
    view = live.view(access.viewer)
    last = live.last_told(access.viewer)
    assert view is not None
    if last is None:
        return Look(0, view.state, None, (), None)
    question = last.question
    if question is not None and live.remembered[access.seat].answered >= question.number:
        question = None
    return Look(last.number, view.state, question, last.waiting_for, last.outcome)
