"""An event whose server and arena are killed (-9) ends as one that was never interrupted."""

from __future__ import annotations

import asyncio
import random
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.arena.event_record import EventRecord, read_event
from referee.cli.data_dir import make_data_dir
from referee_api.v1 import referee_pb2 as api
from referee_client import aio
from tests.arena.dial_in.running import Steady, arena_running, dial_in_text, open_with_tokens, token_of

PATIENCE = 300.0

Outcome = tuple[Any, ...]


def outcome_of(record: EventRecord) -> Outcome:
    """Return the schedule and the results, without what depends on the salt of the matches."""
    state = record.state
    results = {match.id: (match.seating, result) for match, result in state.results()}
    assert len(results) == len(state.matches)
    faults = [each.recorded.faults for each in state.matches.values() if each.recorded]
    assert not any(faults), faults
    return state.rounds, results


class Progress:
    """Counts the answers of all bots, and lets somebody wait for more of them."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = asyncio.Event()

    def note(self) -> None:
        self.count += 1
        self._changed.set()

    async def reach(self, count: int) -> None:
        while self.count < count:
            self._changed.clear()
            await self._changed.wait()

    def bot(self) -> Steady:
        """Return a bot whose answers are counted."""
        progress = self

        class Counted(Steady):
            def decide(self, view: Any, question: api.Question) -> Sequence[int]:
                progress.note()
                return super().decide(view, question)

        return Counted()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Program:
    """A command of ours in a process that may be killed and started again."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self.process: Process

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "referee", *self._arguments, stdout=DEVNULL, stderr=DEVNULL
        )

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


async def killed_event(folder: Path, text: str, entrants: int, kills: int, seed: str) -> Outcome:
    """Play an event in processes that are killed at random moments; return its schedule and results."""
    luck, progress = random.Random(seed), Progress()
    file, data = folder / "cup.toml", folder / "arena"
    file.write_text(text)
    server_port, arena_port = free_port(), free_port()
    database = data / "events" / "cup" / "referee.db"
    make_data_dir(data)
    make_data_dir(database.parent)
    open_with_tokens(database, text).close()
    server = Program(
        "serve", "--port", str(server_port), "--data-dir", str(folder / "server"), "--log", "off"
    )
    arena = Program(
        *("event", "start", str(file), "--data-dir", str(data), "--server", f"127.0.0.1:{server_port}"),
        *("--listen", str(arena_port), "--quiet"),
    )
    address = f"127.0.0.1:{arena_port}"
    clients = [aio.Client(address, patience=PATIENCE) for _ in range(entrants)]
    try:
        await server.start()
        await arena.start()
        entered = [
            asyncio.create_task(client.enter(token_of(number), progress.bot, entropy=False))
            for number, client in enumerate(clients)
        ]
        ended = asyncio.gather(*entered)
        killing = asyncio.create_task(kill_at_random(luck, progress, [server, arena], kills))
        await asyncio.wait((ended, killing), return_when=asyncio.FIRST_COMPLETED)
        assert killing.done(), "the event ended before all kills; give it more matches"
        killing.result()
        lines = await ended
        assert all([each == lines[0] for each in lines])
        assert await arena.process.wait() == 0
    finally:
        for client in clients:
            await client.close()
        await arena.kill()
        await server.kill()
    record = read_event(database)
    try:
        return outcome_of(record)
    finally:
        record.close()


async def kill_at_random(
    luck: random.Random, progress: Progress, programs: Sequence[Program], kills: int
) -> None:
    """Kill one of the programs after a random number of answers, and start it again, as often as wanted."""
    for number in range(kills):
        await progress.reach(progress.count + luck.randint(1, 60))
        program = programs[number % 2] if number < 2 else luck.choice(programs)
        await program.kill()
        await program.start()


async def quiet_event(folder: Path, text: str, entrants: int) -> Outcome:
    """Play the same event in this process, without interruption."""
    folder.mkdir()
    async with arena_running(folder, text) as running:
        clients = [aio.Client(running.address) for _ in range(entrants)]
        try:
            await asyncio.gather(
                running.event.play(),
                *[client.enter(token_of(each), Steady, entropy=False) for each, client in enumerate(clients)],
            )
        finally:
            for client in clients:
                await client.close()
        return outcome_of(running.event.log)


async def test_server_and_arena_are_killed(tmp_path: Path, seed: str) -> None:
    text = dial_in_text(4, more="rounds = 2\nseconds_per_answer = 600\n", times="seconds_away = 600")
    expected = await quiet_event(tmp_path / "quiet", text, 4)
    assert await killed_event(tmp_path, text, 4, 2, seed) == expected


@pytest.mark.campaign
@pytest.mark.parametrize("game", ["abyss", "unfathomable", "among_cultists"])
async def test_a_large_event_is_killed_fifty_times(tmp_path: Path, seed: str, game: str) -> None:
    more = "rounds = 2\nseconds_per_answer = 3600\n"
    text = dial_in_text(24, seats=4, more=more, times="seconds_away = 3600", game=game)
    expected = await quiet_event(tmp_path / "quiet", text, 24)
    assert await killed_event(tmp_path, text, 24, 50, seed) == expected
