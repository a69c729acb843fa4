"""Results: what the server returns to its callers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from referee.audit.audit_state import AuditState
from referee.audit.entries import OfficialRole
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.log.records import MatchStatus, Role
from referee.server.clocks import ClockReading
from referee.server.settings import ClientInfo, Policy

MatchState = Literal["waiting", "running", "frozen", "paused", "ended", "stopped", "superseded", "cancelled"]
"""What a match is doing: waiting for seats or entropy, being played, frozen, paused, or over in one of four ways."""


class Created(NamedTuple):
    """A new match. The token and the invite code are not available anywhere else."""

    match_id: str
    token: str
    role: Role = "arbiter"
    """Role of the token: `arbiter` of an unrefereed match, `organiser` of any other."""
    invite_code: str = ""
    """Needed to take a seat, if the match was created with one."""


class Appointed(NamedTuple):
    """An official who was appointed. The token is not available anywhere else."""

    official: int
    """Number of the official in the match, from 1."""
    party: str
    """Name of the official in audit entries: "judge/1"."""
    token: str
    """Empty for an official who was appointed by the id of an API key, and uses that key."""


class OfficialSummary(NamedTuple):
    """An official in office, as everyone may know it."""

    party: str
    role: OfficialRole
    name: str


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

    @property
    def looks(self) -> dict[str, int]:
        """Number of looks at hidden information so far, by role. What was looked at is not public before the end."""
        return self.audit_state.looks


class Description(NamedTuple):
    """What everyone with access may know about a match."""

    match_id: str
    charter: Charter
    """The charter without its secrets: the seed, which reveals all future draws, and the salt."""
    policy: Policy
    """The policy without its owner and invite code. `unrefereed` marks a match without independent officials."""
    names: dict[Seat, str]
    """Player names, by seat; only seats that are taken."""
    status: MatchStatus
    commitment: bytes
    """Hash of the charter including seed and salt: binds the referee before anyone joins, and reveals neither."""
    standing: Standing
    state: MatchState
    needs_invite: bool
    """Whether an invite code is needed to take a seat."""
    officials: tuple[OfficialSummary, ...]
    """The officials in office."""
    created_at: int
    """When the match was created, in milliseconds since the Unix epoch, as the next two."""
    started_at: int
    """When the match began; 0 if it has not."""
    ended_at: int
    """When the match ended or was cancelled; 0 if it is not over."""
    seed_given: bool
    """Whether the creator gave the seed; False if the referee drew it."""
    clients: dict[Seat, ClientInfo]
    """The programs that took the seats, as far as they described themselves."""
    closing_note: str = ""
    """Why the match was cancelled; otherwise empty."""

    @property
    def unrefereed(self) -> bool:
        """Whether the match has no independent officials: its creator sees everything and may have a seat."""
        return self.policy.unrefereed


class TableView(NamedTuple):
    """The table as one viewer knows it after the last frame."""

    number: int
    """Number of that frame; 0 before the match begins."""
    state: Any
    """The game's state as this viewer knows it. Read-only, and valid only until the next frame."""
    question: Question | None
    waiting_for: tuple[Seat, ...]
    outcome: Ended | None
    clock: ClockReading | None = None
    """The clock of the question, if there is one and the match has a time limit."""
