"""Audit entries: looks at hidden information, cases, rulings, appeals, undos, forks, officials, tokens and pauses.

Facts are numbered through the whole match, from 1. Entries of the match are numbered from 0. Audit entries are numbered
from 1, so that 0 can mean none.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

import msgspec

from referee.kernel.facts import Seat

ARBITER = "arbiter"
"""The name by which the arbiter opens or appeals a case."""

ORGANISER = "organiser"
"""The name of whoever created the match and appoints its officials."""

OPERATOR = "operator"
"""The name of whoever runs the server."""

SERVER = "server"
"""The name of the server itself, which cancels a match that nobody fills, and pauses a fork of a paused match."""

SEATS = "seats"
"""The name of all seats together, who pause or resume a match by consent."""

PANEL = "panel"
"""The name of the panel, which rules on appeals when enough of its members agree."""

_LOOKS = r"^(?:arbiter|operator|organiser|(?:judge|head_judge)/[1-9][0-9]{0,3})$"
"""The names of those whose looks are recorded."""

OfficialRole = Literal["judge", "head_judge", "scorekeeper", "observer"]
"""A judge looks, freezes and rules. A head judge also rules on appeals and corrects results.

A scorekeeper declares results, and an observer watches a match that is closed to spectators. Both see only what
everyone sees.
"""

OFFICIAL_ROLES: frozenset[str] = frozenset(get_args(OfficialRole))
"""The roles of all officials."""

JUDGES: frozenset[str] = frozenset({"judge", "head_judge"})
"""The roles of officials who see hidden information and decide."""

ResultKind = Literal["played", "crash", "time", "walkover", "withdrawn", "no_show", "resignation", "ruling"]
"""How the result of one seat came about.

The match was played to its end; its program failed, or was too slow; it won without playing; it had left the event, or
never came; it resigned; an official decided. Events and matches share these kinds.
"""

PauseStep = Literal["pause", "resume", "adjourn"]
"""What the seats can do by consent: pause the match, resume it, or adjourn it: pause it with sealed answers."""

ForfeitReason = Literal["time"]
"""Why a seat is out of the match: its time was up, and the time control says that it then resigns."""

Finding = Literal["upheld", "overturned", "no_effect"]
"""The referee was right; the claim is right; or the claim makes no difference."""


class RemedyBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of remedies."""


class Stands(RemedyBase, frozen=True, tag="stands"):
    """Nothing changes."""


class Rewind(RemedyBase, frozen=True, tag="rewind"):
    """The match continues, as a fork, from just before the answer that caused this fact."""

    fact: int


class ReplayUnder(RemedyBase, frozen=True, tag="replay_under"):
    """The match is replayed, as a fork, under other readings."""

    edition: str
    """Another edition; empty for that of the match."""
    rulings: dict[str, str]
    """Readings that replace those of the match, by ruling key."""


class Award(RemedyBase, frozen=True, tag="award"):
    """The match is awarded to these seats."""

    winners: tuple[Seat, ...]


class Void(RemedyBase, frozen=True, tag="void"):
    """The match does not count."""


Remedy = Stands | Rewind | ReplayUnder | Award | Void
"""What is done about a case."""


class BodyBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of the bodies of audit entries."""


class Looked(BodyBase, frozen=True, tag="audit.looked"):
    """An official looked at hidden information, or the organiser at the record of a finished match."""

    who: Annotated[str, msgspec.Meta(pattern=_LOOKS)]
    """ "judge/<number>", "head_judge/<number>", "arbiter", "operator" or "organiser"."""
    what: str
    """What was looked at: "view", "feed from frame 12", "replay", "explanation of fact 3", "trial", "verdict"."""


class RecordOpened(BodyBase, frozen=True, tag="audit.opened"):
    """A seat or the organiser received the record of a finished match, which reveals its luck."""

    to: str
    """ "seat/<number>" or "organiser"; written once for each."""


class CaseOpened(BodyBase, frozen=True, tag="audit.case_opened"):
    """A case was opened about a fact."""

    case: int
    """Number of the case in its match, from 1."""
    by: str
    """ "seat/<number>" or "arbiter"."""
    fact: int
    rule: str
    """Id of the disputed rule, or key of the disputed ruling."""
    claim: str
    freeze: bool
    """Whether the match is frozen until the case is ruled on or withdrawn, or the time limit of a freeze passes."""


class CaseWithdrawn(BodyBase, frozen=True, tag="audit.case_withdrawn"):
    """A case was withdrawn before any ruling by whoever had opened it."""

    case: int
    by: str
    """ "seat/<number>" or "arbiter"."""


class FreezeEnded(BodyBase, frozen=True, tag="audit.freeze_ended"):
    """The time limit of a freeze by a seat has passed. The match goes on, and the case still waits for a ruling."""

    case: int


class ReadingTried(BodyBase, frozen=True, tag="audit.reading_tried"):
    """The match was run again under another reading for a case."""

    case: int
    edition: str
    rulings: dict[str, str]
    report: msgspec.Raw
    """The result, as a JSON object without spaces."""


class CaseRuled(BodyBase, frozen=True, tag="audit.case_ruled", omit_defaults=True):
    """An official ruled on a case."""

    case: int
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    """Ids of the rules and keys of the rulings that it cites."""
    remedy: Remedy
    precedent: bool
    """Whether it is kept as a precedent for these rules."""
    cites: int
    """After an appeal, the audit entry of the first ruling; otherwise 0."""
    by: str = ""
    """ "judge/<number>", "head_judge/<number>" or "panel"; empty for the arbiter, and then not written."""
    panel: tuple[str, ...] = ()
    """For a ruling of the panel, the members whose opinions agree, in the order they gave them; otherwise empty."""


class PanelSet(BodyBase, frozen=True, tag="audit.panel_set"):
    """From now on a panel rules on the appeals of this match; without members, one head judge does again."""

    needed: int
    """Number of members who must agree."""
    members: tuple[str, ...]
    """Head judges, such as "head_judge/2"."""
    by: str
    """ "organiser" or "operator"; in a fork of a match that has a panel, "server"."""


class OpinionGiven(BodyBase, frozen=True, tag="audit.opinion_given"):
    """A member of the panel said how it would rule on an appeal.

    The ruling takes effect when enough opinions agree, by a `CaseRuled` of the panel. Until then, it is public only who
    has given an opinion.
    """

    case: int
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    remedy: Remedy
    precedent: bool
    cites: int
    """Number of the audit entry with the first ruling."""
    by: str


class OpinionWithdrawn(BodyBase, frozen=True, tag="audit.opinion_withdrawn"):
    """A member of the panel took its opinion back, before the panel has ruled."""

    case: int
    by: str


class CaseAppealed(BodyBase, frozen=True, tag="audit.case_appealed"):
    """A ruling was appealed."""

    case: int
    by: str
    reason: str
    cites: int
    """Number of the audit entry with the ruling."""


class ResultDeclared(BodyBase, frozen=True, tag="audit.result_declared"):
    """An official declared the result of a match, which ends it, or corrected the result that it has."""

    by: str
    """ "scorekeeper/<number>", "head_judge/<number>" or "arbiter"."""
    reason: str
    winners: tuple[Seat, ...]
    is_void: bool
    """Whether the match does not count."""
    kinds: tuple[ResultKind, ...]
    """How the result of each seat came about, in seat order."""


class UndoProposed(BodyBase, frozen=True, tag="audit.undo_proposed"):
    """A seat asked the others to let it take back its answer, the last entry of the match."""

    seat: Seat
    entry: int


class UndoAnswered(BodyBase, frozen=True, tag="audit.undo_answered"):
    """A seat agreed to the proposed undo, or refused it."""

    seat: Seat
    consents: bool


class ForkedFrom(BodyBase, frozen=True, tag="audit.forked_from"):
    """The match continues another one. This is the first audit entry of a fork."""

    match: str
    entry: int
    """Number of the last entry that it shares with the other match."""
    head: str
    """Hash of that entry, in hexadecimal."""
    why: str
    """ "undo" or "case <number>"."""


class Superseded(BodyBase, frozen=True, tag="audit.superseded"):
    """Another match, a fork, continues this one."""

    by: str
    """Id of the other match."""
    entry: int
    """Number of the last entry that the other match shares with this one."""
    why: str
    """ "undo", "case <number>", or "appeal of case <number>" if a second ruling replaced the one behind this fork."""


class EntropyWithheld(BodyBase, frozen=True, tag="audit.entropy_withheld"):
    """These seats committed to entropy but did not reveal it in time. The match is played without it."""

    seats: tuple[Seat, ...]


class OfficialAppointed(BodyBase, frozen=True, tag="audit.official_appointed"):
    """An official was appointed to the match."""

    official: int
    """Number of the official in its match, from 1."""
    role: OfficialRole
    name: str
    key: str
    """Id of the official's API key; empty if a token was issued instead."""
    by: str
    """ "organiser" or "operator"."""


