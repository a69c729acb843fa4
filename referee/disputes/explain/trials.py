"""Trials: the same seed and the same answers under another reading of the rules.

Each recorded answer goes to the next question of its seat and kind in the same turn. Answers to questions that are no
longer asked are passed over. Where a question finds no answer on record, or one that is not allowed there, the trial
stops and says so: what would have happened after that is not evidence. Luck is labelled, so it stays the same in both
runs as far as the rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from referee.disputes.explain.citations import Citation, cite
from referee.disputes.explain.phrasing import Words, plain
from referee.disputes.explain.trace import Asked, Course, course_of
from referee.games import game as game_named
from referee.kernel.asks import Ask, Choice, InOrder, Limit, One, Some
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.table import Ended
from referee.match.charters import settle, with_readings
from referee.match.entries import Entry
from referee.rulebook import Rulebook

Effect = Literal["none", "questions", "facts", "outcome", "unknown"]
"""What another reading changes: nothing; only what somebody was asked or offered; what happened, with the same end;
the end; or nobody can say, because the trial stopped before one."""


class TrialFault(Exception):
    """The rules went wrong under the other reading: a fault of ours."""


class FactSide(msgspec.Struct, frozen=True):
    """A fact as one of the two sides has it."""

    kind: str
    sentence: str
    fact: dict[str, Any]
    path: tuple[str, ...]
    rule: Citation


class FactDifference(msgspec.Struct, frozen=True):
    """The first fact that is not the same. A side is None where the match is over.

    Where one side only stands still, because it asks something that has no answer, no fact is different yet.
    """

    number: int
    entry: int
    """The entry of the record that has it, or after which there is none."""
    record: FactSide | None
    tried: FactSide | None
    fields: tuple[str, ...]
    """Where both are of one kind: what differs in them; `path` for the rules that led there."""
    rulings: tuple[str, ...]
    """Of the rulings that change, those the rules asked about last before it."""


class QuestionSide(msgspec.Struct, frozen=True):
    """A question as one of the two sides puts it."""

    seat: Seat
    name: str
    asked: str
    path: tuple[str, ...]
    rule: Citation | None
    options: int
    """How many options there are."""
    least: int
    """How many of them must be chosen."""
    most: int
    """How many of them may be chosen."""
    limits: tuple[dict[str, Any], ...]
    """What must hold of the options chosen together."""
    alone: tuple[str, ...]
    """The options that the other side does not offer, in sentences."""


class QuestionDifference(msgspec.Struct, frozen=True):
    """The first question that is not put the same way. A side is None where it asks nothing there."""

    after: int
    """After which fact it is put."""
    record: QuestionSide | None
    tried: QuestionSide | None
    rulings: tuple[str, ...]
    """Of the rulings that change, those the rules asked about last before it."""


class Stop(msgspec.Struct, frozen=True):
    """Why a trial could not go on to an end."""

    reason: Literal["not_allowed", "not_on_record", "record_ends"]
    entry: int
    """The entry of the answer that is not allowed; 0 where no answer is on record."""
    after: int
    """After which fact of the trial."""
    seat: Seat
    name: str
    asked: str
    choices: tuple[str, ...]
    """What the record answers, in sentences."""
    refusal: str
    why: str
    rule: Citation | None
    """The rule that forbids the answer, or that asks for one that is not on record."""


class Trial(msgspec.Struct, frozen=True):
    """What another reading would have made of a match."""

    edition: str
    """The edition that was tried; the match's own unless another was asked for."""
    readings: dict[str, tuple[str, str]]
    """Every ruling that changed: the reading of the match, and the one tried."""
    effect: Effect
    question: QuestionDifference | None
    """The first question that is put differently, if that is before any different fact."""
    fact: FactDifference | None
    answers: int
    """How many answers are on record."""
    followed: int
    passed_over: int
    """How many answered a question that was no longer asked."""
    stop: Stop | None
    facts: int
    """How many facts the record has."""
    facts_tried: int
    outcome: Ended | None
    outcome_tried: Ended | None


class _Answers:
    """The answers on record, each to be given once, in its turn."""

    def __init__(self, record: Course) -> None:
        self._left: dict[Seat, list[tuple[int, Entry]]] = {}
        for asked in record.asked:
            self._left.setdefault(asked.seat, []).append((asked.turn, record.entries[asked.entry - 1]))
        self.passed_over = 0

    def find(self, seat: Seat, name: str, turn: int) -> Entry | None:
        """The next answer of a seat to a question of this kind in this turn."""
        for when, entry in self._left.get(seat, ()):
            if when > turn:
                break
            if when == turn and entry.asked == name:
                return entry
        return None

    def take(self, entry: Entry) -> None:
        """Give an answer; those of the seat before it are passed over."""
        left = self._left[entry.seat]
        place = [each for _, each in left].index(entry)
        self.passed_over += place
        del left[: place + 1]

    @property
    def left(self) -> int:
        """How many have not been given or passed over."""
        return sum([len(left) for left in self._left.values()])


