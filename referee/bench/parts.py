"""The parts of the benchmark and their bars."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from referee.bench.comparison import Effort

Figures = dict[str, float]

PARTS = {
    "engine": "decisions in process, compared with random games of python-chess",
    "rerun": "verifying a recorded match, compared with playing it",
    "log": "durable entries in groups, compared with plain sqlite3",
    "wire": "durable intents over Play and Submit, compared with a relay that decides and stores nothing",
    "restore": "rebuilding matches from the log, and starting with thousands of them",
    "memory": "memory of a live match",
    "command": "starting the command line, compared with starting Python",
    "inspector": "pages in a real browser, and a match with fifty viewers",
    "arena": "a tournament, compared with playing as many matches without one",
    "cores": "playing and verifying on two cores, compared with one",
}


class PartFailed(Exception):
    """A part that could not be measured to its end; the text is one line that says why."""

    def __init__(self, reason: str, measured: Figures) -> None:
        super().__init__(reason)
        self.measured = measured
        """What was measured before."""


class Bar(NamedTuple):
    """Lower or upper limit for a figure."""

    at_least: float | None = None
    at_most: float | None = None

    def holds(self, figure: float) -> bool:
        """Return whether a figure meets the bar."""
        if self.at_least is not None and figure < self.at_least:
            return False
        return self.at_most is None or figure <= self.at_most

    def __str__(self) -> str:
        """Return the bar as the table shows it."""
        return f"≥ {self.at_least:g}" if self.at_least is not None else f"≤ {self.at_most:g}"


BARS = {
    "engine.abyss.ratio": Bar(at_least=1.9),
    "engine.unfathomable.ratio": Bar(at_least=1.5),
    "engine.among_cultists.ratio": Bar(at_least=1.5),
    "rerun.abyss.ratio": Bar(at_least=1.0),
    "rerun.unfathomable.ratio": Bar(at_least=1.0),
    "rerun.among_cultists.ratio": Bar(at_least=1.0),
    "wire.ratio": Bar(at_least=0.7),
    "wire.cpu_ratio": Bar(at_least=0.45),
    # 100 microseconds where python-chess makes 31,000 moves a second.
    "wire.own_moves": Bar(at_most=3.1),
    "wire.unary_ratio": Bar(at_least=0.7),
    "wire.watched_unary_cpu_ratio": Bar(at_least=0.7),
    "wire.growth_256": Bar(at_least=0.9),
    "wire.growth_1024": Bar(at_least=0.9),
    "log.ratio": Bar(at_least=0.6),
    "memory.kib_per_match": Bar(at_most=256),
    "restore.start_seconds": Bar(at_most=2),
    "command.ratio": Bar(at_most=8),
    # 0.35 seconds where an empty Python program takes 10 milliseconds.
    "command.file_ratio": Bar(at_most=35),
    # What a person waits for on a machine that does nothing else.
    "inspector.first_picture_ms": Bar(at_most=1000),
    "inspector.step_p95_ms": Bar(at_most=50),
    "inspector.live_p95_ms": Bar(at_most=100),
    "inspector.watched_ratio": Bar(at_most=2),
    "inspector.file_mb": Bar(at_most=2),
    # Five per cent more processor time for a match than without an arena.
    "arena.cpu_ratio": Bar(at_least=0.95),
    "arena.resume_seconds": Bar(at_most=5),
    "cores.play.ratio": Bar(at_least=1.7),
    "cores.verify.ratio": Bar(at_least=1.7),
}


def measure_part(part: str, effort: Effort, game: str) -> Figures:
    """Measure one part. The game applies only to `wire`; the other parts measure every game or none.

    Raises `PartFailed`, because the other parts can still be measured.
    """
    module = import_module(f"referee.bench.{part}")
    try:
        figures: Figures = module.measure(effort, game) if part == "wire" else module.measure(effort)
    except (PartFailed, ModuleNotFoundError):
        raise
    except Exception as error:
        raise PartFailed(" ".join(f"{type(error).__name__}: {error}".split()), {}) from error
    return figures
