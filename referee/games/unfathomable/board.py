"""The ship and the sea around it: spaces, borders, arrows, numbers and distances.

Odd numbers are to starboard, even ones to port. 1 and 2 are at the bow, 7 and 8 at the stern. The Deep is not a space
and borders on nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cache

from referee.games.printed import read_table


class Space(StrEnum):
    """A place where a figure can be."""

    DEEP = "deep"
    WATER_1 = "water_1"
    WATER_2 = "water_2"
    WATER_3 = "water_3"
    WATER_4 = "water_4"
    WATER_5 = "water_5"
    WATER_6 = "water_6"
    WATER_7 = "water_7"
    WATER_8 = "water_8"
    DECK_1 = "deck_1"
    DECK_2 = "deck_2"
    DECK_3 = "deck_3"
    DECK_4 = "deck_4"
    DECK_5 = "deck_5"
    DECK_6 = "deck_6"
    DECK_7 = "deck_7"
    DECK_8 = "deck_8"
    BRIDGE = "bridge"
    CHAPEL = "chapel"
    CAPTAINS_CABIN = "captains_cabin"
    CARGO_HOLD = "cargo_hold"
    GALLEY = "galley"
    BOILER_ROOM = "boiler_room"
    SICK_BAY = "sick_bay"
    BRIG = "brig"


DEEP, BRIG, SICK_BAY = Space.DEEP, Space.BRIG, Space.SICK_BAY
"""Short names, also for speed: in Python 3.11, reading a member off an enum takes some 100 ns."""

CONFINEMENT = (BRIG, SICK_BAY)

_PRINTED: dict[Space, dict[str, str]] = {
    Space(row["space"]): row for row in read_table("unfathomable", "board")
}

NUMBERS: dict[Space, tuple[int, ...]] = {
    space: tuple(map(int, row["numbers"].split())) for space, row in _PRINTED.items() if row["numbers"]
}
"""The numbers printed on deck spaces and rooms."""

ARROW: dict[Space, Space] = {space: Space(row["arrow"]) for space, row in _PRINTED.items() if row["arrow"]}
"""The space that the printed arrow leads to."""

ADJACENT: dict[Space, tuple[Space, ...]] = {
    Space.DEEP: (),
    **{space: tuple(map(Space, row["borders"].split())) for space, row in _PRINTED.items()},
}
"""The spaces that share a border with a space. No space is adjacent to itself, and nothing is adjacent to the Deep."""


def _of_kind(kind: str) -> tuple[Space, ...]:
    return tuple([space for space, row in _PRINTED.items() if row["kind"] == kind])


WATER: tuple[Space, ...] = _of_kind("water")
DECK: tuple[Space, ...] = _of_kind("deck")
INTERIOR: tuple[Space, ...] = _of_kind("interior")
ROOMS: tuple[Space, ...] = tuple([space for space in INTERIOR if space in NUMBERS])
"""The interior spaces that can be damaged, and that Deep Ones may enter."""
SHIP: tuple[Space, ...] = (*DECK, *INTERIOR)
OPEN_SHIP: tuple[Space, ...] = (*DECK, *ROOMS)
"""The ship spaces that a player may move to: all but the Sick Bay and the Brig."""

BOARD: tuple[Space, ...] = (*WATER, *SHIP)
"""All spaces. The Deep is not one of them."""

BOW: tuple[Space, ...] = (Space.WATER_1, Space.WATER_2)
STERN: tuple[Space, ...] = (Space.WATER_7, Space.WATER_8)


def number_of(space: Space) -> int:
    """Return the highest number printed on a space, which breaks ties, or 0."""
    return max(NUMBERS.get(space, (0,)))


def deck_numbered(number: int) -> Space:
    """Return the deck space with this number."""
    return DECK[number - 1]


def room_numbered(number: int) -> Space:
    """Return the room with this number."""
    return next(room for room in ROOMS if number in NUMBERS[room])


def bow_space(number: int) -> Space:
    """Return the bow space for a roll: 1-4 is printed on one, 5-8 on the other."""
    return Space.WATER_1 if number <= 4 else Space.WATER_2


def toward_bow(space: Space) -> Space:
    """Return the next water space toward the bow; at the bow, the same one."""
    return space if space in BOW else WATER[WATER.index(space) - 2]


def toward_stern(space: Space) -> Space:
    """Return the next water space toward the stern; behind the stern is the Deep."""
    return Space.DEEP if space in STERN else WATER[WATER.index(space) + 2]


@cache
def distances(start: Space, through: tuple[Space, ...]) -> dict[Space, int]:
    """Return the number of steps to each space that can be reached through some of the spaces."""
    found = {start: 0}
    edge = [start]
    while edge:
        edge = [
            other
            for space in edge
            for other in ADJACENT[space]
            if other in through and found.setdefault(other, found[space] + 1) == found[space] + 1
        ]
        edge = [space for place, space in enumerate(edge) if space not in edge[:place]]
    return found


@cache
def _nearest_first(start: Space, through: tuple[Space, ...]) -> list[Space]:
    away = distances(start, through)
    return sorted(away, key=lambda space: (away[space], -number_of(space)))


def nearest(start: Space, among: Collection[Space], through: tuple[Space, ...] = SHIP) -> Space | None:
    """Return the space among some that is nearest, or None; the highest number breaks ties."""
    return next(filter(among.__contains__, _nearest_first(start, through)), None)
