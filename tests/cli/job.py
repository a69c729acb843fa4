"""A command that runs as a job of a shell at a terminal, so that it can be stopped and go on."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from referee.cli.display.live_picture import LOCAL_MODES
from tests.tidy.tree import ROOT

SECONDS = 60

_SHELL = """
import fcntl, os, signal, subprocess, sys, termios
terminal = int(sys.argv[1])
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = subprocess.Popen(sys.argv[2:], stdin=terminal, stdout=terminal, stderr=terminal, process_group=0)
while True:
    os.tcsetpgrp(terminal, job.pid)
    os.killpg(job.pid, signal.SIGCONT)
    _, status = os.waitpid(job.pid, os.WUNTRACED)
    if not os.WIFSTOPPED(status):
        break
    os.tcsetpgrp(terminal, os.getpgrp())
    print("stopped", flush=True)
    sys.stdin.readline()
print("exit", os.waitstatus_to_exitcode(status), flush=True)
"""
"""A shell with one job. A line on its standard input makes a stopped job go on."""


class Job:
    """A `referee` command at a terminal of 80 by 24 characters, without colours."""

    def __init__(self, *arguments: str) -> None:
        self._ours, self._its = pty.openpty()
        self._written = ""
        self.resize(80, 24)
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self._shell = subprocess.Popen(
            [sys.executable, "-c", _SHELL, str(self._its), sys.executable, "-m", "referee", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=(self._its,), start_new_session=True,
            env={**environment, "TERM": "xterm", "NO_COLOR": "1"}, cwd=ROOT,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The terminal goes away with its session, which ends the job.
        self._shell.kill()
        self._shell.communicate()
        os.close(self._its)
        os.close(self._ours)

    def echoes(self) -> bool:
        """Return whether the terminal echoes what is typed and edits lines, as it did at first."""
        modes = termios.tcgetattr(self._its)[LOCAL_MODES]
        return bool(modes & termios.ECHO and modes & termios.ICANON)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def read(self) -> str:
        """Return what was written since the job last went on."""
        while select.select([self._ours], [], [], 0)[0]:
            self._written += os.read(self._ours, 65536).decode(errors="replace")
        return self._written

    def wait_for(self, text: str) -> None:
        """Wait until a text was written since the job last went on or the size changed."""
        end = time.monotonic() + SECONDS
        while text not in self.read():
            assert time.monotonic() < end, self._written[-3000:]
            select.select([self._ours], [], [], 1)

    def report(self) -> str:
        """Wait until the job is stopped or over. Its terminal must not be full, so it is read meanwhile."""
        assert self._shell.stdout is not None
        end = time.monotonic() + SECONDS
        while not select.select([self._shell.stdout], [], [], 0.02)[0]:
            self.read()
            assert time.monotonic() < end, self._written[-3000:]
        return self._shell.stdout.readline().strip()

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal, of which the system informs the job."""
        self.read()
        self._written = ""
        fcntl.ioctl(self._its, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def go_on(self) -> None:
        """Make the stopped job go on in the foreground."""
        self._written = ""
        assert self._shell.stdin is not None
        self._shell.stdin.write("\n")
        self._shell.stdin.flush()
