"""`referee play`: matches between bots, in this process or on a server."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.cli.bot_seats import bot_names, bots_for, names_for, seats_of
from referee.cli.display.console import console, print_json, progress
from referee.cli.display.fact_sentences import outcome, scores_of
from referee.cli.display.match_summary import Summary, summary_of
from referee.cli.errors import Problem, told_as_problem
from referee.cli.key_values import pairs
from referee.cli.local_match import LocalTable
from referee.games import UnknownGame
from referee.match.charters import CharterError, new_charter, settle
from referee.replay.writing import write_replay
from referee.rulebook import UnknownReading
from referee_client import RefereeError, connect

AT_ONCE = 32
"""How many matches are played side by side on a server."""


class Played(NamedTuple):
    """A finished match: its number, its seed, its replay, and its id on the server."""

    number: int
    seed: str
    replay: bytes
    id: str | None = None


def run(args: argparse.Namespace) -> int:
    """Play the matches and report each."""
    if args.matches < 1:
        raise Problem("--matches must be at least 1")
    if args.spectators and not args.server:
        raise Problem("--spectators goes with --server: nobody can watch what is played in this process")
    with told_as_problem(UnknownGame, UnknownReading, CharterError, RefereeError):
        seats_of(args.game, args.seats)
        folder = _folder(args.save)
        points: list[Summary] = []
        for played in _on_server(args) if args.server else _in_process(args):
            summary = summary_of(played.replay)
            points.append(summary)
            _report(args, played, summary, _save(folder, args, played))
    if not args.json and len(points) > 1:
        _show_tally(args, points)
    return 0


def _in_process(args: argparse.Namespace) -> Iterator[Played]:
    names = dict(enumerate(names_for(args.bots, args.seats)))
    for number in range(1, args.matches + 1):
        seed = _seed(args, number)
        charter = new_charter(
            args.game,
            args.seats,
            seed=seed,
            edition=args.edition,
            rulings=pairs(args.ruling, "--ruling"),
            options=pairs(args.option, "--option"),
        )
        table = LocalTable(settle(charter), bots_for(args.bots, args.game, args.seats, seed))
        table.play()
        yield Played(number, seed, write_replay(table.entries, names=names).encode())


def _on_server(args: argparse.Namespace) -> Iterator[Played]:
    names = names_for(args.bots, args.seats)
    with connect(args.server) as referee:
        for first in range(1, args.matches + 1, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, args.matches + 1))
            created, bots = {}, {}
            for number in numbers:
                created[number] = referee.create_match(
                    args.game,
                    args.seats,
                    seed=_seed(args, number),
                    edition=args.edition,
                    rulings=pairs(args.ruling, "--ruling"),
                    options=pairs(args.option, "--option"),
                    spectators=args.spectators,
                )
                match = created[number].match.id
                if args.spectators:
                    progress(f"referee watch {args.server} {match}")
                for seat, bot in enumerate(bots_for(args.bots, args.game, args.seats, _seed(args, number))):
                    bots[referee.join_seat(match, seat, names[seat])] = bot
            progress(f"matches {first} to {numbers[-1]} of {args.matches}")
            referee.play(bots)
            for number in numbers:
                match = created[number].match.id
                replay = referee.get_replay(match, created[number].arbiter_token)
                yield Played(number, _seed(args, number), replay, match)


def _seed(args: argparse.Namespace, number: int) -> str:
    return f"{args.seed}/{number}"


def _folder(path: str) -> Path | None:
    if not path:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"cannot write to {path}: {error.strerror}") from error
    return Path(path)


def _save(folder: Path | None, args: argparse.Namespace, played: Played) -> str | None:
    if folder is None:
        return None
    file = folder / f"{args.game}-{args.seats}-seats-{played.number}.replay"
    try:
        file.write_bytes(played.replay)
    except OSError as error:
        raise Problem(f"cannot write {file}: {error.strerror}") from error
    return str(file)


def _report(args: argparse.Namespace, played: Played, summary: Summary, file: str | None) -> None:
    if args.json:
        print_json(
            {
                "match": played.number,
                "id": played.id,
                "seed": played.seed,
                "seats": args.seats,
                "bots": bot_names(args.bots, args.seats),
                "ending": summary.ending,
                "winners": summary.winners,
                "scores": summary.scores,
                "turns": summary.turns,
                "facts": summary.facts,
                "decisions": summary.decisions,
                "head": summary.head,
                "replay": file,
            }
        )
        return
    names = names_for(args.bots, args.seats)
    parts = [
        f"match {played.number}: {outcome(args.game, summary.outcome, names)} {summary.turns} turns.",
        scores_of(summary.scores, names),
        f"head {summary.head[:16]}",
        f"id {played.id}" if played.id else "",
        file or "",
    ]
    console().print("  ".join([part for part in parts if part]), markup=False)


def _show_tally(args: argparse.Namespace, summaries: list[Summary]) -> None:
    """How often each seat won, a shared victory counting in parts, and its average points."""
    for seat, name in enumerate(names_for(args.bots, args.seats)):
        wins = sum(1 / len(summary.winners) for summary in summaries if seat in summary.winners)
        share = 100 * wins / len(summaries)
        scores = [summary.scores[seat] for summary in summaries if summary.scores]
        average = f", {sum(scores) / len(scores):.1f} points on average" if scores else ""
        console().print(f"{name} won {share:.0f} % of {len(summaries)} matches{average}")
