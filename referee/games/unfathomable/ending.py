"""How the game ends and who has won."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from referee.games.unfathomable.state import State
from referee.kernel.table import Table


class Ending(StrEnum):
    """How a match can end."""

    ARRIVED = "arrived"
    FUEL_GONE = "fuel_gone"
    FOOD_GONE = "food_gone"
    SANITY_GONE = "sanity_gone"
    SOULS_GONE = "souls_gone"
    SHIP_SUNK = "ship_sunk"
    OVERRUN = "overrun"


def end_game(table: Table[State], ending: Ending) -> NoReturn:
    """End the match at once: turn over all loyalty cards, name the winners."""
    raise NotImplementedError


def distance_travelled(state: State) -> int:
    """The distance on the waypoints in play."""
    raise NotImplementedError
