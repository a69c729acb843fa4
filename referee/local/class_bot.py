"""Bots of users' classes, each in a process of its own with limits on its time, memory and output."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any, TypeVar

import msgspec

from referee.local.class_messages import BotLeft, BotReady, BotWanted, HookReply, HostRequest, pack, unpack
from referee.local.local_errors import LocalError
from referee.local.program_limits import (
    ProgramFailed,
    ProgramLimits,
    ProgramTooSlow,
    describe_end,
    end_group,
    open_output,
)
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, Refused

MAX_REPLY_BYTES = 1 << 20

_HOST = (
    "import sys, socket; from referee.local.class_host import run_host; run_host(socket.socket(fileno={}))"
)


R = TypeVar("R", BotReady, HookReply)


class HostLost(Exception):
    """The process that starts bots has ended, which is no fault of the bot that was to be started."""


class ClassHost:
    """The process that starts the bots of this process."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            # In a session of its own, because Ctrl-C is for us; it ends when the connection does.
            self._program = subprocess.Popen(
                [sys.executable, "-c", _HOST.format(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._lock = Lock()
        self.owner = os.getpid()
        """The process that it belongs to; a copy of this object in a worker is of no use."""

    @property
    def is_running(self) -> bool:
        """Return whether it can start bots for this process."""
        is_open = self._control.fileno() >= 0
        return is_open and self.owner == os.getpid() and self._program.poll() is None

    def ask(self, request: HostRequest, files: Sequence[int] = ()) -> int:
        """Pass a request with open files, and return the number that it is answered with."""
        try:
            with self._lock:
                socket.send_fds(self._control, [pack(request)], files)
                reply = self._control.recv(64)
        except OSError as lost:
            raise HostLost("the process that starts bots has ended") from lost
        except BaseException:
            # Interrupted: the reply that is still to come belongs to no later request.
            self._control.close()
            raise
        if not reply:
            raise HostLost("the process that starts bots has ended")
        return int(reply)

    def close(self) -> None:
        """End the process."""
        self._control.close()
        self._program.wait()


_hosts: list[ClassHost] = []
"""The host of this process, if it has one."""

_hosts_lock = Lock()


def class_host() -> ClassHost:
    """Return the host of this process, which is started when it is needed first, and again if it has ended."""
    with _hosts_lock:
        if not (_hosts and _hosts[0].is_running):
            _hosts[:] = [ClassHost()]
        return _hosts[0]


def close_class_host() -> None:
    """End the host of this process, if there is one."""
    with _hosts_lock:
        for host in _hosts:
            if host.owner == os.getpid():
                host.close()
        _hosts.clear()


class ClassBot(Bot):
    """A bot whose class runs in a process of its own, for one seat of one match."""

    def __init__(self, name: str, seed: str, limits: ProgramLimits) -> None:
        """Create the bot; raise `LocalError` if there is no such class, and `ProgramFailed` if it cannot start."""
        self._limits = limits
        self._host = class_host()
        ours, theirs = socket.socketpair()
        output = os.open(os.devnull, os.O_WRONLY) if limits.log is None else open_output(limits.log)
        try:
            with theirs:
                wanted = BotWanted(
                    name, seed, limits.memory_bytes, limits.processor_seconds, limits.log is not None
                )
                self._pid = self._host.ask(wanted, [theirs.fileno(), output])
        except BaseException:
            ours.close()
            raise
        finally:
            os.close(output)
        self._connection: Connection | None = Connection(ours.detach())
        try:
            ready = self._receive(BotReady)
        except ProgramFailed:
            self.close()
            raise
        if ready.fault:
            self.close()
            raise LocalError(ready.fault) if ready.is_missing else ProgramFailed(ready.fault)
        self.wants_view = ready.wants_view
        # A bot that does not listen is not sent the facts.
        if not ready.hears_facts:
            self.told = super().told  # type: ignore[method-assign]
        if not ready.hears_talk:
            self.hear = super().hear  # type: ignore[method-assign]

    def seated(self, match: api.Match, seat: int) -> None:
        """Pass it on."""
        self._call("seated", match, seat)

    def told(self, facts: Sequence[Any]) -> None:
        """Pass it on."""
        self._call("told", list(facts))

    def hear(self, statement: Any) -> None:
        """Pass it on."""
        self._call("hear", statement)

    def not_said(self, words: Any, refused: Refused) -> None:
        """Pass it on."""
        self._call("not_said", words, _parts(refused))

    def decide(self, view: Any, question: api.Question) -> api.Answer:
        """Let the bot answer."""
        return self._answer("decide", view, question)

    def refused(self, question: api.Question, refused: Refused) -> api.Answer:
        """Let the bot answer again."""
        return self._answer("refused", question, _parts(refused))

    def ended(self, outcome: api.Outcome) -> None:
        """Pass it on."""
        self._call("ended", outcome)

    def close(self) -> None:
        """End the process of the bot and everything that it has started."""
        if self._connection is not None:
            self._end()

    def _answer(self, hook: str, *values: Any) -> api.Answer:
        return api.Answer.FromString(self._call(hook, *values).answer)

    def _call(self, hook: str, *values: Any) -> HookReply:
        """Call a hook of the bot, and take over what it says and orders."""
        assert self._connection is not None
        with suppress(OSError):
            self._connection.send((hook, values))
        reply = self._receive(HookReply)
        if reply.fault:
            raise ProgramFailed(reply.fault)
        self.unsaid = (*self.unsaid, *[api.Words.FromString(words) for words in reply.said])
        orders = tuple([api.Order.FromString(each) for each in reply.orders])
        if orders != tuple(self.orders):
            self.orders = orders
        return reply

    def _receive(self, kind: type[R]) -> R:
        """Return the next message of the bot."""
        assert self._connection is not None
        try:
            if not self._connection.poll(self._limits.seconds_per_answer):
                raise ProgramTooSlow(f"no answer within {self._limits.seconds_per_answer:g} seconds")
            return unpack(self._connection.recv_bytes(MAX_REPLY_BYTES), kind)
        except msgspec.MsgspecError as wrong:
            raise ProgramFailed(f"its process wrote something that is not an answer: {wrong}") from None
        except (EOFError, OSError) as ended:
            if "length" in str(ended):
                raise ProgramFailed(f"it wrote more than {MAX_REPLY_BYTES} bytes at once") from None
            raise describe_end(self._end(), self._limits) from None

    def _end(self) -> int:
        """End the process, and return how it ended by itself, if it did."""
        assert self._connection is not None
        self._connection.close()
        self._connection = None
        # Its group, or itself if it has not made one yet. The number is its own until the host has waited for it.
        end_group(self._pid)
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        return self._host.ask(BotLeft(self._pid)) if self._host.is_running else 0


def _parts(refused: Refused) -> tuple[str, str, str, str]:
    return refused.refusal, refused.rule, refused.obstacle, refused.sentence
