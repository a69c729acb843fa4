"""How the game ends and who wins."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from referee.games.unfathomable.cards import WAYPOINTS, Loyalty, Waypoint
from referee.games.unfathomable.facts.loyalty import LoyaltyTurnedOver
from referee.games.unfathomable.loyalty import is_loyal_to_the_deep, loyalties
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule

PORT = 12
"""The distance after which the next arrival is the last."""


class Ending(StrEnum):
    """The ways a match can end."""

    ARRIVED = "arrived"
    FUEL_GONE = "fuel_gone"
    FOOD_GONE = "food_gone"
    SANITY_GONE = "sanity_gone"
    SOULS_GONE = "souls_gone"
    SHIP_SUNK = "ship_sunk"
    OVERRUN = "overrun"


@rule("game_end.immediate")
def end_game(table: Table[State], ending: Ending) -> NoReturn:
    """End the match: turn over all loyalty cards and name the winners."""
    turn_over_loyalties(table)
    if ending is Ending.ARRIVED:
        humans_win(table, ending)
    deep_ones_win(table, ending)


@rule("game_end.reveal_loyalties")
def turn_over_loyalties(table: Table[State]) -> None:
    """Reveal all loyalty cards."""
    for seat, player in enumerate(table.state.players):
        if player.loyalty:
            table.record(LoyaltyTurnedOver(seat, tuple(player.loyalty)))


@rule("game_end.human_win")
def humans_win(table: Table[State], ending: Ending) -> NoReturn:
    """End with the ship in port: everyone with only Human cards wins."""
    state = table.state
    winners = [seat for seat in range(table.seats) if not is_loyal_to_the_deep(state, seat)]
    table.end(ending.value, tuple(winners), ())


@rule("game_end.hybrid_win")
def deep_ones_win(table: Table[State], ending: Ending) -> NoReturn:
    """End with an objective of the Deep Ones: every Hybrid wins and, on its condition, the Cultist."""
    winners = [seat for seat in range(table.seats) if is_hybrid(table, seat) or cultist_wins(table, seat)]
    table.end(ending.value, tuple(winners), ())


@rule("game_end.hybrid_plus_cultist")
def is_hybrid(table: Table[State], seat: Seat) -> bool:
    """Return whether a player has a Hybrid card: it wins as a Hybrid at any distance, even with the Cultist card."""
    return Loyalty.HYBRID in loyalties(table.state, seat)


@rule("game_end.cultist_win")
def cultist_wins(table: Table[State], seat: Seat) -> bool:
    """Return whether the Cultist wins: with 12 distance in the row, the card being resolved included."""
    return Loyalty.CULTIST in loyalties(table.state, seat) and distance_travelled(table.state) >= PORT


def distance_travelled(state: State) -> int:
    """Return the distance of the waypoints in play, the one being resolved included."""
    return sum([WAYPOINTS[waypoint].distance for waypoint in state.waypoints])


def distance_counted(table: Table[State]) -> int:
    """Return the distance that counts for the last arrival and for revealing, according to the ruling."""
    state = table.state
    distance = distance_travelled(state)
    if state.arriving is not Waypoint.HIDDEN and table.ruling("waypoint.counted") == "when_resolved":
        distance -= WAYPOINTS[state.arriving].distance
    return distance
