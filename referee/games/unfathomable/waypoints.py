"""Arriving at waypoints, and what each of them does."""

from __future__ import annotations

from referee.games.unfathomable.at_once import defeat_passengers_on_deck
from referee.games.unfathomable.awakening import awaken
from referee.games.unfathomable.board import ARROW, DECK, DEEP, WATER
from referee.games.unfathomable.card_effects import Effect
from referee.games.unfathomable.cards import MONARCHS, WAYPOINTS, Resource, Waypoint
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseOption, ChooseSpace, ChooseWaypoint
from referee.games.unfathomable.damage import damage_ship
from referee.games.unfathomable.defeat import defeat_passenger
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.ending import PORT, Ending, distance_counted, end_game
from referee.games.unfathomable.facts.tracks import TravelMoved
from referee.games.unfathomable.facts.waypoints import (
    WaypointLost,
    WaypointPlaced,
    WaypointResolved,
    WaypointsLookedAt,
    WaypointsPutBack,
)
from referee.games.unfathomable.passengers import obstacle_to_risk, risk
from referee.games.unfathomable.questions import (
    ASK_ROLLING_SEAS,
    ASK_WAYPOINT,
    ASK_WAYPOINT_ON_TOP,
    ASK_WAYPOINT_OPTION,
    ASK_WAYPOINT_RISK,
    ASK_WAYPOINT_ROLL,
)
from referee.games.unfathomable.resources import gain, lose
from referee.games.unfathomable.spawning import move_deep_ones, spawn, spawn_on_each, surface
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import captain
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

HALF_WAY = 6
"""The distance that brings the Awakening."""
LOOKED_AT = 2
GOOD_ROLL = 5
"""The result from which a roll for a waypoint is good."""

_FIRST, _SECOND = ChooseOption(1), ChooseOption(2)


# Arriving


@rule("travel.arrival")
def arrive(table: Table[State]) -> Script[None]:
    """Arrive on the last space of the travel track: the game ends, or the Captain chooses a waypoint."""
    if distance_counted(table) >= PORT:
        _reach_port(table)
    yield from _head_for_waypoint(table)


@rule("game_end.arrival_12")
def _reach_port(table: Table[State]) -> None:
    """End the game in port, with 12 distance travelled."""
    end_game(table, Ending.ARRIVED)


@rule("travel.arrival.captain_choice")
def _head_for_waypoint(table: Table[State]) -> Script[None]:
    """Let the Captain look at two waypoints and choose one."""
    yield from choose_waypoint(table, captain(table.state))


@rule("waypoint.play")
def choose_waypoint(table: Table[State], chooser: Seat) -> Script[None]:
    """Look at the top two waypoints, resolve one, put the other on the bottom; then reset the travel marker.

    If the distance reaches 6, the Awakening follows.
    """
    found = look_at_waypoints(table, chooser, LOOKED_AT)
    if found:
        waypoint = found[0]
        if len(found) > 1:
            options = [ChooseWaypoint(each) for each in found]
            answer: ChooseWaypoint = yield ASK_WAYPOINT.to(chooser, options)
            waypoint = answer.waypoint
        table.record(WaypointPlaced(chooser, waypoint))
        put_waypoints_back(table, chooser, (), tuple([each for each in found if each is not waypoint]))
        yield from _resolve(table, chooser, waypoint)
    _return_marker(table)
    if distance_counted(table) >= HALF_WAY and not table.state.is_awake:
        yield from awaken(table)


@rule("travel.arrival.resolve")
def _resolve(table: Table[State], chooser: Seat, waypoint: Waypoint) -> Script[None]:
    """Resolve the effects of a waypoint in the row."""
    yield from resolve_waypoint(table, chooser, waypoint)


@rule("travel.arrival.reset")
def _return_marker(table: Table[State]) -> None:
    """Reset the travel marker."""
    reset_travel(table)


@rule("track.reset")
def reset_travel(table: Table[State]) -> None:
    """Put the travel marker on the start."""
    if table.state.travel:
        table.record(TravelMoved(table.state.travel, 0))


def resolve_waypoint(table: Table[State], chooser: Seat, waypoint: Waypoint) -> Script[None]:
    """Carry out a waypoint in the row: burn its fuel, then resolve its effects."""
    yield from _CARRY_OUT[waypoint](table, chooser)
    if table.state.arriving is waypoint:
        table.record(WaypointResolved(waypoint))


# Looking at the deck


@rule("ability.look")
def look_at_waypoints(table: Table[State], seat: Seat, count: int) -> tuple[Waypoint, ...]:
    """Look at up to this many waypoints, the top one first. Call `put_waypoints_back` afterwards."""
    deck = table.state.waypoint_deck
    found = tuple(reversed(deck[-count:]))
    if found:
        table.record(WaypointsLookedAt(seat, found))
    return found


