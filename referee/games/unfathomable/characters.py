"""The abilities of the ten characters, and what each does on revealing."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def reveal_ability(table: Table[State], seat: Seat) -> Script[None]:
    """Resolve the reveal ability of a character, where it is not in the Brig."""
    raise NotImplementedError
    yield
