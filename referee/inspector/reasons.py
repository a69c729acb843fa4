"""Reasons: why a fact came about, with every question that led to it, its options, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock

import msgspec

from referee.disputes.explain.explanations import Explanation, Given, explain, explain_all, explain_told
from referee.disputes.explain.phrasing import Phrasing
from referee.disputes.explain.trace import Trace, TracedQuestion, trace_of
from referee.kernel.facts import Seat
from referee.match.charters import Terms
from referee.match.entries import Entry
from referee.replay.visible_facts import VisibleFact


class OfferedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of a question."""

    sentence: str
    is_chosen: bool = False


class AnsweredQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that was answered, with everything that it offered."""

    seat: Seat
    by: str
    asked: str
    path: str
    """The rules under which it was asked, outermost first."""
    options: list[OfferedOption]
    entry: int = 0
    """The number of the entry that answered it; left out where that would show how much is hidden."""


class Why(msgspec.Struct, frozen=True):
    """An explanation, and the questions behind it, oldest first."""

    explanation: Explanation
    questions: list[AnsweredQuestion]


class Reasons:
    """Explains the facts of one match. The match is run again, so it says what the rules do; raises `Mismatch`."""

    def __init__(self, terms: Terms, entries: Sequence[Entry], names: Sequence[str]) -> None:
        self._terms = terms
        self._entries = entries
        self._names = names
        self._phrasing = Phrasing(terms.game.name, terms.charter.seats, names)
        self._lock = Lock()

    @cached_property
    def _trace(self) -> Trace:
        return trace_of(self._terms, self._entries)

    @cached_property
    def _by_entry(self) -> dict[int, TracedQuestion]:
        with self._lock:
            return {asked.entry: asked for asked in self._trace.questions}

    def of_fact(self, number: int) -> Why:
        """Explain a fact by its number in the whole match, with everything that led to it."""
        return self._with_questions(explain(self._terms.charter, self._entries, number, self._names))

    def of_all_facts(self) -> Iterator[Why]:
        """Explain every fact of the match, in order; much faster than one by one."""
        return map(self._with_questions, explain_all(self._terms.charter, self._entries, self._names))

    def _with_questions(self, explained: Explanation) -> Why:
        return Why(explained, [self._question(given) for given in explained.answers])

    def as_told(self, fact: VisibleFact, viewer: Seat) -> Why:
        """Explain a fact to the viewer who was told it, only from what that viewer was told."""
        own = self._own_answer(fact.entry, viewer)
        answer = None if own is None else self._entries[own.entry - 1]
        asked_under = "" if own is None else own.question.path
        explained = explain_told(self._terms.charter, fact.recorded, self._names, answer, asked_under)
        questions = [self._asked(own, given.by) for given in explained.answers if own is not None]
        return Why(explained, questions)

    def _own_answer(self, entry: int, viewer: Seat) -> TracedQuestion | None:
        """Return the viewer's question whose answer led to an entry, alone or sealed together with others."""
        places = [place for place, asked in enumerate(self._trace.questions) if asked.entry == entry]
        if not places:
            return None
        place = places[0]
        while True:
            asked = self._trace.questions[place]
            if asked.seat == viewer:
                return asked
            place -= 1
            if place < 0 or not self._trace.questions[place].is_sealed:
                return None

    def _question(self, given: Given) -> AnsweredQuestion:
        asked = self._asked(self._by_entry[given.entry], given.by)
        return msgspec.structs.replace(asked, entry=given.entry)

    def _asked(self, asked: TracedQuestion, by: str) -> AnsweredQuestion:
        chosen = self._entries[asked.entry - 1].answer
        ask = asked.question.ask
        sentences = self._phrasing.choices(ask.options, ask.name, asked.question.path)
        options = [
            OfferedOption(sentence, option in chosen)
            for option, sentence in zip(ask.options, sentences, strict=True)
        ]
        return AnsweredQuestion(
            asked.seat, by, self._phrasing.question(ask.name), asked.question.path, options
        )
