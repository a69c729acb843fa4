"""Why something happened: the rules behind a fact, the answers, the luck, and the readings in force.

And why something did not: the rule that forbids an answer to a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.disputes.explain.citations import Citation, InForce, cite, cite_path, in_force
from referee.disputes.explain.phrasing import Words, plain
from referee.disputes.explain.shuffles import shuffles_behind
from referee.disputes.explain.trace import Asked, Course, Drawn
from referee.games import game as game_named
from referee.kernel.asks import Choice
from referee.kernel.facts import Recorded, Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.run import Answer
from referee.match.charters import settle
from referee.match.entries import By, Entry


class NoSuchFact(ValueError):
    """A fact that the match does not have."""


class NoSuchQuestion(ValueError):
    """A question that the seat was never asked."""


class Given(msgspec.Struct, frozen=True):
    """An answer, and how it was given."""

    entry: int
    seat: Seat
    by: By
    question: int
    """The seat's number of the question."""
    name: str
    asked: str
    """The question as it is put to a person."""
    choices: tuple[str, ...]
    """What was chosen, in sentences."""
    answer: tuple[dict[str, Any], ...]
    """What was chosen, as the record has it."""


class Luck(msgspec.Struct, frozen=True):
    """A draw behind a fact: from which word of which stream, among how many, with what result."""

    entry: int
    label: str
    word: int
    size: int
    result: tuple[int, ...]
    fact: int
    """The fact that came right after it."""


class Shuffled(msgspec.Struct, frozen=True):
    """The shuffle that put a card where it was found."""

    card: str
    places: tuple[int, ...]
    """Where in the shuffled pile, counted from 1; several where cards of this name cannot be told apart."""
    is_taken: bool
    """Whether the fact took it from there; otherwise it had left the pile before, and any of the places may be its."""
    luck: Luck


class Explanation(msgspec.Struct, frozen=True):
    """Why a fact came about."""

    number: int
    entry: int
    kind: str
    sentence: str
    fact: dict[str, Any]
    path: tuple[Citation, ...]
    """The rules in force, outermost first."""
    rulings: tuple[InForce, ...]
    answers: tuple[Given, ...]
    """The answer that brought it about, after those that were sealed until it came; none before anybody was asked."""
    draws: tuple[Luck, ...]
    """The luck drawn between the answer and the fact."""
    shuffles: tuple[Shuffled, ...]


class RefusalExplained(msgspec.Struct, frozen=True):
    """Why an answer is refused, or that it is not."""

    seat: Seat
    question: int
    after: int
    """The entry after which the answer was looked at."""
    name: str
    """The question that was open for the seat then; empty where none was."""
    asked: str
    choices: tuple[str, ...]
    is_allowed: bool
    refusal: str
    obstacle: str
    why: str
    rule: Citation | None
    """The rule that forbids, where there is an obstacle; otherwise the rule that asks, if one does."""
    path: tuple[Citation, ...]
    """The rules under which the question was asked, outermost first."""
    rulings: tuple[InForce, ...]


def explain(
    charter: Charter, entries: Sequence[Entry], number: int, names: Sequence[str] = ()
) -> Explanation:
    """Explain a fact by its number in the whole match, counted from 1.

    The match is run again up to there, so the explanation is what the rules do and not what a file claims; raises
    `RecordDiffers` where the two part.
    """
    course = _course_to(charter, entries, number)
    words = Words(charter.game, charter.seats, names)
    book = game_named(charter.game).rulebook
    entry, recorded = course.entries[-1], course.facts[number - 1]
    fact = plain(recorded.fact)
    return Explanation(
        number=number,
        entry=entry.seq,
        kind=fact.pop("kind"),
        sentence=words.fact(recorded.fact),
        fact=fact,
        path=cite_path(book, recorded.path),
        rulings=in_force(
            book,
            recorded.path.split("/"),
            course.terms.setup.readings,
            [each.ruling for each in course.consulted if each.entry == entry.seq and each.after < number],
        ),
        answers=tuple([_given(course.entries[asked.entry - 1], words) for asked in _behind(course)]),
        draws=tuple(
            [_luck(drawn) for drawn in course.draws if drawn.entry == entry.seq and drawn.after < number]
        ),
        shuffles=_shuffles(course, number),
    )


