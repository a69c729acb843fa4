"""Damage and repairing (DE 42, 39, FR 25, 45, PL 44, 22), and the damage cards."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import DECK, ROOMS, WATER, Space
from referee.games.unfathomable.cards import DAMAGES, Damage, Resource
from referee.games.unfathomable.choices import ChooseSeat
from referee.games.unfathomable.damage import (
    damage_cards,
    damage_ship,
    damage_space,
    obstacle_to_repair,
    repair,
)
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.damage import (
    DamageDrawn,
    DamagePutUnder,
    DamageShuffled,
    SpaceDamaged,
)
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.kernel.facts import as_seen
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching

AWAY = dict.fromkeys(range(4), "deck_1")
"""Positions of the seats away from the damage."""
FIVE = {
    "bridge": "structural_lore",
    "chapel": "structural_will",
    "cargo_hold": "structural_strength",
    "galley": "structural_influence",
    "boiler_room": "structural_observation",
}


@pytest.mark.parametrize(
    ("face", "room"),
    [
        (1, Space.BRIDGE),
        (2, Space.BRIDGE),
        (3, Space.CHAPEL),
        (4, Space.CAPTAINS_CABIN),
        (5, Space.CARGO_HOLD),
        (6, Space.GALLEY),
        (7, Space.BOILER_ROOM),
        (8, Space.BOILER_ROOM),
    ],
)
def test_structural_damage_to_the_ship(face: int, room: Space) -> None:
    """damage.ship, damage.ship.structural (DE 42.1, FR 25.1, PL 44.1): the affected player rolls."""
    table = table_of(spaces=AWAY, tops="damage/structural_lore", die=(face,))
    playing = Sailing(table, damage_ship(table, 2))
    assert playing.result == [room]
    assert table.state.damage == {room: Damage.STRUCTURAL_LORE}
    assert len(table.state.damage_deck) == 8
    assert [roll.seat for roll in playing.facts_of(RollBegan)] == [2]
    assert playing.facts[-1] == SpaceDamaged(room, Damage.STRUCTURAL_LORE)
    assert playing.paths[-1] == "damage.ship/damage.space.structural"


def test_the_ship_is_damaged_several_times() -> None:
    """damage.ship (DE 42.1, FR 25.1, PL 44.1): card by card; those that stay on no space damage none."""
    tops = "damage/structural_lore damage/fuel_leak damage/structural_will"
    table = table_of(spaces=AWAY, tops=tops, die=(3, 5))
    playing = Sailing(table, damage_ship(table, 0, 3))
    assert playing.result == [Space.CHAPEL, Space.CARGO_HOLD]
    assert table.state.resources[Resource.FUEL] == 7


def test_damage_to_a_space() -> None:
    """damage.space, damage.space.structural (DE 42.2, FR 25.2, PL 44.2): no roll; the card goes onto that space."""
    table = table_of(spaces=AWAY, tops="damage/structural_any")
    playing = Sailing(table, damage_space(table, Space.GALLEY))
    assert playing.result is Space.GALLEY
    assert table.state.damage == {Space.GALLEY: Damage.STRUCTURAL_ANY}
    assert not playing.facts_of(RollBegan)


@pytest.mark.parametrize("space", [*WATER, *DECK, Space.BRIG, Space.SICK_BAY])
def test_what_cannot_be_damaged(space: Space) -> None:
    """space.deck_water.undamageable, space.brig_sickbay.undamageable (DE 42.3, 7.10, FR 25.3, 9.10, PL 44.3, 3.10)."""
    table = table_of()
    playing = Sailing(table, damage_space(table, space))
    assert (playing.result, playing.facts) == (None, [])


def test_a_damaged_space_passes_it_on() -> None:
    """damage.redirect, damage.redirect.tie (DE 42.5, FR 25.5, PL 44.5): to the nearest, then highest."""
    table = table_of(spaces=AWAY, damage={"chapel": "structural_will"}, tops="damage/structural_lore")
    assert Sailing(table, damage_space(table, Space.CHAPEL)).result is Space.CARGO_HOLD


def test_a_roll_for_a_damaged_room_passes_it_on() -> None:
    """damage.redirect (DE 42.5, FR 25.5, PL 44.5): damage to the ship too; here only the far end is left."""
    damage = {room: card for room, card in FIVE.items() if room != "boiler_room"}
    damage["captains_cabin"] = "structural_observation"
    damage.pop("bridge")
    table = table_of(spaces=AWAY, damage=damage, tops="damage/structural_any", die=(3,))
    assert Sailing(table, damage_ship(table, 0)).result == [Space.BRIDGE]


def test_six_damaged_spaces_end_the_game() -> None:
    """game_end.six_damaged (DE 42.7, FR 25.7, PL 44.7): at once, before anyone there is struck."""
    spaces = {**AWAY, 0: "captains_cabin"}
    table = table_of(spaces=spaces, damage=FIVE, tops="damage/structural_any", loyalty={1: "hybrid"})
    playing = Sailing(table, damage_space(table, Space.CAPTAINS_CABIN))
    assert playing.over
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == (Ending.SHIP_SUNK, (1,))
    assert "game_end.six_damaged" in playing.paths[-1]
    assert table.state.players[0].space is Space.CAPTAINS_CABIN


def test_structural_damage_overpowers_humans_there() -> None:
    """damage.structural (the card): each human on the space, in the active player's order; revealed traitors not."""
    spaces = {0: "galley", 1: "galley", 2: "galley", 3: "bridge"}
    table = table_of(spaces=spaces, traitors={1: "hybrid"}, tops="damage/structural_lore", active=3)
    playing = Sailing(table, damage_space(table, Space.GALLEY))
    assert (playing.ask.seat, playing.ask.name) == (3, "unfathomable.defeat_order")
    assert playing.options == [ChooseSeat(0), ChooseSeat(2)]
    playing.answer(ChooseSeat(2), ChooseSeat(0))
    assert [player.space for player in table.state.players] == [
        Space.SICK_BAY,
        Space.GALLEY,
        Space.SICK_BAY,
        Space.BRIDGE,
    ]
    assert "damage.structural/timing.conflict" in playing.paths[-1]


