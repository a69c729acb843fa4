"""Every offered option is accepted; everything else is refused, with nothing changed and no randomness consumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from referee.kernel.asks import Ask, Choice, InOrder, One, Some, chosen_of
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer, Question, Run
from referee.match.match import Decided, Match
from tests.answers import random_picks
from tests.contracts.declarations import Declaration
from tests.contracts.playing import (
    Mood,
    Taken,
    decided,
    encoded,
    play_on,
    random_answer,
    random_choice,
    random_terms,
)
from tests.contracts.worlds import described

BY_A_RULE = (Refusal.LIMIT_BROKEN, Refusal.NOT_OFFERED, Refusal.TOO_FEW, Refusal.TOO_MANY)


def is_right(question: Question | None, number: int, answer: Sequence[Any]) -> bool:
    """Return whether an answer should be accepted, judging by the question alone."""
    if question is None or question.number != number:
        return False
    ask = question.ask
    if all(type(part) is int for part in answer):
        if any(not 0 <= pick < len(ask.options) for pick in answer) or len(set(answer)) < len(answer):
            return False
        chosen = [ask.options[pick] for pick in answer]
    else:
        chosen = list(answer)
        if any(not isinstance(part, Choice) for part in answer) or Counter(chosen) - Counter(ask.options):
            return False
    return is_enough(ask, chosen)


def is_enough(ask: Ask, chosen: Sequence[Choice]) -> bool:
    match ask:
        case One():
            return len(chosen) == 1
        case InOrder():
            return len(chosen) == len(ask.options)
        case Some():
            right_count = ask.least <= len(chosen) <= ask.most
            return right_count and all(limit.holds(chosen) for limit in ask.limits)


def everything_in(match: Match) -> bytes:
    """Return all that could change: table, questions, sealed answers, counters, hashes and stream positions."""
    run = match._run
    chance = run._chance
    return encoded(
        [
            [run.table.state, run.table.path, run.table.recorded, run.outcome],
            [[seat, described(question)] for seat, question in sorted(run.open.items())],
            [sorted(run._sealed.items()) if run._sealed is not None else None, sorted(run._asked.items())],
            run.waiting_for,
            [match.seq, match.head.hex(), match.decisions, match.facts, match.fault is None],
            [match.newest(viewer) for viewer in range(match.terms.setup.seats)],
            [[label, stream._used] for label, stream in sorted(chance._streams.items())],
            chance.draws,
        ]
    )


class Doubter:
    """A sender of answers that one match must refuse."""

    def __init__(self, subject: Declaration, match: Match, rng: Random) -> None:
        self.subject = subject
        self.match = match
        self.rng = rng
        self.obstacles = {obstacle.value for obstacle in subject.game.obstacles}
        self.refused: Counter[str] = Counter()

    def send(self, count: int) -> None:
        """Send wrong answers of every kind, and check that nothing changed."""
        before = everything_in(self.match)
        for _ in range(count):
            seat = self.rng.randrange(self.match.terms.setup.seats)
            if self.match.questions and self.rng.randrange(4):
                seat = self.rng.choice(sorted(self.match.questions))
            question = self.match.questions.get(seat)
            answer = self.nonsense(question)
            asked = question.number if question is not None else self.match._run._asked[seat]
            number = asked + self.rng.choice([0, 0, 0, 0, 0, -1, 1, 5, -asked, 2**31])
            if is_right(question, number, answer):
                assert not isinstance(self.match.check(seat, number, answer), Refused)
                continue
            result = self.match.submit(seat, number, answer)
            assert isinstance(result, Refused), (seat, number, answer)
            self.check(result, question, number)
        assert everything_in(self.match) == before

    def nonsense(self, question: Question | None) -> Answer:
        choices, rng = self.subject.game.choices, self.rng
        if rng.randrange(8) == 0:
            return (0, random_choice(choices, rng))  # type: ignore[return-value]
        if rng.randrange(4) == 0 and self.match.questions:
            other = self.match.questions[rng.choice(sorted(self.match.questions))]
            return random_picks(other.ask, rng) if rng.randrange(2) else (rng.choice(other.ask.options),)
        return random_answer(choices, question.ask if question is not None else None, rng)

    def check(self, refused: Refused, question: Question | None, number: int) -> None:
        """Check that a refusal names the first obstacle, and cites a rule if one forbids the answer."""
        self.refused[refused.obstacle or refused.refusal.value] += 1
        if refused.rule:
            assert refused.rule in self.subject.game.rulebook.rules, refused
        if refused.refusal in BY_A_RULE:
            assert refused.rule, refused
        if refused.refusal is Refusal.NOT_OFFERED:
            assert refused.obstacle in {*self.obstacles, ""}, refused
        if question is None or question.number != number:
            stale = Refusal.STALE_QUESTION, Refusal.NOT_ASKED, Refusal.MATCH_OVER
            assert refused.refusal in stale, refused


def check_refusals(subject: Declaration, rng: Random, seats: int) -> Counter[str]:
    terms = random_terms(subject, rng, seats)
    match = Match(terms)
    doubter = Doubter(subject, match, rng)
    assert match.submit(0, 1, (0,)) == Refused(Refusal.MATCH_NOT_STARTED)
    decided(match.begin(), match)
    taken: list[Taken] = []
    for answer, _ in play_on(match, rng, subject.most_decisions * seats):
        taken.append(answer)
        doubter.send(6)
    undisturbed = Match(terms)
    decided(undisturbed.begin(), undisturbed)
    for answer in taken:
        decided(undisturbed.submit(answer.seat, answer.number, answer.picks), undisturbed)
    assert undisturbed.head == match.head
    assert everything_in(undisturbed) == everything_in(match)
    return doubter.refused


def rerun(match: Match, taken: Sequence[Taken]) -> Match:
    """Return the same match at the same point, reached with the same answers."""
    again = Match(match.terms, viewers=())
    decided(again.begin(), again)
    for answer in taken:
        decided(again.submit(answer.seat, answer.number, answer.picks), again)
    return again


def check_options(subject: Declaration, rng: Random, seats: int, points: int, each: int) -> None:
    match = Match(random_terms(subject, rng, seats), viewers=())
    decided(match.begin(), match)
    policy = Mood(rng) if rng.randrange(2) else random_picks
    taken: list[Taken] = []
    stops = set(rng.sample(range(200), points))
    while match.outcome is None and len(taken) < 200:
        seat = rng.choice(sorted(match.questions))
        question = match.questions[seat]
        if len(taken) in stops:
            for picks in some_answers(question.ask, rng, each):
                check_taken(match, taken, seat, picks)
        picks = policy(question.ask, rng)
        taken.append(Taken(seat, question.number, question.ask.name, picks))
        decided(match.submit(seat, question.number, picks), match)


def some_answers(ask: Ask, rng: Random, count: int) -> list[tuple[int, ...]]:
    """Return several different valid answers, or all of them if there are few."""
    if isinstance(ask, One):
        return [(place,) for place in rng.sample(range(len(ask.options)), min(count, len(ask.options)))]
    return sorted({random_picks(ask, rng) for _ in range(count)})


def check_taken(match: Match, taken: Sequence[Taken], seat: Seat, picks: tuple[int, ...]) -> None:
    """Give an answer to two copies of the match, by number and by name: both accept it, with the same effect."""
    bodies = []
    for by_name in (False, True):
        again = rerun(match, taken)
        number = again.questions[seat].number
        answer: Answer = chosen_of(again.questions[seat].ask, picks) if by_name else picks
        bodies.append(decided(again.submit(seat, number, answer), again).body)
        assert again.outcome is not None or again.questions
    assert bodies[0] == bodies[1]


OF_STATEMENTS = (
    Refusal.NO_TALK,
    Refusal.NOT_IN_PALETTE,
    Refusal.BAD_STATEMENT,
    Refusal.TEXT_TOO_LONG,
    Refusal.TOO_MUCH_TALK,
    Refusal.SILENCED,
)
"""Refusals of what is said, not of answers: `tests/match/test_talk.py`."""


def test_everything_not_offered_is_refused_and_changes_nothing(subject: Declaration, seed: str) -> None:
    refused: Counter[str] = Counter()
    for number in range(3):
        for seats in subject.game.seats:
            refused += check_refusals(subject, Random(f"{seed} {seats} {number}"), seats)
    print(sorted(refused.items()))  # noqa: T201 - shown when the test fails, or with -rP
    assert {refusal.value for refusal in Refusal} - refused.keys() <= {
        Refusal.BAD_REQUEST_ID,
        Refusal.REQUEST_ID_REUSED,
        Refusal.MATCH_NOT_STARTED,
        Refusal.MATCH_STOPPED,
        Refusal.MATCH_FROZEN,
        Refusal.MATCH_PAUSED,
        Refusal.MATCH_SUPERSEDED,
        Refusal.LIMIT_BROKEN,
        *OF_STATEMENTS,
    }


def test_every_offered_option_is_accepted(subject: Declaration, seed: str) -> None:
    for number in range(2):
        for seats in subject.game.seats:
            check_options(subject, Random(f"{seed} {seats} {number}"), seats, points=8, each=6)


@pytest.mark.campaign
def test_answers_are_taken_or_refused_in_many_matches(subject: Declaration, seed: str) -> None:
    refused: Counter[str] = Counter()
    for number in range(300):
        for seats in subject.game.seats:
            rng = Random(f"{seed} {seats} {number}")
            refused += check_refusals(subject, rng, seats)
            check_options(subject, rng, seats, points=8, each=6)
    print(sorted(refused.items()))  # noqa: T201


def spend_luck(match: Match) -> None:
    match.table.chance("a waste").below(6)


def touch_the_table(match: Match) -> None:
    state = match.table.state
    lists = [name for name in state.__struct_fields__ if isinstance(getattr(state, name), list)]
    getattr(state, lists[0]).append(None)


def count_it(match: Match) -> None:
    match.seq += 1


@pytest.mark.parametrize("fault", [spend_luck, touch_the_table, count_it])
def test_a_refusal_that_changes_something_is_found(
    subject: Declaration, seed: str, monkeypatch: pytest.MonkeyPatch, fault: Callable[[Match], None]
) -> None:
    honest = Match.submit

    def submit(self: Match, *args: Any, **kwargs: Any) -> Decided | Refused:
        result = honest(self, *args, **kwargs)
        if isinstance(result, Refused) and self.seq > 8:
            fault(self)
        return result

    monkeypatch.setattr(Match, "submit", submit)
    with pytest.raises(AssertionError):
        check_refusals(subject, Random(seed), subject.game.seats[0])


def test_an_answer_taken_that_was_not_offered_is_found(
    subject: Declaration, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Run.read

    def read(self: Run, seat: Seat, number: int, answer: Any) -> tuple[Choice, ...] | Refused:
        result = honest(self, seat, number, answer)
        is_lax = isinstance(result, Refused) and result.refusal is Refusal.OUT_OF_RANGE
        return (self.open[seat].ask.options[0],) if is_lax else result

    monkeypatch.setattr(Run, "read", read)
    with pytest.raises(AssertionError):
        check_refusals(subject, Random(seed), subject.game.seats[0])
