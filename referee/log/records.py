"""The records that stores write and return.

A record describes a change of the log: a match was opened, an entry was appended. Bodies are canonical JSON made by
the layers above and are not parsed here. All times are wall-clock milliseconds since the Unix epoch. Times and
idempotency keys are stored but not hashed.
"""

from typing import Literal, NamedTuple, get_args

import msgspec

NO_SEAT = -1
"""Seat number of records that belong to no seat, such as the charter, a spectator or the arbiter."""

Role = Literal[
    "seat", "spectator", "arbiter", "organiser", "judge", "head_judge", "scorekeeper", "observer", "operator"
]
"""What a token allows its bearer to do in a match. An operator has an API key and no token, so it is never stored."""

ROLES: frozenset[str] = frozenset(get_args(Role))
"""The known roles. A token with any other gives no access."""

ClosedStatus = Literal["ended", "faulted", "superseded", "cancelled"]
"""Status of a match that is over: ended by its rules, stopped by a referee fault, continued as another match, or
cancelled before it began."""

MatchStatus = Literal["open"] | ClosedStatus
"""Status of a match: waiting or being played, or over."""

CLOSED_STATUSES: frozenset[str] = frozenset(get_args(ClosedStatus))
STATUSES: frozenset[str] = frozenset({"open", *CLOSED_STATUSES})
"""The known statuses. A match with any other is damaged, and its record is open to nobody."""


class MatchOpened(msgspec.Struct, frozen=True, gc=False):
    """A new match."""

    match: str
    at: int
    game: str
    body: bytes
    """The charter: entry 0 of the chain."""
    hash: bytes
    """The hash of entry 0."""
    policy: bytes = b"{}"
    """Settings that do not affect what happens, such as time limits, as JSON. Not hashed."""


class SeatTaken(msgspec.Struct, frozen=True, gc=False):
    """A token was issued for a match, and replaces the earlier one of the same seat or official.

    Only the hash of the token is stored.
    """

    match: str
    seat: int
    """The seat, the number of a judge or head judge, or NO_SEAT."""
    role: Role
    token_hash: bytes
    """Empty if the official was dismissed and has no token any longer."""
    name: str
    at: int
    client: bytes = b""
    """How the program that took a seat described itself, as JSON; empty if it did not, or this is no seat."""


class EntryAppended(msgspec.Struct, frozen=True, gc=False):
    """The next entry in the chain of a match."""

    match: str
    seq: int
    """Number of the entry in its match, from 0."""
    seat: int
    key: str
    """Idempotency key of the client's intent, or empty."""
    at: int
    body: bytes
    hash: bytes


class IntentRejected(msgspec.Struct, frozen=True, gc=False):
    """A refused intent and the reply to it. It changed nothing, so it is not part of the chain."""

    match: str
    seat: int
    key: str
    at: int
    body: bytes
    reply: bytes


class OrdersGiven(msgspec.Struct, frozen=True, gc=False):
    """New standing orders of a seat, which replace all earlier ones.

    The answers that the orders give are ordinary entries of the chain.
    """

    match: str
    seat: int
    seq: int
    """The last entry of the match when the orders were given."""
    at: int
    body: bytes
    """The orders, as a JSON list; empty if they were cleared."""


class DecisionTimed(msgspec.Struct, frozen=True, gc=False):
    """When an answer was asked for and given, in a match with a clock. Written together with the entry."""

    match: str
    seq: int
    """Number of the entry with the answer."""
    at: int
    body: bytes
    """The times, as JSON."""


class EntropyGiven(msgspec.Struct, frozen=True, gc=False):
    """A seat committed to entropy for its match, or revealed it."""

    match: str
    seat: int
    at: int
    commitment: bytes
    entropy: bytes = b""
    """Empty until it is revealed."""


class MatchClosed(msgspec.Struct, frozen=True, gc=False):
    """A match is no longer played. Audit entries may still follow, such as a ruling after the end."""

    match: str
    at: int
    status: ClosedStatus
    note: str = ""


class AuditAppended(msgspec.Struct, frozen=True, gc=False):
    """The next audit entry of a match, open or closed: a case, a ruling, a look at hidden information."""

    match: str
    seq: int
    """Number of the audit entry in its match, from 1."""
    at: int
    note: bytes
    """A signed note made by the layers above."""
    hash: bytes
    """The hash of the note."""
    topics: str = ""
    """Ids of the rules for which a ruling is kept as a precedent, separated by spaces; empty for everything else."""
    request: str = ""
    """Who requested it, the id of the request and a hash of its content, separated by spaces; empty without an id."""
    is_approved: bool = False
    """Whether an approved official made the ruling that is kept as a precedent; for searching only."""


Record = (
    MatchOpened
    | SeatTaken
    | EntryAppended
    | IntentRejected
    | OrdersGiven
    | DecisionTimed
    | EntropyGiven
    | MatchClosed
    | AuditAppended
)
"""Any record that can be written to a store."""


class MatchRow(msgspec.Struct, frozen=True, gc=False):
    """A match as a store lists it, without its entries."""

    match: str
    at: int
    game: str
    policy: bytes
    status: MatchStatus
    closed_at: int
    """When it was closed; 0 while it is open."""
    note: str


class MatchPlace(NamedTuple):
    """The place of a match among all, newest first."""

    at: int
    """When it was opened, in milliseconds since the Unix epoch."""
    match: str


class PrecedentPlace(NamedTuple):
    """The place of a precedent among all, newest first."""

    at: int
    """When it was made, in milliseconds since the Unix epoch."""
    match: str
    seq: int
    """Number of its audit entry."""


class WaitingMatch(NamedTuple):
    """An open match that may have to go on although nobody calls."""

    match: str
    policy: bytes
    has_begun: bool
    """Whether anyone may have been asked; if not, seats have committed to entropy."""
    has_audit: bool = False
    """Whether it has audit entries, so that there may be cases."""


class MatchCount(NamedTuple):
    """Number of matches of a game with the same status."""

    game: str
    status: MatchStatus
    has_begun: bool
    """Whether they have entries after the charter, if they are open; False for all others."""
    number: int
