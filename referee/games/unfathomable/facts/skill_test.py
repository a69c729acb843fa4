"""What can happen in a skill test.

How many cards a player adds is public. Which ones is known to that player alone until all are revealed in a new
order; from then on nothing tells who added which.
"""

from __future__ import annotations

from referee.games.unfathomable.cards import TREACHERY, Skill, SkillCard
from referee.games.unfathomable.state import NOBODY, SkillTest, State, add_to_discard, drop_card, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


def is_helpful(test: SkillTest, card: SkillCard) -> bool:
    """Return whether a card helps in a test. Treachery never does."""
    return card.skill in test.skills and card.skill is not TREACHERY


def worth(test: SkillTest, card: SkillCard) -> int:
    """Return what a card adds to the total of a test."""
    return card.strength if is_helpful(test, card) else -card.strength


class SkillTestAnnounced(Fact, frozen=True, tag="unfathomable.skill_test_announced"):
    """A skill test was announced with its difficulty, its partial success (0 for none) and its helpful skills."""

    difficulty: Public[int]
    partial: Public[int]
    skills: Public[tuple[Skill, ...]]
    is_mythos: Public[bool]


@folds(SkillTestAnnounced)
def _skill_test_announced(state: State, fact: SkillTestAnnounced) -> None:
    if state.skill_test is not None:
        state.outer_tests.append(state.skill_test)
    state.skill_test = SkillTest(
        difficulty=fact.difficulty,
        skills=list(fact.skills),
        partial=fact.partial,
        is_mythos=fact.is_mythos,
        start=len(state.pile),
    )


class SkillMadeHelpful(Fact, frozen=True, tag="unfathomable.skill_made_helpful"):
    """A player made a type of card helpful in the test."""

    seat: Public[Seat]
    skill: Public[Skill]


@folds(SkillMadeHelpful)
def _skill_made_helpful(state: State, fact: SkillMadeHelpful) -> None:
    if state.skill_test is not None and fact.skill not in state.skill_test.skills:
        state.skill_test.skills.append(fact.skill)


class ChaosBarred(Fact, frozen=True, tag="unfathomable.chaos_barred"):
    """A player kept chaos cards out of the test."""

    seat: Public[Seat]


@folds(ChaosBarred)
def _chaos_barred(state: State, fact: ChaosBarred) -> None:
    if state.skill_test is not None:
        state.skill_test.without_chaos = True


class SkillTestOpened(Fact, frozen=True, tag="unfathomable.skill_test_opened"):
    """A player had the cards of the test added face up."""

    seat: Public[Seat]


@folds(SkillTestOpened)
def _skill_test_opened(state: State, fact: SkillTestOpened) -> None:
    if state.skill_test is not None:
        state.skill_test.face_up = True


class ResultChosen(Fact, frozen=True, tag="unfathomable.result_chosen"):
    """A player chose the result of the test instead of its being made."""

    seat: Public[Seat]
    result: Public[str]


@folds(ResultChosen)
def _result_chosen(state: State, fact: ResultChosen) -> None:
    if state.skill_test is not None:
        state.skill_test.result = fact.result


class UsedInTest(Fact, frozen=True, tag="unfathomable.used_in_test"):
    """A player used an ability that may be used once per test."""

    seat: Public[Seat]
    ability: Public[str]


@folds(UsedInTest)
def _used_in_test(state: State, fact: UsedInTest) -> None:
    if state.skill_test is not None:
        state.skill_test.used.append(fact.ability)


class TreacheryAdded(Fact, frozen=True, tag="unfathomable.treachery_added"):
    """The top Treachery card was added to the test face down."""

    card: Secret[SkillCard]


@folds(TreacheryAdded)
def _treachery_added(state: State, fact: TreacheryAdded) -> None:
    _add_treachery(state, fact.card)


class TreacheryAddedOpenly(Fact, frozen=True, tag="unfathomable.treachery_added_openly"):
    """The top Treachery card was added to the test face up."""

    card: Public[SkillCard]


@folds(TreacheryAddedOpenly)
def _treachery_added_openly(state: State, fact: TreacheryAddedOpenly) -> None:
    _add_treachery(state, fact.card)


def _add_treachery(state: State, card: SkillCard) -> None:
    state.decks[TREACHERY].pop()
    state.pile.append(card)


