"""Promise R2: `kill -9` under load loses nothing that was acknowledged, and the next process continues."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from referee.log.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]


def killed(database: Path, after: int, *extra: str) -> dict[str, int]:
    """Let a process write, and kill it after some acknowledgements; return the last one of each match."""
    acknowledged: dict[str, int] = {}
    command = [sys.executable, "-m", "tests.log.victim", str(database), *extra]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        for number, line in enumerate(victim.stdout):
            if number == after:
                victim.kill()
            if line.endswith("\n"):
                match, seq = line.split()
                acknowledged[match] = int(seq)
    assert victim.returncode == -9
    return acknowledged


def lost(database: Path, acknowledged: dict[str, int]) -> list[str]:
    """Return the matches in which an acknowledged entry is gone. Reading checks every chain on the way."""
    store = SqliteStore(database)
    last = {row.match: len(store.entries(row.match)) - 1 for row in store.matches()}
    store.close()
    return [match for match, seq in acknowledged.items() if last.get(match, -1) < seq]


@pytest.mark.parametrize(
    "kills", [pytest.param(20, id="some"), pytest.param(500, id="many", marks=pytest.mark.campaign)]
)
def test_nothing_acknowledged_is_lost(tmp_path: Path, kills: int, seed: str) -> None:
    chance = random.Random(seed)
    for number in range(kills):
        if number % 20 == 0:
            # A new log now and then, because its creation is a bad moment to be killed as well.
            database, acknowledged = tmp_path / f"log-{number}.db", dict[str, int]()
        acknowledged |= killed(database, chance.randrange(400))
        assert lost(database, acknowledged) == []


def test_acknowledging_before_the_commit_is_caught(tmp_path: Path) -> None:
    assert any(
        lost(database, killed(database, 100 * attempt, "--hasty"))
        for attempt in range(1, 6)
        for database in [tmp_path / f"log-{attempt}.db"]
    )
