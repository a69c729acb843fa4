"""Damage to the ship and its rooms, and repairs."""

from __future__ import annotations

from typing import NoReturn

from referee.games.unfathomable.at_once import defeat_each
from referee.games.unfathomable.board import ROOMS, Space, nearest, room_numbered
from referee.games.unfathomable.cards import DAMAGES, Damage, Resource
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.ending import Ending, end_game
from referee.games.unfathomable.facts.damage import (
    DamageAimed,
    DamageDrawn,
    DamagePutUnder,
    DamageRemoved,
    DamageShuffled,
    SpaceDamaged,
    SpaceRepaired,
)
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.passengers import risk
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


def damage_cards(table: Table[State]) -> list[Damage]:
    """Return the cards of the damage deck; by a ruling, without Fleeing Passengers."""
    left_out = table.ruling("damage.fleeing_passengers") == "left_out"
    return [card for card in DAMAGES if not (left_out and card is Damage.FLEEING_PASSENGERS)]


def damage_ship(table: Table[State], seat: Seat, times: int = 1) -> Script[list[Space]]:
    """Damage the ship, with this player rolling for the room; return the spaces that became damaged."""
    damaged = []
    for _ in range(times):
        space = yield from _damage_ship_once(table, seat)
        if space is not None:
            damaged.append(space)
    return damaged


@rule("damage.ship")
def _damage_ship_once(table: Table[State], seat: Seat) -> Script[Space | None]:
    card = yield from _draw_structural(table, seat)
    if card is None:
        return None
    room = yield from _roll_for_room(table, seat)
    return (yield from _place(table, room, card))


@rule("damage.ship.structural")
def _roll_for_room(table: Table[State], seat: Seat) -> Script[Space]:
    """Roll for the room that is damaged."""
    return room_numbered((yield from roll(table, seat, "damage.ship.structural")))


@rule("damage.space")
def damage_space(table: Table[State], space: Space) -> Script[Space | None]:
    """Damage a space, or the nearest undamaged room instead; return the space that became damaged, if any.

    Water, deck, the Brig and the Sick Bay cannot be damaged: for them nothing happens.
    """
    if space not in ROOMS or not table.state.damage_deck:
        return None
    table.record(DamageAimed(space))
    card = yield from _draw_structural(table, table.state.active)
    return None if card is None else (yield from _place(table, space, card))


def _draw_structural(table: Table[State], seat: Seat) -> Script[Damage | None]:
    """Draw and resolve the top damage card; return it if it is structural and goes on a room."""
    deck = table.state.damage_deck
    passed_over = 0
    while len(deck) > passed_over:
        card = deck[-1]
        table.record(DamageDrawn(card))
        if card is Damage.FLEEING_PASSENGERS:
            yield from _fleeing_passengers(table, seat)
            passed_over = 1
        elif card is Damage.FUEL_LEAK:
            _fuel_leak(table)
            return None
        elif card is Damage.FLOODED_FOOD_STORES:
            _flooded_food_stores(table)
            return None
        else:
            return card
    return None


@rule("damage.fuel_leak")
def _fuel_leak(table: Table[State]) -> None:
    """Lose 1 fuel and remove the card from the game; no other card is drawn."""
    table.record(DamageRemoved(Damage.FUEL_LEAK))
    lose(table, Resource.FUEL, 1)


@rule("damage.flooded_food_stores")
def _flooded_food_stores(table: Table[State]) -> None:
    """Lose 1 food and remove the card from the game; no other card is drawn."""
    table.record(DamageRemoved(Damage.FLOODED_FOOD_STORES))
    lose(table, Resource.FOOD, 1)


@rule("damage.fleeing_passengers")
def _fleeing_passengers(table: Table[State], seat: Seat) -> Script[None]:
    """Risk a passenger and put the card on the bottom of the deck; another card is drawn."""
    yield from risk(table, seat, 1)
    table.record(DamagePutUnder(Damage.FLEEING_PASSENGERS))


@rule("damage.space.structural")
def _place(table: Table[State], space: Space, card: Damage) -> Script[Space]:
    """Put structural damage on a room, or on the nearest undamaged one, and defeat every human there."""
    state = table.state
    if space in state.damage:
        space = _redirect(table, space)
    table.record(SpaceDamaged(space, card))
    if len(state.damage) == len(ROOMS):
        _sink(table)
    yield from _strike_humans(table, space)
    return space


@rule("damage.structural")
def _strike_humans(table: Table[State], space: Space) -> Script[None]:
    """Defeat each human on a space that receives structural damage."""
    yield from defeat_each(table, table.state.humans_on(space))


@rule("damage.redirect")
def _redirect(table: Table[State], space: Space) -> Space:
    """Return the undamaged room nearest to a damaged one; the highest number breaks ties. There is always one."""
    undamaged = [room for room in ROOMS if room not in table.state.damage]
    return nearest(space, undamaged) or space


@rule("game_end.six_damaged")
def _sink(table: Table[State]) -> NoReturn:
    """End the game: with six damaged spaces the ship sinks."""
    end_game(table, Ending.SHIP_SUNK)


def obstacle_to_repair(state: State, space: Space) -> Refused | None:
    """Refuse unless the room is damaged and without an enemy."""
    if space not in state.damage:
        return no(Obstacle.SPACE_NOT_DAMAGED, "action.use_space.repair_if_damaged")
    return no(Obstacle.ENEMY_HERE, "repair.blocked") if state.has_enemy(space) else None


@rule("repair.reshuffle")
def repair(table: Table[State], space: Space) -> None:
    """Take the damage card off a space and shuffle it into the damage deck."""
    state = table.state
    table.record(SpaceRepaired(space, state.damage[space]))
    table.record(DamageShuffled(table.chance("deck/damage").shuffled(state.damage_deck)))
