"""Golden replays: every game has one for each number of seats, and some have one for each ending as well.

The rules still reproduce every byte of them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.games import game
from referee.kernel.talk import Said
from referee.match.entries import said_in
from referee.replay.reading import read_replay
from referee.replay.verification import verify_replay
from tests.contracts.golden import REPLAYS, Golden, goldens, main
from tests.tidy.tree import ROOT

ON_FILE = sorted(REPLAYS.rglob("*.replay"))


def name_of(path: Path) -> str:
    return path.relative_to(REPLAYS).as_posix()


@pytest.mark.parametrize("golden", list(goldens()), ids=lambda golden: f"{golden.game}-{golden.path.stem}")
def test_every_game_has_its_golden_replays(golden: Golden) -> None:
    assert golden.path.exists(), "write it with: .venv/bin/python -m tests.contracts.golden"
    replay = read_replay(golden.path.read_bytes())
    assert (replay.charter.game, replay.charter.seats) == (golden.game, golden.seats)
    assert replay.outcome is not None
    assert golden.ending in ("", replay.outcome.ending)
    said = {type(statement) for entry in replay.entries if (statement := said_in(entry)) is not None}
    assert said == ({*game(golden.game).statements, Said} if golden.has_talk else set())


@pytest.mark.parametrize("path", ON_FILE, ids=name_of)
def test_the_rules_bring_about_every_byte_of_a_golden_replay(path: Path) -> None:
    verdict = verify_replay(path.read_bytes())
    assert verdict.ok, f"{path.relative_to(ROOT)}: {verdict.first_difference}"


@pytest.mark.parametrize("path", ON_FILE[:1], ids=name_of)
def test_a_changed_byte_of_a_golden_replay_is_found(path: Path, seed: str) -> None:
    rng = Random(seed)
    data = path.read_bytes()
    for _ in range(12):
        place = rng.randrange(len(data))
        changed = bytearray(data)
        changed[place] ^= 1 << rng.randrange(7)
        verdict = verify_replay(bytes(changed))
        assert not verdict.ok, f"byte {place}"
        assert verdict.first_difference is not None


def test_a_game_without_a_golden_replay_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.contracts.golden.REPLAYS", tmp_path)
    monkeypatch.setattr("tests.contracts.golden.ROOT", tmp_path)
    monkeypatch.setattr("tests.contracts.golden.CANDIDATES", 1)
    wanted = [Golden("abyss", 2), Golden("unfathomable", 3), Golden("unfathomable", 3, "ship_sunk")]
    monkeypatch.setattr("tests.contracts.golden.goldens", lambda: wanted)
    assert main([]) == 0
    written = sorted(tmp_path.rglob("*.replay"))
    assert written == sorted([golden.path for golden in wanted])
    assert [verify_replay(path.read_bytes()).ok for path in written] == [True] * len(written)
    written[0].write_bytes(b"kept")
    assert main([]) == 0
    assert written[0].read_bytes() == b"kept"
