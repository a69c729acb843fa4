"""The printed values of the cards of Abyss that the bot uses. DescribeGame returns the same data."""

from __future__ import annotations

from typing import NamedTuple

from referee_api.abyss.v1 import abyss_pb2 as abyss

RACES = 5
ANY_RACE = 0


class Ally(NamedTuple):
    """An Ally: the number of its race, from 1, and its strength."""

    race: int
    strength: int


class LordCard(NamedTuple):
    """The printed values of a Lord."""

    guild: str
    cost: int
    races: int
    race: int
    influence: int
    keys: int


class Tile(NamedTuple):
    """The printed values of a Location: fixed points, and points for each thing it counts."""

    fixed: int
    each: int


def _ally(face: str) -> Ally:
    race, strength = face.removeprefix("CARD_").rsplit("_", 1)
    return Ally(abyss.Race.Value(f"RACE_{race}"), int(strength))


ALLIES = {number: _ally(face) for face, number in abyss.Card.items() if face[-1].isdigit()}
"""Every Ally by its enum value in the messages, without Monsters and card backs."""

COPIES = {1: 4, 2: 3, 3: 3, 4: 2, 5: 1}
"""Number of cards of each strength in a race."""
MONSTERS = 6
MEAN_TOKEN = 2.65
TRACK_SPACES = 5
LORDS_TO_END = 7

# Guild, cost, races, race required, influence, keys.
_LORDS = """
recruiter       soldier    10 2 crab      4 1
jailer          soldier     6 3 crab      7 0
seeker          soldier     7 2 crab      7 0
assassin        soldier    10 1 crab      6 0
commander       soldier     8 1 crab      4 1
tamer           soldier     6 3 crab      4 1
hunter          soldier     8 2 crab      6 0
ship_master     merchant    6 3 shellfish 5 1
trader          merchant   10 3 shellfish 9 0
peddler         merchant    8 1 shellfish 9 0
landlord        merchant   10 2 shellfish 5 1
slaver          merchant    8 1 shellfish 5 1
shopkeeper      merchant    6 3 shellfish 9 0
shaman          mage        6 3 jellyfish 5 1
invoker         mage        8 1 jellyfish 8 0
apprentice      mage        6 3 jellyfish 9 0
oracle          mage        8 2 jellyfish 5 1
alchemist       mage        7 1 jellyfish 5 1
illusionist     mage       10 1 jellyfish 9 0
master_of_magic mage       10 3 jellyfish 6 1
opportunist     politician  6 3 squid     5 1
corruptor       politician 10 1 squid     6 0
traitor         politician 12 3 squid     6 0
diplomat        politician  8 1 squid     5 1
treasurer       politician 10 2 squid     5 1
schemer         politician  8 3 squid     6 0
keeper          farmer      6 3 seahorse  6 1
reaper          farmer      7 2 seahorse  6 1
shepherd        farmer      8 1 seahorse  6 1
miller          farmer      8 2 seahorse 10 0
aquaculturalist farmer      9 3 seahorse 11 0
landowner       farmer     10 1 seahorse 12 0
sage            ambassador 10 5 -         4 0
hermit          ambassador 10 5 -         5 0
elder           ambassador 10 5 -         3 0
"""

# Fixed points, points for each thing counted.
_TILES = """
sargasso_silos           5  2
hydrozoa_reserves        6  2
sanctuary                4  3
parliament               6  2
barracks                 7  2
dockworks                5  2
sargasso_fields          3  3
abyss                    0  2
city_of_mirrors          0  0
black_smokers            0  0
oceanic_senate_assembly  4  3
depths                   0  2
throne_room              0  1
jail                    15 -1
chasm                    5  3
closed_tower             0  3
lost_tower               0  3
chamber_of_allies        3  1
nest_of_giant_clams      3  3
coral_barrier           20 -1
"""


def _lord(guild: str, cost: str, races: str, race: str, influence: str, keys: str) -> LordCard:
    required = ANY_RACE if race == "-" else abyss.Race.Value(f"RACE_{race.upper()}")
    return LordCard(guild, int(cost), int(races), required, int(influence), int(keys))


def _rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


LORDS = {int(abyss.Lord.Value(f"LORD_{row[0].upper()}")): _lord(*row[1:]) for row in _rows(_LORDS)}
TILES = {
    int(abyss.Location.Value(f"LOCATION_{row[0].upper()}")): Tile(int(row[1]), int(row[2]))
    for row in _rows(_TILES)
}
