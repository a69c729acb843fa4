"""Many matches with all seats taken, without gRPC, for the parts of the benchmark that need them."""

from __future__ import annotations

from collections.abc import Sequence

from referee.bench.recording import Move
from referee.games import game
from referee.match.charters import new_charter
from referee.server.access import Access
from referee.server.matches import Matches


async def open_seated_match(matches: Matches, name: str, seed: str) -> list[Access]:
    """Open a match, take all its seats and return the access of each."""
    created = await matches.create(new_charter(name, game(name).seats[-1], seed=seed))
    access = []
    for _ in range(game(name).seats[-1]):
        joined = await matches.join(created.match_id, None, "bench")
        access.append(await matches.authenticate(created.match_id, joined.token))
    return access


async def play_moves(matches: Matches, seats: Sequence[Access], moves: Sequence[Move]) -> None:
    """Submit recorded answers."""
    for move in moves:
        reply = await matches.submit(seats[move.seat], move.question, move.picks)
        if reply.refused is not None:
            raise AssertionError(f"a recorded answer was refused: {reply.refused}")
