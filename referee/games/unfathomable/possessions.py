"""The items that a player has and may use."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


def all_items(state: State, seat: Seat) -> list[Item]:
    """Return the items of a player, inactive upgrades included."""
    return state.players[seat].items + state.players[seat].inactive


def may_use_items(state: State, seat: Seat) -> bool:
    """Return whether a player may use the actions of its items, which is not so in the Brig."""
    return state.players[seat].space is not BRIG


def has_ready(table: Table[State], seat: Seat, item: Item) -> bool:
    """Return whether a player has an item and may use its ability; in the Brig, only by a ruling."""
    player = table.state.players[seat]
    return item in player.items and (player.space is not BRIG or table.ruling("brig.items") == "non_action")
