"""Whole commands on two cores, compared with one: `referee play` and `referee verify` with `-j`.

The start of a command is included, because its user waits for that too. The ratio means something only if the machine
was idle, so that two processes could use close to two cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from referee.bench.comparison import QUICK, Effort
from referee.bench.parts import Figures

GAME, SEATS = "abyss", 4
READINGS = 3
"""How many times each replay is verified, because that takes less time than playing it."""


class CommandTimes(NamedTuple):
    """How long a command took."""

    seconds: float
    cpu_seconds: float
    """Processor time of all its processes."""


def measure(effort: Effort) -> Figures:
    """Run both commands with one process and with two alternately; nothing if there is only one core."""
    if (os.cpu_count() or 1) < 2:
        return {}
    matches, pairs = (32, 1) if effort is QUICK else (128, 3)
    play = "play", GAME, "--seats", f"{SEATS}", "--matches", f"{matches}", "--quiet"
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        run_command(*play, "--save", folder)
        verify = "verify", "--quiet", *[folder] * READINGS
        return _compare("play", play, matches, pairs) | _compare("verify", verify, READINGS * matches, pairs)


def _compare(name: str, command: tuple[str, ...], matches: int, pairs: int) -> Figures:
    runs = [(run_command(*command, "-j", "1"), run_command(*command, "-j", "2")) for _ in range(pairs)]
    return {
        f"cores.{name}.matches_per_s": matches / median(two.seconds for _, two in runs),
        f"cores.{name}.one_core_per_s": matches / median(one.seconds for one, _ in runs),
        f"cores.{name}.cores_used": median(two.cpu_seconds / two.seconds for _, two in runs),
        f"cores.{name}.ratio": median(one.seconds / two.seconds for one, two in runs),
    }


def run_command(*arguments: str) -> CommandTimes:
    """Run a command of the referee, and return how long it took."""
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, "-m", "referee", *arguments], check=True, stdout=subprocess.DEVNULL)
    seconds, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    return CommandTimes(seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
