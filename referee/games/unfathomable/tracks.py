"""The travel track and the ritual track."""

from __future__ import annotations

from referee.games.unfathomable.at_once import (
    CHARACTERS_FIRST,
    PASSENGERS_FIRST,
    choose_first,
    defeat_each,
    defeat_passengers_on_deck,
)
from referee.games.unfathomable.board import BRIG, DECK, DEEP, STERN, WATER, Space, toward_stern
from referee.games.unfathomable.cards import MONARCHS, Progress
from referee.games.unfathomable.choices import AdvanceRitual, AdvanceTravel
from referee.games.unfathomable.facts.tracks import RitualMoved, TravelMoved
from referee.games.unfathomable.questions import ASK_PROGRESS
from referee.games.unfathomable.spawning import (
    deep_ones_outside,
    move_deep_ones,
    move_monarch,
    return_deep_ones,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import captain
from referee.games.unfathomable.waypoints import arrive
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule

LAST_SPACE = 4
"""The arrival space of the travel track and the banish space of the ritual track."""

_TRAVEL, _RITUAL = AdvanceTravel(), AdvanceRitual()


@rule("track.advance")
def advance_travel(table: Table[State], count: int = 1) -> Script[None]:
    """Advance the travel marker space by space, with drift and arrivals, which reset it."""
    drift_first = table.ruling("travel.step_order") == "drift_first"
    if table.ruling("travel.drift") == "block":
        yield from _advance_as_a_block(table, count, drift_first=drift_first)
    else:
        yield from _advance_step_by_step(table, count, drift_first=drift_first)


def _advance_step_by_step(table: Table[State], count: int, *, drift_first: bool) -> Script[None]:
    """Let the monsters drift one space with each step of the marker."""
    for _ in range(count):
        _step_ahead(table)
        if drift_first:
            drift(table)
        yield from _arrive_at_the_end(table)
        if not drift_first:
            drift(table)


def _advance_as_a_block(table: Table[State], count: int, *, drift_first: bool) -> Script[None]:
    """Let the monsters drift once, as many spaces as the marker moves: with its first step or after its last."""
    for step in range(1, count + 1):
        _step_ahead(table)
        if drift_first and step == 1:
            drift(table, count)
        yield from _arrive_at_the_end(table)
        if not drift_first and step == count:
            drift(table, count)


def _step_ahead(table: Table[State]) -> None:
    table.record(TravelMoved(table.state.travel, table.state.travel + 1))


def _arrive_at_the_end(table: Table[State]) -> Script[None]:
    """Arrive if the marker is on the last space."""
    if table.state.travel >= LAST_SPACE:
        yield from arrive(table)


@rule("travel.monster_drift")
def drift(table: Table[State], count: int = 1) -> None:
    """Move all monsters on water toward the stern; those already at the stern go into the Deep."""
    taken = (*table.state.monarchs.values(), *table.state.deep_ones)
    for space in STERN:
        if space in taken:
            _drift_into_the_deep(table, space)
    for space in reversed(WATER):
        if space in taken and space not in STERN:
            _move_all(table, space, _adrift(space, count))


@rule("travel.monster_drift.stern_to_deep")
def _drift_into_the_deep(table: Table[State], space: Space) -> None:
    """Move the monsters at the stern into the Deep."""
    _move_all(table, space, DEEP)


def _move_all(table: Table[State], start: Space, end: Space) -> None:
    state = table.state
    for monarch in MONARCHS:
        if state.monarchs[monarch] is start:
            move_monarch(table, monarch, end)
    if start in state.deep_ones:
        move_deep_ones(table, start, end, state.deep_ones[start])


def _adrift(space: Space, count: int) -> Space:
    """Return where a monster on a water space drifts, at most to the stern."""
    for _ in range(count):
        if space not in STERN:
            space = toward_stern(space)
    return space


@rule("track.back")
def retreat_travel(table: Table[State], count: int = 1) -> int:
    """Move the travel marker back; return the number of spaces it could not move."""
    place = table.state.travel
    back = min(count, place)
    if back:
        table.record(TravelMoved(place, place - back))
    return count - back


@rule("track.advance")
def advance_ritual(table: Table[State], count: int = 1) -> Script[None]:
    """Advance the ritual marker space by space; after the greater banishment it continues from the start."""
    for _ in range(count):
        table.record(RitualMoved(table.state.ritual, table.state.ritual + 1))
        if table.state.ritual >= LAST_SPACE:
            yield from banish(table)


@rule("track.back")
def retreat_ritual(table: Table[State], count: int = 1) -> None:
    """Move the ritual marker back."""
    place = table.state.ritual
    back = min(count, place)
    if back:
        table.record(RitualMoved(place, place - back))


@rule("track.reset")
def reset_ritual(table: Table[State]) -> None:
    """Reset the ritual marker to the start."""
    if table.state.ritual:
        table.record(RitualMoved(table.state.ritual, 0))


@rule("ritual.banish")
def banish(table: Table[State]) -> Script[None]:
    """Carry out the greater banishment in printed order; by another reading, the active player chooses who is first."""
    _banish_deep_ones(table)
    _banish_monarchs(table)
    first = PASSENGERS_FIRST
    if (
        table.ruling("ritual.banish_order") == "active_player"
        and table.state.passengers
        and _on_deck(table.state)
    ):
        first = yield from choose_first(table)
    if first == PASSENGERS_FIRST:
        yield from _sacrifice_passengers(table)
    yield from _sacrifice_characters(table)
    if first == CHARACTERS_FIRST:
        yield from _sacrifice_passengers(table)
    _end_ritual(table)


@rule("ritual.banish.deep_ones")
def _banish_deep_ones(table: Table[State]) -> None:
    """Return all Deep Ones on deck and water to the supply. Those inside the ship and in the Deep stay."""
    for space in deep_ones_outside(table.state):
        return_deep_ones(table, space, table.state.deep_ones[space])


@rule("ritual.banish.monarchs")
def _banish_monarchs(table: Table[State]) -> None:
    """Move both monarchs into the Deep."""
    for monarch in MONARCHS:
        move_monarch(table, monarch, DEEP)


@rule("ritual.banish.passengers")
def _sacrifice_passengers(table: Table[State]) -> Script[None]:
    """Defeat all passengers on deck."""
    yield from defeat_passengers_on_deck(table)


@rule("ritual.banish.characters")
def _sacrifice_characters(table: Table[State]) -> Script[None]:
    """Defeat all characters on deck, revealed traitors included. Those inside are safe."""
    yield from defeat_each(table, _on_deck(table.state))


def _on_deck(state: State) -> list[Seat]:
    return [seat for seat, player in enumerate(state.players) if player.space in DECK]


@rule("ritual.banish.reset")
def _end_ritual(table: Table[State]) -> None:
    """Reset the ritual marker."""
    reset_ritual(table)


def resolve_progress(table: Table[State], progress: Progress, chooser: Seat) -> Script[None]:
    """Resolve a progress symbol. `chooser` is the active player; in the Brig, the Captain chooses instead."""
    match progress:
        case Progress.TRAVEL:
            yield from _travel_symbol(table)
        case Progress.RITUAL:
            yield from _ritual_symbol(table)
        case Progress.CHOICE:
            yield from _choice_symbol(table, chooser)


@rule("mythos.progress.choice")
def _choice_symbol(table: Table[State], chooser: Seat) -> Script[None]:
    """Let the active player choose the track or, if it is in the Brig, the Captain."""
    if table.state.players[chooser].space is BRIG:
        yield from _captain_chooses(table)
    else:
        yield from _choose_track(table, chooser)


@rule("brig.mythos.choice_symbol")
def _captain_chooses(table: Table[State]) -> Script[None]:
    """Let the Captain choose the track for a player in the Brig."""
    yield from _choose_track(table, captain(table.state))


def _choose_track(table: Table[State], chooser: Seat) -> Script[None]:
    answer = yield ASK_PROGRESS.to(chooser, (_TRAVEL, _RITUAL))
    yield from (advance_travel if isinstance(answer, AdvanceTravel) else advance_ritual)(table)


@rule("mythos.progress.travel")
def _travel_symbol(table: Table[State]) -> Script[None]:
    """Advance the travel marker one space."""
    yield from advance_travel(table)


@rule("mythos.progress.ritual")
def _ritual_symbol(table: Table[State]) -> Script[None]:
    """Advance the ritual marker one space."""
    yield from advance_ritual(table)
