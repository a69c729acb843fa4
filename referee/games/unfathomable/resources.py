"""The four dials: gaining, losing, and the end of the game when one is at 0."""

from __future__ import annotations

from typing import NoReturn

from referee.games.unfathomable.cards import MOST_OF_A_RESOURCE, Resource
from referee.games.unfathomable.ending import Ending, end_game
from referee.games.unfathomable.facts.resources import ResourceGained, ResourceLost
from referee.games.unfathomable.state import State
from referee.kernel.table import Table, rule

GONE: dict[Resource, Ending] = {
    Resource.FUEL: Ending.FUEL_GONE,
    Resource.FOOD: Ending.FOOD_GONE,
    Resource.SANITY: Ending.SANITY_GONE,
    Resource.SOULS: Ending.SOULS_GONE,
}


@rule("resource.change")
def lose(table: Table[State], resource: Resource, amount: int) -> None:
    """Lower a dial. At 0 the game ends at once."""
    lost = min(amount, table.state.resources[resource])
    if lost > 0:
        table.record(ResourceLost(resource, lost))
    if table.state.resources[resource] == 0:
        run_out(table, resource)


@rule("game_end.resource_zero")
def run_out(table: Table[State], resource: Resource) -> NoReturn:
    """End the game with a dial at 0, the first objective of the Deep Ones."""
    end_game(table, GONE[resource])


@rule("resource.change")
def gain(table: Table[State], resource: Resource, amount: int) -> None:
    """Raise a dial, up to 10."""
    gained = _up_to_ten(table, resource, amount)
    if gained > 0:
        table.record(ResourceGained(resource, gained))


@rule("resource.max_10")
def _up_to_ten(table: Table[State], resource: Resource, amount: int) -> int:
    """Return the part of an amount that fits on the dial; what is gained beyond 10 is lost."""
    return min(amount, MOST_OF_A_RESOURCE - table.state.resources[resource])
