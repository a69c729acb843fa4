"""The same seed and intents give the same bytes in every process, whatever its hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.contracts.declarations import Declaration
from tests.contracts.heads import heads
from tests.tidy.tree import ROOT

SALTS = ("0", "1", "4242")


def heads_in_another_process(game: str, matches: int, salt: str) -> list[str]:
    command = [sys.executable, "-m", "tests.contracts.heads", game, str(matches)]
    environment = {**os.environ, "PYTHONHASHSEED": salt}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


def test_differently_salted_processes_give_the_same_bytes(subject: Declaration) -> None:
    here = heads(subject.game.name, 4)
    assert {salt: heads_in_another_process(subject.game.name, 4, salt) for salt in SALTS} == dict.fromkeys(
        SALTS, here
    )


@pytest.mark.campaign
def test_many_matches_give_the_same_bytes_in_differently_salted_processes(subject: Declaration) -> None:
    here = heads(subject.game.name, 1000)
    for salt in SALTS:
        assert heads_in_another_process(subject.game.name, 1000, salt) == here


def test_a_set_iterated_in_a_rule_is_found() -> None:
    assert len({tuple(heads_in_another_process("set", 4, salt)) for salt in SALTS}) > 1
