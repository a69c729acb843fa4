"""A match played in this process: bots at a table without a server, told and asked in the very messages of the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Answer
from referee.match.charters import Terms
from referee.match.entries import By
from referee.match.match import Chained, Decided, Match
from referee.server.orders import AllStanding, Standing, check_orders, end_at_turn
from referee.wire.codec import codec_of
from referee.wire.orders import read_orders
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Orders, react
from referee_client.orders import order_messages


class Stopped(Exception):
    """The match could not go on: a bot answered what the rules forbid, or the rules themselves failed."""


class Given(NamedTuple):
    """An answer that waits for its turn."""

    seat: Seat
    question: int
    answer: Answer
    by: By


class LocalTable:
    """One match with a bot at every seat."""

    def __init__(self, terms: Terms, bots: Sequence[Bot]) -> None:
        self.match = Match(terms)
        self.entries = [self.match.opening]
        self._codec = codec_of(terms.game.name)
        self._bots = bots
        self._views = {
            seat: View(terms.game, terms.setup, seat) for seat, bot in enumerate(bots) if bot.wants_view
        }
        self._answers: list[Given] = []
        self._standing: AllStanding = {}
        self._left: list[Orders] = [Bot.orders] * len(bots)
        described = api.Match(game=terms.game.name, seats=terms.setup.seats)
        for seat, bot in enumerate(bots):
            bot.seated(described, seat)

    def play(self) -> None:
        """Play to the end."""
        self._follow(self.match.begin())
        while self._answers:
            self._follow(self.match.submit(*self._answers.pop(0)))

    def _follow(self, decided: Decided | Refused) -> None:
        """Keep the entry and tell the bots; note what they answer."""
        if isinstance(decided, Refused):
            raise Stopped(
                f"{decided.refusal.meaning} ({decided.obstacle or decided.refusal}, {decided.rule})"
            )
        self.entries.append(Chained(decided.seq, decided.body, decided.hash))
        if self._standing:
            end_at_turn(self._standing, decided.entry, self.match.game.turn_fact)
        for seat, bot in enumerate(self._bots):
            frame = decided.frames.get(seat)
            if frame is not None:
                self._tell(seat, bot, frame)

    def _tell(self, seat: Seat, bot: Bot, frame: Frame) -> None:
        view = self._views.get(seat)
        if view is not None:
            view.take(frame)
        if bot.orders is not self._left[seat]:
            self._take_orders(seat, bot)
        question, standing = frame.question, self._standing.get(seat)
        ordered = None if question is None or standing is None else standing.answer_to(question.ask)
        is_asked = question is not None and ordered is None
        message = api.Frame.FromString(
            self._codec.frame(frame, view.state if view is not None and is_asked else None)
        )
        message.is_answered = ordered is not None
        answer = react(bot, message)
        if question is not None and ordered is not None:
            self._answers.append(Given(seat, question.number, ordered, "order"))
        elif question is not None:
            self._answers.append(Given(seat, question.number, self._codec.answer(answer), "seat"))

    def _take_orders(self, seat: Seat, bot: Bot) -> None:
        """Take the standing orders of a bot in place of those it had."""
        self._left[seat] = bot.orders
        orders = read_orders(order_messages(bot.orders))
        check_orders(self.match.game, orders)
        self._standing[seat] = Standing(orders, self.match.seq, is_durable=True)
