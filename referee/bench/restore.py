"""Rebuilding matches from the log by running them again, and being ready again with thousands of them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from referee.bench.desks import play_moves, seat_all
from referee.bench.measure import QUICK, Effort
from referee.bench.parts import Figures
from referee.bench.recording import Recording, record
from referee.log.chain import GENESIS, link
from referee.log.records import MatchOpened
from referee.log.sqlite import SqliteStore
from referee.match.charters import new_charter
from referee.match.entries import encode
from referee.server.access import Access
from referee.server.desk import Desk

GAME = "abyss"
UNFINISHED = 10_000


def measure(effort: Effort) -> Figures:
    """Leave matches behind, start again, and speak of each of them."""
    return asyncio.run(_measure(20 if effort is QUICK else 100))


async def _measure(matches: int) -> Figures:
    recording = record(GAME, "restore")
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        path = Path(folder) / "referee.db"
        seats = await _leave_behind(path, recording, matches)
        start = perf_counter()
        store = SqliteStore(path)
        desk = Desk(store)
        ready = perf_counter()
        for access in seats:
            await desk.look(access)
        rebuilt = perf_counter()
        await desk.close()
        store.close()
    return {
        "restore.matches_per_s": matches / (rebuilt - ready),
        "restore.start_seconds": ready - start,
    }


async def _leave_behind(path: Path, recording: Recording, matches: int) -> list[Access]:
    """Many matches that wait for their seats, and some that are half-way."""
    store = SqliteStore(path)
    body = encode(new_charter(GAME, 4, seed="waiting"))
    opened = [
        MatchOpened(f"waiting-{number}", 0, GAME, body, link(GENESIS, body)) for number in range(UNFINISHED)
    ]
    store.write(opened)
    desk = Desk(store)
    seats = []
    for _ in range(matches):
        taken = await seat_all(desk, GAME, recording.seed)
        await play_moves(desk, taken, recording.moves[: len(recording.moves) // 2])
        seats.append(taken[0])
    await desk.close()
    store.close()
    return seats
