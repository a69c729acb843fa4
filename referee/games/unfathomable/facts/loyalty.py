"""Loyalty cards: dealt, looked at, passed on, turned over."""

from __future__ import annotations

from typing import Annotated

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret, seen_by


class LoyaltyDeckShuffled(Fact, frozen=True, tag="unfathomable.loyalty_deck_shuffled"):
    """The loyalty deck was built and shuffled. The last card is on top."""

    cards: Secret[tuple[Loyalty, ...]]


@folds(LoyaltyDeckShuffled)
def _loyalty_deck_shuffled(state: State, fact: LoyaltyDeckShuffled) -> None:
    state.loyalty_deck = list(fact.cards)


class LoyaltyDealt(Fact, frozen=True, tag="unfathomable.loyalty_dealt"):
    """A player was dealt the top loyalty card, face down, and looked at it."""

    seat: Public[Seat]
    card: OwnerSees[Loyalty]


@folds(LoyaltyDealt)
def _loyalty_dealt(state: State, fact: LoyaltyDealt) -> None:
    state.loyalty_deck.pop()
    state.players[fact.seat].loyalty.append(fact.card)


class LoyaltyPassed(Fact, frozen=True, tag="unfathomable.loyalty_passed"):
    """A player gave face-down loyalty cards to another; both know them."""

    giver: Public[Seat]
    seat: Public[Seat]
    cards: Annotated[tuple[Loyalty, ...], seen_by("giver", "seat")]
    places: Public[tuple[int, ...]]
    """The places of the cards among the giver's face-down cards."""


@folds(LoyaltyPassed)
def _loyalty_passed(state: State, fact: LoyaltyPassed) -> None:
    giver = state.players[fact.giver]
    giver.loyalty = [card for place, card in enumerate(giver.loyalty) if place not in fact.places]
    seen = fact.cards if state.sees(fact.seat) else (Loyalty.HIDDEN,) * len(fact.cards)
    state.players[fact.seat].loyalty += seen


class LoyaltyLookedAt(Fact, frozen=True, tag="unfathomable.loyalty_looked_at"):
    """A player looked at all face-down loyalty cards of another, who knows which."""

    looker: Public[Seat]
    seat: Public[Seat]
    cards: Annotated[tuple[Loyalty, ...], seen_by("looker", "seat")]


@folds(LoyaltyLookedAt)
def _loyalty_looked_at(_state: State, _fact: LoyaltyLookedAt) -> None:
    """Change nothing: the fact says what was seen, and remembering it is up to the looker."""


class LoyaltyTurnedOver(Fact, frozen=True, tag="unfathomable.loyalty_turned_over"):
    """A player turned over all its loyalty cards at the end."""

    seat: Public[Seat]
    cards: Public[tuple[Loyalty, ...]]


@folds(LoyaltyTurnedOver)
def _loyalty_turned_over(state: State, fact: LoyaltyTurnedOver) -> None:
    state.players[fact.seat].loyalty = list(fact.cards)


FACTS: tuple[type[Fact], ...] = (
    LoyaltyDeckShuffled,
    LoyaltyDealt,
    LoyaltyPassed,
    LoyaltyLookedAt,
    LoyaltyTurnedOver,
)
