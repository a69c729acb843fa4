"""The check of a bot: matches in which it meets everything that may happen to it in an event or on a server."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from referee.arena.bot_problems import BotReport
from referee.arena.cut_connection import CutConnection
from referee.arena.watched_bot import (
    DISTURBED_AT,
    FAILURES_OF_PROGRAMS,
    Disturbance,
    GivenAnswer,
    WatchedBot,
)
from referee.arena.watched_program import WatchedProgram
from referee.games import game
from referee.kernel.talk import TalkPolicy
from referee.local.bot_seats import COMMAND, bot_maker
from referee.local.local_errors import LocalError
from referee.local.local_match import BotFailed, LocalMatch, LocalMatchStopped
from referee.local.own_bots import describe_fault
from referee.local.program_bot import find_program
from referee.local.program_limits import ProgramLimits
from referee.local.temporary_server import temporary_server
from referee.match.charters import new_charter, settle
from referee_client import Bot, RefereeError, aio


class CheckPlan(NamedTuple):
    """What to check."""

    bot: str
    """The bot as `referee play --bots` names it."""
    game: str
    seats: int
    matches: int
    """Number of matches of each kind."""
    seed: str
    seconds: float
    """Time for an answer."""


class CheckMatch(NamedTuple):
    """A match in which a bot is checked."""

    name: str
    """What the match is called in the report."""
    opponent: str
    """The bot in the other seats; empty for the candidate itself."""
    disturbance: Disturbance = ""
    talk: TalkPolicy | None = None
    is_repeated: bool = False
    """Whether it is played twice, to compare the answers."""


MATCHES = (
    CheckMatch("against itself", ""),
    CheckMatch("against random", "random", is_repeated=True),
    CheckMatch("with refusals", "sensible", "refusal"),
    CheckMatch("with restarts", "random", "restart"),
    CheckMatch("with repeated questions", "sensible", "repetition"),
)
"""The kinds of matches that are played in this process, in every game."""


def check_bot(plan: CheckPlan) -> BotReport:
    """Check a bot; raise `LocalError` if there is no such bot."""
    report = BotReport()
    _find(plan)
    kinds = list(MATCHES)
    if game(plan.game).talk != "palette" and "palette" in game(plan.game).talk_policies:
        kinds.append(CheckMatch("with talk", "random", talk="palette"))
    for number in range(1, plan.matches + 1):
        for kind in kinds:
            if report.is_cut_short or report.has("cannot_start"):
                return report
            play_kind(plan, report, kind, number)
    if not (report.is_cut_short or report.has("cannot_start")):
        play_on_server(plan, report)
    return report


def _find(plan: CheckPlan) -> None:
    try:
        bot_maker(plan.bot, plan.game)
    except LocalError as error:
        # The names of bots are explained for the option of `referee play`.
        raise LocalError(str(error).removeprefix("--bots ").removeprefix("--bots: ")) from error


def play_kind(plan: CheckPlan, report: BotReport, kind: CheckMatch, number: int) -> None:
    """Play a match of a kind, and play it again if the answers are to be compared."""
    first = _play_here(plan, report, kind, number)
    if not kind.is_repeated or report.is_cut_short:
        return
    second = _play_here(plan, report, kind, number)
    for one, other in zip(first, second, strict=False):
        if one != other:
            report.note(
                "not_deterministic",
                f"with the same seed and the same facts, it answered {one.answer} and then {other.answer}",
                f"match {number} {kind.name}, question {one.question} ({one.name})",
            )
            return


def _play_here(plan: CheckPlan, report: BotReport, kind: CheckMatch, number: int) -> list[GivenAnswer]:
    """Play a match in this process, and return the answers of the first candidate."""
    seed = f"{plan.seed}/{number}/{kind.name}"
    terms = settle(new_charter(plan.game, plan.seats, seed=seed, talk=kind.talk))
    with _seated(plan, report, kind, number) as bots:
        candidates = [bot for bot in bots if isinstance(bot, WatchedBot)]
        if not candidates:
            return []
        try:
            LocalMatch(terms, bots).play()
        except BotFailed as failed:
            fault = failed.__cause__
            report.note("exception", f"{failed}: {describe_fault(fault)}", f"match {number} {kind.name}")
        except LocalMatchStopped as stopped:
            raise LocalError(f"a fault in the rules, please report it: {stopped}") from stopped
        report.matches += 1
    return [*candidates[0].answers]


@contextmanager
def _seated(plan: CheckPlan, report: BotReport, kind: CheckMatch, number: int) -> Iterator[list[Bot]]:
    """Create the bots of a match, or none if the candidate cannot be created; look at what is left after it."""
    processes, threads = _children(), set(threading.enumerate())
    own = (number - 1) % plan.seats
    bots: list[Bot] = []
    programs: list[WatchedProgram] = []
    where = f"match {number} {kind.name}"
    try:
        for seat in range(plan.seats):
            seed = f"{plan.seed}/{number}/bot/{seat}"
            if kind.opponent and seat != own:
                bots.append(bot_maker(kind.opponent, plan.game)(seed))
                continue
            bot = _make(plan, seed, report, where)
            if bot is None:
                bots = []
                break
            if isinstance(bot, WatchedProgram):
                programs.append(bot)
            place = f"{where}, seat {seat}"
            bots.append(WatchedBot(bot, report, game(plan.game), place, plan.seconds, kind.disturbance))
        yield bots
    finally:
        for program in programs:
            program.close()
            _note_end(report, program, where)
    if _children() - processes:
        report.note("leaves_processes", "processes that the bot started go on after the match", where)
    left = [each.name for each in set(threading.enumerate()) - threads if not each.daemon]
    if left and not programs:
        report.note("leaves_threads", f"threads go on after the match: {', '.join(sorted(left))}", where)


def _make(plan: CheckPlan, seed: str, report: BotReport, where: str) -> Bot | None:
    """Create the candidate."""
    if plan.bot.startswith(COMMAND):
        limits = ProgramLimits(plan.seconds)
        return WatchedProgram(find_program(plan.bot.removeprefix(COMMAND)), seed, limits)
    try:
        return bot_maker(plan.bot, plan.game)(seed)
    except Exception as fault:  # noqa: BLE001 - a bot may raise anything
        what = f"the bot cannot be created: {describe_fault(fault)}"
        report.note("cannot_start", what, where)
        return None


def _note_end(report: BotReport, program: WatchedProgram, where: str) -> None:
    """Note how a program has ended."""
    if program.unasked:
        report.note("unasked_output", f"the program wrote {program.unasked!r} without being asked", where)
    if program.is_killed:
        report.note("does_not_end", "the program went on after its stdin had ended, and was killed", where)
    elif program.exit_code and not any([report.has(kind) for kind in FAILURES_OF_PROGRAMS]):
        report.note("exit_code", f"the program ended with exit code {program.exit_code}", where)
    if program.leaves_processes:
        report.note("leaves_processes", "processes that the program started went on after its end", where)


def _children() -> set[int]:
    """Return the processes that this one has started and that are still there, where the system lists them."""
    found = {child.pid or 0 for child in multiprocessing.active_children()}
    for task in Path("/proc/self/task").glob("*/children"):
        found |= {int(word) for word in task.read_text().split()}
    return found


def play_on_server(plan: CheckPlan, report: BotReport) -> None:
    """Play a match over a connection that is cut at some moments."""
    kind = CheckMatch("on a server", "random")
    with _seated(plan, report, kind, 1) as bots:
        try:
            asyncio.run(_play_through_cuts(plan, bots))
        except RefereeError as error:
            report.note("fails_on_server", str(error), kind.name)
        except Exception as fault:  # noqa: BLE001 - a bot may have caused anything
            report.note("fails_on_server", describe_fault(fault), kind.name)
        report.matches += 1


async def _play_through_cuts(plan: CheckPlan, bots: Sequence[Bot]) -> None:
    async with (
        temporary_server() as server,
        CutConnection(server).open() as connection,
        aio.connect(connection.address) as client,
    ):
        match = (await client.create_match(plan.game, plan.seats, seed=plan.seed)).match.id
        seats = [await client.join_seat(match, seat) for seat in range(plan.seats)]
        for bot in bots:
            if isinstance(bot, WatchedBot):
                bot.after_decision = lambda number: connection.cut() if number in DISTURBED_AT else None
        await client.play(dict(zip(seats, bots, strict=True)))
