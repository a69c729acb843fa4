"""The server: its port, its certificate, health, reflection, an orderly shutdown, and a log without secrets."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2

from referee.disputes.cases.dispute_service import DISPUTES
from referee.games.abyss.cards import Card, Location, Lord
from referee.log.memory import MemoryStore
from referee.server.quotas import Quotas, QuotaSettings, Rate
from referee.wire.grpc_server import CannotListen, Tls, channel_options, serving
from referee.wire.service import NAME
from referee.wire.statuses import SHUTTING_DOWN
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api
from referee_api.v1 import referee_pb2_grpc as rpc
from tests.wire.serving import (
    connected,
    details_of,
    open_table,
    play_by_watch,
    play_on,
    reason_of,
    referee,
    status_of,
)

Code = grpc.StatusCode
HERE = Path(__file__).parent
TLS = Tls(HERE / "data/localhost.pem", HERE / "data/localhost.key")
SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


async def refusal_to_start(host: str = "127.0.0.1", port: int = 0, tls: Tls | None = None) -> str:
    with pytest.raises(CannotListen) as caught:
        async with serving(MemoryStore(), host, port, tls=tls):
            raise AssertionError("it listens")
    return str(caught.value)


# --- the port ---


async def test_port_in_use_is_said_clearly() -> None:
    async with referee() as (server, _, stub):
        found = await refusal_to_start(port=server.port)
        assert found.startswith(f"port in use: another program listens on 127.0.0.1:{server.port}")
        assert "--port" in found
        # The server that is already listening is unharmed.
        assert await stub.ListGames(api.ListGamesRequest())


async def test_control_without_the_option_two_servers_share_a_port() -> None:
    assert ("grpc.so_reuseport", 0) in channel_options(WireLimits())
    servers = [grpc.aio.server(options=[("grpc.so_reuseport", 1)]) for _ in range(2)]
    port = servers[0].add_insecure_port("127.0.0.1:0")
    assert servers[1].add_insecure_port(f"127.0.0.1:{port}") == port
    for server in servers:
        await server.start()
        await server.stop(0)


@pytest.mark.parametrize(
    ("host", "port", "text"),
    [
        ("no.such.host.invalid", 0, "unknown host"),
        ("", 70_000, "there is no port 70000"),
        ("127.0.0.1", 70_000, "there is no port 70000"),
        ("192.0.2.1", 0, "this machine has no address 192.0.2.1"),
    ],
)
async def test_address_that_cannot_be_had(host: str, port: int, text: str) -> None:
    assert text in await refusal_to_start(host, port)


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
async def test_listens_on_ipv6() -> None:

    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    async with serving(MemoryStore(), "::1") as server:
        assert server.address == f"[::1]:{server.port}"
        async with connected(server.address) as (_, stub):
            assert await stub.ListGames(api.ListGamesRequest())


# --- TLS ---


async def test_tls() -> None:
    async with serving(MemoryStore(), tls=TLS) as server:
        credentials = grpc.ssl_channel_credentials(TLS.certificate.read_bytes())
        async with grpc.aio.secure_channel(f"localhost:{server.port}", credentials) as channel:
            stub: Any = rpc.RefereeStub(channel)  # type: ignore[no-untyped-call]
            assert await stub.ListGames(api.ListGamesRequest())
        # A client that does not speak TLS gets no answer.
        async with connected(server.address) as (_, stub):
            assert (await status_of(stub.ListGames(api.ListGamesRequest(), timeout=5)))[0] == Code.UNAVAILABLE


async def test_certificate_that_cannot_be_used(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.pem"
    garbage.write_text("no certificate")
    cases = {
        Tls(tmp_path / "missing.pem", TLS.key): "cannot read",
        Tls(TLS.certificate, tmp_path): "cannot read",
        Tls(garbage, TLS.key): "not a PEM certificate",
        Tls(TLS.certificate, garbage): "not a PEM certificate",
        Tls(TLS.key, TLS.certificate): "not a PEM certificate",
    }
    for tls, text in cases.items():
        assert text in await refusal_to_start(tls=tls)


# --- health and reflection ---


async def test_connections_on_which_nothing_is_said_are_closed() -> None:
    """They take file handles, and kept new clients out for a minute."""
    async with referee(limits=WireLimits(handshake_seconds=0.2)) as (server, _, stub):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        async with asyncio.timeout(10):
            await reader.read()
        writer.close()
        await stub.ListGames(api.ListGamesRequest())


async def test_health_follows_the_server() -> None:
    async with referee() as (server, channel, _):
        stub: Any = health_pb2_grpc.HealthStub(channel)
        for name in ("", NAME):
            found = await stub.Check(health_pb2.HealthCheckRequest(service=name))
            assert found.status == SERVING
        call = stub.Check(health_pb2.HealthCheckRequest(service="unknown"))
        assert (await status_of(call))[0] == Code.NOT_FOUND
        watching = stub.Watch(health_pb2.HealthCheckRequest(service=NAME))
        assert (await watching.read()).status == SERVING
        stopping = asyncio.create_task(server.stop(grace=0.5))
        assert (await watching.read()).status == NOT_SERVING
        await stopping


@pytest.mark.parametrize("service", ["grpc.reflection.v1.ServerReflection", reflection.SERVICE_NAME])
async def test_reflection_shows_everything(service: str) -> None:
    async with referee() as (_, channel, _):
        call: Any = channel.stream_stream(
            f"/{service}/ServerReflectionInfo",
            reflection_pb2.ServerReflectionRequest.SerializeToString,
            reflection_pb2.ServerReflectionResponse.FromString,
        )()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services=""))
        listed = (await call.read()).list_services_response.service
        assert {NAME, DISPUTES.name, "grpc.health.v1.Health", service} <= {each.name for each in listed}
        await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol=service))
        (own,) = (await call.read()).file_descriptor_response.file_descriptor_proto
        assert (
            FileDescriptorProto.FromString(own)
            .service[0]
            .method[0]
            .input_type.startswith(f".{service.rpartition('.')[0]}.")
        )
        await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol=NAME))
        files = (await call.read()).file_descriptor_response.file_descriptor_proto
        found = [FileDescriptorProto.FromString(file) for file in files]
        assert {"referee/api/v1/referee.proto", "referee/api/abyss/v1/abyss.proto"} <= {
            file.name for file in found
        }
        await call.done_writing()


REFLECTION = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"


async def test_health_and_reflection_refuse_malformed_requests_as_every_call_does() -> None:
    """The servicers of grpcio would send the text of the exception."""
    async with referee() as (_, channel, _):
        check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        watch: Any = channel.unary_stream("/grpc.health.v1.Health/Watch")
        reflect: Any = channel.stream_stream(REFLECTION)
        for call in (check(b"\xff"), watch(b"\xff"), reflect(iter([b"\xff"]))):
            assert reason_of(await details_of(call)) == "MALFORMED_REQUEST"


async def test_all_services_are_listed_with_their_health() -> None:
    async with referee() as (_, channel, _):
        stub: Any = health_pb2_grpc.HealthStub(channel)
        messages: Any = health_pb2
        found = await stub.List(messages.HealthListRequest())
        statuses = {name: each.status for name, each in found.statuses.items()}
        assert statuses == dict.fromkeys(("", NAME, DISPUTES.name), SERVING)
        watching = stub.Watch(health_pb2.HealthCheckRequest(service="unknown"))
        assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN


async def test_reflection_counts_every_request() -> None:
    few = QuotaSettings(anonymous=Rate(per_second=0.01, burst=5.0))
    async with (
        serving(MemoryStore(), quotas=Quotas(few), grace=0) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        listing = reflection_pb2.ServerReflectionRequest(list_services="").SerializeToString()
        reflect: Any = channel.stream_stream(REFLECTION)
        status = await details_of(reflect(iter([listing] * 6)))
        assert reason_of(status) == "OVER_QUOTA"


async def test_idle_streams_of_health_and_reflection_do_not_delay_the_end() -> None:
    async with referee() as (server, channel, _):
        reflecting: Any = channel.stream_stream(REFLECTION)()
        await reflecting.write(reflection_pb2.ServerReflectionRequest(list_services="").SerializeToString())
        await reflecting.read()
        watch: Any = channel.unary_stream("/grpc.health.v1.Health/Watch")
        watching = watch(b"")
        await watching.read()
        began = asyncio.get_running_loop().time()
        await server.stop(grace=2)
        assert asyncio.get_running_loop().time() - began < 1.5
        for call in (watching, reflecting):
            assert reason_of(await details_of(call)) == "SHUTTING_DOWN"


# --- shutdown ---


async def test_orderly_end_and_resume_on_the_same_store() -> None:
    store = MemoryStore()
    async with referee(store) as (server, _, stub):
        table = await open_table(stub, spectators=True)
        await play_on(stub, table, 7)
        watching = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
        playing = stub.Play()
        await playing.write(api.PlayRequest(attach=[api.Attach(match_id=table.match, token=table.tokens[1])]))
        seen = list((await watching.read()).frames)
        assert seen
        await playing.read()
        began = time.monotonic()
        await server.stop(grace=20)
        assert time.monotonic() - began < 5
        assert await status_of(watching) == SHUTTING_DOWN[:2]
        assert await status_of(playing) == SHUTTING_DOWN[:2]
        assert (await status_of(stub.ListGames(api.ListGamesRequest(), timeout=5)))[0] == Code.UNAVAILABLE
    async with referee(store) as (_, _, stub):
        feeds = await asyncio.gather(*[play_by_watch(stub, table, seat) for seat in range(2)])
        assert feeds[0][: len(seen)] == seen
        assert feeds[0][-1].HasField("outcome")


async def test_stream_that_comes_during_the_end_is_turned_away() -> None:
    async with referee() as (server, _, stub):
        table = await open_table(stub)
        await server._service.streams.close()
        call = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
        assert await status_of(call) == SHUTTING_DOWN[:2]


SERVE = """
import sys
from referee.log.memory import MemoryStore
from referee.wire.grpc_server import run_server, serve
run_server(serve(MemoryStore(), ready=lambda address: print("listening on", address, flush=True)))
print("ended", flush=True)
"""


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_signal_ends_it_cleanly(name: signal.Signals) -> None:
    command = [sys.executable, "-c", SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        address = next(line for line in lines if line.startswith("listening on")).split()[-1]
        try:
            async with connected(address) as (_, stub):
                table = await open_table(stub)
                watching = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
                await watching.read()
                process.send_signal(name)
                assert await status_of(watching) == SHUTTING_DOWN[:2]
            output, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 0, errors
    assert output.endswith("ended\n")
    assert "Traceback" not in errors


# --- the server's own log ---


async def test_log_holds_no_token_and_no_card() -> None:
    """Whatever happens in a match, the server's log at its normal level reveals nothing of it."""
    with structlog.testing.capture_logs() as noted:
        async with referee() as (_, _, stub):
            table = await open_table(stub, spectators=True)
            await asyncio.gather(*[play_by_watch(stub, table, seat) for seat in range(2)])
            await status_of(stub.Submit(api.SubmitRequest(match_id=table.match, token=table.arbiter)))
            await stub.Submit(api.SubmitRequest(match_id=table.match, token=table.tokens[0], question=4711))
    # The game is public, and one of its Locations has the same name.
    told = str([{**entry, "game": ""} for entry in noted if entry["log_level"] != "debug"])
    hidden = [
        table.arbiter,
        *table.tokens,
        *[face.value for kind in (Card, Lord, Location) for face in kind],
    ]
    assert [secret for secret in hidden if secret != "?" and secret in told] == []
    assert "listening" in told
