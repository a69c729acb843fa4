"""A re-run of a match that keeps everything a record does not hold.

A record has the luck and the facts of each entry. A trace also knows between which facts the luck was drawn, which
readings the rules looked up, and what every question offered when it was answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.kernel.chance import Draw
from referee.kernel.facts import Recorded, Seat
from referee.kernel.run import Question
from referee.match.charters import Terms
from referee.match.entries import Entry, RecordedAnswer
from referee.match.match import ON_DEMAND, Decided, Match
from referee.replay.rerun import Moment, Observer, Rerun


class TracedDraw(msgspec.Struct, frozen=True):
    """A draw, and when it was made."""

    entry: int
    after: int
    """The number of facts of the match recorded before it."""
    draw: Draw


class TracedReading(msgspec.Struct, frozen=True, gc=False):
    """A ruling that the rules looked up, and when."""

    entry: int
    """The entry it had a part in; 0 if the game looked it up while setting up the table."""
    after: int
    """The number of facts of the match recorded before it."""
    ruling: str


class TracedQuestion(msgspec.Struct, frozen=True):
    """A question, and when it was asked."""

    entry: int
    """The entry that answered it."""
    after: int
    """The number of facts of the match recorded before it."""
    turn: int
    """The number of turns that had begun."""
    seat: Seat
    question: Question
    is_sealed: bool
    """Whether other seats had yet to answer before anything happened."""


class Trace(Observer):
    """A match that is run again from its beginning as far as its answers go."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.entries: list[Entry] = []
        self.facts: list[Recorded] = []
        self.draws: list[TracedDraw] = []
        self.questions: list[TracedQuestion] = []
        """The questions that have been answered."""
        self.readings: list[TracedReading] = []
        self.turn = 0
        """The number of turns that have begun."""
        self._rerun = Rerun(terms, observer=self, batch=ON_DEMAND)

    @property
    def match(self) -> Match:
        """The match as far as it has been run."""
        return self._rerun.match

    def repeat(self, recorded: RecordedAnswer | Entry) -> None:
        """Give the match an answer, or begin it; raise `Mismatch` if the rules do not allow that."""
        self._keep(self._rerun.repeat(recorded))

    def follow(self, recorded: Entry) -> None:
        """Run the next entry of a record again; raise `Mismatch` if the result differs from it."""
        self._keep(self._rerun.follow_entry(recorded))

    def open_questions(self, seats: Sequence[Seat]) -> list[TracedQuestion]:
        """Return the questions that are open for these seats now."""
        entry, facts = self._rerun.moment
        questions = self.match.questions
        return [
            TracedQuestion(entry, facts, self.turn, seat, questions[seat], is_sealed=False) for seat in seats
        ]

    def _keep(self, decided: Decided) -> None:
        entry = decided.entry
        self.entries.append(entry)
        self.facts += entry.facts
        turn_fact = self.terms.game.turn_fact
        self.turn += sum([type(recorded.fact) is turn_fact for recorded in entry.facts])

    def on_reading(self, at: Moment, ruling: str) -> None:
        """Keep a reading."""
        self.readings.append(TracedReading(at.entry, at.facts, ruling))

    def on_draw(self, at: Moment, draw: Draw) -> None:
        """Keep a draw."""
        self.draws.append(TracedDraw(at.entry, at.facts, draw))

    def on_answer(self, at: Moment, seat: Seat, question: Question, *, is_sealed: bool) -> None:
        """Keep a question."""
        self.questions.append(TracedQuestion(at.entry, at.facts, self.turn, seat, question, is_sealed))


def trace_of(terms: Terms, entries: Iterable[Entry]) -> Trace:
    """Return the trace of a whole record; raise `Mismatch` at the first difference."""
    trace = Trace(terms)
    for entry in entries:
        trace.follow(entry)
    return trace
