"""Time of `referee --help`, compared with an empty Python program."""

from __future__ import annotations

import subprocess
import sys

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures


def measure(effort: Effort) -> Figures:
    """Start both alternately."""
    compared = compare(_start("-m", "referee", "--help"), _start("-c", "pass"), effort)
    return {
        "command.help_ms": 1000 / compared.ours,
        "command.python_ms": 1000 / compared.yardstick,
        "command.ratio": 1 / compared.ratio,
    }


def _start(*arguments: str) -> Work:
    def work() -> int:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        return 1

    return work
