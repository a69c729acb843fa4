"""Setting up the game."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


def set_up(table: Table[State]) -> Script[None]:
    """Set up: everything of the appendix, with the choice of characters and of the first cards."""
    raise NotImplementedError
    yield
