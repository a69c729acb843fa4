"""Servers for the benchmark, each in its own process: the referee, and a relay that decides and stores nothing.

The relay combines messages as the referee does: news that nobody waits for lingers, to be sent with what follows.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import grpc
import structlog

from referee.bench.recording import Recording
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.sqlite import SqliteStore
from referee.wire.grpc_server import channel_options, run_server, serving
from referee.wire.linger import Linger
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api

PLAY = "/referee.api.v1.Referee/Play"
SUBMIT = "/referee.api.v1.Referee/Submit"
WATCH = "/referee.api.v1.Referee/Watch"


class Usage(NamedTuple):
    """What a server has used so far."""

    cpu_seconds: float
    resident_kib: int
    """Memory it has now."""


class ServerProcess:
    """A server in its own process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.address: str = pipe.recv()

    def usage(self) -> Usage:
        """Ask the server what it has used."""
        self._pipe.send(None)
        found: Usage = self._pipe.recv()
        return found


@contextmanager
def in_own_process(target: Callable[..., None], *arguments: Any) -> Iterator[ServerProcess]:
    """Run a server in its own process. It stops when our end of the pipe is closed."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=target, args=(theirs, *arguments), daemon=True)
    child.start()
    theirs.close()
    try:
        yield ServerProcess(ours)
    finally:
        ours.close()
        child.join(20)
        if child.is_alive():
            child.kill()


def _resident_kib() -> int:
    """Return the memory of this process; where the system does not tell, the most it ever had."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize() // 1024


async def _until_closed(pipe: Connection) -> None:
    """Report the usage of this process whenever it is asked for, until the other end is closed."""
    closed = asyncio.Event()

    def answer() -> None:
        try:
            pipe.recv()
        except EOFError:
            closed.set()
        else:
            pipe.send(Usage(process_time(), _resident_kib()))

    loop = asyncio.get_running_loop()
    loop.add_reader(pipe.fileno(), answer)
    await closed.wait()
    loop.remove_reader(pipe.fileno())
    asyncio.get_running_loop().remove_reader(pipe.fileno())


def serve_referee(pipe: Connection) -> None:
    """Run the referee with a store on disk."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())

    async def serve() -> None:
        with TemporaryDirectory(prefix="referee-bench-") as folder:
            store = SqliteStore(Path(folder) / "referee.db")
            try:
                async with serving(store, grace=0.5, extra_services=(DISPUTES,)) as server:
                    pipe.send(server.address)
                    await _until_closed(pipe)
            finally:
                store.close()

    run_server(serve())


def serve_relay(pipe: Connection, recordings: list[Recording]) -> None:
    """Run the relay: any message about a match makes it send the next recorded move to every seat of that match."""

    async def serve() -> None:
        server = grpc.aio.server(options=channel_options(WireLimits()))
        server.add_generic_rpc_handlers((_Relay(recordings),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        pipe.send(f"127.0.0.1:{port}")
        await _until_closed(pipe)
        await server.stop(0.2)

    run_server(serve())


class _Relay(grpc.GenericRpcHandler):
    """Handles requests as bytes. The first message of a stream names its match and seat, as for the referee."""

    def __init__(self, recordings: list[Recording]) -> None:
        self._recordings = recordings
        self._matches: dict[str, _RelayMatch] = {}
        self._linger = Linger()

    def service(self, call: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        if call.method == PLAY:
            return grpc.stream_stream_rpc_method_handler(self._play)
        if call.method == WATCH:
            return grpc.unary_stream_rpc_method_handler(self._watch)
        return grpc.unary_unary_rpc_method_handler(self._submit) if call.method == SUBMIT else None

    async def _submit(self, request: bytes, context: Any) -> bytes:
        match = self._matches.get(api.SubmitRequest.FromString(request).match_id)
        if match is not None:
            match.move()
        return b"\x0a\x00"  # as long as an accepted reply

    async def _watch(self, request: bytes, context: Any) -> AsyncIterator[bytes]:
        about = api.WatchRequest.FromString(request)
        async for message in self._sit(about.match_id, about.token)[1].messages():
            yield message

    async def _play(self, requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
        first = api.PlayRequest.FromString(await anext(requests)).attach[0]
        match, mailbox = self._sit(first.match_id, first.token)
        reader = asyncio.create_task(self._read(requests, match))
        try:
            async for message in mailbox.messages():
                yield message
        finally:
            reader.cancel()

    def _sit(self, match_id: str, token: str) -> tuple[_RelayMatch, _Mailbox]:
        number, mailbox = int(match_id.rpartition("/")[2]), _Mailbox(self._linger)
        if match_id not in self._matches:
            self._matches[match_id] = _RelayMatch(self._recordings[number % len(self._recordings)])
        self._matches[match_id].sit(int(token), mailbox)
        return self._matches[match_id], mailbox

    async def _read(self, requests: AsyncIterator[bytes], match: _RelayMatch) -> None:
        async for _ in requests:
            match.move()


class _Mailbox:
    """What is to be sent on a stream, combined into one message until it is due."""

    def __init__(self, linger: Linger) -> None:
        self._parts: list[bytes] = []
        self._due = asyncio.Event()
        self._linger = linger

    def put(self, part: bytes, *, is_urgent: bool) -> None:
        """Add a part of a message, to be sent at once or soon."""
        self._parts.append(part)
        if is_urgent:
            self._due.set()
        elif len(self._parts) == 1:
            self._linger.add(self._due.set)

    async def messages(self) -> AsyncIterator[bytes]:
        """Yield messages without end."""
        while True:
            await self._due.wait()
            self._due.clear()
            if self._parts:
                parts, self._parts = self._parts, []
                yield b"".join(parts)


class _RelayMatch:
    """A recorded match, sent to its seats move by move."""

    def __init__(self, recording: Recording) -> None:
        self._moves = iter(recording.moves)
        self._opening = recording.opening
        self._mailboxes: dict[int, _Mailbox] = {}

    def sit(self, seat: int, mailbox: _Mailbox) -> None:
        self._mailboxes[seat] = mailbox
        if len(self._mailboxes) == len(self._opening):
            self._send(self._opening, frozenset(self._opening))

    def move(self) -> None:
        following = next(self._moves, None)
        if following is not None:
            self._send(following.messages, following.urgent)

    def _send(self, messages: dict[int, bytes], urgent: frozenset[int]) -> None:
        for seat, message in messages.items():
            self._mailboxes[seat].put(message, is_urgent=seat in urgent)
