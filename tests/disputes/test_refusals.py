"""Why an answer is refused: what the referee replied then, with the rule cited."""

from __future__ import annotations

from random import Random

import pytest

from referee.disputes.explain.explanations import NoSuchQuestion, RefusalExplained, explain_refusal
from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.match.charters import settle
from tests.contracts.playing import random_answer
from tests.disputes.matches import Record, begun, played

OF_ANSWERS = {
    Refusal.MALFORMED,
    Refusal.OUT_OF_RANGE,
    Refusal.NOT_OFFERED,
    Refusal.CHOSEN_TWICE,
    Refusal.TOO_FEW,
    Refusal.TOO_MANY,
    Refusal.LIMIT_BROKEN,
}
"""The refusals of an answer to an open question."""


def check(told: RefusalExplained, expected: Refused, record: Record) -> None:
    """Check that the refusal is the one the match gave, cited as the book has it."""
    assert not told.is_allowed
    assert (told.refusal, told.obstacle) == (expected.refusal, expected.obstacle)
    assert told.why
    assert (told.rule.rule if told.rule else "") == expected.rule
    rules = game_named(record.charter.game).rulebook.rules
    for citation in [*told.path, *([told.rule] if told.rule else [])]:
        assert citation.statement == rules[citation.rule].statement


@pytest.mark.parametrize("game", GAMES)
def test_explained_refusal_is_the_one_the_match_gave(game: str, seed: str) -> None:
    """Any wrong answer to any open question, compared with a match that is played alongside."""
    rng, obstacles = Random(seed), 0
    for length in range(4, 64, 6):
        record, match = begun(game, f"{seed} {length}", length)
        kinds = settle(record.charter).game.choices
        for _ in range(12):
            seat = rng.choice(sorted(match.questions))
            question = match.questions[seat]
            answer = rng.choice([None, *[random_answer(kinds, question.ask, rng) for _ in range(9)]])
            result = match.check(seat, question.number, answer)
            told = explain_refusal(record.charter, record.entries, seat, question.number, answer)
            assert told.name == question.ask.name
            assert [citation.rule for citation in told.path] == question.path.split("/")
            if isinstance(result, Refused):
                check(told, result, record)
                obstacles += bool(result.obstacle)
            else:
                assert told.is_allowed
                assert len(told.choices) == len(result)
    assert obstacles


def wrong_answers(record: Record) -> dict[Refusal, RefusalExplained]:
    """Go through a record and answer each question wrongly in every way that its options allow."""
    found: dict[Refusal, RefusalExplained] = {}
    for entry in record.entries[1:]:
        answers: list[Answer | None] = [None, (), (0,), (99,), (0, 0), tuple(range(12)), (0, 1)]
        answers += [entry.answer * 2, tuple(record.entries[1].answer)]
        for answer in answers:
            told = explain_refusal(record.charter, record.entries, entry.seat, entry.question, answer)
            if not told.is_allowed:
                found.setdefault(Refusal(told.refusal), told)
        if found.keys() >= OF_ANSWERS:
            break
    return found


def test_every_refusal_of_an_answer_can_be_explained() -> None:
    found = wrong_answers(played("abyss", "refusals", seats=2))
    assert found.keys() >= OF_ANSWERS
    for refusal, told in found.items():
        assert (told.rule is None) == (refusal is Refusal.MALFORMED), refusal


def test_refusal_after_an_entry_is_told_as_it_was_then() -> None:
    """A closed question, one that was never asked, and a match that is over: no rule of the game forbids."""
    record = played("abyss", "too late", seats=2)
    first = record.entries[1]
    other = 1 - first.seat
    for seat, question, after, refusal in [
        (first.seat, first.question, 2, Refusal.STALE_QUESTION),
        (other, 500, 1, Refusal.NOT_ASKED),
        (0, 1, len(record.entries), Refusal.MATCH_OVER),
    ]:
        told = explain_refusal(record.charter, record.entries, seat, question, (0,), after=after)
        assert (told.refusal, told.rule, told.after) == (refusal, None, after)
        assert told.why == refusal.meaning


@pytest.mark.parametrize(
    ("seat", "question", "after", "said"),
    [
        (7, 1, None, "seats 0 to 1"),
        (-1, 1, None, "seats 0 to 1"),
        (0, 0, None, "never asked its question 0"),
        (0, 9999, None, "never asked its question 9999"),
        (0, 1, 0, "no entry 0"),
        (0, 1, 9999, "no entry 9999"),
    ],
)
def test_question_that_was_never_put_is_no_question(
    seat: int, question: int, after: int | None, said: str
) -> None:
    record = played("abyss", "no such question", seats=2)
    with pytest.raises(NoSuchQuestion, match=said):
        explain_refusal(record.charter, record.entries, seat, question, (0,), after=after)
