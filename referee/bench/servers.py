"""Servers for the benchmark, each in its own process: the referee, and a relay that decides and stores nothing."""

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
from referee.wire.grpc_server import channel_options, run_server, serving
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api

PLAY = "/referee.api.v1.Referee/Play"
SUBMIT = "/referee.api.v1.Referee/Submit"


@contextmanager
def in_own_process(target: Callable[..., None], *arguments: Any) -> Iterator[str]:
    """Run a server in its own process and yield its address. It stops when our end of the pipe is closed."""
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

    def service(self, call: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[Any, Any] | None:
        if call.method == PLAY:
            return grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.unary_unary_rpc_method_handler(self._echo) if call.method == SUBMIT else None

    async def _echo(self, request: bytes, context: Any) -> bytes:
        return b"\x0a\x00"  # as long as an accepted reply

    async def _play(self, requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
        first = api.PlayRequest.FromString(await anext(requests)).attach[0]
        number, seat = first.match_id.rpartition("/")[2], int(first.token)
        match = self._matches.setdefault(first.match_id, _RelayMatch(self._recordings[int(number)]))
        mailbox: asyncio.Queue[bytes] = asyncio.Queue()
        match.sit(seat, mailbox)
        reader = asyncio.create_task(self._read(requests, match))
        try:
            while True:
                yield await mailbox.get()
        finally:
            reader.cancel()

    async def _read(self, requests: AsyncIterator[bytes], match: _RelayMatch) -> None:
        async for _ in requests:
            match.move()


class _RelayMatch:
    """A recorded match, sent to its seats move by move."""

    def __init__(self, recording: Recording) -> None:
        self._moves = iter(recording.moves)
        self._opening = recording.opening
        self._mailboxes: dict[int, asyncio.Queue[bytes]] = {}

    def sit(self, seat: int, mailbox: asyncio.Queue[bytes]) -> None:
        self._mailboxes[seat] = mailbox
        if len(self._mailboxes) == len(self._opening):
            self._send(self._opening)

    def move(self) -> None:
        following = next(self._moves, None)
        if following is not None:
            self._send(following.messages)

    def _send(self, messages: dict[int, bytes]) -> None:
        for seat, message in messages.items():
            self._mailboxes[seat].put_nowait(message)
