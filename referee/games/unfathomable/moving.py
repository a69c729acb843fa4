"""Characters going from space to space, the Brig and the Sick Bay."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


def move_to(table: Table[State], seat: Seat, space: Space) -> None:
    """Put a character on a space. Out of the Brig only where the rule that moves it allows that: the caller checks."""
    raise NotImplementedError


def send_to_brig(table: Table[State], seat: Seat) -> None:
    """Move a character to the Brig; a human loses all titles. Nothing happens to one who is there."""
    raise NotImplementedError


def send_to_sick_bay(table: Table[State], seat: Seat) -> None:
    """Move a human to the Sick Bay."""
    raise NotImplementedError
