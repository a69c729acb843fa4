"""A recorded match as the pages of the inspector ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from referee.audit.audit_state import AuditState, Case
from referee.disputes.evidence.bundles import Bundle, RefusedIntent
from referee.disputes.explain.phrasing import Phrasing
from referee.games.fact_sentences import outcome_sentence, score_list
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


class AboutMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everyone may know about a match; the seed only for the open table."""

    game: str
    title: str
    names: list[str]
    edition: str
    editions: dict[str, str]
    """The name of each edition, the consensus included."""
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
    note: str = ""
    """What a reader must know about the rulebook, for example that it is a reconstruction."""
    seed: str = ""


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


class OpenedMatch:
    """One match. Stories and reasons are kept once they are made."""

    def __init__(self, record: MatchRecord) -> None:
        self._replay = record.replay
        self._bundle = record.bundle
        self._audit_state = record.audit_state or AuditState()
        self.terms = settle(record.replay.charter)
        self.names = seat_names(record.replay)
        self._facts: dict[Seat, list[VisibleFact]] = {}
        self._stories: dict[Seat, Story] = {}
        self._lock = Lock()

    @property
    def viewers(self) -> tuple[Seat, ...]:
        """Everyone whose eyes the match can be seen through."""
        return (OPEN_TABLE, SPECTATOR, *range(self.terms.charter.seats))

    def story(self, viewer: Seat) -> Story:
        """Return the story of a viewer."""
        with self._lock:
            if viewer not in self._stories:
                facts = self._facts[viewer] = list(visible_facts(self._replay, viewer))
                self._stories[viewer] = Story(self.terms, facts, viewer, self.names)
            return self._stories[viewer]

    def told(self, viewer: Seat) -> list[ToldFact]:
        """Return the facts that a viewer was told."""
        return self.story(viewer).told

    def summary(self, viewer: Seat) -> AboutMatch:
        """Return what the page says about the match as a whole."""
        charter, game, outcome = self.terms.charter, self.terms.game, self._replay.outcome
        result = outcome_sentence(game.name, outcome, self.names)
        return AboutMatch(
            game=game.name,
            title=game.title,
            names=self.names,
            edition=charter.edition or CONSENSUS,
            editions={CONSENSUS: "Consensus", **game.rulebook.editions},
            rulings=charter.rulings,
            facts=len(self.story(viewer)),
            result=f"{result} {score_list(outcome.scores if outcome else (), self.names)}".rstrip(),
            is_over=outcome is not None,
            layout=fixed_layout(game.name, self.terms.setup),
            has_board=has_board(game.name),
            winners=outcome.winners if outcome else (),
            scores=outcome.scores if outcome else (),
            is_unrefereed=charter.unrefereed is True,
            note=game.rulebook.note,
            seed=charter.seed if viewer == OPEN_TABLE else "",
        )

    def moments(self, viewer: Seat) -> Moments:
        """Return where the facts of a viewer are in the whole match."""
        self.story(viewer)
        facts = self._facts[viewer]
        numbers = [fact.seq for fact in facts]
        cases = [_noted(case, numbers) for case in self._audit_state.cases.values()]
        total = sum([len(entry.facts) for entry in self._replay.entries])
        return Moments(numbers, [fact.entry for fact in facts], total, cases, self._refusals(viewer, numbers))

    def _refusals(self, viewer: Seat, numbers: Sequence[int]) -> list[NotedRefusal]:
        """Return the refused intents of a bundle that a viewer knows of."""
        facts, asked = 0, dict[tuple[Seat, int], int]()
        for entry in self._replay.entries:
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

    @cached_property
    def reasons(self) -> Reasons:
        """Why things happened."""
        return Reasons(self.terms, self._replay.entries, self.names)

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


def _noted(case: Case, numbers: Sequence[int]) -> NotedCase:
    return NotedCase(
        case=case.number,
        fact=sum([number <= case.fact for number in numbers]),
        by=case.by,
        rule=case.rule,
        claim=case.claim,
        state=case.state,
        rulings=[f"{ruling.finding}: {ruling.reason}" for ruling in case.rulings],
    )
