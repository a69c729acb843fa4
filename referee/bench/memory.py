"""What a live match keeps in memory, half-way through."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bench.in_process import play_moves, seat_all
from referee.bench.measure import QUICK, Effort
from referee.bench.parts import Figures
from referee.bench.recording import record
from referee.games import GAMES
from referee.log.sqlite import SqliteStore
from referee.server.matches import Matches


def measure(effort: Effort) -> Figures:
    """Play matches half-way in this process, and measure what Python holds; the log itself is on disk."""
    return asyncio.run(_weigh(20 if effort is QUICK else 60))


async def _weigh(count: int) -> Figures:
    heaviest = 0.0
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        matches = Matches(store)
        for name in GAMES:
            recording = record(name, "memory")
            half = recording.moves[: len(recording.moves) // 2]
            await play_moves(matches, await seat_all(matches, name, recording.seed), half)
            gc.collect()
            tracemalloc.start()
            for _ in range(count):
                await play_moves(matches, await seat_all(matches, name, recording.seed), half)
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            heaviest = max(heaviest, held / count / 1024)
        await matches.close()
        store.close()
    return {"memory.kib_per_match": heaviest}