def test_one_human_needs_no_order() -> None:
    """damage.structural (the card): with one human there is nothing to choose."""
    table = table_of(spaces={**AWAY, 2: "galley"}, tops="damage/structural_lore")
    assert Sailing(table, damage_space(table, Space.GALLEY)).done
    assert table.state.players[2].space is Space.SICK_BAY


@pytest.mark.parametrize(
    ("card", "resource"),
    [(Damage.FUEL_LEAK, Resource.FUEL), (Damage.FLOODED_FOOD_STORES, Resource.FOOD)],
)
def test_cards_that_stay_on_no_space(card: Damage, resource: Resource) -> None:
    """damage.fuel_leak, damage.flooded_food_stores; damage.space.no_redraw (DE 42.2, FR 25.2, PL 44.2)."""
    table = table_of(tops=f"damage/{card}")
    playing = Sailing(table, damage_space(table, Space.BRIDGE))
    assert playing.result is None
    assert table.state.resources[resource] == 7
    assert table.state.damage == {}
    assert table.state.damage_gone == [card]
    assert len(playing.facts_of(DamageDrawn)) == 1
    assert f"damage.{card}" in playing.paths[-1]


def test_fleeing_passengers() -> None:
    """damage.fleeing_passengers (the card): risk a passenger; the card goes under the deck and another is drawn."""
    tops = "damage/fleeing_passengers damage/structural_will"
    table = table_of(spaces=AWAY, tops=tops, die=(6, 3))
    playing = Sailing(table, damage_ship(table, 1))
    assert playing.result == [Space.CHAPEL]
    assert len(table.state.passengers[Space.DECK_6]) == 1
    assert table.state.damage_deck[0] is Damage.FLEEING_PASSENGERS
    assert [roll.seat for roll in playing.facts_of(RollBegan)] == [1, 1]


