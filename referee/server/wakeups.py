"""Wake-ups: the matches that are not in memory, but must go on at a certain time although nobody calls.

A match with a running clock may leave the memory like any other. Its deadlines stay here, a few numbers per match, and
when the first of them comes the match is loaded again. After a restart, the store says which matches were being played;
their seats get their full time from then on, because they must not lose time through an interruption.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from referee.log.store import Store
from referee.server.clocks import MatchClocks
from referee.server.settings import Policy
from referee.server.time_control import TimeControl


class Wakeup(NamedTuple):
    """What a match waits for. All times are on the clock of the event loop."""

    due: float
    """When the match must be loaded again."""
    clocks: MatchClocks | None = None
    """The clocks, which go on; None if the server was restarted."""
    since: float | None = None
    """Since when the seats that are asked have their full time; None if there are clocks."""
    reveal_by: float | None = None
    """End of the time to reveal entropy."""


class Wakeups:
    """The wake-ups of all matches that are not in memory."""

    def __init__(self) -> None:
        self._by_match: dict[str, Wakeup] = {}
        self._heap: list[tuple[float, str]] = []
        """By due time; an item whose match has another wake-up by now, or none, is skipped."""

    def __len__(self) -> int:
        return len(self._by_match)

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._by_match

    def put(self, match_id: str, wakeup: Wakeup) -> None:
        """Schedule the wake-up of a match, in place of an earlier one."""
        self._by_match[match_id] = wakeup
        heappush(self._heap, (wakeup.due, match_id))

    def take(self, match_id: str) -> Wakeup | None:
        """Remove and return the wake-up of a match, because the match is in memory now."""
        return self._by_match.pop(match_id, None)

    def due(self, now: float, most: int) -> list[str]:
        """Return up to `most` matches that must be loaded now, each once. Their wake-ups stay until they are taken."""
        found: list[str] = []
        while self._heap and self._heap[0][0] <= now and len(found) < most:
            due, match_id = heappop(self._heap)
            wakeup = self._by_match.get(match_id)
            if wakeup is not None and wakeup.due == due and match_id not in found:
                found.append(match_id)
        return found


def _seconds_asked(control: TimeControl) -> int:
    """Return how many seconds a seat surely has, whatever was played; 0 without a clock."""
    is_simple = not control.bank_ms and control.at_zero == "default"
    return control.cap_ms // 1000 if is_simple and control.cap_ms >= 1000 else int(control.is_on)


def seconds_to_wait(store: Store) -> dict[str, int]:
    """Return how many seconds each match of a store may wait before it must go on. Blocks: call it in a thread.

    Only matches with a clock, or with entropy to be revealed, are in the result. None of them is loaded.
    """
    found = {}
    for match, policy, has_begun, _ in store.waiting():
        try:
            settings = msgspec.json.decode(policy, type=Policy)
        except msgspec.MsgspecError:
            # A damaged match is reported when somebody calls; it must not keep the others from going on.
            continue
        seconds = _seconds_asked(settings.clock) if has_begun else settings.seconds_to_reveal
        if seconds:
            found[match] = seconds
    return found