class TokenRotated(BodyBase, frozen=True, tag="audit.token_rotated"):
    """A token was replaced by another one."""

    who: str
    """Whose token it is: "seat/<number>", "judge/<number>" or another official, "organiser" or "arbiter"."""
    by: str
    """Who replaced it."""


class TokenRevoked(BodyBase, frozen=True, tag="audit.token_revoked"):
    """An official was dismissed or has resigned; neither token nor API key is accepted any longer."""

    who: str
    """ "judge/<number>", or another official."""
    by: str
    reason: str


class MatchCancelled(BodyBase, frozen=True, tag="audit.match_cancelled"):
    """The match was cancelled before it began."""

    by: str
    """ "organiser", "arbiter", "operator" or "server"."""
    reason: str


class PauseProposed(BodyBase, frozen=True, tag="audit.pause_proposed"):
    """A seat asked the others to pause the match, or to resume it."""

    seat: Seat
    step: PauseStep
    reason: str


class PauseAnswered(BodyBase, frozen=True, tag="audit.pause_answered"):
    """A seat agreed to what was proposed, or refused it; the seat that proposed it can only take it back."""

    seat: Seat
    consents: bool


class StoppedClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of a seat that was asked when the match was paused."""

    seat: Seat
    left_ms: int
    """The time that the seat has left when the match is resumed, in milliseconds."""


class AnswerSealed(BodyBase, frozen=True, tag="audit.answer_sealed"):
    """A seat sealed its answer, in case the match is adjourned. Nobody is told."""

    seat: Seat
    question: int
    """Number of the question, as the seat counts."""
    commitment: str
    """Hash of the answer with a salt, in hexadecimal."""


class OpenedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed answer that is opened; the answer itself is the next one of the seat in the record."""

    seat: Seat
    question: int
    salt: str


class MatchPaused(BodyBase, frozen=True, tag="audit.match_paused", omit_defaults=True):
    """The match was paused. Until it is resumed, no answers are accepted and no clock runs."""

    by: str
    """ "judge/<number>", "head_judge/<number>", "arbiter", "organiser" or "operator"; "seats" if all of them agreed.

    In a fork of a match that an official had paused, "server".
    """
    reason: str
    clocks: tuple[StoppedClock, ...]
    """The clocks that ran, in seat order. Not public: they tell who has answered."""
    adjourned: bool = False
    """Whether sealed answers are opened at the resumption."""


class MatchResumed(BodyBase, frozen=True, tag="audit.match_resumed", omit_defaults=True):
    """The match was resumed after a pause."""

    by: str
    """As in `MatchPaused`, but never "server"."""
    reason: str
    opened: tuple[OpenedAnswer, ...] = ()
    """After an adjournment, the answers that were sealed before it, in seat order. Not public."""


class TimeExtended(BodyBase, frozen=True, tag="audit.time_extended"):
    """A seat got more time for the question that it is asked, or for its next one if it is asked none.

    Which of the two is not said, because that would tell whether the seat has answered a sealed question.
    """

    by: str
    """ "judge/<number>", "head_judge/<number>" or "arbiter"."""
    seat: Seat
    seconds: int
    reason: str


