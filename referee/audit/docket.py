"""The docket: the cases of a match as they stand, folded from its audit entries.

A case is *open* until the arbiter rules on it, then *ruled*; a ruling that nobody appeals is final. After an appeal it
is *appealed*, and the second ruling, which cites the first and takes its place, leaves it *closed*. What a match came
to is provisional while any of its cases is open or appealed; that a ruling might still be appealed does not make it so.

A fold has no choices and no refusals in it: `checks` says beforehand what may be written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from referee.audit.entries import (
    AuditEntry,
    Award,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    EntropyWithheld,
    Finding,
    ForkedFrom,
    Looked,
    Opened,
    ReadingTried,
    Remedy,
    Stands,
    Superseded,
    UndoAnswered,
    UndoProposed,
    Void,
    case_of,
)
from referee.kernel.facts import Seat

State = Literal["open", "ruled", "appealed", "closed"]
"""Where a case stands: without a ruling, with one, with one that is disputed, with a second and last one."""


class Ruling(msgspec.Struct, frozen=True):
    """A ruling on a case."""

    seq: int
    """The audit entry it stands in."""
    at: int
    finding: Finding
    reason: str
    rules: tuple[str, ...]
    remedy: Remedy
    precedent: bool


class Appeal(msgspec.Struct, frozen=True):
    """Who would not let a ruling be, and why."""

    seq: int
    at: int
    by: str
    reason: str


class Case(msgspec.Struct, frozen=True):
    """A case as it stands."""

    number: int
    seq: int
    """The audit entry that opened it."""
    at: int
    by: str
    fact: int
    rule: str
    claim: str
    freeze: bool
    state: State = "open"
    trials: tuple[int, ...] = ()
    """The audit entries of the readings that were tried."""
    rulings: tuple[Ruling, ...] = ()
    appeal: Appeal | None = None

    @property
    def is_unsettled(self) -> bool:
        """Whether it waits for a ruling."""
        return self.state in ("open", "appealed")

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that stands, or None. One that is appealed stands until the second takes its place."""
        return self.rulings[-1] if self.rulings else None


class Proposal(msgspec.Struct, frozen=True):
    """An undo that a seat proposed. It lapses when the match goes on."""

    seq: int
    seat: Seat
    entry: int
    """The answer to be taken back."""
    consents: tuple[Seat, ...] = ()

    def waits_for(self, seats: int) -> tuple[Seat, ...]:
        """The seats, of so many at the table, that have not answered yet; when there are none, all agreed."""
        return tuple([seat for seat in range(seats) if seat != self.seat and seat not in self.consents])


class Fork(msgspec.Struct, frozen=True):
    """A match that this one went on as."""

    match: str
    entry: int
    why: str
    ruling: int
    """The audit entry of the ruling that it carried out; 0 for an undo."""


class Docket(msgspec.Struct, frozen=True):
    """All that audit entries say of a match."""

    last: int = 0
    """How many audit entries were folded."""
    cases: dict[int, Case] = {}
    """By number, in the order they were opened."""
    undo: Proposal | None = None
    """The undo proposed last, unless it was refused, carried out, or the match was seen to have gone on."""
    refused_undo: int = -1
    """The last answer that the table would not let a seat take back."""
    parent: ForkedFrom | None = None
    """The match that this one is a fork of."""
    forks: tuple[Fork, ...] = ()
    opened: tuple[str, ...] = ()
    """Who got the record when the match was over: from then on its luck is known."""
    withheld: tuple[Seat, ...] | None = None
    """The seats that did not reveal their part of the seed, if that was written down."""

    @property
    def is_frozen(self) -> bool:
        """Whether no answer may be taken: a case that freezes the match waits for a ruling."""
        return any([case.freeze and case.is_unsettled for case in self.cases.values()])

    @property
    def is_provisional(self) -> bool:
        """Whether the result may still change: a case is open or appealed."""
        return any([case.is_unsettled for case in self.cases.values()])

    @property
    def result(self) -> Award | Void | None:
        """What the newest ruling that decides the match makes of it; None leaves it to the rules of the game."""
        for _, ruling in reversed(self._standing()):
            if isinstance(ruling.remedy, Award | Void):
                return ruling.remedy
        return None

    @property
    def last_word(self) -> Remedy | None:
        """What the newest ruling that does not let everything stand makes of the match; None if there is none."""
        words = [ruling.remedy for _, ruling in self._standing() if not isinstance(ruling.remedy, Stands)]
        return words[-1] if words else None

    @property
    def successor(self) -> Fork | None:
        """The match that this one goes on as. A fork that a second ruling took the ground from does not count."""
        ground = [0, *[ruling.seq for _, ruling in self._standing()]]
        forks = [fork for fork in self.forks if fork.ruling in ground]
        return forks[-1] if forks else None

    @property
    def precedents(self) -> tuple[tuple[int, Ruling], ...]:
        """The rulings that stand and are kept as precedent, each with the number of its case, the oldest first."""
        return tuple([(number, ruling) for number, ruling in self._standing() if ruling.precedent])

    def _standing(self) -> list[tuple[int, Ruling]]:
        found = [(number, case.ruling) for number, case in self.cases.items() if case.ruling is not None]
        return sorted(found, key=lambda each: each[1].seq)


