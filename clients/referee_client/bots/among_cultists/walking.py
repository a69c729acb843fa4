"""Walking: where a Character can get to with its movement points, and the first step of the best way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.bots.among_cultists.cards import BOAT_PLACES
from referee_client.bots.among_cultists.observed import ObservedTable
from referee_client.bots.among_cultists.situation import Situation

UNSAFE = 0.06
"""Cost of revealing a card of the Unsafe Passage deck."""

MoveOption = tuple[str, str]
"""The kind of an option of a move, and the Location or Boat that it names."""
STAY: MoveOption = ("end_move", "")


class Way(NamedTuple):
    """A way to a Location: the movement points and the cards it takes, its first step, and where it may end early."""

    points: int
    unsafe: int
    first: MoveOption
    stops: tuple[str, ...] = ()
    """The unsafe Locations on the way, in order."""


def ways(table: ObservedTable) -> dict[str, Way]:
    """Return the best way to each Location that the seat can reach in its move, its own included."""
    found = {table.here: Way(0, 0, STAY)}
    frontier = [table.here]
    while frontier:
        reached: list[str] = []
        for place in frontier:
            way = found[place]
            for step, to, points, unsafe in _steps_from(table, place):
                spent = way.points + points
                if spent > table.movement_points:
                    continue
                first = step if way.first == STAY else way.first
                stops = (
                    (*way.stops, place) if place in table.map.unsafe and place != table.here else way.stops
                )
                new = Way(spent, way.unsafe + unsafe, first, stops)
                if to not in found or new[:2] < found[to][:2]:
                    found[to] = new
                    reached.append(to)
        frontier = reached
    if table.here in table.boats:
        del found[table.here]
    return found


def _steps_from(table: ObservedTable, place: str) -> Iterator[tuple[MoveOption, str, int, int]]:
    """Yield the steps from a Location: the option, where it leads, its movement points and its cards."""
    if place in table.boats:
        dock = table.boats[place]
        if place not in table.blocks:
            for room in table.map.far_rooms(place, dock):
                yield ("sail_now", ""), room, 0, 1
        if not table.has_boarded:
            for room in table.map.docks[dock]:
                yield ("step_off", room), room, 1, 0
        return
    for to in table.map.steps.get(place, ()):
        if to not in table.blocks and to not in table.fishmen:
            yield ("step_to", to), to, 1, int(to in table.map.unsafe)
    for boat, dock in table.boats.items():
        has_room = table.places.count(boat) < BOAT_PLACES
        if place in table.map.docks[dock] and has_room and boat not in table.blocks:
            for room in table.map.far_rooms(boat, dock):
                yield ("board_boat", boat), room, 1, 1


def next_step(
    at: Situation, question: api.Question, worth: Callable[[Situation, str], float]
) -> Sequence[int]:
    """Choose the first step of the way to the best Location."""
    options = [_step_of(option) for option in options_in(question)]
    best, first = float("-inf"), STAY
    for place, way in ways(at.table).items():
        value = _expected(at, place, way, worth) - UNSAFE * way.unsafe - 0.001 * way.points
        if value > best and way.first in options:
            best, first = value, way.first
    return [options.index(first)] if first in options else question.default_picks


def _expected(at: Situation, place: str, way: Way, worth: Callable[[Situation, str], float]) -> float:
    """Return the worth of a Location, or of the unsafe Locations where the way to it may end early."""
    stop = at.table.stop_chance
    chance, found = 1.0, 0.0
    if stop:
        for early in way.stops:
            found += chance * stop * worth(at, early)
            chance *= 1 - stop
    return found + chance * worth(at, place)


def _step_of(option: Any) -> MoveOption:
    kind = option.WhichOneof("kind")
    chosen = getattr(option, kind)
    match kind:
        case "step_to":
            return kind, chosen.place
        case "board_boat":
            return kind, chosen.boat
        case "step_off":
            return kind, chosen.room
        case _:
            return kind, ""
