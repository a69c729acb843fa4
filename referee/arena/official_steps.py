"""What officials do in an event: withdraw entrants, correct results, pause, resume.

A step is checked against the state of the event and becomes an entry of its log. While an arena runs, only it can write
the log, so a step is left for it in a file; it carries out such requests between two matches, and each exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import get_args
from uuid import uuid4

import msgspec

from referee.arena.event_entries import (
    EntrantTokenIssued,
    EntrantWithdrawn,
    EventPaused,
    EventResumed,
    LoggedEntry,
    OfficialStep,
    PenaltyGiven,
    ResultCorrected,
    decode_entry,
    encode_entry,
)
from referee.arena.event_file import Penalty
from referee.arena.event_record import EventLog
from referee.arena.event_state import EventState
from referee.arena.match_results import SeatResult
from referee.arena.schedule import FILLER
from referee.proof.atomic_files import create_file
from referee.proof.private_files import PRIVATE_FILE

REQUESTS = "requests"
"""Folder for requests, in the folder of the event."""


class OfficialStepRefused(ValueError):
    """A step that the event does not allow now; the message says why."""


def entrant_number(state: EventState, name: str) -> int:
    """Return the number of an entrant; raise `OfficialStepRefused`."""
    names = [entrant.name for entrant in state.event.entrants]
    if name not in names:
        raise OfficialStepRefused(f"there is no entrant {name!r} (choose from {', '.join(names)})")
    return names.index(name)


def corrected_seats(state: EventState, match: str, places: Sequence[int]) -> tuple[SeatResult, ...]:
    """Return the result of a match in which the seats have these places; raise `OfficialStepRefused`."""
    found = state.matches.get(match)
    if found is None:
        raise OfficialStepRefused(f"there is no match {match!r}; 'referee event pairings' lists them")
    seats = len(found.match.seating)
    if len(places) != seats:
        raise OfficialStepRefused(f"match {match} has {seats} seats, but {len(places)} places were given")
    if min(places) != 1 or max(places) > seats:
        raise OfficialStepRefused(f"places are numbers from 1, the winner, to {seats}")
    played = found.result.seats if found.result is not None else [None] * seats
    return tuple(
        [
            SeatResult(
                place,
                place == 1,
                before.score if before is not None else None,
                before.side if before is not None else "",
                "ruling",
            )
            for place, before in zip(places, played, strict=True)
        ]
    )


def suggested_penalty(state: EventState, entrant: int) -> Penalty:
    """Return the next step for an entrant: one more severe than its last penalty."""
    steps: tuple[Penalty, ...] = get_args(Penalty)
    given = [steps.index(each.penalty) for each in state.penalties if each.entrant == entrant]
    return steps[min(max(given, default=-1) + 1, len(steps) - 1)]


def check_step(state: EventState, step: OfficialStep) -> None:
    """Raise `OfficialStepRefused` if a step does not fit the state of the event."""
    match step:
        case EntrantWithdrawn():
            if step.entrant in state.withdrawn:
                raise OfficialStepRefused(f"{state.event.entrants[step.entrant].name} has withdrawn already")
            if state.finished:
                raise OfficialStepRefused("the event is over")
        case EntrantTokenIssued():
            entrant = state.event.entrants[step.entrant]
            if not entrant.dial_in:
                raise OfficialStepRefused(f"{entrant.name} does not dial in, so it needs no token")
            if state.finished:
                raise OfficialStepRefused("the event is over")
        case PenaltyGiven():
            if any(
                [each.entrant == step.entrant and each.penalty == "expulsion" for each in state.penalties]
            ):
                raise OfficialStepRefused(f"{state.event.entrants[step.entrant].name} was expelled already")
        case ResultCorrected():
            corrected_seats(state, step.match, [seat.place for seat in step.seats])
        case EventPaused():
            if state.finished:
                raise OfficialStepRefused("the event is over")
            if state.paused:
                raise OfficialStepRefused(f"the event is paused already: {state.paused.reason}")
        case EventResumed():
            if not state.paused:
                raise OfficialStepRefused("the event is not paused")


def take_official_step(log: EventLog, step: OfficialStep) -> None:
    """Check a step and write it."""
    check_step(log.state, step)
    log.append([step])


def leave_request(folder: Path, step: OfficialStep) -> OfficialStep:
    """Leave a step for the arena that runs the event, and return it with the id of the request."""
    requested = msgspec.structs.replace(step, request=uuid4().hex)
    requests = folder / REQUESTS
    requests.mkdir(mode=0o700, exist_ok=True)
    create_file(requests / f"{requested.request}.json", encode_entry(requested), PRIVATE_FILE)
    return requested


def take_requests(log: EventLog, folder: Path) -> list[LoggedEntry]:
    """Carry out the requests that were left, oldest first, and return those that the event did not allow."""
    refused: list[LoggedEntry] = []
    files = sorted((folder / REQUESTS).glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    done = {getattr(entry, "request", "") for entry in log.entries} if files else set()
    for file in files:
        step = decode_entry(file.read_bytes())
        assert isinstance(step, OfficialStep)
        # A request may be left over from an arena that was killed after it had written the entry.
        if step.request not in done:
            try:
                take_official_step(log, step)
            except OfficialStepRefused:
                refused.append(step)
        with suppress(FileNotFoundError):
            file.unlink()
    return refused


def describe_seating(state: EventState, seating: Sequence[int]) -> list[str]:
    """Return the names of the entrants in their seats."""
    return [
        f"({state.event.filler})" if number == FILLER else state.event.entrants[number].name
        for number in seating
    ]
