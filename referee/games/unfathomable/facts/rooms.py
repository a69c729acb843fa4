"""Items that somebody looks at while they are in the deck. Whoever looks sees them alone."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat


class ItemsLookedAt(Fact, frozen=True, tag="unfathomable.items_looked_at"):
    """A player took the top cards off the item deck to look at them, the top one first."""

    seat: Public[Seat]
    items: OwnerSees[tuple[Item, ...]]


@folds(ItemsLookedAt)
def _items_looked_at(state: State, fact: ItemsLookedAt) -> None:
    del state.item_deck[-len(fact.items) :]
    state.items_held = list(fact.items)


class ItemsPutBack(Fact, frozen=True, tag="unfathomable.items_put_back"):
    """Items that were looked at went back: on top, the first uppermost, and to the bottom, the last undermost."""

    seat: Public[Seat]
    top: OwnerSees[tuple[Item, ...]]
    bottom: OwnerSees[tuple[Item, ...]]


@folds(ItemsPutBack)
def _items_put_back(state: State, fact: ItemsPutBack) -> None:
    deck = [*reversed(fact.bottom), *state.item_deck, *reversed(fact.top)]
    state.item_deck = deck if state.is_open else [Item.HIDDEN] * len(deck)
    state.items_held = []


FACTS: tuple[type[Fact], ...] = (ItemsLookedAt, ItemsPutBack)
