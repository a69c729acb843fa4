"""The process in which bots of users' classes run: it forks another process for each bot.

It is a fresh interpreter that has the SDK imported, so that a bot starts within milliseconds and finds nothing of the
referee in its memory: no deal, no seed, no hand of another seat. It ends when the process that started it does.
"""

from __future__ import annotations

import io
import os
import signal
import socket
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from referee.local.class_messages import BotLeft, BotReady, BotWanted, HookReply, HostRequest, pack, unpack
from referee.local.local_errors import LocalError
from referee.local.own_bots import class_maker, describe_fault
from referee.local.program_limits import ProgramLimits, end_with_parent, limit_this_process
from referee_client import Bot, Refused
from referee_client.bot import answer_message, take_unsaid
from referee_client.orders import order_messages
from referee_client.speech import words_message

LARGEST_REQUEST = 1 << 16


def run_host(control: socket.socket) -> None:
    """Create and end bots until the connection ends."""
    while True:
        body, files, _, _ = socket.recv_fds(control, LARGEST_REQUEST, 2)
        if not body:
            return
        request: HostRequest = unpack(body, HostRequest)  # type: ignore[arg-type] # a union is no class
        if isinstance(request, BotWanted):
            control.send(b"%d" % _start(request, control, files))
        else:
            control.send(b"%d" % _status_of(request))


def _start(wanted: BotWanted, control: socket.socket, files: Sequence[int]) -> int:
    """Fork the process of a bot, and return its id."""
    pid = os.fork()
    if not pid:
        control.close()
        _serve(wanted, *files)
    for number in files:
        os.close(number)
    return pid


def _status_of(left: BotLeft) -> int:
    """Return the exit code of a bot that has ended, or its signal as a negative number."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(left.pid, 0)[1])
    except ChildProcessError:
        return -signal.SIGKILL


def _serve(wanted: BotWanted, socket_number: int, output: int) -> NoReturn:
    """Be the process of a bot: call its hooks as they are asked for, until the connection ends."""
    try:
        os.setsid()
        end_with_parent()
        _redirect(output)
        limits = ProgramLimits(
            memory_bytes=wanted.memory_bytes,
            processor_seconds=wanted.processor_seconds,
            log=Path("output") if wanted.limits_output else None,
        )
        limit_this_process(limits)
        connection = Connection(socket_number)
        made = _make(wanted)
        if isinstance(made, Bot):
            connection.send_bytes(pack(_ready(made)))
            _call_hooks(made, connection)
        else:
            connection.send_bytes(pack(made))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)


def _redirect(output: int) -> None:
    """Read nothing, and write everything to the file of the entrant."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    # Made again, because those of the host may have something in their buffers.
    for name, number in (("stdout", 1), ("stderr", 2)):
        setattr(sys, name, io.TextIOWrapper(io.FileIO(number, "w"), "utf-8", "replace", line_buffering=True))


def _make(wanted: BotWanted) -> Bot | BotReady:
    """Return the bot, or why there is none."""
    try:
        maker = class_maker(wanted.name)
    except LocalError as missing:
        return BotReady(fault=str(missing), is_missing=True)
    try:
        return maker(wanted.seed)
    except BaseException as fault:  # noqa: BLE001 - a class may raise anything
        return BotReady(fault=describe_fault(fault))


def _ready(bot: Bot) -> BotReady:
    return BotReady(bool(bot.wants_view), type(bot).told is not Bot.told, type(bot).hear is not Bot.hear)


def _call_hooks(bot: Bot, connection: Connection) -> None:
    while True:
        hook, values = connection.recv()
        try:
            answer = _call(bot, hook, values)
            said = tuple([words_message(words).SerializeToString() for words in take_unsaid(bot)])
            orders = tuple([each.SerializeToString() for each in order_messages(bot.orders)])
            reply = HookReply(answer, said, orders)
        except BaseException as fault:  # noqa: BLE001 - a hook may raise anything
            reply = HookReply(fault=describe_fault(fault))
        connection.send_bytes(pack(reply))


def _call(bot: Bot, hook: str, values: tuple[Any, ...]) -> bytes:
    """Call a hook, and return the answer if it gives one."""
    match hook:
        case "decide":
            view, question = values
            return answer_message(question, bot.decide(view, question)).SerializeToString()
        case "refused":
            question, refused = values
            return answer_message(question, bot.refused(question, Refused(*refused))).SerializeToString()
        case "not_said":
            words, refused = values
            bot.not_said(words, Refused(*refused))
        case _:
            getattr(bot, hook)(*values)
    return b""
