"""Jobs that misbehave, for the worker pool."""

from __future__ import annotations

import os
import signal
import sys
import time

from referee.audit.problems import CaseError, CaseProblem
from referee.replay.differences import Difference
from referee.replay.progress import OnProgress
from referee.replay.rerun import Mismatch


def add(first: int, second: int, *, on_progress: OnProgress) -> int:
    """Return a sum."""
    return first + second


def describe_process(*, on_progress: OnProgress) -> tuple[int, int]:
    """Return the id and the niceness of the process."""
    return os.getpid(), os.nice(0)


def count_slowly(steps: int, *, on_progress: OnProgress) -> int:
    """Report each of some steps of 20 ms."""
    for done in range(steps):
        on_progress(done, steps)
        time.sleep(0.02)
    return steps


def print_something(*, on_progress: OnProgress) -> str:
    """Print into the stream of results."""
    sys.stdout.write("not a result\n")
    sys.stdout.flush()
    return "a result"


def die(*, on_progress: OnProgress) -> None:
    """End the process as the system would if it ran out of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def hang(folder: str, *, on_progress: OnProgress) -> None:
    """Note the id of the process in a file, and never end."""
    with open(os.path.join(folder, "pid"), "w", encoding="utf-8") as file:
        file.write(str(os.getpid()))
    while True:
        time.sleep(0.01)


def spin(*, on_progress: OnProgress) -> None:
    """Use the processor for ever."""
    while True:
        pass


def refuse(*, on_progress: OnProgress) -> None:
    """Raise an error that is meant for the client."""
    raise CaseError(CaseProblem.NO_SUCH_FACT, "there is no such fact")


def differ(*, on_progress: OnProgress) -> None:
    """Raise an error that carries what was found."""
    raise Mismatch(Difference(3, "facts", "one", "two"))
