"""The port of an arena: entrants dial in here, and organisers and readers call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import grpc

from referee.arena.dial_in.enter_stream import EnterService
from referee.arena.dial_in.event_calls import CreateEvent, EventCalls, KeyHolders
from referee.arena.dial_in.server_arena import ServerArena
from referee.server.quotas import LOCAL, Quotas
from referee.wire import guard, health_service
from referee.wire.callers import Callers
from referee.wire.deadlines import CallDeadlines
from referee.wire.grpc_server import Tls, channel_options, open_port
from referee.wire.health_service import HealthService
from referee.wire.open_streams import OpenStreams
from referee.wire.reflection import reflection_handlers
from referee.wire.statuses import CallStatus, Code, Reason, Refuse
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import arena_pb2 as arena
from referee_client import aio

NAME = arena.DESCRIPTOR.services_by_name["Arena"].full_name

ONE_EVENT_ONLY = CallStatus(
    Code.FAILED_PRECONDITION,
    "This arena runs only the event that it was started with; one of 'referee event serve' takes others.",
    Reason.EVENT_STEP_REFUSED,
)

SECONDS_TO_READ = 5.0
"""Time that entrants have, when an arena ends, to read what they were sent last."""


async def _create_nothing(text: str) -> tuple[ServerArena, list[arena.EntrantToken]]:
    raise Refuse(ONE_EVENT_ONLY)


class EventsHere:
    """The events of an arena."""

    def __init__(self, referee_address: str, create: CreateEvent = _create_nothing) -> None:
        """`referee_address` is what entrants are told; `create` registers further events."""
        self.events: dict[str, ServerArena] = {}
        self.referee_address = referee_address
        self.create = create

    def add(self, event: ServerArena) -> None:
        """Let entrants and readers find an event."""
        self.events[event.log.state.event.name] = event

    def find_entrant(self, token: str) -> tuple[ServerArena, int] | None:
        """Return the event and the number of the entrant with a token."""
        for event in self.events.values():
            number = event.entrant_with(token)
            if number is not None:
                return event, number
        return None


class ArenaCallers(NamedTuple):
    """What an arena knows of its callers."""

    access: KeyHolders
    quotas: Quotas


class ArenaServer:
    """The service on a port."""

    def __init__(self, events: EventsHere, keys: KeyHolders, limits: WireLimits, quotas: Quotas) -> None:
        self._deadlines = CallDeadlines(limits.unary_seconds)
        self._streams = OpenStreams(age_seconds=limits.stream_seconds, patience_seconds=limits.stuck_seconds)
        callers = Callers(ArenaCallers(keys, quotas))
        self._health = HealthService((NAME,), self._streams, callers)
        self._server = grpc.aio.server(options=channel_options(limits))
        self._server.add_generic_rpc_handlers(
            (
                self._handlers(events, keys, callers),
                self._health.handlers(self._deadlines),
                *reflection_handlers((NAME, health_service.NAME), callers, self._streams),
            )
        )
        self.address = ""

    def _handlers(self, events: EventsHere, keys: KeyHolders, callers: Callers) -> grpc.GenericRpcHandler:
        """Return all calls, each with its guard."""
        calls = EventCalls(events, keys)
        handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
            name: guard.unary_handler(name, kind, behaviour, self._deadlines, callers)
            for name, (kind, behaviour) in calls.calls().items()
        }
        handlers["ExportEvent"] = guard.stream_handler(
            "ExportEvent", arena.ExportEventRequest, calls.export_event, callers
        )
        entering = EnterService(events, self._streams, callers)
        enter = guard.stream("Enter", entering.enter, callers)
        handlers["Enter"] = grpc.stream_stream_rpc_method_handler(enter, guard.parser_of(arena.EnterRequest))
        return grpc.method_handlers_generic_handler(NAME, handlers)

    async def start(self, host: str, port: int, tls: Tls | None) -> None:
        """Listen; 0 picks a free port. Raises `CannotListen`."""
        self.address = open_port(self._server, host, port, tls)
        await self._server.start()
        self._health.set_serving(True)

    async def stop(self, grace: float) -> None:
        """Shut down: health first, then the streams, then the calls in progress."""
        self._health.set_serving(False)
        await self._streams.close()
        await self._server.stop(grace)
        self._deadlines.close()

    async def wait_for_readers(self) -> None:
        """Wait until all entrants have read what they were sent, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_READ):
                await self._streams.wait_until_none()


@asynccontextmanager
async def serving_arena(
    events: EventsHere,
    referee: aio.Client,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tls: Tls | None = None,
    api_key: str = "",
    limits: WireLimits = WireLimits(),  # noqa: B008 - frozen
    grace: float = 1.0,
) -> AsyncIterator[ArenaServer]:
    """Serve an arena. `api_key` is the key with which it creates matches; whoever has it is the organiser."""
    keys = KeyHolders(referee, api_key)
    server = ArenaServer(events, keys, limits, Quotas(local=LOCAL))
    await server.start(host, port, tls)
    try:
        yield server
    finally:
        await server.stop(grace)
