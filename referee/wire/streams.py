"""The two streams: Watch follows one match, Play carries any number of them.

Both are one loop that sends whatever has come since the last message went out. While a message is being
sent, frames and replies gather, so a busy stream sends few large messages, and a quiet one sends at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

from referee.api.v1 import referee_pb2 as api
from referee.feeds.frames import Frame
from referee.log.store import StoreError
from referee.match.access import Access
from referee.match.desk import Desk
from referee.match.intents import Reply
from referee.match.subscriptions import Close, Subscription
from referee.wire.codec import Codec, codec_of, refused_message
from referee.wire.describe import match_message
from referee.wire.guard import NOT_STORED, SHUTTING_DOWN, Code, Context, Refuse, Status, status_of
from referee.wire.lines import LAGGING, Line, Lines
from referee.wire.structs import Malformed, content_head, delimited, number_head, varint

MESSAGE_BYTES = 1 << 18
"""Frames are added to a message until it has grown to this size, and a stream with more to say is not read."""

SEND_BYTES = 1 << 19
"""A message that is larger still, of replies, is sent in parts; the limit of the server is above this."""

SEATS_A_STREAM = 4096
"""How many handles one Play stream may have in use."""

ACK_WINDOW = 256
"""How many frames of a match are sent ahead of a client that acknowledges them; as many more wait for its word."""

_STOPPED = Status(
    Code.INTERNAL, "The referee stopped this match because of a fault of its own; ask the official."
)
_CLOSES = {Close.MATCH_STOPPED: _STOPPED, Close.LAGGING: LAGGING, Close.SHUT_DOWN: SHUTTING_DOWN}


def _content(message: Any, field: str) -> bytes:
    return content_head(message.DESCRIPTOR.fields_by_name[field])


def _number(message: Any, field: str) -> bytes:
    return number_head(message.DESCRIPTOR.fields_by_name[field])


_WATCH_FRAMES = _content(api.WatchResponse, "frames")
_PLAY_FRAMES = _content(api.PlayResponse, "frames")
_PLAY_REPLIES = _content(api.PlayResponse, "replies")
_FRAME_HANDLE = _number(api.MatchFrame, "handle")
_FRAME_FRAME = _content(api.MatchFrame, "frame")
_REPLY_HANDLE = _number(api.Reply, "handle")
_REPLY_QUESTION = _number(api.Reply, "question")
_REPLY_KEY = _content(api.Reply, "key")
_REPLY_REFUSED = _content(api.Reply, "refused")
_REPLY_ACCEPTED = delimited(_content(api.Reply, "accepted"), b"")


async def _keep_view(desk: Desk, access: Access) -> None:
    """See that the view can be had without waiting; it is forgotten when the match leaves the memory."""
    if desk.glance(access) is None:
        await desk.look(access)


def _view_with(desk: Desk, access: Access, frame: Frame) -> Any:
    """Return the view that goes with a frame: only with a question that is open now."""
    if frame.question is None:
        return None
    look = desk.glance(access)
    return (
        look.state if look is not None and look.question is not None and look.number == frame.number else None
    )


async def watch(desk: Desk, lines: Lines, request: api.WatchRequest, context: Context) -> None:
    """Follow one match until it is over."""
    access = await desk.authenticate(request.match, request.token)
    about = await desk.describe(request.match)
    codec = codec_of(about.charter.game)
    with lines.line(context.write) as line:
        subscription = await desk.subscribe(access, request.after, line.wake)
        try:
            message = api.WatchResponse(match=match_message(about)).SerializeToString()
            while True:
                for frame in subscription.take():
                    if request.with_view:
                        await _keep_view(desk, access)
                    view = _view_with(desk, access, frame) if request.with_view else None
                    message += delimited(_WATCH_FRAMES, codec.frame(frame, view))
                    if len(message) > MESSAGE_BYTES:
                        await line.send(message)
                        message = b""
                if message:
                    await line.send(message)
                    message = b""
                elif line.status is not None:
                    raise Refuse(*line.status)
                elif subscription.closed is Close.MATCH_OVER:
                    return
                elif subscription.closed is not None:
                    raise Refuse(*_CLOSES[subscription.closed])
                else:
                    await line.wait()
        finally:
            subscription.leave()


class _Seat:
    """A seat that is attached to a Play stream."""

    __slots__ = (
        "access",
        "acked",
        "codec",
        "handle",
        "head",
        "held_back",
        "is_over",
        "sent",
        "subscription",
        "with_view",
    )

    def __init__(self, attach: api.Attach, access: Access, codec: Codec) -> None:
        self.handle = attach.handle
        self.head = _FRAME_HANDLE + varint(attach.handle) + _FRAME_FRAME
        self.access = access
        self.codec = codec
        self.with_view = attach.with_view
        self.subscription: Subscription | None = None
        self.sent = attach.after
        """The number of the last frame that was sent."""
        self.acked: int | None = None
        """The last frame the client said it had; None while it never said."""
        self.held_back: Sequence[Frame] = ()
        """Frames that are to go with a later message."""
        self.is_over = False

    def within_window(self, frames: Sequence[Frame]) -> Sequence[Frame]:
        """Hold back what is too far ahead of a client that says how far it has read."""
        if self.acked is None:
            return frames
        room = max(0, self.acked + ACK_WINDOW - self.sent)
        self.held_back = frames[room:]
        return frames[:room]


class Player:
    """One Play stream: reads what the client says, and sends what has come for any of its seats.

    Frames are encoded as they come, all viewers of a step in a row, and gather until the last message has gone out.
    """

    def __init__(self, desk: Desk, line: Line) -> None:
        self._desk = desk
        self._line = line
        self._seats: dict[int, _Seat] = {}
        self._parts: list[bytes] = []
        self._size = 0
        self._late: list[_Seat] = []
        """Seats whose frames had to wait: for room, for their view, or for a word of the client."""
        self._undecided = 0
        self._has_room = asyncio.Event()
        self._is_read = False

    async def run(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        """Serve the stream until the client ends it, or something else does."""
        line = self._line
        reader = asyncio.create_task(self._read(requests))
        try:
            while True:
                if self._late:
                    await self._catch_up()
                if self._parts:
                    await line.send(self._next_message())
                elif self._undecided or (line.status is None and not self._is_read):
                    # What was sent to be decided is answered before the stream ends, whoever ends it.
                    await line.wait()
                elif line.status is not None:
                    raise Refuse(*line.status)
                else:
                    return
        finally:
            reader.cancel()
            for seat in self._seats.values():
                self._let_go(seat)

    # --- what the client says ---

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
                while self._size > MESSAGE_BYTES:
                    self._has_room.clear()
                    await self._has_room.wait()
        except Exception as error:  # noqa: BLE001 - the stream ends with it, and the guard says how
            self._line.end(status_of(error, "Play"))
        self._is_read = True
        self._line.wake()

    async def _attach(self, attach: api.Attach) -> None:
        handle = attach.handle
        try:
            self._check_handle(handle)
            access = await self._desk.authenticate(attach.match, attach.token)
            about = await self._desk.describe(attach.match)
            seat = self._seats[handle] = _Seat(attach, access, codec_of(about.charter.game))
            seat.subscription = await self._desk.subscribe(access, attach.after, partial(self._wake, seat))
        except Exception as error:  # noqa: BLE001 - one seat's trouble is not the others'
            self._trouble(handle, status_of(error, "Play"))
            return
        who = access.seat if access.role == "seat" else None
        attached = api.Attached(handle=handle, match=match_message(about), seat=who)
        self._say(api.PlayResponse(attached=[attached]).SerializeToString())
        self._wake(seat)

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
            status = Status(Code.INVALID_ARGUMENT, "No seat has that handle on this stream; attach it first.")
            self._trouble(intent.handle, status, intent.question, intent.key)
            return
        try:
            answer: Any = seat.codec.answer(intent.answer)
        except Malformed:
            answer = None
        self._undecided += 1
        try:
            done = partial(self._decided, seat, intent.question, intent.key)
            self._desk.decide(seat.access, intent.question, answer, intent.key, done)
        except Exception as error:  # noqa: BLE001 - one intent's trouble is not the others'
            self._undecided -= 1
            self._trouble(intent.handle, status_of(error, "Play"), intent.question, intent.key)

    def _decided(self, seat: _Seat, question: int, key: str, reply: Reply | StoreError) -> None:
        self._undecided -= 1
        if isinstance(reply, StoreError):
            self._trouble(seat.handle, NOT_STORED, question, key)
            return
        verdict = _REPLY_ACCEPTED
        if reply.refused is not None:
            verdict = delimited(_REPLY_REFUSED, refused_message(reply.refused).SerializeToString())
        spelled = delimited(_REPLY_KEY, key.encode())
        about = b"".join(
            (_REPLY_HANDLE, varint(seat.handle), _REPLY_QUESTION, varint(question), spelled, verdict)
        )
        self._say(delimited(_PLAY_REPLIES, about))

    def _ack(self, ack: api.Ack) -> None:
        seat = self._seats.get(ack.handle)
        if seat is not None:
            seat.acked = max(seat.acked or 0, min(ack.frame, seat.sent))
            self._wake(seat)

    def _detach(self, handle: int) -> None:
        seat = self._seats.pop(handle, None)
        if seat is not None:
            self._let_go(seat)

    # --- what is said to the client ---

    def _wake(self, seat: _Seat) -> None:
        """Add the frames that have come for a seat, if it can be done now."""
        has_view = not seat.with_view or self._desk.glance(seat.access) is not None
        if self._size > MESSAGE_BYTES or not has_view:
            self._late.append(seat)
        else:
            self._add_frames(seat)
        self._line.wake()

    async def _catch_up(self) -> None:
        """Add the frames that had to wait, as far as there is room."""
        while self._late and self._size <= MESSAGE_BYTES:
            seat = self._late.pop(0)
            if seat.with_view:
                await _keep_view(self._desk, seat.access)
            self._add_frames(seat)

    def _say(self, part: bytes) -> None:
        self._parts.append(part)
        self._size += len(part)
        self._line.wake()

    def _trouble(self, handle: int, status: Status, question: int = 0, key: str = "") -> None:
        if not question:
            seat = self._seats.pop(handle, None)
            if seat is not None:
                self._let_go(seat)
        code: int = status.code.value[0]
        trouble = api.Trouble(handle=handle, code=code, text=status.text, question=question, key=key)
        self._say(api.PlayResponse(troubles=[trouble]).SerializeToString())

    def _next_message(self) -> bytes:
        """Take what there is to say; of very much, a part."""
        parts = self._parts
        self._has_room.set()
        if self._size <= SEND_BYTES:
            self._parts, self._size = [], 0
            return b"".join(parts)
        taken = size = 0
        while size <= MESSAGE_BYTES:
            size += len(parts[taken])
            taken += 1
        self._parts = parts[taken:]
        self._size -= size
        return b"".join(parts[:taken])

    def _add_frames(self, seat: _Seat) -> None:
        """Add what has come for a seat to what is to be said."""
        subscription = seat.subscription
        if subscription is None or seat.is_over or self._seats.get(seat.handle) is not seat:
            return
        frames = subscription.take()
        if seat.held_back or seat.acked is not None:
            waiting, seat.held_back = [*seat.held_back, *frames], ()
            frames = seat.within_window(waiting)
        head, encode = seat.head, seat.codec.frame
        for place, frame in enumerate(frames):
            if self._size > MESSAGE_BYTES:
                seat.held_back = [*frames[place:], *seat.held_back]
                self._late.append(seat)
                break
            view = _view_with(self._desk, seat.access, frame) if seat.with_view else None
            encoded = encode(frame, view)
            length = varint(len(encoded))
            part = b"".join(
                (_PLAY_FRAMES, varint(len(head) + len(length) + len(encoded)), head, length, encoded)
            )
            self._parts.append(part)
            self._size += len(part)
            seat.sent = frame.number
        if subscription.closed is not None or seat.held_back:
            self._settle(seat, subscription.closed)

    def _settle(self, seat: _Seat, closed: Close | None) -> None:
        """Deal with a seat whose feed has ended, or whose client does not keep up."""
        if len(seat.held_back) > ACK_WINDOW and seat.acked is not None:
            self._trouble(seat.handle, LAGGING)
        elif closed is Close.SHUT_DOWN:
            self._line.end(SHUTTING_DOWN)
        elif closed is Close.MATCH_OVER:
            if not seat.held_back:
                seat.is_over = True
                self._let_go(seat)
        elif closed is not None:
            self._trouble(seat.handle, _CLOSES[closed])

    @staticmethod
    def _let_go(seat: _Seat) -> None:
        if seat.subscription is not None:
            seat.subscription.leave()


async def play(desk: Desk, lines: Lines, requests: AsyncIterator[Any], context: Context) -> None:
    """Play any number of matches on one stream."""
    with lines.line(context.write) as line:
        await Player(desk, line).run(requests)
