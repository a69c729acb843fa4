"""The `referee` command, run as a program would run it."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from referee.cli import main
from referee.cli.display.console import console

SECONDS = 60
STYLE = re.compile(r"\x1b\[[0-9;]*m")


class Ran(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The lines printed, as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def inside(*arguments: str, stdout: io.StringIO | None = None) -> Ran:
    """Run a command in this process alone, which is faster; `-j` starts workers, which needs a process of its own."""
    out, err = stdout or io.StringIO(), io.StringIO()
    console.cache_clear()
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch("referee.local.workers.available_cores", return_value=1),
    ):
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = int(leaving.code or 0)
    console.cache_clear()
    return Ran(code, out.getvalue(), err.getvalue())


def on_terminal(
    *arguments: str, width: int, height: int = 24, env: Mapping[str, str] | None = None
) -> list[str]:
    """Run a command on a terminal of this size without colours, and return the lines that it wrote."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", *arguments],
        stdin=its,
        stdout=its,
        stderr=its,
        env={**environment, "TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat", **(env or {})},
    ) as running:
        os.close(its)
        found = b""
        with suppress(OSError):  # which Linux raises at the end
            while piece := os.read(ours, 65536):
                found += piece
        os.close(ours)
        assert running.wait(SECONDS) == 0, found
    return STYLE.sub("", found.decode()).replace("\r\n", "\n").split("\n")


def referee(*arguments: str, env: dict[str, str] | None = None) -> Ran:
    """Run a command to its end."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, **(env or {})},
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server in its own process and yield it with its address; stop it at the end if it still runs."""
    server = subprocess.Popen(
        [sys.executable, "-m", "referee", "serve", "--port", "0", "--data-dir", str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        first = server.stdout.readline()
        assert first.startswith("listening on "), server.stderr.read()
        yield server, first.removeprefix("listening on ").strip()
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGTERM)
            server.wait(SECONDS)
        server.stdout.close()
        server.stderr.close()
