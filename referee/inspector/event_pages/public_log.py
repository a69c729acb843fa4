"""What of an event's log everyone may read now.

A deal is played in several seatings. Until the last of them is over, whatever happened in the others tells something
about cards that are still being played: who won, on which side a seat was, even how many points it made. So results,
disputes and corrections of such a deal are left out, and everything that the pages show follows from the rest. That a
match was played is known, because everyone sees it end.

What a bot or the machine said when it failed may quote a hand, so it is left out for good; officials read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.arena.admission import ARENA
from referee.arena.event_entries import (
    AttemptFailed,
    EntrantEntered,
    EntrantTokenIssued,
    EntrantWithdrawn,
    EntropyCommitted,
    EntropyRevealed,
    EventBegun,
    EventFinished,
    EventOpened,
    EventPaused,
    EventResumed,
    EventStopped,
    LoggedEntry,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    ResultUpheld,
    RoundChanged,
    RoundPaired,
    SeatLost,
)
from referee.arena.event_state import EventState, fold_event, match_concerned

NOT_ADMITTED = "The arena did not admit it; 'referee event export' tells officials why."
STOPPED = "The arena stopped after failures; 'referee event status' tells officials which."
FAILED = "failed"


class DatedEntry(NamedTuple):
    """An entry, and when it was written, in milliseconds since the Unix epoch."""

    at: int
    entry: LoggedEntry


class PublicEvent(NamedTuple):
    """An event as everyone may see it now."""

    state: EventState
    """What follows from the entries below; it has no result of a deal that is still being played."""
    entries: list[DatedEntry]
    open_deals: frozenset[str]
    """The deals that are not over in all their seatings."""
    played: frozenset[str]
    """The matches that are over, those of open deals included."""
    withheld: int
    """Number of disputes, rulings and corrections that concern open deals."""
    last_at: int
    """When the log last grew."""
    is_practice: bool
    """Whether the seed is in the event file."""


def public_event(entries: Sequence[LoggedEntry], times: Sequence[int]) -> PublicEvent:
    """Return what everyone may see of an event with this log."""
    whole = fold_event(entries)
    open_deals = _open_deals(whole)
    deals = {name: each.match.deal for name, each in whole.matches.items()}
    shown, withheld = list[DatedEntry](), 0
    for at, entry in zip(times, entries, strict=True):
        if deals.get(match_concerned(entry)) in open_deals:
            withheld += not isinstance(entry, ResultRecorded)
        elif type(entry) in PUBLIC:
            shown.append(DatedEntry(at, PUBLIC[type(entry)](entry)))
    state = fold_event([dated.entry for dated in shown])
    is_practice = bool(state.event.seed)
    if not state.finished:
        # Whoever knows the seed of a practice event knows all its deals.
        state.event = msgspec.structs.replace(state.event, seed="")
    played = [name for name, each in whole.matches.items() if each.recorded is not None]
    return PublicEvent(state, shown, open_deals, frozenset(played), withheld, times[-1], is_practice)


def _open_deals(state: EventState) -> frozenset[str]:
    """Return the deals that may still be played in some seating.

    An official may have given a result to a match that is being played, so in the current round only recorded matches
    are over.
    """
    if state.finished:
        return frozenset()
    return frozenset(
        [
            each.match.deal
            for each in state.matches.values()
            if each.result is None or (each.recorded is None and each.match.round == state.last_round)
        ]
    )


def _as_it_is(entry: Any) -> Any:
    return entry


def _without_words_of_the_arena(entry: EventPaused) -> EventPaused:
    return msgspec.structs.replace(entry, reason=STOPPED) if entry.by == ARENA else entry


def _without_words_of_a_check(entry: EntrantWithdrawn) -> EntrantWithdrawn:
    return msgspec.structs.replace(entry, reason=NOT_ADMITTED) if entry.by == ARENA else entry


def _without_reason(entry: AttemptFailed) -> AttemptFailed:
    return msgspec.structs.replace(entry, reason="")


def _without_words_of_bots(entry: ResultRecorded) -> ResultRecorded:
    return msgspec.structs.replace(entry, faults=tuple([FAILED if fault else "" for fault in entry.faults]))


PUBLIC: dict[type[Any], Callable[[Any], Any]] = {
    EventOpened: _as_it_is,
    EntropyCommitted: _as_it_is,
    EntropyRevealed: _as_it_is,
    EntrantEntered: _as_it_is,
    EventBegun: _as_it_is,
    RoundPaired: _as_it_is,
    RoundChanged: _as_it_is,
    AttemptFailed: _without_reason,
    ResultRecorded: _without_words_of_bots,
    ResultCorrected: _as_it_is,
    ResultDisputed: _as_it_is,
    ResultUpheld: _as_it_is,
    EntrantWithdrawn: _without_words_of_a_check,
    PenaltyGiven: _as_it_is,
    EventPaused: _without_words_of_the_arena,
    EventResumed: _as_it_is,
    EventStopped: _as_it_is,
    EventFinished: _as_it_is,
}
"""What everyone may read of each kind of entry. A kind that is not here is not shown."""

HIDDEN: frozenset[type[Any]] = frozenset({EntrantTokenIssued, SeatLost})
"""The kinds that are not shown: tokens, and seats that were lost in the middle of a match, which its result shows."""
