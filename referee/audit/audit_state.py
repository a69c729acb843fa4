"""The state of an audit log: a match's cases, undo, forks, officials and pauses, folded from its audit entries.

A case is *open* until an official rules on it, and then *ruled*. A ruling that nobody appeals is final. An appeal makes
the case *appealed*, and the second ruling, which cites and replaces the first, makes it *closed*. In a match with a
panel, its members give opinions on the appeal first, and the second ruling is made when enough of them agree. An open
case that is *withdrawn* gets no ruling. The result of a match is provisional while any of its cases is open or
appealed. A ruling that could still be appealed does not make it so.

The fold makes no choices and refuses nothing: `checks` decides beforehand what may be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from referee.audit.entries import (
    AnswerSealed,
    AuditEntry,
    Award,
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
    OpenedAnswer,
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
    ResultKind,
    SeatForfeited,
    Stands,
    StoppedClock,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
    Void,
    case_of,
    official_name,
    official_of,
)
from referee.kernel.facts import Seat

CaseState = Literal["open", "ruled", "appealed", "closed", "withdrawn"]
"""State of a case: no ruling yet, one ruling, one appealed ruling, a second and final ruling, or withdrawn."""


class CaseRuling(msgspec.Struct, frozen=True):
    """A ruling on a case."""

    seq: int
    """Number of its audit entry."""
    at: int
    """Time, in milliseconds since the Unix epoch."""
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    remedy: Remedy
    precedent: bool
    by: str = ""
    """ "judge/<number>", "head_judge/<number>" or "panel"; empty for the arbiter."""
    panel: tuple[str, ...] = ()
    """For a ruling of the panel, the members who agreed; otherwise empty."""


class Opinion(msgspec.Struct, frozen=True):
    """How a member of the panel would rule on an appeal."""

    seq: int
    """Number of its audit entry."""
    at: int
    """Time, in milliseconds since the Unix epoch."""
    by: str
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    remedy: Remedy
    precedent: bool

    def is_agreed_with(self, other: Opinion) -> bool:
        """Return whether two opinions lead to the same ruling; their reasons and the rules they cite may differ."""
        mine = (self.finding, self.remedy, self.precedent)
        return mine == (other.finding, other.remedy, other.precedent)


class Panel(msgspec.Struct, frozen=True):
    """The head judges who rule on the appeals of a match together."""

    needed: int
    """Number of members who must agree."""
    members: tuple[str, ...]


class Appeal(msgspec.Struct, frozen=True):
    """An appeal against a ruling."""

    seq: int
    """Number of its audit entry."""
    at: int
    """Time, in milliseconds since the Unix epoch."""
    by: str
    """ "seat/<number>" or "arbiter"."""
    reason: str


class Case(msgspec.Struct, frozen=True):
    """The current state of a case."""

    number: int
    seq: int
    """Number of the audit entry that opened it."""
    at: int
    """When it was opened, in milliseconds since the Unix epoch."""
    by: str
    """Who opened it: "seat/<number>" or "arbiter"."""
    fact: int
    """Number of the disputed fact."""
    rule: str
    claim: str
    freeze: bool
    """Whether the match is frozen while the case waits for a ruling, unless the freeze has ended."""
    state: CaseState = "open"
    trials: tuple[int, ...] = ()
    """Numbers of the audit entries of its trials."""
    rulings: tuple[CaseRuling, ...] = ()
    appeal: Appeal | None = None
    is_freeze_ended: bool = False
    """Whether the time limit of the freeze has passed."""
    opinions: dict[str, Opinion] = {}
    """The opinions of members of the panel that were not taken back, by member, oldest first."""
    opinions_given: int = 0
    """Number of opinions on this case that were ever given."""

    @property
    def is_freezing(self) -> bool:
        """Whether the match is frozen because of this case."""
        return self.freeze and self.is_unsettled and not self.is_freeze_ended

    @property
    def frozen_by(self) -> str:
        """Who made the match wait for a ruling on this case: whoever opened it, or appealed the first ruling."""
        return self.by if self.appeal is None else self.appeal.by

    @property
    def frozen_at(self) -> int:
        """Time since which the match has waited for a ruling, in milliseconds since the Unix epoch."""
        return self.at if self.appeal is None else self.appeal.at

    @property
    def is_unsettled(self) -> bool:
        """Whether it is waiting for a ruling."""
        return self.state in ("open", "appealed")

    @property
    def ruling(self) -> CaseRuling | None:
        """The ruling in force, or None. An appealed ruling is in force until the second one replaces it."""
        return self.rulings[-1] if self.rulings else None

    def is_by_same_official(self, ruling: CaseRuling) -> bool:
        """Return whether this is a second ruling by whoever made the first, as only the arbiter can do."""
        return ruling.seq > self.rulings[0].seq and ruling.by == self.rulings[0].by


class Proposal(msgspec.Struct, frozen=True):
    """A proposed undo. It lapses when the match goes on."""

    seq: int
    """Number of its audit entry."""
    seat: Seat
    """The seat that wants to take its answer back."""
    entry: int
    """Number of the entry with that answer."""
    consents: tuple[Seat, ...] = ()
    """The other seats that have agreed so far."""

    def waits_for(self, seats: int) -> tuple[Seat, ...]:
        """Return the seats, of `seats` in all, that have not answered yet. If there are none, all have agreed."""
        return tuple([seat for seat in range(seats) if seat != self.seat and seat not in self.consents])


class Pause(msgspec.Struct, frozen=True):
    """A pause that has not ended."""

    at: int
    """When it began, in milliseconds since the Unix epoch."""
    entry: int
    """Number of the last entry of the match at that time."""
    by: str
    """Who paused the match; "seats" if all of them agreed."""
    reason: str
    clocks: tuple[StoppedClock, ...] = ()
    """The clocks that ran. Not public."""
    is_adjourned: bool = False
    """Whether answers that were sealed before are opened when it ends."""


class PauseProposal(msgspec.Struct, frozen=True):
    """A pause, or the end of one, that waits for the consent of all seats. It does not lapse when the match goes on.

    If it did, its end would tell that somebody has answered a sealed question.
    """

    seat: Seat
    """The seat that proposed it."""
    step: PauseStep
    reason: str
    consents: tuple[Seat, ...] = ()
    """The other seats that have agreed so far."""

    def waits_for(self, seats: int) -> tuple[Seat, ...]:
        """Return the seats, of `seats` in all, that have not answered yet. If there are none, all have agreed."""
        return tuple([seat for seat in range(seats) if seat != self.seat and seat not in self.consents])


class TimeExtension(msgspec.Struct, frozen=True):
    """Time that a seat got in addition, for the question that it was asked or else for its next one."""

    at: int
    """When it was given, in milliseconds since the Unix epoch."""
    entry: int
    """Number of the last entry of the match at that time."""
    by: str
    seat: Seat
    seconds: int
    reason: str


class DeclaredResult(msgspec.Struct, frozen=True):
    """A result that an official declared."""

    seq: int
    """Number of its audit entry."""
    at: int
    """Time, in milliseconds since the Unix epoch."""
    by: str
    reason: str
    award: Award | Void
    kinds: tuple[ResultKind, ...]
    """How the result of each seat came about, in seat order."""


class Fork(msgspec.Struct, frozen=True):
    """A match that continued this one."""

    match: str
    entry: int
    """Number of the last entry that both share."""
    why: str
    """ "undo", "case <number>" or "appeal of case <number>"."""
    ruling: int
    """Number of the audit entry with the ruling that the fork carried out; 0 for an undo."""


class Official(msgspec.Struct, frozen=True):
    """An official of a match."""

    number: int
    role: OfficialRole
    name: str
    key: str
    """Id of the official's API key; empty if the official has a token."""
    at: int
    """When it was appointed, in milliseconds since the Unix epoch."""
    is_revoked: bool = False
    """Whether the official was dismissed or has resigned."""

    @property
    def party(self) -> str:
        """The name of the official in audit entries."""
        return official_name(self.role, self.number)

    @property
    def credential(self) -> str:
        """What the official proves itself with: its API key, or else the tokens that it alone was issued."""
        return f"key/{self.key}" if self.key else f"token/{self.number}"


