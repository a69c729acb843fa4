"""The maps, the Route cards and the numbers of Among Cultists that the bot uses.

DescribeGame returns the same data. In a match with other data files, the bot plays with what it knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists

ROUNDS = 10
MOVEMENT_POINTS = 3
ACTIVE_CARDS = 3
"""Number of cards that a Room needs before books can be collected."""
BOAT_PLACES = 2
SECURITY_ROOM = "security_room"


class Numbers(NamedTuple):
    """The numbers for one number of seats."""

    cultists: int
    cultist_alive: int
    cultist_dead: int
    start_alive: int
    start_dead: int
    room_success: int
    room_failure: int
    unsafe_failure: int
    unsafe_sabotage: int

    @property
    def dead_share(self) -> float:
        """Share of Dead cards among the pulse cards of a Cultist."""
        return self.cultist_dead / (self.cultist_alive + self.cultist_dead)

    @property
    def start_dead_share(self) -> float:
        """Probability that an Investigator starts dead."""
        return self.start_dead / (self.start_alive + self.start_dead)

    @property
    def room_failure_share(self) -> float:
        """Probability that a card with which a Room starts is a Failure."""
        return self.room_failure / (self.room_success + self.room_failure)


NUMBERS: dict[int, dict[int, Numbers]] = {
    cultists.BOARD_ISLANDS: {
        4: Numbers(1, 2, 3, 4, 2, 12, 6, 2, 1),
        5: Numbers(1, 2, 3, 5, 1, 8, 10, 2, 1),
        6: Numbers(1, 3, 2, 4, 2, 4, 5, 2, 1),
        7: Numbers(2, 2, 3, 4, 1, 3, 8, 3, 1),
        8: Numbers(2, 3, 2, 6, 3, 3, 9, 3, 1),
    },
    cultists.BOARD_UNIVERSITY: {
        4: Numbers(1, 2, 3, 4, 2, 20, 5, 2, 1),
        5: Numbers(1, 2, 3, 5, 1, 22, 3, 2, 1),
        6: Numbers(1, 3, 2, 4, 2, 13, 5, 2, 1),
        7: Numbers(2, 2, 3, 4, 1, 22, 6, 3, 1),
        8: Numbers(2, 3, 2, 6, 3, 14, 4, 3, 1),
    },
}
"""The numbers by board and number of seats."""

_COLOURS = {
    "R": "red",
    "O": "orange",
    "B": "blue",
    "P": "purple",
    "L": "light_blue",
    "G": "green",
}
_ROUTES = """
A RBL BP  OBG OP  OLG RG  PLG RP  OLG RB
B OL  ROG BG  OBP RP  BLG RP  ROL BP  OLG
C OBP PL  ROP RG  RBL RO  BLG RO  PLG BG
D OG  RLG PL  RLG BP  OPL BP  OBG RB  ROP
E RBP LG  RBL OL  OBG BP  ROP PG  RPL OG
F LG  RBP OL  RBP OP  RLG RO  BPG RG  OBL
G OPL RO  BPG LG  RBG RL  OBG RL  OBP RP
H RG  OBP RG  BPG RL  OBP LG  OBL RO  RPL
"""
ROUTES: dict[str, tuple[frozenset[str], ...]] = {
    line.split()[0]: tuple([frozenset([_COLOURS[letter] for letter in cell]) for cell in line.split()[1:]])
    for line in _ROUTES.strip().splitlines()
}
"""The colours of each Route card, by round."""

# Place, number of seats from which it is on the map, island, colour.
_ROOMS: dict[int, str] = {
    cultists.BOARD_ISLANDS: """
        security_room         4 centre red
        orange_room_west      4 west   orange
        blue_room_west        4 west   blue
        orange_room_east      4 east   orange
        purple_room_east      4 east   purple
        light_blue_room_north 4 north  light_blue
        green_room_south      4 south  green
        purple_room_north     7 north  purple
        blue_room_south       8 south  blue
    """,
    cultists.BOARD_UNIVERSITY: """
        security_room      4 university red
        orange_room        4 university orange
        blue_room          4 university blue
        purple_room        4 university purple
        light_blue_room    4 university light_blue
        green_room         4 university green
        second_purple_room 7 university purple
        second_blue_room   8 university blue
    """,
}
# One place, another one, the numbers of seats with which they are linked.
_LINKS: dict[int, str] = {
    cultists.BOARD_ISLANDS: """
        security_room         wooden_bridge_north   45678
        security_room         wooden_bridge_east    45678
        security_room         wooden_bridge_south   45678
        security_room         wooden_bridge_west    45678
        wooden_bridge_north   light_blue_room_north 45678
        wooden_bridge_east    orange_room_east      45678
        wooden_bridge_south   green_room_south      45678
        wooden_bridge_west    orange_room_west      45678
        orange_room_west      blue_room_west        45678
        orange_room_east      purple_room_east      45678
        light_blue_room_north purple_room_north     78
        green_room_south      blue_room_south       8
        blue_room_west        outer_bridge_west     45678
        outer_bridge_west     light_blue_room_north 456
        outer_bridge_west     purple_room_north     78
        purple_room_east      outer_bridge_east     45678
        outer_bridge_east     green_room_south      4567
        outer_bridge_east     blue_room_south       8
    """,
    cultists.BOARD_UNIVERSITY: """
        corridor_1         corridor_2 45678
        corridor_2         corridor_3 45678
        corridor_3         corridor_4 45678
        corridor_4         corridor_5 45678
        corridor_5         corridor_6 45678
        corridor_6         corridor_1 45678
        foyer              corridor_1 45678
        foyer              corridor_3 45678
        foyer              corridor_5 45678
        security_room      corridor_1 45678
        orange_room        corridor_2 45678
        blue_room          corridor_3 45678
        purple_room        corridor_4 45678
        light_blue_room    corridor_5 45678
        green_room         corridor_6 45678
        second_purple_room corridor_2 78
        second_blue_room   corridor_5 8
    """,
}
_DOCKS = {
    "dock_east": ("orange_room_east", "purple_room_east"),
    "dock_north": ("light_blue_room_north",),
    "dock_west": ("orange_room_west", "blue_room_west"),
    "dock_south": ("green_room_south",),
}
_BOATS = {"boat_1": ("dock_east", "dock_north"), "boat_2": ("dock_west", "dock_south")}
_UNSAFE: dict[int, frozenset[str]] = {
    cultists.BOARD_ISLANDS: frozenset(["outer_bridge_east", "outer_bridge_west"]),
    cultists.BOARD_UNIVERSITY: frozenset(["corridor_2", "corridor_4", "corridor_6"]),
}


class BoardMap(NamedTuple):
    """A map for one number of seats."""

    steps: Mapping[str, tuple[str, ...]]
    """The Locations one step away from each."""
    colours: Mapping[str, str]
    """The colours of the Rooms."""
    islands: Mapping[str, str]
    """The islands of the Locations that can be dark."""
    docks: Mapping[str, tuple[str, ...]]
    """The Rooms that each Dock touches."""
    boats: Mapping[str, tuple[str, str]]
    """The two Docks of each Boat, the one where it starts first."""
    unsafe: frozenset[str]
    """Locations where a card of the Unsafe Passage deck is revealed."""

    def far_rooms(self, boat: str, dock: str) -> tuple[str, ...]:
        """Return the Rooms where a Boat lands that lies at this Dock."""
        one, other = self.boats[boat]
        return self.docks[other if dock == one else one]


class Distance(NamedTuple):
    """The shortest way on foot: its number of steps, and how many of them lead to an unsafe Location."""

    steps: int
    unsafe: int


NO_WAY = Distance(99, 0)


@cache
def distances_from(board: int, seats: int, place: str) -> Mapping[str, Distance]:
    """Return the distance from a Location to every other one; of the shortest ways the safest counts."""
    known = map_of(board, seats)
    found, frontier = {place: Distance(0, 0)}, [place]
    while frontier:
        reached = []
        for near in frontier:
            for far in known.steps.get(near, ()):
                way = Distance(found[near].steps + 1, found[near].unsafe + (far in known.unsafe))
                if far not in found:
                    reached.append(far)
                found[far] = min(way, found.get(far, way))
        frontier = reached
    return found


@cache
def map_of(board: int, seats: int) -> BoardMap:
    """Return the map of a board for a number of seats."""
    rooms = [line.split() for line in _ROOMS[board].strip().splitlines()]
    rooms = [row for row in rooms if seats >= int(row[1])]
    steps: dict[str, tuple[str, ...]] = {}
    for one, other in _links(board, seats):
        steps[one] = (*steps.get(one, ()), other)
        steps[other] = (*steps.get(other, ()), one)
    is_university = board == cultists.BOARD_UNIVERSITY
    islands = {place: island for place, _, island, _ in rooms}
    if is_university:
        islands = dict.fromkeys(steps, "university")
    return BoardMap(
        steps,
        {place: colour for place, _, _, colour in rooms},
        islands,
        {} if is_university else _DOCKS,
        {} if is_university else _BOATS,
        _UNSAFE[board],
    )


def _links(board: int, seats: int) -> Iterator[tuple[str, str]]:
    for line in _LINKS[board].strip().splitlines():
        one, other, counts = line.split()
        if str(seats) in counts:
            yield one, other
