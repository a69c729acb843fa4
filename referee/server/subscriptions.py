"""Subscriptions: a viewer's feed on its way to one reader, with a bounded buffer.

The desk puts frames in, the reader takes them out when it has sent what it took before. A reader is woken by a
callback, once until it takes: one commit may bring frames of many matches, and one reader may serve them all. A
reader that falls behind is cut off, not waited for; it resumes from the last frame it has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat

Wake = Callable[[], object]
"""Called on the event loop when there is something to take. Must return at once."""


class Close(Enum):
    """Why no more frames will come."""

    MATCH_OVER = "the match is over and every frame was taken"
    MATCH_STOPPED = "the match was stopped by a fault of the referee"
    LAGGING = "the reader fell too far behind; resume from the last frame received"
    SUPERSEDED = "another match goes on in its place; see its standing"
    SHUT_DOWN = "the server is shutting down; resume when it is back"


class Subscription:
    """One reader of one viewer's feed."""

    __slots__ = (
        "_awake",
        "_behind",
        "_buffer",
        "_close",
        "_leave",
        "_most",
        "_since",
        "_wake",
        "number",
        "viewer",
    )

    def __init__(
        self, viewer: Seat, after: int, most: int, wake: Wake, leave: Callable[[Subscription], None]
    ) -> None:
        self.viewer = viewer
        self.number = after
        """The number of the last frame put in."""
        self._buffer: list[Frame] = []
        self._behind = True
        self._most = most
        self._since = 0.0
        self._awake = False
        self._close: Close | None = None
        self._wake = wake
        self._leave = leave

    @property
    def is_behind(self) -> bool:
        """Say whether frames are missing that were told before; `catch_up` brings them."""
        return self._behind

    @property
    def closed(self) -> Close | None:
        """Why no more frames will come, once everything was taken; None while they may."""
        return None if self._buffer else self._close

    def take(self) -> Sequence[Frame]:
        """Take all frames that have come. Call it again when they are sent, or the lag cannot be judged."""
        self._awake = False
        frames, self._buffer = self._buffer, []
        return frames

    def leave(self) -> None:
        """Stop reading."""
        self._leave(self)

    def give(self, frame: Frame, now: float) -> None:
        """Put the next frame in."""
        if self._behind or self._close is not None:
            return
        if frame.number != self.number + 1:
            raise ValueError(f"frame {frame.number} cannot follow frame {self.number}")
        if not self._buffer:
            self._since = now
        elif len(self._buffer) >= self._most:
            self.end(Close.LAGGING)
            return
        self.number = frame.number
        self._buffer.append(frame)
        if frame.outcome is not None:
            self._close = Close.MATCH_OVER
        self._wake_up()

    def catch_up(self, frames: Sequence[Frame], now: float) -> None:
        """Put in what was told before, from where the reader is. From now on it is given frames as they come."""
        if self._close is not None:
            return
        self._behind = False
        self._since = now
        for frame in frames:
            if frame.number == self.number + 1:
                self.number = frame.number
                self._buffer.append(frame)
                if frame.outcome is not None:
                    self._close = Close.MATCH_OVER
        if self._buffer:
            self._wake_up()

    def fall_behind(self) -> None:
        """Wait for `catch_up`: the match left the memory and what comes next is not known."""
        self._behind = True

    def is_lagging(self, now: float, patience: float) -> bool:
        """Say whether the reader left frames lying for too long."""
        return bool(self._buffer) and now - self._since > patience

    def end(self, reason: Close) -> None:
        """Let no more frames come; what a reader has not taken by then, a cut-off reader does not get."""
        if reason is Close.LAGGING:
            self._buffer.clear()
        self._close = reason
        self._behind = False
        self._wake_up()

    def wake(self) -> None:
        """Have the reader look: something beside the feed has changed."""
        self._wake_up()

    def _wake_up(self) -> None:
        if not self._awake:
            self._awake = True
            self._wake()
