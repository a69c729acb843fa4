"""Knowledge: who was told which secret when, who was told first, and what a seat could conclude about hidden roles.

A report for a seat or the spectator is made from that viewer's own facts. Only the report for the open table has the
rows of all seats and says where somebody was told what is not so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.games.fact_sentences import fact_sentence
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from referee.kernel.told_secrets import SecretTold
from referee.match.charters import Terms
from referee.replay.visible_facts import VisibleFact


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that told a seat a secret that it did not know, or told everyone."""

    fact: int
    """The number of the fact, as the reader of the report counts."""
    turn: int
    sentence: str
    """The fact as the seat was told it."""
    truth: str = ""
    """What is true, if the fact says something that is not; only for the open table."""


class KnowledgeRow(msgspec.Struct, frozen=True):
    """What one seat learned that not everybody did, or what everyone learned."""

    seat: Seat | None
    """None for everyone."""
    news: list[News]


class Telling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that told a secret to seats that did not know it."""

    fact: int
    seats: list[Seat] = []
    is_public: bool = False
    """Whether everyone was told."""


class KnownSecret(msgspec.Struct, frozen=True, omit_defaults=True):
    """A secret, and who was told it, the first first."""

    kind: str
    about: str
    tellings: list[Telling]
    value: str = ""
    """Empty if the reader of the report was not told."""


class KnowledgeReport(msgspec.Struct, frozen=True):
    """Who knew what when, as far as one viewer can know it."""

    rows: list[KnowledgeRow]
    secrets: list[KnownSecret]


class OddsPoint(msgspec.Struct, frozen=True, array_like=True):
    """In how many deals each seat has the hidden role, from a fact on."""

    fact: int
    deals: int
    by_seat: tuple[int, ...]


class RoleOdds(msgspec.Struct, frozen=True):
    """What one viewer could conclude about hidden roles from what the rules told it."""

    role: str = ""
    """What is counted, such as "traitor"; empty if the game has no hidden roles."""
    deal: str = ""
    counted: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()
    points: list[OddsPoint] = []


class ViewerFacts(NamedTuple):
    """The facts of one viewer, and the number of each as the reader of the report counts."""

    viewer: Seat
    facts: Sequence[VisibleFact]
    numbers: Sequence[int]

    def plain(self) -> Iterator[Fact]:
        """Yield the facts without where they happened."""
        for fact in self.facts:
            yield fact.recorded.fact


class Knowledge:
    """Makes the reports of one match."""

    def __init__(self, terms: Terms, names: Sequence[str]) -> None:
        self._terms = terms
        self._names = names

    def report(self, reader: ViewerFacts, others: Sequence[ViewerFacts] = ()) -> KnowledgeReport:
        """Return the report for a reader. The open table also gives the facts of the spectator and of every seat."""
        truths = self._truths(reader, others) if reader.viewer == OPEN_TABLE else {}
        rows = [self._row(each, truths) for each in others or [reader]]
        return KnowledgeReport(rows, self._secrets(reader))

    def _row(self, told: ViewerFacts, truths: Mapping[tuple[Seat, int], str]) -> KnowledgeRow:
        is_everyone = told.viewer == SPECTATOR
        known: set[str] = set()
        private: set[str] = set()
        news = []
        for fact, number, tellings in zip(told.facts, told.numbers, self._tellings(told), strict=True):
            is_new = False
            for telling in tellings:
                is_private = telling.secret in private
                private |= {telling.secret} if telling.seats or not telling.is_public else set()
                if telling.secret in known or not telling.value:
                    continue
                if telling.is_public or told.viewer in telling.seats:
                    known.add(telling.secret)
                    is_new = is_new or (is_private if is_everyone else not telling.is_public)
            truth = truths.get((told.viewer, number), "")
            if is_new or truth:
                sentence = fact_sentence(self._terms.game.name, fact.recorded.fact, self._names)
                news.append(News(number, fact.turn, sentence, truth))
        return KnowledgeRow(None if is_everyone else told.viewer, news)

    def _tellings(self, told: ViewerFacts) -> Iterator[list[SecretTold]]:
        return self._terms.game.secrets(self._names, told.plain())

    def _truths(
        self, open_table: ViewerFacts, others: Sequence[ViewerFacts]
    ) -> Mapping[tuple[Seat, int], str]:
        """Return what is true, by viewer and number, where a viewer was told what is not.

        What everyone was told is noted for the spectator alone.
        """
        game, found = self._terms.game, dict[tuple[Seat, int], str]()
        state: Any = game.new_state(self._terms.setup, OPEN_TABLE)
        seen = {each.viewer: dict(zip(each.numbers, each.plain(), strict=True)) for each in others}
        for fact, number in zip(open_table.plain(), open_table.numbers, strict=True):
            fold = game.folds.get(type(fact))
            if fold is not None:
                fold(state, fact)
            public = seen.get(SPECTATOR, {}).get(number)
            for viewer, facts in seen.items():
                told = facts.get(number)
                if told is None or (viewer != SPECTATOR and told == public):
                    continue
                truth = game.untruth(state, told, self._names)
                if truth:
                    found[viewer, number] = truth
        return found

    def _secrets(self, told: ViewerFacts) -> list[KnownSecret]:
        found: dict[str, list[tuple[int, SecretTold]]] = {}
        for number, tellings in zip(told.numbers, self._tellings(told), strict=True):
            for telling in tellings:
                found.setdefault(telling.secret, []).append((number, telling))
        return [
            _known_secret(tellings)
            for tellings in found.values()
            if any([not telling.is_public for _, telling in tellings])
        ]

    def odds(self, told: ViewerFacts) -> RoleOdds:
        """Return what a viewer could conclude about hidden roles, whenever it changed."""
        roles = self._terms.game.hidden_roles
        if roles is None:
            return RoleOdds()
        points: list[OddsPoint] = []
        for number, count in zip(told.numbers, roles.counts(self._terms.setup, told.plain()), strict=True):
            if count is not None and (
                not points or count.by_seat != points[-1].by_seat or count.deals != points[-1].deals
            ):
                points.append(OddsPoint(number, count.deals, count.by_seat))
        return RoleOdds(roles.role, roles.deal, roles.counted, roles.not_counted, points)


def _known_secret(tellings: Sequence[tuple[int, SecretTold]]) -> KnownSecret:
    """Return a secret with the facts that told it to somebody who did not know it, up to when everyone knew."""
    known: list[Seat] = []
    listed: list[Telling] = []
    for number, telling in tellings:
        if telling.is_public:
            listed.append(Telling(number, is_public=True))
            break
        seats = [seat for seat in telling.seats if seat not in known]
        known += seats
        if seats:
            listed.append(Telling(number, seats))
    first = tellings[0][1]
    values = [telling.value for _, telling in tellings if telling.value]
    return KnownSecret(first.kind, first.about, listed, values[-1] if values else "")
