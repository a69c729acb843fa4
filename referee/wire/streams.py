"""The two streams: Watch follows one match, Play carries any number of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.log.store import StoreError
from referee.server.access import Access
from referee.server.matches import Matches
from referee.server.quotas import Activity
from referee.server.retries import Reply
from referee.server.subscriptions import Close, Delivery
from referee.wire.callers import CALLER
from referee.wire.clock_messages import clock_message, seat_clocks_message
from referee.wire.codec import Codec, codec_of
from referee.wire.describe import match_message
from referee.wire.guard import Context, status_of
from referee.wire.open_streams import OpenStream, OpenStreams
from referee.wire.order_messages import decode_orders
from referee.wire.outbox import Outbox, StreamedFeed
from referee.wire.statuses import (
    LAGGING,
    SHUTTING_DOWN,
    STOPPED,
    SUPERSEDED,
    CallStatus,
    Code,
    Reason,
    Refuse,
)
from referee.wire.structs import Malformed, content_head, delimited, number_head, varint
from referee_api.v1 import referee_pb2 as api

SEATS_PER_STREAM = 4096
"""Maximum number of handles in use on one Play stream."""

ITEMS_IN_A_ROW = 32
"""Number of items of a message that are read before other streams get their turn."""

TROUBLES_IN_A_ROW = 256
"""Number of failed requests without a successful one after which a Play stream is ended."""

_CLOSES = {
    Close.MATCH_STOPPED: STOPPED,
    Close.SUPERSEDED: SUPERSEDED,
    Close.LAGGING: LAGGING,
    Close.TOKEN_CHANGED: CallStatus(
        Code.UNAUTHENTICATED,
        "Your token was replaced or revoked; attach again with a valid one.",
        Reason.ACCESS_DENIED,
    ),
    Close.SHUT_DOWN: SHUTTING_DOWN,
}


_HANDLE_IN_USE = CallStatus(
    Code.INVALID_ARGUMENT,
    "That handle is in use on this stream; choose another.",
    Reason.HANDLE_IN_USE,
    "attach.handle",
)
_TOO_MANY_HANDLES = CallStatus(
    Code.RESOURCE_EXHAUSTED,
    f"A stream can have {SEATS_PER_STREAM} handles in use; detach some, or open another.",
    Reason.TOO_MANY_HANDLES,
)
_UNKNOWN_HANDLE = CallStatus(
    Code.INVALID_ARGUMENT,
    "No seat has that handle on this stream; attach it first.",
    Reason.UNKNOWN_HANDLE,
    "handle",
)
_ATTACHED_TWICE = CallStatus(
    Code.INVALID_ARGUMENT,
    "This viewer of the match is attached to the stream under another handle.",
    Reason.ATTACHED_TWICE,
    "attach.match_id",
)
_TOO_MANY_TROUBLES = CallStatus(
    Code.RESOURCE_EXHAUSTED,
    "Too many requests in a row failed on this stream; correct the client before it opens another.",
    Reason.TOO_MANY_TROUBLES,
    retry_seconds=10,
)
_ATTACH = api.AttachTrouble()
_ORDERS = api.OrdersTrouble()


def _content(message: Any, field: str) -> bytes:
    return content_head(message.DESCRIPTOR.fields_by_name[field])


def _number(message: Any, field: str) -> bytes:
    return number_head(message.DESCRIPTOR.fields_by_name[field])


_WATCH_FRAMES = _content(api.WatchResponse, "frames")
_WATCH_STANDING = _content(api.WatchResponse, "standing")
_WATCH_TIME_OUTS = _content(api.WatchResponse, "time_outs")
_WATCH_CLOCKS = _content(api.WatchResponse, "clocks")
_PLAY_STANDINGS = _content(api.PlayResponse, "standings")
_STANDING_HANDLE = _number(api.MatchStanding, "handle")
_STANDING_STANDING = _content(api.MatchStanding, "standing")
_PLAY_FRAMES = _content(api.PlayResponse, "frames")
_PLAY_REPLIES = _content(api.PlayResponse, "replies")
_FRAME_HANDLE = _number(api.MatchFrame, "handle")
_FRAME_FRAME = _content(api.MatchFrame, "frame")
_REPLY_HANDLE = _number(api.Reply, "handle")
_REPLY_QUESTION = _number(api.Reply, "question")
_REPLY_ID = _content(api.Reply, "request_id")
_REPLY_REFUSED = _content(api.Reply, "refused")
_REPLY_RECEIPT = _content(api.Reply, "receipt")
_REPLY_ACCEPTED = delimited(_content(api.Reply, "accepted"), b"")


# --- Watch ---


class Watcher(Outbox):
    """One Watch stream."""

    def __init__(self, stream: OpenStream) -> None:
        super().__init__(stream)
        self._is_over = False

    @property
    def is_done(self) -> bool:
        return self._is_over or self._stream.status is not None

    def standing_part(self, feed: StreamedFeed, standing: bytes) -> bytes:
        return delimited(_WATCH_STANDING, standing)

    def time_out_part(self, frame: Frame) -> bytes:
        time_out = api.TimeOut(frame=frame.number, seats=frame.late)
        return delimited(_WATCH_TIME_OUTS, time_out.SerializeToString())

    def clocks_part(self, delivery: Delivery) -> bytes:
        message = seat_clocks_message(delivery.clocks, delivery.frame.number)
        return b"" if message is None else delimited(_WATCH_CLOCKS, message.SerializeToString())

    def message_of(self, parts: Sequence[bytes]) -> bytes:
        """Leave out all standings but the last: a client would merge them, and have every case twice."""
        standings = [place for place, part in enumerate(parts) if part.startswith(_WATCH_STANDING)]
        outdated = standings[:-1]
        return b"".join([part for place, part in enumerate(parts) if place not in outdated])

    def closed(self, feed: StreamedFeed, reason: Close | None) -> None:
        if reason is Close.MATCH_OVER:
            self._is_over = True
        elif reason is not None:
            self._stream.end(_CLOSES[reason])
        self._stream.wake()


async def serve_watch(
    matches: Matches, streams: OpenStreams, request: api.WatchRequest, context: Context
) -> None:
    """Follow one match until it is over."""
    session, access = await matches.enter(request.match_id, request.token, CALLER.get())
    held = matches.quotas.holding(CALLER.get(), Activity.STREAM)
    with held, streams.open(context.write) as stream:
        watcher = Watcher(stream)
        feed = StreamedFeed(
            access,
            codec_of(session.charter.game),
            tag=_WATCH_FRAMES,
            head=b"",
            after=request.after,
            with_view=request.with_view,
        )
        feed.subscription = await matches.subscribe(
            access, request.after, partial(watcher.wake, feed), with_view=request.with_view
        )
        try:
            # Described after subscribing, so that no change of the standing is missed in between.
            about, clock = match_message(session.description), clock_message(matches.clock(access))
            clocks = seat_clocks_message(session.public_clocks(), session.feeds.newest(access.viewer))
            first = api.WatchResponse(match=about, clock=clock, clocks=[clocks] if clocks else [])
            watcher.say(first.SerializeToString())
            watcher.wake(feed)
            await watcher.send_all()
        finally:
            feed.subscription.leave()


# --- Play ---


class _AttachedSeat(StreamedFeed):
    """A seat that is attached to a Play stream."""

    __slots__ = ("handle", "has_clock", "is_over")

    def __init__(self, attach: api.Attach, access: Access, codec: Codec, *, has_clock: bool) -> None:
        head = _FRAME_HANDLE + varint(attach.handle) + _FRAME_FRAME
        super().__init__(
            access, codec, tag=_PLAY_FRAMES, head=head, after=attach.after, with_view=attach.with_view
        )
        self.handle = attach.handle
        self.has_clock = has_clock
        self.is_over = False

    def leave(self) -> None:
        """Stop reading the feed."""
        if self.subscription is not None:
            self.subscription.leave()


class _Player(Outbox):
    """One Play stream: reads the client's requests, and sends the deliveries of all its seats."""

    def __init__(self, matches: Matches, stream: OpenStream) -> None:
        super().__init__(stream)
        self._matches = matches
        self._seats: dict[int, _AttachedSeat] = {}
        self._undecided = 0
        """Number of intents, statements and orders without a reply yet."""
        self._ordering: set[asyncio.Task[None]] = set()
        self._handles: dict[tuple[str, Seat], int] = {}
        """Handles by match and viewer."""
        self._items = 0
        """Number of items that were read."""
        self._troubles = 0
        """Number of requests in a row that failed."""
        self._has_room = asyncio.Event()
        self._is_read = False

    async def run(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        """Serve the stream until the client or the server ends it."""
        reader = asyncio.create_task(self._read(requests))
        try:
            await self.send_all()
        finally:
            reader.cancel()
            for seat in self._seats.values():
                seat.leave()

    @property
    def is_done(self) -> bool:
        """Whether the stream ends as soon as everything is sent: not before every intent has its reply."""
        return not self._undecided and (self._is_read or self._stream.status is not None)

    def standing_part(self, feed: StreamedFeed, standing: bytes) -> bytes:
        assert isinstance(feed, _AttachedSeat)
        about = _STANDING_HANDLE + varint(feed.handle) + delimited(_STANDING_STANDING, standing)
        return delimited(_PLAY_STANDINGS, about)

    def is_attached(self, feed: StreamedFeed) -> bool:
        assert isinstance(feed, _AttachedSeat)
        return self._seats.get(feed.handle) is feed and not feed.is_over

    def closed(self, feed: StreamedFeed, reason: Close | None) -> None:
        assert isinstance(feed, _AttachedSeat)
        if reason is Close.MATCH_OVER:
            feed.is_over = True
            feed.leave()
            self._forget(feed)
        elif reason is Close.SHUT_DOWN:
            self._stream.end(SHUTTING_DOWN)
        else:
            self._detach(feed.handle)
            self._trouble(feed.handle, LAGGING if reason is None else _CLOSES[reason], is_detached=True)

    async def _read(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        try:
            async for request in requests:
                if request is None:
                    raise Malformed
                if self._stream.status is not None:
                    return
                # Only the fields in use: creating an empty list takes longer than parsing the whole message.
                sent: dict[str, Any] = {field.name: items for field, items in request.ListFields()}
                for attach in sent.get("attach", ()):
                    await self._attach(attach)
                    await self._let_others()
                # Before the intents, because what is said with an answer comes before it.
                for statement in sent.get("statements", ()):
                    self._say(statement)
                    await self._let_others()
                for intent in sent.get("intents", ()):
                    self._submit(intent)
                    await self._let_others()
                for ack in sent.get("acks", ()):
                    self._ack(ack)
                    await self._let_others()
                for handle in sent.get("detach", ()):
                    self._detach(handle)
                for orders in sent.get("orders", ()):
                    self._order(orders)
                    await self._let_others()
        except Exception as error:  # noqa: BLE001 - the stream ends with it, and the guard chooses the status
            self._stream.end(status_of(error, "Play"))
        self._is_read = True
        self._stream.wake()

    async def _let_others(self) -> None:
        """Wait while there is too much to send, and let others go first after a number of items in a row.

        Called after each item, because a message of 64 KiB can hold thousands of them.
        """
        self._items += 1
        if self._items % ITEMS_IN_A_ROW == 0:
            await self._matches.slices.next()
        while self.is_full:
            self._has_room.clear()
            await self._has_room.wait()
        if self._stream.status is not None:
            raise Refuse(self._stream.status)

    def _next_message(self) -> bytes:
        self._has_room.set()
        return super()._next_message()

    # --- seats ---

    async def _attach(self, attach: api.Attach) -> None:
        handle = attach.handle
        try:
            self._check_handle(handle)
        except Refuse as refused:
            self._trouble(handle, refused.status, attach=_ATTACH, is_detached=handle not in self._seats)
            return
        try:
            session, access = await self._matches.enter(attach.match_id, attach.token, CALLER.get())
            if self._handles.get((access.match_id, access.viewer)) in self._seats:
                raise Refuse(_ATTACHED_TWICE)
            has_clock = session.clocks.is_on and access.role == "seat"
            codec = codec_of(session.charter.game)
            seat = self._seats[handle] = _AttachedSeat(attach, access, codec, has_clock=has_clock)
            self._handles[access.match_id, access.viewer] = handle
            seat.subscription = await self._matches.subscribe(
                access, attach.after, partial(self.wake, seat), with_view=attach.with_view
            )
        except Exception as error:  # noqa: BLE001 - trouble with one seat must not affect the others
            self._detach(handle)
            status = status_of(error, "Play", attach.match_id)
            self._trouble(handle, status, attach=_ATTACH, is_detached=True)
            return
        who = access.seat if access.role == "seat" else None
        # Described after subscribing, so that no change of the standing is missed in between.
        about = match_message(session.description)
        clock = clock_message(self._matches.clock(access))
        attached = api.Attached(handle=handle, match=about, seat=who, clock=clock)
        self._troubles = 0
        self.say(api.PlayResponse(attached=[attached]).SerializeToString())
        self.wake(seat)

    def _check_handle(self, handle: int) -> None:
        held = self._seats.get(handle)
        if held is not None and not held.is_over:
            raise Refuse(_HANDLE_IN_USE)
        if held is None and len(self._seats) >= SEATS_PER_STREAM:
            for seat in [seat for seat in self._seats.values() if seat.is_over]:
                del self._seats[seat.handle]
            if len(self._seats) >= SEATS_PER_STREAM:
                raise Refuse(_TOO_MANY_HANDLES)

    def _ack(self, ack: api.Ack) -> None:
        seat = self._seats.get(ack.handle)
        if seat is not None:
            seat.acked = max(seat.acked or 0, min(ack.frame, seat.sent))
            if seat.has_clock:
                self._matches.note_delivered(seat.access, seat.acked)
            self.wake(seat)

    def _detach(self, handle: int) -> None:
        seat = self._seats.pop(handle, None)
        if seat is not None:
            seat.leave()
            self._forget(seat)

    def _forget(self, seat: _AttachedSeat) -> None:
        """Let the viewer of a seat be attached again."""
        viewer = seat.access.match_id, seat.access.viewer
        if self._handles.get(viewer) == seat.handle:
            del self._handles[viewer]

    # --- intents and orders ---

    def _submit(self, intent: api.Intent) -> None:
        handle, question, request_id = intent.handle, intent.question, intent.request_id
        seat = self._seats.get(handle)
        if seat is None:
            self._intent_trouble(handle, _UNKNOWN_HANDLE, question, request_id)
            return
        self._undecided += 1
        try:
            self._matches.submit_nowait(
                seat.access,
                question,
                seat.codec.answer(intent.answer),
                request_id,
                partial(self._replied, seat, question, request_id),
                with_receipt=intent.with_receipt,
            )
        except Exception as error:  # noqa: BLE001 - trouble with one intent must not affect the others
            self._undecided -= 1
            status = status_of(error, "Play", seat.access.match_id)
            self._intent_trouble(handle, status, question, request_id)

    def _replied(
        self, seat: _AttachedSeat, question: int, request_id: str, reply: Reply | StoreError
    ) -> None:
        self._undecided -= 1
        try:
            if isinstance(reply, StoreError):
                raise reply
            self.say(_reply_part(seat, question, request_id, reply))
            if reply.refused is None:
                self._troubles = 0
        except Exception as error:  # noqa: BLE001 - the server has others to reply to
            status = status_of(error, "Play", seat.access.match_id)
            self._intent_trouble(seat.handle, status, question, request_id)

    def _say(self, statement: api.SeatStatement) -> None:
        handle, request_id = statement.handle, statement.request_id
        seat = self._seats.get(handle)
        if seat is None:
            self._statement_trouble(handle, _UNKNOWN_HANDLE, request_id)
            return
        self._undecided += 1
        try:
            self._matches.say_nowait(
                seat.access,
                seat.codec.statement(statement.words, seat.access.seat),
                request_id,
                partial(self._said, seat, request_id),
            )
        except Exception as error:  # noqa: BLE001 - trouble with one statement must not affect the others
            self._undecided -= 1
            self._statement_trouble(handle, status_of(error, "Play", seat.access.match_id), request_id)

    def _said(self, seat: _AttachedSeat, request_id: str, reply: Reply | StoreError) -> None:
        self._undecided -= 1
        if isinstance(reply, StoreError):
            self._statement_trouble(seat.handle, status_of(reply, "Play", seat.access.match_id), request_id)
            return
        refused = None if reply.refused is None else seat.codec.refused(reply.refused)
        accepted = api.Accepted() if refused is None else None
        said = api.StatementReply(
            handle=seat.handle, request_id=request_id, accepted=accepted, refused=refused
        )
        if refused is None:
            self._troubles = 0
        self.say(api.PlayResponse(said=[said]).SerializeToString())

    def _order(self, orders: api.SeatOrders) -> None:
        """Set standing orders, without waiting for the disk before the next request is read."""
        if orders.handle not in self._seats:
            self._trouble(orders.handle, _UNKNOWN_HANDLE, orders=_ORDERS, is_detached=True)
            return
        self._undecided += 1
        task = asyncio.create_task(self._set_orders(orders))
        self._ordering.add(task)
        task.add_done_callback(self._ordering.discard)

    async def _set_orders(self, orders: api.SeatOrders) -> None:
        handle = orders.handle
        seat = self._seats.get(handle)
        try:
            if seat is None:
                raise Refuse(_UNKNOWN_HANDLE)
            await self._matches.set_orders(seat.access, decode_orders(orders.orders))
        except Exception as error:  # noqa: BLE001 - trouble with one seat must not affect the others
            is_detached = handle not in self._seats
            status = status_of(error, "Play", seat.access.match_id if seat else "")
            self._trouble(handle, status, orders=_ORDERS, is_detached=is_detached)
        else:
            self.say(api.PlayResponse(ordered=[handle]).SerializeToString())
        finally:
            self._undecided -= 1
            self._stream.wake()

    # --- troubles ---

    def _intent_trouble(self, handle: int, status: CallStatus, question: int, request_id: str) -> None:
        about = api.IntentTrouble(question=question, request_id=request_id)
        self._trouble(handle, status, intent=about, is_detached=handle not in self._seats)

    def _statement_trouble(self, handle: int, status: CallStatus, request_id: str) -> None:
        about = api.StatementTrouble(request_id=request_id)
        self._trouble(handle, status, statement=about, is_detached=handle not in self._seats)

    def _trouble(self, handle: int, status: CallStatus, **about: Any) -> None:
        """Report a request that failed, or a feed that has ended."""
        self._troubles += 1
        if self._troubles > TROUBLES_IN_A_ROW:
            self._stream.end(_TOO_MANY_TROUBLES)
            return
        trouble = api.Trouble(handle=handle, status=status.message(), **about)
        self.say(api.PlayResponse(troubles=[trouble]).SerializeToString())


def _reply_part(seat: _AttachedSeat, question: int, request_id: str, reply: Reply) -> bytes:
    verdict = _REPLY_ACCEPTED
    if reply.refused is not None:
        verdict = delimited(_REPLY_REFUSED, seat.codec.refused(reply.refused).SerializeToString())
    named = delimited(_REPLY_ID, request_id.encode())
    signed = delimited(_REPLY_RECEIPT, reply.receipt.encode()) if reply.receipt else b""
    about = (_REPLY_HANDLE, varint(seat.handle), _REPLY_QUESTION, varint(question), named, verdict, signed)
    return delimited(_PLAY_REPLIES, b"".join(about))


async def serve_play(
    matches: Matches, streams: OpenStreams, requests: AsyncIterator[Any], context: Context
) -> None:
    """Play any number of matches on one stream."""
    held = matches.quotas.holding(CALLER.get(), Activity.STREAM)
    with held, streams.open(context.write) as stream:
        await _Player(matches, stream).run(requests)
