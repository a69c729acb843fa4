"""What a live match keeps in memory, half-way through."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bench.desks import play_moves, seat_all
from referee.bench.measure import QUICK, Effort
from referee.bench.parts import Figures
from referee.bench.recording import record
from referee.games import GAMES
from referee.log.sqlite import SqliteStore
from referee.server.desk import Desk


def measure(effort: Effort) -> Figures:
    """Open matches at a desk, play them half-way, and weigh what Python holds; the log itself is on the disk."""
    return asyncio.run(_weigh(20 if effort is QUICK else 60))


async def _weigh(matches: int) -> Figures:
    heaviest = 0.0
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        store = SqliteStore(Path(folder) / "referee.db")
        desk = Desk(store)
        for name in GAMES:
            recording = record(name, "memory")
            half = recording.moves[: len(recording.moves) // 2]
            await play_moves(desk, await seat_all(desk, name, recording.seed), half)
            gc.collect()
            tracemalloc.start()
            for _ in range(matches):
                await play_moves(desk, await seat_all(desk, name, recording.seed), half)
            gc.collect()
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            heaviest = max(heaviest, held / matches / 1024)
        await desk.close()
        store.close()
    return {"memory.kib_per_match": heaviest}
