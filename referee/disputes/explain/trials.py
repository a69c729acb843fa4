"""Trials: run the same seed and the same answers under another reading of the rules.

Each recorded answer is given to the next question of the same name put to its seat in the same turn. Answers to
questions that are no longer asked are skipped. If a question has no recorded answer, or one that is not allowed there,
the trial stops and says so, because what would have happened next cannot be known. Streams of luck are labelled, so the
luck stays the same in both runs as far as the rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from referee.disputes.explain.citations import Citation, cite
from referee.disputes.explain.phrasing import Phrasing, plain
from referee.disputes.explain.trace import Trace, TracedQuestion, trace_of
from referee.games import game as game_named
from referee.kernel.asks import Ask, Choice, InOrder, Limit, One, Some
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.table import Ended
from referee.match.charters import settle, with_readings
from referee.match.entries import Entry
from referee.rulebook import Rulebook

TrialEffect = Literal["none", "questions", "facts", "outcome", "unknown"]
"""What another reading changes: nothing; only what someone was asked or offered; what happened, with the same outcome;
the outcome; or unknown, because the trial stopped before an outcome."""


class TrialFault(Exception):
    """An error in the rules under the other reading: a fault of the referee."""


class FactSide(msgspec.Struct, frozen=True):
    """A fact on one of the two sides."""

    kind: str
    sentence: str
    fact: dict[str, Any]
    path: tuple[str, ...]
    rule: Citation


class FactDifference(msgspec.Struct, frozen=True):
    """The first fact that differs. A side is None if its match is over.

    If one side merely stopped, because a question has no answer, there is no different fact.
    """

    number: int
    entry: int
    """The entry of the record that has it, or the last entry if the record has no such fact."""
    record: FactSide | None
    tried: FactSide | None
    fields: tuple[str, ...]
    """The fields that differ if both are of one kind; `path` means the rules that led there."""
    rulings: tuple[str, ...]
    """The changed rulings that the rules looked up last before it."""


class QuestionSide(msgspec.Struct, frozen=True):
    """A question on one of the two sides."""

    seat: Seat
    name: str
    asked: str
    path: tuple[str, ...]
    rule: Citation | None
    options: int
    """The number of options."""
    least: int
    """The least number of options that must be chosen."""
    most: int
    """The greatest number of options that may be chosen."""
    limits: tuple[dict[str, Any], ...]
    """The limits on the chosen options as a whole."""
    alone: tuple[str, ...]
    """The options that the other side does not offer, as sentences."""


class QuestionDifference(msgspec.Struct, frozen=True):
    """The first question that differs. A side is None if it asks nothing there."""

    after: int
    """The number of the fact after which it is asked."""
    record: QuestionSide | None
    tried: QuestionSide | None
    rulings: tuple[str, ...]
    """The changed rulings that the rules looked up last before it."""


class Stop(msgspec.Struct, frozen=True):
    """The reason why a trial stopped before an outcome."""

    reason: Literal["not_allowed", "not_on_record", "record_ends"]
    entry: int
    """The entry of the answer that is not allowed; 0 if there is no recorded answer."""
    after: int
    """The number of the fact of the trial after which it stopped."""
    seat: Seat
    name: str
    asked: str
    choices: tuple[str, ...]
    """The recorded answer, as sentences."""
    refusal: str
    why: str
    rule: Citation | None
    """The rule that forbids the answer, or that asks the question without one."""


class Trial(msgspec.Struct, frozen=True):
    """The result of running a match under another reading."""

    edition: str
    """The edition that was tried; by default the one of the match."""
    readings: dict[str, tuple[str, str]]
    """For every ruling that changes, the reading of the match and the one tried."""
    effect: TrialEffect
    question: QuestionDifference | None
    """The first question that differs, if it comes before any different fact."""
    fact: FactDifference | None
    answers: int
    """The number of recorded answers."""
    followed: int
    passed_over: int
    """The number of answers to questions that are no longer asked."""
    stop: Stop | None
    facts: int
    """The number of facts in the record."""
    facts_tried: int
    outcome: Ended | None
    outcome_tried: Ended | None


class _Answers:
    """The recorded answers; each is given at most once, in its turn."""

    def __init__(self, record: Trace) -> None:
        self._left: dict[Seat, list[tuple[int, Entry]]] = {}
        for asked in record.questions:
            self._left.setdefault(asked.seat, []).append((asked.turn, record.entries[asked.entry - 1]))
        self.passed_over = 0

    def find(self, seat: Seat, name: str, turn: int) -> Entry | None:
        """Return the next answer of a seat to a question of this name in this turn, or None."""
        for when, entry in self._left.get(seat, ()):
            if when > turn:
                break
            if when == turn and entry.asked == name:
                return entry
        return None

    def take(self, entry: Entry) -> None:
        """Mark an answer as given, and the earlier ones of its seat as skipped."""
        left = self._left[entry.seat]
        place = [each for _, each in left].index(entry)
        self.passed_over += place
        del left[: place + 1]

    @property
    def left(self) -> int:
        """The number of answers that have been neither given nor skipped."""
        return sum([len(left) for left in self._left.values()])


class Attempt:
    """The answers of a record, given to the questions of another run as far as they fit."""

    def __init__(self, record: Trace, trace: Trace) -> None:
        self.trace = trace
        self.answers = _Answers(record)
        self.stopped_by: tuple[Entry | None, Refused | None] | None = None
        """Why it stopped before an outcome: the recorded answer, if any, and its refusal."""
        self.left_open: list[TracedQuestion] = []
        """The questions that were open when it stopped; the one it stopped at comes first."""
        self._run(record.entries[0])

    def _run(self, opening: Entry) -> None:
        trace = self.trace
        trace.repeat(opening)
        questions = trace.match.questions
        while questions:
            known = {
                seat: self.answers.find(seat, question.ask.name, trace.turn)
                for seat, question in questions.items()
            }
            # In the order of the record. Seats without an answer come last, so that all sealed answers are given.
            order = sorted(known, key=lambda seat: (known[seat] is None, _seq(known[seat]), seat))
            entry = known[order[0]]
            refused = None
            if entry is not None:
                chosen = trace.match.check(entry.seat, None, entry.answer)
                refused = chosen if isinstance(chosen, Refused) else None
            if entry is None or refused is not None:
                self.stopped_by = entry, refused
                self.left_open = trace.open_questions(order)
                return
            self.answers.take(entry)
            trace.repeat(entry)


def _seq(entry: Entry | None) -> int:
    return 0 if entry is None else entry.seq


def try_reading(
    charter: Charter,
    entries: Sequence[Entry],
    *,
    edition: str = "",
    rulings: Mapping[str, str] | None = None,
    names: Sequence[str] = (),
) -> Trial:
    """Run a match again under another edition, or with other readings of single rulings.

    The readings of the match stay in force unless they are replaced here. Raise `UnknownReading` for a reading that the
    rulebook does not have, `Mismatch` for a record that its own rules do not produce, and `TrialFault`.
    """
    other = with_readings(charter, edition, rulings or {})
    terms, tried_terms = settle(charter), settle(other)
    record = trace_of(terms, entries)
    attempt = attempted(record, Trace(tried_terms))
    phrasing = Phrasing(charter.game, charter.seats, names)
    return _Comparison(record, attempt, phrasing, game_named(charter.game).rulebook).trial(other.edition)


def attempted(record: Trace, trace: Trace) -> Attempt:
    """Give the answers of a record to another run, as far as they fit; raise `TrialFault`."""
    try:
        return Attempt(record, trace)
    except Exception as error:
        fault = trace.match.fault or error
        why = f"the rules fail under this reading after fact {len(trace.facts)}: {fault!r}"
        raise TrialFault(why) from error


class _Comparison:
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
            alone=self._phrasing.choices(alone),
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
            choices=self._phrasing.choices(entry.answer) if entry else (),
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