class AuditState(msgspec.Struct, frozen=True):
    """The state of a match according to its audit entries."""

    last: int = 0
    """Number of audit entries folded."""
    cases: dict[int, Case] = {}
    """Cases by number, in the order they were opened."""
    undo: Proposal | None = None
    """The last proposed undo, unless it was refused or carried out, or has lapsed."""
    refused_undo: int = -1
    """The entry of the last undo that was refused; -1 if none was."""
    parent: ForkedFrom | None = None
    """The match that this one was forked from."""
    forks: tuple[Fork, ...] = ()
    """The matches that continued this one, oldest first."""
    opened: tuple[str, ...] = ()
    """Who received the record after the end of the match. Once anyone has, its luck is known."""
    withheld: tuple[Seat, ...] | None = None
    """The seats that did not reveal their entropy, if that was recorded."""
    officials: dict[int, Official] = {}
    """Everyone who was ever appointed, by number."""
    panel: Panel | None = None
    """The panel that rules on appeals; None if one head judge does."""
    panels: int = 0
    """Number of times that the panel was set."""
    looks: dict[str, int] = {}
    """Number of looks at hidden information, by the role of who looked."""
    rotations: int = 0
    """Number of tokens that were replaced by their bearers."""
    cancelled: str | None = None
    """Why the match was cancelled, or None."""
    pause: Pause | None = None
    """The pause that was not ended by a resumption or a fork. A match that a ruling has ended may still have one."""
    pauses: int = 0
    """Number of pauses so far."""
    pause_proposal: PauseProposal | None = None
    """The proposed pause or resumption, unless it was refused or carried out."""
    pause_proposals: dict[Seat, int] = {}
    """Number of times that each seat has proposed a pause or a resumption."""
    forfeits: Mapping[Seat, ForfeitReason] = {}
    """Seats that are out of the match, and why."""
    time_extensions: tuple[TimeExtension, ...] = ()
    """All time extensions, oldest first."""
    sealed: dict[Seat, AnswerSealed] = {}
    """The last answer that each seat has sealed since the last adjournment. Not public."""
    seals: dict[Seat, int] = {}
    """Number of times that each seat has sealed an answer. Not public."""
    opened_answers: tuple[OpenedAnswer, ...] = ()
    """The sealed answers that were opened at the last resumption. Not public."""
    results: tuple[DeclaredResult, ...] = ()
    """All results that officials declared, oldest first. The newest result counts, but rulings set results as well."""

    @property
    def is_frozen(self) -> bool:
        """Whether answers are refused because a case that freezes the match is waiting for a ruling."""
        return any([case.is_freezing for case in self.cases.values()])

    @property
    def is_paused(self) -> bool:
        """Whether answers are refused because the match is paused."""
        return self.pause is not None and self.result is None

    @property
    def is_held(self) -> bool:
        """Whether answers are refused for now: the match is frozen, paused, or both."""
        return self.is_frozen or self.is_paused

    @property
    def is_provisional(self) -> bool:
        """Whether the result may still change because a case is open or appealed."""
        return any([case.is_unsettled for case in self.cases.values()])

    @property
    def result(self) -> Award | Void | None:
        """The newest result that a ruling or an official set; None if the result is that of the game."""
        by_ruling = [
            each.remedy for _, each in self._rulings_in_force() if isinstance(each.remedy, Award | Void)
        ]
        newest = by_ruling[-1] if by_ruling else None
        return newest if self.declared is None else self.declared.award

    @property
    def declared(self) -> DeclaredResult | None:
        """The declared result that counts; None if a ruling has set a newer one, or nobody declared any."""
        newest = self.results[-1] if self.results else None
        rulings = [each.seq for _, each in self._rulings_in_force() if isinstance(each.remedy, Award | Void)]
        return newest if newest is not None and newest.seq > max(rulings, default=0) else None

    @property
    def last_remedy(self) -> Remedy | None:
        """The newest remedy that changes anything, or None."""
        changes = [
            ruling.remedy for _, ruling in self._rulings_in_force() if not isinstance(ruling.remedy, Stands)
        ]
        return changes[-1] if changes else None

    @property
    def successor(self) -> Fork | None:
        """The match that continues this one. A fork whose ruling was replaced does not count."""
        in_force = [0, *[ruling.seq for _, ruling in self._rulings_in_force()]]
        forks = [fork for fork in self.forks if fork.ruling in in_force]
        return forks[-1] if forks else None

    @property
    def precedents(self) -> tuple[tuple[int, CaseRuling], ...]:
        """The rulings in force that are kept as precedents, each with the number of its case, oldest first."""
        return tuple([(number, ruling) for number, ruling in self._rulings_in_force() if ruling.precedent])

    def _rulings_in_force(self) -> list[tuple[int, CaseRuling]]:
        """Return each case's ruling in force with the number of the case, in the order they were made."""
        found = [(number, case.ruling) for number, case in self.cases.items() if case.ruling is not None]
        return sorted(found, key=lambda each: each[1].seq)


