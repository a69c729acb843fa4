"""A match played in this process: bots at a table without a server, told and asked in the very messages of the wire."""

from __future__ import annotations

from collections.abc import Sequence

from referee.api.v1 import referee_pb2 as api
from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.match.charters import Terms
from referee.match.match import Chained, Decided, Match
from referee.wire.codec import codec_of
from referee_client import Bot, react


class Stopped(Exception):
    """The match could not go on: a bot answered what the rules forbid, or the rules themselves failed."""


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
        self._answers: list[tuple[Seat, int, api.Answer]] = []
        described = api.Match(game=terms.game.name, seats=terms.setup.seats)
        for seat, bot in enumerate(bots):
            bot.seated(described, seat)

    def play(self) -> None:
        """Play to the end."""
        self._follow(self.match.begin())
        while self._answers:
            seat, question, answer = self._answers.pop(0)
            self._follow(self.match.submit(seat, question, self._codec.answer(answer)))

    def _follow(self, decided: Decided | Refused) -> None:
        """Keep the entry and tell the bots; note what they answer."""
        if isinstance(decided, Refused):
            raise Stopped(
                f"{decided.refusal.meaning} ({decided.obstacle or decided.refusal}, {decided.rule})"
            )
        self.entries.append(Chained(decided.seq, decided.body, decided.hash))
        for seat, bot in enumerate(self._bots):
            frame = decided.frames.get(seat)
            if frame is not None:
                self._tell(seat, bot, frame)

    def _tell(self, seat: Seat, bot: Bot, frame: Frame) -> None:
        view = self._views.get(seat)
        if view is not None:
            view.take(frame)
        seen = view.state if view is not None and frame.question is not None else None
        answer = react(bot, api.Frame.FromString(self._codec.frame(frame, seen)))
        if answer is not None and frame.question is not None:
            self._answers.append((seat, frame.question.number, answer))
