"""An event as text: its log, its results and its standings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from referee.arena.event_record import EventRecord
from referee.arena.event_state import EventState
from referee.arena.match_results import points_of
from referee.arena.official_steps import describe_seating
from referee.arena.penalty_ledger import PenaltyLine, penalty_ledger
from referee.arena.ratings import rate
from referee.arena.standings import standings_of


class NotForTwoSeats(ValueError):
    """An event whose tables are not those of chess."""


def as_json_lines(record: EventRecord) -> str:
    """Return the whole log, an entry per line."""
    lines = []
    for seq, (entry, at) in enumerate(zip(record.entries, record.times, strict=True)):
        lines.append(msgspec.json.encode({"seq": seq, "at": at, "entry": entry}).decode())
    return "".join([f"{line}\n" for line in lines])


def results_csv(state: EventState) -> str:
    """Return a line per seat of every match that has a result."""
    header = "match,round,deal,seat,entrant,place,won,points,score,side,kind,provisional,corrected,attempt,fault,record"
    rows: list[Sequence[object]] = []
    for progress in state.matches.values():
        result, recorded = progress.result, progress.recorded
        if result is None:
            continue
        names = describe_seating(state, progress.match.seating)
        faults = recorded.faults if recorded and recorded.faults else ("",) * len(names)
        points = points_of(result, state.event.points)
        for seat, (name, each) in enumerate(zip(names, result.seats, strict=True)):
            where = [progress.match.id, progress.match.round, progress.match.deal, seat, name]
            what = [each.place, int(each.won), _decimal(points[seat])]
            what += ["" if each.score is None else each.score, each.side, each.kind]
            about: list[object] = [int(progress.is_provisional), int(bool(progress.corrections))]
            about += [recorded.attempt, faults[seat], recorded.record] if recorded else ["", "", ""]
            rows.append([*where, *what, *about])
    return _csv(header.split(","), rows)


def penalties_csv(state: EventState) -> str:
    """Return a line per penalty, oldest first."""
    rows = [msgspec.structs.astuple(line) for line in penalty_ledger(state)]
    return _csv(PenaltyLine.__struct_fields__, rows)


def standings_csv(record: EventRecord) -> str:
    """Return a line per entrant, best first."""
    header = "rank,entrant,version,points,played,won,byes,faults,rating,low,high,withdrawn,provisional"
    rows = []
    for row in standings_of(record.state, rate(record.state.results()), record.luck):
        entrant = record.state.event.entrants[row.record.entrant]
        rating = [""] * 3 if row.rating is None else [f"{each:.1f}" for each in row.rating]
        about = [row.rank, entrant.name, entrant.version, _decimal(row.record.points)]
        counted = [row.record.played, row.record.won, row.record.byes, row.record.faults]
        rows.append([*about, *counted, *rating, int(row.is_withdrawn), int(row.record.is_provisional)])
    return _csv(header.split(","), rows)


def tournament_report(record: EventRecord) -> str:
    """Return an event at tables of two in the style of the report file of chess (TRF16).

    A line `001` per entrant: its number, name, points and rank, and then for each match the number of the opponent, the
    seat (`w` for the first, `b` for the second) and the result: 1, = or 0, with + and - for what was not played.
    """
    state = record.state
    if state.event.seats != 2:
        raise NotForTwoSeats(
            f"a tournament report is for tables of two, but {state.event.name} has tables of {state.event.seats}; "
            "choose csv or jsonl"
        )
    rows = {row.record.entrant: row for row in standings_of(state, rate(state.results()), record.luck)}
    lines = [f"012 {state.event.name}", f"062 {len(rows)}", f"092 {state.event.format}, {state.event.game}"]
    for number, entrant in enumerate(state.event.entrants):
        row = rows[number]
        rating = 0 if row.rating is None else round(row.rating.value)
        name = f"{entrant.name[:33]:<33}"
        points = f"{float(row.record.points):4.1f}"
        start = f"001 {number + 1:4d}      {name} {rating:4d} {'':3} {'':11} {'':10} {points} {row.rank:4d}"
        lines.append(start + "".join([f"  {each}" for each in _games(state, number)]))
    return "".join([f"{line}\n" for line in lines])


def _games(state: EventState, entrant: int) -> list[str]:
    """Return every match of an entrant, in the order of the schedule."""
    games = []
    for match, result in state.results():
        if entrant not in match.seating:
            continue
        seat = match.seating.index(entrant)
        own, other = (
            points_of(result, state.event.points)[seat],
            points_of(result, state.event.points)[1 - seat],
        )
        was_played = all([each.kind not in ("walkover", "withdrawn", "no_show") for each in result.seats])
        won, drawn, lost = "1=0" if was_played else "+=-"
        sign = won if own > other else drawn if own == other else lost
        games.append(f"{match.seating[1 - seat] + 1:4d} {'wb'[seat]} {sign}")
    return games


def _decimal(points: Fraction) -> str:
    return f"{float(points):.6g}"


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