def explain_told(
    charter: Charter, recorded: Recorded, names: Sequence[str] = (), answer: Entry | None = None
) -> Explanation:
    """Explain a fact to a viewer of a match that goes on, from what that viewer was told and nothing else.

    It has the rules and the readings, which are public, and the viewer's own answer, if that is behind the fact. It has
    no number, no answers of others and no luck, and does not say which readings were asked for: all of that may tell
    what is hidden.
    """
    book = game_named(charter.game).rulebook
    words = Words(charter.game, charter.seats, names)
    fact = plain(recorded.fact)
    return Explanation(
        number=0,
        entry=0,
        kind=fact.pop("kind"),
        sentence=words.fact(recorded.fact),
        fact=fact,
        path=cite_path(book, recorded.path),
        rulings=in_force(book, recorded.path.split("/"), settle(charter).setup.readings),
        answers=() if answer is None else (msgspec.structs.replace(_given(answer, words), entry=0),),
        draws=(),
        shuffles=(),
    )


def _course_to(charter: Charter, entries: Sequence[Entry], number: int) -> Course:
    course = Course(settle(charter))
    if number >= 1:
        for entry in entries:
            course.follow(entry)
            if len(course.facts) >= number:
                return course
    there = sum([len(entry.facts) for entry in entries])
    raise NoSuchFact(f"there is no fact {number}; the match has the facts 1 to {there}")


def _behind(course: Course) -> list[Asked]:
    """The questions whose answers brought the last entry about: its own, after those answered sealed before it."""
    asked = course.asked
    first = max(0, len(asked) - 1)
    while first and asked[first - 1].is_sealed:
        first -= 1
    return asked[first:]


def _given(entry: Entry, words: Words) -> Given:
    return Given(
        entry.seq,
        entry.seat,
        entry.by,
        entry.question,
        entry.asked,
        words.question(entry.asked),
        words.choices(entry.answer),
        tuple([plain(choice) for choice in entry.answer]),
    )


def _luck(drawn: Drawn) -> Luck:
    draw = drawn.draw
    return Luck(drawn.entry, draw.label, draw.word, draw.size, draw.result, drawn.after + 1)


def _shuffles(course: Course, number: int) -> tuple[Shuffled, ...]:
    found = []
    for card, pile, places, is_taken in shuffles_behind(course, number):
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
    """Explain why an answer of a seat to its question is refused.

    The answer is given by the numbers of the options or by the choices themselves; None stands for one that cannot be
    read. It is looked at when the question was open, or after a certain entry of the record.
    """
    if not 0 <= seat < charter.seats:
        raise NoSuchQuestion(f"there is no seat {seat}; there are the seats 0 to {charter.seats - 1}")
    course = _course_until(charter, entries, seat, question, after)
    words = Words(charter.game, charter.seats, names)
    book = game_named(charter.game).rulebook
    result = course.run.read(seat, question, answer)
    refused = result if isinstance(result, Refused) else None
    rule = refused.rule if refused else ""
    is_open = course.run.open.get(seat)
    path = is_open.path if is_open else ""
    rules = [*path.split("/"), rule]
    return RefusalExplained(
        seat=seat,
        question=question,
        after=len(course.entries),
        name=is_open.ask.name if is_open else "",
        asked=words.question(is_open.ask.name) if is_open else "",
        choices=_chosen(result, answer, words),
        is_allowed=refused is None,
        refusal=refused.refusal if refused else "",
        obstacle=refused.obstacle if refused else "",
        why=words.refusal(refused) if refused else "",
        rule=cite(book, rule) if rule else None,
        path=cite_path(book, path),
        rulings=in_force(book, rules, course.terms.setup.readings),
    )


def _course_until(
    charter: Charter, entries: Sequence[Entry], seat: Seat, question: int, after: int | None
) -> Course:
    """Follow the record to an entry, or to where a question of a seat is open."""
    if after is not None and not 1 <= after <= len(entries):
        raise NoSuchQuestion(f"there is no entry {after}; the match has the entries 1 to {len(entries)}")
    course = Course(settle(charter))
    for entry in entries:
        course.follow(entry)
        is_open = course.run.open.get(seat)
        if after is None:
            if is_open is not None and is_open.number == question:
                return course
        elif entry.seq == after:
            return course
    asked = sum([entry.seat == seat for entry in entries])
    raise NoSuchQuestion(f"seat {seat} was never asked its question {question}; it answered {asked}")


def _chosen(result: Sequence[Choice] | Refused, answer: Answer | None, words: Words) -> tuple[str, ...]:
    """What the answer chooses, in sentences, as far as it can be read."""
    if not isinstance(result, Refused):
        return words.choices(result)
    return words.attempts([part for part in answer or () if isinstance(part, Choice)])
