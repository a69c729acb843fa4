"""Audit entries: who looked, what was disputed, tried, ruled and appealed, what was taken back, where a match goes on.

A *fact* is named by its number in the whole match, counted from 1; an *entry* of the match by its place in the chain,
from 0; an audit entry by its place beside the match, from 1, so that 0 can stand for none.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from referee.kernel.facts import Seat

ARBITER = "arbiter"
"""Who opens or appeals a case without a seat."""

Finding = Literal["upheld", "overturned", "no_effect"]
"""The call of the referee stands; the claim is right; or it makes no difference."""


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that follows from a ruling."""


class Stands(Measure, frozen=True, tag="stands"):
    """Everything stays as it is."""


class Rewind(Measure, frozen=True, tag="rewind"):
    """The match goes on, as a fork, from before the answer that brought this fact about."""

    fact: int


class ReplayUnder(Measure, frozen=True, tag="replay_under"):
    """The match is played again, as a fork, under other readings.

    They are put over those of the match; an empty edition is the match's own.
    """

    edition: str
    rulings: dict[str, str]


class Award(Measure, frozen=True, tag="award"):
    """These seats have won."""

    winners: tuple[Seat, ...]


class Void(Measure, frozen=True, tag="void"):
    """The match does not count."""


Remedy = Stands | Rewind | ReplayUnder | Award | Void
"""What follows from a ruling."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that was written beside a match."""


class Looked(Written, frozen=True, tag="audit.looked"):
    """Somebody used a view that sees more than a seat does."""

    who: Literal["arbiter", "operator"]
    what: str
    """What was looked at: "view", "feed from frame 12", "replay", "explanation of fact 3", "trial", "verdict"."""


class Opened(Written, frozen=True, tag="audit.opened"):
    """Somebody got the record of a match that is over, and with it the luck."""

    to: str
    """ "seat/2", once for each."""


class CaseOpened(Written, frozen=True, tag="audit.case_opened"):
    """A fact of the match was disputed."""

    case: int
    """The number of the case in its match, counted from 1."""
    by: str
    """ "seat/2" or "arbiter"."""
    fact: int
    rule: str
    """The id of a rule, or the key of a ruling."""
    claim: str
    freeze: bool
    """Whether no answer is taken while the case is open."""


class ReadingTried(Written, frozen=True, tag="audit.reading_tried"):
    """The match was run again under another reading for a case."""

    case: int
    edition: str
    rulings: dict[str, str]
    report: msgspec.Raw
    """A JSON object, without spaces: what came of it."""


class CaseRuled(Written, frozen=True, tag="audit.case_ruled"):
    """The arbiter ruled on a case."""

    case: int
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    """The ids of the rules and keys of the rulings it rests on."""
    remedy: Remedy
    precedent: bool
    """Whether it is kept to be found again by its rules."""
    cites: int
    """After an appeal, the audit entry of the first ruling; else 0."""


class CaseAppealed(Written, frozen=True, tag="audit.case_appealed"):
    """A ruling was appealed."""

    case: int
    by: str
    reason: str
    cites: int
    """The audit entry of the ruling."""


class UndoProposed(Written, frozen=True, tag="audit.undo_proposed"):
    """A seat asked the others to let it take back its answer, the last entry of the match."""

    seat: Seat
    entry: int


class UndoAnswered(Written, frozen=True, tag="audit.undo_answered"):
    """A seat consented to the undo that was proposed, or refused it."""

    seat: Seat
    consents: bool


class ForkedFrom(Written, frozen=True, tag="audit.forked_from"):
    """The match goes on from another: the first audit entry of a fork."""

    match: str
    entry: int
    """The last entry of the other match that still holds."""
    head: str
    """Its hash."""
    why: str
    """ "undo" or "case 2"."""


class Superseded(Written, frozen=True, tag="audit.superseded"):
    """The match goes on as another, its fork."""

    by: str
    entry: int
    """The last entry of this match that still holds."""
    why: str
    """ "undo" or "case 2"; of a fork whose ground a second ruling took away, "appeal of case 2"."""


class EntropyWithheld(Written, frozen=True, tag="audit.entropy_withheld"):
    """These seats committed to a part of the seed, did not reveal it in time, and play without."""

    seats: tuple[Seat, ...]


Body = (
    Looked
    | Opened
    | CaseOpened
    | ReadingTried
    | CaseRuled
    | CaseAppealed
    | UndoProposed
    | UndoAnswered
    | ForkedFrom
    | Superseded
    | EntropyWithheld
)
"""Anything that can be written beside a match."""


class AuditEntry(msgspec.Struct, frozen=True):
    """One thing that was written beside a match: when, and where the match stood."""

    match: str
    seq: int
    previous: bytes
    """The hash of the audit entry before it, zeros for the first."""
    at: int
    entry: int
    """The last entry of the match at that time."""
    head: bytes
    """The hash of that entry."""
    body: Body


_encoder = msgspec.json.Encoder(order="deterministic")
_bodies: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def encode(body: Body) -> bytes:
    """The canonical bytes of a body."""
    return _encoder.encode(body)


def decode(data: bytes) -> Body:
    """Read a body; raises msgspec.DecodeError."""
    return _bodies.decode(data)


def name_of(seat: Seat) -> str:
    """How a seat signs what it writes.

    >>> name_of(2)
    'seat/2'
    """
    return f"seat/{seat}"


_SEAT = re.compile(r"seat/(0|[1-9][0-9]{0,3})", re.ASCII)
_CASE = re.compile(r"case ([1-9][0-9]{0,8})", re.ASCII)


def seat_of(by: str) -> Seat | None:
    """The seat that signed so, or None if no seat did.

    >>> seat_of("seat/2"), seat_of("arbiter")
    (2, None)
    """
    found = _SEAT.fullmatch(by)
    return int(found[1]) if found else None


def case_of(why: str) -> int | None:
    """The case that a fork came of, or None if it came of none.

    >>> case_of("case 2"), case_of("undo")
    (2, None)
    """
    found = _CASE.fullmatch(why)
    return int(found[1]) if found else None


def is_appeal(why: str) -> bool:
    """Whether a fork was left because the ruling that it came of was replaced on appeal.

    >>> is_appeal("appeal of case 2"), is_appeal("case 2")
    (True, False)
    """
    return why.startswith("appeal of ") and case_of(why.removeprefix("appeal of ")) is not None


def topics_of(body: Body) -> str:
    """The rules under which the log finds an audit entry again: those of a ruling kept as precedent."""
    return " ".join(body.rules) if isinstance(body, CaseRuled) and body.precedent else ""
