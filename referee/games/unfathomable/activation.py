"""Activating monsters."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Symbol
from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


def activate(table: Table[State], symbol: Symbol) -> Script[None]:
    """Resolve an activation symbol."""
    raise NotImplementedError
    yield


def activate_deep_one(table: Table[State], space: Space) -> Script[None]:
    """Activate one Deep One on a space: the first of its four options that is possible."""
    raise NotImplementedError
    yield


def activate_deep_ones_on(table: Table[State], space: Space) -> Script[None]:
    """Activate each Deep One on a space."""
    raise NotImplementedError
    yield
