"""`referee play`: matches between bots, in this process or on a server."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.cli.bot_seats import bot_names, check_seats, make_bots, player_names
from referee.cli.display.console import console, print_advice, print_json, print_progress
from referee.cli.display.fact_sentences import outcome_sentence, score_list
from referee.cli.display.match_summary import MatchSummary, summarize
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_values import parse_key_values, parse_options
from referee.cli.local_match import LocalMatch
from referee.cli.server_connection import connected
from referee.games import UnknownGame
from referee.match.charters import CharterError, advice_on, new_charter, settle
from referee.replay.writing import write_replay
from referee.rulebook import UnknownReading

DEFAULT_SEED = "referee"
"""Seed of the matches played in this process, so that the same command always gives the same matches."""

MATCHES_AT_ONCE = 32
"""Number of matches played concurrently on a server."""


class PlayedMatch(NamedTuple):
    """A finished match: its number, seed and replay, and its id if it was played on a server."""

    number: int
    seed: str | None
    """None if the server drew it."""
    replay: bytes
    id: str | None = None


def run(args: argparse.Namespace) -> int:
    """Play the matches and report each."""
    if args.matches < 1:
        raise CommandError("--matches must be at least 1")
    if args.spectators and not args.server:
        raise CommandError("--spectators requires --server: matches in this process cannot be watched")
    with as_command_error(UnknownGame, UnknownReading, CharterError):
        check_seats(args.game, args.seats)
        folder = _create_folder(args.save)
        summaries: list[MatchSummary] = []
        for played in _play_on_server(args) if args.server else _play_locally(args):
            summary = summarize(played.replay)
            summaries.append(summary)
            _report(args, played, summary, _save(folder, args, played))
    if not args.json and len(summaries) > 1:
        _print_tally(args, summaries)
    return 0


def _play_locally(args: argparse.Namespace) -> Iterator[PlayedMatch]:
    names = dict(enumerate(player_names(args.bots, args.seats)))
    for number in range(1, args.matches + 1):
        seed = _seed(args.seed or DEFAULT_SEED, number)
        charter = new_charter(
            args.game,
            args.seats,
            seed=seed,
            edition=args.edition,
            rulings=parse_key_values(args.ruling, "--ruling"),
            options=parse_options(args.game, args.option),
            talk=args.talk,
        )
        if number == 1:
            print_advice(advice_on(charter))
        local = LocalMatch(settle(charter), make_bots(args.bots, args.game, args.seats, seed))
        local.play()
        yield PlayedMatch(number, seed, write_replay(local.entries, names=names).encode())


def _play_on_server(args: argparse.Namespace) -> Iterator[PlayedMatch]:
    names = player_names(args.bots, args.seats)
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
                )
                match = created[number].match.id
                if number == 1:
                    print_advice(created[number].match.advice)
                if args.spectators:
                    print_progress(f"referee watch {args.server} {match}")
                for seat, bot in enumerate(make_bots(args.bots, args.game, args.seats, seed or match)):
                    bots[referee.join_seat(match, seat, names[seat])] = bot
            print_progress(f"playing matches {first} to {numbers[-1]} of {args.matches}")
            referee.play(bots)
            for number in numbers:
                match = created[number].match.id
                replay = referee.get_replay(match, created[number].token)
                seed = _seed(args.seed, number) if args.seed else ""
                yield PlayedMatch(number, seed or None, replay, match)


def _seed(text: str, number: int) -> str:
    return f"{text}/{number}"


def _create_folder(path: str) -> Path | None:
    if not path:
        return None
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot write to {path}: {error.strerror}") from error
    return Path(path)


def _save(folder: Path | None, args: argparse.Namespace, played: PlayedMatch) -> str | None:
    if folder is None:
        return None
    file = folder / f"{args.game}-{args.seats}-seats-{played.number}.replay"
    try:
        file.write_bytes(played.replay)
    except OSError as error:
        raise CommandError(f"cannot write {file}: {error.strerror}") from error
    return str(file)


def _report(args: argparse.Namespace, played: PlayedMatch, summary: MatchSummary, file: str | None) -> None:
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
    names = player_names(args.bots, args.seats)
    parts = [
        f"match {played.number}: {outcome_sentence(args.game, summary.outcome, names)} {summary.turns} turns.",
        score_list(summary.scores, names),
        f"head {summary.head[:16]}",
        f"id {played.id}" if played.id else "",
        file or "",
    ]
    console().print("  ".join([part for part in parts if part]), markup=False)


def _print_tally(args: argparse.Namespace, summaries: list[MatchSummary]) -> None:
    """Print each seat's share of the wins, in which a shared win counts in parts, and its average points."""
    for seat, name in enumerate(player_names(args.bots, args.seats)):
        wins = sum(1 / len(summary.winners) for summary in summaries if seat in summary.winners)
        share = 100 * wins / len(summaries)
        scores = [summary.scores[seat] for summary in summaries if summary.scores]
        average = f", {sum(scores) / len(scores):.1f} points on average" if scores else ""
        console().print(f"{name} won {share:.0f} % of {len(summaries)} matches{average}", markup=False)
