"""The server: a port, the services on it, health and reflection beside it, and an orderly end.

    async with serving(store, "127.0.0.1", 0) as server:
        print(server.address)

Shutting down goes from the outside in: health says NOT_SERVING, so that balancers send nobody new; streams are ended
with UNAVAILABLE, so that clients resume elsewhere or later; calls that are being answered get their answer; then the
desk finishes what is being stored.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from referee.log.store import Store
from referee.proof.keys import Keys, LooseKey
from referee.server.desk import Desk
from referee.server.forms import Limits as DeskLimits
from referee.server.receipts import Notary
from referee.wire.calls import Calls
from referee.wire.codec import codec_of
from referee.wire.guard import note_fault
from referee.wire.lines import Lines
from referee.wire.service import NAME, Limits, Service

log = structlog.get_logger("referee.wire")

GRACE_SECONDS = 5.0
_COLLECT_AFTER = (20_000, 20, 50)


class CannotListen(Exception):
    """The port cannot be had, or the certificate cannot be used; the message says what to do."""


class Tls(NamedTuple):
    """The files of a certificate."""

    certificate: Path
    key: Path


class Further(NamedTuple):
    """A service of the layers above, on the same port and the same desk."""

    name: str
    """Its full name, as the protos have it."""
    handlers: Callable[[Desk, Calls, Lines], grpc.GenericRpcHandler]
    """Makes its calls, each with its guard."""


class Server:
    """The services on a port."""

    def __init__(
        self,
        desk: Desk,
        *,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        reflect: bool = True,
        further: Sequence[Further] = (),
    ) -> None:
        self._service = service = Service(desk, limits)
        self._names = (NAME, *[each.name for each in further])
        self._health = health.HealthServicer()
        self._server = grpc.aio.server(options=channel_options(limits))
        more = [each.handlers(desk, service.calls, service.lines) for each in further]
        self._server.add_generic_rpc_handlers((service.handlers(), *more))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if reflect:
            names = (
                *self._names,
                health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
                reflection.SERVICE_NAME,
            )
            reflection.enable_server_reflection(names, self._server)
        self._host = ""
        self.port = 0

    @property
    def address(self) -> str:
        """Where it listens, as clients write it."""
        return _address(self._host, self.port)

    async def start(self, host: str = "127.0.0.1", port: int = 0, tls: Tls | None = None) -> int:
        """Listen, and return the port; 0 picks a free one. Raises `CannotListen`."""
        credentials = None if tls is None else _credentials(tls)
        _try_port(host, port)
        self._host = host
        try:
            if credentials is None:
                self.port = self._server.add_insecure_port(_address(host, port))
            else:
                self.port = self._server.add_secure_port(_address(host, port), credentials)
        except RuntimeError:
            raise CannotListen(
                f"cannot listen on {_address(host, port)}; choose another --host or --port"
            ) from None
        await self._server.start()
        for name in self._names:
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        log.info("listening", address=self.address, tls=tls is not None)
        return self.port

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """End in good order: health first, then the streams, then the calls that are being answered."""
        await self._health.enter_graceful_shutdown()
        log.info("stopping", streams=len(self._service.lines))
        await self._service.lines.close()
        await self._server.stop(grace)
        self._service.calls.close()
        log.info("stopped")


def channel_options(limits: Limits) -> list[tuple[str, int]]:
    """Return the limits as gRPC knows them."""
    return [
        # Otherwise a second server binds the same port, and each gets half of the calls.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", limits.message_bytes),
        ("grpc.max_send_message_length", limits.send_bytes),
        ("grpc.max_metadata_size", limits.metadata_bytes),
        ("grpc.absolute_max_metadata_size", 2 * limits.metadata_bytes),
        ("grpc.max_concurrent_streams", limits.streams_a_connection),
        ("grpc.http2.min_ping_interval_without_data_ms", limits.ping_seconds * 1000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", limits.ping_seconds * 1000),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.keepalive_time_ms", limits.keepalive_seconds * 1000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.max_connection_age_ms", int(limits.connection_seconds * 1000)),
        ("grpc.max_connection_age_grace_ms", int(limits.stream_seconds * 1000)),
        # No compression, for sizes would tell; only the identity is known, so nothing is unpacked either.
        ("grpc.default_compression_algorithm", 0),
        ("grpc.compression_enabled_algorithms_bitset", 1),
    ]


@asynccontextmanager
async def serving(
    store: Store,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    tls: Tls | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    desk_limits: DeskLimits = DeskLimits(),  # noqa: B008 - frozen
    keys: Keys | None = None,
    reflect: bool = True,
    further: Sequence[Further] = (),
    grace: float = GRACE_SECONDS,
) -> AsyncIterator[Server]:
    """Serve the matches of a store, signing with these keys; without any, with one that is gone afterwards.

    The store stays the caller's to close.
    """
    desk = Desk(
        store,
        limits=desk_limits,
        notary=Notary(keys or LooseKey(), lambda game: codec_of(game).leaf),
        report=lambda match, fault: note_fault(fault, match=match),
    )
    try:
        server = Server(desk, limits=limits, reflect=reflect, further=further)
        await server.start(host, port, tls)
        try:
            yield server
        finally:
            await server.stop(grace)
    finally:
        await desk.close()


async def serve(
    store: Store,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    tls: Tls | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    keys: Keys | None = None,
    reflect: bool = True,
    further: Sequence[Further] = (),
    ready: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is told the address when clients may come."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        async with serving(
            store, host, port, tls=tls, limits=limits, keys=keys, reflect=reflect, further=further
        ) as server:
            ready(server.address)
            await stop.wait()
    finally:
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(name)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a server's process: on the fastest event loop there is, and with a collector that looks less often.

    Hardly anything here is garbage in cycles, and what was loaded so far never will be; looking for it after every 700
    objects took a tenth of all time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _try_port(host: str, port: int) -> None:
    """Bind the port once ourselves: gRPC says only that it failed, and not why."""
    if not 0 <= port < 1 << 16:
        raise CannotListen(f"there is no port {port}; ports go from 0 to 65535")
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"there is no host {host!r} here; try --host 127.0.0.1") from None
    family, kind, protocol, _, place = places[0]
    with socket.socket(family, kind, protocol) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            # Two sockets may share a port as long as neither listens.
            probe.listen(1)
        except OSError as problem:
            raise CannotListen(_why_not(host, port, problem)) from None


def _why_not(host: str, port: int, problem: OSError) -> str:
    address = _address(host, port)
    if problem.errno == errno.EADDRINUSE:
        return (
            f"port in use: another program listens on {address}; stop it, or choose another port with --port"
        )
    if problem.errno == errno.EACCES:
        return f"not allowed to listen on {address}; choose a port above 1023 with --port"
    if problem.errno == errno.EADDRNOTAVAIL:
        return f"this machine has no address {host}; try --host 127.0.0.1, or 0.0.0.0 for all"
    return f"cannot listen on {address}: {os.strerror(problem.errno or 0)}"


def _credentials(tls: Tls) -> grpc.ServerCredentials:
    """Read a certificate. OpenSSL looks at it first, since gRPC would only say that it cannot bind."""
    texts = []
    for path in tls:
        try:
            texts.append(path.read_bytes())
        except OSError as problem:
            raise CannotListen(f"cannot read {path}: {problem.strerror}") from None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*tls, password="")
    except (ssl.SSLError, ValueError):
        text = f"{tls.certificate} and {tls.key} are no certificate in PEM with the key it belongs to, unencrypted"
        raise CannotListen(text) from None
    certificate, key = texts
    return grpc.ssl_server_credentials([(key, certificate)])
