"""The two streams: Watch follows one match, Play carries any number of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from referee.log.store import StoreError
from referee.server.access import Access
from referee.server.desk import Desk
from referee.server.intents import Reply
from referee.server.subscriptions import Close
from referee.wire.codec import Codec, codec_of
from referee.wire.describe import match_message
from referee.wire.guard import SHUTTING_DOWN, Code, Context, Refuse, Status, status_of
from referee.wire.lines import LAGGING, Line, Lines
from referee.wire.orders import read_orders
from referee.wire.outbox import Feed, Outbox
from referee.wire.structs import Malformed, content_head, delimited, number_head, varint
from referee_api.v1 import referee_pb2 as api

SEATS_A_STREAM = 4096
"""How many handles one Play stream may have in use."""

_STOPPED = Status(
    Code.INTERNAL, "The referee stopped this match because of a fault of its own; ask the official."
)
_SUPERSEDED = Status(
    Code.FAILED_PRECONDITION, "Another match goes on in this one's place; its standing says which."
)
_CLOSES = {
    Close.MATCH_STOPPED: _STOPPED,
    Close.SUPERSEDED: _SUPERSEDED,
    Close.LAGGING: LAGGING,
    Close.SHUT_DOWN: SHUTTING_DOWN,
}


def _content(message: Any, field: str) -> bytes:
    return content_head(message.DESCRIPTOR.fields_by_name[field])


def _number(message: Any, field: str) -> bytes:
    return number_head(message.DESCRIPTOR.fields_by_name[field])


_WATCH_FRAMES = _content(api.WatchResponse, "frames")
_WATCH_STANDING = _content(api.WatchResponse, "standing")
_PLAY_STANDINGS = _content(api.PlayResponse, "standings")
_STANDING_HANDLE = _number(api.MatchStanding, "handle")
_STANDING_STANDING = _content(api.MatchStanding, "standing")
_PLAY_FRAMES = _content(api.PlayResponse, "frames")
_PLAY_REPLIES = _content(api.PlayResponse, "replies")
_FRAME_HANDLE = _number(api.MatchFrame, "handle")
_FRAME_FRAME = _content(api.MatchFrame, "frame")
_REPLY_HANDLE = _number(api.Reply, "handle")
_REPLY_QUESTION = _number(api.Reply, "question")
_REPLY_KEY = _content(api.Reply, "key")
_REPLY_REFUSED = _content(api.Reply, "refused")
_REPLY_RECEIPT = _content(api.Reply, "receipt")
_REPLY_ACCEPTED = delimited(_content(api.Reply, "accepted"), b"")


# --- Watch ---


class _Watcher(Outbox):
    """One Watch stream."""

    def __init__(self, desk: Desk, line: Line) -> None:
        super().__init__(desk, line)
        self._is_over = False

    @property
    def is_done(self) -> bool:
        return self._is_over or self._line.status is not None

    def standing_part(self, feed: Feed, standing: bytes) -> bytes:
        return delimited(_WATCH_STANDING, standing)

    def closed(self, feed: Feed, reason: Close | None) -> None:
        if reason is Close.MATCH_OVER:
            self._is_over = True
        elif reason is not None:
            self._line.end(_CLOSES[reason])
        self._line.wake()


async def watch(desk: Desk, lines: Lines, request: api.WatchRequest, context: Context) -> None:
    """Follow one match until it is over."""
    access = await desk.authenticate(request.match, request.token)
    about = await desk.describe(request.match)
    codec = codec_of(about.charter.game)
    feed = Feed(access, codec, tag=_WATCH_FRAMES, head=b"", after=request.after, with_view=request.with_view)
    feed.standing = about.version
    with lines.line(context.write) as line:
        watcher = _Watcher(desk, line)
        watcher.say(api.WatchResponse(match=match_message(about)).SerializeToString())
        feed.subscription = await desk.subscribe(access, request.after, partial(watcher.wake, feed))
        try:
            watcher.wake(feed)
            await watcher.send_all()
        finally:
            feed.subscription.leave()


# --- Play ---


class _Seat(Feed):
    """A seat that is attached to a Play stream."""

    __slots__ = ("handle", "is_over")

    def __init__(self, attach: api.Attach, access: Access, codec: Codec) -> None:
        head = _FRAME_HANDLE + varint(attach.handle) + _FRAME_FRAME
        super().__init__(
            access, codec, tag=_PLAY_FRAMES, head=head, after=attach.after, with_view=attach.with_view
        )
        self.handle = attach.handle
        self.is_over = False


class _Player(Outbox):
    """One Play stream: reads what the client says, and sends what has come for any of its seats."""

    def __init__(self, desk: Desk, line: Line) -> None:
        super().__init__(desk, line)
        self._seats: dict[int, _Seat] = {}
        self._undecided = 0
        self._ordering: set[asyncio.Task[None]] = set()
        self._has_room = asyncio.Event()
        self._is_read = False

    async def run(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        """Serve the stream until the client ends it, or something else does."""
        reader = asyncio.create_task(self._read(requests))
        try:
            await self.send_all()
        finally:
            reader.cancel()
            for seat in self._seats.values():
                _let_go(seat)

    @property
    def is_done(self) -> bool:
        """What was sent to be decided is answered before the stream ends, whoever ends it."""
        return not self._undecided and (self._is_read or self._line.status is not None)

    def standing_part(self, feed: Feed, standing: bytes) -> bytes:
        assert isinstance(feed, _Seat)
        about = _STANDING_HANDLE + varint(feed.handle) + delimited(_STANDING_STANDING, standing)
        return delimited(_PLAY_STANDINGS, about)

    def is_attached(self, feed: Feed) -> bool:
        assert isinstance(feed, _Seat)
        return self._seats.get(feed.handle) is feed and not feed.is_over

    def closed(self, feed: Feed, reason: Close | None) -> None:
        assert isinstance(feed, _Seat)
        if reason is Close.MATCH_OVER:
            feed.is_over = True
            _let_go(feed)
        elif reason is Close.SHUT_DOWN:
            self._line.end(SHUTTING_DOWN)
        else:
            self._trouble(feed.handle, LAGGING if reason is None else _CLOSES[reason])

    async def _read(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        try:
            async for request in requests:
                if request is None:
                    raise Malformed
                if self._line.status is not None:
                    return
                for attach in request.attach:
                    await self._attach(attach)
                for intent in request.intents:
                    self._decide(intent)
                for ack in request.acks:
                    self._ack(ack)
                for handle in request.detach:
                    self._detach(handle)
                for orders in request.orders:
                    self._order(orders)
                while self.is_full:
                    self._has_room.clear()
                    await self._has_room.wait()
        except Exception as error:  # noqa: BLE001 - the stream ends with it, and the guard says how
            self._line.end(status_of(error, "Play"))
        self._is_read = True
        self._line.wake()

    def _next_message(self) -> bytes:
        self._has_room.set()
        return super()._next_message()

    async def _attach(self, attach: api.Attach) -> None:
        handle = attach.handle
        try:
            self._check_handle(handle)
            access = await self._desk.authenticate(attach.match, attach.token)
            about = await self._desk.describe(attach.match)
            seat = self._seats[handle] = _Seat(attach, access, codec_of(about.charter.game))
            seat.standing = about.version
            seat.subscription = await self._desk.subscribe(access, attach.after, partial(self.wake, seat))
        except Exception as error:  # noqa: BLE001 - one seat's trouble is not the others'
            self._trouble(handle, status_of(error, "Play"))
            return
        who = access.seat if access.role == "seat" else None
        attached = api.Attached(handle=handle, match=match_message(about), seat=who)
        self.say(api.PlayResponse(attached=[attached]).SerializeToString())
        self.wake(seat)

    def _check_handle(self, handle: int) -> None:
        held = self._seats.get(handle)
        if held is not None and not held.is_over:
            raise Refuse(Code.INVALID_ARGUMENT, "That handle is in use on this stream; choose another.")
        if held is None and len(self._seats) >= SEATS_A_STREAM:
            for seat in [seat for seat in self._seats.values() if seat.is_over]:
                del self._seats[seat.handle]
            if len(self._seats) >= SEATS_A_STREAM:
                text = f"A stream can have {SEATS_A_STREAM} handles in use; detach some, or open another."
                raise Refuse(Code.RESOURCE_EXHAUSTED, text)

    def _decide(self, intent: api.Intent) -> None:
        seat = self._seats.get(intent.handle)
        if seat is None:
            self._trouble(intent.handle, _no_seat().status, intent.question, intent.key)
            return
        try:
            answer: Any = seat.codec.answer(intent.answer)
        except Malformed:
            answer = None
        self._undecided += 1
        try:
            done = partial(self._decided, seat, intent.question, intent.key, intent.with_receipt)
            self._desk.decide(seat.access, intent.question, answer, intent.key, done)
        except Exception as error:  # noqa: BLE001 - one intent's trouble is not the others'
            self._undecided -= 1
            self._trouble(intent.handle, status_of(error, "Play"), intent.question, intent.key)

    def _decided(
        self, seat: _Seat, question: int, key: str, with_receipt: bool, reply: Reply | StoreError
    ) -> None:
        self._undecided -= 1
        try:
            if isinstance(reply, StoreError):
                raise reply
            # Who has answered well waits for the next question, and that is urgent by itself.
            is_urgent = reply.refused is not None or self.is_done
            receipt = self._desk.receipt_now(seat.access) if with_receipt and reply.refused is None else ""
            self.say(_reply_part(seat, question, key, reply, receipt), is_urgent=is_urgent)
        except Exception as error:  # noqa: BLE001 - called by the desk, which has others to call
            self._trouble(seat.handle, status_of(error, "Play"), question, key)

    def _order(self, orders: api.SeatOrders) -> None:
        """Leave orders, without waiting for the disk before the next message is read."""
        self._undecided += 1
        task = asyncio.create_task(self._leave_orders(orders))
        self._ordering.add(task)
        task.add_done_callback(self._ordering.discard)

    async def _leave_orders(self, orders: api.SeatOrders) -> None:
        handle = orders.handle
        part = api.PlayResponse(ordered=[handle])
        try:
            seat = self._seats.get(handle)
            if seat is None:
                raise _no_seat()
            await self._desk.set_orders(seat.access, read_orders(orders.orders))
        except Exception as error:  # noqa: BLE001 - one seat's trouble is not the others'
            status = status_of(error, "Play")
            code: int = status.code.value[0]
            trouble = api.Trouble(handle=handle, code=code, text=status.text, is_about_orders=True)
            part = api.PlayResponse(troubles=[trouble])
        finally:
            self._undecided -= 1
        self.say(part.SerializeToString())

    def _ack(self, ack: api.Ack) -> None:
        seat = self._seats.get(ack.handle)
        if seat is not None:
            seat.acked = max(seat.acked or 0, min(ack.frame, seat.sent))
            self.wake(seat)

    def _detach(self, handle: int) -> None:
        seat = self._seats.pop(handle, None)
        if seat is not None:
            _let_go(seat)

    def _trouble(self, handle: int, status: Status, question: int = 0, key: str = "") -> None:
        """Tell of something that could not be done; without a question, the seat is detached."""
        if not question:
            self._detach(handle)
        code: int = status.code.value[0]
        trouble = api.Trouble(handle=handle, code=code, text=status.text, question=question, key=key)
        self.say(api.PlayResponse(troubles=[trouble]).SerializeToString())


def _no_seat() -> Refuse:
    return Refuse(Code.INVALID_ARGUMENT, "No seat has that handle on this stream; attach it first.")


def _reply_part(seat: _Seat, question: int, key: str, reply: Reply, receipt: str) -> bytes:
    verdict = _REPLY_ACCEPTED
    if reply.refused is not None:
        verdict = delimited(_REPLY_REFUSED, seat.codec.refused(reply.refused).SerializeToString())
    spelled = delimited(_REPLY_KEY, key.encode())
    signed = delimited(_REPLY_RECEIPT, receipt.encode()) if receipt else b""
    about = (_REPLY_HANDLE, varint(seat.handle), _REPLY_QUESTION, varint(question), spelled, verdict, signed)
    return delimited(_PLAY_REPLIES, b"".join(about))


def _let_go(seat: _Seat) -> None:
    if seat.subscription is not None:
        seat.subscription.leave()


async def play(desk: Desk, lines: Lines, requests: AsyncIterator[Any], context: Context) -> None:
    """Play any number of matches on one stream."""
    with lines.line(context.write) as line:
        await _Player(desk, line).run(requests)
