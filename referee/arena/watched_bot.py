"""A bot that is watched while it plays: whatever it does wrong is noted, and the match goes on with default answers.

To try what happens rarely, a watched bot is disturbed at a few moments of a match: as if the referee had refused an
answer, as if an undo had continued the match as another one, or as if a pause had interrupted a question.
"""

from __future__ import annotations

import inspect
import io
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any, Literal, NamedTuple

from referee.arena.bot_problems import BotReport
from referee.arena.entrant_bots import MOST_REFUSALS, LateAnswer, time_limit
from referee.kernel.game import Game
from referee.kernel.refusals import Refusal
from referee.local.own_bots import current_place, describe_fault, place_of_fault
from referee.local.program_limits import ProgramFailed, ProgramTooSlow
from referee.server.standing_orders import check_orders
from referee.wire.order_messages import decode_orders
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused, options_in
from referee_client.bot import answer_message, take_unsaid
from referee_client.orders import Orders, order_messages
from referee_client.speech import NOT_NOW, Utterance, words_message

Disturbance = Literal["", "refusal", "restart", "repetition"]
"""What a watched bot is disturbed with."""

DISTURBED_AT = frozenset({2, 5, 12, 30})
"""Numbers of the decisions at which a bot is disturbed."""

MOST_FAULTS = 3
"""Number of exceptions in one match after which a class is not called any more. A program is not called after one."""

SHOWN_OPTIONS = 6
LONGEST_SHOWN = 120

_KINDS: dict[Disturbance, str] = {
    "": "exception",
    "refusal": "fails_when_refused",
    "restart": "fails_when_restarted",
    "repetition": "fails_when_asked_again",
}
"""The kind of problem that an exception is after a disturbance."""

FAILURES_OF_PROGRAMS = ("program_failed", *[kind for disturbance, kind in _KINDS.items() if disturbance])
"""Kinds of problems of a program that has ended; its exit code is then not another problem."""


class _Failed:
    """Stands for the result of a hook that has none."""


_FAILED = _Failed()


class GivenAnswer(NamedTuple):
    """A decision of a bot, to be compared with that of another run."""

    question: int
    name: str
    answer: str


