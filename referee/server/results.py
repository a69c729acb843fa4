"""Results: what the server returns to its callers."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.audit.audit_state import AuditState
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.log.records import MatchStatus
from referee.server.settings import Policy


class Created(NamedTuple):
    """A new match. The token is not available anywhere else."""

    match_id: str
    arbiter_token: str


class Joined(NamedTuple):
    """A seat that was taken. The token is not available anywhere else."""

    seat: Seat
    token: str


class Standing(NamedTuple):
    """The standing of a match: cases, undo proposals, forks and awaited entropy, as every viewer may know them."""

    audit_state: AuditState
    seats: int
    awaited: tuple[Seat, ...] = ()
    """Seats that must reveal their entropy before the match begins."""
    is_ruling_appealed: bool = False
    """Whether the ruling that created this match is under appeal."""


class Description(NamedTuple):
    """What everyone with access may know about a match."""

    match_id: str
    charter: Charter
    """The charter without its secrets: the seed, which reveals all future draws, and the salt."""
    policy: Policy
    names: dict[Seat, str]
    """Player names, by seat; only seats that are taken."""
    status: MatchStatus
    commitment: bytes
    """Hash of the charter including seed and salt: binds the referee before anyone joins, and reveals neither."""
    standing: Standing
    seed_given: bool
    """Whether the creator of the match gave the seed, and so knows all draws; False if the referee drew it."""


class TableView(NamedTuple):
    """The table as one viewer knows it after the last frame."""

    number: int
    """Number of that frame; 0 before the match begins."""
    state: Any
    """The game's state as this viewer knows it. Read-only, and valid only until the next frame."""
    question: Question | None
    waiting_for: tuple[Seat, ...]
    outcome: Ended | None
