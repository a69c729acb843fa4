"""A program that plays a seat while it is watched: what it writes unasked, how it ends, and what it leaves behind."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.local.program_bot import ProgramBot
from referee.local.program_limits import ProgramLimits
from referee_api.v1 import referee_pb2 as api
from referee_client import Refused


class WatchedProgram(ProgramBot):
    """A program, with what is wrong with its output and its end."""

    def __init__(self, command: Sequence[str], seed: str, limits: ProgramLimits) -> None:
        super().__init__(command, seed, limits)
        self.unasked = ""
        """What the program wrote first without being asked; empty for nothing."""
        self.is_killed = False
        """Whether the program went on after its input had ended."""
        self.exit_code = 0
        self.leaves_processes = False
        """Whether processes that it started went on after its end."""

    def decide(self, view: Any, question: api.Question) -> api.Answer:
        """Let the program answer a question, if it has written nothing before it was asked."""
        self._look_for_output()
        return super().decide(view, question)

    def refused(self, question: api.Question, refused: Refused) -> api.Answer:
        """Let the program answer again."""
        self._look_for_output()
        return super().refused(question, refused)

    def _look_for_output(self) -> None:
        """Drop what the program has written since its last answer, which would be read as the next one."""
        assert self._program.stdout is not None
        while select.select([self._program.stdout], [], [], 0)[0]:
            piece = os.read(self._program.stdout.fileno(), 65536)
            if not piece:
                break
            self._received += piece
        if self._received:
            self.unasked = self.unasked or self._received.decode(errors="replace").splitlines()[0][:80]
            self._received = b""

    def close(self) -> None:
        """End the program, and note how it ended."""
        self._look_for_output()
        super().close()
        self.exit_code = self._program.returncode
        self.is_killed = self.exit_code == -signal.SIGKILL

    def _end(self) -> None:
        """End the program, and note what it leaves behind in the group of processes that it leads."""
        super()._end()
        self.leaves_processes = is_group_alive(self._program.pid)


def is_group_alive(group: int) -> bool:
    """Return whether a process of this group is running. One that has ended and was not waited for is not."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    if not Path("/proc/self/stat").exists():
        return True
    return any([_is_running_in(group, stat) for stat in Path("/proc").glob("[0-9]*/stat")])


def _is_running_in(group: int, stat: Path) -> bool:
    with suppress(OSError):
        # The name of the program is in brackets and may contain anything; after it come state, parent and group.
        state, _, found, *_ = stat.read_text(errors="replace").rpartition(")")[2].split()
        return int(found) == group and state not in ("Z", "X")
    return False