class Attempt:
    """The answers of a record given to the questions of another run, as far as they fit."""

    def __init__(self, record: Course, course: Course) -> None:
        self.course = course
        self.answers = _Answers(record)
        self.stopped_by: tuple[Entry | None, Refused | None] | None = None
        """Why it stopped before an end: no answer on record, or one that is refused."""
        self.left_open: list[Asked] = []
        """The questions that were open then; the one it stopped at comes first."""
        self._go(record.entropy)

    def _go(self, entropy: Sequence[bytes]) -> None:
        course = self.course
        run = course.run
        course.begin(entropy)
        while run.open:
            known = {
                seat: self.answers.find(seat, question.ask.name, course.turn)
                for seat, question in run.open.items()
            }
            # In the order of the record; who has no answer comes last, so that sealed answers before it are given.
            order = sorted(known, key=lambda seat: (known[seat] is None, _seq(known[seat]), seat))
            entry = known[order[0]]
            chosen = None if entry is None else run.read(order[0], None, entry.answer)
            if entry is None or chosen is None or isinstance(chosen, Refused):
                self.stopped_by = entry, chosen if isinstance(chosen, Refused) else None
                self.left_open = _open_questions(course, order)
                return
            self.answers.take(entry)
            course.answer(order[0], chosen, entry.by)


