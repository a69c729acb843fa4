"""A match as one viewer sees it: the table folded from the frames, and the latest events as sentences."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from referee.cli.display.console import TIME_RAN_OUT
from referee.cli.display.fitted_picture import STORY_LINES, FittedPicture
from referee.cli.display.pictures import drawings_for
from referee.cli.display.printable import printable
from referee.feeds.frames import Frame
from referee.feeds.views import View
from referee.games.fact_sentences import fact_sentence
from referee.kernel.facts import SPECTATOR, Recorded, Seat
from referee.match.charters import Terms
from referee.wire.decoding import fact_decoder
from referee_api.v1 import referee_pb2 as api


class MatchDisplay:
    """The table and the story of a match, updated with the frames of one viewer."""

    def __init__(self, terms: Terms, names: Sequence[str], viewer: Seat = SPECTATOR) -> None:
        self.terms = terms
        self.names = [printable(name) for name in names]
        self._view = View(terms.game, terms.setup, viewer)
        self._drawings = drawings_for(terms.game.name)
        self._story: deque[str] = deque(maxlen=STORY_LINES)
        self.late: Counter[Seat] = Counter()
        """How often the time of each seat ran out, as far as this viewer was told."""
        self._is_late = False

    @property
    def state(self) -> Any:
        """The table as this viewer knows it."""
        return self._view.state

    def facts_in(self, frame: api.Frame) -> tuple[Recorded, ...]:
        """Return the facts in a frame message."""
        return fact_decoder(self.terms.game.name).facts(frame)

    def note_time_out(self, time_out: api.TimeOut) -> None:
        """Count a time-out, and mark the next fact with it."""
        self.late.update(time_out.seats)
        self._is_late = True

    def time_out_mark(self) -> str:
        """Return what is printed before the next fact: a mark once after a time-out, else nothing."""
        is_late, self._is_late = self._is_late, False
        return f"{TIME_RAN_OUT} " if is_late else ""

    def apply_message(self, frame: api.Frame) -> tuple[Recorded, ...]:
        """Apply a frame message and return the facts in it."""
        facts = self.facts_in(frame)
        self.apply(Frame(frame.number, facts, None, (), None))
        return facts

    def apply_facts(self, messages: Iterable[Any]) -> tuple[Recorded, ...]:
        """Apply `Fact` messages of the game as the next frame, and return them as facts."""
        facts = fact_decoder(self.terms.game.name).recorded(messages)
        self.apply(Frame(self._view.number + 1, facts, None, (), None))
        return facts

    def apply(self, frame: Frame) -> None:
        """Update the table and the story with a frame."""
        self._view.take(frame)
        for recorded in frame.facts:
            self._story.append(f"{self.time_out_mark()}{self.sentence(recorded)}  [{recorded.rule}]")

    def tell(self, sentence: str) -> None:
        """Add a sentence about the match that is not about the table, such as a pause."""
        self._story.append(sentence)

    def sentence(self, recorded: Recorded) -> str:
        """Return a fact as a sentence."""
        return fact_sentence(self.terms.game.name, recorded.fact, self.names)

    def sentence_with_rule(self, recorded: Recorded) -> str:
        """Return a fact as a sentence followed by the rule that produced it."""
        return f"{self.sentence(recorded)}  {recorded.rule}"

    def table(self) -> RenderableType:
        """Return the table alone, drawn with all details."""
        return next(iter(self._drawings(self.state, self.names)))

    def picture(
        self, footer: Text | None = None, header: Text | None = None, story: Sequence[str] | None = None
    ) -> FittedPicture:
        """Return the table and the latest events, or the story that is given, as large as the terminal allows."""
        drawings = partial(self._drawings, self.state, self.names)
        return FittedPicture(drawings, tuple(self._story) if story is None else story, footer, header)