class SeatForfeited(BodyBase, frozen=True, tag="audit.seat_forfeited"):
    """A seat is out of the match: the default answers for it until the end. The outcome is what the rules say.

    It is written when everyone may know, and so not before all have answered a sealed question.
    """

    seat: Seat
    why: ForfeitReason


Body = (
    Looked
    | RecordOpened
    | CaseOpened
    | CaseWithdrawn
    | FreezeEnded
    | ReadingTried
    | CaseRuled
    | PanelSet
    | OpinionGiven
    | OpinionWithdrawn
    | CaseAppealed
    | ResultDeclared
    | UndoProposed
    | UndoAnswered
    | ForkedFrom
    | Superseded
    | EntropyWithheld
    | OfficialAppointed
    | TokenRotated
    | TokenRevoked
    | MatchCancelled
    | PauseProposed
    | PauseAnswered
    | AnswerSealed
    | MatchPaused
    | MatchResumed
    | TimeExtended
    | SeatForfeited
)
"""The body of any audit entry."""


class AuditEntry(msgspec.Struct, frozen=True):
    """An audit entry: what was written, when, and where the match was at that time."""

    match: str
    seq: int
    """Number of the audit entry, from 1."""
    previous: bytes
    """Hash of the previous audit entry; zeros for the first."""
    at: int
    """Time, in milliseconds since the Unix epoch."""
    entry: int
    """Number of the last entry of the match at that time."""
    head: bytes
    """Hash of that entry."""
    body: Body


_encoder = msgspec.json.Encoder(order="deterministic")
_bodies: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def encode(body: Body) -> bytes:
    """Return the canonical JSON of a body."""
    return _encoder.encode(body)


def decode(data: bytes) -> Body:
    """Read a body from JSON. Raise msgspec.DecodeError if it is not one."""
    return _bodies.decode(data)


def seat_name(seat: Seat) -> str:
    """Return the name of a seat in audit entries and receipts.

    >>> seat_name(2)
    'seat/2'
    """
    return f"seat/{seat}"


_SEAT = re.compile(r"seat/(0|[1-9][0-9]{0,3})", re.ASCII)
_OFFICIAL = re.compile(r"(?:judge|head_judge|scorekeeper|observer)/([1-9][0-9]{0,3})", re.ASCII)
_CASE = re.compile(r"case ([1-9][0-9]{0,8})", re.ASCII)


def seat_of(by: str) -> Seat | None:
    """Return the seat with this name, or None if it is not the name of a seat.

    >>> seat_of("seat/2"), seat_of("arbiter")
    (2, None)
    """
    found = _SEAT.fullmatch(by)
    return int(found[1]) if found else None


def official_name(role: OfficialRole, official: int) -> str:
    """Return the name of an official in audit entries.

    >>> official_name("head_judge", 2)
    'head_judge/2'
    """
    return f"{role}/{official}"


def official_of(by: str) -> int | None:
    """Return the number of the official with this name, or None if it is not the name of one.

    >>> official_of("head_judge/2"), official_of("arbiter")
    (2, None)
    """
    found = _OFFICIAL.fullmatch(by)
    return int(found[1]) if found else None


def case_of(why: str) -> int | None:
    """Return the number of the case that caused a fork, or None if no case did.

    >>> case_of("case 2"), case_of("undo")
    (2, None)
    """
    found = _CASE.fullmatch(why)
    return int(found[1]) if found else None


def is_appeal(why: str) -> bool:
    """Return whether a fork was left because an appeal replaced the ruling that made it.

    >>> is_appeal("appeal of case 2"), is_appeal("case 2")
    (True, False)
    """
    return why.startswith("appeal of ") and case_of(why.removeprefix("appeal of ")) is not None


def topics_of(body: Body) -> str:
    """Return the rules by which the log finds a precedent, separated by spaces; empty for all other entries."""
    return " ".join(body.rules) if isinstance(body, CaseRuled) and body.precedent else ""