def put_waypoints_back(
    table: Table[State], seat: Seat, top: tuple[Waypoint, ...], bottom: tuple[Waypoint, ...]
) -> None:
    """Put waypoints back: the first of `top` uppermost, the last of `bottom` at the very bottom."""
    if top or bottom:
        table.record(WaypointsPutBack(seat, top, bottom))


def peek_at_two(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top two waypoints; leave one on top and put the other on the bottom. A single one stays."""
    found = look_at_waypoints(table, seat, LOOKED_AT)
    if len(found) < LOOKED_AT:
        put_waypoints_back(table, seat, found, ())
        return
    options = [ChooseWaypoint(each) for each in found]
    answer: ChooseWaypoint = yield ASK_WAYPOINT_ON_TOP.to(seat, options)
    kept = answer.waypoint
    put_waypoints_back(table, seat, (kept,), tuple([each for each in found if each is not kept]))


# What the waypoints do


def _risk_to_roll(table: Table[State], you: Seat, passengers: int, waypoint: Waypoint) -> Script[bool]:
    """Let a player risk passengers to roll, if there are enough; return whether the roll was good."""
    if obstacle_to_risk(table, passengers) is not None:
        return False
    answer = yield ASK_WAYPOINT_RISK.to(you, (PASS, ACCEPT), passes=0)
    if answer == PASS:
        return False
    yield from risk(table, you, passengers)
    return (yield from _is_good_roll(table, you, waypoint))


def _is_good_roll(table: Table[State], you: Seat, waypoint: Waypoint) -> Script[bool]:
    """Roll for a waypoint; return whether the result is 5 or more."""
    return (yield from roll(table, you, f"waypoint.{waypoint.value}")) >= GOOD_ROLL


def _choose_option(you: Seat) -> Script[int]:
    answer: ChooseOption = yield ASK_WAYPOINT_OPTION.to(you, (_FIRST, _SECOND))
    return answer.option


def _fuel_or_damage(table: Table[State], you: Seat) -> Script[None]:
    """Choose: lose 1 fuel, or damage the ship twice."""
    if (yield from _choose_option(you)) == _FIRST.option:
        lose(table, Resource.FUEL, 1)
    else:
        yield from damage_ship(table, you, 2)


def _abandoned_depot(table: Table[State], you: Seat) -> Script[None]:
    """You may risk 3 passengers to roll. On 5 or more gain 2 fuel."""
    if (yield from _risk_to_roll(table, you, 3, Waypoint.ABANDONED_DEPOT)):
        gain(table, Resource.FUEL, 2)


def _deserted_island(table: Table[State], you: Seat) -> Script[None]:
    """You may risk 1 passenger to roll. On 5 or more gain 1 food."""
    if (yield from _risk_to_roll(table, you, 1, Waypoint.DESERTED_ISLAND)):
        gain(table, Resource.FOOD, 1)


def _hurricane(table: Table[State], you: Seat) -> Script[None]:
    """Choose: lose 1 fuel, or damage the ship twice."""
    yield from _fuel_or_damage(table, you)


def _iceberg(table: Table[State], you: Seat) -> Script[None]:
    """You may roll. On 5 or more gain 1 food, otherwise damage the ship."""
    answer = yield ASK_WAYPOINT_ROLL.to(you, (PASS, ACCEPT), passes=0)
    if answer == PASS:
        return
    if (yield from _is_good_roll(table, you, Waypoint.ICEBERG)):
        gain(table, Resource.FOOD, 1)
    else:
        yield from damage_ship(table, you)


def _reef(table: Table[State], you: Seat) -> Script[None]:
    """Roll. On 4 or less damage the ship."""
    if not (yield from _is_good_roll(table, you, Waypoint.REEF)):
        yield from damage_ship(table, you)


def _shipwreck_survivors(table: Table[State], you: Seat) -> Script[None]:
    """You may risk 1 passenger to roll. On 5 or more gain 1 soul."""
    if (yield from _risk_to_roll(table, you, 1, Waypoint.SHIPWRECK_SURVIVORS)):
        gain(table, Resource.SOULS, 1)


def _wrecked_ship(table: Table[State], you: Seat) -> Script[None]:
    """You may risk 1 passenger to roll. On 5 or more gain 1 fuel."""
    if (yield from _risk_to_roll(table, you, 1, Waypoint.WRECKED_SHIP)):
        gain(table, Resource.FUEL, 1)


def _deep_one_city(table: Table[State], you: Seat) -> Script[None]:
    """Spawn 5 Deep Ones in the Deep, then roll: all monsters in the Deep surface at the bow."""
    spawn(table, DEEP, 5)
    yield from surface(table, *MONARCHS)


def _fog_bank(table: Table[State], you: Seat) -> Script[None]:
    """Roll. On 4 or less this card leaves the row, and the top waypoint is put there and resolved instead."""
    if (yield from _is_good_roll(table, you, Waypoint.FOG_BANK)):
        return
    table.record(WaypointLost(Waypoint.FOG_BANK, table.ruling("waypoint.fog_bank") == "removed"))
    deck = table.state.waypoint_deck
    if deck:
        waypoint = deck[-1]
        table.record(WaypointPlaced(you, waypoint))
        yield from resolve_waypoint(table, you, waypoint)


def _maelstrom(table: Table[State], you: Seat) -> Script[None]:
    """Choose: lose 1 more fuel, or damage the ship twice."""
    yield from _fuel_or_damage(table, you)


def _rainstorm(table: Table[State], you: Seat) -> Script[None]:
    """You may risk 1 passenger to roll. On 5 or more gain 1 food."""
    if (yield from _risk_to_roll(table, you, 1, Waypoint.RAINSTORM)):
        gain(table, Resource.FOOD, 1)


def _rogue_wave(table: Table[State], you: Seat) -> Script[None]:
    """Wash each Deep One on deck into the adjacent water; defeat each passenger on deck."""
    for water in WATER:
        deck = ARROW[water]
        move_deep_ones(table, deck, water, table.state.deep_ones.get(deck, 0))
    yield from defeat_passengers_on_deck(table)


def _rolling_seas(table: Table[State], you: Seat) -> Script[None]:
    """Defeat 1 passenger on deck, of your choice."""
    options = [ChooseSpace(space) for space in DECK if table.state.passengers.get(space)]
    if not options:
        return
    space = options[0].space
    if len(options) > 1:
        answer: ChooseSpace = yield ASK_ROLLING_SEAS.to(you, options)
        space = answer.space
    yield from defeat_passenger(table, space)


def _sea_smoke(table: Table[State], you: Seat) -> Script[None]:
    """Spawn 1 Deep One on each water space."""
    spawn_on_each(table, WATER)
    yield from ()


def _seaweed_patch(table: Table[State], you: Seat) -> Script[None]:
    """Choose: risk 2 passengers, or damage the ship."""
    if (yield from _choose_option(you)) == _FIRST.option:
        yield from risk(table, you, 2)
    else:
        yield from damage_ship(table, you)


def _smooth_sailing(table: Table[State], you: Seat) -> Script[None]:
    """Lose 1 food."""
    lose(table, Resource.FOOD, 1)
    yield from ()


def _calm_waters(table: Table[State], you: Seat) -> Script[None]:
    """Lose 1 food."""
    lose(table, Resource.FOOD, 1)
    yield from ()


def _deep_one_ambush(table: Table[State], you: Seat) -> Script[None]:
    """Spawn 1 Deep One on each deck space."""
    spawn_on_each(table, DECK)
    yield from ()


def _rough_water(table: Table[State], you: Seat) -> Script[None]:
    """Lose 1 sanity."""
    lose(table, Resource.SANITY, 1)
    yield from ()


def _stormy_seas(table: Table[State], you: Seat) -> Script[None]:
    """Damage the ship."""
    yield from damage_ship(table, you)


def _with_fuel(waypoint: Waypoint, effect: Effect) -> Effect:
    """Return a script that burns a waypoint's fuel and resolves its effect, under the rule of the waypoint."""

    @rule(f"waypoint.{waypoint.value}")
    def carry_out(table: Table[State], you: Seat) -> Script[None]:
        fuel = WAYPOINTS[waypoint].fuel
        if fuel:
            lose(table, Resource.FUEL, fuel)
        yield from effect(table, you)

    return carry_out


_EFFECTS: dict[Waypoint, Effect] = {
    Waypoint.ABANDONED_DEPOT: _abandoned_depot,
    Waypoint.DESERTED_ISLAND: _deserted_island,
    Waypoint.HURRICANE: _hurricane,
    Waypoint.ICEBERG: _iceberg,
    Waypoint.REEF: _reef,
    Waypoint.SHIPWRECK_SURVIVORS: _shipwreck_survivors,
    Waypoint.WRECKED_SHIP: _wrecked_ship,
    Waypoint.DEEP_ONE_CITY: _deep_one_city,
    Waypoint.FOG_BANK: _fog_bank,
    Waypoint.MAELSTROM: _maelstrom,
    Waypoint.RAINSTORM: _rainstorm,
    Waypoint.ROGUE_WAVE: _rogue_wave,
    Waypoint.ROLLING_SEAS: _rolling_seas,
    Waypoint.SEA_SMOKE: _sea_smoke,
    Waypoint.SEAWEED_PATCH: _seaweed_patch,
    Waypoint.SMOOTH_SAILING: _smooth_sailing,
    Waypoint.CALM_WATERS: _calm_waters,
    Waypoint.DEEP_ONE_AMBUSH: _deep_one_ambush,
    Waypoint.ROUGH_WATER: _rough_water,
    Waypoint.STORMY_SEAS: _stormy_seas,
}
"""What each waypoint does once its fuel is burnt."""

_CARRY_OUT = {waypoint: _with_fuel(waypoint, effect) for waypoint, effect in _EFFECTS.items()}