def fold_all(entries: Iterable[AuditEntry]) -> Docket:
    """Fold audit entries, in their order, from nothing."""
    docket = Docket()
    for entry in entries:
        docket = fold(docket, entry)
    return docket


def fold(docket: Docket, entry: AuditEntry) -> Docket:
    """The docket with one more audit entry taken in; the one given stays as it is."""
    docket = msgspec.structs.replace(docket, last=entry.seq)
    if docket.undo is not None and entry.entry > docket.undo.entry:
        docket = msgspec.structs.replace(docket, undo=None)
    body, seq, at = entry.body, entry.seq, entry.at
    match body:
        case CaseOpened():
            case = Case(body.case, seq, at, body.by, body.fact, body.rule, body.claim, body.freeze)
            return _with_case(docket, case)
        case ReadingTried(case=number):
            case = docket.cases[number]
            return _with_case(docket, msgspec.structs.replace(case, trials=(*case.trials, seq)))
        case CaseRuled():
            return _ruled(docket, body, seq, at)
        case CaseAppealed(case=number, by=by, reason=reason):
            appeal = Appeal(seq, at, by, reason)
            case = docket.cases[number]
            return _with_case(docket, msgspec.structs.replace(case, state="appealed", appeal=appeal))
        case UndoProposed(seat=seat, entry=undone):
            return msgspec.structs.replace(docket, undo=Proposal(seq, seat, undone))
        case UndoAnswered(seat=seat, consents=consents):
            return _answered(docket, seat, consents)
        case ForkedFrom():
            return msgspec.structs.replace(docket, parent=body)
        case Superseded():
            return _superseded(docket, body)
        case EntropyWithheld(seats=seats):
            return msgspec.structs.replace(docket, withheld=seats)
        case Opened(to=to):
            return msgspec.structs.replace(docket, opened=(*docket.opened, to))
        case Looked():
            return docket


def _with_case(docket: Docket, case: Case) -> Docket:
    return msgspec.structs.replace(docket, cases={**docket.cases, case.number: case})


def _ruled(docket: Docket, body: CaseRuled, seq: int, at: int) -> Docket:
    case = docket.cases[body.case]
    ruling = Ruling(seq, at, body.finding, body.reason, body.rules, body.remedy, body.precedent)
    state: State = "ruled" if case.state == "open" else "closed"
    return _with_case(docket, msgspec.structs.replace(case, state=state, rulings=(*case.rulings, ruling)))


def _answered(docket: Docket, seat: Seat, consents: bool) -> Docket:
    undo = docket.undo
    if undo is None:
        return docket
    if not consents:
        return msgspec.structs.replace(docket, undo=None, refused_undo=undo.entry)
    agreed = tuple(sorted([*undo.consents, seat]))
    return msgspec.structs.replace(docket, undo=msgspec.structs.replace(undo, consents=agreed))


def _superseded(docket: Docket, body: Superseded) -> Docket:
    case = docket.cases.get(case_of(body.why) or 0)
    ruling = case.ruling if case else None
    fork = Fork(body.by, body.entry, body.why, ruling.seq if ruling else 0)
    return msgspec.structs.replace(docket, undo=None, forks=(*docket.forks, fork))
