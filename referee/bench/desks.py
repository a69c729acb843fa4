"""Matches at a desk without a wire, for the parts of the benchmark that need many."""

from __future__ import annotations

from collections.abc import Sequence

from referee.bench.recording import Move
from referee.games import game
from referee.match.charters import new_charter
from referee.server.access import Access
from referee.server.desk import Desk


async def seat_all(desk: Desk, name: str, seed: str) -> list[Access]:
    """Open a match and take all its seats."""
    created = await desk.create(new_charter(name, game(name).seats[-1], seed=seed))
    access = []
    for _ in range(game(name).seats[-1]):
        joined = await desk.join(created.match, None, "bench")
        access.append(await desk.authenticate(created.match, joined.token))
    return access


async def play_moves(desk: Desk, seats: Sequence[Access], moves: Sequence[Move]) -> None:
    """Give recorded answers."""
    for move in moves:
        reply = await desk.submit(seats[move.seat], move.question, move.picks)
        if reply.refused is not None:
            raise AssertionError(f"a recorded answer was refused: {reply.refused}")
