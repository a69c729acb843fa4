"""The bots of local entrants: created for a match, guarded while it is played, and closed after it."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.arena.event_file import EntrantLine, EventFile
from referee.audit.entries import ResultKind
from referee.local.bot_seats import bot_maker
from referee.local.class_bot import ClassBot
from referee.local.local_errors import LocalError
from referee.local.own_bots import describe_fault
from referee.local.program_bot import ProgramBot
from referee.local.program_limits import ProgramFailed, ProgramLimits, ProgramTooSlow
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused
from referee_client.bot import answer_message, take_unsaid

MOST_REFUSALS = 3
"""Number of refused answers to one question after which the bot has failed."""

MOST_SAID = 100
"""Number of statements that a bot may make at once."""


class LateAnswer(Exception):
    """A bot that needed more time than the event allows."""


class RefusedTooOften(Exception):
    """A bot that kept answering what the rules do not allow."""


class SaidTooMuch(Exception):
    """A bot that floods the table with statements."""


class GuardedBot(Bot):
    """A bot whose failures do not end the match: from then on, the default answers are given for it."""

    def __init__(self, bot: Bot, seconds: float, *, is_own: bool = False) -> None:
        """`is_own` is for a bot of ours, which needs no guard: watching each answer takes a fifth longer."""
        self._bot = bot
        self._is_own = is_own
        self._seconds = seconds
        self._refusals = 0
        self.wants_view = bot.wants_view
        self.fault = ""
        """What went wrong, in one line; empty if nothing did."""
        self.kind: ResultKind = "played"
        self._is_out = False
        # A bot that does not listen is not sent the facts, which takes longer than playing.
        if getattr(bot.told, "__func__", None) is Bot.told:
            self.told = super().told  # type: ignore[method-assign]
        if getattr(bot.hear, "__func__", None) is Bot.hear:
            self.hear = super().hear  # type: ignore[method-assign]

    @property
    def player(self) -> Bot:
        """The bot that is to play the match."""
        return self._bot if self._is_own and not self._is_out else self

    def seated(self, match: api.Match, seat: int) -> None:
        """Pass it on."""
        self._guarded(self._bot.seated, match, seat)

    def told(self, facts: Sequence[Any]) -> None:
        """Pass it on."""
        self._guarded(self._bot.told, facts)

    def hear(self, statement: Any) -> None:
        """Pass it on."""
        self._guarded(self._bot.hear, statement)

    def not_said(self, words: Any, refused: Refused) -> None:
        """Pass it on."""
        self._guarded(self._bot.not_said, words, refused)

    def ended(self, outcome: api.Outcome) -> None:
        """Pass it on."""
        self._guarded(self._bot.ended, outcome)

    def decide(self, view: Any, question: api.Question) -> api.Answer:
        """Let the bot answer, or give the default answer."""
        self._refusals = 0
        return self._answer(question, self._bot.decide, view, question)

    def refused(self, question: api.Question, refused: Refused) -> api.Answer:
        """Let the bot answer again, unless it was refused too often."""
        self._refusals += 1
        if self._refusals >= MOST_REFUSALS and not self._is_out:
            self.fail(RefusedTooOften(f"{MOST_REFUSALS} answers to a question were refused: {refused}"))
        return self._answer(question, self._bot.refused, question, refused)

    def _answer(self, question: api.Question, hook: Callable[..., Any], *values: Any) -> api.Answer:
        answer = self._guarded(lambda: answer_message(question, hook(*values)))
        return api.Answer(picks=question.default_picks) if self._is_out else answer

    def _guarded(self, hook: Callable[..., Any], *values: Any) -> Any:
        """Call a hook within the time limit, unless the bot has failed before."""
        if self._is_out:
            return None
        try:
            with time_limit(self._seconds):
                result = hook(*values)
        except Exception as fault:  # noqa: BLE001 - a bot may raise anything
            self.fail(fault)
            return None
        if self._bot.unsaid:
            self.unsaid = [*self.unsaid, *take_unsaid(self._bot)]
            if len(self.unsaid) > MOST_SAID:
                self.fail(SaidTooMuch(f"{len(self.unsaid)} statements at once; {MOST_SAID} are allowed"))
                return None
        self.orders = self._bot.orders
        return result

    def fail(self, fault: Exception) -> None:
        """Note the first failure. The bot is not called any more."""
        if self._is_out:
            return
        self.kind = "time" if isinstance(fault, LateAnswer | ProgramTooSlow) else "crash"
        self.fault = str(fault) if isinstance(fault, ProgramFailed) else describe_fault(fault)
        self._leave()

    def withdraw(self) -> None:
        """Give default answers from the beginning, because the entrant has left the event."""
        self.kind = "withdrawn"
        self._leave()

    def _leave(self) -> None:
        self._is_out = True
        self.orders, self.unsaid = Bot.orders, Bot.unsaid
        self.close()

    def close(self) -> None:
        """End the program behind the bot, if there is one."""
        if isinstance(self._bot, ProgramBot | ClassBot):
            self._bot.close()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt code of a bot that takes too long, where that is possible: in the main thread of a process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise LateAnswer(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def check_entrant(event: EventFile, entrant: EntrantLine) -> None:
    """Raise `LocalError` if the bot of a local entrant does not exist."""
    if entrant.command:
        if shutil.which(entrant.command[0]) is None:
            raise LocalError(f"entrant {entrant.name}: there is no program {entrant.command[0]}")
    elif entrant.python:
        try:
            ClassBot(entrant.python, "", _limits(event, None)).close()
        except LocalError as missing:
            reason = str(missing).removeprefix("--bots ").removeprefix("--bots: ")
            raise LocalError(f"entrant {entrant.name}: {reason}") from None
        except ProgramFailed:
            # It exists; that it fails is a matter of its matches.
            return
    elif entrant.bot:
        bot_maker(entrant.bot, event.game)
    elif entrant.dial_in:
        raise LocalError(
            f"entrant {entrant.name} dials in, so the event needs a server: give --server and --listen"
        )


def make_entrant_bot(event: EventFile, entrant: EntrantLine, seed: str, folder: Path) -> GuardedBot:
    """Create the bot of a local entrant for one match.

    What a program or a class writes goes to a file of the entrant in the folder.
    """
    limits = _limits(event, folder / f"{entrant.name}.log")
    try:
        bot: Bot
        if entrant.command:
            bot = ProgramBot(entrant.command, seed, limits)
        elif entrant.python:
            bot = ClassBot(entrant.python, seed, limits)
        else:
            return GuardedBot(bot_maker(entrant.bot, event.game)(seed), event.seconds_per_answer, is_own=True)
    except (ProgramFailed, LocalError, OSError) as fault:
        # It was there when the event began, so that it cannot start is its own fault.
        guarded = GuardedBot(Bot(), event.seconds_per_answer)
        guarded.fail(fault)
        return guarded
    return GuardedBot(bot, event.seconds_per_answer)


def _limits(event: EventFile, log: Path | None) -> ProgramLimits:
    return ProgramLimits(event.seconds_per_answer, event.memory_mb << 20, event.processor_seconds, log)
