"""The messages to send on one stream: encoded as they come, and combined into as few as possible.

A message costs far more than the bytes in it. So while one is being sent the next one grows, and news that nobody waits
for (a frame without a question for the reader) lingers for a moment, to be sent with what follows. Replies, questions
and outcomes are sent at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.feeds.frames import Frame
from referee.server.access import Access
from referee.server.subscriptions import Close, Delivery, Subscription
from referee.wire.clock_messages import clock_message
from referee.wire.codec import Codec
from referee.wire.guard import status_of
from referee.wire.open_streams import OpenStream
from referee.wire.standing_messages import standing_message
from referee.wire.statuses import Refuse
from referee.wire.structs import content_head, delimited, number_head, varint
from referee_api.v1 import referee_pb2 as api

_IS_ANSWERED = number_head(api.Frame.DESCRIPTOR.fields_by_name["is_answered"]) + varint(1)
_RECEIPT = content_head(api.Frame.DESCRIPTOR.fields_by_name["receipt"])
_CLOCK = content_head(api.Frame.DESCRIPTOR.fields_by_name["clock"])

MESSAGE_BYTES = 1 << 18
"""Size at which a message gets no more frames, and requests on the stream wait, in bytes."""

SEND_BYTES = 1 << 19
"""Size above which a message, of replies, is sent in parts, in bytes; below the limit of the server."""

ACK_WINDOW = 256
"""Number of frames of a match sent ahead of a client that acknowledges frames; as many more may wait."""


class StreamedFeed:
    """The feed of one viewer of a match on its way to a stream."""

    __slots__ = (
        "access",
        "acked",
        "codec",
        "head",
        "held_back",
        "sent",
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
        """Tag of the field of the response that holds a frame."""
        self.head = head
        """Bytes before the frame within that field, if the field holds more than the frame."""
        self.with_view = with_view
        self.subscription: Subscription | None = None
        self.sent = after
        """Number of the last frame that was sent."""
        self.acked: int | None = None
        """Number of the last frame the client acknowledged; None if it never did."""
        self.held_back: Sequence[Delivery] = ()
        """Deliveries for a later message."""

    @property
    def lags(self) -> bool:
        """Whether a client that acknowledges frames has stopped doing so."""
        return self.acked is not None and len(self.held_back) > ACK_WINDOW

    def take(self, subscription: Subscription) -> Sequence[Delivery]:
        """Take the deliveries that may be sent now, without getting too far ahead of a client that acknowledges."""
        deliveries = subscription.take()
        if self.acked is None and not self.held_back:
            return deliveries
        if self.held_back:
            deliveries, self.held_back = [*self.held_back, *deliveries], ()
        if self.acked is not None:
            room = max(0, self.acked + ACK_WINDOW - self.sent)
            deliveries, self.held_back = deliveries[:room], deliveries[room:]
        return deliveries

    def encode(self, delivery: Delivery) -> bytes:
        """Encode a delivery as a field of the response."""
        frame, view = delivery.frame, delivery.view if self.with_view else None
        state = view.state if view is not None and view.number == frame.number else None
        encoded = self.codec.frame(frame, state)
        if delivery.is_answered:
            encoded += _IS_ANSWERED
        if delivery.receipt:
            encoded += delimited(_RECEIPT, delivery.receipt.encode())
        clock = clock_message(delivery.clock)
        if clock is not None:
            encoded += delimited(_CLOCK, clock.SerializeToString())
        head, size = self.head, varint(len(encoded))
        if not head:
            return b"".join((self.tag, size, encoded))
        return b"".join((self.tag, varint(len(head) + len(size) + len(encoded)), head, size, encoded))


class Outbox:
    """The messages to send on one stream."""

    def __init__(self, stream: OpenStream) -> None:
        self._stream = stream
        self._parts: list[bytes] = []
        self._late: list[StreamedFeed] = []
        """Feeds whose deliveries wait for room."""
        self._size = 0

    @property
    def is_full(self) -> bool:
        """Whether there is enough for a message, so that the rest should wait."""
        return self._size > MESSAGE_BYTES

    def say(self, part: bytes) -> None:
        """Send a part of a response at once."""
        self._parts.append(part)
        self._size += len(part)
        self._stream.wake()

    def wake(self, feed: StreamedFeed) -> None:
        """Add the deliveries of a feed, if there is room.

        The server calls this for one reader after the other, so an error here must not reach it.
        """
        try:
            if self._size > MESSAGE_BYTES:
                self._late.append(feed)
                self._stream.wake()
            else:
                self._add_deliveries(feed)
        except Exception as error:  # noqa: BLE001
            self._stream.end(status_of(error, "stream", feed.access.match_id))

    async def send_all(self) -> None:
        """Send until there is nothing left to send and nothing to wait for; raises the status of the stream."""
        stream = self._stream
        while True:
            while self._late and not self.is_full:
                self._add_deliveries(self._late.pop(0))
            if self._parts and (stream.is_due or self.is_done or self.is_full):
                await stream.send(self._next_message())
            elif self._parts or not self.is_done:
                await stream.wait()
            elif stream.status is not None:
                raise Refuse(stream.status)
            else:
                return

    @property
    def is_done(self) -> bool:
        """Whether the stream ends as soon as everything is sent."""
        return self._stream.status is not None

    def closed(self, feed: StreamedFeed, reason: Close | None) -> None:
        """Handle a feed that has ended and was sent to its end; the reason is None if its client lags."""
        raise NotImplementedError

    def standing_part(self, feed: StreamedFeed, standing: bytes) -> bytes:
        """Return the part of a response that holds the standing of a match."""
        raise NotImplementedError

    def time_out_part(self, frame: Frame) -> bytes:
        """Return the part of a response that says whose time ran out before a frame; empty if it has none."""
        return b""

    def clocks_part(self, delivery: Delivery) -> bytes:
        """Return the part of a response that has the clocks of all seats after a frame."""
        return b""

    def is_attached(self, feed: StreamedFeed) -> bool:
        """Return whether the client still wants the frames of a feed."""
        return True

    def _add_deliveries(self, feed: StreamedFeed) -> None:
        subscription = feed.subscription
        if subscription is None or not self.is_attached(feed):
            return
        standing = subscription.take_standing()
        if standing is not None:
            self.say(self.standing_part(feed, standing_message(standing).SerializeToString()))
        deliveries, is_urgent = feed.take(subscription), False
        for place, delivery in enumerate(deliveries):
            if self._size > MESSAGE_BYTES:
                feed.held_back = [*deliveries[place:], *feed.held_back]
                self._late.append(feed)
                break
            frame = delivery.frame
            feed.sent = frame.number
            encoded = feed.encode(delivery)
            if frame.late:
                encoded += self.time_out_part(frame)
            if delivery.clocks:
                encoded += self.clocks_part(delivery)
            self._parts.append(encoded)
            self._size += len(encoded)
            if frame.outcome is not None or (frame.question is not None and not delivery.is_answered):
                is_urgent = True
        if is_urgent:
            self._stream.wake()
        elif deliveries:
            self._stream.wake_soon()
        if (subscription.closed is not None and not feed.held_back) or feed.lags:
            self.closed(feed, subscription.closed)

    def _next_message(self) -> bytes:
        """Take everything there is to send, or a part of it if it is too much for one message."""
        parts = self._parts
        if self._size <= SEND_BYTES:
            self._parts, self._size = [], 0
            return self.message_of(parts)
        taken = size = 0
        while size <= MESSAGE_BYTES:
            size += len(parts[taken])
            taken += 1
        self._parts = parts[taken:]
        self._size -= size
        return self.message_of(parts[:taken])

    def message_of(self, parts: Sequence[bytes]) -> bytes:
        """Return the message that consists of these parts."""
        return b"".join(parts)
