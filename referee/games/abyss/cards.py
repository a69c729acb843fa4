"""The cards of the box: what is printed on them, and the number of copies of each.

Numbers and names come from the tables next to this file; what a Lord does is in `powers`, what a Location scores in
`scoring`. A card is named by what is printed on it, never by an instance number.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.games.printed import read_table


class Race(StrEnum):
    """The five allied races, in the order of the Council."""

    HIDDEN = "?"
    SQUID = "squid"
    SHELLFISH = "shellfish"
    CRAB = "crab"
    SEAHORSE = "seahorse"
    JELLYFISH = "jellyfish"


class Guild(StrEnum):
    """The six guilds a Lord may belong to."""

    SOLDIER = "soldier"
    MERCHANT = "merchant"
    MAGE = "mage"
    POLITICIAN = "politician"
    FARMER = "farmer"
    AMBASSADOR = "ambassador"


class Card(StrEnum):
    """The faces of the exploration deck: a Monster, or an Ally by race and value; `?` is the back."""

    # Python 3.11 reads a slot of an enum faster than an attribute: 2 % of a match.
    __slots__ = ("race", "strength")

    HIDDEN = "?"
    MONSTER = "monster"
    SQUID_1 = "squid/1"
    SQUID_2 = "squid/2"
    SQUID_3 = "squid/3"
    SQUID_4 = "squid/4"
    SQUID_5 = "squid/5"
    SHELLFISH_1 = "shellfish/1"
    SHELLFISH_2 = "shellfish/2"
    SHELLFISH_3 = "shellfish/3"
    SHELLFISH_4 = "shellfish/4"
    SHELLFISH_5 = "shellfish/5"
    CRAB_1 = "crab/1"
    CRAB_2 = "crab/2"
    CRAB_3 = "crab/3"
    CRAB_4 = "crab/4"
    CRAB_5 = "crab/5"
    SEAHORSE_1 = "seahorse/1"
    SEAHORSE_2 = "seahorse/2"
    SEAHORSE_3 = "seahorse/3"
    SEAHORSE_4 = "seahorse/4"
    SEAHORSE_5 = "seahorse/5"
    JELLYFISH_1 = "jellyfish/1"
    JELLYFISH_2 = "jellyfish/2"
    JELLYFISH_3 = "jellyfish/3"
    JELLYFISH_4 = "jellyfish/4"
    JELLYFISH_5 = "jellyfish/5"

    def __init__(self, printed: str) -> None:
        """Read the race and the strength from the name."""
        race, _, strength = printed.partition("/")
        self.race: Race = Race(race) if strength else Race.HIDDEN
        self.strength: int = int(strength) if strength else 0


class Lord(StrEnum):
    """The 35 Lords; `?` is the back of a Lord card."""

    HIDDEN = "?"
    RECRUITER = "recruiter"
    JAILER = "jailer"
    SEEKER = "seeker"
    ASSASSIN = "assassin"
    COMMANDER = "commander"
    TAMER = "tamer"
    HUNTER = "hunter"
    SHIP_MASTER = "ship_master"
    TRADER = "trader"
    PEDDLER = "peddler"
    LANDLORD = "landlord"
    SLAVER = "slaver"
    SHOPKEEPER = "shopkeeper"
    SHAMAN = "shaman"
    INVOKER = "invoker"
    APPRENTICE = "apprentice"
    ORACLE = "oracle"
    ALCHEMIST = "alchemist"
    ILLUSIONIST = "illusionist"
    MASTER_OF_MAGIC = "master_of_magic"
    OPPORTUNIST = "opportunist"
    CORRUPTOR = "corruptor"
    TRAITOR = "traitor"
    DIPLOMAT = "diplomat"
    TREASURER = "treasurer"
    SCHEMER = "schemer"
    KEEPER = "keeper"
    REAPER = "reaper"
    SHEPHERD = "shepherd"
    MILLER = "miller"
    AQUACULTURALIST = "aquaculturalist"
    LANDOWNER = "landowner"
    SAGE = "sage"
    HERMIT = "hermit"
    ELDER = "elder"


class Location(StrEnum):
    """The 20 Locations; `?` is the back of a tile."""

    HIDDEN = "?"
    SARGASSO_SILOS = "sargasso_silos"
    HYDROZOA_RESERVES = "hydrozoa_reserves"
    SANCTUARY = "sanctuary"
    PARLIAMENT = "parliament"
    BARRACKS = "barracks"
    DOCKWORKS = "dockworks"
    SARGASSO_FIELDS = "sargasso_fields"
    ABYSS = "abyss"
    CITY_OF_MIRRORS = "city_of_mirrors"
    BLACK_SMOKERS = "black_smokers"
    OCEANIC_SENATE_ASSEMBLY = "oceanic_senate_assembly"
    DEPTHS = "depths"
    THRONE_ROOM = "throne_room"
    JAIL = "jail"
    CHASM = "chasm"
    CLOSED_TOWER = "closed_tower"
    LOST_TOWER = "lost_tower"
    CHAMBER_OF_ALLIES = "chamber_of_allies"
    NEST_OF_GIANT_CLAMS = "nest_of_giant_clams"
    CORAL_BARRIER = "coral_barrier"


class LordCard(msgspec.Struct, frozen=True):
    """What is printed on a Lord."""

    lord: Lord
    name: str
    name_de: str
    guild: Guild
    cost: int
    races: int
    """Number of different races that must be handed in: the number of bubbles."""
    race: Race
    """The race of the large bubble, or `Race.HIDDEN` if there is none."""
    influence: int
    keys: int
    arrow: bool
    """Whether its power works only once, when it is recruited."""
    power: str


class LocationTile(msgspec.Struct, frozen=True):
    """What is printed on a Location."""

    location: Location
    name: str
    name_de: str
    fixed: int
    each: int
    """Points for each thing it counts; 0 if it counts nothing."""
    scores: str


def _lord_card(row: dict[str, str]) -> LordCard:
    return LordCard(
        lord=Lord(row["lord"]),
        name=row["name"],
        name_de=row["name_de"],
        guild=Guild(row["guild"]),
        cost=int(row["cost"]),
        races=int(row["races"]),
        race=Race(row["race"]) if row["race"] else Race.HIDDEN,
        influence=int(row["influence"]),
        keys=int(row["keys"]),
        arrow=row["arrow"] == "yes",
        power=row["power"],
    )


def _location_tile(row: dict[str, str]) -> LocationTile:
    return LocationTile(
        location=Location(row["location"]),
        name=row["name"],
        name_de=row["name_de"],
        fixed=int(row["fixed"]),
        each=int(row["each"]),
        scores=row["scores"],
    )


LORDS: dict[Lord, LordCard] = {card.lord: card for card in map(_lord_card, read_table("abyss", "lords"))}
LOCATIONS: dict[Location, LocationTile] = {
    t.location: t for t in map(_location_tile, read_table("abyss", "locations"))
}
RACES: tuple[Race, ...] = tuple(race for race in Race if race is not Race.HIDDEN)

ANY_RACE = Race.HIDDEN
"""The race of a Lord that accepts any race."""
MONSTER = Card.MONSTER

COPIES_OF_STRENGTH = {1: 4, 2: 3, 3: 3, 4: 2, 5: 1}
MONSTERS = 6
EXPLORATION_DECK: tuple[Card, ...] = (
    *[card for card in Card if card.strength for _ in range(COPIES_OF_STRENGTH[card.strength])],
    *[Card.MONSTER] * MONSTERS,
)
MONSTER_TOKENS: tuple[int, ...] = (*[2] * 9, *[3] * 9, *[4] * 2)
PEARLS_IN_THE_BOX = 50
KEYS_IN_THE_BOX = 10

TRACK_SPACES = 5
COURT_SPACES = 6


class Reward(msgspec.Struct, frozen=True):
    """The reward for defeating a Monster: pearls, Monster tokens and keys."""

    pearls: int = 0
    tokens: int = 0
    keys: int = 0


THREAT_TRACK: dict[int, tuple[Reward, ...]] = {
    1: (Reward(pearls=1), Reward(tokens=1)),
    2: (Reward(pearls=2), Reward(pearls=1, tokens=1), Reward(tokens=2)),
    3: (Reward(keys=1),),
    4: (Reward(keys=1, pearls=1), Reward(keys=1, tokens=1)),
    5: (Reward(keys=1, pearls=2), Reward(keys=1, pearls=1, tokens=1), Reward(keys=1, tokens=2)),
    6: (Reward(keys=2),),
}
LAST_THREAT_SPACE = 6