class WatchedBot(Bot):
    """A bot whose mistakes are noted. It never raises an exception."""

    def __init__(
        self,
        bot: Bot,
        report: BotReport,
        game: Game,
        place: str,
        seconds: float,
        disturbance: Disturbance = "",
    ) -> None:
        self._bot = bot
        self._report = report
        self._game = game
        self._match_and_seat = place
        self._seconds = seconds
        self._disturbance = disturbance
        self._during: Disturbance = ""
        """The disturbance before the current call, if any."""
        self._question: api.Question | None = None
        self._calls: list[tuple[str, tuple[Any, ...]]] = []
        """What the bot was told from the beginning."""
        self._faults = 0
        self._refusals = 0
        self._is_out = False
        self._last = ""
        """The last decision, as it is shown."""
        self._orders_seen: Orders = Bot.orders
        self._stdout = _StdoutWatch(self._note_print)
        self.answers: list[GivenAnswer] = []
        self.after_decision: Callable[[int], None] = lambda number: None
        """Called after each decision with its number, from 1 on."""
        self.wants_view = bot.wants_view
        # A bot that does not listen is not sent the facts, as elsewhere.
        if type(bot).told is Bot.told:
            self.told = super().told  # type: ignore[method-assign]
        if type(bot).hear is Bot.hear:
            self.hear = super().hear  # type: ignore[method-assign]

    def seated(self, match: api.Match, seat: int) -> None:
        """Pass it on."""
        self._calls = []
        self._tell("seated", match, seat)

    def told(self, facts: Sequence[Any]) -> None:
        """Pass it on."""
        self._tell("told", facts)

    def hear(self, statement: Any) -> None:
        """Pass it on."""
        self._tell("hear", statement)

    def stands(self, standing: api.Standing) -> None:
        """Pass it on."""
        self._call("stands", standing)

    def ended(self, outcome: api.Outcome) -> None:
        """Pass it on."""
        self._call("ended", outcome)

    def not_said(self, words: Utterance, refused: Refused) -> None:
        """Note that a statement was refused, and pass it on to a bot that wants to know."""
        is_handled = type(self._bot).not_said is not Bot.not_said
        if refused.refusal == "too_much_talk":
            self._note("too_much_talk", f"a statement was refused: {refused}")
        elif refused.refusal not in NOT_NOW:
            self._note("refused_statement", f"a statement was refused: {refused}", is_warning=is_handled)
        if is_handled:
            self._call("not_said", words, refused)

    def decide(self, view: Any, question: api.Question) -> api.Answer:
        """Let the bot answer, with a disturbance at some moments."""
        number = len(self.answers) + 1
        disturbance: Disturbance = self._disturbance if number in DISTURBED_AT else ""
        self._question, self._refusals, self._during = question, 0, ""
        if disturbance == "restart":
            self._during = disturbance
            for hook, values in self._calls:
                self._call(hook, *values)
        answer = self._ask("decide", view, question)
        if disturbance == "repetition":
            self._during = disturbance
            answer = self._ask("decide", view, question)
        if disturbance == "refusal" and self._has_refused():
            self._during = disturbance
            answer = self._ask("refused", question, _made_up_refusal())
        self.answers.append(GivenAnswer(question.number, question.name, self._last))
        self.after_decision(number)
        return answer

    def refused(self, question: api.Question, refused: Refused) -> api.Answer:
        """Note that an answer is not allowed, and let the bot answer again."""
        self._refusals += 1
        self._note("not_offered", f"answered {self._last}, which was refused: {refused}; {_offer(question)}")
        if self._has_refused() and self._refusals < MOST_REFUSALS:
            return self._ask("refused", question, refused)
        if self._refusals >= MOST_REFUSALS:
            self._note("refused_again", f"{self._refusals} answers to one question were refused")
        return api.Answer(picks=question.default_picks)

    def _has_refused(self) -> bool:
        """Return whether the bot wants to answer again after a refusal; otherwise a refusal ends its match."""
        return type(self._bot).refused is not Bot.refused

    def _tell(self, hook: str, *values: Any) -> None:
        self._calls.append((hook, values))
        self._call(hook, *values)

    def _ask(self, hook: str, *values: Any) -> api.Answer:
        """Let the bot answer, and return the default answer if it does not."""
        question = self._question
        assert question is not None
        default = api.Answer(picks=question.default_picks)
        if self._is_out:
            return default
        begun = time.monotonic()
        if self.deadline is None:
            self._bot.deadline = begun + self._seconds
        else:
            self._bot.deadline = self.deadline
        decision = self._call(hook, *values)
        self._report.add_answer(time.monotonic() - begun)
        if decision is _FAILED:
            return default
        self._last = _shown(decision)
        if inspect.iscoroutine(decision):
            decision.close()
            self._note("wrong_type", f"{hook} is an `async def`, which works only over the network")
            return default
        try:
            return answer_message(question, decision)
        except (TypeError, ValueError, OverflowError) as wrong:
            is_range = isinstance(wrong, ValueError | OverflowError)
            kind = "not_offered" if is_range else "wrong_type"
            self._note(kind, f"{hook} answered {self._last} ({type(decision).__name__}): {wrong}")
            return default

    def _call(self, hook: str, *values: Any) -> Any:
        """Call a hook within the time limit, unless the bot has failed too often."""
        if self._is_out:
            return _FAILED
        begun = time.monotonic()
        try:
            with time_limit(self._seconds), redirect_stdout(self._stdout):
                result = getattr(self._bot, hook)(*values)
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a bot may raise anything
            self._note_fault(hook, fault)
            return _FAILED
        took = time.monotonic() - begun
        if took > self._seconds:
            self._note_slow(f"{hook} took {took:.2f} seconds, and {self._seconds:g} are allowed")
        self._take_orders(hook)
        self._take_words(hook)
        return result

    def _note_fault(self, hook: str, fault: BaseException) -> None:
        if isinstance(fault, LateAnswer | ProgramTooSlow):
            self._note_slow(f"{hook} did not end within {self._seconds:g} seconds", place_of_fault(fault))
            return
        self._faults += 1
        self._is_out = isinstance(fault, ProgramFailed) or self._faults >= MOST_FAULTS
        if isinstance(fault, ProgramFailed):
            kind = "program_failed" if self._during == "" else _KINDS[self._during]
            self._note(kind, f"{hook}: {fault}")
        else:
            place = place_of_fault(fault) or hook
            # What fails without a disturbance as well is one problem, not two.
            kind = "exception" if self._report.has("exception", place) else _KINDS[self._during]
            self._note(kind, f"{hook} raised {describe_fault(fault)}", code=place)

    def _note_slow(self, what: str, code: str = "") -> None:
        # Every match would take that long.
        self._report.is_cut_short = self._is_out = True
        self._note("too_slow", f"{what} ({code})" if code else what)

    def _note_print(self, text: str) -> None:
        place = current_place()
        self._note("prints", f"printed {_shown(text)} to stdout ({place})", code=place)

    def _take_orders(self, hook: str) -> None:
        """Take over the bot's standing orders, if they can be followed."""
        orders = self._bot.orders
        if orders is self._orders_seen:
            return
        self._orders_seen = orders
        try:
            check_orders(self._game, decode_orders(order_messages(orders)))
        except Exception as wrong:  # noqa: BLE001 - the orders may be anything
            self._note("bad_orders", f"the standing orders {_shown(orders)}, set in {hook}: {wrong}")
        else:
            self.orders = orders

    def _take_words(self, hook: str) -> None:
        """Take over what the bot wants to say, if it can be sent."""
        for words in take_unsaid(self._bot) if self._bot.unsaid else ():
            try:
                words_message(words)
            except Exception as wrong:  # noqa: BLE001 - the words may be anything
                self._note("bad_statement", f"said {_shown(words)} in {hook}: {wrong}")
            else:
                self.unsaid = (*self.unsaid, words)

    def _note(self, kind: str, what: str, *, code: str = "", is_warning: bool | None = None) -> None:
        question = self._question
        asked = "" if question is None else f", question {question.number} ({question.name})"
        where = f"{self._match_and_seat}{asked}"
        self._report.note(kind, " ".join(what.split()), where, place=code, is_warning=is_warning)


class _StdoutWatch(io.TextIOBase):
    """A stdout that reports what is printed, and passes it on to stderr."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report

    def write(self, text: str) -> int:
        if text.strip():
            self._report(text)
        return sys.stderr.write(text)


def _made_up_refusal() -> Refused:
    refusal = Refusal.NOT_OFFERED
    return Refused(refusal.value, "", "", refusal.meaning)


def _offer(question: api.Question) -> str:
    """Return in words what a question offers."""
    names = [option.WhichOneof("kind") or "?" for option in options_in(question)[:SHOWN_OPTIONS]]
    shown = ", ".join([f"{number} {name}" for number, name in enumerate(names)])
    more = ", ..." if question.option_count > len(names) else ""
    wanted = (
        f"{question.least}" if question.least == question.most else f"{question.least} to {question.most}"
    )
    return f"it offers {question.option_count} options ({shown}{more}), of which to choose {wanted}"


def _shown(value: object) -> str:
    """Return a value of a bot in one short line."""
    try:
        text = " ".join((str(value) if isinstance(value, api.Answer) else repr(value)).split())
    except Exception:  # noqa: BLE001 - a repr of a bot may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
