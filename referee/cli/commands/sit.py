"""`referee sit`: a person plays a seat of a match."""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.cli.display.console import console, draws_pictures
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import read_text
from referee.cli.outputs import check_output, write_output
from referee.cli.server_connection import (
    as_error,
    connection_options,
    given_options,
    is_whole_id,
    list_errors,
    match_beginning_with,
    server_errors,
)
from referee.cli.sitting.kept_seats import KeptSeats
from referee.cli.sitting.person import Person
from referee.cli.sitting.screens import PlainScreen, TerminalScreen
from referee.cli.sitting.typed_lines import TypedLines
from referee.games import UnknownGame, game
from referee.games.fact_sentences import outcome_sentence, score_list
from referee.games.sentences import count, listed
from referee.kernel.facts import SPECTATOR
from referee.kernel.table import Ended
from referee.replay.verification import verify_replay
from referee_api.v1 import referee_pb2 as api
from referee_client import BadKeys, CommitmentMismatch, ReceiptMismatch, RefereeError, Seat, aio
from referee_client.bot import view_in
from referee_client.luck import check_commitments
from referee_client.receipts import stored_in

INVITE_VARIABLE = "REFEREE_INVITE"
SECONDS_WITHOUT_TERMINAL = 300
"""Seconds after which a program that plays is told that nothing happens."""


def run(args: argparse.Namespace) -> int:
    """Take a seat or return to it, and play until the match is over or the person leaves."""
    if sys.stdin is None:
        raise CommandError("stdin is closed; answers are read from it, so give a file or a terminal")
    if args.save:
        check_output(args.save, force=args.force)
    patience = _patience(args)
    keys = read_text(args.keys) if args.keys else ""
    kept = KeptSeats(args.seats_dir)
    kept.check_writable()
    with as_command_error(UnknownGame, BadKeys, ReceiptMismatch), server_errors():
        return asyncio.run(_sit(args, kept, keys, patience))


async def _sit(args: argparse.Namespace, kept: KeptSeats, keys: str, patience: float | None) -> int:
    async with aio.connect(args.server, **connection_options(args)) as client:
        seat = await _find_seat(args, client, kept)
        match = await client.get_match(seat.match, seat.token)
        game(match.game)
        again = _command(args, seat)
        _print(f"Match {match.id}: {game(match.game).title}, seat {seat.number}.")
        _print(f"Your token is kept in {kept.folder_of(seat)}. To continue later: {again}")
        if match.status == api.MATCH_STATUS_WAITING:
            _print("The match begins when every seat is taken.")
        person = await _play(client, seat, match, kept.folder_of(seat), keys, patience, again)
        if person is None:
            _print(f"You left the match, and your seat is kept. To continue: {again}")
            return 0
        _print_outcome(person, is_told=not is_terminal())
        receipts = stored_in(kept.folder_of(seat) / f"{person.match.id}.seat-{seat.number}.receipts")
        _print(f"{count(len(receipts), 'receipt')} of the referee fit everything you were told.")
        if args.save:
            return await _save(args, client, seat._replace(match=person.match.id))
        _print(f"When no dispute is left, check the luck and keep the replay: {again} --save FILE")
    return 0


def _command(args: argparse.Namespace, seat: Seat) -> str:
    """Return the command that continues the match, with everything that is needed to reach it."""
    where = ("--tls", "--ca-file", "--client-cert", "--client-key", "--api-key-file")
    words = given_options(args, "--seats-dir", *where, "--keys")
    return shlex.join(["referee", "sit", args.server, seat.match, "--seat", str(seat.number), *words])


def _patience(args: argparse.Namespace) -> float | None:
    """Return the seconds after which to leave a match in which nothing happens; None for no limit."""
    if args.wait is None:
        return None if sys.stdin.isatty() else SECONDS_WITHOUT_TERMINAL
    if not args.wait > 0:
        raise CommandError("--wait is a number of seconds above 0")
    patience: float = args.wait
    return patience


# --- taking a seat ---


async def _find_seat(args: argparse.Namespace, client: aio.Client, kept: KeptSeats) -> Seat:
    """Return the seat of a token, the seat that is kept, or a new one."""
    found = None if args.token else kept.find(args.match, args.seat)
    if found is not None:
        return found
    match = args.match
    if not is_whole_id(match):
        with list_errors(match):
            listed_ids = [each.id for each in await client.list_matches(limit=0)]
        match = match_beginning_with(match, listed_ids)
    seat = await (_seat_of_token(args, client, match) if args.token else _join(args, client, match))
    kept.keep(seat)
    return seat


