"""The cases of a match and everything else in its audit log, in words, as one viewer may know it.

The open table sees all of it. Everyone else sees what seats are told while a match is played: no trials, not what an
official looked at, and no number of a fact that it was not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from referee.audit.audit_state import AuditState, Case, CaseRuling, DeclaredResult, Opinion
from referee.audit.entries import (
    SEATS,
    AnswerSealed,
    AuditEntry,
    Award,
    CaseAppealed,
    CaseRuled,
    CaseWithdrawn,
    Looked,
    MatchPaused,
    MatchResumed,
    OpinionGiven,
    OpinionWithdrawn,
    ReadingTried,
    RecordOpened,
    Remedy,
    ReplayUnder,
    ResultDeclared,
    Rewind,
    SeatForfeited,
    Stands,
    TimeExtended,
    Void,
    seat_of,
)
from referee.disputes.cases.trial_sentences import say_trial
from referee.disputes.explain.trial_result import Trial
from referee.games.sentences import count, listed
from referee.inspector.case_desk import DeskState
from referee.kernel.facts import OPEN_TABLE, Seat

STATE_WORDS = {
    "open": "open: awaiting a ruling",
    "ruled": "ruled",
    "appealed": "appealed: awaiting a second ruling",
    "closed": "closed by its second ruling",
    "withdrawn": "withdrawn before any ruling",
}
FINDING_WORDS = {
    "upheld": "upheld: the referee was right",
    "overturned": "overturned: the claim is right",
    "no_effect": "no effect: it makes no difference",
}


class ShownTrial(msgspec.Struct, frozen=True):
    """A trial of a case."""

    seq: int
    at: str
    readings: str
    """As a link has them."""
    sentence: str
    signer: str


class ShownRuling(msgspec.Struct, frozen=True):
    """A ruling on a case."""

    seq: int
    at: str
    by: str
    finding: str
    reason: str
    rules: tuple[str, ...]
    remedy: str
    is_precedent: bool
    is_by_same_official: bool
    signer: str


class ShownOpinion(msgspec.Struct, frozen=True):
    """The opinion of a member of the panel on an appeal."""

    seq: int
    at: str
    by: str
    finding: str
    reason: str
    rules: tuple[str, ...]
    remedy: str
    signer: str


class ShownAppeal(msgspec.Struct, frozen=True):
    """An appeal against a ruling."""

    seq: int
    at: str
    by: str
    reason: str
    signer: str


class ShownCase(msgspec.Struct, frozen=True):
    """A case with everything that was done about it."""

    number: int
    at: str
    by: str
    party: str
    """Who opened it, as the record names it: `seat/2` or `arbiter`."""
    fact: int
    """The number of the disputed fact, as the viewer counts, or 0; `CaseWords.disputed_fact` defines it."""
    rule: str
    claim: str
    state: str
    state_words: str
    signer: str
    trials: list[ShownTrial]
    rulings: list[ShownRuling]
    appeal: ShownAppeal | None
    opinions: list[ShownOpinion]
    """Only the open table is shown what they say before the panel has ruled, and after it."""


class CasesReport(msgspec.Struct, frozen=True):
    """What the panel with the cases shows."""

    match: str
    """The id of the match; empty for a replay, which has no cases."""
    cases: list[ShownCase]
    standing: list[str]
    """How the cases affect the result, as sentences."""
    signatures: str
    """What is known about the signatures."""
    parties: list[str]
    """Everyone who can open a case."""
    desk: DeskState


class NotedStep(msgspec.Struct, frozen=True):
    """An audit entry as the timeline shows it."""

    fact: int
    """The number of the fact it is shown at, as the viewer counts; at least 1."""
    mark: str
    sentence: str


def shown_time(at: int) -> str:
    """Return a time, given in milliseconds since the epoch, to the minute."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


