"""Deep Ones coming from the supply, and out of the Deep."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Monarch
from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


def spawn(table: Table[State], space: Space, count: int = 1) -> None:
    """Place Deep Ones of the supply; with too few of them the game is over."""
    raise NotImplementedError


def move_deep_ones(table: Table[State], start: Space, end: Space, count: int = 1) -> None:
    """Move Deep Ones from space to space."""
    raise NotImplementedError


def move_monarch(table: Table[State], monarch: Monarch, space: Space) -> None:
    """Move a monarch."""
    raise NotImplementedError


def surface(table: Table[State], *monarchs: Monarch) -> Script[None]:
    """Roll, and move these monarchs and all Deep Ones from the Deep to the bow space rolled."""
    raise NotImplementedError
    yield
