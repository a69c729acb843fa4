"""Revealing as a traitor, in seven steps."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def reveal(table: Table[State], seat: Seat) -> Script[None]:
    """Carry out the seven steps of revealing. The action was spent by the caller."""
    raise NotImplementedError
    yield
