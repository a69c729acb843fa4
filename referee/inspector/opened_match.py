"""A recorded match as the pages of the inspector ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from referee.audit.audit_state import AuditState, Case
from referee.audit.entries import ARBITER, AuditEntry
from referee.disputes.evidence.bundles import Bundle, RefusedIntent
from referee.disputes.explain.phrasing import Phrasing
from referee.games.fact_sentences import outcome_sentence, score_list
from referee.inspector.case_desk import DeskState
from referee.inspector.case_words import CasesReport, CaseWords, NotedStep
from referee.inspector.knowledge import Knowledge, KnowledgeReport, RoleOdds, ViewerFacts
from referee.inspector.match_times import MatchTimes, match_times
from referee.inspector.pictures import fixed_layout, has_board
from referee.inspector.reasons import Reasons
from referee.inspector.story import Story, ToldFact
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.match.charters import settle
from referee.replay.format import Replay, seat_names
from referee.replay.visible_facts import VisibleFact, visible_facts
from referee.rulebook import CONSENSUS
from referee.server.retries import Reply

NO_REASON = "The record does not say why."


class _AnsweredIntent(msgspec.Struct):
    """The question that a refused intent answered."""

    question: int = 0


class MatchRecord(NamedTuple):
    """A replay, with the bundle that contains it, if any, and what its audit log adds up to."""

    replay: Replay
    bundle: Bundle | None = None
    audit_state: AuditState | None = None
    audit: tuple[AuditEntry, ...] = ()
    signers: tuple[str, ...] = ()
    """The name and id of the key that signed each audit entry."""
    is_checked: bool = False
    """Whether signatures were checked against a list of keys that the official published."""


class AboutMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everyone may know about a match; the seed only for the open table."""

    game: str
    title: str
    names: list[str]
    edition: str
    editions: dict[str, str]
    """The name of each edition, the consensus included."""
    edition_names: Mapping[str, Mapping[str, str]]
    """For each edition, the names of things on the table, with those that its rulebook uses."""
    rulings: dict[str, str]
    """The readings that were chosen for this match."""
    facts: int
    """The number of facts that the viewer was told."""
    result: str
    is_over: bool
    layout: Mapping[str, Any]
    has_board: bool
    """Whether the page has a drawing of this game."""
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    is_unrefereed: bool = False
    earlier_results: Sequence[str] = ()
    """The results that no longer count, because an official has corrected them; the newest comes first."""
    note: str = ""
    """What a reader must know about the rulebook, for example that it is a reconstruction."""
    seed: str = ""
    clock: str = ""
    """The time control, as people write it, if the record has the times of the answers."""


class NotedCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A case as the timeline shows it."""

    case: int
    fact: int
    """The number of the disputed fact, as the viewer counts; the last fact before it if the viewer was not told."""
    by: str
    rule: str
    claim: str
    state: str
    rulings: list[str]
    """The findings, each with its reason."""


class NotedRefusal(msgspec.Struct, frozen=True):
    """An intent of a seat that was refused."""

    fact: int
    """The number of the last fact before the question was answered, as the viewer counts."""
    seat: Seat
    why: str


class Moments(msgspec.Struct, frozen=True):
    """Where the facts of one viewer are in the whole match. Only for readers who may see everything."""

    numbers: list[int]
    """The number in the whole match of each of the viewer's facts."""
    entries: list[int]
    total: int
    """The number of facts of the whole match."""
    cases: list[NotedCase]
    refusals: list[NotedRefusal]
    """The intents that the viewer knows were refused: its own, or all of them for the open table."""
    notes: list[NotedStep] = []
    """Rulings, appeals, looks, pauses and time extensions."""


