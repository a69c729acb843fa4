"""How the entrants of a round are split into tables."""

from __future__ import annotations

from typing import Literal, NamedTuple

ShortTables = Literal["low", "high", "bye"]
"""What happens if the tables cannot all be full: who sits at the smaller ones, or that some entrants sit out."""


class TooFewEntrants(ValueError):
    """Entrants who cannot be split into tables that the game allows; the message says why."""


class RoundShape(NamedTuple):
    """The sizes of the tables of a round."""

    sizes: tuple[int, ...]
    """Number of seats of each table; the full ones come first."""
    byes: int
    """Number of entrants who sit out."""


def shape_of_round(entrants: int, seats: int, fewest: int, short_tables: ShortTables) -> RoundShape:
    """Split a number of entrants into tables of `seats`, or of fewer but at least `fewest`, the least of the game.

    Tables are as full as possible, and entrants sit out only if that is wanted or cannot be avoided.

    >>> shape_of_round(10, 4, 2, "low")
    RoundShape(sizes=(4, 3, 3), byes=0)
    >>> shape_of_round(10, 4, 2, "bye")
    RoundShape(sizes=(4, 4), byes=2)
    >>> shape_of_round(5, 4, 4, "low")
    RoundShape(sizes=(4,), byes=1)
    """
    if entrants < fewest:
        raise TooFewEntrants(f"{entrants} entrants are too few for a table of at least {fewest} seats")
    if entrants < seats:
        return RoundShape((entrants,), 0)
    byes = entrants % seats if short_tables == "bye" else 0
    while True:
        seated = entrants - byes
        tables = -(-seated // seats)
        small, larger = divmod(seated, tables)
        if small >= fewest:
            return RoundShape((small + 1,) * larger + (small,) * (tables - larger), byes)
        byes += 1
