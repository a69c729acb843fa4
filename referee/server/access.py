"""Access: who the bearer of a token is in one match. Only the hash of a token is kept."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

import msgspec

from referee.audit.entries import seat_name
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.log.records import NO_SEAT, ROLES, Role
from referee.match.charters import SALT_BYTES
from referee.server.errors import NotAllowed


class Access(msgspec.Struct, frozen=True):
    """What the bearer of a token may do in one match."""

    match_id: str
    role: Role
    seat: Seat = NO_SEAT
    official: int = 0
    """Number of an official in the match; 0 for everyone else."""
    issue: int = 0
    """Number of tokens that this one has replaced, or -1 if the access comes from an API key.

    An access by a token lasts until the next token is issued.
    """

    @property
    def viewer(self) -> Seat:
        """The viewer whose feed this bearer reads; raises `NoAccess` for an unknown role."""
        if self.role == "seat":
            return self.seat
        if self.sees_everything:
            return OPEN_TABLE
        if self.role not in ROLES:
            raise NoAccess
        return SPECTATOR

    @property
    def sees_everything(self) -> bool:
        """Whether this bearer may look at hidden information while the match is played. The organiser may not."""
        return self.role in ("arbiter", "judge", "head_judge")

    @property
    def party(self) -> str:
        """The name of this bearer in audit entries."""
        if self.role == "seat":
            return seat_name(self.seat)
        return f"{self.role}/{self.official}" if self.official else self.role


class NoAccess(Exception):
    """Access denied. The text is the same for every reason, so that it does not reveal which matches exist."""

    def __init__(self) -> None:
        super().__init__(
            "There is no such match, it is not open to spectators, or the token is not valid for it."
        )


def denial(access: Access) -> NoAccess | NotAllowed:
    """Return the error for a call that this access does not allow; a spectator has shown no token at all."""
    if access.role == "spectator" or access.role not in ROLES:
        return NoAccess()
    return NotAllowed("This token does not allow that; it takes the token of another role in the match.")


_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


def new_match_id() -> str:
    """Return an id that cannot be guessed: whoever knows it may take a seat.

    Hexadecimal, like tokens: base64 may begin with a dash, which a command line reads as an option.
    """
    return secrets.token_hex(16)


def repeatable_match_id(token: str, request_id: str) -> str:
    """Return the id of the match that a request creates, however often it is repeated.

    It cannot be guessed without the token, and tells nothing about it.
    """
    return sha256(f"referee match 1\n{token}\n{request_id}".encode()).hexdigest()[:32]


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
