"""Worker processes that all do the same work.

A worker is a copy of this process where the system allows that, so it starts at once and has everything imported.
Ctrl-C is for this process alone, which then ends its workers.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

from referee.local.local_errors import LocalError

T = TypeVar("T")
R = TypeVar("R")

_SECONDS_TO_END = 5.0
"""Time that a worker gets to end before it is killed."""

_STDERR = 2

_AHEAD = 4
"""Number of tasks per worker that may be finished before the next result in order; it bounds the memory used."""


class _Worker:
    """A process, and the connection to it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # Forking is safe because no command has started a thread by now. Elsewhere than on Linux, libraries of the
        # system may have.
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_run_tasks, args=(work, theirs), daemon=True)
        with _no_interrupts():
            self._process.start()
        theirs.close()
        self.task = -1
        """Number of the task that it works on."""

    def stop(self) -> None:
        """Tell the process to end."""
        self._process.terminate()

    def end(self) -> None:
        """Wait until the process has ended, and kill it if that takes too long."""
        self._process.join(_SECONDS_TO_END)
        self._process.kill()
        self._process.join()
        self.connection.close()


class WorkerProcesses(Generic[T, R]):
    """Workers that all do the same work."""

    def __init__(
        self, work: Callable[[T], R], workers: int, *, if_lost: Callable[[T], R] | None = None
    ) -> None:
        """`if_lost` returns the result of a task whose worker ended, which is then replaced.

        Without it, losing a worker is an error.
        """
        self._work = work
        self._if_lost = if_lost
        self._workers: list[_Worker] = []
        self._done: dict[int, tuple[R | None, Exception | None]] = {}
        try:
            for _ in range(workers):
                self._workers.append(_Worker(work))
        except BaseException:
            self.close()
            raise

    def run(self, tasks: Sequence[T]) -> Iterator[R]:
        """Yield the results in order."""
        waiting = iter(enumerate(tasks))
        idle = list(self._workers)
        begun = 0
        for number in range(len(tasks)):
            while True:
                while idle and begun < min(len(tasks), number + _AHEAD * len(self._workers)):
                    worker = idle.pop()
                    worker.task, task = next(waiting)
                    worker.connection.send(task)
                    begun += 1
                if number in self._done:
                    break
                idle += self._receive([worker for worker in self._workers if worker not in idle], tasks)
            result, error = self._done.pop(number)
            if error is not None:
                raise error
            yield result  # type: ignore[misc] # without an error there is a result

    def _receive(self, busy: Sequence[_Worker], tasks: Sequence[T]) -> list[_Worker]:
        """Wait for results, and return the workers that are idle now."""
        by_connection = {worker.connection: worker for worker in busy}
        ready = [by_connection[connection] for connection in wait([*by_connection])]
        idle = []
        for worker in ready:
            try:
                self._done[worker.task] = worker.connection.recv()
                idle.append(worker)
            except (EOFError, OSError) as lost:
                if self._if_lost is None:
                    raise LocalError(
                        f"the worker process of task {worker.task + 1} has ended; try -j 1 to see why"
                    ) from lost
                self._done[worker.task] = (self._if_lost(tasks[worker.task]), None)
                idle.append(self._replace(worker))
        return idle

    def _replace(self, lost: _Worker) -> _Worker:
        """Start a worker in place of one that has ended."""
        lost.end()
        worker = self._workers[self._workers.index(lost)] = _Worker(self._work)
        return worker

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.stop()
        for worker in self._workers:
            worker.end()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block SIGINT; a process that is started meanwhile never receives it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_tasks(work: Callable[[Any], Any], connection: Connection) -> None:
    """Run tasks until the connection ends, as it does when the process that started this one is gone."""
    # Then a task can still end what it has started, such as the program of a bot.
    signal.signal(signal.SIGTERM, _leave)
    _close_inherited(connection)
    while True:
        try:
            task = connection.recv()
        except (EOFError, ConnectionError):
            return
        result, error = None, None
        try:
            result = work(task)
        except Exception as raised:  # noqa: BLE001 - raised again where the results are wanted
            error = _portable(raised)
        try:
            connection.send((result, error))
        except ConnectionError:
            return


def _close_inherited(connection: Connection) -> None:
    """Close the files of the process that started this one, which may hold locks that should end with it."""
    with suppress(OSError):
        numbers = [int(name) for name in os.listdir("/proc/self/fd")]
        for number in numbers:
            if number > _STDERR and number != connection.fileno():
                with suppress(OSError):
                    os.close(number)


def _leave(*_: object) -> None:
    raise SystemExit


def _portable(error: Exception) -> Exception:
    """Return an exception that can be sent to another process, with its traceback as a note."""
    trace = "".join(traceback.format_exception(error))
    error.add_note(trace)
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - an exception class may do anything here
        return RuntimeError(trace)
    return error
