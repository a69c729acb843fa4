"""What everyone may know of an event while it is played, as messages.

All seatings of a deal are played at about the same time, so who sits where, and how a match ended, would tell something
about a deal that others are still playing. Both are shown when all matches with the same deal are over.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from referee.arena.event_entries import LoggedEntry
from referee.arena.event_luck import schedule_luck
from referee.arena.event_record import EventRecord, read_event
from referee.arena.event_state import EventState, fold_event, match_concerned
from referee.arena.official_steps import describe_seating
from referee.arena.ratings import rate
from referee.arena.standings import standings_of
from referee.kernel.chance import Chance
from referee_api.v1 import arena_pb2 as arena


def state_message(state: EventState) -> arena.EventState:
    """Return the phase of an event."""
    if state.finished:
        return arena.EventState(phase=arena.EVENT_PHASE_FINISHED, reason=state.finished.reason)
    if state.paused:
        return arena.EventState(phase=arena.EVENT_PHASE_PAUSED, reason=state.paused.reason)
    if state.entropy is None:
        return arena.EventState(phase=arena.EVENT_PHASE_WAITING)
    return arena.EventState(phase=arena.EVENT_PHASE_RUNNING)


def described_event(state: EventState) -> arena.Event:
    """Describe an event."""
    return arena.Event(
        name=state.event.name,
        game=state.event.game,
        seat_count=state.event.seats,
        format=state.event.format,
        entrants=[entrant.name for entrant in state.event.entrants],
        state=state_message(state),
        matches=len(state.matches),
        matches_done=sum([each.result is not None for each in state.matches.values()]),
        last_round=state.last_round,
        commitment=bytes.fromhex(state.commitment),
    )


def open_deals(state: EventState) -> set[str]:
    """Return the deals that are not over: some match with this deal has no result."""
    return {each.match.deal for each in state.unplayed()}


def published_state(entries: Iterable[LoggedEntry]) -> EventState:
    """Return the state without the results of deals that are not over."""
    listed = list(entries)
    state = fold_event(listed)
    hidden = open_deals(state)
    return fold_event(
        [
            entry
            for entry in listed
            if not (match := match_concerned(entry)) or state.matches[match].match.deal not in hidden
        ]
    )


def read_standings(database: Path) -> arena.GetStandingsResponse:
    """Return the standings of the event in a database. Takes long, so it does not belong on an event loop."""
    record = read_event(database)
    try:
        return standings_message(record)
    finally:
        record.close()


def standings_message(record: EventRecord) -> arena.GetStandingsResponse:
    """Return the standings; they are empty while no match counts."""
    state = published_state(record.entries)
    results = list(state.results())
    if not results:
        return arena.GetStandingsResponse()
    lines = []
    for row in standings_of(state, rate(results), _lots(record)):
        rating = row.rating
        lines.append(
            arena.StandingLine(
                rank=row.rank,
                name=state.event.entrants[row.record.entrant].name,
                points=str(row.record.points),
                played=row.record.played,
                rating=0.0 if rating is None else rating.value,
                low=0.0 if rating is None else rating.low,
                high=0.0 if rating is None else rating.high,
                faults=row.record.faults,
                withdrawn=row.is_withdrawn,
            )
        )
    return arena.GetStandingsResponse(lines=lines)


def _lots(record: EventRecord) -> Chance:
    return schedule_luck(record.seed)


def pairings_message(state: EventState, number: int) -> arena.GetPairingsResponse:
    """Return the tables of a round, and its matches whose deal is over."""
    hidden = open_deals(state)
    tables, matches = [], []
    for pairing in state.rounds.get(number, ()):
        here = [
            each
            for each in state.matches.values()
            if each.match.deal.startswith(f"{number}.{pairing.table}.")
        ]
        tables.append(
            arena.EventTable(
                table=pairing.table,
                entrants=sorted(describe_seating(state, pairing.entrants)),
                matches=len(here),
                matches_done=sum([each.result is not None for each in here if each.match.deal not in hidden]),
            )
        )
        for each in here:
            if each.match.deal in hidden or each.result is None:
                continue
            matches.append(
                arena.EventMatch(
                    name=each.match.id,
                    match_id=each.recorded.record if each.recorded else "",
                    seating=describe_seating(state, each.match.seating),
                    places=[seat.place for seat in each.result.seats],
                    kinds=[seat.kind for seat in each.result.seats],
                    is_corrected=bool(each.corrections),
                )
            )
    return arena.GetPairingsResponse(round=number, tables=tables, matches=matches)
