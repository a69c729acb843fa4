"""The four dials: gaining, losing, and the end that comes with a dial at 0."""

from __future__ import annotations

from referee.games.unfathomable.cards import Resource
from referee.games.unfathomable.state import State
from referee.kernel.table import Table


def lose(table: Table[State], resource: Resource, amount: int) -> None:
    """Lower a dial. At 0 the game is over at once."""
    raise NotImplementedError


def gain(table: Table[State], resource: Resource, amount: int) -> None:
    """Raise a dial, up to 10."""
    raise NotImplementedError