async def _seat_of_token(args: argparse.Namespace, client: aio.Client, match: str) -> Seat:
    """Return the seat whose token was given. Taking a seat again with the same token returns that seat."""
    looked = await client.get_view(match, args.token)
    number = getattr(view_in(looked), "viewer", SPECTATOR)
    if number < 0:
        raise CommandError("this is not the token of a seat; use the one from taking the seat")
    return Seat(match, number, args.token, b"", looked.match.commitment)


async def _join(args: argparse.Namespace, client: aio.Client, match: str) -> Seat:
    """Take a seat. On a terminal, the invite code is asked for if it is missing."""
    code = _invite(args)
    while True:
        try:
            return await client.join_seat(match, args.seat, args.name, entropy=args.entropy, invite_code=code)
        except RefereeError as error:
            if error.reason != "WRONG_INVITE":
                raise
            if code or not sys.stdin.isatty():
                raise CommandError(
                    f"{as_error(str(error))}; give it with --invite-file or {INVITE_VARIABLE}"
                ) from error
        code = console().input("Invite code: ").strip()


def _invite(args: argparse.Namespace) -> str:
    if not args.invite_file:
        return os.environ.get(INVITE_VARIABLE, "")
    return read_text(args.invite_file).strip()


# --- playing ---


def is_terminal() -> bool:
    """Return whether a person sits at a terminal that can show pictures; otherwise lines are read and printed."""
    return sys.stdin.isatty() and draws_pictures()


async def _play(
    client: aio.Client,
    seat: Seat,
    match: api.Match,
    folder: Path,
    keys: str,
    patience: float | None,
    again: str,
) -> Person | None:
    """Play the seat to the end of the match; return None if the person leaves."""
    title = (
        f"{game(match.game).title}, match {match.id}, seat {seat.number}. It begins when every seat is taken."
    )
    screen = TerminalScreen(title) if is_terminal() else PlainScreen()
    person = Person(client, seat, match, screen)
    person.lines = TypedLines(sys.stdin.fileno(), is_terminal=is_terminal(), changed=person.changed)
    with screen, _redrawn(person, is_terminal=screen.is_terminal):
        playing = asyncio.ensure_future(client.play({seat: person}, receipts=folder, keys=keys))
        showing = asyncio.ensure_future(person.show())
        listening = asyncio.ensure_future(person.listen())
        tasks: list[asyncio.Future[Any]] = [playing, showing, listening]
        if patience is not None:
            tasks.append(asyncio.ensure_future(person.wait_until_idle(patience)))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if playing in done:
                await playing
                await person.show_news()
            elif showing in done:
                await showing
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    if playing in done:
        screen.show_end()
        return person
    if listening not in done:
        raise CommandError(
            f"nothing happened for {patience:g} seconds; your seat is kept, to continue: {again}"
        )
    if not await listening and not is_terminal():
        raise CommandError(f"the input ended before the match did; your seat is kept, to continue: {again}")
    return None


@contextmanager
def _redrawn(person: Person, *, is_terminal: bool) -> Iterator[None]:
    """Draw again when the terminal has another size, also after a time in which the process was stopped."""
    if not is_terminal:
        yield
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGWINCH, signal.SIGCONT):
        loop.add_signal_handler(number, person.changed)
    try:
        yield
    finally:
        for number in (signal.SIGWINCH, signal.SIGCONT):
            loop.remove_signal_handler(number)


# --- the end ---


def _print_outcome(person: Person, *, is_told: bool) -> None:
    """Print the result, unless it was printed with the last events."""
    outcome, names = person.outcome, person.names
    if outcome is None:
        return
    if outcome.ending == "void":
        _print("A ruling declared the match void.")
    elif outcome.ending == "awarded":
        _print(f"A ruling awarded the match to {listed([names[seat] for seat in outcome.winners])}.")
    elif not is_told:
        ended = Ended(outcome.ending, tuple(outcome.winners), tuple(outcome.scores))
        result = outcome_sentence(person.match.game, ended, names)
        _print(f"The match is over. {result} {score_list(ended.scores, names)}".rstrip())


async def _save(args: argparse.Namespace, client: aio.Client, seat: Seat) -> int:
    """Download the replay, check what was committed to, run the match again, and write the file."""
    replay = await client.get_replay(seat.match, seat.token)
    write_output(args.save, replay.decode(), force=args.force)
    try:
        check_commitments(replay, seat=seat.number, entropy=seat.entropy, commitment=seat.commitment)
    except CommitmentMismatch as mismatch:
        _print(f"The luck was changed: {mismatch}.")
        return 1
    report = verify_replay(replay)
    if not report.ok:
        _print(f"The replay does not verify: {report.first_difference}")
        return 1
    _print(f"The luck is the one committed to, and all {report.facts} facts follow from it: {args.save}")
    return 0


def _print(line: str) -> None:
    console().print(line, markup=False)
