"""The load that the benchmark puts on a server: a stream that fails must not pass for a slow server."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from referee.bench.recording import Recording
from referee.bench.servers import Usage
from referee.bench.wire import Clients, play_streams
from referee_api.v1 import referee_pb2 as api

SEATS, MATCHES = 4, 16
REPLY = api.PlayResponse(replies=[api.Reply(accepted=api.Accepted())]).SerializeToString()


class FakeProcess:
    """A server in this process."""

    def __init__(self, address: str) -> None:
        self.address = address

    def usage(self) -> Usage:
        return Usage(cpu_seconds=0.0, resident_kib=0)


class Player(grpc.GenericRpcHandler):
    """Replies once on every stream; then it ends the first of them with a status, unless the status is OK."""

    def __init__(self, code: grpc.StatusCode) -> None:
        self._code = code

    def service(self, _: grpc.HandlerCallDetails) -> Any:
        return grpc.stream_stream_rpc_method_handler(self._play)

    async def _play(self, requests: Any, context: Any) -> None:
        code, self._code = self._code, grpc.StatusCode.OK
        async for _ in requests:
            await context.write(REPLY)
            if code is not grpc.StatusCode.OK:
                await context.abort(code, "")


@pytest.mark.parametrize("code", [grpc.StatusCode.OK, grpc.StatusCode.CANCELLED])
async def test_stream_that_fails_fails_the_measurement(code: grpc.StatusCode) -> None:
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((Player(code),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    recording = Recording("abyss", "", dict.fromkeys(range(SEATS), b""), [])
    process: Any = FakeProcess(f"127.0.0.1:{port}")
    try:
        async with Clients(process, [recording]) as clients:
            if code is grpc.StatusCode.OK:
                assert (await play_streams(clients, 0.01, matches=MATCHES)).per_second == 0
            else:
                with pytest.raises(grpc.aio.AioRpcError) as caught:
                    await play_streams(clients, 0.01, matches=MATCHES)
                assert caught.value.code() is code
    finally:
        await server.stop(0)
