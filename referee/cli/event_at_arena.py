"""Actions of `referee event` with `--server`: they ask the arena of the event, and read nothing here but its file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import grpc
from rich.markup import escape
from rich.table import Table

from referee.arena.balancing import Imbalance
from referee.arena.event_file import EventFileError, read_event_file
from referee.arena.official_steps import read_places
from referee.arena.ratings import Interval
from referee.cli.display.console import console, print_json
from referee.cli.display.event_tables import (
    MEANING_OF_INTERVAL,
    print_headline,
    print_pairings,
    print_status,
    progress_line,
    ranking_table,
    rating_keys,
    with_interval,
)
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import read_text
from referee.cli.outputs import STDOUT, check_output, write_output
from referee.cli.server_connection import connected
from referee.cli.server_settings import check_address
from referee.cli.suggestions import did_you_mean
from referee_api.v1 import arena_pb2 as arena
from referee_client import Client, RefereeError, Unreachable

ACTIONS_AT_ARENA = frozenset(
    ("status", "standings", "pairings", "pause", "resume", "withdraw", "correct", "export")
)
"""Actions for which an arena has a call."""

NAMES_SHOWN = 5
"""Most events named in an error."""

LARGEST_ROUND = 2**32 - 1

_PHASES = {arena.EVENT_PHASE_PAUSED: "paused", arena.EVENT_PHASE_FINISHED: "finished"}


def ask_arena(args: argparse.Namespace) -> None:
    """Carry out an action at the arena that the arguments name."""
    check_address(args.server)
    name = _event_name(args.file)
    match args.action:
        case "status" | "standings" | "pairings":
            _read(args, name)
        case "export":
            _export(args, name)
        case _:
            _step(args, name)


def _event_name(text: str) -> str:
    """Return the name of the event in a file. A text that cannot be a file is the name itself."""
    is_file = os.path.exists(text) and not os.path.isdir(text)
    if not is_file and text.isprintable() and not text.endswith(".toml"):
        return text
    with as_command_error(EventFileError):
        return read_event_file(read_text(text), text).name


@contextmanager
def _asking(args: argparse.Namespace, name: str) -> Iterator[Client]:
    """Connect to the arena; what it refuses becomes a `CommandError`."""
    try:
        with connected(args) as client:
            try:
                yield client
            except RefereeError as error:
                if error.reason != "NO_SUCH_EVENT":
                    raise
                raise CommandError(_unknown_event(name, client)) from error
    except CommandError as refused:
        cause = refused.__cause__
        if isinstance(cause, Unreachable):
            raise CommandError(_about_arena(str(refused))) from cause
        if isinstance(cause, RefereeError) and cause.code is grpc.StatusCode.UNIMPLEMENTED:
            raise CommandError(
                f"{args.server} is not the address of an arena; give the one after 'arena listening on'"
            ) from cause
        raise


def _unknown_event(name: str, client: Client) -> str:
    known = [event.name for event in client.list_events()]
    if not known:
        return f"the arena has no event {name!r}, nor any other"
    some = ", ".join(known[:NAMES_SHOWN]) + (" and others" if len(known) > NAMES_SHOWN else "")
    return f"the arena has no event {name!r}" + (did_you_mean(name, known) or f" (choose from {some})")


def _about_arena(text: str) -> str:
    """Return what is wrong with the connection, said of an arena.

    >>> _about_arena("no referee answers at localhost:1; is it running (`referee serve`)?")
    'no arena answers at localhost:1; is it running (`referee event start`)?'
    """
    return text.replace("no referee", "no arena", 1).replace("`referee serve`", "`referee event start`")


# --- reading ---


def _read(args: argparse.Namespace, name: str) -> None:
    with _asking(args, name) as client:
        event = client.get_event(name)
        match args.action:
            case "status":
                status = status_keys(event)
                print_json(status) if args.json else print_status(status)
            case "standings":
                _print_standings(args, event, client.get_standings(name))
            case _:
                if not 0 <= args.round <= LARGEST_ROUND:
                    raise CommandError(f"there is no round {args.round}; {event.last_round} are paired")
                _print_pairings(args, event, client.get_pairings(name, args.round))


def status_keys(event: arena.Event) -> dict[str, Any]:
    """Return the status for programs, with the same keys as that of an event in a data directory."""
    reasons = {event.state.phase: event.state.reason}
    return {
        "name": event.name,
        "format": event.format,
        "round": event.last_round,
        "matches": event.matches,
        "done": event.matches_done,
        **dict.fromkeys(("attempts", "faults", "penalties", "disputed", "blocks", *Imbalance._fields)),
        "paused": reasons.get(arena.EVENT_PHASE_PAUSED),
        "finished": reasons.get(arena.EVENT_PHASE_FINISHED),
        "head": None,
        "commitment": event.commitment.hex(),
    }


def _print_standings(args: argparse.Namespace, event: arena.Event, lines: list[arena.StandingLine]) -> None:
    if not lines:
        raise CommandError("no match counts yet; each counts when all matches with the same deal are over")
    if args.json:
        for line in lines:
            print_json(standing_keys(line))
        return
    phase = _PHASES.get(event.state.phase, f"round {event.last_round}")
    print_headline(event.name, progress_line(phase, event.matches_done, event.matches))
    table = ranking_table("points", "played", "rating", "faults", "")
    for line in lines:
        table.add_row(
            str(line.rank),
            escape(line.name),
            f"{_points(line):g}",
            str(line.played),
            with_interval(_rating(line)),
            str(line.faults or ""),
            "withdrawn" if line.withdrawn else "",
        )
    console().print(table)
    console().print(MEANING_OF_INTERVAL, markup=False, highlight=False)


def standing_keys(line: arena.StandingLine) -> dict[str, Any]:
    """Return a line of the standings for programs, with the same keys as that of an event in a data directory."""
    return {
        "rank": line.rank,
        "name": line.name,
        "version": None,
        "points": _points(line),
        "played": line.played,
        "won": None,
        **rating_keys(_rating(line)),
        **dict.fromkeys(("live", "sides", "seats", "byes")),
        "faults": line.faults,
        "withdrawn": line.withdrawn,
        "provisional": None,
        "anytime": None,
    }


def _points(line: arena.StandingLine) -> float:
    return float(Fraction(line.points))


def _rating(line: arena.StandingLine) -> Interval | None:
    """Return the rating; None for an entrant that has played nothing, of which the arena sends zeros."""
    is_rated = line.rating or line.low or line.high
    return Interval(line.rating, line.low, line.high) if is_rated else None


def _print_pairings(args: argparse.Namespace, event: arena.Event, found: arena.GetPairingsResponse) -> None:
    if not found.round:
        raise CommandError("no round is paired yet")
    rows = [pairing_keys(match) for match in found.matches]
    if args.json:
        for row in rows:
            print_json(row)
        return
    print_pairings(event.name, found.round, rows)
    if being_played := [each for each in found.tables if each.matches_done < each.matches]:
        table = Table("table", "entrants", "shown", box=None, header_style="bold", pad_edge=False)
        for each in being_played:
            shown = f"{each.matches_done} of {each.matches} matches"
            table.add_row(str(each.table), escape(", ".join(each.entrants)), shown)
        console().print(table)


def pairing_keys(match: arena.EventMatch) -> dict[str, Any]:
    """Return a match for programs, with the same keys as that of an event in a data directory."""
    return {
        "match": match.name,
        "deal": None,
        "seating": list(match.seating),
        "places": list(match.places),
        "scores": None,
        "kinds": list(match.kinds),
        "corrected": match.is_corrected,
        "provisional": None,
        "failed_attempts": None,
        "record": match.match_id or None,
    }


def _export(args: argparse.Namespace, name: str) -> None:
    wanted = "--html" if args.html else f"--format {args.export_format}"
    if wanted != "--format jsonl":
        raise CommandError(
            f"an arena exports JSON lines only; leave out {wanted}, or use it where the data directory of the event is"
        )
    output = args.output or STDOUT
    check_output(output, force=args.force)
    with _asking(args, name) as client:
        data = client.export_event(name)
    write_output(output, data.decode(), force=args.force)


# --- steps of the organiser ---


def _step(args: argparse.Namespace, name: str) -> None:
    if args.by != "organiser":
        raise CommandError("leave out --by: an arena takes from the API key who decides")
    places = read_places(args.places) if args.action == "correct" else []
    with _asking(args, name) as client:
        match args.action:
            case "pause":
                client.pause_event(name, args.reason)
            case "resume":
                client.resume_event(name, args.reason)
            case "withdraw":
                client.withdraw_entrant(name, args.entrant, args.reason)
            case _:
                client.correct_result(name, args.match, places, args.reason)
