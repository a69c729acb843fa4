"""The gRPC server: a port with the services, health and reflection on it, and an orderly shutdown.

    async with serving(store, "127.0.0.1", 0) as server:
        print(server.address)

Shutting down goes from the outside in: health reports NOT_SERVING, so that load balancers send no new clients; streams
end with UNAVAILABLE, so that clients resume elsewhere or later; calls in progress are completed; then all writes are
finished.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import resource
import signal
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grpc
import structlog

from referee.log.store import Store
from referee.proof.keys import MemoryKey, RefereeKeys
from referee.server.access_control import AccessControl
from referee.server.jobs import Jobs
from referee.server.match_events import MatchEvent, log_event
from referee.server.matches import Matches
from referee.server.quotas import Quotas
from referee.server.receipts import ReceiptSigner
from referee.server.settings import SessionLimits
from referee.server.worker_pool import PoolSettings, WorkerPool
from referee.wire import health_service
from referee.wire.callers import Callers
from referee.wire.codec import codec_of
from referee.wire.deadlines import CallDeadlines
from referee.wire.guard import note_fault
from referee.wire.health_service import HealthService
from referee.wire.match_calls import NO_DEFAULTS, OptionDefaults
from referee.wire.open_streams import OpenStreams
from referee.wire.reflection import reflection_handlers
from referee.wire.service import NAME, Service
from referee.wire.wire_limits import WireLimits

if TYPE_CHECKING:
    # Needs a package that a server without metrics need not have.
    from referee.wire.metrics import ServerMetrics

log = structlog.get_logger("referee.wire")

GRACE_SECONDS = 5.0
"""Seconds that calls in progress may take when the server stops."""
_COLLECT_AFTER = (20_000, 20, 50)
"""Thresholds of the garbage collector."""


class CannotListen(Exception):
    """The port or the certificate cannot be used; the message says what to do."""


class Tls(NamedTuple):
    """The files of a certificate, and of the authority that the certificates of clients must come from."""

    certificate: Path
    key: Path
    client_ca: Path | None = None
    """Without it, clients need no certificate."""


class ExtraService(NamedTuple):
    """A service of a higher layer, on the same port and the same matches."""

    name: str
    """Full name of the service in the protos."""
    handlers: Callable[[Matches, CallDeadlines, OpenStreams], grpc.GenericRpcHandler]
    """Returns the calls of the service, each with its guard."""


class Server:
    """The services on a port."""

    def __init__(
        self,
        matches: Matches,
        *,
        limits: WireLimits = WireLimits(),  # noqa: B008 - frozen
        reflect: bool = True,
        extra_services: Sequence[ExtraService] = (),
        metrics: ServerMetrics | None = None,
        default_options: OptionDefaults = NO_DEFAULTS,
    ) -> None:
        names = [each.name for each in extra_services]
        self._service = service = Service(matches, limits, names, default_options)
        self._names = (NAME, *[each.name for each in extra_services])
        callers = Callers(matches)
        self._health = HealthService(self._names, service.streams, callers)
        interceptors = () if metrics is None else (metrics.calls,)
        self._server = grpc.aio.server(interceptors=interceptors, options=channel_options(limits))
        if metrics is not None:
            metrics.attach(service.streams, matches.quotas, matches.jobs)
        more = [each.handlers(matches, service.deadlines, service.streams) for each in extra_services]
        more.append(self._health.handlers(service.deadlines))
        if reflect:
            more += reflection_handlers((*self._names, health_service.NAME), callers, service.streams)
        self._server.add_generic_rpc_handlers((service.handlers(), *more))
        self.address = ""
        """The address clients connect to."""
        self.port = 0

    async def start(
        self, host: str = "127.0.0.1", port: int = 0, tls: Tls | None = None, local_socket: str = ""
    ) -> int:
        """Listen, and return the port; 0 picks a free one. Raises `CannotListen`.

        `local_socket` is the path of a Unix socket for clients on this machine that may open it, without TLS.
        """
        self.address = open_port(self._server, host, port, tls)
        self.port = int(self.address.rpartition(":")[2])
        if local_socket:
            self._server.add_insecure_port(f"unix:{local_socket}")
        await self._server.start()
        self._health.set_serving(True)
        log.info("listening", address=self.address, tls=tls is not None)
        return self.port

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Shut down in order: health first, then the streams, then the calls in progress."""
        self._health.set_serving(False)
        log.info("stopping", streams=len(self._service.streams))
        await self._service.streams.close()
        await self._server.stop(grace)
        self._service.deadlines.close()
        log.info("stopped")


