"""The ten feats."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


def may_use_feat(state: State, seat: Seat) -> bool:
    """Say whether a player still has its feat."""
    raise NotImplementedError


def use_feat(table: Table[State], seat: Seat) -> None:
    """Remove the feat of a player from the game."""
    raise NotImplementedError
