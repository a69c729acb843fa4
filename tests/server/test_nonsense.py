"""Refused bytes from a client change nothing: promise S1, in process."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.kernel.refusals import Refused
from referee.match.match import Decided, Match
from referee.match.player import RandomPlayer
from tests.match import toy
from tests.match.played import begun
from tests.match.test_match import fingerprint

CHOICES: list[Any] = [
    toy.PlaceBid(-1),
    toy.PlaceBid(2),
    toy.PlaceBid(2**70),
    toy.Pay(toy.Card.RED_1),
    toy.Pay(toy.Card.HIDDEN),
    toy.Listen(do=True),
]
THINGS: list[Any] = [*CHOICES, *range(-2, 9), 2**31, 2**70, True, None, "1", b"\x00", 1.5, (), [0]]


def nonsense(luck: random.Random) -> tuple[int, int, Any]:
    """Return a seat, a question and an answer, none of which need exist."""
    kind = luck.randrange(5)
    answer: Any
    if kind == 0:
        answer = None
    elif kind == 1:
        answer = [luck.choice(CHOICES) for _ in range(luck.randrange(4))]
    elif kind == 2:
        answer = tuple(luck.randint(-1, 9) for _ in range(luck.choice([0, 1, 2, 3, 500])))
    else:
        answer = [luck.choice(THINGS) for _ in range(luck.randrange(4))]
    return luck.randrange(3), luck.choice([0, 1, 2, 3, -1, 2**31, 2**70]), answer


def pelted(luck: random.Random, throws: int, match: Match) -> int:
    """Send nonsense to a match, some of it valid by chance; return the number of refusals."""
    refused = 0
    while refused < throws and match.outcome is None:
        before = fingerprint(match)
        seat, number, answer = nonsense(luck)
        if luck.random() < 0.7 and seat in match.questions:
            number = match.questions[seat].number
        found = match.check(seat, number, answer)
        assert fingerprint(match) == before
        result = match.submit(seat, number, answer)
        assert isinstance(result, Refused) == isinstance(found, Refused)
        if isinstance(result, Refused):
            assert result == found
            assert fingerprint(match) == before
            refused += 1
        if luck.random() < 0.01:
            play_one(match, luck)
    return refused


def play_one(match: Match, luck: random.Random) -> None:
    for seat, question in list(match.questions.items())[:1]:
        picks = RandomPlayer(str(luck.random()))(question)
        assert isinstance(match.submit(seat, question.number, picks), Decided)


def pelt(seed: str, throws: int) -> None:
    luck = random.Random(seed)
    done = 0
    while done < throws:
        done += pelted(luck, throws - done, begun(toy.terms(3, str(luck.random()), rounds="9")))


def test_nonsense_changes_nothing(seed: str) -> None:
    pelt(seed, 2000)


@pytest.mark.campaign
def test_a_million_times_nonsense_changes_nothing(seed: str) -> None:
    pelt(seed, 1_000_000)


def test_a_match_that_changes_first_and_asks_later_is_caught(
    monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """Control: the match changes before it validates."""
    submit = Match.submit

    def hasty(self: Match, seat: int, number: int, answer: Any, by: Any = "seat") -> Decided | Refused:
        result = submit(self, seat, number, answer, by)
        if isinstance(result, Refused):
            self.table.state.number += 1
        return result

    monkeypatch.setattr(Match, "submit", hasty)
    with pytest.raises(AssertionError):
        pelt(seed, 2000)
