"""The two streams: Watch follows one match, Play carries any number of them.

Both are one loop that sends whatever has come since the last message went out. While a message is being
sent, frames and replies gather, so a busy stream sends few large messages, and a quiet one sends at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
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
"""A message is sent when it has grown to this size, well below what clients accept by default."""

SEATS_A_STREAM = 4096
"""How many handles one Play stream may have in use."""

ACK_WINDOW = 256
"""How many frames of a match are sent ahead of a client that acknowledges them; as many more wait for its word."""

REPLIES_WAITING = 4096
"""A Play stream with so many replies waiting to be sent is not read until they have gone."""

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


class Feed:
    """The frames of one viewer of a match, taken as they come and encoded when they go."""

    __slots__ = ("_access", "_codec", "_desk", "_with_view")

    def __init__(self, desk: Desk, access: Access, codec: Codec, with_view: bool) -> None:
        self._desk = desk
        self._access = access
        self._codec = codec
        self._with_view = with_view

    async def encoded(self, frames: Iterable[Frame]) -> list[bytes]:
        """Encode frames; with the view, where it was asked for and its question is open."""
        if not self._with_view:
            frame = self._codec.frame
            return [frame(each) for each in frames]
        return [self._codec.frame(frame, await self._view(frame)) for frame in frames]

    async def _view(self, frame: Frame) -> Any:
        if frame.question is None:
            return None
        look = self._desk.glance(self._access) or await self._desk.look(self._access)
        return look.state if look.number == frame.number and look.question is not None else None


def _in_pieces(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Put parts together to messages that are large, but not too large."""
    piece: list[bytes] = []
    size = 0
    for part in parts:
        if piece and size + len(part) > MESSAGE_BYTES:
            yield b"".join(piece)
            piece, size = [], 0
        piece.append(part)
        size += len(part)
    if piece:
        yield b"".join(piece)


async def watch(desk: Desk, lines: Lines, request: api.WatchRequest, context: Context) -> None:
    """Follow one match until it is over."""
    access = await desk.authenticate(request.match, request.token)
    about = await desk.describe(request.match)
    feed = Feed(desk, access, codec_of(about.charter.game), request.with_view)
    with lines.line(context.write) as line:
        subscription = await desk.subscribe(access, request.after, line.wake)
        try:
            await line.send(api.WatchResponse(match=match_message(about)).SerializeToString())
            while True:
                frames = await feed.encoded(subscription.take())
                for message in _in_pieces([delimited(_WATCH_FRAMES, frame) for frame in frames]):
                    await line.send(message)
                if line.status is not None:
                    raise Refuse(*line.status)
                if subscription.closed is Close.MATCH_OVER:
                    return
                if subscription.closed is not None:
                    raise Refuse(*_CLOSES[subscription.closed])
                await line.wait()
        finally:
            subscription.leave()


class _Seat:
    """A seat that is attached to a Play stream."""

    __slots__ = (
        "access",
        "acked",
        "codec",
        "feed",
        "handle",
        "head",
        "held_back",
        "is_over",
        "sent",
        "subscription",
    )

    def __init__(self, handle: int, access: Access, codec: Codec, feed: Feed) -> None:
        self.handle = handle
        self.head = _FRAME_HANDLE + varint(handle)
        self.access = access
        self.codec = codec
        self.feed = feed
        self.subscription: Subscription | None = None
        self.sent = 0
        self.acked: int | None = None
        """The last frame the client said it had; None while it never said."""
        self.held_back: list[Frame] = []
        """Frames that wait until the client says that it has the others."""
        self.is_over = False

    def take(self) -> Sequence[Frame]:
        """Take the frames that can be sent now. A client that says how far it has read is not sent too far ahead."""
        assert self.subscription is not None
        frames = self.subscription.take()
        if self.acked is None:
            return frames
        waiting = [*self.held_back, *frames]
        room = max(0, self.acked + ACK_WINDOW - self.sent)
        self.held_back = waiting[room:]
        return waiting[:room]


