"""Metrics of a server for Prometheus, on a port of their own: `pip install 'referee[metrics]'`.

Nothing here tells seats, matches or callers apart. The labels are names of games, calls, status codes, events and
activities, all from closed lists, and every number is a sum over the whole server. This module is imported only by a
server that has a metrics port, so that no other one needs `prometheus-client` or pays for it.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from time import perf_counter
from typing import Any

import grpc
import prometheus_client
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from referee import __version__
from referee.log.store import Store, StoreError
from referee.server.jobs import Jobs
from referee.server.match_events import MatchEvent, event_name
from referee.server.quotas import Activity, Quotas
from referee.wire.open_streams import OpenStreams

CALL_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
COMMIT_SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0)
GROUP_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

UNKNOWN_CALL = "unknown"
"""Label of calls that the server does not have."""

ACTIVITY_LABELS: Mapping[Activity, str] = {activity: activity.name.lower() for activity in Activity}

_CODES = {code.value[0]: code.name for code in grpc.StatusCode}


class ServerMetrics:
    """The metrics of one server. `attach` gives it what is read when somebody asks for the metrics."""

    def __init__(self, store: Store) -> None:
        prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = prometheus_client.CollectorRegistry()
        self._events = prometheus_client.Counter(
            "referee_match_events", "Events of matches.", ("game", "event"), registry=self.registry
        )
        self._commits = prometheus_client.Histogram(
            "referee_commit_seconds",
            "Time of a commit to the store.",
            buckets=COMMIT_SECONDS,
            registry=self.registry,
        )
        self._groups = prometheus_client.Histogram(
            "referee_commit_writes", "Writes in a commit.", buckets=GROUP_SIZES, registry=self.registry
        )
        self.calls = MeasuredCalls(self.registry)
        """The interceptor that counts and measures calls."""
        self._state = _ServerState(store)
        self.registry.register(self._state)
        prometheus_client.ProcessCollector(registry=self.registry)
        info = prometheus_client.Info("referee", "The running server.", registry=self.registry)
        info.info({"version": __version__})

    def attach(self, streams: OpenStreams, quotas: Quotas, jobs: Jobs) -> None:
        """Read these when somebody asks for the metrics."""
        self._state.streams, self._state.quotas, self._state.jobs = streams, quotas, jobs

    def note(self, event: MatchEvent) -> None:
        """Count an event of a match."""
        self._events.labels(event.game, event_name(type(event))).inc()

    def committed(self, writes: int, seconds: float) -> None:
        """Count a commit. May be called in any thread."""
        self._commits.observe(seconds)
        self._groups.observe(writes)

    def exposition(self) -> str:
        """Return the metrics as Prometheus reads them."""
        return prometheus_client.generate_latest(self.registry).decode()

    def listen(self, host: str, port: int) -> int:
        """Serve the metrics over HTTP until the process ends, and return the port; raises OSError if that fails."""
        server, _ = prometheus_client.start_http_server(port, host, self.registry)
        return int(server.server_address[1])


class _ServerState(Collector):
    """What is read when somebody asks: the matches of the store, open streams, and what quotas refused."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.streams: OpenStreams | None = None
        self.quotas: Quotas | None = None
        self.jobs: Jobs | None = None

    def describe(self) -> Iterable[Metric]:
        """Return nothing: reading the store for the names of the metrics would be a waste."""
        return ()

    def collect(self) -> Iterator[Metric]:
        yield self._matches()
        if self.streams is not None:
            yield GaugeMetricFamily("referee_open_streams", "Open streams.", value=len(self.streams))
        if self.jobs is not None:
            yield GaugeMetricFamily(
                "referee_jobs_waiting", "Re-runs that wait for a worker process.", value=self.jobs.waiting
            )
        if self.quotas is not None:
            heavy = self.quotas.held.get(Activity.HEAVY, 0)
            yield GaugeMetricFamily(
                "referee_heavy_calls", "Calls in progress that run a match again.", value=heavy
            )
            refused = CounterMetricFamily(
                "referee_over_quota", "Requests that a quota refused.", labels=("activity",)
            )
            for activity, label in ACTIVITY_LABELS.items():
                refused.add_metric((label,), self.quotas.refused.get(activity, 0))
            yield refused

    def _matches(self) -> Metric:
        matches = GaugeMetricFamily(
            "referee_matches", "Matches in the store, by what they are doing.", labels=("game", "status")
        )
        try:
            counts = self._store.tally()
        except StoreError:
            # The other metrics are worth more then than ever.
            return matches
        for game, status, has_begun, count in counts:
            state = ("running" if has_begun else "waiting") if status == "open" else status
            matches.add_metric((game, state), count)
        return matches


class MeasuredCalls(grpc.aio.ServerInterceptor):
    """Counts the calls of our services by status, and measures those with one response."""

    def __init__(self, registry: prometheus_client.CollectorRegistry) -> None:
        self._calls = prometheus_client.Counter(
            "referee_calls", "Calls that have ended.", ("method", "code"), registry=registry
        )
        self._seconds = prometheus_client.Histogram(
            "referee_call_seconds",
            "Time of a call with one response.",
            ("method",),
            buckets=CALL_SECONDS,
            registry=registry,
        )
        self._handlers: dict[str, Any] = {}

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], details: Any) -> Any:
        """Return the handler of a call, which is measured if it is one of ours."""
        found = self._handlers.get(details.method)
        if found is not None:
            return found
        handler = await continuation(details)
        if handler is None:
            self._calls.labels(UNKNOWN_CALL, grpc.StatusCode.UNIMPLEMENTED.name).inc()
        elif details.method.startswith("/referee."):
            handler = self._handlers[details.method] = self._measured(method_label(details.method), handler)
        return handler

    def _measured(self, method: str, handler: Any) -> Any:
        if handler.unary_unary is not None:
            return handler._replace(unary_unary=self._timed(method, handler.unary_unary))
        name = "stream_stream" if handler.request_streaming else "unary_stream"
        behaviour = getattr(handler, name)
        assert inspect.iscoroutinefunction(behaviour)
        return handler._replace(**{name: self._counted(method, behaviour)})

    def _timed(self, method: str, behaviour: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        counted, seconds = self._counted(method, behaviour), self._seconds.labels(method)

        async def timed(request: Any, context: Any) -> Any:
            began = perf_counter()
            try:
                return await counted(request, context)
            finally:
                seconds.observe(perf_counter() - began)

        return timed

    def _counted(
        self, method: str, behaviour: Callable[..., Awaitable[Any]]
    ) -> Callable[..., Awaitable[Any]]:
        async def counted(request: Any, context: Any) -> Any:
            code = grpc.StatusCode.CANCELLED.name
            try:
                response = await behaviour(request, context)
                code = _code_of(context)
                return response
            except grpc.aio.AbortError:
                code = _code_of(context)
                raise
            finally:
                self._calls.labels(method, code).inc()

        return counted


def method_label(path: str) -> str:
    """Return the label of a call.

    >>> method_label("/referee.api.v1.Referee/Submit")
    'Referee/Submit'
    """
    return path.rpartition(".")[2]


def _code_of(context: Any) -> str:
    """Return the name of the status that a call ended with."""
    code = context.code()
    return code.name if isinstance(code, grpc.StatusCode) else _CODES[code or 0]
