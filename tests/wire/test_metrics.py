"""Metrics: what they count, that every label is from a closed list, and that no match is slower without them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import grpc
import pytest
from prometheus_client.parser import text_string_to_metric_families

from referee import __version__
from referee.disputes.cases.dispute_service import DISPUTES
from referee.games import GAMES
from referee.log.memory import MemoryStore
from referee.log.records import STATUSES, MatchCount
from referee.log.store import StoreFailed
from referee.server.match_events import event_kinds, event_name
from referee.server.quotas import Quotas, QuotaSettings, Rate
from referee.wire.grpc_server import serving
from referee.wire.metrics import ACTIVITY_LABELS, UNKNOWN_CALL, ServerMetrics
from referee_api.v1 import disputes_pb2, referee_pb2
from referee_client import RefereeError, aio, bots
from tests.cli.running import SECONDS, inside, served

CALLS = {
    f"{service.name}/{method.name}"
    for file, name in ((referee_pb2, "Referee"), (disputes_pb2, "Disputes"))
    for service in [file.DESCRIPTOR.services_by_name[name]]
    for method in service.methods
}
ALLOWED = {
    "game": set(GAMES),
    "status": (STATUSES - {"open"}) | {"waiting", "running"},
    "event": {event_name(kind) for kind in event_kinds()},
    "method": CALLS | {UNKNOWN_CALL},
    "code": {code.name for code in grpc.StatusCode},
    "activity": set(ACTIVITY_LABELS.values()),
    "version": {__version__},
}
"""Every label and every value that it may have, apart from the buckets of histograms, which are fixed."""


class Samples(dict[tuple[str, ...], float]):
    """Samples by name and the values of their labels, in any order."""

    def of(self, name: str, *labels: str) -> float:
        return self[name, *sorted(labels)]


def samples(metrics: ServerMetrics) -> Samples:
    """Return the samples of an exposition, without the buckets of histograms."""
    return Samples(
        {
            (sample.name, *sorted(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(metrics.exposition())
            for sample in family.samples
            if "le" not in sample.labels
        }
    )


def foreign_labels(text: str) -> list[str]:
    """Return the labels of an exposition that are not allowed."""
    return [
        f"{sample.name} {name}={value}"
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        for name, value in sample.labels.items()
        if name != "le" and value not in ALLOWED.get(name, ())
    ]


async def play_one(address: str) -> str:
    async with aio.connect(address) as client:
        match = (await client.create_match("abyss", 2, spectators=True)).match.id
        seats = [await client.join_seat(match, name=f"Mallory {seat}") for seat in range(2)]
        await client.play({seat: bots.bot("random", "abyss", seed="1") for seat in seats})
        await client.get_view(match)
        with pytest.raises(RefereeError):
            await client.get_view(match, "guess" * 8)
        with pytest.raises(RefereeError):
            await client.describe_game("no-such-game")
    return match


async def test_a_match_is_counted_and_no_label_tells_anyone_apart() -> None:
    store = MemoryStore()
    metrics = ServerMetrics(store)
    async with serving(store, grace=0, extra_services=(DISPUTES,), metrics=metrics) as server:
        match = await play_one(server.address)
        async with grpc.aio.insecure_channel(server.address) as channel:
            call: Any = channel.unary_unary(f"/referee.api.v1.Referee/{match}")
            with pytest.raises(grpc.aio.AioRpcError):
                await call(b"")
        found, text = samples(metrics), metrics.exposition()
    assert found.of("referee_matches", "abyss", "ended") == 1
    assert found.of("referee_match_events_total", "abyss", "seat taken") == 2
    assert found.of("referee_match_events_total", "abyss", "match ended") == 1
    assert found.of("referee_calls_total", "Referee/CreateMatch", "OK") == 1
    assert found.of("referee_calls_total", "Referee/GetView", "UNAUTHENTICATED") == 1
    assert found.of("referee_calls_total", "Referee/DescribeGame", "INVALID_ARGUMENT") == 1
    assert found.of("referee_calls_total", UNKNOWN_CALL, "UNIMPLEMENTED") == 1
    assert found.of("referee_call_seconds_count", "Referee/GetView") >= 2
    assert found.of("referee_commit_seconds_count") > 10
    assert found.of("referee_commit_writes_sum") >= found.of("referee_commit_writes_count")
    assert found.of("referee_jobs_waiting") == 0
    assert found.of("process_open_fds") > 0
    assert foreign_labels(text) == []
    assert match not in text
    assert "Mallory" not in text


def test_a_planted_label_is_found() -> None:
    text = '# TYPE a gauge\na{seat="1"} 1\na{game="abyss"} 1\na{method="Referee/Peek"} 1\n'
    assert foreign_labels(text) == ["a seat=1", "a method=Referee/Peek"]


async def test_what_a_quota_refuses_is_counted() -> None:
    store = MemoryStore()
    metrics = ServerMetrics(store)
    quotas = Quotas(QuotaSettings(creations=Rate(0.001, 1)))
    async with (
        serving(store, grace=0, metrics=metrics, quotas=quotas) as server,
        aio.connect(server.address, patience=0) as client,
    ):
        await client.create_match("abyss", 2)
        with pytest.raises(RefereeError):
            await client.create_match("abyss", 2)
        found = samples(metrics)
    assert found.of("referee_over_quota_total", "create") == 1
    assert found.of("referee_over_quota_total", "stream") == 0
    assert found.of("referee_matches", "abyss", "waiting") == 1


def test_a_store_that_fails_leaves_the_other_metrics() -> None:
    class Failing(MemoryStore):
        def tally(self) -> list[MatchCount]:
            raise StoreFailed("no disk")

    found = samples(ServerMetrics(Failing()))
    assert ("process_open_fds",) in found
    assert not [name for name, *_ in found if name == "referee_matches"]


def test_serve_has_metrics_on_a_port_of_their_own(tmp_path: Path) -> None:
    with served(tmp_path / "data", "--metrics-port", "0") as (server, _):
        assert server.stderr is not None
        lines = [server.stderr.readline() for _ in range(2)]
        address = lines[1].partition('"address": "')[2].partition('"')[0]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(address, timeout=SECONDS) as response:
            text = response.read().decode()
    assert foreign_labels(text) == []
    assert "referee_open_streams 0.0" in text


def test_a_missing_package_is_one_line_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "referee.wire.metrics")
    ran = inside(
        "serve", "--port", "0", "--data-dir", str(tmp_path / "d"), "--metrics-port", "0", "--log", "off"
    )
    assert ran.code == 2
    (line,) = ran.err.splitlines()
    assert line.endswith(
        "needs the package prometheus-client; install it with: pip install 'referee[metrics]'"
    )


def test_a_server_without_metrics_does_not_load_them() -> None:
    code = "import referee.cli.commands.serve, sys; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=SECONDS).returncode == 0
