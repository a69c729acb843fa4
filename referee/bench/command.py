"""Processor time of `referee --help` and of `referee verify` with one replay, compared with starting Python alone."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures
from referee.bench.rerun import replay_of
from referee.match.charters import new_charter, settle

GAME, SEATS = "unfathomable", 4
"""The game with the most rules to import."""


def measure(effort: Effort) -> Figures:
    """Start each command and an empty program alternately."""
    with TemporaryDirectory(prefix="referee-bench-") as name:
        folder = Path(name)
        replay = folder / "one.replay"
        replay.write_bytes(replay_of(settle(new_charter(GAME, SEATS, seed="command"))))
        empty = _start(folder, "-c", "pass")
        on_help = compare(_start(folder, "-m", "referee", "--help"), empty, effort, _children_seconds)
        verify = _start(folder, "-m", "referee", "verify", f"{replay}")
        on_file = compare(verify, empty, effort, _children_seconds)
    return {
        "command.help_ms": 1000 / on_help.ours,
        "command.python_ms": 1000 / on_help.yardstick,
        "command.ratio": 1 / on_help.ratio,
        "command.file_ms": 1000 / on_file.ours,
        "command.file_ratio": 1 / on_file.ratio,
    }


def _start(folder: Path, *arguments: str) -> Work:
    """Return the work of starting Python, with compiled modules that the first run leaves in the folder."""
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")

    def work() -> int:
        command = [sys.executable, *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        return 1

    return work


def _children_seconds() -> float:
    """Return the processor time of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