def fold_all(entries: Iterable[AuditEntry]) -> AuditState:
    """Fold audit entries, in order, from the start."""
    state = AuditState()
    for entry in entries:
        state = fold(state, entry)
    return state


def fold(state: AuditState, entry: AuditEntry) -> AuditState:
    """Return a new state that includes one more audit entry."""
    state = msgspec.structs.replace(state, last=entry.seq)
    if state.undo is not None and entry.entry > state.undo.entry:
        state = msgspec.structs.replace(state, undo=None)
    body, seq, at = entry.body, entry.seq, entry.at
    match body:
        case CaseOpened():
            case = Case(body.case, seq, at, body.by, body.fact, body.rule, body.claim, body.freeze)
            return _with_case(state, case)
        case CaseWithdrawn(case=number):
            return _with_case(state, msgspec.structs.replace(state.cases[number], state="withdrawn"))
        case FreezeEnded(case=number):
            return _with_case(state, msgspec.structs.replace(state.cases[number], is_freeze_ended=True))
        case ReadingTried(case=number):
            case = state.cases[number]
            return _with_case(state, msgspec.structs.replace(case, trials=(*case.trials, seq)))
        case CaseRuled():
            return _ruled(state, body, seq, at)
        case PanelSet() | OpinionGiven() | OpinionWithdrawn():
            return _of_panel(state, body, seq, at)
        case CaseAppealed(case=number, by=by, reason=reason):
            appeal = Appeal(seq, at, by, reason)
            case = state.cases[number]
            return _with_case(state, msgspec.structs.replace(case, state="appealed", appeal=appeal))
        case ResultDeclared(by=by, reason=reason, kinds=kinds):
            award = Void() if body.is_void else Award(body.winners)
            declared = DeclaredResult(seq, at, by, reason, award, kinds)
            return msgspec.structs.replace(state, results=(*state.results, declared))
        case UndoProposed(seat=seat, entry=undone):
            return msgspec.structs.replace(state, undo=Proposal(seq, seat, undone))
        case UndoAnswered(seat=seat, consents=consents):
            return _answered(state, seat, consents)
        case ForkedFrom():
            return msgspec.structs.replace(state, parent=body)
        case Superseded():
            return _superseded(state, body)
        case SeatForfeited(seat=seat, why=why):
            return msgspec.structs.replace(state, forfeits={**state.forfeits, seat: why})
        case EntropyWithheld(seats=seats):
            return msgspec.structs.replace(state, withheld=seats)
        case RecordOpened(to=to):
            return msgspec.structs.replace(state, opened=(*state.opened, to))
        case Looked(who=who):
            role = who.partition("/")[0]
            looks = {**state.looks, role: state.looks.get(role, 0) + 1}
            return msgspec.structs.replace(state, looks=looks)
        case OfficialAppointed():
            official = Official(body.official, body.role, body.name, body.key, at)
            return _with_official(state, official)
        case TokenRevoked(who=who):
            official = state.officials[official_of(who) or 0]
            return _with_official(state, msgspec.structs.replace(official, is_revoked=True))
        case TokenRotated():
            return msgspec.structs.replace(state, rotations=state.rotations + 1)
        case MatchCancelled(reason=reason):
            return msgspec.structs.replace(state, cancelled=reason)
        case AnswerSealed(seat=seat):
            seals = {**state.seals, seat: state.seals.get(seat, 0) + 1}
            return msgspec.structs.replace(state, sealed={**state.sealed, seat: body}, seals=seals)
        case PauseProposed() | PauseAnswered() | MatchPaused() | MatchResumed() | TimeExtended():
            return _of_time(state, body, entry)


