"""Facts about decks and piles being shuffled."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Location, Lord
from referee.games.abyss.state import State, folds
from referee.kernel.facts import Fact, Secret


class ExplorationShuffled(Fact, frozen=True, tag="abyss.exploration_shuffled"):
    """The exploration deck was shuffled; cards of the discard pile, if any, are in it. Last is on top."""

    cards: Secret[tuple[Card, ...]]


@folds(ExplorationShuffled)
def _exploration_shuffled(state: State, fact: ExplorationShuffled) -> None:
    state.deck = list(fact.cards)
    state.discard.clear()


class LordsShuffled(Fact, frozen=True, tag="abyss.lords_shuffled"):
    """The Lord deck was shuffled. Last is on top."""

    lords: Secret[tuple[Lord, ...]]


@folds(LordsShuffled)
def _lords_shuffled(state: State, fact: LordsShuffled) -> None:
    state.lord_deck = list(fact.lords)


class LocationsShuffled(Fact, frozen=True, tag="abyss.locations_shuffled"):
    """The Location deck was shuffled. Last is on top."""

    locations: Secret[tuple[Location, ...]]


@folds(LocationsShuffled)
def _locations_shuffled(state: State, fact: LocationsShuffled) -> None:
    state.location_deck = list(fact.locations)


class TokensShuffled(Fact, frozen=True, tag="abyss.tokens_shuffled"):
    """The Monster tokens were mixed face down. The last will be drawn first."""

    tokens: Secret[tuple[int, ...]]


@folds(TokensShuffled)
def _tokens_shuffled(state: State, fact: TokensShuffled) -> None:
    state.token_pile = list(fact.tokens)


FACTS: tuple[type[Fact], ...] = (ExplorationShuffled, LordsShuffled, LocationsShuffled, TokensShuffled)
