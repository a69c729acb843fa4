"""Negative controls: every planted leak is caught by comparing worlds."""

import pytest

from tests.contracts.declarations import declaration
from tests.contracts.interference import compare_worlds
from tests.contracts.leaks import LEAKS, Leak
from tests.contracts.worlds import Interference


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.name for leak in LEAKS])
def test_planted_leak_is_caught(leak: Leak, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.plant(monkeypatch)
    with pytest.raises(Interference):
        compare_worlds(declaration(leak.game), seed, 500, labels=leak.labels, needs=leak.needs)


def test_there_are_enough_planted_leaks() -> None:
    assert len(LEAKS) >= 12
    assert {leak.game for leak in LEAKS} == {"abyss", "parlour"}
