"""The test that ends a duel keeps its error rates."""

from __future__ import annotations

import numpy as np
import pytest

from referee.arena.event_file import DuelTest
from referee.arena.sequential import FEWEST_BLOCKS, expected_score, run_test

TEST = DuelTest(elo0=0.0, elo1=60.0, alpha=0.05, beta=0.05)


def decided(elo: float, random: np.random.Generator, blocks: int = 1500) -> str:
    """Return the decision for blocks of four matches whose scores share the luck of their deal."""
    mean, scores = expected_score(elo), []
    for number in range(1, blocks + 1):
        deal = random.normal(0, 0.2)
        chance = min(1.0, max(0.0, (1 + mean + deal) / 2))
        scores.append(float(np.mean(2 * (random.random(4) < chance) - 1)))
        if number >= FEWEST_BLOCKS and number % 4 == 0:
            test = run_test(scores, TEST)
            if test.decision != "undecided":
                return test.decision
    return "undecided"


def errors(elo: float, wrong: str, simulations: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    return sum([decided(elo, random) == wrong for _ in range(simulations)]) / simulations


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "A is stronger"), (60.0, "A is not stronger")])
def test_error_rates_in_a_short_simulation(elo: float, wrong: str) -> None:
    assert errors(elo, wrong, 60, 1) <= 0.15


@pytest.mark.campaign
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "A is stronger"), (60.0, "A is not stronger")])
def test_error_rates(elo: float, wrong: str) -> None:
    """Five per cent, and three standard deviations of 1,000 simulations."""
    found = errors(elo, wrong, 1000, 2)
    print(f"{wrong} at {elo:g}: {found:.3f}")  # noqa: T201
    assert found <= 0.05 + 3 * (0.05 * 0.95 / 1000) ** 0.5


def test_nothing_is_decided_before_the_variance_is_known() -> None:
    assert run_test([1.0] * (FEWEST_BLOCKS - 1), TEST).decision == "undecided"
    assert run_test([1.0] * FEWEST_BLOCKS, TEST).decision == "A is stronger"
    assert run_test([-1.0] * FEWEST_BLOCKS, TEST).decision == "A is not stronger"
    assert run_test([], TEST).decision == "undecided"
