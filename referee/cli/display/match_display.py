"""Somebody who watches a match from outside: folds what it is told, and shows the table and the story."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.text import Text

from referee.cli.display.fact_sentences import sentence
from referee.cli.display.fitted_picture import STORY_LINES, Fitted
from referee.cli.display.pictures import drawings_of
from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.kernel.facts import SPECTATOR, Recorded, Seat
from referee.kernel.game import Charter
from referee.match.charters import Terms, settle
from referee.wire.reading import fact_reader
from referee_api.v1 import referee_pb2 as api

_NO_SEED = "00" * 64


def terms_of(match: api.Match) -> Terms:
    """What is settled about a match, as far as everybody may know: all but the seed."""
    return settle(
        Charter(
            game=match.game,
            rules_version=match.rules_version,
            seats=match.seats,
            seed=_NO_SEED,
            edition=match.edition,
            rulings=dict(match.rulings),
            options=dict(match.options),
        )
    )


class Onlooker:
    """Follows the frames of one viewer."""

    def __init__(self, terms: Terms, names: Sequence[str], viewer: Seat = SPECTATOR) -> None:
        self.terms = terms
        self.names = names
        self._view = View(terms.game, terms.setup, viewer)
        self._drawings = drawings_of(terms.game.name)
        self._story: deque[str] = deque(maxlen=STORY_LINES)

    @property
    def state(self) -> Any:
        """The table as this viewer knows it."""
        return self._view.state

    def read(self, frame: api.Frame) -> tuple[Recorded, ...]:
        """The facts in a frame off the wire."""
        return fact_reader(self.terms.game.name).facts(frame)

    def told(self, frame: api.Frame) -> tuple[Recorded, ...]:
        """Take a frame off the wire, and give the facts in it."""
        facts = self.read(frame)
        self.take(Frame(frame.number, facts, None, (), None))
        return facts

    def take(self, frame: Frame) -> None:
        """Take a frame."""
        self._view.take(frame)
        for recorded in frame.facts:
            self._story.append(f"{self.say(recorded)}  [{recorded.rule}]")

    def say(self, recorded: Recorded) -> str:
        """A fact in a sentence."""
        return sentence(self.terms.game.name, recorded.fact, self.names)

    def tell(self, recorded: Recorded) -> str:
        """A fact in a sentence, with the rule behind it."""
        return f"{self.say(recorded)}  {recorded.rule}"

    def picture(self, below: Text | None = None) -> Fitted:
        """The table, and what happened last, as large as the terminal allows; and a line below them."""
        return Fitted(partial(self._drawings, self.state, self.names), tuple(self._story), below)
