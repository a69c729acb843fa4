"""Rebuilding matches from the log by re-running them, and starting with thousands of open matches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from referee.bench.comparison import QUICK, Effort
from referee.bench.parts import Figures
from referee.bench.recording import Recording, record_match
from referee.bench.seated_matches import open_seated_match, play_moves
from referee.log.chain import GENESIS, link
from referee.log.records import MatchOpened
from referee.log.sqlite import SqliteStore
from referee.match.charters import new_charter
from referee.match.entries import encode
from referee.server.access import Access
from referee.server.matches import Matches

GAME = "abyss"
UNFINISHED = 10_000


def measure(effort: Effort) -> Figures:
    """Store unfinished matches, start again, and request a view of each."""
    return asyncio.run(_measure(20 if effort is QUICK else 100))


async def _measure(count: int) -> Figures:
    recording = record_match(GAME, "restore")
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        path = Path(folder) / "referee.db"
        seats = await _leave_behind(path, recording, count)
        start = perf_counter()
        store = SqliteStore(path)
        matches = Matches(store)
        ready = perf_counter()
        for access in seats:
            await matches.view(access)
        rebuilt = perf_counter()
        await matches.close()
        store.close()
    return {
        "restore.matches_per_s": count / (rebuilt - ready),
        "restore.start_seconds": ready - start,
    }


async def _leave_behind(path: Path, recording: Recording, count: int) -> list[Access]:
    """Store many matches that wait for players and some that are half over; return a seat of each of the latter."""
    store = SqliteStore(path)
    body = encode(new_charter(GAME, 4, seed="waiting"))
    opened = [
        MatchOpened(f"waiting-{number}", 0, GAME, body, link(GENESIS, body)) for number in range(UNFINISHED)
    ]
    store.write(opened)
    matches = Matches(store)
    seats = []
    for _ in range(count):
        taken = await open_seated_match(matches, GAME, recording.seed)
        await play_moves(matches, taken, recording.moves[: len(recording.moves) // 2])
        seats.append(taken[0])
    await matches.close()
    store.close()
    return seats
