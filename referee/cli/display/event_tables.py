"""What is printed of an event: its status, standings and pairings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from rich.markup import escape
from rich.table import Table

from referee.arena.anytime_intervals import AnytimeInterval, anytime_intervals
from referee.arena.balancing import imbalance
from referee.arena.event_record import EventRecord
from referee.arena.event_state import EventState
from referee.arena.live_ratings import LiveRatings
from referee.arena.official_steps import describe_seating
from referee.arena.penalty_ledger import penalty_ledger
from referee.arena.ratings import RESAMPLES, Interval, Ratings, rate
from referee.arena.rotation_test import rotation_tests
from referee.arena.rounds import duel_test
from referee.arena.standings import StandingRow, base_rates, standings_of
from referee.cli.display.console import console
from referee.games.sentences import count

MEANING_OF_INTERVAL = "± is half of the 95 % interval"
ANYTIME_MEANING = (
    "mean score: points per match over the deals that are over; the 95 % interval in brackets is as valid now as after "
    "any other deal, so the event may be watched, and stopped, at any time"
)


class RatedEvent(NamedTuple):
    """The standings of an event and the ratings that they show."""

    rows: list[StandingRow]
    ratings: Ratings
    is_live: bool
    """Whether the ratings are those of a ladder that goes on, which are provisional."""


def rated(record: EventRecord, resamples: int = RESAMPLES) -> RatedEvent:
    """Return the standings. On a ladder that goes on, they have the ratings by which it is paired."""
    state = record.state
    ratings = rate(state.results(), resamples=resamples)
    is_live = state.event.format == "ladder" and not state.finished
    if is_live:
        ratings = msgspec.structs.replace(ratings, overall=LiveRatings().follow(state), by_side={})
    return RatedEvent(standings_of(state, ratings, record.luck), ratings, is_live)


def standing_rows(record: EventRecord) -> list[dict[str, Any]]:
    """Return the standings for programs."""
    found = rated(record)
    means = anytime_intervals(record.state)
    return [
        {
            "rank": row.rank,
            "name": record.state.event.entrants[row.record.entrant].name,
            "version": record.state.event.entrants[row.record.entrant].version,
            "points": float(row.record.points),
            "played": row.record.played,
            "won": row.record.won,
            **rating_keys(row.rating),
            "live": found.is_live,
            "sides": {
                side: {"played": each.played, "won": each.won}
                | rating_keys(found.ratings.by_side.get((row.record.entrant, side)))
                for side, each in row.record.sides.items()
            },
            "seats": {str(seat): times for seat, times in sorted(row.record.seats.items())},
            "byes": row.record.byes,
            "faults": row.record.faults,
            "withdrawn": row.is_withdrawn,
            "provisional": row.record.is_provisional,
            "anytime": _anytime_keys(means[row.record.entrant]),
        }
        for row in found.rows
    ]


def rating_keys(rating: Interval | None) -> dict[str, float | None]:
    """Return a rating and the ends of its interval for programs."""
    return {key: _rounded(rating, part) for part, key in enumerate(("rating", "low", "high"))}


def _anytime_keys(found: AnytimeInterval) -> dict[str, float | None]:
    mean = None if found.mean is None else round(found.mean, 4)
    return {"deals": found.blocks, "mean": mean, "low": round(found.low, 4), "high": round(found.high, 4)}


def _rounded(rating: Interval | None, part: int) -> float | None:
    return None if rating is None else round(rating[part], 1)


def print_standings(record: EventRecord, *, with_anytime: bool = False) -> None:
    """Print the standings as a table, and what the results say about seats, sides and recognised deals.

    With `with_anytime`, the table also has mean scores with their anytime-valid intervals.
    """
    found = rated(record)
    means = anytime_intervals(record.state) if with_anytime else None
    print_headline(record.state.event.name, progress_of(record.state))
    console().print(standings_table(record.state, found, means))
    if with_anytime:
        console().print(ANYTIME_MEANING, markup=False, highlight=False)
    for line in _remarks(record.state, found):
        console().print(line, markup=False, highlight=False)


def print_headline(name: str, progress: str) -> None:
    """Print the name of an event and how far it is."""
    console().print(f"[bold]{escape(name)}[/]: {progress}")


def standings_table(
    state: EventState, found: RatedEvent, means: Sequence[AnytimeInterval] | None = None
) -> Table:
    """Return the standings as a table, with the mean score of each entrant if they are given."""
    event = state.event
    shown = "live rating" if found.is_live else "rating"
    sides = sorted(found.ratings.sides)
    mean_title = [] if means is None else ["mean score (anytime)"]
    by_side_titles = [f"as {side}" for side in sides]
    table = ranking_table("points", "played", "won", *mean_title, shown, *by_side_titles, "faults", "")
    for row in found.rows:
        by_side = [found.ratings.by_side.get((row.record.entrant, side)) for side in sides]
        notes = [name for name, is_so in _notes(row) if is_so]
        table.add_row(
            str(row.rank),
            escape(event.entrants[row.record.entrant].label),
            f"{float(row.record.points):g}",
            str(row.record.played),
            str(row.record.won),
            *([] if means is None else [_mean_with_interval(means[row.record.entrant])]),
            *[with_interval(rating) for rating in (row.rating, *by_side)],
            str(row.record.faults or ""),
            ", ".join(notes),
        )
    return table


def ranking_table(*titles: str) -> Table:
    """Return an empty table of entrants by rank, with these columns after their names."""
    table = Table("rank", "entrant", box=None, header_style="bold", pad_edge=False)
    for title in titles:
        table.add_column(title, justify="right")
    return table


def with_interval(rating: Interval | None) -> str:
    """Return a rating with half the width of its 95 % interval.

    >>> with_interval(Interval(1500.2, 1450.0, 1550.4))
    '1500 ± 50'
    """
    return "" if rating is None else f"{rating.value:.0f} ± {(rating.high - rating.low) / 2:.0f}"


def _mean_with_interval(found: AnytimeInterval) -> str:
    """Return a mean score with its interval.

    >>> _mean_with_interval(AnytimeInterval(200, 0.375, 0.336, 0.4141))
    '0.375 (0.336 to 0.414)'
    """
    return "" if found.mean is None else f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"


def _remarks(state: EventState, found: RatedEvent) -> list[str]:
    """Return what else the results say."""
    lines = [MEANING_OF_INTERVAL + ("; live ratings are provisional" if found.is_live else "")]
    if found.ratings.seats:
        seats = [f"{seat + 1}: {_signed(each)}" for seat, each in found.ratings.seats.items()]
        lines.append(f"advantage of the seats in rating points: {', '.join(seats)}")
    if found.ratings.sides:
        rates = base_rates(state)
        sides = [
            f"{side} won {rates[side]:.0%}, {_signed(each)}" for side, each in found.ratings.sides.items()
        ]
        lines.append(f"sides, with their advantage in rating points: {'; '.join(sides)}")
    if tests := rotation_tests(state):
        named = [test for test in tests if test.is_suspicious]
        lines += [
            f"{state.event.entrants[test.entrant].name} scores {test.gain:+.2f} per match in later seatings of a deal "
            f"(p = {test.p:.2g}): it may recognise deals"
            for test in named
        ]
        if not named:
            lines.append(f"nobody scores better in later seatings of a deal (smallest p = {tests[0].p:.2g})")
    if state.event.format == "duel":
        test = duel_test(state)
        lines.append(
            f"sequential test: {count(test.blocks, 'block')}, log-likelihood ratio {test.ratio:.2f} "
            f"({test.lower:.2f} to {test.upper:.2f}), {test.decision}"
        )
    return lines


def _signed(advantage: Interval) -> str:
    return f"{advantage.value:+.0f} ± {(advantage.high - advantage.low) / 2:.0f}"


def _notes(row: StandingRow) -> list[tuple[str, bool]]:
    return [("withdrawn", row.is_withdrawn), ("provisional", row.record.is_provisional)]


def progress_of(state: EventState) -> str:
    """Return how far an event is."""
    phase = "finished" if state.finished else "paused" if state.paused else f"round {state.last_round}"
    return progress_line(phase, state.done, len(state.matches))


def progress_line(phase: str, done: int, matches: int) -> str:
    """Return how far an event in this phase is."""
    return f"{phase}, {done} of {matches} matches played"


def status_as_json(record: EventRecord) -> dict[str, Any]:
    """Return the status of an event for programs."""
    state = record.state
    matches = state.matches.values()
    return {
        "name": state.event.name,
        "format": state.event.format,
        "round": state.last_round,
        "matches": len(matches),
        "done": state.done,
        "attempts": sum([len(each.failures) + (each.recorded is not None) for each in matches]),
        "faults": sum([state.faults(number) for number in range(len(state.event.entrants))]),
        "penalties": len(state.penalties),
        "disputed": sum([each.is_provisional for each in matches]),
        "blocks": len({each.match.deal for each in matches}),
        **_imbalance(state),
        "paused": state.paused.reason if state.paused else None,
        "finished": state.finished.reason if state.finished else None,
        "head": record.head.hex(),
        "commitment": state.commitment,
    }


def _imbalance(state: EventState) -> dict[str, int]:
    """Return how uneven the rounds have been so far."""
    rounds = [tuple([pairing.entrants for pairing in pairings]) for pairings in state.rounds.values()]
    return imbalance(rounds, len(state.event.entrants))._asdict() if rounds else {}


def print_status(status: dict[str, Any]) -> None:
    """Print the status of an event."""
    for key, value in status.items():
        if value is not None:
            console().print(f"{key.replace('_', ' '):<16} {value}", markup=False)


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
            "kinds": [seat.kind for seat in each.result.seats] if each.result else None,
            "corrected": bool(each.corrections),
            "provisional": each.is_provisional,
            "failed_attempts": [failure.reason for failure in each.failures],
            "record": each.recorded.record if each.recorded else None,
        }
        for each in state.matches.values()
        if each.match.round == number
    ]


def print_penalties(record: EventRecord) -> None:
    """Print all penalties, oldest first, and what is suggested next for each entrant."""
    ledger = penalty_ledger(record.state)
    if not ledger:
        console().print("no penalties", markup=False)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("entrant", "count", "penalty", "match", "rule", "reason", "by", "next"):
        table.add_column(title, justify="right" if title == "count" else "left")
    for line in ledger:
        what = [escape(each) for each in (line.penalty, line.match, line.rule, line.reason, line.by)]
        table.add_row(escape(line.entrant), str(line.count), *what, line.next or "")
    console().print(table)


def print_pairings(name: str, number: int, rows: Sequence[dict[str, Any]]) -> None:
    """Print the pairings and results of a round."""
    table = Table("match", "seating", "result", box=None, header_style="bold", pad_edge=False)
    for row in rows:
        places = "" if row["places"] is None else " ".join(map(str, row["places"]))
        notes = [note for note in ("corrected", "provisional") if row[note]]
        notes += sorted({kind for kind in row["kinds"] or () if kind not in ("played", "ruling")})
        note = f" ({', '.join(notes)})" if notes else ""
        table.add_row(row["match"], escape(", ".join(row["seating"])), f"{places}{note}")
    console().print(f"[bold]{escape(name)}[/], round {number}")
    console().print(table)
