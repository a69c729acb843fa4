"""The four dials: rules `resource.*` (DE 40, FR 46, PL 49)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.cards import Resource
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.resources import ResourceGained, ResourceLost
from referee.games.unfathomable.resources import gain, lose
from referee.kernel.table import GameOver
from tests.games.unfathomable.tables import table_of


def test_a_dial_goes_down_by_what_is_lost_and_up_by_what_is_gained() -> None:
    """resource.change: DE 40.1, FR 46.1, PL 49.1."""
    table = table_of()
    lose(table, Resource.FOOD, 3)
    gain(table, Resource.FOOD, 1)
    assert table.state.resources[Resource.FOOD] == 6
    assert [recorded.path for recorded in table.recorded] == ["resource.change"] * 2


def test_nothing_rises_above_ten() -> None:
    """resource.max_10: DE 40.1•2, FR 46.1•2, PL 49.1•2. A gain beyond it is ignored and not recorded."""
    table = table_of(resources={"souls": 9})
    gain(table, Resource.SOULS, 3)
    gain(table, Resource.SOULS, 1)
    assert table.state.resources[Resource.SOULS] == 10
    assert [recorded.fact for recorded in table.recorded] == [ResourceGained(Resource.SOULS, 1)]


@pytest.mark.parametrize(
    ("resource", "ending"),
    [
        (Resource.FUEL, Ending.FUEL_GONE),
        (Resource.FOOD, Ending.FOOD_GONE),
        (Resource.SANITY, Ending.SANITY_GONE),
        (Resource.SOULS, Ending.SOULS_GONE),
    ],
)
def test_a_dial_at_zero_ends_the_game(resource: Resource, ending: Ending) -> None:
    """game_end.resource_zero: DE 11.0•2, FR 28.0•2, PL 48.0•2. A dial does not go below 0."""
    table = table_of(resources={resource: 2})
    with pytest.raises(GameOver):
        lose(table, resource, 3)
    assert ResourceLost(resource, 2) in [recorded.fact for recorded in table.recorded]
    assert table.outcome is not None
    assert table.outcome.ending == ending
