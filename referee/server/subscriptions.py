"""Subscriptions: a viewer's feed on its way to one reader, with a bounded buffer.

The server puts deliveries in; the reader takes them out when it has sent what it took before. A delivery is complete:
everything that goes to the client with a frame is in it. A reader is woken by a callback, once until it takes: one
commit may bring frames of many matches, and one reader may serve them all. A reader that falls behind is cut off, not
waited for; it resumes after the last frame it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import Seat
from referee.server.clocks import ClockReading, PublicClock
from referee.server.results import Standing

Wake = Callable[[], object]
"""Called on the event loop when there is something to take. Must return at once."""


class Close(Enum):
    """Why no more frames will come."""

    MATCH_OVER = "the match is over and every frame was taken"
    MATCH_STOPPED = "the match was stopped because of a fault of the referee"
    LAGGING = "the reader fell too far behind; resume after the last frame received"
    SUPERSEDED = "the match continues as another match; see its standing"
    TOKEN_CHANGED = "the token was replaced or revoked; resume with a valid one"
    SHUT_DOWN = "the server is shutting down; resume when it is back"


class Delivery(NamedTuple):
    """A frame with everything that is sent with it."""

    frame: Frame
    is_answered: bool = False
    """Whether a standing order has already answered the question in the frame."""
    receipt: str = ""
    """The receipt that goes with the frame; empty with most."""
    view: View | None = None
    """The view to send with an open question, if the viewer's view is kept. Valid while it is at this frame."""
    clock: ClockReading | None = None
    """The clock to send with an open question, if the match has a time limit."""
    clocks: Sequence[PublicClock] = ()
    """The clocks of all seats, if the match has a time limit and the frame is new."""


class Subscription:
    """One reader of one viewer's feed."""

    __slots__ = (
        "_behind",
        "_buffer",
        "_close",
        "_leave",
        "_most",
        "_since",
        "_standing",
        "_wake",
        "_woken",
        "number",
        "viewer",
        "with_view",
    )

    def __init__(
        self,
        viewer: Seat,
        after: int,
        most: int,
        wake: Wake,
        leave: Callable[[Subscription], None],
        *,
        with_view: bool = False,
    ) -> None:
        self.viewer = viewer
        self.with_view = with_view
        """Whether open questions are to be delivered with the viewer's view."""
        self.number = after
        """Number of the last frame put in."""
        self._buffer: list[Delivery] = []
        self._behind = True
        self._most = most
        self._since = 0.0
        """When the oldest delivery in the buffer was put in, on the clock of the event loop."""
        self._woken = False
        self._close: Close | None = None
        self._standing: Standing | None = None
        self._wake = wake
        self._leave = leave

    @property
    def is_behind(self) -> bool:
        """Whether earlier frames are missing; `catch_up` brings them."""
        return self._behind

    @property
    def closed(self) -> Close | None:
        """Why no more frames will come, once everything was taken; None while more may come."""
        return None if self._buffer else self._close

    def take(self) -> Sequence[Delivery]:
        """Take all deliveries. Call it again when they are sent; the lag is measured between calls."""
        self._woken = False
        deliveries, self._buffer = self._buffer, []
        return deliveries

    def take_standing(self) -> Standing | None:
        """Take the standing of the match, if it has changed since the reader subscribed or last took it."""
        standing, self._standing = self._standing, None
        return standing

    def leave(self) -> None:
        """Stop reading."""
        self._leave(self)

    def give(self, delivery: Delivery, now: float) -> None:
        """Put the next delivery in."""
        if self._behind or self._close is not None:
            return
        frame = delivery.frame
        if frame.number != self.number + 1:
            raise ValueError(f"frame {frame.number} cannot follow frame {self.number}")
        if not self._buffer:
            self._since = now
        elif len(self._buffer) >= self._most:
            self.end(Close.LAGGING)
            return
        self.number = frame.number
        self._buffer.append(delivery)
        if frame.outcome is not None:
            self._close = Close.MATCH_OVER
        if not self._woken:
            self._woken = True
            self._wake()

    def give_standing(self, standing: Standing) -> None:
        """Put the changed standing of the match in, in place of one that was not taken yet."""
        self._standing = standing
        self._wake_up()

    def catch_up(self, deliveries: Sequence[Delivery], now: float) -> None:
        """Put earlier frames in, starting where the reader is. From now on it is given frames as they come."""
        if self._close is not None:
            return
        self._behind = False
        self._since = now
        for delivery in deliveries:
            frame = delivery.frame
            if frame.number == self.number + 1:
                self.number = frame.number
                self._buffer.append(delivery)
                if frame.outcome is not None:
                    self._close = Close.MATCH_OVER
        if self._buffer:
            self._wake_up()

    def fall_behind(self) -> None:
        """Wait for `catch_up`: the match left the memory, so the next frame is unknown."""
        self._behind = True

    def is_lagging(self, now: float, patience: float) -> bool:
        """Return whether deliveries have waited for the reader for more than `patience` seconds."""
        return bool(self._buffer) and now - self._since > patience

    def end(self, reason: Close) -> None:
        """Accept no more frames. A reader that is cut off for lagging also loses the frames it has not taken."""
        if reason is Close.LAGGING:
            self._buffer.clear()
        self._close = reason
        self._behind = False
        self._wake_up()

    def _wake_up(self) -> None:
        if not self._woken:
            self._woken = True
            self._wake()
