"""Golden bundles: every game has one, with receipts and a whole dispute, and everything in it still fits."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from referee.disputes.evidence.examination import examine
from referee.games import GAMES
from tests.contracts.golden import REPLAYS
from tests.disputes.golden import golden_bundles, text_of, write_bundles
from tests.disputes.recordings import KEYS

ON_FILE = sorted(REPLAYS.rglob("*.bundle"))


def name_of(path: Path) -> str:
    return path.relative_to(REPLAYS).as_posix()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_bundle(game: str) -> None:
    assert list((REPLAYS / game).glob("*.bundle")), (
        "write it with: .venv/bin/python -m tests.contracts.golden"
    )


@pytest.mark.parametrize("path", ON_FILE, ids=name_of)
def test_a_golden_bundle_still_fits(path: Path) -> None:
    found = examine(path.read_bytes(), published=KEYS.published)
    assert found.first_difference is None
    assert found.receipts > 4
    assert found.outcome is not None
    assert [case.state for case in found.audit_state.cases.values()] == ["closed"]


@pytest.mark.parametrize("path", ON_FILE[:1], ids=name_of)
def test_a_changed_byte_of_a_golden_bundle_is_found(path: Path, seed: str) -> None:
    rng, data = Random(seed), path.read_bytes()
    for _ in range(12):
        changed = bytearray(data)
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(7)
        assert not examine(bytes(changed), published=KEYS.published).ok


def test_a_game_without_a_golden_bundle_gets_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same replay gives the same bundle, whenever it is written."""
    (tmp_path / "abyss").mkdir()
    (tmp_path / "abyss" / "a.replay").write_bytes((REPLAYS / "abyss" / "2-seats.replay").read_bytes())
    monkeypatch.setattr("tests.contracts.golden.REPLAYS", tmp_path)
    (written,) = write_bundles(anew=False)
    (bundle,) = golden_bundles()
    assert written == bundle.path
    assert written.read_text() == text_of(bundle)
    assert write_bundles(anew=False) == []
