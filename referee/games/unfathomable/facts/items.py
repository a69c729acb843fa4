"""Items leaving the deck, changing hands and leaving the game."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import Player, State, folds
from referee.kernel.facts import Fact, Public, Seat


class ItemDrawn(Fact, frozen=True, tag="unfathomable.item_drawn"):
    """A player took an item from the deck; everyone saw it. With an active upgrade, another one is turned face down."""

    seat: Public[Seat]
    item: Public[Item]
    is_active: Public[bool]


@folds(ItemDrawn)
def _item_drawn(state: State, fact: ItemDrawn) -> None:
    deck = state.item_deck
    deck.remove(fact.item if fact.item in deck else Item.HIDDEN)
    _lay_down(state.players[fact.seat], fact.item, fact.is_active)


class ItemUsed(Fact, frozen=True, tag="unfathomable.item_used"):
    """A player used the ability of an item."""

    seat: Public[Seat]
    item: Public[Item]


@folds(ItemUsed)
def _item_used(state: State, fact: ItemUsed) -> None:
    """Change nothing; the consequences are facts of their own."""


class ItemGiven(Fact, frozen=True, tag="unfathomable.item_given"):
    """An item changed hands. With an active upgrade, another one is turned face down."""

    seat: Public[Seat]
    taker: Public[Seat]
    item: Public[Item]
    is_active: Public[bool]


@folds(ItemGiven)
def _item_given(state: State, fact: ItemGiven) -> None:
    _pick_up(state.players[fact.seat], fact.item)
    _lay_down(state.players[fact.taker], fact.item, fact.is_active)


class ItemRemoved(Fact, frozen=True, tag="unfathomable.item_removed"):
    """An item of a player was removed from the game."""

    seat: Public[Seat]
    item: Public[Item]


@folds(ItemRemoved)
def _item_removed(state: State, fact: ItemRemoved) -> None:
    """Remove the item from the game, where nobody may look at it again."""
    _pick_up(state.players[fact.seat], fact.item)
    state.items_gone.append(fact.item if state.is_open else Item.HIDDEN)


def _lay_down(player: Player, item: Item, is_active: bool) -> None:
    (player.items if is_active else player.inactive).append(item)


def _pick_up(player: Player, item: Item) -> None:
    (player.items if item in player.items else player.inactive).remove(item)


FACTS: tuple[type[Fact], ...] = (ItemDrawn, ItemUsed, ItemGiven, ItemRemoved)