def channel_options(limits: WireLimits) -> list[tuple[str, int]]:
    """Return the limits as options of gRPC."""
    return [
        # Otherwise a second server could bind the same port, and each would get half of the calls.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", limits.message_bytes),
        ("grpc.max_send_message_length", limits.send_bytes),
        ("grpc.max_metadata_size", limits.metadata_bytes),
        ("grpc.absolute_max_metadata_size", 2 * limits.metadata_bytes),
        ("grpc.max_concurrent_streams", limits.streams_per_connection),
        ("grpc.server.max_pending_requests", limits.waiting_calls),
        ("grpc.server.max_pending_requests_hard_limit", limits.waiting_calls),
        ("grpc.server_max_unrequested_time_in_server", int(limits.waiting_seconds)),
        ("grpc.http2.min_ping_interval_without_data_ms", limits.ping_seconds * 1000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", limits.ping_seconds * 1000),
        ("grpc.http2.max_ping_strikes", 2),
        ("grpc.server_handshake_timeout_ms", int(limits.handshake_seconds * 1000)),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.keepalive_time_ms", limits.keepalive_seconds * 1000),
        ("grpc.keepalive_timeout_ms", 20_000),
        ("grpc.max_connection_age_ms", int(limits.connection_seconds * 1000)),
        ("grpc.max_connection_age_grace_ms", int(limits.stream_seconds * 1000)),
        # No compression, because sizes could reveal secrets; compressed requests are not accepted either.
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
    limits: WireLimits = WireLimits(),  # noqa: B008 - frozen
    session_limits: SessionLimits = SessionLimits(),  # noqa: B008 - frozen
    keys: RefereeKeys | None = None,
    access: AccessControl | None = None,
    quotas: Quotas | None = None,
    jobs: Jobs | None = None,
    reflect: bool = True,
    extra_services: Sequence[ExtraService] = (),
    grace: float = GRACE_SECONDS,
    metrics: ServerMetrics | None = None,
    default_options: OptionDefaults = NO_DEFAULTS,
    local_socket: str = "",
) -> AsyncIterator[Server]:
    """Serve the matches of a store, and sign with these keys, or with a temporary one.

    Without `jobs`, matches are run again on the event loop. The caller closes the store.
    """
    matches = Matches(
        store,
        limits=session_limits,
        signer=ReceiptSigner(keys or MemoryKey(), lambda game: codec_of(game).leaf),
        report=lambda match_id, fault: note_fault(fault, match=match_id),
        note=log_event if metrics is None else partial(_log_and_count, metrics),
        on_commit=None if metrics is None else metrics.committed,
        access=access,
        quotas=quotas,
        jobs=jobs,
    )
    try:
        server = Server(
            matches,
            limits=limits,
            reflect=reflect,
            extra_services=extra_services,
            metrics=metrics,
            default_options=default_options,
        )
        await server.start(host, port, tls, local_socket)
        try:
            yield server
        finally:
            await server.stop(grace)
    finally:
        await matches.close()


def _log_and_count(metrics: ServerMetrics, event: MatchEvent) -> None:
    log_event(event)
    metrics.note(event)


async def serve(
    store: Store,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    tls: Tls | None = None,
    limits: WireLimits = WireLimits(),  # noqa: B008 - frozen
    keys: RefereeKeys | None = None,
    access: AccessControl | None = None,
    quotas: Quotas | None = None,
    pool: PoolSettings = PoolSettings(),  # noqa: B008 - frozen
    reflect: bool = True,
    extra_services: Sequence[ExtraService] = (),
    metrics: ServerMetrics | None = None,
    default_options: OptionDefaults = NO_DEFAULTS,
    local_socket: str = "",
    ready: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve until SIGTERM or SIGINT; `ready` is called with the address when clients may connect.

    Matches are run again in other processes.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    try:
        async with serving(
            store,
            host,
            port,
            tls=tls,
            limits=limits,
            keys=keys,
            access=access,
            quotas=quotas,
            jobs=WorkerPool(pool),
            reflect=reflect,
            extra_services=extra_services,
            metrics=metrics,
            default_options=default_options,
            local_socket=local_socket,
        ) as server:
            ready(server.address)
            await stop.wait()
    finally:
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(name)


def run_server(work: Coroutine[Any, Any, None]) -> None:
    """Run the process of a server: with uvloop if it is installed, rare garbage collections, and many connections.

    Hardly any garbage here is cyclic, and the loaded modules never become garbage. With the default threshold of 700
    objects, collections took a tenth of all time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    # Each connection takes a file handle, and the usual limit is 1,024.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def open_port(server: grpc.aio.Server, host: str, port: int, tls: Tls | None) -> str:
    """Let a server listen on a port, or on a free one for 0, and return its address; raise `CannotListen`."""
    credentials = None if tls is None else tls_credentials(tls)
    _try_port(host, port)
    try:
        if credentials is None:
            opened = server.add_insecure_port(_address(host, port))
        else:
            opened = server.add_secure_port(_address(host, port), credentials)
    except RuntimeError:
        raise CannotListen(
            f"cannot listen on {_address(host, port)}; choose another --host or --port"
        ) from None
    return _address(host, opened)


def _try_port(host: str, port: int) -> None:
    """Bind the port once, because gRPC reports only that it failed, not why."""
    if not 0 <= port < 1 << 16:
        raise CannotListen(f"there is no port {port}; ports range from 0 to 65535")
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"unknown host {host!r}; try --host 127.0.0.1") from None
    family, kind, protocol, _, place = places[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            # Two sockets may share a port as long as neither listens.
            probe.listen(1)
        except OSError as problem:
            raise CannotListen(_explain(host, port, problem)) from None


def _explain(host: str, port: int, problem: OSError) -> str:
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


def tls_credentials(tls: Tls) -> grpc.ServerCredentials:
    """Read a certificate, and have OpenSSL check it, because gRPC would only report that it cannot bind."""
    certificate, key = _read_pem(tls.certificate), _read_pem(tls.key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(tls.certificate, tls.key, password="")
    except (ssl.SSLError, ValueError):
        text = f"{tls.certificate} and {tls.key} are not a PEM certificate and its unencrypted private key"
        raise CannotListen(text) from None
    if tls.client_ca is None:
        return grpc.ssl_server_credentials([(key, certificate)])
    authority = _read_pem(tls.client_ca)
    try:
        context.load_verify_locations(cafile=tls.client_ca)
    except ssl.SSLError:
        raise CannotListen(f"{tls.client_ca} is not a PEM certificate of an authority") from None
    return grpc.ssl_server_credentials([(key, certificate)], authority, require_client_auth=True)


def _read_pem(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise CannotListen(f"cannot read {path}: {problem.strerror}") from None
