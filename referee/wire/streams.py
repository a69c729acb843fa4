"""The two streams: Watch follows one match, Play carries any number of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from referee.log.store import StoreError
from referee.server.access import Access
from referee.server.matches import Matches
from referee.server.retries import Reply
from referee.server.subscriptions import Close
from referee.wire.codec import Codec, codec_of
from referee.wire.describe import match_message
from referee.wire.guard import SHUTTING_DOWN, CallStatus, Code, Context, Refuse, status_of
from referee.wire.open_streams import LAGGING, OpenStream, OpenStreams
from referee.wire.order_messages import decode_orders
from referee.wire.outbox import Outbox, StreamedFeed
from referee.wire.structs import Malformed, content_head, delimited, number_head, varint
from referee_api.v1 import referee_pb2 as api

SEATS_PER_STREAM = 4096
"""Maximum number of handles in use on one Play stream."""

_STOPPED = CallStatus(
    Code.INTERNAL, "The referee stopped this match because of an internal error; ask the official."
)
_SUPERSEDED = CallStatus(
    Code.FAILED_PRECONDITION, "This match continues as another match; its standing names it."
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

    def __init__(self, stream: OpenStream) -> None:
        super().__init__(stream)
        self._is_over = False

    @property
    def is_done(self) -> bool:
        return self._is_over or self._stream.status is not None

    def standing_part(self, feed: StreamedFeed, standing: bytes) -> bytes:
        return delimited(_WATCH_STANDING, standing)

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
    session, access = await matches.enter(request.match, request.token)
    with streams.open(context.write) as stream:
        watcher = _Watcher(stream)
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
            about = match_message(session.description)
            watcher.say(api.WatchResponse(match=about).SerializeToString())
            watcher.wake(feed)
            await watcher.send_all()
        finally:
            feed.subscription.leave()


# --- Play ---


class _AttachedSeat(StreamedFeed):
    """A seat that is attached to a Play stream."""

    __slots__ = ("handle", "is_over")

    def __init__(self, attach: api.Attach, access: Access, codec: Codec) -> None:
        head = _FRAME_HANDLE + varint(attach.handle) + _FRAME_FRAME
        super().__init__(
            access, codec, tag=_PLAY_FRAMES, head=head, after=attach.after, with_view=attach.with_view
        )
        self.handle = attach.handle
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
        """Number of intents and orders without a reply yet."""
        self._ordering: set[asyncio.Task[None]] = set()
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
        elif reason is Close.SHUT_DOWN:
            self._stream.end(SHUTTING_DOWN)
        else:
            self._trouble(feed.handle, LAGGING if reason is None else _CLOSES[reason])

    async def _read(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        try:
            async for request in requests:
                if request is None:
                    raise Malformed
                if self._stream.status is not None:
                    return
                for attach in request.attach:
                    await self._attach(attach)
                for intent in request.intents:
                    self._submit(intent)
                for ack in request.acks:
                    self._ack(ack)
                for handle in request.detach:
                    self._detach(handle)
                for orders in request.orders:
                    self._order(orders)
                while self.is_full:
                    self._has_room.clear()
                    await self._has_room.wait()
        except Exception as error:  # noqa: BLE001 - the stream ends with it, and the guard chooses the status
            self._stream.end(status_of(error, "Play"))
        self._is_read = True
        self._stream.wake()

    def _next_message(self) -> bytes:
        self._has_room.set()
        return super()._next_message()

    # --- seats ---

    async def _attach(self, attach: api.Attach) -> None:
        handle = attach.handle
        try:
            self._check_handle(handle)
            session, access = await self._matches.enter(attach.match, attach.token)
            seat = self._seats[handle] = _AttachedSeat(attach, access, codec_of(session.charter.game))
            seat.subscription = await self._matches.subscribe(
                access, attach.after, partial(self.wake, seat), with_view=attach.with_view
            )
        except Exception as error:  # noqa: BLE001 - trouble with one seat must not affect the others
            self._trouble(handle, status_of(error, "Play", attach.match))
            return
        who = access.seat if access.role == "seat" else None
        # Described after subscribing, so that no change of the standing is missed in between.
        about = match_message(session.description)
        attached = api.Attached(handle=handle, match=about, seat=who)
        self.say(api.PlayResponse(attached=[attached]).SerializeToString())
        self.wake(seat)

    def _check_handle(self, handle: int) -> None:
        held = self._seats.get(handle)
        if held is not None and not held.is_over:
            raise Refuse(Code.INVALID_ARGUMENT, "That handle is in use on this stream; choose another.")
        if held is None and len(self._seats) >= SEATS_PER_STREAM:
            for seat in [seat for seat in self._seats.values() if seat.is_over]:
                del self._seats[seat.handle]
            if len(self._seats) >= SEATS_PER_STREAM:
                text = f"A stream can have {SEATS_PER_STREAM} handles in use; detach some, or open another."
                raise Refuse(Code.RESOURCE_EXHAUSTED, text)

    def _ack(self, ack: api.Ack) -> None:
        seat = self._seats.get(ack.handle)
        if seat is not None:
            seat.acked = max(seat.acked or 0, min(ack.frame, seat.sent))
            self.wake(seat)

    def _detach(self, handle: int) -> None:
        seat = self._seats.pop(handle, None)
        if seat is not None:
            seat.leave()

    # --- intents and orders ---

    def _submit(self, intent: api.Intent) -> None:
        seat = self._seats.get(intent.handle)
        if seat is None:
            self._trouble(intent.handle, _no_seat().status, intent.question, intent.key)
            return
        self._undecided += 1
        try:
            self._matches.submit_nowait(
                seat.access,
                intent.question,
                seat.codec.answer(intent.answer),
                intent.key,
                partial(self._replied, seat, intent.question, intent.key),
                with_receipt=intent.with_receipt,
            )
        except Exception as error:  # noqa: BLE001 - trouble with one intent must not affect the others
            self._undecided -= 1
            status = status_of(error, "Play", seat.access.match_id)
            self._trouble(intent.handle, status, intent.question, intent.key)

    def _replied(self, seat: _AttachedSeat, question: int, key: str, reply: Reply | StoreError) -> None:
        self._undecided -= 1
        try:
            if isinstance(reply, StoreError):
                raise reply
            # A seat whose answer was accepted waits for its next question, which is urgent by itself.
            is_urgent = reply.refused is not None or self.is_done
            self.say(_reply_part(seat, question, key, reply), is_urgent=is_urgent)
        except Exception as error:  # noqa: BLE001 - the server has others to reply to
            self._trouble(seat.handle, status_of(error, "Play", seat.access.match_id), question, key)

    def _order(self, orders: api.SeatOrders) -> None:
        """Set standing orders, without waiting for the disk before the next request is read."""
        self._undecided += 1
        task = asyncio.create_task(self._set_orders(orders))
        self._ordering.add(task)
        task.add_done_callback(self._ordering.discard)

    async def _set_orders(self, orders: api.SeatOrders) -> None:
        handle = orders.handle
        part = api.PlayResponse(ordered=[handle])
        seat = self._seats.get(handle)
        try:
            if seat is None:
                raise _no_seat()
            await self._matches.set_orders(seat.access, decode_orders(orders.orders))
        except Exception as error:  # noqa: BLE001 - trouble with one seat must not affect the others
            status = status_of(error, "Play", seat.access.match_id if seat else "")
            code: int = status.code.value[0]
            trouble = api.Trouble(handle=handle, code=code, text=status.text, is_about_orders=True)
            part = api.PlayResponse(troubles=[trouble])
        finally:
            self._undecided -= 1
        self.say(part.SerializeToString())

    def _trouble(self, handle: int, status: CallStatus, question: int = 0, key: str = "") -> None:
        """Report something that failed; unless it was an answer to a question, the seat is detached."""
        if not question:
            self._detach(handle)
        code: int = status.code.value[0]
        trouble = api.Trouble(handle=handle, code=code, text=status.text, question=question, key=key)
        self.say(api.PlayResponse(troubles=[trouble]).SerializeToString())


def _no_seat() -> Refuse:
    return Refuse(Code.INVALID_ARGUMENT, "No seat has that handle on this stream; attach it first.")


def _reply_part(seat: _AttachedSeat, question: int, key: str, reply: Reply) -> bytes:
    verdict = _REPLY_ACCEPTED
    if reply.refused is not None:
        verdict = delimited(_REPLY_REFUSED, seat.codec.refused(reply.refused).SerializeToString())
    spelled = delimited(_REPLY_KEY, key.encode())
    signed = delimited(_REPLY_RECEIPT, reply.receipt.encode()) if reply.receipt else b""
    about = (_REPLY_HANDLE, varint(seat.handle), _REPLY_QUESTION, varint(question), spelled, verdict, signed)
    return delimited(_PLAY_REPLIES, b"".join(about))


async def serve_play(
    matches: Matches, streams: OpenStreams, requests: AsyncIterator[Any], context: Context
) -> None:
    """Play any number of matches on one stream."""
    with streams.open(context.write) as stream:
        await _Player(matches, stream).run(requests)
