"""What the program of a bot may use, and where its output goes."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SECONDS_PER_ANSWER = 60.0
"""Time in which a program must answer, so that one that hangs is noticed."""

MAX_OUTPUT_BYTES = 64 << 20
"""Size of a file of output. The file is replaced when half of it is used, so the last half is always kept."""

_BLOCK = 512
"""Unit of the shell for sizes of files, in bytes."""

_END_WITH_PARENT = 1
"""The number of PR_SET_PDEATHSIG."""


class ProgramFailed(Exception):
    """A program ended, did not answer in time, or answered with something that is not an answer."""


class ProgramTooSlow(ProgramFailed):
    """A program did not answer in time, or used more processor time than it may."""


class ProgramLimits(NamedTuple):
    """What a program may use. Its output on stderr goes to a file, or where ours goes."""

    seconds_per_answer: float = SECONDS_PER_ANSWER
    memory_bytes: int = 0
    """Memory that it may allocate; 0 for no limit."""
    processor_seconds: int = 0
    """Processor time of one match; 0 for no limit."""
    log: Path | None = None


def limited_command(command: Sequence[str], limits: ProgramLimits) -> list[str]:
    """Return a command that runs another one within limits, which are set before it begins.

    The limit is on memory that is allocated, not on addresses, because JavaScript engines reserve many gigabytes of
    them.
    """
    wanted = []
    if limits.memory_bytes:
        wanted.append(f"ulimit -d {limits.memory_bytes >> 10}")
    if limits.processor_seconds:
        wanted += [
            f"ulimit -S -t {limits.processor_seconds}",
            f"ulimit -H -t {limits.processor_seconds + 1}",
        ]
    if limits.log is not None:
        wanted.append(f"ulimit -f {MAX_OUTPUT_BYTES // _BLOCK}")
    if not wanted:
        return list(command)
    return ["/bin/sh", "-c", "; ".join([*wanted, 'exec "$@"']), "sh", *command]


def limit_this_process(limits: ProgramLimits) -> None:
    """Set the same limits for this process, in addition to the memory that it uses already."""
    if limits.memory_bytes:
        memory = limits.memory_bytes + _memory_in_use()
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    if limits.processor_seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (limits.processor_seconds, limits.processor_seconds + 1))
    if limits.log is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_OUTPUT_BYTES, MAX_OUTPUT_BYTES))


def _memory_in_use() -> int:
    """Return the number of bytes that this process has allocated, or 0 where the system does not tell."""
    with suppress(OSError), open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return 0


def end_with_parent() -> None:
    """Let the system kill this process when the one that started it ends, where it can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)


def open_output(log: Path) -> int:
    """Open the file for the output of a program, which only its owner can read, and return its number."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > MAX_OUTPUT_BYTES // 2:
            os.replace(log, log.with_name(f"{log.name}.1"))
    return os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


def end_group(pid: int) -> None:
    """Kill a program that leads a group, and everything that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def describe_end(status: int, limits: ProgramLimits) -> ProgramFailed:
    """Return why a program ended, given its exit code, or its signal as a negative number."""
    if status == -signal.SIGXCPU:
        return ProgramTooSlow(f"it used more than {limits.processor_seconds} seconds of processor time")
    if status < 0:
        return ProgramFailed(f"it was ended by {signal.Signals(-status).name}")
    return ProgramFailed(f"it ended with exit code {status}")
