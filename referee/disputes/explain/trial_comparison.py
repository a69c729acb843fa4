"""Compare a match as it was played with an attempt under another reading: the first fact and question that differ."""

from __future__ import annotations

from collections.abc import Sequence

from referee.disputes.explain.attempts import Attempt
from referee.disputes.explain.citations import Citation, cite
from referee.disputes.explain.phrasing import Phrasing, plain
from referee.disputes.explain.trace import Trace, TracedQuestion
from referee.disputes.explain.trial_result import (
    FactDifference,
    FactSide,
    QuestionDifference,
    QuestionSide,
    Stop,
    Trial,
    TrialEffect,
)
from referee.kernel.asks import Ask, Choice, InOrder, Limit, One, Some
from referee.kernel.facts import Recorded
from referee.rulebook import Rulebook


class TrialComparison:
    """Compares the record with the attempt."""

    def __init__(self, record: Trace, attempt: Attempt, phrasing: Phrasing, book: Rulebook) -> None:
        self._record = record
        self._attempt = attempt
        self._tried = attempt.trace
        self._phrasing = phrasing
        self._book = book
        was, now = record.terms.setup.readings, self._tried.terms.setup.readings
        self._changed = {key: (was[key], now[key]) for key in was if was[key] != now[key]}

    def trial(self, edition: str) -> Trial:
        """Return how the two differ."""
        record, tried = self._record, self._tried
        fact, question, stop = self._fact(), self._question(), self._stop()
        return Trial(
            edition=edition,
            readings=self._changed,
            effect=self._effect(fact, question, stop),
            question=question,
            fact=fact,
            answers=len(record.questions),
            followed=len(tried.questions),
            passed_over=self._passed_over(),
            stop=stop,
            facts=len(record.facts),
            facts_tried=len(tried.facts),
            outcome=record.match.outcome,
            outcome_tried=tried.match.outcome,
        )

    def _effect(
        self, fact: FactDifference | None, question: QuestionDifference | None, stop: Stop | None
    ) -> TrialEffect:
        if stop is not None and stop.reason != "record_ends":
            return "unknown"
        if self._record.match.outcome != self._tried.match.outcome:
            return "outcome"
        if fact is not None:
            return "facts"
        return "none" if question is None else "questions"

    def _passed_over(self) -> int:
        answers = self._attempt.answers
        return answers.passed_over + (answers.left if self._tried.match.outcome is not None else 0)

    # --- the first different fact ---

    def _first(self) -> int:
        """Return the index of the first fact that differs between the sides."""
        ours, theirs = self._record.facts, self._tried.facts
        both = min(len(ours), len(theirs))
        return next((place for place in range(both) if ours[place] != theirs[place]), both)

    def _fact(self) -> FactDifference | None:
        ours, theirs, place = self._record.facts, self._tried.facts, self._first()
        our = ours[place] if place < len(ours) else None
        their = theirs[place] if place < len(theirs) else None
        is_ended = self._record.match.outcome is not None, self._tried.match.outcome is not None
        if our is their or (our is None and not is_ended[0]) or (their is None and not is_ended[1]):
            return None
        return FactDifference(
            number=place + 1,
            entry=self._entry_of(place),
            record=self._fact_side(our),
            tried=self._fact_side(their),
            fields=_fields(our, their) if our and their else (),
            rulings=self._rulings_before(place),
        )

    def _rulings_before(self, facts: int) -> tuple[str, ...]:
        """Return the changed rulings that were looked up last before this number of facts, all by one entry."""
        noted = [
            each for each in self._tried.readings if each.after <= facts and each.ruling in self._changed
        ]
        return tuple(dict.fromkeys([each.ruling for each in noted if each.entry == noted[-1].entry]))

    def _entry_of(self, place: int) -> int:
        """Return the entry of the record that has a fact, or the last entry if none has."""
        facts = 0
        for entry in self._record.entries:
            facts += len(entry.facts)
            if place < facts:
                return entry.seq
        return len(self._record.entries)

    def _fact_side(self, recorded: Recorded | None) -> FactSide | None:
        if recorded is None:
            return None
        fact = plain(recorded.fact)
        path = tuple(recorded.path.split("/"))
        sentence = self._phrasing.fact(recorded.fact)
        return FactSide(fact.pop("kind"), sentence, fact, path, cite(self._book, path[-1]))

    # --- the first different question ---

    def _question(self) -> QuestionDifference | None:
        first = self._first()
        record, attempt = self._record, self._attempt
        waiting = record.open_questions(sorted(record.match.questions))
        ours = [asked for asked in [*record.questions, *waiting] if asked.after <= first]
        theirs = [asked for asked in [*self._tried.questions, *attempt.left_open] if asked.after <= first]
        for place in range(max(len(ours), len(theirs))):
            our = ours[place] if place < len(ours) else None
            their = theirs[place] if place < len(theirs) else None
            if our is None or their is None or not _is_same(our, their):
                return self._question_sides(our, their)
        return None

    def _question_sides(self, our: TracedQuestion | None, their: TracedQuestion | None) -> QuestionDifference:
        """Compare both questions if they are asked at the same point; otherwise show the earlier one alone."""
        if our is not None and their is not None and our.after != their.after:
            our, their = (our, None) if our.after < their.after else (None, their)
        (after, *_) = [asked.after for asked in (our, their) if asked is not None]
        sides = self._question_side(our, their), self._question_side(their, our)
        return QuestionDifference(after, *sides, self._rulings_before(after))

    def _question_side(
        self, asked: TracedQuestion | None, other: TracedQuestion | None
    ) -> QuestionSide | None:
        if asked is None:
            return None
        ask, path = asked.question.ask, asked.question.path
        least, most, limits = _bounds(ask)
        is_comparable = other is not None and (other.seat, other.question.ask.name) == (asked.seat, ask.name)
        theirs: Sequence[Choice] = other.question.ask.options if other and is_comparable else ()
        alone = [option for option in ask.options if option not in theirs] if is_comparable else []
        return QuestionSide(
            seat=asked.seat,
            name=ask.name,
            asked=self._phrasing.question(ask.name),
            path=tuple([rule_id for rule_id in path.split("/") if rule_id]),
            rule=self._innermost(path),
            options=len(ask.options),
            least=least,
            most=most,
            limits=tuple([plain(limit) for limit in limits]),
            alone=self._phrasing.choices(alone, ask.name, path),
        )

    def _innermost(self, path: str) -> Citation | None:
        return cite(self._book, path.rpartition("/")[2]) if path else None

    # --- where it stopped ---

    def _stop(self) -> Stop | None:
        if self._attempt.stopped_by is None:
            return None
        (entry, refused), asked = self._attempt.stopped_by, self._attempt.left_open[0]
        name = asked.question.ask.name
        is_over = entry is None and self._record.match.outcome is None and self._attempt.answers.left == 0
        rule = cite(self._book, refused.rule) if refused and refused.rule else None
        return Stop(
            reason="record_ends" if is_over else "not_on_record" if entry is None else "not_allowed",
            entry=entry.seq if entry else 0,
            after=asked.after,
            seat=asked.seat,
            name=name,
            asked=self._phrasing.question(name),
            choices=self._phrasing.choices(entry.answer, name, asked.question.path) if entry else (),
            refusal=refused.refusal if refused else "",
            why=self._phrasing.refusal(refused) if refused else "",
            rule=rule or self._innermost(asked.question.path),
        )


def _is_same(our: TracedQuestion, their: TracedQuestion) -> bool:
    """Return whether two questions are asked at the same point, of the same seat, with the same options."""
    is_there = (our.after, our.seat) == (their.after, their.seat)
    return is_there and _form(our.question.ask) == _form(their.question.ask)


def _form(ask: Ask) -> tuple[object, ...]:
    """Return everything about a question that matters to the seat that answers it."""
    return type(ask), ask.name, tuple(ask.options), _bounds(ask)


def _bounds(ask: Ask) -> tuple[int, int, tuple[Limit, ...]]:
    """Return the least and greatest number of options in an answer, and the limits on them."""
    match ask:
        case One():
            return 1, 1, ()
        case Some():
            return ask.least, ask.most, ask.limits
        case InOrder():
            return len(ask.options), len(ask.options), ()


def _fields(our: Recorded, their: Recorded) -> tuple[str, ...]:
    """Return the names of the fields that differ in two facts of one kind."""
    if type(our.fact) is not type(their.fact):
        return ()
    fields = our.fact.__struct_fields__
    named = [name for name in fields if getattr(our.fact, name) != getattr(their.fact, name)]
    return (*named, *(["path"] if our.path != their.path else []))
