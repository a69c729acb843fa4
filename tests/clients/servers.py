"""A referee to talk to: in this process, in a separate one, and behind a connection that keeps breaking."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.replay.format import Replay
from referee.replay.reading import read_replay
from referee.wire.grpc_server import serving
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Seat, aio
from referee_client.bots.random import RandomBot


@asynccontextmanager
async def connected() -> AsyncIterator[aio.Client]:
    """Yield a client of a referee in this process."""
    async with (
        serving(MemoryStore(), grace=0, extra_services=(DISPUTES,)) as server,
        aio.connect(server.address) as referee,
    ):
        yield referee


class Notebook(RandomBot):
    """A random player that notes everything it received and was asked, for comparison with another's notes."""

    def __init__(self, seed: str, *, wants_view: bool = False) -> None:
        super().__init__(seed)
        self.wants_view = wants_view
        self.seats: list[int] = []
        self.facts: list[bytes] = []
        self.asked: list[int] = []
        self.outcome: api.Outcome | None = None

    def seated(self, match: api.Match, seat: int) -> None:
        self.seats.append(seat)

    def told(self, facts: Sequence[Any]) -> None:
        self.facts += [fact.SerializeToString(deterministic=True) for fact in facts]

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        assert (view is not None) == self.wants_view
        self.asked.append(question.number)
        return super().decide(view, question)

    def ended(self, outcome: api.Outcome) -> None:
        assert self.outcome is None
        self.outcome = outcome

    @property
    def notes(self) -> tuple[Any, ...]:
        """Return everything recorded, in a form that can be compared."""
        return self.seats, self.facts, self.asked, self.outcome


async def seat_all(referee: aio.Client, bots: Sequence[Bot], seed: str, **options: Any) -> dict[Seat, Bot]:
    """Create a match of Abyss and take a seat for each bot."""
    match = (await referee.create_match("abyss", len(bots), seed=seed, **options)).match.id
    return {await referee.join_seat(match): bot for bot in bots}


class Breaking:
    """A connection to a referee that breaks after a random number of bytes, over and over."""

    def __init__(self, port: int, seed: str, *, most_bytes: int, grows: int = 400) -> None:
        self._port = port
        self._random = random.Random(seed)
        self._most_bytes = most_bytes
        self._grows = grows
        self._open_ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = ""
        self.breaks = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Breaking]:
        """Listen until the end of the block."""
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            for end in self._open_ends:
                end.transport.abort()
            await asyncio.gather(*self._tasks)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        ends = {writer}
        try:
            from_referee, to_referee = await asyncio.open_connection("127.0.0.1", self._port)
            ends.add(to_referee)
            self._open_ends |= ends
            # A little more after each break, so that every match reaches its end.
            budget = [self._random.randint(2000, self._most_bytes) + self._grows * self.breaks]
            ways = [self._pass_on(reader, to_referee, budget), self._pass_on(from_referee, writer, budget)]
            passing = [asyncio.ensure_future(way) for way in ways]
            _, unfinished = await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            for way in unfinished:
                way.cancel()
            self.breaks += budget[0] <= 0
        except OSError:
            pass
        finally:
            for end in ends:
                end.transport.abort()
            self._open_ends -= ends
            self._tasks.discard(task)

    @staticmethod
    async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: list[int]) -> None:
        with suppress(OSError):
            while budget[0] > 0 and (data := await reader.read(4096)):
                # The rest of the budget still arrives: a connection may break in the middle of a message.
                writer.write(data[: max(0, budget[0])])
                budget[0] -= len(data)
                await writer.drain()


@contextmanager
def referee_process(
    folder: Path, port: int = 0, *settings: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `referee serve` in a separate process; yield the process and the address."""
    command = [sys.executable, "-m", "referee", "serve", "--port", str(port), "--data-dir", str(folder)]
    with subprocess.Popen([*command, "--log", "off", *settings], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line.startswith("listening on "), line
            yield server, line.removeprefix("listening on ").strip()
        finally:
            if server.poll() is None:
                server.send_signal(signal.SIGTERM)


def unsalted(data: bytes) -> Replay:
    """Read a replay, and leave out its salt, which differs from match to match, and the head, which depends on it."""
    replay = read_replay(data)
    assert replay.charter.salt is not msgspec.UNSET
    charter = msgspec.structs.replace(replay.charter, salt=msgspec.UNSET)
    return msgspec.structs.replace(replay, charter=charter, head="")
