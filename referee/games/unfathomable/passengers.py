"""Risking and rescuing passengers."""

from __future__ import annotations

from referee.games.unfathomable.board import Space, deck_numbered
from referee.games.unfathomable.cards import Passenger
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.defeat import PassengerRescued, PassengerRisked
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


@rule("passenger.risk")
def risk(table: Table[State], seat: Seat, count: int) -> Script[int]:
    """Risk passengers, with one roll each: a random token of the supply goes to that deck space.

    Return how many there were to risk.
    """
    here = _as_many_as_there_are(table, count)
    if table.ruling("passenger.risk_rolls") == "once" and here:
        result = yield from roll(table, seat, "passenger.risk")
        for _ in range(here):
            _place(table, deck_numbered(result))
        return here
    for _ in range(here):
        result = yield from roll(table, seat, "passenger.risk")
        _place(table, deck_numbered(result))
    return here


@rule("passenger.risk.short_supply")
def _as_many_as_there_are(table: Table[State], count: int) -> int:
    """Return the number of passengers to risk: with too few in the supply, all of them."""
    return min(count, len(table.state.passenger_supply))


@rule("passenger.risk.as_cost")
def obstacle_to_risk(table: Table[State], count: int) -> Refused | None:
    """Refuse to risk passengers as a cost unless there are enough in the supply."""
    if len(table.state.passenger_supply) < count:
        return no(Obstacle.NO_PASSENGER_LEFT, "passenger.risk.as_cost")
    return None


@rule("passenger.face_down")
def _place(table: Table[State], space: Space) -> None:
    """Put a random token on the deck, and nobody sees which."""
    table.record(PassengerRisked(space, random_passenger(table)))


def random_passenger(table: Table[State]) -> Passenger:
    """Return a random token of the supply."""
    supply = table.state.passenger_supply
    return supply[table.chance("passengers").below(len(supply))]


@rule("passenger.rescue")
def rescue(table: Table[State], space: Space, place: int = 0) -> None:
    """Return a passenger to the supply, unseen."""
    table.record(PassengerRescued(space, place, table.state.passengers[space][place]))
