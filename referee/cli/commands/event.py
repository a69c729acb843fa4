"""`referee event`: run a tournament."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import get_args

import msgspec
from rich.markup import escape

from referee.arena.balancing import imbalance
from referee.arena.event_bundle import EventNotOver, write_event_bundle
from referee.arena.event_entries import (
    EntrantWithdrawn,
    EventPaused,
    EventResumed,
    EventStopped,
    OfficialStep,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultUpheld,
    RoundChanged,
)
from referee.arena.event_export import (
    NotForTwoSeats,
    as_json_lines,
    penalties_csv,
    results_csv,
    tournament_report,
)
from referee.arena.event_file import Penalty
from referee.arena.event_luck import schedule_luck
from referee.arena.event_record import EventLog, EventRecord
from referee.arena.event_state import EventState
from referee.arena.local_arena import LocalArena
from referee.arena.official_steps import (
    OfficialStepRefused,
    check_step,
    corrected_seats,
    entrant_number,
    leave_request,
    lost_match,
    match_named,
    read_places,
    read_tables,
    take_official_step,
    take_requests,
)
from referee.arena.penalty_ledger import penalty_ledger, suggested_penalty
from referee.arena.schedule import planned_rounds, scheduled_matches
from referee.arena.schedule_check import ScheduleEdited
from referee.arena.step_signatures import sign_step
from referee.cli.data_dir import DATABASE
from referee.cli.display.console import console, print_json, print_line
from referee.cli.display.event_tables import (
    pairing_rows,
    print_pairings,
    print_penalties,
    print_standings,
    print_status,
    standing_rows,
    status_as_json,
)
from referee.cli.display.live_standings import LiveStandings
from referee.cli.errors import CommandError, as_command_error
from referee.cli.event_at_arena import ACTIONS_AT_ARENA, ask_arena
from referee.cli.event_folder import EventFolder
from referee.cli.event_hints import print_hints
from referee.cli.event_html_export import write_event_page
from referee.cli.event_http import prepared_event_pages
from referee.cli.event_server import new_tokens, play_event_on_server, serve_events
from referee.cli.event_statistics import print_statistics
from referee.cli.key_files import open_keyring, signing_keys
from referee.cli.outputs import STDOUT, check_output, write_output
from referee.kernel.chance import seed_from_text
from referee.local.workers import count_workers
from referee.log.store import StoreBusy
from referee.proof.keys import BadKeyring
from referee.proof.notes import BadNote

SECONDS_FOR_REQUEST = 10.0
"""Time in which a running arena is expected to carry out a request."""

EXAMPLE = """\
# An event: eight bots play Abyss at tables of four. 'referee event start' plays it.
name = "Autumn Cup"
game = "abyss"
seats = 4
format = "league"      # league, pods, gauntlet, knockout, ladder or duel
rounds = 2
deals = 1              # deals per table and round
duplicate = true       # every deal is played in all seatings
points = "wins"        # or "places"
on_crash = "defaults"  # or "forfeit", "stop"
# edition, talk, [rulings] and [options] are as for 'referee play'
"""


def run(args: argparse.Namespace) -> int:
    """Carry out an action."""
    if args.action == "example":
        write_output(args.output or STDOUT, _example(), force=args.force)
        return 0
    if args.action == "serve":
        serve_events(args)
        return 0
    with as_command_error(OfficialStepRefused):
        if args.action in ACTIONS_AT_ARENA and args.server:
            if args.action == "standings" and args.anytime:
                raise CommandError(
                    "--anytime reads the log of the event; leave out --server where the log is"
                )
            if getattr(args, "key_dir", ""):
                raise CommandError("an arena takes steps unsigned; leave out --key-dir or --server")
            ask_arena(args)
            return 0
        folder = EventFolder(args)
        match args.action:
            case "check":
                return _check(args, folder)
            case "start":
                return _start(args, folder)
            case "tokens":
                return _issue_tokens(args, folder)
            case "export" if args.html:
                return write_event_page(args, folder)
            case "status" | "standings" | "pairings" | "penalties" | "hints" | "statistics" | "export":
                return _read(args, folder)
            case _:
                return _step(args, folder)


def _example() -> str:
    entrants = [("sensible", "Alder"), ("sensible", "Birch"), ("sensible", "Cedar"), ("sensible", "Dogwood")]
    entrants += [("random", "Elm"), ("random", "Fir"), ("random", "Gum"), ("random", "Hazel")]
    return EXAMPLE + "".join([f'\n[[entrants]]\nname = "{name}"\nbot = "{bot}"\n' for bot, name in entrants])


def _check(args: argparse.Namespace, folder: EventFolder) -> int:
    """Print what the event will be, with a schedule drawn for the purpose."""
    event = folder.event
    found: dict[str, object] = {"name": event.name, "format": event.format, "entrants": len(event.entrants)}
    if event.format in ("league", "gauntlet"):
        rounds = planned_rounds(event, schedule_luck(seed_from_text("check")))
        uneven = imbalance(
            [tuple([each.entrants for each in pairings]) for pairings in rounds], len(event.entrants)
        )
        found["matches"] = sum(
            [len(scheduled_matches(event, each)) for pairings in rounds for each in pairings]
        )
        found |= uneven._asdict()
    if args.json:
        print_json(found)
    else:
        for key, value in found.items():
            console().print(f"{key.replace('_', ' '):<16} {value}", markup=False)
    return 0


def _start(args: argparse.Namespace, folder: EventFolder) -> int:
    """Play the event, and print the standings, also if it is interrupted."""
    workers = count_workers(args.jobs)
    with prepared_event_pages(args, folder.database) as pages:
        with closing(folder.open()) as log:
            pages.start()
            _play(args, folder, log, workers)
        # The log is free for officials.
        pages.keep()
    return 0


def _play(args: argparse.Namespace, folder: EventFolder, log: EventLog, workers: int) -> None:
    view = LiveStandings(log, is_shown=not (args.quiet or args.json))

    def show() -> None:
        take_requests(log, folder.path)
        view.show()

    with as_command_error(ScheduleEdited):
        try:
            take_requests(log, folder.path)
            if args.server or args.listen:
                play_event_on_server(args, folder, log, show)
            else:
                LocalArena(log, folder.bots, workers, on_entries=show).run()
        finally:
            view.clear()
            if log.state.matches and not args.quiet:
                _print_rows(args, log)
    if log.state.paused:
        raise CommandError(
            f"the event is paused by {log.state.paused.by}: {log.state.paused.reason}; "
            f"'referee event resume {args.file}' lets it go on"
        )


def _print_rows(args: argparse.Namespace, record: EventRecord) -> None:
    if args.json:
        for row in standing_rows(record):
            print_json(row)
    else:
        print_standings(record, with_anytime=args.action == "standings" and args.anytime)


def _read(args: argparse.Namespace, folder: EventFolder) -> int:
    record = folder.read()
    try:
        if record.state.entropy is None and args.action == "standings":
            raise CommandError("no match has been played yet")
        match args.action:
            case "status":
                status = status_as_json(record)
                print_json(status) if args.json else print_status(status)
            case "standings":
                _print_rows(args, record)
            case "penalties" if args.json:
                for line in penalty_ledger(record.state):
                    print_json(msgspec.to_builtins(line))
            case "penalties":
                print_penalties(record)
            case "hints":
                print_hints(args, record)
            case "statistics":
                print_statistics(args, record.state, folder.existing_database())
            case "pairings":
                number = args.round or record.state.last_round
                if number not in record.state.rounds:
                    raise CommandError(f"there is no round {number}; {record.state.last_round} are paired")
                rows = pairing_rows(record, number)
                if args.json:
                    for row in rows:
                        print_json(row)
                else:
                    print_pairings(record.state.event.name, number, rows)
            case _:
                with as_command_error(EventNotOver, NotForTwoSeats, BadNote, BadKeyring):
                    _export(args, folder, record)
    finally:
        record.close()
    return 0


def _export(args: argparse.Namespace, folder: EventFolder, record: EventRecord) -> None:
    """Write the event in the format that is wanted."""
    output = args.output or STDOUT
    check_output(output, force=args.force)
    match args.export_format:
        case "csv":
            write_output(output, results_csv(record.state), force=args.force)
        case "penalties":
            write_output(output, penalties_csv(record.state), force=args.force)
        case "trf":
            write_output(output, tournament_report(record), force=args.force)
        case "bundle":
            if output == STDOUT:
                raise CommandError("a bundle is a zip file; name it: -o cup.zip")
            keys = signing_keys(args.data_dir)
            matches = write_event_bundle(Path(output), record, folder.path / DATABASE, keys)
            what = "1 match" if matches == 1 else f"{matches} matches"
            signed = (
                f"signed by {keys[0].public.name}" if keys else "not signed; 'referee keys' creates a key"
            )
            print_line(0, f"[green]wrote[/] {escape(output)}: {what}; {signed}")
        case _:
            write_output(output, as_json_lines(record), force=args.force)


def _issue_tokens(args: argparse.Namespace, folder: EventFolder) -> int:
    """Print a new token for entrants that dial in. An event that has not begun is opened, so that it can keep them."""
    if not folder.exists:
        folder.open().close()
    record = folder.read()
    record.close()
    issued = new_tokens(record.state, args.entrants, "organiser")
    if not issued:
        raise CommandError("every entrant that dials in has a token; name those that are to get a new one")
    for each in issued:
        _carry_out(args, folder, each.step)
        if args.json:
            print_json({"entrant": each.entrant, "token": each.token})
        else:
            print(f"{each.token} {each.entrant}")
    return 0


def _step(args: argparse.Namespace, folder: EventFolder) -> int:
    """Carry out a step of an official."""
    record = folder.read()
    record.close()
    step = _make_step(args, record)
    _carry_out(args, folder, step)
    if isinstance(step, PenaltyGiven) and not args.penalty:
        print(f"{args.entrant}: {step.penalty}", file=sys.stderr)
    return 0


def _carry_out(args: argparse.Namespace, folder: EventFolder, step: OfficialStep) -> int:
    """Sign and write a step of an official, or leave it to the arena that is running the event."""
    record = folder.read()
    key_dir = getattr(args, "key_dir", "")
    signer = open_keyring(key_dir).signer if key_dir else None
    if signer is None and (keys := signing_keys(args.data_dir)) is not None:
        signer = keys[0]
    if signer is not None:
        step = sign_step(step, record.head.hex(), signer)
    check_step(record.state, step)
    record.close()
    try:
        log = folder.open()
    except CommandError as busy:
        if not isinstance(busy.__cause__, StoreBusy):
            raise
        return _wait_for(folder, leave_request(folder.path, step))
    try:
        take_requests(log, folder.path)
        take_official_step(log, step)
    finally:
        log.close()
    return 0


def _make_step(args: argparse.Namespace, record: EventRecord) -> OfficialStep:
    state = record.state
    match args.action:
        case "withdraw":
            number = entrant_number(state, args.entrant)
            return EntrantWithdrawn(by=args.by, reason=args.reason, entrant=number)
        case "penalize":
            return _make_penalty(args, state)
        case "correct":
            seats = corrected_seats(state, args.match, read_places(args.places))
            return ResultCorrected(by=args.by, reason=args.reason, match=args.match, seats=seats)
        case "dispute":
            return ResultDisputed(
                by=args.by, reason=args.reason, match=match_named(state, args.match).match.id
            )
        case "uphold":
            return ResultUpheld(by=args.by, reason=args.reason, match=match_named(state, args.match).match.id)
        case "pair":
            pairings = read_tables(state, args.round, args.tables)
            return RoundChanged(by=args.by, reason=args.reason, round=args.round, pairings=pairings)
        case "pause":
            return EventPaused(by=args.by, reason=args.reason)
        case "stop":
            return EventStopped(by=args.by, reason=args.reason)
        case _:
            return EventResumed(by=args.by, reason=args.reason)


def _make_penalty(args: argparse.Namespace, state: EventState) -> PenaltyGiven:
    number = entrant_number(state, args.entrant)
    penalty = args.penalty or suggested_penalty(state, number)
    if penalty not in get_args(Penalty):
        raise CommandError(f"unknown penalty {penalty!r} (choose from {', '.join(get_args(Penalty))})")
    if penalty == "loss_of_match" and not args.match:
        raise CommandError(f"{args.entrant} loses a match; name it: loss_of_match --match 2.1.1.3")
    step = PenaltyGiven(by=args.by, reason=args.reason, entrant=number, penalty=penalty, rule=args.rule)
    if args.match:
        seats = lost_match(state, args.match, number)
        step = msgspec.structs.replace(step, match=args.match, seats=seats)
    return step


def _wait_for(folder: EventFolder, step: OfficialStep) -> int:
    """Wait until the running arena has carried out a request."""
    until = time.monotonic() + SECONDS_FOR_REQUEST
    while time.monotonic() < until:
        record = folder.read()
        record.close()
        if any([getattr(entry, "request", "") == step.request for entry in record.entries]):
            return 0
        time.sleep(0.1)
    print("the running arena will carry this out after its current match", file=sys.stderr)
    return 0
