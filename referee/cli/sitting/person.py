"""A person in a seat: the hooks of a bot, answered from a terminal or a pipe."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import Any

from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.pictures import legend_for
from referee.cli.display.printable import printable
from referee.cli.sitting.looked_up_rules import looked_up_rules
from referee.cli.sitting.screens import NOTHING_ASKED, PlainScreen, TerminalScreen
from referee.cli.sitting.typed_lines import TypedLines
from referee.games import game
from referee.people.asked_question import AskedQuestion, BadAnswer
from referee.people.palette import Palette
from referee.people.pauses import pause_step, pause_words
from referee.people.public_terms import public_terms
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Refused, Seat, Utterance, aio, order

SECONDS_TO_COLLECT = 0.02
"""Wait before drawing, so that what happens together is shown together."""

HELP = (
    "To answer, type the number of an option.",
    "To choose several, separate them by spaces (1 3 4) or give a range (2-5).",
    "For an order, list all.",
    "",
    "  pass, p      the answer that does nothing, if there is one",
    "  default, d   the answer that is used when time runs out",
    "  none         choose nothing, if you may",
    "  more, m      the next options, if they do not fit",
    "  board, b     the whole table, page by page",
    "  log, l       everything that happened since your last answer",
    "  rule WORDS   the rules with these words, or with an id in brackets",
    "  auto         pass on questions that do not concern you; again to stop",
    "  say          what you may say; say 3, say 3.2 or say TEXT to say it",
    "  undo         ask to take your last answer back",
    "  pause TEXT   ask to pause the match, with the reason; resume TEXT to go on",
    "  agree        agree to what somebody asks for; or refuse",
    "  quit, q      leave; the same command continues the match",
)


class Person(Bot):
    """A person at a screen. `show` and `listen` run while `Client.play` plays the seat."""

    def __init__(
        self, client: aio.Client, seat: Seat, match: api.Match, screen: PlainScreen | TerminalScreen
    ) -> None:
        self.names = _names(match)
        self.outcome: api.Outcome | None = None
        self.match = match
        """The match as described in full."""
        self._client = client
        self._seat = seat
        self._screen = screen
        self._display: MatchDisplay | None = None
        self._facts: list[Any] = []
        """What happened and has not been shown yet."""
        self._asked: AskedQuestion | None = None
        self._question: api.Question | None = None
        self._answer: asyncio.Future[list[int]] | None = None
        self._is_asked = asyncio.Event()
        self._news = asyncio.Event()
        self._standing = api.Standing()
        self._happened: list[str] = []
        """What happened since the person's last answer, as sentences with their rules."""
        self._is_active = asyncio.Event()
        """Set when something happens; cleared by `wait_until_idle`."""
        self._is_automatic = False
        self.lines: TypedLines | None = None
        """What is typed; set before `listen` runs."""

    # --- the hooks of a bot ---

    def seated(self, match: api.Match, seat: int) -> None:
        """Start at an empty table. A match that continues this one is shown from its beginning."""
        if match.id != self.match.id:
            self._screen.remark("Another match continues this one after an undo or a ruling.")
            # Its options are the same, and the description of a stream may leave out long ones.
            options = dict(self.match.options)
            self.match = api.Match()
            self.match.CopyFrom(match)
            self.match.options.clear()
            self.match.options.update(options)
            self._seat = self._seat._replace(match=match.id)
            self._display = None
            self._facts, self._happened = [], []

    def told(self, facts: Sequence[Any]) -> None:
        """Take what happened."""
        self._facts.append(facts)
        self._note_news()

    def hear(self, statement: Any) -> None:
        """Take what somebody said."""
        self.told([statement])

    def stands(self, standing: api.Standing) -> None:
        """Tell the person about a freeze, a pause, a case or a proposed undo."""
        before, self._standing = self._standing, standing
        if standing.is_frozen != before.is_frozen:
            self._screen.remark(
                "A case has frozen the match. No answers are accepted until it is settled."
                if standing.is_frozen
                else "The match goes on."
            )
        self._tell_pause(before, standing)
        if self._seat.number in standing.undo.waiting_for and not before.HasField("undo"):
            name = self.names[standing.undo.seat]
            self._screen.remark(f"{name} asks to take the last answer back: type agree or refuse.")
            self._is_asked.set()
        is_over = before.HasField("undo") and not standing.HasField("undo") and not standing.successor
        if is_over and before.undo.seat == self._seat.number:
            self._screen.remark("Somebody refused, or the match went on. Your answer stands.")
        self._note_news()

    def _tell_pause(self, before: api.Standing, standing: api.Standing) -> None:
        """Tell the person about a pause, or that it is proposed or over."""
        if standing.HasField("pause") and not before.HasField("pause"):
            self._screen.remark(f"{pause_words(standing.pause)}: {standing.pause.reason}")
        elif before.HasField("pause") and not standing.HasField("pause"):
            self._screen.remark("The match is resumed.")
        proposal = standing.pause_proposal
        if self._seat.number in proposal.waiting_for and not before.HasField("pause_proposal"):
            step = pause_step(proposal)
            asks = f"{self.names[proposal.seat]} asks to {step} the match ({proposal.reason})"
            self._screen.remark(f"{asks}: type agree or refuse.")

    def ended(self, outcome: api.Outcome) -> None:
        """Take the outcome."""
        self.outcome = outcome
        self._note_news()

    def decide(self, view: Any, question: api.Question) -> Any:
        """Ask the person, who answers later."""
        return self._ask(question)

    def refused(self, question: api.Question, refused: Refused) -> Any:
        """Say why an answer was refused, and ask again."""
        self._screen.remark(refused.sentence)
        return self._ask(question)

    def _ask(self, question: api.Question) -> Coroutine[Any, Any, list[int]]:
        self._question, self._asked = question, None
        # Lines of a program wait until the question has been shown; it may replace one that was open.
        self._is_asked.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._note_news()
        return self._answered(self._answer, self.deadline)

    async def _answered(self, answer: asyncio.Future[list[int]], deadline: float | None) -> list[int]:
        try:
            return await answer
        except asyncio.CancelledError:
            if deadline is not None and time.monotonic() > deadline - 1:
                self._screen.remark("Your time ran out, and the default answer was used.")
            if self._answer is answer:
                self._close()
            raise

    def _close(self) -> None:
        """Close the question, because it was answered by the person, an order or the clock."""
        self._question = self._asked = self._answer = None
        self._is_asked.clear()
        self._screen.close_question()
        self._note_news()

    def _note_news(self) -> None:
        """Have everything drawn again, because something happened."""
        self._news.set()
        self._is_active.set()

    # --- showing ---

    async def show(self) -> None:
        """Show what happens and what is asked, until cancelled. On a terminal, the clock moves every second."""
        while True:
            await self.show_news()
            self._screen.refresh(self.lines.typed if self.lines else "", self.seconds_left)
            moves = self._screen.is_terminal and self._question is not None and self.deadline is not None
            try:
                async with asyncio.timeout(1 if moves else None):
                    await self._news.wait()
            except TimeoutError:
                continue
            self._news.clear()
            # Lines are printed one after the other anyway.
            await asyncio.sleep(SECONDS_TO_COLLECT if self._screen.is_terminal else 0)

    async def show_news(self) -> None:
        """Show what happened since, and the question if it is new."""
        if self._facts and self._display is None:
            # The match has begun, so that every seat has its name now.
            self.names = _names(await self._client.get_match(self._seat.match, self._seat.token))
            self._display = MatchDisplay(public_terms(self.match), self.names, self._seat.number)
        facts, self._facts = self._facts, []
        if self._display is not None and facts:
            told = [fact for part in facts for fact in self._display.apply_facts(part)]
            self._happened += [f"{self._display.sentence(fact)}  [{fact.rule}]" for fact in told]
            self._screen.tell(self._display, [self._display.sentence(fact) for fact in told])
        if self._question is not None and self._asked is None:
            self._asked = AskedQuestion(self.match.game, self._question, self.names)
            self._screen.ask(self._asked, self.seconds_left, self.bank_seconds)
            self._is_asked.set()

    def changed(self) -> None:
        """Draw again, because something was typed."""
        self._note_news()

    async def wait_until_idle(self, seconds: float) -> None:
        """Return when nothing has happened for this long, and nothing is asked of the person."""
        while True:
            self._is_active.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._is_active.wait()
            except TimeoutError:
                if self._question is None:
                    return

    # --- what is typed ---

    async def listen(self) -> bool:
        """Carry out what is typed. Return True when the person leaves, and False at the end of the input.

        A program that sends lines gets to each of them when something is asked.
        """
        assert self.lines is not None
        while True:
            if not self._screen.is_terminal:
                await self._is_asked.wait()
            line = await self.lines.next()
            if line is None:
                return False
            if line.strip().casefold() in ("q", "quit"):
                return True
            try:
                await self._enter(line.strip())
            except BadAnswer as bad:
                self._screen.remark(str(bad))
            except Refused as refused:
                self._screen.remark(refused.sentence)
            except RefereeError as error:
                self._screen.remark(str(error))
            self._note_news()

    async def _enter(self, line: str) -> None:
        """Carry out a line."""
        word, _, rest = line.partition(" ")
        if word:
            self._screen.hide_lines()
        match word.casefold():
            case "" | "m" | "more":
                self._screen.turn_page()
            case "?" | "h" | "help":
                self._screen.show_lines([*HELP, "", *_signs(self.match.game)])
            case "b" | "board":
                self._screen.show_board(self._display)
            case "l" | "log":
                self._screen.show_lines(self._happened or ["Nothing happened since your last answer."])
            case "rule":
                self._screen.show_lines(looked_up_rules(self.match.game, rest.strip()))
            case "say":
                await self._say(rest.strip())
            case "auto":
                await self._switch_automatic()
            case "undo":
                await self._client.propose_undo(self._seat)
                self._screen.remark("The others are asked whether you may take your last answer back.")
            case "pause" | "resume":
                await self._propose_pause(word.casefold(), rest.strip())
            case "agree" | "refuse":
                await self._agree(consents=word.casefold() == "agree")
            case _:
                self._give(line)

    async def _propose_pause(self, step: str, reason: str) -> None:
        """Ask the others to pause the match or to resume it."""
        if not reason:
            raise BadAnswer(f"Give the reason, for everyone: {step} REASON")
        call = self._client.pause_match if step == "pause" else self._client.resume_match
        await call(self._seat.match, self._seat.token, reason)
        self._screen.remark(f"The others are asked whether they agree to {step} the match.")

    async def _agree(self, *, consents: bool) -> None:
        """Agree to the proposed pause, resumption or undo, or refuse it."""
        proposal = self._standing.pause_proposal
        if self._seat.number not in proposal.waiting_for:
            await self._client.answer_undo(self._seat, consents=consents)
        elif (step := pause_step(proposal)) == "resume":
            await self._client.resume_match(self._seat.match, self._seat.token, consents=consents)
        else:
            adjourn = step == "adjourn"
            await self._client.pause_match(
                self._seat.match, self._seat.token, consents=consents, adjourn=adjourn
            )

    def _give(self, line: str) -> None:
        """Give an answer."""
        if self._asked is None or self._answer is None:
            raise BadAnswer(NOTHING_ASKED)
        if self._standing.HasField("pause"):
            raise BadAnswer(
                f"The match is paused ({self._standing.pause.reason}). Answer when it is resumed."
            )
        picks = self._asked.read(line)
        self._happened = []
        self._screen.remark("")
        if not self._answer.done():
            self._answer.set_result(picks)
        self._close()

    async def _switch_automatic(self) -> None:
        """Pass on what does not concern the seat, or stop doing so."""
        self._is_automatic = not self._is_automatic
        await self._client.set_orders(
            self._seat, [order("*", unless_concerned=True)] if self._is_automatic else []
        )
        self._screen.remark(
            "You pass on questions that do not concern you."
            if self._is_automatic
            else "You are asked everything."
        )

    async def _say(self, text: str) -> None:
        """Say something, or list what can be said."""
        if self.match.talk == api.TALK_POLICY_NONE:
            raise BadAnswer("Nobody may talk in this match.")
        palette = Palette(self.match.game, self._seat.number, self.match.seat_count)
        kinds, numbers = palette.kinds(), text.split(".")
        words: Utterance = text
        if not text:
            about = [
                f"  say {number}  {palette.sentence(kind[0], self.names)}{_others(kind)}"
                for number, kind in enumerate(kinds, start=1)
            ]
            free = ["  say TEXT"] if self.match.talk == api.TALK_POLICY_FREE else []
            self._screen.show_lines(["What you may say:", *about, *free])
            return
        if all([number.isdecimal() for number in numbers]) and len(numbers) <= 2:
            if not 1 <= int(numbers[0]) <= len(kinds):
                raise BadAnswer(f"There is no statement {numbers[0]}. Type say to list them.")
            kind = kinds[int(numbers[0]) - 1]
            if len(numbers) == 1 and len(kind) > 1:
                self._screen.show_lines(
                    [
                        f"  say {numbers[0]}.{number}  {palette.sentence(each, self.names)}"
                        for number, each in enumerate(kind, start=1)
                    ]
                )
                return
            place = int(numbers[1]) if len(numbers) == 2 else 1
            if not 1 <= place <= len(kind):
                raise BadAnswer(f"There is no statement {text}. Type say {numbers[0]} to list them.")
            words = kind[place - 1]
        elif self.match.talk != api.TALK_POLICY_FREE:
            raise BadAnswer(
                "Only the statements of the game may be said in this match. Type say to list them."
            )
        await self._client.say(self._seat, words)


def _signs(name: str) -> list[str]:
    """Return the signs in the picture of a game, each with its meaning."""
    legend = legend_for(name)
    width = max([len(sign) for sign, _ in legend])
    return [
        f"Signs in pictures of {game(name).title}:",
        "",
        *[f"  {sign:<{width}}  {meaning}" for sign, meaning in legend],
    ]


def _others(kind: Sequence[api.Words]) -> str:
    return f" (and {len(kind) - 1} more of the kind)" if len(kind) > 1 else ""


def _names(match: api.Match) -> list[str]:
    """Return the name of each seat; a seat without one is called by its number."""
    return [printable(name) or f"seat {seat}" for seat, name in enumerate(match.names)]
