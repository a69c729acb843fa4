"""A match between bots in this process. They receive and answer the same messages as on a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer, Question
from referee.match.charters import Terms
from referee.match.entries import By
from referee.match.match import Chained, Decided, Match
from referee.server.standing_orders import OrdersBySeat, SeatOrders, check_orders, end_at_turn
from referee.wire.codec import codec_of
from referee.wire.describe import TALK_POLICIES
from referee.wire.order_messages import decode_orders
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.game_payload_pb2 import GamePayload
from referee_client import Bot, Orders, Utterance
from referee_client import Refused as ClientRefused
from referee_client.bot import answer_message, notify, take_unsaid
from referee_client.orders import order_messages
from referee_client.speech import words_message

BATCH = 32
"""Number of entries that are encoded and hashed at a time."""


class LocalMatchStopped(Exception):
    """The match cannot continue because of a fault in the rules."""


class BotFailed(Exception):
    """An exception of a bot, with its seat and what it was asked, if anything; the exception itself is the cause."""

    def __init__(self, seat: Seat, question: Question | None) -> None:
        asked = "" if question is None else f" at question {question.number} ({question.ask.name})"
        super().__init__(f"in seat {seat} failed{asked}")
        self.seat = seat


class QueuedAnswer(NamedTuple):
    """An answer that has not been submitted yet."""

    seat: Seat
    question: int
    answer: Answer | None
    by: By


class LocalMatch:
    """A match with a bot in every seat.

    A bot gets messages only for the hooks that it uses, because making messages takes longer than playing: one that
    does not override `told` or `hear` gets questions without the facts before them.
    """

    def __init__(self, terms: Terms, bots: Sequence[Bot]) -> None:
        self.match = Match(terms, batch=BATCH)
        self._decided: list[Decided] = []
        self._codec = codec_of(terms.game.name)
        self._bots = bots
        self._is_listening = [_is_listening(bot) for bot in bots]
        self._views = {
            seat: View(terms.game, terms.setup, seat) for seat, bot in enumerate(bots) if bot.wants_view
        }
        self._answers: list[QueuedAnswer] = []
        self._unsaid: list[tuple[Seat, Utterance]] = []
        """What bots want to say, in order."""
        self._standing: OrdersBySeat = {}
        self._orders: list[Orders] = [Bot.orders] * len(bots)
        described = api.Match(
            game=terms.game.name,
            seat_count=terms.setup.seats,
            talk=TALK_POLICIES[terms.charter.talk_policy],
        )
        for seat, bot in enumerate(bots):
            try:
                bot.seated(described, seat)
            except Exception as fault:
                raise BotFailed(seat, None) from fault

    @property
    def entries(self) -> list[Chained]:
        """The entries of the match so far, as they are stored."""
        decided = [each.batch.chained(each.entry.seq) for each in self._decided]
        return [self.match.charter_entry, *decided]

    @property
    def turns(self) -> int:
        """Number of turns so far."""
        turn = self.match.game.turn_fact
        return sum([type(each.fact) is turn for decided in self._decided for each in decided.entry.facts])

    @property
    def decisions(self) -> int:
        """Number of answers so far."""
        return sum([decided.entry.by not in ("start", "talk") for decided in self._decided])

    def play(self) -> None:
        """Play the match to its end."""
        self._apply(self.match.begin())
        while self._answers:
            while self._unsaid:
                self._say(*self._unsaid.pop(0))
            queued = self._answers.pop(0)
            decided = self.match.submit(*queued)
            if isinstance(decided, Refused) and queued.by == "seat" and self.match.fault is None:
                self._answer_again(queued.seat, decided)
            else:
                self._apply(decided)

    def _say(self, seat: Seat, words: Utterance) -> None:
        """Let a bot say something. What it may not say, it learns."""
        try:
            statement = self._codec.statement(words_message(words), seat)
            decided = Refused(Refusal.MALFORMED) if statement is None else self.match.say(seat, statement)
            if isinstance(decided, Refused):
                self._bots[seat].not_said(words, ClientRefused.read(self._codec.refused(decided)))
                return
        except Exception as fault:
            raise BotFailed(seat, self.match.questions.get(seat)) from fault
        self._apply(decided)

    def _answer_again(self, seat: Seat, refused: Refused) -> None:
        """Let a bot answer again after its answer was refused."""
        bot, question = self._bots[seat], self.match.questions[seat]
        message = api.Question.FromString(self._codec.question(question))
        try:
            decision = bot.refused(message, ClientRefused.read(self._codec.refused(refused)))
            answer = self._codec.answer(answer_message(message, decision))
        except Exception as fault:
            raise BotFailed(seat, question) from fault
        self._unsaid += [(seat, words) for words in take_unsaid(bot)]
        self._answers.insert(0, QueuedAnswer(seat, question.number, answer, "seat"))

    def _apply(self, decided: Decided | Refused) -> None:
        """Keep an entry, deliver its frames to the bots and queue their answers."""
        if isinstance(decided, Refused):
            raise LocalMatchStopped(
                f"{decided.refusal.meaning} ({decided.obstacle or decided.refusal}, {decided.rule})"
            ) from self.match.fault
        self._decided.append(decided)
        if self._standing:
            end_at_turn(self._standing, decided.entry, self.match.game.turn_fact)
        is_talk = decided.entry.by == "talk"
        for seat, bot in enumerate(self._bots):
            frame = decided.frames.get(seat)
            if frame is None:
                continue
            try:
                self._deliver(seat, bot, frame, is_talk)
            except Exception as fault:
                raise BotFailed(seat, frame.question) from fault

    def _deliver(self, seat: Seat, bot: Bot, frame: Frame, is_talk: bool) -> None:
        """Deliver a frame, and queue the answer. A frame of talk only repeats a question."""
        view = self._views.get(seat)
        if view is not None:
            view.take(frame)
        if bot.orders is not self._orders[seat]:
            self._update_orders(seat, bot)
        if self._is_listening[seat] or frame.outcome is not None:
            news = Frame(frame.number, frame.facts, None, frame.waiting_for, frame.outcome)
            notify(bot, api.Frame.FromString(self._codec.frame(news)))
        question = frame.question
        if question is not None and not is_talk:
            standing = self._standing.get(seat)
            ordered = None if standing is None else standing.answer_to(question.ask)
            if ordered is None:
                answer = self._decide(bot, question, None if view is None else view.state)
                self._answers.append(QueuedAnswer(seat, question.number, answer, "seat"))
            else:
                self._answers.append(QueuedAnswer(seat, question.number, ordered, "order"))
        if bot.unsaid:
            self._unsaid += [(seat, words) for words in take_unsaid(bot)]

    def _decide(self, bot: Bot, question: Question, state: Any) -> Answer | None:
        """Let a bot answer a question, given its view of the table if it wants one."""
        message = api.Question.FromString(self._codec.question(question))
        view = None
        if state is not None:
            payload = GamePayload.FromString(self._codec.view(state))
            view = getattr(payload, self.match.game.name).view
        return self._codec.answer(answer_message(message, bot.decide(view, message)))

    def _update_orders(self, seat: Seat, bot: Bot) -> None:
        """Replace the standing orders of a seat with its bot's current ones."""
        self._orders[seat] = bot.orders
        orders = decode_orders(order_messages(bot.orders))
        check_orders(self.match.game, orders)
        self._standing[seat] = SeatOrders(orders, self.match.seq, is_durable=True)


def _is_listening(bot: Bot) -> bool:
    """Return whether a bot overrides one of the hooks that receive facts."""
    hooks = ((bot.told, Bot.told), (bot.hear, Bot.hear))
    return any([getattr(hook, "__func__", hook) is not default for hook, default in hooks])