def _of_panel(
    state: AuditState, body: PanelSet | OpinionGiven | OpinionWithdrawn, seq: int, at: int
) -> AuditState:
    match body:
        case PanelSet():
            return _with_panel(state, body)
        case OpinionGiven():
            return _opined(state, body, seq, at)
        case OpinionWithdrawn(case=number, by=by):
            case = state.cases[number]
            kept = {each: opinion for each, opinion in case.opinions.items() if each != by}
            return _with_case(state, msgspec.structs.replace(case, opinions=kept))


def _of_time(
    state: AuditState,
    body: PauseProposed | PauseAnswered | MatchPaused | MatchResumed | TimeExtended,
    entry: AuditEntry,
) -> AuditState:
    match body:
        case PauseProposed(seat=seat, step=step, reason=reason):
            proposals = {**state.pause_proposals, seat: state.pause_proposals.get(seat, 0) + 1}
            proposal = PauseProposal(seat, step, reason)
            return msgspec.structs.replace(state, pause_proposal=proposal, pause_proposals=proposals)
        case PauseAnswered(seat=seat, consents=consents):
            return _pause_answered(state, seat, consents)
        case MatchPaused():
            pause = Pause(entry.at, entry.entry, body.by, body.reason, body.clocks, body.adjourned)
            return msgspec.structs.replace(state, pause=pause, pauses=state.pauses + 1, pause_proposal=None)
        case MatchResumed(opened=opened):
            is_adjourned = state.pause is not None and state.pause.is_adjourned
            sealed = {} if is_adjourned else state.sealed
            return msgspec.structs.replace(
                state, pause=None, pause_proposal=None, sealed=sealed, opened_answers=opened
            )
        case TimeExtended():
            given = TimeExtension(entry.at, entry.entry, body.by, body.seat, body.seconds, body.reason)
            state = msgspec.structs.replace(state, time_extensions=(*state.time_extensions, given))
            return _with_more_time(state, body.seat, body.seconds)


