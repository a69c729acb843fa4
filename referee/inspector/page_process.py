"""A process that serves pages, apart from what they are about, so that it does not slow that.

Its settings come on stdin, and it ends when stdin does, so that it never outlives the process that started it.
"""

from __future__ import annotations

import os
import socket
import sys
from subprocess import PIPE, Popen, TimeoutExpired
from typing import TypeVar

import msgspec

SECONDS_TO_END = 5.0

Settings = TypeVar("Settings", bound=msgspec.Struct)


class PageProcess:
    """The process, as the one that started it sees it."""

    def __init__(self, module: str, settings: msgspec.Struct, listening: socket.socket) -> None:
        """Run a module with the modules of this process; `listening` is where it answers requests."""
        self._process = Popen(
            [sys.executable, "-P", "-m", module, str(listening.fileno())],
            stdin=PIPE,
            pass_fds=(listening.fileno(),),
            # Ctrl-C is for the process that started it, which then ends it.
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([path for path in sys.path if path])},
        )
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(settings) + b"\n")
        self._process.stdin.flush()

    def end(self) -> None:
        """End the process, and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_END)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()


def given_settings(kind: type[Settings]) -> tuple[Settings, socket.socket]:
    """Return what a process that serves pages was started with."""
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=kind)
    return settings, socket.socket(fileno=int(sys.argv[1]))
