"""Access: who somebody is at a match, known by a token of which only the hash is kept."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

import msgspec

from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.log.records import NO_SEAT, Role


class Access(msgspec.Struct, frozen=True):
    """What the bearer of a token may do in one match."""

    match: str
    role: Role
    seat: Seat = NO_SEAT

    @property
    def viewer(self) -> Seat:
        """Whose feed this is."""
        if self.role == "seat":
            return self.seat
        return OPEN_TABLE if self.role == "arbiter" else SPECTATOR


class NoAccess(Exception):
    """One text for every reason, so that nobody learns which matches exist."""

    def __init__(self) -> None:
        super().__init__("There is no such match, or the token is not valid for it.")


_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


def new_match_id() -> str:
    """A name nobody can guess: whoever knows it may take a seat.

    In hexadecimal, as tokens are: base64 may begin with a dash, which a command line takes for an option.
    """
    return secrets.token_hex(16)


def new_token() -> str:
    """32 random bytes, as text."""
    return secrets.token_hex(32)


def is_token(text: str) -> bool:
    """Say whether a client may use this as its token: long enough not to be guessed, and made of plain characters.

    >>> is_token("a" * 32), is_token("short"), is_token("spaces are not for tokens, ever." )
    (True, False, False)
    """
    return _TOKEN.fullmatch(text) is not None


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()
