"""Defeating Deep Ones, passengers and characters, and preventing it."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG, DEEP, SICK_BAY, Space
from referee.games.unfathomable.cards import LOSSES, Passenger, Spell
from referee.games.unfathomable.facts.defeat import (
    CharacterDefeated,
    CharacterEndangered,
    DeepOneDefeated,
    DefeatPrevented,
    PassengerDefeated,
    PassengerEndangered,
    PerilPassed,
    SupplyPassengerDefeated,
)
from referee.games.unfathomable.facts.spells import SpellLeftPlay
from referee.games.unfathomable.kept_mythos import break_peace
from referee.games.unfathomable.moving import send_to_brig, send_to_sick_bay
from referee.games.unfathomable.passengers import random_passenger
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.spell_rolls import strain
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import Timing, window
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("overpower.who")
def defeat_character(table: Table[State], seat: Seat) -> Script[bool]:
    """Defeat a character unless somebody prevents it; return whether it was defeated.

    A human goes to the Sick Bay, a revealed traitor to the Brig.
    """
    table.record(CharacterEndangered(seat))
    wards_first = table.ruling("spell.flesh_ward") == "at_once"
    if wards_first:
        yield from _ward_off(table, seat)
    yield from window(table, Timing.CHARACTER_WOULD_BE_DEFEATED, is_averted)
    if not wards_first:
        yield from _ward_off(table, seat)
    if is_averted(table):
        table.record(PerilPassed())
        return False
    _suffer_defeat(table, seat)
    return True


def _ward_off(table: Table[State], seat: Seat) -> Script[None]:
    """Let Flesh Ward prevent the defeat, unless it is prevented already."""
    if not is_averted(table):
        yield from _use_flesh_ward(table, seat)


@rule("spell.flesh_ward")
def _use_flesh_ward(table: Table[State], seat: Seat) -> Script[None]:
    """Prevent the defeat of the player with Flesh Ward, remove the spell and let that player roll."""
    if Spell.FLESH_WARD in table.state.players[seat].spells:
        table.record(SpellLeftPlay(seat, Spell.FLESH_WARD))
        prevent_defeat(table, seat)
        yield from strain(table, seat, Spell.FLESH_WARD)


def _suffer_defeat(table: Table[State], seat: Seat) -> None:
    player = table.state.players[seat]
    if player.space is BRIG:
        (_human_stays_in_brig if player.is_human else _traitor_stays_in_brig)(table, seat)
    elif player.is_human:
        (_human_stays_in_sick_bay if player.space is SICK_BAY else _to_sick_bay)(table, seat)
    elif player.space is SICK_BAY and table.ruling("sick_bay.traitor_overpowered") == "stays":
        _traitor_stays_in_sick_bay(table, seat)
    else:
        _to_brig(table, seat)


def _stay(table: Table[State], seat: Seat) -> None:
    """Defeat a character that is already where it would go."""
    table.record(CharacterDefeated(seat))


_human_stays_in_brig = rule("brig.overpowered_stays")(_stay)
_traitor_stays_in_brig = rule("overpower.traitor_in_brig")(_stay)
_human_stays_in_sick_bay = rule("overpower.human_in_sick_bay")(_stay)
_traitor_stays_in_sick_bay = rule("sick_bay.overpowered_stays")(_stay)


@rule("overpower.human")
def _to_sick_bay(table: Table[State], seat: Seat) -> None:
    table.record(CharacterDefeated(seat))
    send_to_sick_bay(table, seat)


@rule("overpower.revealed_traitor")
def _to_brig(table: Table[State], seat: Seat) -> None:
    table.record(CharacterDefeated(seat))
    send_to_brig(table, seat)


@rule("overpower.deep_one")
def defeat_deep_one(table: Table[State], space: Space) -> None:
    """Return a Deep One to the supply."""
    table.record(DeepOneDefeated(space))


@rule("passenger.overpower")
def defeat_passenger(table: Table[State], space: Space, place: int = 0) -> Script[bool]:
    """Defeat a passenger on deck unless somebody prevents it: turn it over, pay its losses, remove it."""
    table.record(PassengerEndangered(space, place))
    yield from window(table, Timing.PASSENGER_WOULD_BE_DEFEATED, is_averted)
    if is_averted(table):
        table.record(PerilPassed())
        return False
    passenger = table.state.passengers[space][place]
    table.record(PassengerDefeated(space, place, passenger))
    _pay_for_passenger(table, passenger)
    return True


@rule("passenger.overpower")
def defeat_passenger_of_supply(table: Table[State]) -> Script[bool]:
    """Defeat a random passenger of the supply, if there is one and nobody prevents it."""
    if not table.state.passenger_supply:
        return False
    table.record(PassengerEndangered(DEEP, 0))
    yield from window(table, Timing.PASSENGER_WOULD_BE_DEFEATED, is_averted)
    if is_averted(table):
        table.record(PerilPassed())
        return False
    passenger = random_passenger(table)
    table.record(SupplyPassengerDefeated(passenger))
    _pay_for_passenger(table, passenger)
    return True


def _pay_for_passenger(table: Table[State], passenger: Passenger) -> None:
    """Lose one of a resource for each symbol or, by another reading, one of each resource shown."""
    shown = LOSSES[passenger]
    if table.ruling("passenger.symbols") == "each_dial":
        shown = tuple(dict.fromkeys(shown))
    for resource in dict.fromkeys(shown):
        lose(table, resource, shown.count(resource))
    break_peace(table)


def defeat_all_passengers(table: Table[State], space: Space) -> Script[None]:
    """Defeat every passenger on a space, one by one; those who are spared stay."""
    place = 0
    for _ in range(len(table.state.passengers.get(space, ()))):
        before = len(table.state.passengers.get(space, ()))
        yield from defeat_passenger(table, space, place)
        if len(table.state.passengers.get(space, ())) == before:
            place += 1


@rule("overpower.prevented")
def prevent_defeat(table: Table[State], seat: Seat) -> None:
    """Prevent the current defeat; all its effects are ignored."""
    table.record(DefeatPrevented(seat))


def is_averted(table: Table[State]) -> bool:
    """Return whether nobody is in danger of being defeated any more."""
    return table.state.peril is None or table.state.peril.is_prevented
