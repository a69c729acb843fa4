"""What passes between a class bot and the process in which its class runs.

What comes from the class is read strictly, because anybody may have written it. What goes to it is pickled.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec


class BotWanted(msgspec.Struct, frozen=True, tag=True):
    """What the host needs to create a bot. The connection to it and the file for its output come with the message."""

    name: str
    """The class with its file, such as `mybot.py:MyBot`."""
    seed: str
    memory_bytes: int
    processor_seconds: int
    limits_output: bool


class BotLeft(msgspec.Struct, frozen=True, tag=True):
    """The bot of this process is not needed any more; the host returns how it ended."""

    pid: int


class BotReady(msgspec.Struct, frozen=True):
    """The first reply of a bot: which hooks it uses, or why there is none."""

    wants_view: bool = True
    hears_facts: bool = False
    hears_talk: bool = False
    fault: str = ""
    is_missing: bool = False
    """Whether there is no such class."""


class HookReply(msgspec.Struct, frozen=True):
    """The reply to a call of a hook."""

    answer: bytes = b""
    """An `Answer` message, if one was asked for."""
    said: tuple[bytes, ...] = ()
    """What the bot wants to say, as `Words` messages."""
    orders: tuple[bytes, ...] = ()
    """Its standing orders, as `Order` messages."""
    fault: str = ""
    """The exception that the hook raised, in one line; empty for none."""


HostRequest = BotWanted | BotLeft

M = TypeVar("M")


def pack(message: msgspec.Struct) -> bytes:
    """Return a message as bytes."""
    return msgspec.msgpack.encode(message)


def unpack(body: bytes, kind: type[M]) -> M:
    """Return a message of a kind; raise `msgspec.MsgspecError` for anything else."""
    return msgspec.msgpack.decode(body, type=kind)
