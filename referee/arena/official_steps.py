"""What officials do in an event: withdraw entrants, correct results, pause, resume.

A step is checked against the state of the event and becomes an entry of its log. While an arena runs, only it can write
the log, so a step is left for it in a file; it carries out such requests between two matches, and each exactly once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import msgspec
from msgspec import UNSET

from referee.arena.event_entries import (
    EntrantTokenIssued,
    EntrantWithdrawn,
    EventPaused,
    EventResumed,
    EventStopped,
    LoggedEntry,
    OfficialEntry,
    OfficialStep,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultUpheld,
    RoundChanged,
    decode_entry,
    encode_entry,
)
from referee.arena.event_record import EventLog
from referee.arena.event_state import EventState, MatchProgress
from referee.arena.match_results import SeatResult, lost_by_ruling
from referee.arena.penalty_ledger import possible_penalties
from referee.arena.schedule import FILLER, Pairing
from referee.arena.step_signatures import key_bytes
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


def match_named(state: EventState, match: str) -> MatchProgress:
    """Return a match; raise `OfficialStepRefused`."""
    found = state.matches.get(match)
    if found is None:
        raise OfficialStepRefused(f"there is no match {match!r}; 'referee event pairings' lists them")
    return found


def read_tables(state: EventState, number: int, text: str) -> tuple[Pairing, ...]:
    """Return the pairings of a round written as `Ada,Bob / Cleo,Dan`; raise `OfficialStepRefused`."""
    tables = [[name.strip() for name in table.split(",")] for table in text.split("/")]
    return tuple(
        [
            Pairing(number, place, tuple([entrant_number(state, name) for name in table]))
            for place, table in enumerate(tables, start=1)
        ]
    )


def read_places(text: str) -> list[int]:
    """Read the place of each seat; raise `OfficialStepRefused`.

    >>> read_places("2,1,3,4")
    [2, 1, 3, 4]
    """
    places = [part.strip() for part in text.split(",")]
    if not all([re.fullmatch("[0-9]{1,3}", place) for place in places]):
        raise OfficialStepRefused(f"{text!r} is not a list of places such as 2,1,3,4")
    return [int(place) for place in places]


def corrected_seats(state: EventState, match: str, places: Sequence[int]) -> tuple[SeatResult, ...]:
    """Return the result of a match in which the seats have these places; raise `OfficialStepRefused`."""
    found = match_named(state, match)
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


def lost_match(state: EventState, match: str, entrant: int) -> tuple[SeatResult, ...]:
    """Return the result of a match that an entrant loses by a penalty; raise `OfficialStepRefused`.

    Whoever has lost it by a penalty before stays last.
    """
    found, name = match_named(state, match), state.event.entrants[entrant].name
    seating, result = found.match.seating, found.result
    if entrant not in seating:
        raise OfficialStepRefused(f"{name} does not play match {match}")
    if result is None:
        raise OfficialStepRefused(f"match {match} has no result yet; it can be taken from {name} afterwards")
    penalized = {each.entrant for each in state.penalties if each.match == match}
    lost = {
        seat
        for seat, number in enumerate(seating)
        if number in penalized and result.seats[seat].kind == "ruling" and not result.seats[seat].won
    }
    if seating.index(entrant) in lost:
        raise OfficialStepRefused(f"{name} has lost match {match} by a penalty already")
    if len(lost) + 1 == len(seating):
        raise OfficialStepRefused(
            f"nobody would be left in match {match}; 'referee event correct' sets its result"
        )
    return lost_by_ruling(result, {*lost, seating.index(entrant)})


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
            _check_penalty(state, step)
        case ResultCorrected():
            corrected_seats(state, step.match, [seat.place for seat in step.seats])
            check_ruler(match_named(state, step.match), step)
        case ResultUpheld():
            if not match_named(state, step.match).is_provisional:
                raise OfficialStepRefused(f"nobody disputes the result of match {step.match}")
            check_ruler(match_named(state, step.match), step)
        case ResultDisputed():
            _check_dispute(match_named(state, step.match))
        case RoundChanged():
            _check_change(state, step)
        case EventStopped():
            if state.finished or state.stopped:
                raise OfficialStepRefused("the event is over")
        case EventPaused():
            if state.finished:
                raise OfficialStepRefused("the event is over")
            if state.paused:
                raise OfficialStepRefused(f"the event is paused already: {state.paused.reason}")
        case EventResumed():
            if not state.paused:
                raise OfficialStepRefused("the event is not paused")


def _check_penalty(state: EventState, step: PenaltyGiven) -> None:
    """Refuse a penalty that cannot be carried out."""
    if any([each.entrant == step.entrant and each.penalty == "expulsion" for each in state.penalties]):
        raise OfficialStepRefused(f"{state.event.entrants[step.entrant].name} was expelled already")
    if step.penalty not in (possible := possible_penalties(state.event)):
        raise OfficialStepRefused(
            f"the event has no clock, so nobody can lose time (choose from {', '.join(possible)})"
        )
    if step.penalty != "loss_of_match":
        if step.match is not UNSET:
            raise OfficialStepRefused(f"only a loss_of_match names a match, not a {step.penalty}")
        return
    if step.match is UNSET:
        raise OfficialStepRefused("a loss_of_match names the match, such as --match 2.1.1.3")
    if step.seats != lost_match(state, step.match, step.entrant):
        raise OfficialStepRefused(f"the result of match {step.match} has changed; penalize again")
    check_ruler(match_named(state, step.match), step)


def check_ruler(progress: MatchProgress, step: OfficialEntry) -> None:
    """Refuse a ruling on an appeal by somebody who has ruled before, or with a key that has signed such a ruling."""
    if not progress.is_provisional:
        return
    if step.by in progress.rulers:
        raise OfficialStepRefused(
            f"{step.by} has ruled on match {progress.match.id} before; somebody else rules on an appeal (--by NAME)"
        )
    keys = {key_bytes(ruling) for ruling in progress.settled} - {""}
    if keys and key_bytes(step) in {*keys, ""}:
        raise OfficialStepRefused(
            f"a ruling on match {progress.match.id} is signed, so an appeal is ruled on with another key "
            "(--key-dir DIR)"
        )


def _check_dispute(progress: MatchProgress) -> None:
    if progress.result is None:
        raise OfficialStepRefused(f"match {progress.match.id} has no result yet")
    if progress.is_provisional:
        raise OfficialStepRefused(
            f"the result of match {progress.match.id} is disputed already, by {progress.rulings[-1].by}"
        )


def _check_change(state: EventState, step: RoundChanged) -> None:
    """Refuse pairings that cannot be played, or come too late."""
    if state.event.format == "duel":
        raise OfficialStepRefused("the pairings of a duel are always the same")
    if state.finished or state.stopped:
        raise OfficialStepRefused("the event is over")
    if not state.paused:
        raise OfficialStepRefused("pairings are changed while the event is paused: referee event pause")
    if not 0 <= step.round - state.last_round <= 1:
        raise OfficialStepRefused(f"round {step.round} is not the last one, {state.last_round}, or the next")
    for progress in state.matches.values():
        if progress.match.round == step.round and progress.recorded:
            raise OfficialStepRefused(f"match {progress.match.id} of round {step.round} was played already")
        if progress.match.round < step.round and progress.result is None:
            raise OfficialStepRefused(f"match {progress.match.id} must be played before round {step.round}")
    allowed = state.event.rules.seats
    sitting: list[int] = []
    for pairing in step.pairings:
        if not allowed[0] <= len(pairing.entrants) <= state.event.seats:
            raise OfficialStepRefused(
                f"table {pairing.table} has {len(pairing.entrants)} entrants; "
                f"{allowed[0]} to {state.event.seats} are allowed"
            )
        sitting += pairing.entrants
    for entrant in sitting:
        name = state.event.entrants[entrant].name
        if sitting.count(entrant) > 1:
            raise OfficialStepRefused(f"{name} is at the tables more than once")
        if entrant in state.withdrawn:
            raise OfficialStepRefused(f"{name} has withdrawn")


def take_official_step(log: EventLog, step: OfficialStep) -> None:
    """Check a step and write it."""
    check_step(log.state, step)
    log.append([step])


def leave_request(folder: Path, step: OfficialStep) -> OfficialStep:
    """Leave a step for the arena that runs the event, and return it with the id of the request."""
    requested = step if step.request else msgspec.structs.replace(step, request=uuid4().hex)
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
