"""The worker pool: runs jobs in a few processes, which are started when they are needed.

A job whose caller has gone is given a moment to end, and then its process is killed, because nothing else can stop it;
the same happens to one that takes too long. A process that has ended, for whatever reason, is replaced by the next job.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import socket
import sys
from functools import partial
from subprocess import Popen
from typing import Any, TypeVar

import msgspec

from referee.replay.progress import OnProgress, unreported
from referee.server.jobs import JobLost, JobsClosed, JobTooLong, TooManyJobs
from referee.server.worker import LENGTH, PROGRESS, RAISED

T = TypeVar("T")

_SECONDS_TO_END = 1.0
"""Seconds that a job may go on after its caller has gone: often less than starting a new process takes."""

_SECONDS_TO_BE_KILLED = 5.0


class PoolSettings(msgspec.Struct, frozen=True):
    """Settings of a worker pool."""

    workers: int = 2
    """Maximum number of processes."""
    waiting: int = 64
    """Maximum number of jobs that wait for a process; more are refused."""
    seconds: int = 300
    """Maximum duration of a job, in seconds."""


def default_workers() -> int:
    """Return the number of processes to use by default: two, or one on a machine with a single processor."""
    return min(2, os.cpu_count() or 1)


class _Worker:
    """One process, and the connection to it.

    Not a process of asyncio: uvloop forks to start one, which fails now and then while gRPC is busy.
    """

    def __init__(self, seconds: int) -> None:
        """Start a process with the modules of this one, but without the current directory as a source of more."""
        self._ours, theirs = socket.socketpair()
        with theirs:
            self._process = Popen(
                [sys.executable, "-P", "-m", "referee.server.worker", str(seconds)],
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                # Ctrl-C is for the server, which then ends its workers.
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([path for path in sys.path if path])},
            )
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self, job: bytes, on_progress: OnProgress) -> Any:
        """Run a job; raises `_Raised` if it raises something, and OSError or EOFError if the process ends."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(sock=self._ours)
        results, jobs = self._streams
        jobs.write(LENGTH.pack(len(job)) + job)
        await jobs.drain()
        while True:
            (length,) = LENGTH.unpack(await results.readexactly(LENGTH.size))
            kind, found = pickle.loads(await results.readexactly(length))
            if kind == PROGRESS:
                on_progress(*found)
            elif kind == RAISED:
                raise _Raised(*found)
            else:
                return found

    async def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        if self._streams is None:
            self._ours.close()
        else:
            self._streams[1].close()
        await asyncio.to_thread(self._process.wait, _SECONDS_TO_BE_KILLED)


class _Raised(Exception):
    """An exception of the job, as opposed to one of the process."""

    def __init__(self, error: Exception, trace: str) -> None:
        super().__init__(error)
        error.add_note(trace)
        self.error = error


class WorkerPool:
    """Processes that run jobs. Use it on one event loop."""

    def __init__(self, settings: PoolSettings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(settings.workers)
        self._waiting = 0
        self._idle: list[_Worker] = []
        self._running: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """Number of jobs that wait for a process."""
        return self._waiting

    async def run(self, work: partial[T], on_progress: OnProgress = unreported) -> T:
        """Run a job in a process."""
        if self._free.locked() and self._waiting >= self._settings.waiting:
            raise TooManyJobs(f"{self._waiting} jobs are waiting")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        running = asyncio.ensure_future(self._run(work, on_progress))
        self._running.add(running)
        running.add_done_callback(self._ended)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            if running.cancelled():
                raise JobsClosed("the server is shutting down") from None
            asyncio.get_running_loop().call_later(_SECONDS_TO_END, running.cancel)
            raise

    def _ended(self, running: asyncio.Task[Any]) -> None:
        self._running.discard(running)
        self._free.release()
        if not running.cancelled():
            # Retrieved, so that asyncio does not report it if the caller has gone.
            running.exception()

    async def _run(self, work: partial[T], on_progress: OnProgress) -> T:
        """Run a job in an idle process or a new one, and end the process unless it can be used again."""
        if self._is_closed:
            raise JobsClosed("the server is shutting down")
        worker: _Worker | None = None
        try:
            worker = self._idle.pop() if self._idle else _Worker(self._settings.seconds)
            async with asyncio.timeout(self._settings.seconds):
                result: T = await worker.run(pickle.dumps(work), on_progress)
        except _Raised as raised:
            assert worker is not None
            self._idle.append(worker)
            raise raised.error from None
        except TimeoutError:
            await _end(worker)
            raise JobTooLong(f"the job took more than {self._settings.seconds} s") from None
        except (OSError, EOFError) as problem:
            await _end(worker)
            raise JobLost("the process of the job has ended") from problem
        except BaseException:
            await _end(worker)
            raise
        self._idle.append(worker)
        return result

    async def close(self) -> None:
        """End all jobs and processes; the callers get `JobsClosed`."""
        self._is_closed = True
        for running in self._running:
            running.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        idle, self._idle = self._idle, []
        await asyncio.gather(*[worker.end() for worker in idle], return_exceptions=True)


async def _end(worker: _Worker | None) -> None:
    if worker is not None:
        await worker.end()
