"""One match of an event, played in this process or in a worker."""

from __future__ import annotations

import hmac
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.arena.entrant_bots import GuardedBot, make_entrant_bot
from referee.arena.event_file import EntrantLine, EventFile, charter_of
from referee.arena.event_luck import deal_seed
from referee.arena.match_results import MatchResult, result_of
from referee.arena.schedule import FILLER, ScheduledMatch
from referee.audit.entries import ResultKind
from referee.kernel.facts import Seat
from referee.local.class_bot import HostLost
from referee.local.local_match import BotFailed, LocalMatch, LocalMatchStopped
from referee.log.records import EntryAppended, MatchClosed, MatchOpened, Record, SeatTaken
from referee.match.charters import settle
from referee.match.match import Chained


class MatchTask(NamedTuple):
    """A match to be played."""

    event: EventFile
    seed: bytes
    """The seed of the event."""
    match: ScheduledMatch
    withdrawn: frozenset[int]
    """Entrants who have left the event; the default answers are given for them."""
    folder: Path
    """Where the output of programs goes."""


class PlayedMatchTask(NamedTuple):
    """A match that was played to its end, or could not be."""

    match: ScheduledMatch
    result: MatchResult | None
    """None if the referee or the machine failed."""
    problem: str
    """Why there is no result."""
    record: str
    """The id of the match in the store."""
    head: str
    faults: tuple[str, ...]
    """What went wrong in each seat, empty for nothing; () if nothing did."""
    records: tuple[Record, ...]
    """The match, to be stored together with its result. Their times are set when they are stored."""


def play_scheduled(task: MatchTask) -> PlayedMatchTask:
    """Play a match to its end. Whatever bots do, the match ends; what they print goes to stderr."""
    event, match = task.event, task.match
    terms = settle(charter_of(event, deal_seed(task.seed, match.deal), len(match.seating)))
    record = record_id(task.seed, match.id)
    failed: dict[Seat, Exception] = {}
    while True:
        bots: list[GuardedBot] = []
        try:
            _make_bots(task, failed, bots)
            with redirect_stdout(sys.stderr):
                local = LocalMatch(terms, [bot.player for bot in bots])
                local.play()
            break
        except BotFailed as fault:
            # Outside the guard, such as by standing orders that are none: the match begins again without this bot.
            cause = fault.__cause__
            failed[fault.seat] = cause if isinstance(cause, Exception) else fault
        except (LocalMatchStopped, HostLost) as stopped:
            return failed_attempt(task, str(stopped))
        finally:
            for bot in bots:
                bot.close()
    outcome = local.match.outcome
    assert outcome is not None
    kinds = [_kind(task, bot) for bot in bots]
    result = result_of(outcome, terms.game.sides(local.match.table.state), kinds)
    faults = tuple([bot.fault for bot in bots])
    head = local.match.head.hex()
    records = match_records(record, task, local.entries)
    return PlayedMatchTask(match, result, "", record, head, faults if any(faults) else (), records)


def failed_attempt(task: MatchTask, problem: str) -> PlayedMatchTask:
    """Return that a match could not be played for a reason that is not a fault of an entrant."""
    return PlayedMatchTask(task.match, None, problem, record_id(task.seed, task.match.id), "", (), ())


def record_id(seed: bytes, match: str) -> str:
    """Return the id under which a match of the event is stored."""
    return hmac.digest(seed, f"referee record 1\n{match}".encode("ascii"), "sha256").hex()[:32]


def _make_bots(task: MatchTask, failed: dict[Seat, Exception], bots: list[GuardedBot]) -> None:
    """Add the bot of each seat to a list, whose bots are closed whatever happens here."""
    for seat, number in enumerate(task.match.seating):
        bot = bot_in_seat(task, seat)
        if seat in failed:
            bot.fail(failed[seat])
        elif number in task.withdrawn:
            bot.withdraw()
        bots.append(bot)


def bot_in_seat(task: MatchTask, seat: Seat) -> GuardedBot:
    """Create the bot of the local entrant in a seat."""
    entrant = entrant_of(task.event, task.match.seating[seat])
    # The bot's own luck is the same in every attempt, and tells nothing about the deal.
    label = f"referee bot 1\n{task.match.id}/{seat}".encode("ascii")
    return make_entrant_bot(task.event, entrant, hmac.digest(task.seed, label, "sha256").hex(), task.folder)


def entrant_of(event: EventFile, number: int) -> EntrantLine:
    """Return the entrant with a number, or the filler of a duel."""
    return EntrantLine("filler", bot=event.filler) if number == FILLER else event.entrants[number]


def _kind(task: MatchTask, bot: GuardedBot) -> ResultKind:
    """Return how a seat came to its result. With default answers after a failure, an entrant may still win."""
    is_forgiven = bot.kind != "withdrawn" and task.event.on_crash == "defaults"
    return "played" if is_forgiven else bot.kind


def match_records(record: str, task: MatchTask, chained: Sequence[Chained]) -> tuple[Record, ...]:
    """Return a match as a store keeps it."""
    (_, charter, first), *entries = chained
    names = [entrant_of(task.event, number).name for number in task.match.seating]
    policy = msgspec.json.encode({"seed_given": True})
    return (
        MatchOpened(record, 0, task.event.game, charter, first, policy),
        # Nobody holds these tokens: the seats are only named.
        *[
            SeatTaken(record, seat, "seat", sha256(f"{record}/{seat}".encode()).digest(), name, 0)
            for seat, name in enumerate(names)
        ],
        *[EntryAppended(record, seq, -1, "", 0, body, link) for seq, body, link in entries],
        MatchClosed(record, 0, "ended"),
    )