class CaseWords:
    """Describes the audit log of one match to one viewer."""

    def __init__(
        self,
        audit: Sequence[AuditEntry],
        signers: Mapping[int, str],
        names: Sequence[str],
        viewer: Seat,
        numbers: Sequence[int],
        *,
        is_alone: bool = False,
    ) -> None:
        """`numbers` are those of the viewer's facts in the whole match.

        A viewer that is alone must not learn where in the match a fact is that it was not told.
        """
        self._audit = audit
        self._signers = signers
        self._names = names
        self._is_open = viewer == OPEN_TABLE
        self._numbers = numbers
        self._is_alone = is_alone

    def case(self, case: Case) -> ShownCase:
        """Return a case as the viewer may know it."""
        trials = [self._trial(self._audit[seq - 1]) for seq in case.trials] if self._is_open else []
        appeal = case.appeal
        return ShownCase(
            number=case.number,
            at=shown_time(case.at),
            by=self._person(case.by),
            party=case.by,
            fact=self.disputed_fact(case),
            rule=case.rule,
            claim=case.claim,
            state=case.state,
            state_words=STATE_WORDS[case.state],
            signer=self._signer(case.seq),
            trials=[trial for trial in trials if trial is not None],
            rulings=[self._ruling(case, ruling) for ruling in case.rulings],
            appeal=None
            if appeal is None
            else ShownAppeal(
                appeal.seq,
                shown_time(appeal.at),
                self._person(appeal.by),
                appeal.reason,
                self._signer(appeal.seq),
            ),
            opinions=[self._opinion(each) for each in case.opinions.values()] if self._is_open else [],
        )

    def disputed_fact(self, case: Case) -> int:
        """Return the number of the disputed fact as the viewer counts; if it was not told, the last one before it.

        Return 0 for a fact that a viewer that is alone was not told.
        """
        is_secret = self._is_alone and case.fact not in self._numbers
        return 0 if is_secret else self._number(case.fact)

    def notes(self, cases: Mapping[int, Case], ends: Sequence[int]) -> list[NotedStep]:
        """Return what the timeline shows; `ends` has the number of facts up to each entry of the match."""
        found = []
        for entry in self._audit:
            said = self._said(entry)
            if said is None:
                continue
            mark, sentence, case = said
            place = ends[min(entry.entry, len(ends) - 1)]
            fact = self.disputed_fact(cases[case]) if case else self._number(place)
            when = shown_time(entry.at)
            found.append(NotedStep(max(1, fact), mark, f"{when}: {sentence}"))
        return found

    def standing(self, state: AuditState) -> list[str]:
        """Return how the cases affect the result."""
        lines = []
        waiting = [f"case {case.number}" for case in state.cases.values() if case.is_unsettled]
        if waiting:
            lines.append(f"The result is provisional: {listed(waiting)} can still change it.")
        if state.panel is not None:
            members = listed(list(state.panel.members)) or "nobody in office"
            lines.append(f"Appeals need {state.panel.needed} of {members}.")
        lines += [
            f"Result declared by {self._by(declared.by)}: {self._declared(declared)}"
            for declared in state.results
        ]
        if state.last_remedy is not None and state.declared is None:
            lines.append(f"Result by ruling: {self._remedy(state.last_remedy)}.")
        if state.successor is not None:
            lines.append(f"The match was continued as match {state.successor.match}.")
        return lines

    def results(self, state: AuditState) -> list[str]:
        """Return the results that officials set and everyone may know; the one that counts comes first."""
        found = [f"{self._declared(each)} Declared by {self._by(each.by)}." for each in state.results]
        if state.result is not None and state.declared is None:
            found.append(f"{self._remedy(state.result)}. Set by a ruling.")
        return [f"{each[0].upper()}{each[1:]}" for each in reversed(found)]

    def _said(self, entry: AuditEntry) -> tuple[str, str, int] | None:
        """Return the mark, the sentence and the case, if any, of an audit entry that is shown to the viewer."""
        match entry.body:
            case CaseRuled(case=case, finding=finding, reason=reason):
                return "ruling", f"Case {case} is {FINDING_WORDS[finding]}. {reason}", case
            case OpinionGiven(case=case, by=by) if self._is_open:
                return "ruling", f"{by} gives its opinion on case {case}.", case
            case OpinionWithdrawn(case=case, by=by) if self._is_open:
                return "ruling", f"{by} takes its opinion on case {case} back.", case
            case CaseAppealed(case=case, by=by, reason=reason):
                by = f"{self._person(by)} appeals the ruling on case {case}: {reason}"
                return "appeal", by if self._is_open else f"The ruling on case {case} is appealed.", case
            case CaseWithdrawn(case=case):
                return "ruling", f"Case {case} is withdrawn.", case
            case ReadingTried(case=case) if self._is_open:
                trial = self._trial(entry)
                return ("trial", f"Tried for case {case}: {trial.readings}.", case) if trial else None
            case Looked(who=who, what=what):
                look = what if self._is_open else "hidden information"
                who = who if self._is_open else who.partition("/")[0]
                return "look", f"The {who.replace('_', ' ')} looked at the {look}.", 0
            case RecordOpened(to=to) if self._is_open:
                return "look", f"The record was opened to {self._person(to)}.", 0
            case ResultDeclared(by=by, reason=reason):
                return "ruling", f"{self._by(by)} declares the result: {reason}", 0
            case AnswerSealed(seat=seat) if self._is_open:
                return "pause", f"{self._names[seat]} seals the answer.", 0
            case MatchPaused(by=by, reason=reason, adjourned=adjourned):
                return "pause", f"{'Adjourned' if adjourned else 'Paused'} by {self._by(by)}: {reason}", 0
            case MatchResumed(by=by, reason=reason):
                return "pause", f"Resumed by {self._by(by)}: {reason}", 0
            case SeatForfeited(seat=seat):
                return "pause", f"{self._names[seat]} is out: the time was up, and the default answers.", 0
            case TimeExtended(by=by, seat=seat, seconds=seconds, reason=reason):
                got = f"{self._names[seat]} got {count(seconds, 'more second')} from {self._by(by)}"
                return "extension", f"{got}: {reason}", 0
            case _:
                return None

    def _trial(self, entry: AuditEntry) -> ShownTrial | None:
        body = entry.body
        if not isinstance(body, ReadingTried):
            return None
        readings = [f"edition:{body.edition}"] if body.edition else []
        readings += [f"{key}:{reading}" for key, reading in body.rulings.items()]
        try:
            sentence = say_trial(msgspec.json.decode(body.report, type=Trial))
        except msgspec.DecodeError:
            sentence = "This version cannot read its report."
        return ShownTrial(
            entry.seq, shown_time(entry.at), ",".join(readings), sentence, self._signer(entry.seq)
        )

    def _ruling(self, case: Case, ruling: CaseRuling) -> ShownRuling:
        return ShownRuling(
            seq=ruling.seq,
            at=shown_time(ruling.at),
            by=f"panel ({listed(list(ruling.panel))})" if ruling.panel else ruling.by or "arbiter",
            finding=FINDING_WORDS[ruling.finding],
            reason=ruling.reason,
            rules=ruling.rules,
            remedy=self._remedy(ruling.remedy),
            is_precedent=ruling.precedent,
            is_by_same_official=case.is_by_same_official(ruling),
            signer=self._signer(ruling.seq),
        )

    def _opinion(self, opinion: Opinion) -> ShownOpinion:
        return ShownOpinion(
            seq=opinion.seq,
            at=shown_time(opinion.at),
            by=opinion.by,
            finding=FINDING_WORDS[opinion.finding],
            reason=opinion.reason,
            rules=opinion.rules,
            remedy=self._remedy(opinion.remedy),
            signer=self._signer(opinion.seq),
        )

    def _remedy(self, remedy: Remedy) -> str:
        match remedy:
            case Stands():
                return "everything stands"
            case Rewind(fact=fact):
                return f"the match continues from before {f'fact {fact}' if self._is_open else 'an earlier fact'}"
            case ReplayUnder(edition=edition, rulings=rulings):
                named = [f"edition {edition}"] if edition else []
                named += [f"{key}={reading}" for key, reading in rulings.items()]
                return f"the match is replayed under {', '.join(named)}"
            case Award(winners=winners):
                return f"the match is awarded to {listed([self._names[seat] for seat in winners])}"
            case Void():
                return "the match does not count"

    def _declared(self, result: DeclaredResult) -> str:
        award = result.award
        if isinstance(award, Void):
            won = "the match does not count"
        else:
            won = (
                f"won by {listed([self._names[seat] for seat in award.winners])}"
                if award.winners
                else "nobody wins"
            )
        told = [
            f"{self._names[seat]} {kind.replace('_', ' ')}"
            for seat, kind in enumerate(result.kinds)
            if kind not in ("ruling", "played")
        ]
        return f"{won}{f' ({listed(told)})' if told else ''}. {result.reason}"

    def _number(self, fact: int) -> int:
        return sum([number <= fact for number in self._numbers])

    def _person(self, by: str) -> str:
        seat = seat_of(by)
        return by if seat is None or seat >= len(self._names) else f"{self._names[seat]} (seat {seat})"

    def _by(self, by: str) -> str:
        return "all seats" if by == SEATS else by.replace("_", " ")

    def _signer(self, seq: int) -> str:
        return self._signers.get(seq, "") if self._is_open else ""
