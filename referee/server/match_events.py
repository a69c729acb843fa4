"""Match events: what the server's log says about matches, as a closed list with closed fields.

Every event is noted once it is durable, and becomes one line of the log; an accepted answer is no event. A line tells
the operator what a match is doing and nothing that is hidden in it: no answer, question, option, seed, token or name,
and no number that depends on hidden facts, such as the number of an entry, a frame or a fact. Texts that people wrote
(claims, reasons, names) are left out, because anything may be in them. The audit log of the match has them.

Parties appear by their role, so that no line tells seats apart before the match is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, get_args

import msgspec
import structlog

from referee.audit.entries import (
    ARBITER,
    SERVER,
    AnswerSealed,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    EntropyWithheld,
    Finding,
    ForfeitReason,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchCancelled,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    OfficialRole,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    ReadingTried,
    RecordOpened,
    Remedy,
    ResultDeclared,
    SeatForfeited,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
)
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refusal

log = structlog.get_logger("referee.match")

MatchId = str
GameName = str
EndingName = str
"""Name of an ending in the rules of the game, or the kind of the remedy that ended the match."""

PartyRole = Literal[
    "seat",
    "seats",
    "arbiter",
    "organiser",
    "judge",
    "head_judge",
    "scorekeeper",
    "observer",
    "panel",
    "operator",
    "server",
]
"""Who did something, without saying which of them."""

RemedyKind = Literal["stands", "rewind", "replay_under", "award", "void"]

RefusedFor = Literal["not_now", "invalid"]
"""Why an answer was refused, as far as that depends only on what everyone may know."""

_NOT_NOW = frozenset(
    {
        Refusal.MATCH_NOT_STARTED,
        Refusal.MATCH_OVER,
        Refusal.MATCH_STOPPED,
        Refusal.MATCH_SUPERSEDED,
        Refusal.MATCH_FROZEN,
        Refusal.MATCH_PAUSED,
        Refusal.NOT_ASKED,
        Refusal.STALE_QUESTION,
    }
)


class MatchEvent(msgspec.Struct, frozen=True, tag_field="event"):
    """Base class of the events. The tag of each is the text of its line."""

    match: MatchId
    game: GameName


class CreatedEvent(MatchEvent, frozen=True, tag="match created"):
    """A match was created."""

    seats: int


class ForkedEvent(MatchEvent, frozen=True, tag="match forked"):
    """A match was created that continues another one."""

    parent: MatchId
    seats: int


class JoinedEvent(MatchEvent, frozen=True, tag="seat taken"):
    """A seat was taken."""

    taken: int
    """Number of seats that are taken now."""
    seats: int


class BeganEvent(MatchEvent, frozen=True, tag="match began"):
    """The first questions were asked."""


class TimedOutEvent(MatchEvent, frozen=True, tag="decision timed out"):
    """The clock gave the default answer for a seat."""


class RefusedEvent(MatchEvent, frozen=True, tag="answer refused"):
    """An answer or a statement was refused and stored. Only a limited number per seat is stored, and so in the log."""

    reason: RefusedFor


class CaseOpenedEvent(MatchEvent, frozen=True, tag="case opened"):
    """A case was opened."""

    case: int
    by: PartyRole


class CaseWithdrawnEvent(MatchEvent, frozen=True, tag="case withdrawn"):
    """A case was withdrawn."""

    case: int


class CaseTriedEvent(MatchEvent, frozen=True, tag="reading tried"):
    """The match was run again under another reading for a case."""

    case: int


class CaseRuledEvent(MatchEvent, frozen=True, tag="case ruled on"):
    """An official ruled on a case."""

    case: int
    by: PartyRole
    finding: Finding
    remedy: RemedyKind


class ResultDeclaredEvent(MatchEvent, frozen=True, tag="result declared"):
    """An official declared the result of a match, or corrected it."""

    by: PartyRole
    is_correction: bool


class OpinionGivenEvent(MatchEvent, frozen=True, tag="opinion given"):
    """A member of the panel gave its opinion on an appeal."""

    case: int


class OpinionWithdrawnEvent(MatchEvent, frozen=True, tag="opinion withdrawn"):
    """A member of the panel took its opinion on an appeal back."""

    case: int


class PanelSetEvent(MatchEvent, frozen=True, tag="panel set"):
    """A panel rules on appeals from now on; without members, one head judge does."""

    needed: int
    members: int


class CaseAppealedEvent(MatchEvent, frozen=True, tag="ruling appealed"):
    """A ruling was appealed."""

    case: int
    by: PartyRole


class FrozenEvent(MatchEvent, frozen=True, tag="match frozen"):
    """No answers are accepted until a case is ruled on or withdrawn, or the time limit of the freeze passes."""


class ResumedEvent(MatchEvent, frozen=True, tag="match resumed"):
    """A match that was frozen or paused goes on."""


class PausedEvent(MatchEvent, frozen=True, tag="match paused"):
    """No answers are accepted until the match is resumed."""

    by: PartyRole


class PauseProposedEvent(MatchEvent, frozen=True, tag="pause proposed"):
    """A seat asked the others to pause the match, or to resume it."""

    step: PauseStep


class PauseAnsweredEvent(MatchEvent, frozen=True, tag="pause answered"):
    """A seat agreed to a pause or a resumption, or refused it."""

    consents: bool


class TimeExtendedEvent(MatchEvent, frozen=True, tag="time extended"):
    """A seat got more time."""

    by: PartyRole
    seconds: int


class OfficialAppointedEvent(MatchEvent, frozen=True, tag="official appointed"):
    """An official was appointed."""

    role: OfficialRole
    by: PartyRole


class OfficialDismissedEvent(MatchEvent, frozen=True, tag="official dismissed"):
    """An official was dismissed or has resigned."""

    role: PartyRole
    by: PartyRole


class TokenReplacedEvent(MatchEvent, frozen=True, tag="token replaced"):
    """A token was replaced by another one."""

    role: PartyRole


class LookedEvent(MatchEvent, frozen=True, tag="hidden information looked at"):
    """An official looked at hidden information."""

    by: PartyRole


class RecordOpenedEvent(MatchEvent, frozen=True, tag="record opened"):
    """A seat or the organiser received the record of a finished match."""

    to: PartyRole


class UndoProposedEvent(MatchEvent, frozen=True, tag="undo proposed"):
    """A seat asked the others to let it take back its answer."""


class UndoAnsweredEvent(MatchEvent, frozen=True, tag="undo answered"):
    """A seat agreed to an undo, or refused it."""

    consents: bool


class ForfeitedEvent(MatchEvent, frozen=True, tag="seat forfeited"):
    """A seat is out of the match, because its time was up."""

    why: ForfeitReason


class EntropyWithheldEvent(MatchEvent, frozen=True, tag="entropy withheld"):
    """Some seats did not reveal their entropy in time."""

    missing: int


class CancelledEvent(MatchEvent, frozen=True, tag="match cancelled"):
    """A match was cancelled before it began."""

    by: PartyRole


class ExpiredEvent(MatchEvent, frozen=True, tag="match expired"):
    """A match was cancelled by the server because it did not begin in time."""


class SupersededEvent(MatchEvent, frozen=True, tag="match superseded"):
    """Another match continues this one."""

    successor: MatchId


class EndedEvent(MatchEvent, frozen=True, tag="match ended"):
    """The rules, a ruling or an official ended a match. From now on everyone may know the result."""

    by: Literal["rules", "ruling", "official"]
    ending: EndingName
    winners: tuple[Seat, ...]


class FaultedEvent(MatchEvent, frozen=True, tag="match faulted"):
    """A fault in the rules stopped a match. The line `fault` before it says where."""


class LoadedEvent(MatchEvent, frozen=True, tag="match loaded"):
    """A match was read from the store into memory."""


class RecoveredEvent(MatchEvent, frozen=True, tag="match recovered"):
    """A match that left the memory because a write failed was loaded again."""


class UnloadableEvent(MatchEvent, frozen=True, tag="match cannot be loaded"):
    """The log of a match does not re-run to the same facts, so it stays stopped."""


NoteEvent = Callable[[MatchEvent], object]
"""Called with each event. It must not fail: others wait for the same commit."""

_PROBLEMS = (FaultedEvent, UnloadableEvent)


def log_event(event: MatchEvent) -> None:
    """Write the line of an event to the server's log."""
    fields = msgspec.structs.asdict(event)
    write = log.error if isinstance(event, _PROBLEMS) else log.info
    write(event_name(type(event)), **fields)


