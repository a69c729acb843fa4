"""The ship and the sea around it: spaces, who borders on whom, arrows, numbers, and what is nearest.

Odd numbers lie to starboard, even ones to port. The bow is where 1 and 2 are, the stern where 7 and 8 are. The Deep
is no space and borders on nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from functools import cache

from referee.games.printed import printed


class Space(StrEnum):
    """Where a figure can be."""

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
"""By themselves, because they are asked for at every turn, and to look them up in the enum is slow."""

CONFINEMENT = (BRIG, SICK_BAY)

_PRINTED: dict[Space, dict[str, str]] = {Space(row["space"]): row for row in printed("unfathomable", "board")}

NUMBERS: dict[Space, tuple[int, ...]] = {
    space: tuple(map(int, row["numbers"].split())) for space, row in _PRINTED.items() if row["numbers"]
}
"""The numbers printed on deck spaces and rooms."""

ARROW: dict[Space, Space] = {space: Space(row["arrow"]) for space, row in _PRINTED.items() if row["arrow"]}
"""Where the printed arrow of a space leads a Deep One."""

ADJACENT: dict[Space, tuple[Space, ...]] = {
    Space.DEEP: (),
    **{space: tuple(map(Space, row["borders"].split())) for space, row in _PRINTED.items()},
}
"""The spaces that share a border with a space. None is adjacent to itself, and nothing to the Deep."""


def _of_kind(kind: str) -> tuple[Space, ...]:
    return tuple([space for space, row in _PRINTED.items() if row["kind"] == kind])


WATER: tuple[Space, ...] = _of_kind("water")
DECK: tuple[Space, ...] = _of_kind("deck")
INTERIOR: tuple[Space, ...] = _of_kind("interior")
ROOMS: tuple[Space, ...] = tuple([space for space in INTERIOR if space in NUMBERS])
"""The interior spaces that can be damaged, and that Deep Ones may enter."""
SHIP: tuple[Space, ...] = (*DECK, *INTERIOR)
OPEN_SHIP: tuple[Space, ...] = (*DECK, *ROOMS)
"""The ship spaces one may walk to: all but the Sick Bay and the Brig."""

BOARD: tuple[Space, ...] = (*WATER, *SHIP)
"""All spaces. The Deep is none."""

BOW: tuple[Space, ...] = (Space.WATER_1, Space.WATER_2)
STERN: tuple[Space, ...] = (Space.WATER_7, Space.WATER_8)


def number_of(space: Space) -> int:
    """The highest number printed on a space, by which ties are broken; 0 where there is none."""
    return max(NUMBERS.get(space, (0,)))


def deck_numbered(number: int) -> Space:
    """The deck space with this number."""
    return DECK[number - 1]


def room_numbered(number: int) -> Space:
    """The room with this number."""
    return next(room for room in ROOMS if number in NUMBERS[room])


def bow_space(number: int) -> Space:
    """The bow space that a roll leads to: one is printed 1-4, the other 5-8."""
    return Space.WATER_1 if number <= 4 else Space.WATER_2


def toward_bow(space: Space) -> Space:
    """One water space forward; at the bow there is nowhere further to go."""
    return space if space in BOW else WATER[WATER.index(space) - 2]


def toward_stern(space: Space) -> Space:
    """One water space aft; behind the stern lies the Deep."""
    return Space.DEEP if space in STERN else WATER[WATER.index(space) + 2]


@cache
def distances(start: Space, through: tuple[Space, ...]) -> dict[Space, int]:
    """How many steps each space is away, going only through some of them."""
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
    """The space of some that is the fewest steps away; of equals the one with the highest number. None of none."""
    return next(filter(among.__contains__, _nearest_first(start, through)), None)