def _with_case(state: AuditState, case: Case) -> AuditState:
    return msgspec.structs.replace(state, cases={**state.cases, case.number: case})


def _with_official(state: AuditState, official: Official) -> AuditState:
    return msgspec.structs.replace(state, officials={**state.officials, official.number: official})


def _ruled(state: AuditState, body: CaseRuled, seq: int, at: int) -> AuditState:
    case = state.cases[body.case]
    ruling = CaseRuling(
        seq, at, body.finding, body.reason, body.rules, body.remedy, body.precedent, body.by, body.panel
    )
    after: CaseState = "ruled" if case.state == "open" else "closed"
    return _with_case(state, msgspec.structs.replace(case, state=after, rulings=(*case.rulings, ruling)))


def _with_panel(state: AuditState, body: PanelSet) -> AuditState:
    """Return the state with another panel; opinions of those who are no longer members are dropped."""
    for case in state.cases.values():
        kept = {by: opinion for by, opinion in case.opinions.items() if by in body.members}
        if case.state == "appealed" and kept != case.opinions:
            state = _with_case(state, msgspec.structs.replace(case, opinions=kept))
    panel = Panel(body.needed, body.members) if body.needed else None
    return msgspec.structs.replace(state, panel=panel, panels=state.panels + 1)


def _opined(state: AuditState, body: OpinionGiven, seq: int, at: int) -> AuditState:
    case = state.cases[body.case]
    opinion = Opinion(seq, at, body.by, body.finding, body.reason, body.rules, body.remedy, body.precedent)
    opinions = {**case.opinions, body.by: opinion}
    given = case.opinions_given + 1
    return _with_case(state, msgspec.structs.replace(case, opinions=opinions, opinions_given=given))


def _answered(state: AuditState, seat: Seat, consents: bool) -> AuditState:
    undo = state.undo
    if undo is None:
        return state
    if not consents:
        return msgspec.structs.replace(state, undo=None, refused_undo=undo.entry)
    agreed = tuple(sorted([*undo.consents, seat]))
    return msgspec.structs.replace(state, undo=msgspec.structs.replace(undo, consents=agreed))


def _pause_answered(state: AuditState, seat: Seat, consents: bool) -> AuditState:
    proposal = state.pause_proposal
    if proposal is None or not consents:
        return msgspec.structs.replace(state, pause_proposal=None)
    agreed = tuple(sorted([*proposal.consents, seat]))
    return msgspec.structs.replace(state, pause_proposal=msgspec.structs.replace(proposal, consents=agreed))


def _with_more_time(state: AuditState, seat: Seat, seconds: int) -> AuditState:
    """Return the state with more time on the clock of a seat, if a pause has stopped it."""
    if state.pause is None:
        return state
    clocks = [
        StoppedClock(seat, clock.left_ms + seconds * 1000) if clock.seat == seat else clock
        for clock in state.pause.clocks
    ]
    pause = msgspec.structs.replace(state.pause, clocks=tuple(clocks))
    return msgspec.structs.replace(state, pause=pause)


def _superseded(state: AuditState, body: Superseded) -> AuditState:
    case = state.cases.get(case_of(body.why) or 0)
    ruling = case.ruling if case else None
    fork = Fork(body.by, body.entry, body.why, ruling.seq if ruling else 0)
    # The fork is paused in its place.
    return msgspec.structs.replace(
        state, undo=None, pause=None, pause_proposal=None, forks=(*state.forks, fork)
    )
