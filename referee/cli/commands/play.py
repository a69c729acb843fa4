"""`referee play`: matches between bots, in this process or on a server."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.cli.clock_option import parse_clock
from referee.cli.display.console import console, print_advice, print_json, print_progress
from referee.cli.display.match_summary import MatchSummary, summarize
from referee.cli.display.progress_line import ProgressLine
from referee.cli.display.tally import Tally
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values, parse_options
from referee.cli.outputs import check_output, write_output
from referee.cli.server_connection import connected, given_options
from referee.games import UnknownGame, game
from referee.games.fact_sentences import outcome_sentence, score_list
from referee.kernel.chance import seed_from_text
from referee.kernel.game import Charter
from referee.local.bot_seats import (
    bot_names,
    check_bots,
    check_seats,
    close_bots,
    make_bots,
    player_names,
    rotated,
)
from referee.local.local_errors import LocalError
from referee.local.local_match import BotFailed, LocalMatch, LocalMatchStopped
from referee.local.own_bots import describe_fault
from referee.local.workers import count_workers, run_in_order
from referee.match.charters import CharterError, advice_on, new_charter, settle
from referee.replay.writing import write_replay
from referee.rulebook import UnknownReading
from referee.wire.codec import codec_of
from referee_client import Bot, Client, RefereeError, Seat

DEFAULT_SEED = "referee"
"""Seed of the matches played in this process, so that the same command always gives the same matches."""

MAX_MATCHES = 1_000_000
MATCHES_AT_ONCE = 32
"""Number of matches played concurrently on a server."""


class MatchPlan(NamedTuple):
    """A match to be played here."""

    number: int
    seed: str
    bots: list[str]
    """The bot of each seat."""


class PlayedMatch(NamedTuple):
    """A finished match."""

    number: int
    seed: str | None
    """None if the server drew it."""
    bots: list[str]
    summary: MatchSummary
    replay: str
    """The replay; empty if it is not wanted."""
    id: str | None = None
    """The id on the server; None if the match was played here."""
    token: str | None = None
    """The organiser's token on the server, with which officials are appointed."""


def run(args: argparse.Namespace) -> int:
    """Play the matches, report each, and print the tally, also if something ends the command early."""
    if not 1 <= args.matches <= MAX_MATCHES:
        raise CommandError(f"--matches must be at least 1 and at most {MAX_MATCHES}")
    if parse_clock(args.clock) is not None and not args.server:
        raise CommandError("--clock requires --server: bots in this process have no clock")
    if args.spectators and not args.server:
        raise CommandError("--spectators requires --server: matches in this process cannot be watched")
    if args.seats is None and args.human:
        with as_command_error(UnknownGame):
            args.seats = game(args.game).seats[0]
    if args.seats is None:
        raise CommandError("--seats is needed: the number of seats")
    if args.human:
        return _play_as_person(args)
    tally = Tally(args.game)
    progress = ProgressLine(args.matches, "matches", is_quiet=args.quiet)
    with as_command_error(UnknownGame, UnknownReading, CharterError):
        check_seats(args.game, args.seats)
        names = bot_names(args.bots, args.seats)
        check_bots(names, args.game)
        folder = _create_folder(args)
        try:
            for played in _play_on_server(args, names) if args.server else _play_locally(args, names):
                file = _save(folder, args, played)
                tally.add(played.summary, played.bots)
                progress.clear()
                _report(args, played, file)
                progress.show(played.number)
        finally:
            progress.clear()
            if not args.json:
                tally.print(is_alone=args.quiet)
    return 0


def _play_as_person(args: argparse.Namespace) -> int:
    """Let a person play against bots in the browser, and save and report the match as any other."""
    # Only a person needs the server and the pages.
    from referee.cli.human_match import play_with_person

    with as_command_error(UnknownGame, UnknownReading, CharterError):
        check_seats(args.game, args.seats)
        folder = _create_folder(args)
        names = [args.name, *bot_names(args.bots, args.seats - 1)]

        def save(replay: str) -> None:
            played = PlayedMatch(1, args.seed or None, names, summarize(replay.encode()), replay)
            _report(args, played, _save(folder, args, played))

        play_with_person(args, save)
    return 0


def _play_locally(args: argparse.Namespace, names: Sequence[str]) -> Iterator[PlayedMatch]:
    charter = new_charter(
        args.game,
        args.seats,
        seed="",
        edition=args.edition,
        rulings=parse_key_values(args.ruling, "--ruling"),
        options=parse_options(args.game, args.option),
        talk=args.talk,
    )
    print_advice(advice_on(charter))
    plans = [
        MatchPlan(number, _seed(args.seed or DEFAULT_SEED, number), _seated(args, names, number))
        for number in range(1, args.matches + 1)
    ]
    # Made before the workers, which then have it.
    codec_of(args.game)
    return run_in_order(partial(play_match, charter, bool(args.save)), plans, count_workers(args.jobs))


