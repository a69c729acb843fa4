"""Access: who somebody is at a match, known by a token of which only the hash is kept."""

from __future__ import annotations

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


def new_match_id() -> str:
    """A name nobody can guess: whoever knows it may take a seat."""
    return secrets.token_urlsafe(18)


def new_token() -> str:
    """32 random bytes, as text."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()
