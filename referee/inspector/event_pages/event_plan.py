"""How many matches an event will have, and how much time is left."""

from __future__ import annotations

from collections.abc import Sequence

from referee.arena.event_entries import EventBegun, EventPaused, EventResumed
from referee.arena.event_file import EventFile
from referee.arena.event_state import EventState
from referee.arena.schedule import Pairing, round_shape, scheduled_matches
from referee.arena.table_sizes import TooFewEntrants, shape_of_round
from referee.inspector.event_pages.public_log import DatedEntry

FEWEST_FOR_ESTIMATE = 3
"""Number of matches that must be over before the time left is estimated."""


def planned_rounds_of(event: EventFile) -> int | None:
    """Return the number of rounds of an event; None if it depends on results, or on when somebody stops it."""
    return (
        None
        if event.format in ("duel", "knockout")
        else event.rounds or (1 if event.format != "ladder" else None)
    )


def planned_matches(state: EventState) -> int | None:
    """Return the number of matches of the whole event, if nobody else withdraws; None if it depends on results."""
    rounds = planned_rounds_of(state.event)
    if state.finished or state.stopped:
        return len(state.matches)
    if rounds is None:
        return None
    return len(state.matches) + max(0, rounds - state.last_round) * _matches_of_next_round(state)


def _matches_of_next_round(state: EventState) -> int:
    event = state.event
    try:
        if event.format == "gauntlet":
            fewest = event.rules.seats[0]
            field = len(state.admitted or event.entrants) - 1
            sizes = shape_of_round(field, event.seats - 1, fewest - 1, event.short_tables).sizes
            sizes = tuple([size + 1 for size in sizes])
        else:
            is_drawn_before = event.format == "league"
            taking_part = (state.admitted or event.entrants) if is_drawn_before else state.active
            sizes = round_shape(event, len(taking_part)).sizes
    except TooFewEntrants:
        return 0
    return sum([len(scheduled_matches(event, Pairing(1, 1, tuple(range(size))))) for size in sizes])


def seconds_left(entries: Sequence[DatedEntry], last_at: int, done: int, planned: int | None) -> float | None:
    """Return how long the rest will take at the pace so far, pauses left out; None if too little is known."""
    began = next((dated.at for dated in entries if isinstance(dated.entry, EventBegun)), None)
    if began is None or planned is None or done < FEWEST_FOR_ESTIMATE:
        return None
    return (last_at - began - _paused(entries, last_at)) / 1000 / done * max(0, planned - done)


def _paused(entries: Sequence[DatedEntry], last_at: int) -> int:
    """Return the milliseconds for which the event was paused."""
    total, since = 0, None
    for at, entry in entries:
        if isinstance(entry, EventPaused):
            since = at
        elif isinstance(entry, EventResumed) and since is not None:
            total, since = total + at - since, None
    return total + (last_at - since if since is not None else 0)
