"""Rolling the die, with the windows before and after it."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def roll(
    table: Table[State],
    roller: Seat,
    purpose: str,
    *,
    modifier: int = 0,
    is_attack: bool = False,
    item: Item = Item.HIDDEN,
) -> Script[int]:
    """Roll the die for a purpose, named by a rule id; return the result with all modifiers, from 1 to 8."""
    raise NotImplementedError
    yield
