"""Traitors who reveal, the Awakening, and feats that leave the game."""

from __future__ import annotations

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class TraitorRevealed(Fact, frozen=True, tag="unfathomable.traitor_revealed"):
    """A player turned over a loyalty card and became a revealed traitor."""

    seat: Public[Seat]
    card: Public[Loyalty]
    place: Public[int]
    """The place of the card among the player's face-down cards."""


@folds(TraitorRevealed)
def _traitor_revealed(state: State, fact: TraitorRevealed) -> None:
    player = state.players[fact.seat]
    del player.loyalty[fact.place]
    player.revealed = fact.card
    if state.active == fact.seat:
        state.revealed_this_turn = True


class FeatRemoved(Fact, frozen=True, tag="unfathomable.feat_removed"):
    """A player's feat was used or lost, and removed from the game."""

    seat: Public[Seat]
    feat: Public[str]
    """The name of the feat; its rule is `feat.<name>`."""


@folds(FeatRemoved)
def _feat_removed(state: State, fact: FeatRemoved) -> None:
    state.players[fact.seat].has_feat = False


class AwakeningBegan(Fact, frozen=True, tag="unfathomable.awakening_began"):
    """The Awakening began. It happens once per game."""


@folds(AwakeningBegan)
def _awakening_began(state: State, fact: AwakeningBegan) -> None:
    state.is_awake = True


FACTS: tuple[type[Fact], ...] = (TraitorRevealed, FeatRemoved, AwakeningBegan)
