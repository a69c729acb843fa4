"""Skill cards moving between decks, hands and discard piles."""

from __future__ import annotations

from referee.games.unfathomable.cards import Skill, SkillCard
from referee.games.unfathomable.state import State, add_to_discard, drop_card, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class SkillDeckShuffled(Fact, frozen=True, tag="unfathomable.skill_deck_shuffled"):
    """The discard pile of a type was shuffled and became its deck."""

    skill: Public[Skill]
    cards: Secret[tuple[SkillCard, ...]]


@folds(SkillDeckShuffled)
def _skill_deck_shuffled(state: State, fact: SkillDeckShuffled) -> None:
    state.discards[fact.skill].clear()
    state.decks[fact.skill] = list(fact.cards)


class CardsDrawn(Fact, frozen=True, tag="unfathomable.cards_drawn"):
    """A player drew skill cards; everyone saw from which decks."""

    seat: Public[Seat]
    skills: Public[tuple[Skill, ...]]
    cards: OwnerSees[tuple[SkillCard, ...]]


@folds(CardsDrawn)
def _cards_drawn(state: State, fact: CardsDrawn) -> None:
    for skill in fact.skills:
        state.decks[skill].pop()
    state.players[fact.seat].hand += fact.cards


class CardsDiscarded(Fact, frozen=True, tag="unfathomable.cards_discarded"):
    """A player discarded skill cards; everyone saw which ended up on top."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[SkillCard, ...]]
    tops: Public[tuple[SkillCard, ...]]


@folds(CardsDiscarded)
def _cards_discarded(state: State, fact: CardsDiscarded) -> None:
    for card in fact.cards:
        drop_card(state.players[fact.seat].hand, card)
    add_to_discard(state, fact.cards if state.is_open else fact.tops)


class CardsPaid(Fact, frozen=True, tag="unfathomable.cards_paid"):
    """A player discarded skill cards for everyone to see."""

    seat: Public[Seat]
    cards: Public[tuple[SkillCard, ...]]


@folds(CardsPaid)
def _cards_paid(state: State, fact: CardsPaid) -> None:
    for card in fact.cards:
        drop_card(state.players[fact.seat].hand, card)
    add_to_discard(state, fact.cards)


class CardPlayed(Fact, frozen=True, tag="unfathomable.card_played"):
    """A player revealed a skill card to use its ability."""

    seat: Public[Seat]
    card: Public[SkillCard]


@folds(CardPlayed)
def _card_played(state: State, fact: CardPlayed) -> None:
    drop_card(state.players[fact.seat].hand, fact.card)
    state.played.append(fact.card)


class CardFinished(Fact, frozen=True, tag="unfathomable.card_finished"):
    """A skill card whose ability is resolved was discarded."""

    seat: Public[Seat]
    card: Public[SkillCard]


@folds(CardFinished)
def _card_finished(state: State, fact: CardFinished) -> None:
    state.played.remove(fact.card)
    add_to_discard(state, (fact.card,))


FACTS: tuple[type[Fact], ...] = (
    SkillDeckShuffled,
    CardsDrawn,
    CardsDiscarded,
    CardsPaid,
    CardPlayed,
    CardFinished,
)
