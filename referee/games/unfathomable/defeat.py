"""Being defeated: Deep Ones, passengers, characters; and what prevents it."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def defeat_character(table: Table[State], seat: Seat) -> Script[bool]:
    """Defeat a character unless somebody prevents it: a human goes to the Sick Bay, a revealed traitor to the Brig. Say whether it was defeated."""
    raise NotImplementedError
    yield


def defeat_deep_one(table: Table[State], space: Space) -> None:
    """Return a Deep One to the supply."""
    raise NotImplementedError


def defeat_passenger(table: Table[State], space: Space, place: int = 0) -> Script[bool]:
    """Defeat a passenger on deck unless somebody prevents it: turn it over, lose what it shows, remove it."""
    raise NotImplementedError
    yield


def defeat_passenger_of_supply(table: Table[State]) -> Script[bool]:
    """Defeat a random passenger of the supply."""
    raise NotImplementedError
    yield


def defeat_all_passengers(table: Table[State], space: Space) -> Script[None]:
    """Defeat every passenger on a space, one by one."""
    raise NotImplementedError
    yield
