"""Items: drawing, losing, giving, and what each of them does."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def draw_item(table: Table[State], seat: Seat) -> Script[None]:
    """Draw the top item face up into the play area, if there is one; a new upgrade may become the active one."""
    raise NotImplementedError
    yield


def take_item(table: Table[State], seat: Seat, item: Item) -> Script[None]:
    """Take a certain item of the deck."""
    raise NotImplementedError
    yield


def give_item(table: Table[State], giver: Seat, taker: Seat, item: Item) -> Script[None]:
    """Hand an item over."""
    raise NotImplementedError
    yield


def remove_item(table: Table[State], seat: Seat, item: Item) -> Script[None]:
    """Remove an item of a player from the game."""
    raise NotImplementedError
    yield


def all_items(state: State, seat: Seat) -> list[Item]:
    """The items of a player, turned-down upgrades included."""
    raise NotImplementedError


def may_use_items(state: State, seat: Seat) -> bool:
    """Nobody uses abilities of items in the Brig."""
    raise NotImplementedError
