"""The check that the rounds in the log of an event are those that follow from its file, its luck and its results."""

from __future__ import annotations

from collections.abc import Iterable

from referee.arena.event_entries import EventOpened, LoggedEntry, RoundPaired
from referee.arena.event_record import EventRecord
from referee.arena.event_state import EventState
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule import Pairing


class ScheduleEdited(Exception):
    """A round that differs from what follows from the file, the luck and the results; the message says where."""


def check_schedule(record: EventRecord, planner: RoundPlanner) -> None:
    """Check all rounds of an event; raise `ScheduleEdited`.

    The rounds of a ladder without end are too many to be paired again whenever it is started. They are checked when the
    event is verified.
    """
    if record.state.event.format != "ladder":
        check_rounds(record.entries, planner)


def check_rounds(entries: Iterable[LoggedEntry], planner: RoundPlanner) -> EventState:
    """Pair every round again, given what the log says before it. Return the state after all entries."""
    state: EventState | None = None
    for seq, entry in enumerate(entries):
        if isinstance(entry, EventOpened):
            state = EventState(entry)
            continue
        assert state is not None
        if isinstance(entry, RoundPaired):
            _compare(seq, entry, planner.next_round(state), state)
        state.apply(entry)
    assert state is not None
    return state


def _compare(seq: int, paired: RoundPaired, expected: list[Pairing], state: EventState) -> None:
    number = state.last_round + 1
    if paired.round != number:
        raise ScheduleEdited(f"entry {seq} of the log pairs round {paired.round}, but round {number} is next")
    if list(paired.pairings) == expected:
        return
    names = [entrant.name for entrant in state.event.entrants]
    for place in range(max(len(paired.pairings), len(expected))):
        found = paired.pairings[place] if place < len(paired.pairings) else None
        wanted = expected[place] if place < len(expected) else None
        if found != wanted:
            raise ScheduleEdited(
                f"entry {seq} of the log was edited: table {place + 1} of round {number} is "
                f"{_described(found, names)}, but the event file and its luck give {_described(wanted, names)}"
            )


def _described(pairing: Pairing | None, names: list[str]) -> str:
    if pairing is None:
        return "not played"
    return ", ".join([names[each] if 0 <= each < len(names) else str(each) for each in pairing.entrants])
