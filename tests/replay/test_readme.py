"""The program in replays/README.md does what the page says."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from referee.match.charters import new_charter, settle
from referee.replay.writing import write_replay
from tests.match.played import log_of
from tests.tidy.tree import ROOT

REPLAYS = ROOT / "replays"
PROGRAM = re.search(r"```python\n(.*?)```", (REPLAYS / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def check(path: Path) -> str:
    assert PROGRAM is not None
    command = [sys.executable, "-I", "-S", "-c", PROGRAM[1], str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "path", sorted(REPLAYS.rglob("*.replay")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_it_recomputes_the_hashes_of_every_golden_replay(path: Path) -> None:
    assert check(path) == "the hashes match\n"


def test_it_reads_entropy_rulings_options_and_quoted_names(tmp_path: Path) -> None:
    charter = new_charter("abyss", 3, seed="readme", rulings={"pearls.visibility": "cupped"})
    entries = log_of(settle(charter), "readme", (b"a" * 32, b"", bytes(range(32))))
    path = tmp_path / "match.replay"
    path.write_text(write_replay(entries, names={0: 'Ada "the bold"', 2: "Bob"}), encoding="utf-8")
    assert check(path) == "the hashes match\n"


def test_it_reads_the_salt_of_a_match_on_a_server(tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="readme"), salt="7f" * 32)
    path = tmp_path / "match.replay"
    path.write_text(write_replay(log_of(settle(charter), "readme")), encoding="utf-8")
    assert check(path) == "the hashes match\n"
    path.write_text(path.read_text(encoding="utf-8").replace("salt 7f", "salt 8f"), encoding="utf-8")
    assert check(path) == "the replay was changed\n"


def test_it_finds_a_changed_fact(tmp_path: Path) -> None:
    text = (REPLAYS / "abyss" / "2-seats.replay").read_text(encoding="utf-8")
    path = tmp_path / "match.replay"
    path.write_text(text.replace('"price":1', '"price":2', 1), encoding="utf-8")
    assert check(path) == "the replay was changed\n"
