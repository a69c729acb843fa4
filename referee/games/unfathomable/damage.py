"""Damage to the ship and to its spaces, and repairing."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def damage_ship(table: Table[State], seat: Seat, times: int = 1) -> Script[list[Space]]:
    """Damage the ship; return the spaces that became damaged."""
    raise NotImplementedError
    yield


def damage_space(table: Table[State], space: Space) -> Script[Space | None]:
    """Damage a space, or the nearest undamaged room in its place; return the space that became damaged, if any."""
    raise NotImplementedError
    yield


def repair(table: Table[State], space: Space) -> None:
    """Take the damage card off a space and shuffle it into the damage deck."""
    raise NotImplementedError
