"""Servers for the benchmark, each in a process of its own: the referee, and a relay that decides and stores nothing."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc
import structlog

from referee.bench.recording import Recording
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.sqlite import SqliteStore
from referee.wire.server import channel_options, run, serving
from referee.wire.service import Limits
from referee_api.v1 import referee_pb2 as api

PLAY = "/referee.api.v1.Referee/Play"
SUBMIT = "/referee.api.v1.Referee/Submit"


@contextmanager
def apart(target: Callable[..., None], *arguments: Any) -> Iterator[str]:
    """Run a server in a process of its own and give its address; it ends when its end of the pipe closes."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=target, args=(theirs, *arguments), daemon=True)
    child.start()
    theirs.close()
    try:
        yield ours.recv()
    finally:
        ours.close()
        child.join(20)
        if child.is_alive():
            child.kill()


async def _until_closed(pipe: Connection) -> None:
    closed = asyncio.Event()
    asyncio.get_running_loop().add_reader(pipe.fileno(), closed.set)
    await closed.wait()
    asyncio.get_running_loop().remove_reader(pipe.fileno())


def referee(pipe: Connection) -> None:
    """The referee itself, on a store on disk."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())

    async def serve() -> None:
        with TemporaryDirectory(prefix="referee-bench-") as folder:
            store = SqliteStore(Path(folder) / "referee.db")
            try:
                async with serving(store, grace=0.5, further=(DISPUTES,)) as server:
                    pipe.send(server.address)
                    await _until_closed(pipe)
            finally:
                store.close()

    run(serve())


def relay(pipe: Connection, recordings: list[Recording]) -> None:
    """Passes recorded messages on: whoever speaks, the next move of that match is told to everyone in it."""

    async def serve() -> None:
        server = grpc.aio.server(options=channel_options(Limits()))
        server.add_generic_rpc_handlers((_Relay(recordings),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        pipe.send(f"127.0.0.1:{port}")
        await _until_closed(pipe)
        await server.stop(0.2)

    run(serve())


class _Relay(grpc.GenericRpcHandler):
    """Bytes in, bytes out. A stream names its match and seat in its first message, as the referee's do."""

    def __init__(self, recordings: list[Recording]) -> None:
        self._recordings = recordings
        self._tables: dict[str, _RelayTable] = {}

    def service(self, call: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        if call.method == PLAY:
            return grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.unary_unary_rpc_method_handler(self._echo) if call.method == SUBMIT else None

    async def _echo(self, request: bytes, context: Any) -> bytes:
        return b"\x0a\x00"  # as long as "accepted"

    async def _play(self, requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
        first = api.PlayRequest.FromString(await anext(requests)).attach[0]
        number, seat = first.match.rpartition("/")[2], int(first.token)
        table = self._tables.setdefault(first.match, _RelayTable(self._recordings[int(number)]))
        mailbox: asyncio.Queue[bytes] = asyncio.Queue()
        table.sit(seat, mailbox)
        reader = asyncio.create_task(self._read(requests, table))
        try:
            while True:
                yield await mailbox.get()
        finally:
            reader.cancel()

    async def _read(self, requests: AsyncIterator[bytes], table: _RelayTable) -> None:
        async for _ in requests:
            table.move()


class _RelayTable:
    """One recorded match, told to its seats move by move."""

    def __init__(self, recording: Recording) -> None:
        self._moves = iter(recording.moves)
        self._opening = recording.opening
        self._mailboxes: dict[int, asyncio.Queue[bytes]] = {}

    def sit(self, seat: int, mailbox: asyncio.Queue[bytes]) -> None:
        self._mailboxes[seat] = mailbox
        if len(self._mailboxes) == len(self._opening):
            self._tell(self._opening)

    def move(self) -> None:
        following = next(self._moves, None)
        if following is not None:
            self._tell(following.told)

    def _tell(self, told: dict[int, bytes]) -> None:
        for seat, message in told.items():
            self._mailboxes[seat].put_nowait(message)
