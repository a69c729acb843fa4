"""Whole matches: with all seat counts, boards, editions, roles and readings they end without a fault."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.kernel.run import Run
from tests.answers import random_picks
from tests.contracts.among_cultists import DECLARATION
from tests.contracts.playing import random_terms


def play_matches(seed: str, count: int) -> Counter[str]:
    """Play random matches to their ends and count these."""
    endings: Counter[str] = Counter()
    for number in range(count):
        rng = Random(f"{seed} {number}")
        terms = random_terms(DECLARATION, rng)
        run = Run(terms.game, terms.setup, terms.seed)
        run.begin()
        while run.outcome is None:
            seat = rng.choice(sorted(run.open))
            ask = run.open[seat].ask
            run.answer(seat, tuple([ask.options[pick] for pick in random_picks(ask, rng)]))
        endings[run.outcome.ending] += 1
        assert run.outcome.winners, f"nobody won: {terms.charter}"
    return endings


def test_random_matches_end(seed: str) -> None:
    assert sum(play_matches(seed, 60).values()) == 60


@pytest.mark.campaign
def test_thousands_of_random_matches_end(seed: str) -> None:
    endings = play_matches(seed, 5000)
    print(endings)  # noqa: T201
    assert {"traitor_voted_out", "cultists_eliminated", "investigators_killed", "time_ran_out"} <= set(
        endings
    )
