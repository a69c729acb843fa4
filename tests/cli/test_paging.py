"""Long output on a terminal goes through a pager; everything else is printed as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import inside, on_terminal

REPLAY = str(Path(__file__).parents[2] / "replays" / "abyss" / "2-seats.replay")


@pytest.fixture
def pager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pager that keeps what it is given."""
    kept = tmp_path / "kept"
    monkeypatch.setenv("REFEREE_PAGER", f"tee {kept}")
    return kept


@pytest.mark.parametrize(
    "arguments",
    [("replay", REPLAY), ("rules", "abyss"), ("why", REPLAY, "20")],
    ids=["replay", "rules", "why"],
)
def test_long_output_is_paged(arguments: tuple[str, ...], pager: Path) -> None:
    lines = on_terminal(*arguments, width=80, height=12)
    assert len(lines) > 12
    assert len(pager.read_text().splitlines()) == len(lines) - 1


def test_short_output_is_printed(pager: Path) -> None:
    assert "explore.offer" in "".join(on_terminal("rules", "abyss", "explore.offer", width=80, height=60))
    assert not pager.exists()


@pytest.mark.parametrize("command", ["no-such-pager", "'", "cat", ""])
def test_without_a_pager_everything_is_printed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_PAGER", command)
    assert len(on_terminal("rules", "abyss", width=80, height=12)) > 100


def test_a_pipe_is_not_paged(pager: Path) -> None:
    assert len(inside("rules", "abyss").out.splitlines()) > 100
    assert not pager.exists()