class OpenedMatch:
    """One match. Stories and reasons are kept once they are made."""

    def __init__(self, record: MatchRecord) -> None:
        self.replay = record.replay
        self._bundle = record.bundle
        self._audit_state = record.audit_state or AuditState()
        self._record = record
        self.terms = settle(record.replay.charter)
        self.names = seat_names(record.replay)
        self._facts: dict[Seat, list[VisibleFact]] = {}
        self._stories: dict[Seat, Story] = {}
        self._knowledge = Knowledge(self.terms, self.names)
        self._lock = Lock()

    @property
    def viewers(self) -> tuple[Seat, ...]:
        """Everyone whose eyes the match can be seen through."""
        return (OPEN_TABLE, SPECTATOR, *range(self.terms.charter.seats))

    def story(self, viewer: Seat) -> Story:
        """Return the story of a viewer."""
        with self._lock:
            if viewer not in self._stories:
                facts = self._facts[viewer] = list(visible_facts(self.replay, viewer))
                self._stories[viewer] = Story(self.terms, facts, viewer, self.names)
            return self._stories[viewer]

    def told(self, viewer: Seat) -> list[ToldFact]:
        """Return the facts that a viewer was told."""
        return self.story(viewer).told

    @property
    def result(self) -> str:
        """How the game ended, as a sentence, whatever officials have declared."""
        outcome = self.replay.outcome
        sentence = outcome_sentence(self.terms.game.name, outcome, self.names)
        return f"{sentence} {score_list(outcome.scores if outcome else (), self.names)}".rstrip()

    def summary(self, viewer: Seat) -> AboutMatch:
        """Return what the page says about the match as a whole."""
        charter, game, outcome = self.terms.charter, self.terms.game, self.replay.outcome
        results = self._words(viewer).results(self._audit_state)
        if outcome is not None or not results:
            results.append(self.result)
        return AboutMatch(
            game=game.name,
            title=game.title,
            names=self.names,
            edition=charter.edition or CONSENSUS,
            editions={CONSENSUS: "Consensus", **game.rulebook.editions},
            edition_names=game.wording.edition_names,
            rulings=charter.rulings,
            facts=len(self.story(viewer)),
            result=results[0],
            earlier_results=results[1:],
            is_over=outcome is not None or self._audit_state.result is not None,
            layout=fixed_layout(game.name, self.terms.setup),
            has_board=has_board(game.name),
            winners=outcome.winners if outcome else (),
            scores=outcome.scores if outcome else (),
            is_unrefereed=charter.unrefereed is True,
            note=game.rulebook.note,
            seed=charter.seed if viewer == OPEN_TABLE else "",
            clock=self.replay.time_sheet.clock if self.replay.time_sheet else "",
        )

    def times(self) -> MatchTimes | None:
        """Return when each answer was asked for and given; None if the record does not have it.

        It shows who ran out of time, so it is for the open table only.
        """
        sheet = self.replay.time_sheet
        return match_times(sheet, self.replay.entries, len(self.names), self._ends) if sheet else None

    def moments(self, viewer: Seat) -> Moments:
        """Return where the facts of a viewer are in the whole match."""
        self.story(viewer)
        facts = self._facts[viewer]
        numbers = [fact.seq for fact in facts]
        words = self._words(viewer)
        cases = [_noted(case, words) for case in self._audit_state.cases.values()]
        return Moments(
            numbers=numbers,
            entries=[fact.entry for fact in facts],
            total=self.fact_count,
            cases=cases,
            refusals=self._refusals(viewer, numbers),
            notes=words.notes(self._audit_state.cases, self._ends),
        )

    def own_moments(self, viewer: Seat) -> Moments:
        """Return the moments of a viewer who knows nothing of the whole match, so facts are numbered as it counts."""
        told, words = self.told(viewer), self._words(viewer, is_alone=True)
        facts = self._facts[viewer]
        cases = [_noted(case, words) for case in self._audit_state.cases.values()]
        return Moments(
            numbers=[fact.number for fact in told],
            entries=[fact.step for fact in told],
            total=len(told),
            cases=[msgspec.structs.replace(case, fact=max(1, case.fact)) for case in cases],
            refusals=self._refusals(viewer, [fact.seq for fact in facts]),
            notes=words.notes(self._audit_state.cases, self._ends),
        )

    @property
    def fact_count(self) -> int:
        """The number of facts of the whole match."""
        return self._ends[-1]

    @cached_property
    def _ends(self) -> list[int]:
        """The number of facts up to each entry, the charter included."""
        return list(accumulate([len(entry.facts) for entry in self.replay.entries], initial=0))

    def _words(self, viewer: Seat, *, is_alone: bool = False) -> CaseWords:
        self.story(viewer)
        numbers = [fact.seq for fact in self._facts[viewer]]
        signers = dict(enumerate(self._record.signers, 1))
        return CaseWords(self._record.audit, signers, self.names, viewer, numbers, is_alone=is_alone)

    def cases(self, viewer: Seat, desk: DeskState, *, is_alone: bool = False) -> CasesReport:
        """Return the cases of the match as a viewer may know them, and whether steps can be taken.

        A viewer that is alone does not learn where in the match a fact is that it was not told.
        """
        words, state = self._words(viewer, is_alone=is_alone), self._audit_state
        officials = [each.party for each in state.officials.values() if not each.is_revoked]
        seats = [f"seat/{seat}" for seat in range(self.terms.charter.seats)]
        return CasesReport(
            match=self._bundle.match if self._bundle else "",
            cases=[words.case(case) for case in state.cases.values()],
            standing=words.standing(state),
            signatures=self._signatures,
            parties=[*seats, ARBITER, *officials],
            desk=desk,
        )

    @property
    def _signatures(self) -> str:
        if not self._record.audit:
            return ""
        if self._record.is_checked:
            return "Every step is signed, and the signatures fit the keys that the official published."
        return (
            "Every step is signed, and the signatures fit the keys in the file itself. Start the inspector with --keys "
            "and the list that the official published to check who signed."
        )

    def _refusals(self, viewer: Seat, numbers: Sequence[int]) -> list[NotedRefusal]:
        """Return the refused intents of a bundle that a viewer knows of."""
        facts, asked = 0, dict[tuple[Seat, int], int]()
        for entry in self.replay.entries:
            asked[entry.seat, entry.question] = facts
            facts += len(entry.facts)
        phrasing = Phrasing(self.terms.game.name, self.terms.charter.seats, self.names)
        found = []
        for refusal in self._bundle.refusals if self._bundle else ():
            if viewer not in (OPEN_TABLE, refusal.seat):
                continue
            question = msgspec.json.decode(refusal.intent, type=_AnsweredIntent).question
            before = asked.get((refusal.seat, question), facts)
            number = max(1, sum([each <= before for each in numbers]))
            found.append(NotedRefusal(number, refusal.seat, _why_refused(refusal, phrasing)))
        return found

    def _told_to(self, viewer: Seat, reader: Seat) -> ViewerFacts:
        """Return the facts of a viewer, numbered as the reader counts: the viewer itself, or the open table."""
        self.story(viewer)
        facts = self._facts[viewer]
        numbers = [fact.seq for fact in facts] if reader == OPEN_TABLE else list(range(1, len(facts) + 1))
        return ViewerFacts(viewer, facts, numbers)

    def knowledge(self, viewer: Seat) -> KnowledgeReport:
        """Return who knew what when, as far as a viewer can know it."""
        everybody = (SPECTATOR, *range(self.terms.charter.seats)) if viewer == OPEN_TABLE else ()
        others = [self._told_to(each, viewer) for each in everybody]
        return self._knowledge.report(self._told_to(viewer, viewer), others)

    def odds(self, of: Seat, reader: Seat) -> RoleOdds:
        """Return what a viewer could conclude about hidden roles; the reader is the viewer or the open table."""
        return self._knowledge.odds(self._told_to(of, reader))

    @cached_property
    def reasons(self) -> Reasons:
        """Why things happened."""
        return Reasons(self.terms, self.replay.entries, self.names)

    def why(self, viewer: Seat, number: int) -> Any:
        """Explain a fact that a viewer was told, by that viewer's number; raise `IndexError` if there is none."""
        self.story(viewer)
        if number < 1:
            raise IndexError(number)
        fact = self._facts[viewer][number - 1]
        if viewer == OPEN_TABLE:
            return self.reasons.of_fact(fact.seq)
        return self.reasons.as_told(fact, viewer)


def _why_refused(refusal: RefusedIntent, phrasing: Phrasing) -> str:
    """Return why an intent was refused; the record of an older server may not say so."""
    try:
        reply = msgspec.json.decode(refusal.reply, type=Reply)
        return phrasing.refusal(reply.refused) if reply.refused else NO_REASON
    except (msgspec.ValidationError, LookupError):
        return NO_REASON


def _noted(case: Case, words: CaseWords) -> NotedCase:
    return NotedCase(
        case=case.number,
        fact=words.disputed_fact(case),
        by=case.by,
        rule=case.rule,
        claim=case.claim,
        state=case.state,
        rulings=[f"{ruling.finding}: {ruling.reason}" for ruling in case.rulings],
    )
