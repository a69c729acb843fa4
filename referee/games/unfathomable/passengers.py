"""Passengers: risking and rescuing them."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def risk(table: Table[State], seat: Seat, count: int) -> Script[int]:
    """Risk passengers, one roll each: a random token of the supply goes to the deck space rolled. Return how many there were to risk."""
    raise NotImplementedError
    yield


def rescue(table: Table[State], space: Space, place: int = 0) -> None:
    """Return a passenger to the supply, unseen."""
    raise NotImplementedError
