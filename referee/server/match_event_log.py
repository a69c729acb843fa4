"""The newest match events of a running server, for its operator.

They are those that the log of the process has, in memory and up to a limit, and are gone when the server stops.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from typing import NamedTuple

from referee.server.clocks import now_ms
from referee.server.match_events import MatchEvent, NoteEvent, event_name

MOST_EVENTS = 10_000
"""Number of events that are kept."""


class KeptEvent(NamedTuple):
    """An event, when it was noted, and its number since the server started."""

    number: int
    at: int
    """In milliseconds since the Unix epoch."""
    event: MatchEvent


class EventPage(NamedTuple):
    """One page of events, newest first."""

    events: list[KeptEvent]
    next_before: int
    """Number before which the next page begins; 0 on the last one."""


class MatchEventLog:
    """Keeps the newest events."""

    def __init__(
        self, note: NoteEvent, *, most: int = MOST_EVENTS, clock: Callable[[], int] = now_ms
    ) -> None:
        """`note` is called with each event, too."""
        self._note = note
        self._clock = clock
        self._started = clock()
        self._kept: deque[KeptEvent] = deque(maxlen=most)
        self._number = 0

    def add(self, event: MatchEvent) -> None:
        """Keep an event, and pass it on."""
        self._number += 1
        self._kept.append(KeptEvent(self._number, self._clock(), event))
        self._note(event)

    @property
    def since(self) -> int:
        """Since when all events are kept, in milliseconds since the Unix epoch."""
        is_full = len(self._kept) < self._number
        return self._kept[0].at if is_full else self._started

    def page(self, size: int, before: int = 0, match: str = "", kinds: Collection[str] = ()) -> EventPage:
        """Return the newest events before a number, 0 for all, of a match and of these kinds; empty for all."""
        found: list[KeptEvent] = []
        for kept in reversed(self._kept):
            if before and kept.number >= before:
                continue
            if (match and kept.event.match != match) or (kinds and event_name(type(kept.event)) not in kinds):
                continue
            if len(found) == size:
                return EventPage(found, found[-1].number)
            found.append(kept)
        return EventPage(found, 0)
