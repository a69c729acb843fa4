"""What a player chooses openly is told: nobody has to guess it from who is asked next."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.games.unfathomable.facts.spawning import RoomThreatened
from referee.games.unfathomable.facts.spoken import Declined, OrderChosen, PlayerChosen
from referee.kernel.facts import Fact
from referee.match.match import Match
from tests.contracts.declarations import Declaration, declaration
from tests.contracts.playing import Mood, decided, random_picks, random_terms


def untold(subject: Declaration, seed: str, matches: int, *ignored: type[Fact]) -> Iterator[str]:
    """Find open answers that left no fact, but for those ignored, and after which others were asked; tell the question.

    Answers in a window are sealed, even if only one seat is asked there: that nobody did anything is seen as it closes.
    """
    for number in range(matches):
        rng = Random(f"{seed} {number}")
        match = Match(random_terms(subject, rng), viewers=())
        decided(match.begin(), match)
        policy = Mood(rng) if number % 2 else random_picks
        while match.outcome is None and match.decisions < subject.most_decisions:
            asked, is_open = match.run.waiting_for, match.run._sealed is None
            seat = rng.choice(sorted(match.questions))
            question = match.questions[seat]
            result = decided(match.submit(seat, question.number, policy(question.ask, rng)), match)
            facts = [each for each in result.entry.facts if not isinstance(each.fact, ignored)]
            if is_open and not facts and match.run.waiting_for != asked:
                yield question.ask.name


def test_an_open_answer_after_which_others_are_asked_leaves_a_fact(subject: Declaration, seed: str) -> None:
    assert sorted(untold(subject, seed, 60)) == []


@pytest.mark.campaign
def test_every_open_answer_after_which_others_are_asked_leaves_a_fact(
    subject: Declaration, seed: str
) -> None:
    assert sorted(untold(subject, seed, 10_000)) == []


@pytest.mark.parametrize("ignored", [Declined, PlayerChosen, OrderChosen, RoomThreatened])
def test_control_answers_that_leave_no_fact_are_found(ignored: type[Fact], seed: str) -> None:
    """Each of these facts, were it not recorded, would be missed."""
    assert next(untold(declaration("unfathomable"), seed, 2000, ignored), "")
