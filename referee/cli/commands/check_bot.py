"""`referee check-bot`: play matches with a bot, and say what is wrong with it."""

from __future__ import annotations

import argparse

from referee.arena.bot_check import CheckPlan, check_bot
from referee.arena.bot_problems import BotProblem, BotReport
from referee.cli.display.console import console, print_json
from referee.cli.errors import CommandError, as_command_error
from referee.cli.server_log import configure_log
from referee.games import UnknownGame, game
from referee.local.bot_seats import check_seats
from referee.wire.grpc_server import CannotListen

MOST_MATCHES = 1000
MOST_SECONDS = 86_400


def run(args: argparse.Namespace) -> int:
    """Check a bot, and print one line per problem."""
    configure_log("off")
    if not 1 <= args.matches <= MOST_MATCHES:
        raise CommandError(f"--matches must be at least 1 and at most {MOST_MATCHES}")
    if not 0 < args.seconds <= MOST_SECONDS:
        raise CommandError(f"--seconds {args.seconds:g} is not above 0 and at most {MOST_SECONDS}")
    with as_command_error(UnknownGame, CannotListen):
        fewest = game(args.game).seats[0]
        seats = fewest if args.seats is None else check_seats(args.game, args.seats)
        plan = CheckPlan(args.bot, args.game, seats, args.matches, args.seed, args.seconds)
        report = check_bot(plan)
    if args.json:
        print_json(_as_json(report))
    else:
        _print(args, report)
    return 0 if report.is_ok else 1


def _as_json(report: BotReport) -> dict[str, object]:
    found = report.counted()
    return {
        "ok": report.is_ok,
        "problems": [_problem(*each) for each in found if not each[0].is_warning],
        "warnings": [_problem(*each) for each in found if each[0].is_warning],
        "matches": report.matches,
        "answers": report.answers,
        "mean_seconds": round(report.mean_seconds, 6),
        "worst_seconds": round(report.worst_seconds, 6),
        "cut_short": report.is_cut_short,
    }


def _problem(problem: BotProblem, times: int) -> dict[str, object]:
    return {
        "kind": problem.kind,
        "what": problem.what,
        "where": problem.where,
        "times": times,
        "remedy": problem.remedy,
    }


def _print(args: argparse.Namespace, report: BotReport) -> None:
    for problem, times in report.counted():
        label = "warning" if problem.is_warning else "problem"
        often = "" if times == 1 else f"; {times} times"
        line = f"{label}: {problem.what} (first in {problem.where}{often}). {problem.remedy}"
        console().print(line, markup=False, highlight=False, soft_wrap=True)
    warnings = sum([problem.is_warning for problem, _ in report.counted()])
    problems = len(report.counted()) - warnings
    console().print(
        f"{args.bot} in {args.game}: {_count(problems, 'problem')}, {_count(warnings, 'warning')}; "
        f"{_count(report.matches, 'match', 'matches')}, {_count(report.answers, 'answer')}, "
        f"{1000 * report.mean_seconds:.1f} ms on average, {1000 * report.worst_seconds:.1f} ms at worst.",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    if report.is_cut_short:
        console().print("Because the bot is too slow, the other checks were left out.")


def _count(number: int, one: str, several: str = "") -> str:
    return f"{number} {one if number == 1 else several or f'{one}s'}"