class CardsContributed(Fact, frozen=True, tag="unfathomable.cards_contributed"):
    """A player added cards to the test face down, or none."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[SkillCard, ...]]


@folds(CardsContributed)
def _cards_contributed(state: State, fact: CardsContributed) -> None:
    _contribute(state, fact.seat, fact.cards)


class CardsContributedOpenly(Fact, frozen=True, tag="unfathomable.cards_contributed_openly"):
    """A player added cards to the test face up, or none."""

    seat: Public[Seat]
    cards: Public[tuple[SkillCard, ...]]


@folds(CardsContributedOpenly)
def _cards_contributed_openly(state: State, fact: CardsContributedOpenly) -> None:
    _contribute(state, fact.seat, fact.cards)


def _contribute(state: State, seat: Seat, cards: tuple[SkillCard, ...]) -> None:
    for card in cards:
        drop_card(state.players[seat].hand, card)
        state.pile.append(card)


class PileShuffled(Fact, frozen=True, tag="unfathomable.pile_shuffled"):
    """The cards of the test were shuffled, so that nobody knows any more who added which."""

    cards: Secret[tuple[SkillCard, ...]]


@folds(PileShuffled)
def _pile_shuffled(state: State, fact: PileShuffled) -> None:
    _lay_pile(state, fact.cards)


class PileRevealed(Fact, frozen=True, tag="unfathomable.pile_revealed"):
    """The cards of the test were revealed one by one, in this order."""

    cards: Public[tuple[SkillCard, ...]]


@folds(PileRevealed)
def _pile_revealed(state: State, fact: PileRevealed) -> None:
    _lay_pile(state, fact.cards)


def _lay_pile(state: State, cards: tuple[SkillCard, ...]) -> None:
    if state.skill_test is not None:
        state.pile[state.skill_test.start :] = cards


class SkillTestCounted(Fact, frozen=True, tag="unfathomable.skill_test_counted"):
    """The total of the test was counted."""

    total: Public[int]


@folds(SkillTestCounted)
def _skill_test_counted(state: State, fact: SkillTestCounted) -> None:
    if state.skill_test is not None:
        state.skill_test.total = fact.total
        state.skill_test.is_counted = True


class TotalAdjusted(Fact, frozen=True, tag="unfathomable.total_adjusted"):
    """A player changed the total of the test by a positive or negative amount."""

    seat: Public[Seat]
    amount: Public[int]


@folds(TotalAdjusted)
def _total_adjusted(state: State, fact: TotalAdjusted) -> None:
    if state.skill_test is not None:
        state.skill_test.total += fact.amount


class HandCardAdded(Fact, frozen=True, tag="unfathomable.hand_card_added"):
    """A player added a card from its hand to a test that was already counted."""

    seat: Public[Seat]
    card: Public[SkillCard]


@folds(HandCardAdded)
def _hand_card_added(state: State, fact: HandCardAdded) -> None:
    drop_card(state.players[fact.seat].hand, fact.card)
    _count_in(state, fact.card)


class TopCardAdded(Fact, frozen=True, tag="unfathomable.top_card_added"):
    """The top card of a skill deck was added to a test that was already counted."""

    skill: Public[Skill]
    card: Public[SkillCard]


@folds(TopCardAdded)
def _top_card_added(state: State, fact: TopCardAdded) -> None:
    state.decks[fact.skill].pop()
    _count_in(state, fact.card)


def _count_in(state: State, card: SkillCard) -> None:
    state.pile.append(card)
    if state.skill_test is not None:
        state.skill_test.total += worth(state.skill_test, card)


class SkillTestDecided(Fact, frozen=True, tag="unfathomable.skill_test_decided"):
    """The result of the test became final."""

    result: Public[str]
    total: Public[int]


@folds(SkillTestDecided)
def _skill_test_decided(state: State, fact: SkillTestDecided) -> None:
    if state.skill_test is not None:
        state.skill_test.result = fact.result


class SkillTestCleared(Fact, frozen=True, tag="unfathomable.skill_test_cleared"):
    """The test ended, and its cards were discarded in the order they were revealed."""


@folds(SkillTestCleared)
def _skill_test_cleared(state: State, fact: SkillTestCleared) -> None:
    if state.skill_test is not None:
        cards = tuple(state.pile[state.skill_test.start :])
        del state.pile[state.skill_test.start :]
        add_to_discard(state, cards)
    state.skill_test = state.outer_tests.pop() if state.outer_tests else None
    state.suspect = NOBODY


FACTS: tuple[type[Fact], ...] = (
    SkillTestAnnounced,
    SkillMadeHelpful,
    ChaosBarred,
    SkillTestOpened,
    ResultChosen,
    UsedInTest,
    TreacheryAdded,
    TreacheryAddedOpenly,
    CardsContributed,
    CardsContributedOpenly,
    PileShuffled,
    PileRevealed,
    SkillTestCounted,
    TotalAdjusted,
    HandCardAdded,
    TopCardAdded,
    SkillTestDecided,
    SkillTestCleared,
)
