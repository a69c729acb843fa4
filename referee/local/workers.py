"""Work on several processor cores: tasks go to worker processes, and their results come back in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from referee.local.local_errors import LocalError

T = TypeVar("T")
R = TypeVar("R")


def available_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def count_workers(jobs: int | None) -> int:
    """Return the number of workers for `-j`: all cores unless a number was given."""
    if jobs is None:
        return available_cores()
    if jobs < 1:
        raise LocalError("-j must be at least 1")
    return jobs


def run_in_order(work: Callable[[T], R], tasks: Sequence[T], workers: int) -> Iterator[R]:
    """Yield the result of each task in the order of the tasks, whatever the number of workers.

    An exception of a task is raised in its turn. With a single worker or task everything is done in this process.
    """
    workers = min(workers, len(tasks))
    if workers <= 1:
        yield from map(work, tasks)
        return
    # Imported late, because a single file is checked sooner without it.
    from referee.local.worker_processes import WorkerProcesses

    pool: WorkerProcesses[T, R] = WorkerProcesses(work, workers)
    try:
        yield from pool.run(tasks)
    finally:
        pool.close()
