"""What is to be sent on one stream: encoded as it comes, and sent in as few messages as will do.

Each message costs far more than the bytes in it. So while one is being sent the next one grows, and what nobody
waits for (news without a question for the reader) lingers for a moment, to go with what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.feeds.frames import Frame
from referee.server.access import Access
from referee.server.desk import Desk
from referee.server.subscriptions import Close, Subscription
from referee.wire.codec import Codec
from referee.wire.guard import Refuse, status_of
from referee.wire.lines import Line
from referee.wire.standing import standing_message
from referee.wire.structs import content_head, delimited, number_head, varint
from referee_api.v1 import referee_pb2 as api

_IS_ANSWERED = number_head(api.Frame.DESCRIPTOR.fields_by_name["is_answered"]) + varint(1)
_RECEIPT = content_head(api.Frame.DESCRIPTOR.fields_by_name["receipt"])

MESSAGE_BYTES = 1 << 18
"""Frames are added to a message until it has grown to this size, and a stream with more to say is not read."""

SEND_BYTES = 1 << 19
"""A message that is larger still, of replies, is sent in parts; the limit of the server is above this."""

ACK_WINDOW = 256
"""How many frames of a match are sent ahead of a client that acknowledges them; as many more wait for its word."""


class Feed:
    """The frames of one viewer of a match on their way to a stream."""

    __slots__ = (
        "access",
        "acked",
        "codec",
        "head",
        "held_back",
        "sent",
        "standing",
        "subscription",
        "tag",
        "with_view",
    )

    def __init__(
        self, access: Access, codec: Codec, *, tag: bytes, head: bytes, after: int, with_view: bool
    ) -> None:
        self.access = access
        self.codec = codec
        self.tag = tag
        """The field of the response that holds a frame."""
        self.head = head
        """What stands before the frame in that field, if the field does not hold the frame itself."""
        self.with_view = with_view
        self.subscription: Subscription | None = None
        self.sent = after
        """The number of the last frame that was sent."""
        self.acked: int | None = None
        """The last frame the client said it had; None while it never said."""
        self.held_back: Sequence[Frame] = ()
        """Frames that are to go with a later message."""
        self.standing = -1
        """The version of what stands beside the match that the client knows; told when that has changed."""

    @property
    def lags(self) -> bool:
        """Say whether a client that acknowledges frames has fallen silent."""
        return self.acked is not None and len(self.held_back) > ACK_WINDOW

    def take(self) -> Sequence[Frame]:
        """Take the frames that may be sent now: a client that says how far it has read is not sent too far ahead."""
        assert self.subscription is not None
        frames = self.subscription.take()
        if self.held_back:
            frames, self.held_back = [*self.held_back, *frames], ()
        if self.acked is not None:
            room = max(0, self.acked + ACK_WINDOW - self.sent)
            frames, self.held_back = frames[:room], frames[room:]
        return frames

    def part(self, encoded: bytes) -> bytes:
        """Return the field of the response that holds this frame."""
        head = self.head
        size = varint(len(encoded))
        if not head:
            return b"".join((self.tag, size, encoded))
        return b"".join((self.tag, varint(len(head) + len(size) + len(encoded)), head, size, encoded))


class Outbox:
    """What is to be sent on one stream."""

    def __init__(self, desk: Desk, line: Line) -> None:
        self._desk = desk
        self._line = line
        self._parts: list[bytes] = []
        self._late: list[Feed] = []
        """Feeds whose frames had to wait for room, or for their view."""
        self._size = 0

    @property
    def is_full(self) -> bool:
        """Say whether there is enough for a message, so that more had better wait."""
        return self._size > MESSAGE_BYTES

    def say(self, part: bytes, *, is_urgent: bool = True) -> None:
        """Have a part of a response sent: at once, or with what follows."""
        self._parts.append(part)
        self._size += len(part)
        if is_urgent:
            self._line.wake()
        else:
            self._line.wake_soon()

    def wake(self, feed: Feed) -> None:
        """Add the frames that have come for a feed, if it can be done now.

        The desk calls this for one reader after the other: what goes wrong here must not keep it from the others.
        """
        try:
            if self.is_full or (feed.with_view and self._desk.glance(feed.access) is None):
                self._late.append(feed)
                self._line.wake()
            else:
                self._add_frames(feed)
        except Exception as error:  # noqa: BLE001
            self._line.end(status_of(error, "stream"))

    async def send_all(self) -> None:
        """Send until there is nothing left to send and nothing to wait for. Raises what the line is to end with."""
        line = self._line
        while True:
            while self._late and not self.is_full:
                await self._add_late(self._late.pop(0))
            if self._parts and (line.is_due or self.is_done or self.is_full):
                await line.send(self._next_message())
            elif self._parts or not self.is_done:
                await line.wait()
            elif line.status is not None:
                raise Refuse(*line.status)
            else:
                return

    @property
    def is_done(self) -> bool:
        """Say whether the stream ends as soon as everything is sent."""
        return self._line.status is not None

    def closed(self, feed: Feed, reason: Close | None) -> None:
        """Deal with a feed that has ended and was taken to its end, or whose client lags."""
        raise NotImplementedError

    def standing_part(self, feed: Feed, standing: bytes) -> bytes:
        """Return the part of a response that tells what stands beside a match."""
        raise NotImplementedError

    def is_attached(self, feed: Feed) -> bool:
        """Say whether the frames of a feed are still wanted."""
        return True

    async def _add_late(self, feed: Feed) -> None:
        if feed.with_view and self._desk.glance(feed.access) is None:
            await self._desk.look(feed.access)
        self._add_frames(feed)

    def _add_frames(self, feed: Feed) -> None:
        subscription = feed.subscription
        if subscription is None or not self.is_attached(feed):
            return
        self._add_standing(feed)
        encode, frames = feed.codec.frame, feed.take()
        for place, frame in enumerate(frames):
            if self.is_full:
                feed.held_back = [*frames[place:], *feed.held_back]
                self._late.append(feed)
                break
            view = self._view_with(feed, frame) if feed.with_view else None
            feed.sent = frame.number
            question = frame.question
            encoded, is_urgent = encode(frame, view), question is not None or frame.outcome is not None
            if question is not None and self._desk.is_answered(feed.access, question.number):
                encoded, is_urgent = encoded + _IS_ANSWERED, False
            receipt = self._desk.receipt_with(feed.access, frame.number)
            if receipt:
                encoded += delimited(_RECEIPT, receipt.encode())
            self.say(feed.part(encoded), is_urgent=is_urgent)
        if (subscription.closed is not None and not feed.held_back) or feed.lags:
            self.closed(feed, subscription.closed)

    def _add_standing(self, feed: Feed) -> None:
        """Tell what stands beside the match, if that has changed since the client was told of it."""
        found = self._desk.standing(feed.access.match, feed.standing)
        if found is not None:
            feed.standing, standing = found
            self.say(self.standing_part(feed, standing_message(standing).SerializeToString()))

    def _view_with(self, feed: Feed, frame: Frame) -> Any:
        """Return the view that goes with a frame: only with a question that is open now."""
        if frame.question is None:
            return None
        look = self._desk.glance(feed.access)
        if look is None or look.question is None or look.number != frame.number:
            return None
        return look.state

    def _next_message(self) -> bytes:
        """Take what there is to say; of very much, a part."""
        parts = self._parts
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
