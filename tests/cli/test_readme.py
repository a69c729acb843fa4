"""The dispute in the README runs as written and prints what it says."""

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
