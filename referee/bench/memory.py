"""Memory that a live match uses when it is half over: by itself, and in a server with a stream for every seat."""

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
from referee.bench.servers import ServerProcess, in_own_process, serve_referee
from referee.bench.wire import Clients, play_streams
from referee.games import GAMES
from referee.log.sqlite import SqliteStore
from referee.server.matches import Matches


def measure(effort: Effort) -> Figures:
    """Play matches half-way and measure the memory that Python has allocated; the log itself is on disk."""
    figures = asyncio.run(_weigh(20 if effort is QUICK else 60))
    matches = 128 if effort is QUICK else 512
    for name in GAMES:
        with in_own_process(serve_referee) as server:
            figures[f"memory.{name}.streamed_kib_per_match"] = asyncio.run(
                _weigh_streams(server, name, matches)
            )
    return figures


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


async def _weigh_streams(server: ServerProcess, name: str, matches: int) -> float:
    """Return by how much the memory of a server grows for each match that is played with a stream for every seat."""
    recordings = [record_match(name, "memory")]
    async with Clients(server, recordings, is_referee=True, matches=matches) as clients:
        few = await play_streams(clients, 1.0, matches=2)
        many = await play_streams(clients, 1.0, matches=matches)
        return (many.resident_kib - few.resident_kib) / (matches - 2)