def event_name(kind: type[MatchEvent]) -> str:
    """Return the text of the lines of a kind of event.

    >>> event_name(BeganEvent)
    'match began'
    """
    return str(kind.__struct_config__.tag)


def event_kinds() -> list[type[MatchEvent]]:
    """Return every kind of event, in the order of this module."""
    return MatchEvent.__subclasses__()


def refused_for(refusal: Refusal) -> RefusedFor:
    """Return what the log may say about a refusal: not what it says about the question or a hand.

    >>> refused_for(Refusal.STALE_QUESTION), refused_for(Refusal.NOT_OFFERED), refused_for(Refusal.TOO_FEW)
    ('not_now', 'invalid', 'invalid')
    """
    return "not_now" if refusal in _NOT_NOW else "invalid"


def event_of_entry(
    match: MatchId, game: GameName, body: Body, *, is_correction: bool = False
) -> MatchEvent | None:
    """Return the event of an audit entry; None if another event of the same step tells as much.

    `is_correction` says of a declared result that the match had one.
    """
    match body:
        case Looked(who=who):
            return LookedEvent(match, game, role_of_party(who))
        case RecordOpened(to=to):
            return RecordOpenedEvent(match, game, role_of_party(to))
        case CaseOpened(case=case, by=by):
            return CaseOpenedEvent(match, game, case, role_of_party(by))
        case CaseWithdrawn(case=case):
            return CaseWithdrawnEvent(match, game, case)
        case ReadingTried(case=case):
            return CaseTriedEvent(match, game, case)
        case CaseRuled(case=case, by=by, finding=finding, remedy=remedy):
            return CaseRuledEvent(
                match, game, case, role_of_party(by or ARBITER), finding, remedy_kind(remedy)
            )
        case ResultDeclared(by=by):
            return ResultDeclaredEvent(match, game, role_of_party(by), is_correction)
        case OpinionGiven(case=case):
            return OpinionGivenEvent(match, game, case)
        case OpinionWithdrawn(case=case):
            return OpinionWithdrawnEvent(match, game, case)
        case PanelSet(needed=needed, members=members):
            return PanelSetEvent(match, game, needed, len(members))
        case CaseAppealed(case=case, by=by):
            return CaseAppealedEvent(match, game, case, role_of_party(by))
        case UndoProposed():
            return UndoProposedEvent(match, game)
        case UndoAnswered(consents=consents):
            return UndoAnsweredEvent(match, game, consents)
        case Superseded(by=successor):
            return SupersededEvent(match, game, successor)
        case SeatForfeited(why=why):
            return ForfeitedEvent(match, game, why)
        case EntropyWithheld(seats=seats):
            return EntropyWithheldEvent(match, game, len(seats))
        case OfficialAppointed(role=role, by=by):
            return OfficialAppointedEvent(match, game, role, role_of_party(by))
        case TokenRotated(who=who):
            return TokenReplacedEvent(match, game, role_of_party(who))
        case TokenRevoked(who=who, by=by):
            return OfficialDismissedEvent(match, game, role_of_party(who), role_of_party(by))
        case MatchCancelled(by=by):
            return (
                ExpiredEvent(match, game) if by == SERVER else CancelledEvent(match, game, role_of_party(by))
            )
        case PauseProposed(step=step):
            return PauseProposedEvent(match, game, step)
        case PauseAnswered(consents=consents):
            return PauseAnsweredEvent(match, game, consents)
        case MatchPaused(by=by):
            return PausedEvent(match, game, role_of_party(by))
        case TimeExtended(by=by, seconds=seconds):
            return TimeExtendedEvent(match, game, role_of_party(by), seconds)
        case ForkedFrom() | FreezeEnded() | MatchResumed() | AnswerSealed():
            return None


_ROLES: Mapping[str, PartyRole] = {role: role for role in get_args(PartyRole)}


def role_of_party(party: str) -> PartyRole:
    """Return the role of a party of an audit entry.

    >>> role_of_party("seat/2"), role_of_party("head_judge/1"), role_of_party("operator")
    ('seat', 'head_judge', 'operator')
    """
    return _ROLES[party.partition("/")[0]]


_REMEDY_KINDS: Mapping[str, RemedyKind] = {kind: kind for kind in get_args(RemedyKind)}


def remedy_kind(remedy: Remedy) -> RemedyKind:
    """Return the kind of a remedy, without the fact, the readings or the seats in it."""
    return _REMEDY_KINDS[str(remedy.__struct_config__.tag)]
