"""The dispute in the README runs as written and prints what it says."""

import glob
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.running import inside

ROOT = Path(__file__).parents[2]
COMMAND = "referee "


def example() -> list[tuple[str, list[str]]]:
    """Return the commands of the dispute, each with the lines it should print."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Settle a dispute\n")[2].partition("\n## ")[0]
    section = re.sub(r" \\\n +", " ", section)
    found: list[tuple[str, list[str]]] = []
    for line in section.split("\n"):
        if line.startswith(f"    {COMMAND}"):
            found.append((line.strip(), []))
        elif line.startswith("    "):
            found[-1][1].append(line.strip())
    return found


def test_the_dispute_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "replays", tmp_path / "replays")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_DATA_DIR", raising=False)
    monkeypatch.setenv("COLUMNS", "400")
    commands = example()
    assert [command.split()[1] for command, _ in commands] == [
        *("keys", "export", "why", "dispute", "dispute", "dispute", "verify"),
    ]
    for command, said in commands:
        ran = inside(*shlex.split(command)[1:])
        assert (ran.code, ran.err) == (0, ""), command
        for line in said:
            assert line in ran.out, command


def test_the_tour_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the tour up to `serve`, whose server other tests start."""
    shutil.copytree(ROOT / "replays", tmp_path / "replays")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = text.partition("## Five-minute tour\n")[2].partition("\n## ")[0].partition("    referee serve ")[0]
    commands = [line.partition("#")[0] for line in tour.split("\n") if line.startswith(f"    {COMMAND}")]
    assert [command.split()[1] for command in commands] == ["play", "verify", "replay", "why", "rules"]
    for command in commands:
        words = [
            word
            for part in shlex.split(command)[1:]
            for word in (sorted(glob.glob(part)) if "*" in part else [part])
        ]
        ran = inside(*words)
        assert (ran.code, ran.err) == (0, ""), command


def test_the_readme_is_short_and_narrow() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 150
    assert [line for line in lines if len(line) > 100] == []
