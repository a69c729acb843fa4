"""Explain why a fact came about (rules, answers, luck, readings) and why an answer is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from referee.disputes.explain.citations import Citation, InForce, cite, cite_path, in_force
from referee.disputes.explain.contributions import contributing_questions
from referee.disputes.explain.phrasing import Phrasing, plain
from referee.disputes.explain.shuffles import shuffles_behind
from referee.disputes.explain.trace import Trace, TracedDraw
from referee.games import game as game_named
from referee.kernel.asks import Choice
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.run import Answer
from referee.match.charters import settle
from referee.match.entries import By, Entry


class NoSuchFactNumber(ValueError):
    """A fact number that the match does not have."""


class NoSuchQuestion(ValueError):
    """A question that the seat was never asked."""


class Given(msgspec.Struct, frozen=True):
    """An answer, and how it was given."""

    entry: int
    seat: Seat
    by: By
    question: int
    """The number of the question, counted per seat."""
    name: str
    asked: str
    """The question as a sentence."""
    choices: tuple[str, ...]
    """The choices, as sentences."""
    answer: tuple[dict[str, Any], ...]
    """The choices, as the record has them."""


class Luck(msgspec.Struct, frozen=True):
    """A draw that led to a fact: the stream, its first word, the number of things, and the result."""

    entry: int
    label: str
    word: int
    size: int
    result: tuple[int, ...]
    fact: int
    """The number of the fact that was recorded next."""


class Shuffled(msgspec.Struct, frozen=True):
    """The shuffle that put a card where it was found."""

    card: str
    places: tuple[int, ...]
    """Places in the shuffled pile, counted from 1; several if there are several cards of this name."""
    is_taken: bool
    """Whether the fact took it from there; if not, it had left the pile earlier, from any of the places."""
    luck: Luck


class Explanation(msgspec.Struct, frozen=True):
    """The reasons for a fact."""

    number: int
    entry: int
    kind: str
    sentence: str
    fact: dict[str, Any]
    path: tuple[Citation, ...]
    """The rules in force, outermost first."""
    rulings: tuple[InForce, ...]
    answers: tuple[Given, ...]
    """The answers that contributed to it, oldest first; none during setup, and for what begins a turn."""
    draws: tuple[Luck, ...]
    """The draws between the answer and the fact."""
    shuffles: tuple[Shuffled, ...]


class RefusalExplained(msgspec.Struct, frozen=True):
    """The reasons why an answer is refused, or that it is allowed."""

    seat: Seat
    question: int
    after: int
    """The number of the entry after which the answer was checked."""
    name: str
    """The name of the question that was open for the seat; empty if none was."""
    asked: str
    choices: tuple[str, ...]
    is_allowed: bool
    refusal: str
    obstacle: str
    why: str
    rule: Citation | None
    """The rule that forbids the answer if there is an obstacle; otherwise the rule that asks, if any."""
    path: tuple[Citation, ...]
    """The rules under which the question was asked, outermost first."""
    rulings: tuple[InForce, ...]


def explain(
    charter: Charter, entries: Sequence[Entry], number: int, names: Sequence[str] = ()
) -> Explanation:
    """Explain a fact by its number in the whole match, counted from 1.

    The match is run again up to that fact, so the explanation is what the rules do and not what a file claims. Raise
    `Mismatch` if the two differ, and `NoSuchFactNumber`.
    """
    return _explained(_trace_to(charter, entries, number), number, names)


def explain_all(
    charter: Charter, entries: Sequence[Entry], names: Sequence[str] = ()
) -> Iterator[Explanation]:
    """Yield the explanation of every fact, in order. The match is run again only once. Raise `Mismatch`."""
    trace = Trace(settle(charter))
    for entry in entries:
        first = len(trace.facts) + 1
        trace.follow(entry)
        for number in range(first, len(trace.facts) + 1):
            yield _explained(trace, number, names)


def _explained(trace: Trace, number: int, names: Sequence[str]) -> Explanation:
    """Explain a fact of the last entry of a trace."""
    charter = trace.terms.charter
    phrasing = Phrasing(charter.game, charter.seats, names)
    book = game_named(charter.game).rulebook
    entry, recorded = trace.entries[-1], trace.facts[number - 1]
    fact = plain(recorded.fact)
    return Explanation(
        number=number,
        entry=entry.seq,
        kind=fact.pop("kind"),
        sentence=phrasing.fact(recorded.fact),
        fact=fact,
        path=cite_path(book, recorded.path),
        rulings=in_force(
            book,
            recorded.path.split("/"),
            trace.terms.setup.readings,
            [each.ruling for each in trace.readings if each.entry == entry.seq and each.after < number],
        ),
        answers=tuple(
            [
                _given(trace.entries[asked.entry - 1], asked.question.path, phrasing)
                for asked in contributing_questions(trace, number)
            ]
        ),
        draws=tuple(
            [_luck(drawn) for drawn in trace.draws if drawn.entry == entry.seq and drawn.after < number]
        ),
        shuffles=_shuffles(trace, number),
    )


def explain_told(
    charter: Charter,
    recorded: Recorded,
    names: Sequence[str] = (),
    answer: Entry | None = None,
    asked_under: str = "",
) -> Explanation:
    """Explain a fact to a viewer of an unfinished match, only from what that viewer was told.

    The explanation has the rules and the readings, which are public, and the viewer's own answer if it led to the fact.
    The rules under which that answer was asked for, if they are known, help to put it into words.
    It has no number, no answers of others and no luck, and does not say which readings were looked up: all of that may
    reveal what is hidden.
    """
    book = game_named(charter.game).rulebook
    phrasing = Phrasing(charter.game, charter.seats, names)
    fact = plain(recorded.fact)
    return Explanation(
        number=0,
        entry=0,
        kind=fact.pop("kind"),
        sentence=phrasing.fact(recorded.fact),
        fact=fact,
        path=cite_path(book, recorded.path),
        rulings=in_force(book, recorded.path.split("/"), settle(charter).setup.readings),
        answers=()
        if answer is None
        else (msgspec.structs.replace(_given(answer, asked_under, phrasing), entry=0),),
        draws=(),
        shuffles=(),
    )


def _trace_to(charter: Charter, entries: Sequence[Entry], number: int) -> Trace:
    trace = Trace(settle(charter))
    if number >= 1:
        for entry in entries:
            trace.follow(entry)
            if len(trace.facts) >= number:
                return trace
    last = sum([len(entry.facts) for entry in entries])
    raise NoSuchFactNumber(f"there is no fact {number}; the match has facts 1 to {last}")


def _given(entry: Entry, path: str, phrasing: Phrasing) -> Given:
    return Given(
        entry.seq,
        entry.seat,
        entry.by,
        entry.question,
        entry.asked,
        phrasing.question(entry.asked),
        phrasing.choices(entry.answer, entry.asked, path),
        tuple([plain(choice) for choice in entry.answer]),
    )


def _luck(drawn: TracedDraw) -> Luck:
    draw = drawn.draw
    return Luck(drawn.entry, draw.label, draw.word, draw.size, draw.result, drawn.after + 1)


def _shuffles(trace: Trace, number: int) -> tuple[Shuffled, ...]:
    found = []
    for card, pile, places, is_taken in shuffles_behind(trace, number):
        found.append(Shuffled(card, places, is_taken, _luck(pile.drawn)))
    return tuple(found)


def explain_refusal(
    charter: Charter,
    entries: Sequence[Entry],
    seat: Seat,
    question: int,
    answer: Answer | None,
    *,
    after: int | None = None,
    names: Sequence[str] = (),
) -> RefusalExplained:
    """Explain why a seat's answer to its question is refused.

    The answer consists of option numbers or choices; None means that it cannot be read. It is checked at the time when
    the question was open, or after entry `after` of the record.
    """
    if not 0 <= seat < charter.seats:
        raise NoSuchQuestion(f"there is no seat {seat}; the match has seats 0 to {charter.seats - 1}")
    trace = _trace_until(charter, entries, seat, question, after)
    phrasing = Phrasing(charter.game, charter.seats, names)
    book = game_named(charter.game).rulebook
    result = trace.match.check(seat, question, answer)
    refused = result if isinstance(result, Refused) else None
    rule = refused.rule if refused else ""
    is_open = trace.match.questions.get(seat)
    path = is_open.path if is_open else ""
    rules = [*path.split("/"), rule]
    return RefusalExplained(
        seat=seat,
        question=question,
        after=len(trace.entries),
        name=is_open.ask.name if is_open else "",
        asked=phrasing.question(is_open.ask.name) if is_open else "",
        choices=_chosen(result, answer, phrasing, is_open.ask.name if is_open else "", path),
        is_allowed=refused is None,
        refusal=refused.refusal if refused else "",
        obstacle=refused.obstacle if refused else "",
        why=phrasing.refusal(refused) if refused else "",
        rule=cite(book, rule) if rule else None,
        path=cite_path(book, path),
        rulings=in_force(book, rules, trace.terms.setup.readings),
    )


def _trace_until(
    charter: Charter, entries: Sequence[Entry], seat: Seat, question: int, after: int | None
) -> Trace:
    """Run the record again up to an entry, or until a seat's question is open."""
    if after is not None and not 1 <= after <= len(entries):
        raise NoSuchQuestion(f"there is no entry {after}; the match has entries 1 to {len(entries)}")
    trace = Trace(settle(charter))
    for entry in entries:
        trace.follow(entry)
        is_open = trace.match.questions.get(seat)
        if after is None:
            if is_open is not None and is_open.number == question:
                return trace
        elif entry.seq == after:
            return trace
    asked = sum([entry.seat == seat and entry.by != "talk" for entry in entries])
    raise NoSuchQuestion(f"seat {seat} was never asked its question {question}; it answered {asked}")


def _chosen(
    result: Sequence[Choice] | Refused, answer: Answer | None, phrasing: Phrasing, asked: str, path: str
) -> tuple[str, ...]:
    """Return the choices of an answer as sentences, as far as it can be read."""
    if not isinstance(result, Refused):
        return phrasing.choices(result, asked, path)
    return phrasing.attempts([part for part in answer or () if isinstance(part, Choice)], asked, path)
