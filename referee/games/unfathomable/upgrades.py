"""Upgrades: one of them is active."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def choose_upgrade(table: Table[State], seat: Seat) -> Script[None]:
    """Let a player with several upgrades, or with one that is turned down, say which is active."""
    raise NotImplementedError
    yield
