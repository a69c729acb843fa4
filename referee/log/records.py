"""What a store can be given, and gives back.

Records are facts about the log itself: a match was opened, an entry was appended. A body is canonical
JSON made by the layers above and is never looked into here. All times are wall-clock
milliseconds since the epoch; they and the idempotency keys are kept beside the chain, unhashed.
"""

from typing import Literal

import msgspec

NO_SEAT = -1
"""The seat of what no seat did: the charter, a spectator, the arbiter."""

Role = Literal["seat", "arbiter", "spectator"]
"""What the bearer of a token may do in a match."""

Status = Literal["open", "ended", "faulted", "superseded"]
"""Where a match stands: being played, over by its rules, stopped by a fault of ours, or gone on as a fork of it."""


class MatchOpened(msgspec.Struct, frozen=True, gc=False):
    """A match began. `body` and `hash` are its charter: entry 0 of its chain.

    `policy` is JSON of settings that do not bear on what happens, such as time limits, and is not hashed.
    """

    match: str
    at: int
    game: str
    body: bytes
    hash: bytes
    policy: bytes = b"{}"


class SeatTaken(msgspec.Struct, frozen=True, gc=False):
    """Somebody was given a token for a match; only the token's hash is kept."""

    match: str
    seat: int
    role: Role
    token_hash: bytes
    name: str
    at: int


class EntryAppended(msgspec.Struct, frozen=True, gc=False):
    """The next entry of a match's chain. `key` is the idempotency key of the client's intent, or empty."""

    match: str
    seq: int
    seat: int
    key: str
    at: int
    body: bytes
    hash: bytes


class IntentRejected(msgspec.Struct, frozen=True, gc=False):
    """An intent that was refused, with the reply given: kept apart from the chain, it changed nothing."""

    match: str
    seat: int
    key: str
    at: int
    body: bytes
    reply: bytes


class OrdersGiven(msgspec.Struct, frozen=True, gc=False):
    """A seat left standing orders, in place of all it had left before. `body` is JSON; none are an empty list.

    `seq` is the last entry of the match at that time. The answers given by order are entries of the chain.
    """

    match: str
    seat: int
    seq: int
    at: int
    body: bytes


class EntropyGiven(msgspec.Struct, frozen=True, gc=False):
    """A seat committed to entropy for the luck of its match, or revealed it: until then `entropy` is empty."""

    match: str
    seat: int
    at: int
    commitment: bytes
    entropy: bytes = b""


class MatchClosed(msgspec.Struct, frozen=True, gc=False):
    """A match is no longer played. Entries may still follow: a judge's ruling comes after the end."""

    match: str
    at: int
    status: Literal["ended", "faulted", "superseded"]
    note: str = ""


class AuditAppended(msgspec.Struct, frozen=True, gc=False):
    """The next entry of what is written beside a match: cases, rulings, looks. Also a closed match may get more.

    `note` is a signed text made by the layers above, `hash` that of the note, and `topics` the ids of the rules, with a
    space between them, for which a ruling is kept as precedent; empty for everything else.
    """

    match: str
    seq: int
    """The place of the entry among those of its match, counted from 1."""
    at: int
    note: bytes
    hash: bytes
    topics: str = ""


Record = (
    MatchOpened
    | SeatTaken
    | EntryAppended
    | IntentRejected
    | OrdersGiven
    | EntropyGiven
    | MatchClosed
    | AuditAppended
)
"""Anything that can be written to a store."""


class MatchRow(msgspec.Struct, frozen=True, gc=False):
    """A match as a store lists it, without its entries. `closed_at` is 0 while it is open."""

    match: str
    at: int
    game: str
    policy: bytes
    status: Status
    closed_at: int
    note: str
