"""Damage cards: drawn, put on rooms, repaired. Everyone sees a card once it is drawn; the deck is face down."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Damage
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Secret


class DamageShuffled(Fact, frozen=True, tag="unfathomable.damage_shuffled"):
    """The damage deck was shuffled. The last card is on top."""

    cards: Secret[tuple[Damage, ...]]


@folds(DamageShuffled)
def _damage_shuffled(state: State, fact: DamageShuffled) -> None:
    state.damage_deck = list(fact.cards)


class DamageAimed(Fact, frozen=True, tag="unfathomable.damage_aimed"):
    """A room is about to be damaged; the card drawn next decides what happens."""

    space: Public[Space]


@folds(DamageAimed)
def _damage_aimed(state: State, _: DamageAimed) -> None:
    """Change nothing yet."""


class DamageDrawn(Fact, frozen=True, tag="unfathomable.damage_drawn"):
    """The top damage card was drawn."""

    damage: Public[Damage]


@folds(DamageDrawn)
def _damage_drawn(state: State, fact: DamageDrawn) -> None:
    state.damage_deck.pop()
    state.damage_drawn.append(fact.damage)


class SpaceDamaged(Fact, frozen=True, tag="unfathomable.space_damaged"):
    """Structural damage was put on a room."""

    space: Public[Space]
    damage: Public[Damage]


@folds(SpaceDamaged)
def _space_damaged(state: State, fact: SpaceDamaged) -> None:
    state.damage_drawn.remove(fact.damage)
    state.damage[fact.space] = fact.damage


class DamageRemoved(Fact, frozen=True, tag="unfathomable.damage_removed"):
    """A resolved damage card was removed from the game."""

    damage: Public[Damage]


@folds(DamageRemoved)
def _damage_removed(state: State, fact: DamageRemoved) -> None:
    state.damage_drawn.remove(fact.damage)
    state.damage_gone.append(fact.damage if state.is_open else Damage.HIDDEN)


class DamagePutUnder(Fact, frozen=True, tag="unfathomable.damage_put_under"):
    """A resolved damage card was put on the bottom of the damage deck."""

    damage: Public[Damage]


@folds(DamagePutUnder)
def _damage_put_under(state: State, fact: DamagePutUnder) -> None:
    state.damage_drawn.remove(fact.damage)
    state.damage_deck.insert(0, fact.damage if state.is_open else Damage.HIDDEN)


class SpaceRepaired(Fact, frozen=True, tag="unfathomable.space_repaired"):
    """The damage card of a room was returned to the damage deck, which is shuffled next."""

    space: Public[Space]
    damage: Public[Damage]


@folds(SpaceRepaired)
def _space_repaired(state: State, fact: SpaceRepaired) -> None:
    del state.damage[fact.space]
    state.damage_deck.append(fact.damage if state.is_open else Damage.HIDDEN)


FACTS: tuple[type[Fact], ...] = (
    DamageShuffled,
    DamageAimed,
    DamageDrawn,
    SpaceDamaged,
    DamageRemoved,
    DamagePutUnder,
    SpaceRepaired,
)
