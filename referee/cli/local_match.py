"""A match between bots in this process. They receive and answer the same messages as on a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.match.charters import Terms
from referee.match.entries import By
from referee.match.match import Decided, Match
from referee.server.standing_orders import OrdersBySeat, SeatOrders, check_orders, end_at_turn
from referee.wire.codec import codec_of
from referee.wire.describe import TALK_POLICIES
from referee.wire.order_messages import decode_orders
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Orders, Utterance, react
from referee_client import Refused as ClientRefused
from referee_client.bot import is_talk, take_unsaid
from referee_client.orders import order_messages
from referee_client.speech import words_message


class LocalMatchStopped(Exception):
    """The match cannot continue because an answer of a bot was refused."""


class QueuedAnswer(NamedTuple):
    """An answer that has not been submitted yet."""

    seat: Seat
    question: int
    answer: Answer | None
    by: By


class LocalMatch:
    """A match with a bot in every seat."""

    def __init__(self, terms: Terms, bots: Sequence[Bot]) -> None:
        self.match = Match(terms)
        self.entries = [self.match.charter_entry]
        self._codec = codec_of(terms.game.name)
        self._bots = bots
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
            bot.seated(described, seat)

    def play(self) -> None:
        """Play the match to its end."""
        self._apply(self.match.begin())
        while self._answers:
            while self._unsaid:
                self._say(*self._unsaid.pop(0))
            self._apply(self.match.submit(*self._answers.pop(0)))

    def _say(self, seat: Seat, words: Utterance) -> None:
        """Let a bot say something. What it may not say, it learns."""
        statement = self._codec.statement(words_message(words), seat)
        decided = Refused(Refusal.MALFORMED) if statement is None else self.match.say(seat, statement)
        if isinstance(decided, Refused):
            self._bots[seat].not_said(words, ClientRefused.read(self._codec.refused(decided)))
        else:
            self._apply(decided)

    def _apply(self, decided: Decided | Refused) -> None:
        """Keep an entry, deliver its frames to the bots and queue their answers."""
        if isinstance(decided, Refused):
            raise LocalMatchStopped(
                f"{decided.refusal.meaning} ({decided.obstacle or decided.refusal}, {decided.rule})"
            )
        self.entries.append(decided.batch.chained(decided.entry.seq))
        if self._standing:
            end_at_turn(self._standing, decided.entry, self.match.game.turn_fact)
        for seat, bot in enumerate(self._bots):
            frame = decided.frames.get(seat)
            if frame is not None:
                self._deliver(seat, bot, frame)

    def _deliver(self, seat: Seat, bot: Bot, frame: Frame) -> None:
        view = self._views.get(seat)
        if view is not None:
            view.take(frame)
        if bot.orders is not self._orders[seat]:
            self._update_orders(seat, bot)
        question, standing = frame.question, self._standing.get(seat)
        ordered = None if question is None or standing is None else standing.answer_to(question.ask)
        is_asked = question is not None and ordered is None
        message = api.Frame.FromString(
            self._codec.frame(frame, view.state if view is not None and is_asked else None)
        )
        message.is_answered = ordered is not None
        answer = react(bot, message)
        self._unsaid += [(seat, words) for words in take_unsaid(bot)]
        if is_talk(message):
            # It only repeats the question.
            return
        if question is not None and ordered is not None:
            self._answers.append(QueuedAnswer(seat, question.number, ordered, "order"))
        elif question is not None:
            self._answers.append(QueuedAnswer(seat, question.number, self._codec.answer(answer), "seat"))

    def _update_orders(self, seat: Seat, bot: Bot) -> None:
        """Replace the standing orders of a seat with its bot's current ones."""
        self._orders[seat] = bot.orders
        orders = decode_orders(order_messages(bot.orders))
        check_orders(self.match.game, orders)
        self._standing[seat] = SeatOrders(orders, self.match.seq, is_durable=True)
