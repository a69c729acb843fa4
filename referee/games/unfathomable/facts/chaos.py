"""What can happen to the chaos deck. Everyone knows how many cards it holds; nobody sees their faces."""

from __future__ import annotations

from referee.games.unfathomable.cards import Skill, SkillCard
from referee.games.unfathomable.state import State, add_to_discard, folds
from referee.kernel.facts import Fact, Public, Secret


class ChaosFed(Fact, frozen=True, tag="unfathomable.chaos_fed"):
    """The top card of a skill deck went to the chaos deck unseen."""

    skill: Public[Skill]
    card: Secret[SkillCard]


@folds(ChaosFed)
def _chaos_fed(state: State, fact: ChaosFed) -> None:
    state.decks[fact.skill].pop()
    state.chaos.append(fact.card)


class ChaosBuilt(Fact, frozen=True, tag="unfathomable.chaos_built"):
    """A new chaos deck was shuffled. The last card is on top."""

    cards: Secret[tuple[SkillCard, ...]]


@folds(ChaosBuilt)
def _chaos_built(state: State, fact: ChaosBuilt) -> None:
    state.chaos = list(fact.cards)
    if state.skill_test is not None:
        state.skill_test.emptied_chaos = False


class ChaosShuffled(Fact, frozen=True, tag="unfathomable.chaos_shuffled"):
    """Cards were shuffled into the chaos deck. The last card is on top."""

    cards: Secret[tuple[SkillCard, ...]]


@folds(ChaosShuffled)
def _chaos_shuffled(state: State, fact: ChaosShuffled) -> None:
    state.chaos = list(fact.cards)


class ChaosDiscarded(Fact, frozen=True, tag="unfathomable.chaos_discarded"):
    """The whole chaos deck was discarded; the top cards of the piles are seen."""

    cards: Secret[tuple[SkillCard, ...]]
    tops: Public[tuple[SkillCard, ...]]


@folds(ChaosDiscarded)
def _chaos_discarded(state: State, fact: ChaosDiscarded) -> None:
    state.chaos = []
    add_to_discard(state, fact.cards if state.is_open else fact.tops)


class ChaosAdded(Fact, frozen=True, tag="unfathomable.chaos_added"):
    """The top chaos card was added to the test face down."""

    card: Secret[SkillCard]


@folds(ChaosAdded)
def _chaos_added(state: State, fact: ChaosAdded) -> None:
    state.chaos.pop()
    state.pile.append(fact.card)
    if not state.chaos and state.skill_test is not None:
        state.skill_test.emptied_chaos = True


FACTS: tuple[type[Fact], ...] = (ChaosFed, ChaosBuilt, ChaosShuffled, ChaosDiscarded, ChaosAdded)
