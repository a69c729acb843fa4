"""Access: who the bearer of a token is in one match. Only the hash of a token is kept."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

import msgspec

from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.log.records import NO_SEAT, Role
from referee.match.charters import SALT_BYTES


class Access(msgspec.Struct, frozen=True):
    """What the bearer of a token may do in one match."""

    match_id: str
    role: Role
    seat: Seat = NO_SEAT

    @property
    def viewer(self) -> Seat:
        """The viewer whose feed this bearer reads; raises `NoAccess` for an unknown role."""
        if self.role == "seat":
            return self.seat
        if self.role == "spectator":
            return SPECTATOR
        if self.role != "arbiter":
            raise NoAccess
        return OPEN_TABLE


class NoAccess(Exception):
    """Access denied. The text is the same for every reason, so that it does not reveal which matches exist."""

    def __init__(self) -> None:
        super().__init__("There is no such match, or the token is not valid for it.")


_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


def new_match_id() -> str:
    """Return an id that cannot be guessed: whoever knows it may take a seat.

    Hexadecimal, like tokens: base64 may begin with a dash, which a command line reads as an option.
    """
    return secrets.token_hex(16)


def new_token() -> str:
    """Return 32 random bytes as hexadecimal text."""
    return secrets.token_hex(32)


def new_salt() -> str:
    """Return 32 random bytes as hexadecimal text, which hide the seed of a match in its commitment."""
    return secrets.token_hex(SALT_BYTES)


def is_token(text: str) -> bool:
    """Return whether a client may use this as its token: too long to guess, and of plain characters only.

    >>> is_token("a" * 32), is_token("short"), is_token("spaces are not for tokens, ever." )
    (True, False, False)
    """
    return _TOKEN.fullmatch(text) is not None


def token_hash(token: str) -> bytes:
    """Return the hash under which a token is stored."""
    return sha256(token.encode()).digest()
