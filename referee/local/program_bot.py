"""Bots that are programs: each hook is a line of JSON to the program, and each decision a line from it.

clients/README.md describes the lines. Messages of the API are written as protobuf's JSON.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from referee.local.local_errors import LocalError
from referee.local.program_limits import (
    SECONDS_PER_ANSWER,
    ProgramFailed,
    ProgramLimits,
    ProgramTooSlow,
    describe_end,
    end_group,
    limited_command,
    open_output,
)
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused

SECONDS_TO_END = 2.0
"""Time that a program gets to end when the match is over, before it is killed."""

MAX_LINE_BYTES = 1 << 20


def find_program(command: str) -> list[str]:
    """Return the words of a command whose program exists."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise LocalError(f"--bots cmd:{command}: {error}") from error
    if not words:
        raise LocalError("--bots cmd: needs a command, such as cmd:./mybot")
    if shutil.which(words[0]) is None:
        raise LocalError(f"--bots cmd:{command}: there is no program {words[0]}")
    return words


class ProgramBot(Bot):
    """A program that plays one seat of one match."""

    def __init__(self, command: Sequence[str], seed: str, limits: ProgramLimits | None = None) -> None:
        limits = limits or ProgramLimits(SECONDS_PER_ANSWER)
        self._seed = seed
        self._received = b""
        self._seconds = limits.seconds_per_answer
        self._limits = limits
        output = None if limits.log is None else open_output(limits.log)
        try:
            # In a session of its own, because Ctrl-C is for us; then we close its input.
            self._program = subprocess.Popen(
                limited_command(command, limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                start_new_session=True,
            )
        finally:
            if output is not None:
                os.close(output)

    def seated(self, match: api.Match, seat: int) -> None:
        """Tell the program where it sits."""
        self._tell("seated", {"match": MessageToDict(match), "seat": seat, "seed": self._seed})

    def told(self, facts: Sequence[Any]) -> None:
        """Tell the program what happened."""
        self._tell("told", [MessageToDict(fact) for fact in facts])

    def hear(self, statement: Any) -> None:
        """Tell the program what somebody said."""
        self._tell("hear", MessageToDict(statement))

    def decide(self, view: Any, question: api.Question) -> api.Answer:
        """Let the program answer a question."""
        self._tell("decide", {"question": MessageToDict(question), "view": MessageToDict(view)})
        return self._answer()

    def refused(self, question: api.Question, refused: Refused) -> api.Answer:
        """Let the program answer again."""
        reason = {
            "refusal": refused.refusal,
            "rule": refused.rule,
            "obstacle": refused.obstacle,
            "sentence": refused.sentence,
        }
        self._tell("refused", {"question": MessageToDict(question), **reason})
        return self._answer()

    def ended(self, outcome: api.Outcome) -> None:
        """Tell the program how the match ended."""
        self._tell("ended", MessageToDict(outcome))

    def close(self) -> None:
        """End the program and everything that it has started."""
        assert self._program.stdout is not None
        self._end()
        end_group(self._program.pid)
        self._program.stdout.close()

    def _end(self) -> None:
        """End the program: close its input, and kill it if it goes on."""
        program = self._program
        assert program.stdin is not None
        with suppress(OSError):
            program.stdin.close()
        try:
            program.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()

    def _tell(self, hook: str, value: object) -> None:
        assert self._program.stdin is not None
        try:
            self._program.stdin.write(json.dumps({hook: value}).encode() + b"\n")
            self._program.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None

    def _answer(self) -> api.Answer:
        """Read what the program says, and then its answer."""
        while True:
            line = self._read_line()
            try:
                found = json.loads(line)
                if isinstance(found, dict) and found.keys() == {"say"}:
                    self.say(ParseDict(found["say"], api.Words()))
                    continue
                return ParseDict(found, api.Answer())
            except (ValueError, ParseError, AttributeError, TypeError) as wrong:
                shown = line.decode(errors="replace")[:80]
                raise ProgramFailed(
                    f'it answered {shown!r}, which is not an answer such as {{"picks": [0]}}: {wrong}'
                ) from None

    def _read_line(self) -> bytes:
        assert self._program.stdout is not None
        until = time.monotonic() + self._seconds
        while b"\n" not in self._received:
            ready, _, _ = select.select([self._program.stdout], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise ProgramTooSlow(f"it did not answer within {self._seconds:g} seconds")
            piece = os.read(self._program.stdout.fileno(), 65536)
            if not piece:
                raise self._ended()
            self._received += piece
            if len(self._received) > MAX_LINE_BYTES:
                raise ProgramFailed(f"it wrote more than {MAX_LINE_BYTES} bytes without an answer")
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _ended(self) -> ProgramFailed:
        try:
            code = self._program.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            return ProgramFailed("it closed its input or output")
        return describe_end(code, self._limits)
