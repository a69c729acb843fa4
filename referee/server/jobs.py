"""Jobs: work that takes much processor time, such as running a whole match again.

Done on the event loop, it would delay everyone else. `worker_pool` runs jobs in other processes, which is what
`referee serve` does. `InlineJobs` runs them here: for tests, and for programs whose server has one user.

A job is a `partial` of a module-level function and plain data; the function has a keyword `on_progress`.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol, TypeVar

from referee.replay.progress import OnProgress, unreported

T = TypeVar("T")

RETRY_SECONDS = 5.0
"""Seconds after which a caller should try again if too many jobs wait, or if a worker was lost."""


class TooManyJobs(Exception):
    """A job that was not accepted, because too many are waiting."""


class JobTooLong(Exception):
    """A job that was ended because it took too long."""


class JobLost(Exception):
    """A job whose process ended before it had a result."""


class JobsClosed(Exception):
    """A job that was not done, because the server is shutting down."""


class Jobs(Protocol):
    """Something that runs jobs."""

    @property
    def waiting(self) -> int:
        """Number of jobs that have not begun."""

    async def run(self, work: partial[T], on_progress: OnProgress = unreported) -> T:
        """Run a job and return its result, or raise what it raises.

        Raises `TooManyJobs`, `JobTooLong`, `JobLost` or `JobsClosed` if it cannot be done. Cancelling the call ends
        the job.
        """

    async def close(self) -> None:
        """End all jobs."""


class InlineJobs:
    """Runs jobs at once, on the event loop."""

    waiting = 0

    async def run(self, work: partial[T], on_progress: OnProgress = unreported) -> T:
        """Run a job."""
        return work(on_progress=on_progress)

    async def close(self) -> None:
        """Do nothing: no job is running."""
