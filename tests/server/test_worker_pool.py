"""The worker pool: results and errors come back, and no job can hold up the server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.audit.problems import CaseError, CaseProblem
from referee.disputes.cases.dispute_jobs import explain_fact, find_fact, try_on_record
from referee.kernel.facts import OPEN_TABLE
from referee.kernel.game import Charter
from referee.log.chain import GENESIS, chain
from referee.log.records import EntryAppended
from referee.match.charters import settle
from referee.match.entries import Entry, encode
from referee.replay.reading import read_replay
from referee.replay.rerun import Mismatch
from referee.server.jobs import InlineJobs, JobLost, JobsClosed, JobTooLong, TooManyJobs
from referee.server.record_jobs import pack_entries, replay_of_record, unpack_entries, verify_record
from referee.server.worker import NICENESS
from referee.server.worker_pool import PoolSettings, WorkerPool
from tests.server import strange_jobs as strange
from tests.tidy import tree

ENDED_SECONDS = 10.0


@asynccontextmanager
async def pool(workers: int = 1, waiting: int = 4, seconds: int = 60) -> AsyncIterator[WorkerPool]:
    """Run a pool, and close it."""
    opened = WorkerPool(PoolSettings(workers=workers, waiting=waiting, seconds=seconds))
    try:
        yield opened
    finally:
        await asyncio.wait_for(opened.close(), ENDED_SECONDS)


def is_running(pid: int) -> bool:
    """Return whether a process exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(condition: Callable[[], object]) -> None:
    """Wait for something that no event announces."""
    async with asyncio.timeout(ENDED_SECONDS):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def until_ended(pid: int) -> None:
    """Wait for the end of a process."""
    await until(lambda: not is_running(pid))


async def hanging(jobs: WorkerPool, folder: Path) -> tuple[asyncio.Task[None], int]:
    """Start a job that never ends, and return it with the id of its process."""
    task = asyncio.ensure_future(jobs.run(partial(strange.hang, str(folder))))
    noted = folder / "pid"
    await until(lambda: noted.exists() and noted.read_text())
    return task, int(noted.read_text())


async def test_jobs_run_in_one_other_process_with_less_priority() -> None:
    async with pool() as jobs:
        first = await jobs.run(partial(strange.describe_process))
        assert first[0] != os.getpid()
        assert first[1] == min(19, os.nice(0) + NICENESS)
        assert await jobs.run(partial(strange.add, 2, 3)) == 5
        assert await jobs.run(partial(strange.describe_process)) == first
    await until_ended(first[0])


async def test_progress_arrives_before_the_result() -> None:
    reports: list[tuple[int, int]] = []
    async with pool() as jobs:
        work = partial(strange.count_slowly, 15)
        assert await jobs.run(work, lambda done, total: reports.append((done, total))) == 15
    assert reports == sorted(set(reports))
    assert 1 <= len(reports) < 15
    assert {total for _, total in reports} == {15}


async def test_what_a_job_prints_is_no_result() -> None:
    async with pool() as jobs:
        assert await jobs.run(partial(strange.print_something)) == "a result"
        assert await jobs.run(partial(strange.add, 1, 1)) == 2


async def test_errors_come_back_whole() -> None:
    async with pool() as jobs:
        with pytest.raises(CaseError, match="no such fact") as refused:
            await jobs.run(partial(strange.refuse))
        assert refused.value.problem is CaseProblem.NO_SUCH_FACT
        assert "in refuse" in refused.value.__notes__[0]
        with pytest.raises(Mismatch) as differs:
            await jobs.run(partial(strange.differ))
        assert differs.value.difference.expected == "one"


async def test_a_process_that_dies_is_replaced() -> None:
    async with pool() as jobs:
        before, _ = await jobs.run(partial(strange.describe_process))
        with pytest.raises(JobLost):
            await jobs.run(partial(strange.die))
        after, _ = await jobs.run(partial(strange.describe_process))
        assert after != before


async def test_a_process_that_died_while_idle_is_replaced() -> None:
    async with pool() as jobs:
        pid, _ = await jobs.run(partial(strange.describe_process))
        os.kill(pid, 9)
        with pytest.raises(JobLost):
            await jobs.run(partial(strange.add, 1, 1))
        assert await jobs.run(partial(strange.add, 1, 1)) == 2


async def test_a_job_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    async with pool(seconds=4) as jobs:
        task, pid = await hanging(jobs, tmp_path)
        with pytest.raises(JobTooLong):
            await task
        await until_ended(pid)
        assert await jobs.run(partial(strange.add, 1, 1)) == 2


async def test_a_job_ends_with_its_caller(tmp_path: Path) -> None:
    async with pool() as jobs:
        task, pid = await hanging(jobs, tmp_path)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await jobs.run(partial(strange.add, 1, 1)) == 2
        await until_ended(pid)


async def test_the_queue_is_bounded(tmp_path: Path) -> None:
    async with pool(waiting=2) as jobs:
        task, _ = await hanging(jobs, tmp_path)
        waiting = [asyncio.ensure_future(jobs.run(partial(strange.add, 1, each))) for each in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyJobs):
            await jobs.run(partial(strange.add, 1, 1))
        # A caller that gives up makes room for another.
        waiting.pop().cancel()
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(jobs.run(partial(strange.add, 1, 1))))
        await asyncio.sleep(0)
        task.cancel()
        assert await asyncio.gather(*waiting) == [1, 2]


async def test_closing_ends_what_runs_and_what_waits(tmp_path: Path) -> None:
    async with pool() as jobs:
        task, pid = await hanging(jobs, tmp_path)
        waiting = asyncio.ensure_future(jobs.run(partial(strange.add, 1, 1)))
        await asyncio.sleep(0)
        await asyncio.wait_for(jobs.close(), ENDED_SECONDS)
        for each in (task, waiting):
            with pytest.raises(JobsClosed):
                await asyncio.wait_for(each, ENDED_SECONDS)
        assert not is_running(pid)
        with pytest.raises(JobsClosed):
            await jobs.run(partial(strange.add, 1, 1))


async def test_a_worker_without_a_server_ends_by_itself() -> None:
    """The system limits the processor time of a job, so that one whose server was killed does not go on for ever."""
    async with pool(seconds=1) as jobs:
        with pytest.raises((JobLost, JobTooLong)):
            await jobs.run(partial(strange.spin))


def stored_match(charter: Charter, entries: Sequence[Entry]) -> list[EntryAppended]:
    """Return a recorded match as a server stores it."""
    bodies = [encode(charter), *map(encode, entries)]
    hashes = chain(GENESIS, bodies)
    return [
        EntryAppended("m", seq, -1, "", 0, body, hash_)
        for seq, (body, hash_) in enumerate(zip(bodies, hashes, strict=True))
    ]


async def test_a_record_gives_the_same_here_and_there() -> None:
    replay = read_replay((tree.ROOT / "replays/abyss/4-seats.replay").read_bytes())
    charter, entries = replay.charter, stored_match(replay.charter, replay.entries)
    record = pack_entries(entries)
    assert unpack_entries(record) == entries
    works: tuple[partial[Any], ...] = (
        partial(verify_record, record, settle),
        partial(replay_of_record, record, {0: "Ann"}, {0: "bot 1.2 (rust)"}),
        partial(explain_fact, charter, record, 133, ()),
        partial(find_fact, record, OPEN_TABLE, 3, 1),
        partial(try_on_record, charter, record, "", {"pearls.visibility": "cupped"}, ()),
    )
    async with pool() as jobs:
        for work in works:
            assert await jobs.run(work) == await InlineJobs().run(work)
