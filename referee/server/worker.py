"""A worker: a process that runs jobs for a server, one after the other (see `worker_pool`).

It has no store and no keys. It reads jobs from its standard input and writes results to its standard output, each as a
pickle after its length. It ends with its server, because then its input ends.
"""

from __future__ import annotations

import os
import pickle
import resource
import struct
import sys
import time
import traceback
from typing import IO

NICENESS = 10
"""Added to the niceness of the process, so that the matches that are being played get the processor first."""

SECONDS_BETWEEN_REPORTS = 0.1

LENGTH = struct.Struct(">Q")
"""The number of bytes that follow."""

PROGRESS, RESULT, RAISED = range(3)
"""Kinds of messages to the server."""


def run_jobs() -> None:
    """Run jobs until the input ends. The argument is the number of seconds of processor time that a job may take."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    jobs, results = _own(sys.stdin.buffer, "rb"), _own(sys.stdout.buffer, "wb")
    # Whatever the rules print must not get in between the results.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while (job := _read(jobs)) is not None:
        _limit_time(int(sys.argv[1]))
        _write(results, _run(job, results))


def _own(stream: IO[bytes], mode: str) -> IO[bytes]:
    return os.fdopen(os.dup(stream.fileno()), mode)


def _limit_time(seconds: int) -> None:
    """Let the system end this process if the job takes longer: the server may be gone by then."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, hard))


def _run(job: bytes, results: IO[bytes]) -> bytes:
    """Run a job, and return the message with its result."""
    reported_at = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at >= SECONDS_BETWEEN_REPORTS:
            reported_at = time.monotonic()
            _write(results, pickle.dumps((PROGRESS, (done, total))))

    try:
        return pickle.dumps((RESULT, pickle.loads(job)(on_progress=report)))
    except Exception as error:  # noqa: BLE001 - the server decides what to do about it
        return pickle.dumps((RAISED, (error, "".join(traceback.format_exception(error)))))


def _read(jobs: IO[bytes]) -> bytes | None:
    length = jobs.read(LENGTH.size)
    return jobs.read(LENGTH.unpack(length)[0]) if length else None


def _write(results: IO[bytes], message: bytes) -> None:
    results.write(LENGTH.pack(len(message)) + message)
    results.flush()


if __name__ == "__main__":
    run_jobs()
