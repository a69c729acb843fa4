"""Events whose entrants dial in, from the first connection to the standings."""

from __future__ import annotations

import asyncio
from pathlib import Path

from referee_client import aio
from referee_client.bots import bot
from tests.arena.dial_in.running import Steady, arena_running, dial_in_text, token_of


async def test_entrants_play_an_event_to_its_end(tmp_path: Path) -> None:
    text = dial_in_text(2, local=['bot = "random"'], seats=3)
    async with (
        arena_running(tmp_path, text) as running,
        aio.connect(running.address) as first,
        aio.connect(running.address) as second,
    ):
        _, lines, others = await asyncio.gather(
            running.play(),
            first.enter(token_of(0), Steady),
            second.enter(token_of(1), lambda: bot("random", "abyss", "1")),
        )
    assert lines == others
    assert sorted([line.name for line in lines]) == ["D0", "D1", "L0"]
    state = running.event.log.state
    assert [line.played for line in lines] == [3, 3, 3]
    assert state.finished
    assert state.entropy is not None
    assert [bool(part) for part in state.entropy] == [True, True, False]
    assert all([each.recorded is not None and not each.failures for each in state.matches.values()])