def test_fleeing_passengers_with_none_left() -> None:
    """damage.fleeing_passengers (the card): without a passenger only the next card is drawn; alone, nothing is."""
    table = table_of(spaces=AWAY, tops="damage/fleeing_passengers damage/structural_will")
    table.state.passenger_supply.clear()
    assert Sailing(table, damage_space(table, Space.CHAPEL)).result is Space.CHAPEL
    table.state.damage_deck[:] = [Damage.FLEEING_PASSENGERS]
    playing = Sailing(table, damage_space(table, Space.BRIDGE))
    assert playing.result is None
    assert len(playing.facts_of(DamagePutUnder)) == 2


@pytest.mark.parametrize(("reading", "count"), [("in_deck", 9), ("left_out", 8)])
def test_the_cards_of_the_deck(reading: str, count: int) -> None:
    """damage.fleeing_passengers, by both readings of its ruling."""
    cards = damage_cards(table_of(readings={"damage.fleeing_passengers": reading}))
    assert len(cards) == count
    assert (Damage.FLEEING_PASSENGERS in cards) == (count == len(DAMAGES))


def test_an_empty_deck_does_nothing() -> None:
    """limits.short_deck (DE 31.1, FR 36.1, PL 24.1)."""
    table = table_of()
    table.state.damage_deck.clear()
    assert Sailing(table, damage_ship(table, 0)).result == []
    assert Sailing(table, damage_space(table, Space.BRIDGE)).result is None
    assert not table.recorded


def test_repairing_shuffles_the_card_back() -> None:
    """repair.reshuffle (DE 39.2, 42.6, FR 45.2, 25.6, PL 22.2, 44.6)."""
    table = table_of(damage={"bridge": "structural_lore"})
    watcher = Watching(table, 1)
    repair(table, Space.BRIDGE)
    assert table.state.damage == {}
    assert sorted(table.state.damage_deck) == sorted(DAMAGES)
    assert table.recorded[-1].path == "repair.reshuffle"
    assert watcher.state.damage_deck == [Damage.HIDDEN] * 9
    assert as_seen(table.recorded[-1].fact, 0) == DamageShuffled((Damage.HIDDEN,) * 9)


@pytest.mark.parametrize(
    ("deep_ones", "traitors", "damaged", "refused"),
    [
        ("", {}, True, None),
        ("", {}, False, no(Obstacle.SPACE_NOT_DAMAGED, "action.use_space.repair_if_damaged")),
        ("bridge", {}, True, no(Obstacle.ENEMY_HERE, "repair.blocked")),
        ("", {1: "hybrid"}, True, no(Obstacle.ENEMY_HERE, "repair.blocked")),
    ],
)
def test_what_bars_repairing(
    deep_ones: str, traitors: dict[int, str], damaged: bool, refused: object
) -> None:
    """repair.blocked (DE 39.3, FR 45.3, PL 22.3): no Deep One and no revealed traitor may be there."""
    damage = {"bridge": "structural_lore"} if damaged else {}
    table = table_of(damage=damage, deep_ones=deep_ones, traitors=traitors)
    assert obstacle_to_repair(table.state, Space.BRIDGE) == refused


def test_what_others_see_of_damage() -> None:
    """damage.ship (DE 42.1): a card that is drawn is seen by all; the deck keeps its backs up."""
    tops = "damage/fleeing_passengers damage/fuel_leak damage/structural_will"
    table = table_of(spaces=AWAY, tops=tops, die=(6, 3))
    watcher = Watching(table, 3)
    Sailing(table, damage_ship(table, 1, 2))
    seen = watcher.state
    assert seen.damage == table.state.damage
    assert seen.damage_deck == [Damage.HIDDEN] * len(table.state.damage_deck)
    assert (seen.damage_gone, seen.damage_drawn) == ([Damage.HIDDEN], [])


def test_every_room_has_a_damage_card_left() -> None:
    """game_end.six_damaged: six structural cards for six rooms, so an undamaged room always finds one."""
    assert len([card for card in DAMAGES.values() if card.repair]) == len(ROOMS)