def _open_questions(course: Course, seats: Sequence[Seat]) -> list[Asked]:
    entry, after = len(course.entries) + 1, len(course.facts)
    return [Asked(entry, after, course.turn, seat, course.run.open[seat], is_sealed=False) for seat in seats]


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

    What the match itself chose stays chosen unless it is named here. Raises `UnknownReading` for what the rulebook
    does not have, and `RecordDiffers` for a record that is not what its own rules make of it.
    """
    other = with_readings(charter, edition, rulings or {})
    terms, tried_terms = settle(charter), settle(other)
    record = course_of(terms, entries)
    attempt = attempted(record, Course(tried_terms))
    words = Words(charter.game, charter.seats, names)
    return _Comparison(record, attempt, words, game_named(charter.game).rulebook).trial(other.edition)


def attempted(record: Course, course: Course) -> Attempt:
    """Give the answers of a record to another run, as far as they fit; raises `TrialFault`."""
    try:
        return Attempt(record, course)
    except Exception as fault:
        raise TrialFault(
            f"the rules went wrong under this reading after fact {len(course.facts)}: {fault!r}"
        ) from fault


class _Comparison:
    """The record beside the attempt."""

    def __init__(self, record: Course, attempt: Attempt, words: Words, book: Rulebook) -> None:
        self._record = record
        self._attempt = attempt
        self._tried = attempt.course
        self._words = words
        self._book = book
        was, now = record.terms.setup.readings, self._tried.terms.setup.readings
        self._changed = {key: (was[key], now[key]) for key in was if was[key] != now[key]}

    def trial(self, edition: str) -> Trial:
        """Tell how the two differ."""
        record, tried = self._record, self._tried
        fact, question, stop = self._fact(), self._question(), self._stop()
        return Trial(
            edition=edition,
            readings=self._changed,
            effect=self._effect(fact, question, stop),
            question=question,
            fact=fact,
            answers=len(record.asked),
            followed=len(tried.asked),
            passed_over=self._passed_over(),
            stop=stop,
            facts=len(record.facts),
            facts_tried=len(tried.facts),
            outcome=record.run.outcome,
            outcome_tried=tried.run.outcome,
        )

    def _effect(
        self, fact: FactDifference | None, question: QuestionDifference | None, stop: Stop | None
    ) -> Effect:
        if stop is not None and stop.reason != "record_ends":
            return "unknown"
        if self._record.run.outcome != self._tried.run.outcome:
            return "outcome"
        if fact is not None:
            return "facts"
        return "none" if question is None else "questions"

    def _passed_over(self) -> int:
        answers = self._attempt.answers
        return answers.passed_over + (answers.left if self._tried.run.outcome is not None else 0)

    # --- the first different fact ---

    def _first(self) -> int:
        """The place of the first fact that is not the same on both sides."""
        ours, theirs = self._record.facts, self._tried.facts
        both = min(len(ours), len(theirs))
        return next((place for place in range(both) if ours[place] != theirs[place]), both)

    def _fact(self) -> FactDifference | None:
        ours, theirs, place = self._record.facts, self._tried.facts, self._first()
        our = ours[place] if place < len(ours) else None
        their = theirs[place] if place < len(theirs) else None
        is_ended = self._record.run.outcome is not None, self._tried.run.outcome is not None
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
        """The rulings that change and were asked about after the last answer that led to one, up to so many facts."""
        noted = [
            each for each in self._tried.consulted if each.after <= facts and each.ruling in self._changed
        ]
        return tuple(dict.fromkeys([each.ruling for each in noted if each.entry == noted[-1].entry]))

    def _entry_of(self, place: int) -> int:
        """The entry of the record that has a fact, or the last one where there is none."""
        told = 0
        for entry in self._record.entries:
            told += len(entry.facts)
            if place < told:
                return entry.seq
        return len(self._record.entries)

    def _fact_side(self, recorded: Recorded | None) -> FactSide | None:
        if recorded is None:
            return None
        fact = plain(recorded.fact)
        path = tuple(recorded.path.split("/"))
        sentence = self._words.fact(recorded.fact)
        return FactSide(fact.pop("kind"), sentence, fact, path, cite(self._book, path[-1]))

    # --- the first different question ---

    def _question(self) -> QuestionDifference | None:
        first = self._first()
        record, attempt = self._record, self._attempt
        waiting = _open_questions(record, sorted(record.run.open))
        ours = [asked for asked in [*record.asked, *waiting] if asked.after <= first]
        theirs = [asked for asked in [*self._tried.asked, *attempt.left_open] if asked.after <= first]
        for place in range(max(len(ours), len(theirs))):
            our = ours[place] if place < len(ours) else None
            their = theirs[place] if place < len(theirs) else None
            if our is None or their is None or not _is_same(our, their):
                return self._question_sides(our, their)
        return None

    def _question_sides(self, our: Asked | None, their: Asked | None) -> QuestionDifference:
        """Both questions where they are put at the same moment; otherwise the one that comes first, alone."""
        if our is not None and their is not None and our.after != their.after:
            our, their = (our, None) if our.after < their.after else (None, their)
        (after, *_) = [asked.after for asked in (our, their) if asked is not None]
        sides = self._question_side(our, their), self._question_side(their, our)
        return QuestionDifference(after, *sides, self._rulings_before(after))

    def _question_side(self, asked: Asked | None, other: Asked | None) -> QuestionSide | None:
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
            asked=self._words.question(ask.name),
            path=tuple([rule_id for rule_id in path.split("/") if rule_id]),
            rule=self._innermost(path),
            options=len(ask.options),
            least=least,
            most=most,
            limits=tuple([plain(limit) for limit in limits]),
            alone=self._words.choices(alone),
        )

    def _innermost(self, path: str) -> Citation | None:
        return cite(self._book, path.rpartition("/")[2]) if path else None

    # --- where it stopped ---

    def _stop(self) -> Stop | None:
        if self._attempt.stopped_by is None:
            return None
        (entry, refused), asked = self._attempt.stopped_by, self._attempt.left_open[0]
        name = asked.question.ask.name
        is_over = entry is None and self._record.run.outcome is None and self._attempt.answers.left == 0
        rule = cite(self._book, refused.rule) if refused and refused.rule else None
        return Stop(
            reason="record_ends" if is_over else "not_on_record" if entry is None else "not_allowed",
            entry=entry.seq if entry else 0,
            after=asked.after,
            seat=asked.seat,
            name=name,
            asked=self._words.question(name),
            choices=self._words.choices(entry.answer) if entry else (),
            refusal=refused.refusal if refused else "",
            why=self._words.refusal(refused) if refused else "",
            rule=rule or self._innermost(asked.question.path),
        )


def _is_same(our: Asked, their: Asked) -> bool:
    """Whether two questions are put at the same moment to the same seat with the same options."""
    is_there = (our.after, our.seat) == (their.after, their.seat)
    return is_there and _form(our.question.ask) == _form(their.question.ask)


def _form(ask: Ask) -> tuple[object, ...]:
    """What a question is to the one who answers it."""
    return type(ask), ask.name, tuple(ask.options), _bounds(ask)


def _bounds(ask: Ask) -> tuple[int, int, tuple[Limit, ...]]:
    """How many options an answer has at least and at most, and what must hold of them together."""
    match ask:
        case One():
            return 1, 1, ()
        case Some():
            return ask.least, ask.most, ask.limits
        case InOrder():
            return len(ask.options), len(ask.options), ()


def _fields(our: Recorded, their: Recorded) -> tuple[str, ...]:
    """What differs in two facts of one kind."""
    if type(our.fact) is not type(their.fact):
        return ()
    fields = our.fact.__struct_fields__
    named = [name for name in fields if getattr(our.fact, name) != getattr(their.fact, name)]
    return (*named, *(["path"] if our.path != their.path else []))