class Player:
    """One Play stream: reads what the client says, and sends what has come for any of its seats."""

    def __init__(self, desk: Desk, line: Line) -> None:
        self._desk = desk
        self._line = line
        self._seats: dict[int, _Seat] = {}
        self._woken: list[_Seat] = []
        self._replies: list[bytes] = []
        self._undecided = 0
        self._has_room = asyncio.Event()
        self._is_read = False

    async def run(self, requests: AsyncIterator[api.PlayRequest | None]) -> None:
        """Serve the stream until the client ends it, or something else does."""
        reader = asyncio.create_task(self._read(requests))
        try:
            await self._send_all()
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
                while len(self._replies) > REPLIES_WAITING:
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
            codec = codec_of(about.charter.game)
            seat = _Seat(handle, access, codec, Feed(self._desk, access, codec, attach.with_view))
            self._seats[handle] = seat
            seat.sent = attach.after
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
        parts = [_REPLY_HANDLE, varint(seat.handle), _REPLY_QUESTION, varint(question)]
        if key:
            parts.append(delimited(_REPLY_KEY, key.encode()))
        if reply.refused is None:
            parts.append(_REPLY_ACCEPTED)
        else:
            parts.append(delimited(_REPLY_REFUSED, refused_message(reply.refused).SerializeToString()))
        self._say(delimited(_PLAY_REPLIES, b"".join(parts)))

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
        self._woken.append(seat)
        self._line.wake()

    def _say(self, part: bytes) -> None:
        self._replies.append(part)
        self._line.wake()

    def _trouble(self, handle: int, status: Status, question: int = 0, key: str = "") -> None:
        if not question:
            seat = self._seats.pop(handle, None)
            if seat is not None:
                self._let_go(seat)
        code: int = status.code.value[0]
        trouble = api.Trouble(handle=handle, code=code, text=status.text, question=question, key=key)
        self._say(api.PlayResponse(troubles=[trouble]).SerializeToString())

    async def _send_all(self) -> None:
        line = self._line
        while True:
            parts, self._replies = self._replies, []
            self._has_room.set()
            woken, self._woken = self._woken, []
            for seat in woken:
                parts += await self._news_of(seat)
            for message in _in_pieces(parts):
                await line.send(message)
            if self._replies or self._woken:
                continue
            # What was sent to be decided is answered before the stream ends, whoever ends it.
            if not self._undecided:
                if line.status is not None:
                    raise Refuse(*line.status)
                if self._is_read:
                    return
            await line.wait()

    async def _news_of(self, seat: _Seat) -> list[bytes]:
        """Take what has come for a seat, unless it was detached in the meantime."""
        subscription = seat.subscription
        if subscription is None or seat.is_over or self._seats.get(seat.handle) is not seat:
            return []
        frames = await seat.feed.encoded(seat.take())
        seat.sent += len(frames)
        closed = subscription.closed
        if len(seat.held_back) > ACK_WINDOW:
            self._trouble(seat.handle, LAGGING)
        elif closed is Close.MATCH_OVER and not seat.held_back:
            seat.is_over = True
            self._let_go(seat)
        elif closed is Close.SHUT_DOWN:
            self._line.end(SHUTTING_DOWN)
        elif closed is not None and closed is not Close.MATCH_OVER:
            self._trouble(seat.handle, _CLOSES[closed])
        head = seat.head
        return [
            b"".join((_PLAY_FRAMES, varint(len(head) + len(inner)), head, inner))
            for inner in [delimited(_FRAME_FRAME, frame) for frame in frames]
        ]

    @staticmethod
    def _let_go(seat: _Seat) -> None:
        if seat.subscription is not None:
            seat.subscription.leave()


async def play(desk: Desk, lines: Lines, requests: AsyncIterator[Any], context: Context) -> None:
    """Play any number of matches on one stream."""
    with lines.line(context.write) as line:
        await Player(desk, line).run(requests)
