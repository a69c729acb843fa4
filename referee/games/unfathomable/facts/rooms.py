"""Looking at items in the deck. Only the looker sees them."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat


class ItemsLookedAt(Fact, frozen=True, tag="unfathomable.items_looked_at"):
    """A player took cards from the item deck to look at them, the top one first."""

    seat: Public[Seat]
    items: OwnerSees[tuple[Item, ...]]


@folds(ItemsLookedAt)
def _items_looked_at(state: State, fact: ItemsLookedAt) -> None:
    del state.item_deck[-len(fact.items) :]
    state.items_held = list(fact.items)


class ItemsPutBack(Fact, frozen=True, tag="unfathomable.items_put_back"):
    """Items were put back: the first of `top` uppermost, the last of `bottom` at the very bottom."""

    seat: Public[Seat]
    top: OwnerSees[tuple[Item, ...]]
    bottom: OwnerSees[tuple[Item, ...]]


@folds(ItemsPutBack)
def _items_put_back(state: State, fact: ItemsPutBack) -> None:
    deck = [*reversed(fact.bottom), *state.item_deck, *reversed(fact.top)]
    state.item_deck = deck if state.is_open else [Item.HIDDEN] * len(deck)
    state.items_held = []


FACTS: tuple[type[Fact], ...] = (ItemsLookedAt, ItemsPutBack)
