"""Enabling an exchange of items among the players on a space."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def trade(table: Table[State], seat: Seat) -> Script[None]:
    """Carry out the trade action."""
    raise NotImplementedError
    yield
