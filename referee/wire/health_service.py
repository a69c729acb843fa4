"""The standard health service, with the same guard, quotas and limits as every other call.

The servicer of grpcio-health-checking has none of them: its errors contain internal text, and its streams have no end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import grpc
from grpc_health.v1 import health_pb2

from referee.wire import guard
from referee.wire.callers import Callers
from referee.wire.deadlines import CallDeadlines
from referee.wire.open_streams import OpenStream, OpenStreams
from referee.wire.statuses import CallStatus, Code, Reason, Refuse

NAME = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

_messages: Any = health_pb2
"""The same module; its type stubs lack the messages of `List`."""
_Health = health_pb2.HealthCheckResponse
_UNKNOWN_SERVICE = CallStatus(
    Code.NOT_FOUND, "This server has no such service.", Reason.INVALID_FIELD, "service"
)


class HealthService:
    """Tells load balancers whether the services of a server accept calls."""

    def __init__(self, services: Sequence[str], streams: OpenStreams, callers: Callers) -> None:
        self._known = frozenset({"", *services})
        self._streams = streams
        self._callers = callers
        self._is_serving = False
        self._watchers: set[OpenStream] = set()

    def set_serving(self, is_serving: bool) -> None:
        """Report from now on whether the services accept calls."""
        self._is_serving = is_serving
        for watcher in self._watchers:
            watcher.wake()

    def handlers(self, deadlines: CallDeadlines) -> grpc.GenericRpcHandler:
        """Return all calls, each with its guard."""
        callers = self._callers
        check, listing = health_pb2.HealthCheckRequest, _messages.HealthListRequest
        handlers = {
            "Check": guard.unary_handler("Health/Check", check, self.check, deadlines, callers),
            "List": guard.unary_handler("Health/List", listing, self.list_all, deadlines, callers),
            "Watch": guard.stream_handler("Health/Watch", check, self.watch, callers),
        }
        return grpc.method_handlers_generic_handler(NAME, handlers)

    async def check(self, request: health_pb2.HealthCheckRequest) -> bytes:
        """Return whether a service accepts calls; the empty name means the whole server."""
        if request.service not in self._known:
            raise Refuse(_UNKNOWN_SERVICE)
        return self._response(request.service).SerializeToString()

    async def list_all(self, _: Any) -> bytes:
        """Return the health of every service."""
        statuses = {name: self._response(name) for name in sorted(self._known)}
        encoded: bytes = _messages.HealthListResponse(statuses=statuses).SerializeToString()
        return encoded

    async def watch(self, request: health_pb2.HealthCheckRequest, context: guard.Context) -> None:
        """Send whether a service accepts calls now, and again whenever that changes."""
        with self._callers.holding_stream(), self._streams.open(context.write) as stream:
            self._watchers.add(stream)
            try:
                sent = b""
                while True:
                    response = self._response(request.service).SerializeToString()
                    if response != sent:
                        await stream.send(response)
                        sent = response
                    elif stream.status is not None:
                        raise Refuse(stream.status)
                    else:
                        await stream.wait()
            finally:
                self._watchers.discard(stream)

    def _response(self, service: str) -> _Health:
        if service not in self._known:
            return _Health(status=_Health.SERVICE_UNKNOWN)
        return _Health(status=_Health.SERVING if self._is_serving else _Health.NOT_SERVING)
