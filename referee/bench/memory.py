"""Memory that a live match uses when it is half over."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bench.comparison import QUICK, Effort
from referee.bench.parts import Figures
from referee.bench.recording import record_match
from referee.bench.seated_matches import open_seated_match, play_moves
from referee.games import GAMES
from referee.log.sqlite import SqliteStore
from referee.server.matches import Matches


def measure(effort: Effort) -> Figures:
    """Play matches half-way and measure the memory that Python has allocated; the log itself is on disk."""
    return asyncio.run(_weigh(20 if effort is QUICK else 60))


async def _weigh(count: int) -> Figures:
    heaviest = 0.0
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        matches = Matches(store)
        for name in GAMES:
            recording = record_match(name, "memory")
            half = recording.moves[: len(recording.moves) // 2]
            await play_moves(matches, await open_seated_match(matches, name, recording.seed), half)
            gc.collect()
            tracemalloc.start()
            for _ in range(count):
                await play_moves(matches, await open_seated_match(matches, name, recording.seed), half)
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            heaviest = max(heaviest, held / count / 1024)
        await matches.close()
        store.close()
    return {"memory.kib_per_match": heaviest}
