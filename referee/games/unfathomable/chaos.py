"""The chaos deck."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.table import Table


def build_chaos(table: Table[State]) -> None:
    """Build and shuffle a new chaos deck of two cards of each ordinary type."""
    raise NotImplementedError


def add_chaos_cards(table: Table[State], count: int = 2) -> None:
    """Put the top chaos cards face down into the pile of the test."""
    raise NotImplementedError


def shuffle_treachery(table: Table[State], count: int) -> None:
    """Shuffle the top treachery cards into the chaos deck."""
    raise NotImplementedError


def discard_chaos(table: Table[State]) -> None:
    """Discard the whole chaos deck and build a new one."""
    raise NotImplementedError
