"""Turns of humans and of revealed traitors, and the whole match."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


def play(table: Table[State]) -> Script[None]:
    """A whole match: set up, then turns until the game ends."""
    raise NotImplementedError
    yield
