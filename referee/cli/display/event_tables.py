"""What is printed of an event: its status, standings and pairings."""

from __future__ import annotations

from typing import Any

from rich.markup import escape
from rich.table import Table

from referee.arena.event_record import EventRecord
from referee.arena.official_steps import describe_seating
from referee.arena.ratings import Interval, rate
from referee.arena.rounds import duel_test
from referee.arena.standings import StandingRow, standings_of
from referee.cli.display.console import console
from referee.games.sentences import count


def _rows(record: EventRecord) -> list[StandingRow]:
    return standings_of(record.state, rate(record.state.results()), record.luck)


def standing_rows(record: EventRecord) -> list[dict[str, Any]]:
    """Return the standings for programs."""
    return [
        {
            "rank": row.rank,
            "name": record.state.event.entrants[row.record.entrant].name,
            "version": record.state.event.entrants[row.record.entrant].version,
            "points": float(row.record.points),
            "played": row.record.played,
            "won": row.record.won,
            "rating": _rounded(row.rating, 0),
            "low": _rounded(row.rating, 1),
            "high": _rounded(row.rating, 2),
            "sides": {
                side: {"played": each.played, "won": each.won} for side, each in row.record.sides.items()
            },
            "faults": row.record.faults,
            "withdrawn": row.is_withdrawn,
            "provisional": row.record.is_provisional,
        }
        for row in _rows(record)
    ]


def _rounded(rating: Interval | None, part: int) -> float | None:
    return None if rating is None else round(rating[part], 1)


def print_standings(record: EventRecord) -> None:
    """Print the standings as a table."""
    event = record.state.event
    table = Table("rank", "entrant", box=None, header_style="bold", pad_edge=False)
    for title in ("points", "played", "won", "rating", "95 % interval", "faults", ""):
        table.add_column(title, justify="right")
    for row in _rows(record):
        rating = row.rating
        shown = "" if rating is None else f"{rating.value:.0f}"
        interval = "" if rating is None else f"{rating.low:.0f} to {rating.high:.0f}"
        notes = [name for name, is_so in _notes(row) if is_so]
        table.add_row(
            str(row.rank),
            escape(event.entrants[row.record.entrant].label),
            f"{float(row.record.points):g}",
            str(row.record.played),
            str(row.record.won),
            shown,
            interval,
            str(row.record.faults or ""),
            ", ".join(notes),
        )
    console().print(f"[bold]{escape(event.name)}[/]: {_progress(record)}")
    console().print(table)
    if event.format == "duel":
        test = duel_test(record.state)
        console().print(
            f"sequential test: {count(test.blocks, 'block')}, log-likelihood ratio {test.ratio:.2f} "
            f"({test.lower:.2f} to {test.upper:.2f}), {test.decision}",
            markup=False,
        )


def _notes(row: StandingRow) -> list[tuple[str, bool]]:
    return [("withdrawn", row.is_withdrawn), ("provisional", row.record.is_provisional)]


def _progress(record: EventRecord) -> str:
    state = record.state
    done = sum([each.result is not None for each in state.matches.values()])
    phase = "finished" if state.finished else "paused" if state.paused else f"round {state.last_round}"
    return f"{phase}, {done} of {len(state.matches)} matches played"


def status_as_json(record: EventRecord) -> dict[str, Any]:
    """Return the status of an event for programs."""
    state = record.state
    matches = state.matches.values()
    return {
        "name": state.event.name,
        "format": state.event.format,
        "round": state.last_round,
        "matches": len(matches),
        "done": sum([each.result is not None for each in matches]),
        "attempts": sum([len(each.failures) + (each.recorded is not None) for each in matches]),
        "faults": sum([state.faults(number) for number in range(len(state.event.entrants))]),
        "penalties": len(state.penalties),
        "blocks": len({each.match.deal for each in matches}),
        "paused": state.paused.reason if state.paused else None,
        "finished": state.finished.reason if state.finished else None,
        "head": record.head.hex(),
        "commitment": state.commitment,
    }


def print_status(record: EventRecord) -> None:
    """Print the status of an event."""
    for key, value in status_as_json(record).items():
        if value is not None:
            console().print(f"{key:<11} {value}", markup=False)


def pairing_rows(record: EventRecord, number: int) -> list[dict[str, Any]]:
    """Return the matches of a round for programs."""
    state = record.state
    return [
        {
            "match": each.match.id,
            "deal": each.match.deal,
            "seating": describe_seating(state, each.match.seating),
            "places": [seat.place for seat in each.result.seats] if each.result else None,
            "scores": [seat.score for seat in each.result.seats] if each.result else None,
            "corrected": bool(each.corrections),
            "record": each.recorded.record if each.recorded else None,
        }
        for each in state.matches.values()
        if each.match.round == number
    ]


def print_pairings(record: EventRecord, number: int) -> None:
    """Print the pairings and results of a round."""
    table = Table("match", "seating", "result", box=None, header_style="bold", pad_edge=False)
    for row in pairing_rows(record, number):
        places = "" if row["places"] is None else " ".join(map(str, row["places"]))
        note = " (corrected)" if row["corrected"] else ""
        table.add_row(row["match"], escape(", ".join(row["seating"])), f"{places}{note}")
    console().print(f"[bold]{escape(record.state.event.name)}[/], round {number}")
    console().print(table)
