"""Revealing as a traitor, the Awakening, and feats that are gone."""

from __future__ import annotations

from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class TraitorRevealed(Fact, frozen=True, tag="unfathomable.traitor_revealed"):
    """A player turned over a loyalty card and is a revealed traitor from now on."""

    seat: Public[Seat]
    card: Public[Loyalty]
    place: Public[int]
    """Where it lay among the face-down cards of the player."""


@folds(TraitorRevealed)
def _traitor_revealed(state: State, fact: TraitorRevealed) -> None:
    player = state.players[fact.seat]
    del player.loyalty[fact.place]
    player.revealed = fact.card
    if state.active == fact.seat:
        state.revealed_this_turn = True


class FeatRemoved(Fact, frozen=True, tag="unfathomable.feat_removed"):
    """The feat of a player was used or lost, and is out of the game."""

    seat: Public[Seat]
    feat: Public[str]
    """Which feat it was; the rule `feat.` with this name says what it does."""


@folds(FeatRemoved)
def _feat_removed(state: State, fact: FeatRemoved) -> None:
    state.players[fact.seat].has_feat = False


class AwakeningBegan(Fact, frozen=True, tag="unfathomable.awakening_began"):
    """The Awakening began: it comes once a game."""


@folds(AwakeningBegan)
def _awakening_began(state: State, fact: AwakeningBegan) -> None:
    state.is_awake = True


FACTS: tuple[type[Fact], ...] = (TraitorRevealed, FeatRemoved, AwakeningBegan)
