"""The bot in Node in an event, together with a bot in Python and a local one."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from referee_client import aio
from tests.arena.dial_in.running import Steady, arena_running, dial_in_text, token_of
from tests.clients.node import needs_node, run

pytestmark = needs_node

RESULT = re.compile(r"seat \d (won|lost): \w+, winners [\d ]+, scores [\d ]+")
USAGE = "usage: node enter.js ADDRESS --token-file FILE [--referee ADDRESS] [--tls | --ca FILE]\n"


async def test_an_event_of_bots_in_node_in_python_and_local_ones(bot: Path, tmp_path: Path) -> None:
    text = dial_in_text(2, local=['bot = "random"'], seats=3)
    token = tmp_path / "token"
    token.write_text(f"{token_of(0)} D0\n")
    async with arena_running(tmp_path, text) as running, aio.connect(running.address) as client:
        arguments = (running.address, "--token-file", str(token))
        _, node, lines = await asyncio.gather(
            running.play(),
            run(bot.with_name("enter.js"), tmp_path, *arguments),
            client.enter(token_of(1), Steady),
        )
        again = await run(bot.with_name("enter.js"), tmp_path, *arguments)
    assert (node.code, node.complaints) == (0, "")
    assert len(RESULT.findall(node.out)) == 3
    standings = "".join([f"{line.rank} {line.name} {line.points}\n" for line in lines])
    assert node.out.endswith(standings)
    assert (again.code, again.out) == (0, standings)
    state = running.event.log.state
    assert [line.faults for line in lines] == [0, 0, 0]
    assert state.entropy is not None
    assert [bool(part) for part in state.entropy] == [True, True, False]
    assert (state.entered[0].name, state.entered[0].version) == ("referee-bot", aio.VERSION)


@pytest.mark.parametrize("case", ["no token", "wrong token", "no file"])
async def test_what_it_says_if_it_cannot_take_part(bot: Path, tmp_path: Path, case: str) -> None:
    (tmp_path / "token").write_text("w" * 40)
    async with arena_running(tmp_path, dial_in_text(2)) as running:
        arguments, complaint = {
            "no token": ([running.address], USAGE),
            "wrong token": (
                [running.address, "--token-file", str(tmp_path / "token")],
                "No event of this arena has an entrant with this token; the organiser can issue a new one.\n",
            ),
            "no file": (
                [running.address, "--token-file", "none"],
                "ENOENT: no such file or directory, open 'none'\n",
            ),
        }[case]
        ran = await run(bot.with_name("enter.js"), tmp_path, *arguments)
    assert (ran.code, ran.out, ran.complaints) == (2, "", complaint)
