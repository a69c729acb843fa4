"""Calls that run a match again stream their progress, end with their caller, and never hang."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import grpc
import pytest

from referee.replay.progress import OnProgress, unreported
from referee.server.jobs import InlineJobs, JobLost, TooManyJobs
from referee.server.worker_pool import PoolSettings, WorkerPool
from referee.wire import progress_streams
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_client import aio
from tests.wire.serving import Table, details_of, open_table, play_on, reason_of, referee

T = TypeVar("T")


class StagedJobs(InlineJobs):
    """Jobs that report some progress and then wait until they are let go."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.running = 0

    async def run(self, work: partial[T], on_progress: OnProgress = unreported) -> T:
        self.running += 1
        try:
            on_progress(3, 8)
            await self.may_end.wait()
            return await super().run(work)
        finally:
            self.running -= 1


class FailingJobs(InlineJobs):
    """Jobs that cannot be done."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def run(self, work: partial[T], on_progress: OnProgress = unreported) -> T:
        raise self.error


def calls(channel: Any, stub: Any, table: Table) -> dict[str, Callable[[], Any]]:
    """Return what makes a call of each kind, by the name of its result."""
    about: dict[str, Any] = {"match_id": table.match, "token": table.arbiter}
    disputed: Any = DisputesStub(channel)  # type: ignore[no-untyped-call]
    rulings = {"pearls.visibility": "cupped"}
    return {
        "verification": lambda: stub.Verify(api.VerifyRequest(**about)),
        "report": lambda: disputed.TryReading(disputes.TryReadingRequest(**about, rulings=rulings)),
        "chunk": lambda: disputed.Export(disputes.ExportRequest(**about)),
    }


async def rest_of(call: Any) -> list[Any]:
    """Return the messages of a call that has been read from before."""
    found = []
    while (message := await call.read()) is not grpc.aio.EOF:
        found.append(message)
    return found


async def test_progress_comes_first_and_the_result_last() -> None:
    jobs = StagedJobs()
    async with referee(jobs=jobs) as (_, channel, stub):
        table = await open_table(stub)
        for field, begin in calls(channel, stub, table).items():
            jobs.may_end.clear()
            call = begin()
            first = await call.read()
            assert (first.progress.done, first.progress.total) == (3, 8)
            jobs.may_end.set()
            rest = await rest_of(call)
            assert [message.WhichOneof("event") for message in rest][-1] == field
            assert not any([message.HasField("progress") for message in rest])


async def test_a_call_that_waits_is_heard_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client can tell a long queue from a lost connection."""
    monkeypatch.setattr(progress_streams, "SECONDS_BETWEEN_MESSAGES", 0.01)
    jobs = StagedJobs()
    async with referee(jobs=jobs) as (_, channel, stub):
        call = calls(channel, stub, await open_table(stub))["verification"]()
        for _ in range(5):
            assert (await call.read()).HasField("progress")
        jobs.may_end.set()
        assert (await rest_of(call))[-1].verification.fits


async def until_idle(jobs: StagedJobs) -> None:
    """Wait until no job is running."""
    async with asyncio.timeout(5):
        while jobs.running:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_job_ends_with_its_call() -> None:
    jobs = StagedJobs()
    async with referee(jobs=jobs) as (_, channel, stub):
        for begin in calls(channel, stub, await open_table(stub)).values():
            call = begin()
            await call.read()
            assert jobs.running
            call.cancel()
        await until_idle(jobs)


async def test_a_job_ends_with_the_deadline_of_its_call() -> None:
    jobs = StagedJobs()
    async with referee(jobs=jobs) as (_, _, stub):
        table = await open_table(stub)
        call = stub.Verify(api.VerifyRequest(match_id=table.match, token=table.arbiter), timeout=0.2)
        status = await details_of(call)
        assert status.code == grpc.StatusCode.DEADLINE_EXCEEDED.value[0]
        await until_idle(jobs)


async def test_a_server_that_stops_ends_the_calls() -> None:
    jobs = StagedJobs()
    async with referee(jobs=jobs, grace=0.5) as (server, channel, stub):
        open_calls = [begin() for begin in calls(channel, stub, await open_table(stub)).values()]
        for call in open_calls:
            await call.read()
        stopping = asyncio.create_task(server.stop(0.5))
        reasons = [reason_of(await details_of(call)) for call in open_calls]
        assert reasons == ["SHUTTING_DOWN"] * 3
        async with asyncio.timeout(5):
            await stopping


@pytest.mark.parametrize(("error", "reason"), [(TooManyJobs(), "TOO_MANY_RERUNS"), (JobLost(), "RERUN_LOST")])
async def test_a_job_that_cannot_be_done_says_so(error: Exception, reason: str) -> None:
    async with referee(jobs=FailingJobs(error)) as (_, channel, stub):
        for begin in calls(channel, stub, await open_table(stub)).values():
            assert reason_of(await details_of(begin())) == reason


async def test_workers_do_the_work_of_a_server() -> None:
    """The same calls with real processes, by the client that everyone uses."""
    pool = WorkerPool(PoolSettings(workers=1))
    async with referee(jobs=pool) as (server, _, stub), aio.connect(server.address) as client:
        table = await open_table(stub)
        await play_on(stub, table, 6)
        assert (await client.verify(table.match, table.arbiter)).fits
        rulings = {"pearls.visibility": "cupped"}
        assert (await client.try_reading(table.match, table.arbiter, rulings=rulings)).answers == 6
        assert (await client.export(table.match, table.arbiter)).startswith(b"referee bundle 1")
        assert (await client.get_replay(table.match, table.arbiter)).startswith(b"referee replay")
        assert (await client.explain(table.match, table.arbiter, fact=1)).rules
        assert (await client.explain(table.match, table.tokens[0], frame=1)).rules


async def test_the_client_passes_progress_on() -> None:
    jobs, seen = StagedJobs(), list[tuple[int, int]]()
    async with referee(jobs=jobs) as (server, _, stub), aio.connect(server.address) as client:
        table = await open_table(stub)

        def note(done: int, total: int) -> None:
            seen.append((done, total))
            jobs.may_end.set()

        assert (await client.verify(table.match, table.arbiter, on_progress=note)).fits
        assert seen[0] == (3, 8)
