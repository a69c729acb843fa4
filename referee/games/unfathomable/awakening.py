"""The Awakening: the second loyalty card."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


def awaken(table: Table[State]) -> Script[None]:
    """Deal the second loyalty card to everyone; revealed traitors pass theirs on."""
    raise NotImplementedError
    yield