def play_match(charter: Charter, is_saved: bool, plan: MatchPlan) -> PlayedMatch:
    """Play a match in this process. What bots print goes to stderr."""
    terms = settle(msgspec.structs.replace(charter, seed=seed_from_text(plan.seed).hex()))
    bots = make_bots(plan.bots, charter.game, plan.seed)
    try:
        with redirect_stdout(sys.stderr):
            local = LocalMatch(terms, bots)
            local.play()
    except BotFailed as failed:
        raise CommandError(
            f"match {plan.number}: {plan.bots[failed.seat]} {failed}: {describe_fault(failed.__cause__)}"
        ) from failed
    except LocalMatchStopped as stopped:
        raise CommandError(
            f"match {plan.number} stopped by a fault in the rules, please report it: {stopped}"
        ) from stopped
    finally:
        close_bots(bots)
    match = local.match
    summary = MatchSummary(
        game=charter.game,
        outcome=match.outcome,
        turns=local.turns,
        facts=match.facts,
        decisions=local.decisions,
        head=match.head.hex(),
        sides=terms.game.sides(match.table.state),
    )
    names = dict(enumerate(player_names(plan.bots)))
    replay = write_replay(local.entries, names=names) if is_saved else ""
    return PlayedMatch(plan.number, plan.seed, plan.bots, summary, replay)


def _play_on_server(args: argparse.Namespace, names: Sequence[str]) -> Iterator[PlayedMatch]:
    with connected(args) as referee:
        for first in range(1, args.matches + 1, MATCHES_AT_ONCE):
            numbers = range(first, min(first + MATCHES_AT_ONCE, args.matches + 1))
            created, bots = {}, {}
            for number in numbers:
                # By default the server draws the seed, because everyone could know a fixed one.
                seed = _seed(args.seed, number) if args.seed else ""
                created[number] = referee.create_match(
                    args.game,
                    args.seats,
                    seed=seed,
                    edition=args.edition,
                    rulings=parse_key_values(args.ruling, "--ruling"),
                    options=parse_options(args.game, args.option),
                    talk=args.talk or "",
                    spectators=args.spectators,
                    time_control=parse_clock(args.clock),
                )
                match = created[number].match.id
                if number == 1:
                    print_advice(created[number].match.advice)
                if args.spectators:
                    there = given_options(args, "--tls", "--ca-file", "--client-cert", "--client-key")
                    print_progress(shlex.join(["referee", "watch", args.server, match, *there]))
                seated = _seated(args, names, number)
                players = player_names(seated)
                for seat, bot in enumerate(make_bots(seated, args.game, seed or match)):
                    bots[referee.join_seat(match, seat, players[seat])] = bot
            if not args.quiet:
                print_progress(f"playing matches {first} to {numbers[-1]} of {args.matches}")
            try:
                _play_seats(referee, bots)
            except BaseException:
                for each in created.values():
                    left = f"match {each.match.id} was left; token of the organiser: {each.token}"
                    print(left, file=sys.stderr)
                raise
            for number in numbers:
                match = created[number].match.id
                replay = referee.get_replay(match, created[number].token)
                shown = _seed(args.seed, number) if args.seed else None
                seated = _seated(args, names, number)
                yield PlayedMatch(
                    number, shown, seated, summarize(replay), replay.decode(), match, created[number].token
                )


def _play_seats(referee: Client, bots: Mapping[Seat, Bot]) -> None:
    """Play matches on a server to their ends."""
    try:
        with redirect_stdout(sys.stderr):
            referee.play(bots)
    except (RefereeError, LocalError):
        raise
    except Exception as fault:
        raise CommandError(f"a bot failed: {describe_fault(fault)}") from fault
    finally:
        close_bots(bots.values())


def _seed(text: str, number: int) -> str:
    return f"{text}/{number}"


def _seated(args: argparse.Namespace, names: Sequence[str], number: int) -> list[str]:
    """Return the bot of each seat in a match."""
    return rotated(names, number - 1) if args.rotate else list(names)


def _create_folder(args: argparse.Namespace) -> Path | None:
    """Create the folder for the replays, and check that none of them would be overwritten."""
    if not args.save:
        return None
    folder = Path(args.save)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CommandError(f"cannot write to {args.save}: it is a file; name a directory") from None
    except OSError as error:
        raise CommandError(f"cannot write to {args.save}: {error.strerror}") from error
    for number in range(1, args.matches + 1):
        check_output(_file(folder, args, number), force=args.force)
    return folder


def _file(folder: Path, args: argparse.Namespace, number: int) -> str:
    """Return the file of a match. Numbers have the same length, so that the files sort in order."""
    digits = len(str(args.matches))
    return str(folder / f"{args.game}-{args.seats}-seats-{number:0{digits}}.replay")


def _save(folder: Path | None, args: argparse.Namespace, played: PlayedMatch) -> str | None:
    if folder is None:
        return None
    file = _file(folder, args, played.number)
    write_output(file, played.replay, force=args.force)
    return file


def _report(args: argparse.Namespace, played: PlayedMatch, file: str | None) -> None:
    summary = played.summary
    if args.json:
        print_json(
            {
                "match": played.number,
                "id": played.id,
                "token": played.token,
                "seed": played.seed,
                "seats": args.seats,
                "bots": played.bots,
                "ending": summary.ending,
                "winners": summary.winners,
                "sides": summary.sides or None,
                "scores": summary.scores,
                "turns": summary.turns,
                "facts": summary.facts,
                "decisions": summary.decisions,
                "head": summary.head,
                "replay": file,
            }
        )
    elif not args.quiet:
        names = player_names(played.bots)
        parts = [
            f"match {played.number}: {outcome_sentence(args.game, summary.outcome, names)} {summary.turns} turns.",
            score_list(summary.scores, names),
            f"head {summary.head[:16]}",
            f"id {played.id}" if played.id else "",
            f"token of the organiser {played.token}" if played.token else "",
            file or "",
        ]
        console().print("  ".join([part for part in parts if part]), markup=False)
