"""Matches between bots in one process: the same messages as on a stream, without the stream."""

from __future__ import annotations

from collections.abc import Sequence

from referee_client.bot import Bot, react
from referee_client.bots import bot

from referee.api.v1 import referee_pb2 as api
from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.refusals import Refused
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.wire.codec import codec_of


class Table:
    """One match with a bot at every seat."""

    def __init__(self, game: str, bots: Sequence[Bot], seed: str, **rulings: str) -> None:
        charter = new_charter(game, len(bots), seed=seed, rulings=rulings)
        terms = settle(charter)
        self.match = Match(terms, viewers=tuple(range(len(bots))))
        self.bots = bots
        self._codec = codec_of(game)
        self._views = [View(terms.game, terms.setup, seat) for seat in range(len(bots))]
        self.asked = 0

    def play(self) -> api.Outcome:
        """Play to the end."""
        for seat, player in enumerate(self.bots):
            player.seated(api.Match(id="here", game=self.match.game.name, seats=len(self.bots)), seat)
        waiting = [self._done(self.match.begin())]
        while waiting:
            for seat, frame in waiting.pop().items():
                decided = self._take(seat, frame)
                if decided is not None:
                    waiting.append(decided)
        assert self.match.outcome is not None
        outcome = self.match.outcome
        return api.Outcome(ending=outcome.ending, winners=outcome.winners, scores=outcome.scores)

    def _take(self, seat: int, frame: Frame) -> dict[int, Frame] | None:
        view = self._views[seat]
        view.take(frame)
        player = self.bots[seat]
        state = view.state if player.wants_view and frame.question is not None else None
        message = api.Frame.FromString(self._codec.frame(frame, state))
        answer = react(player, message)
        if answer is None:
            return None
        self.asked += 1
        picks = self._codec.answer(answer)
        return self._done(self.match.submit(seat, message.question.number, picks), seat, message.question)

    def _done(
        self, decided: Decided | Refused, seat: int = -1, question: api.Question | None = None
    ) -> dict[int, Frame]:
        if isinstance(decided, Decided):
            return decided.frames
        fault = self.match.fault
        raise AssertionError(f"seat {seat} was refused: {decided}, {fault!r}\n{question}") from fault


def play(game: str, names: Sequence[str], seed: str) -> api.Outcome:
    """Play a match between bots known by name."""
    bots = [bot(name, game, f"{seed}/{seat}") for seat, name in enumerate(names)]
    return Table(game, bots, seed).play()
