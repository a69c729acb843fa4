"""Scoring: what everything is worth at the end."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.games.abyss.cards import LOCATIONS, LORDS, RACES, Guild, Location, Race
from referee.games.abyss.state import Realm, State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


class Score(msgspec.Struct, frozen=True):
    """The influence points of one seat, by source."""

    locations: int
    lords: int
    allies: int
    tokens: int

    @property
    def total(self) -> int:
        """Sum of all influence points."""
        return self.locations + self.lords + self.allies + self.tokens


def score_of(table: Table[State], seat: Seat) -> Score:
    """Count a seat's influence points; pearls and keys are worth none."""
    realm = table.state.realms[seat]
    return Score(
        locations=sum([location_points(table, seat, holding.location) for holding in realm.holdings]),
        lords=sum([LORDS[lord].influence for lord in realm.lords()]),
        allies=sum([max(values) for values in strengths_by_race(realm) if values]),
        tokens=sum(realm.tokens),
    )


def strengths_by_race(realm: Realm) -> list[list[int]]:
    """Return the values of the affiliated Allies by race."""
    return [[ally.strength for ally in realm.affiliated if ally.race is race] for race in RACES]


def allies_of(race: Race) -> Callable[[Table[State], Realm], int]:
    """Count the affiliated Allies of a race."""
    return lambda table, realm: len([ally for ally in realm.affiliated if ally.race is race])


def lords_of(guild: Guild) -> Callable[[Table[State], Realm], int]:
    """Count the Lords of a guild, free or under a Location."""
    return lambda table, realm: len([lord for lord in realm.lords() if LORDS[lord].guild is guild])


def guilds(table: Table[State], realm: Realm) -> int:
    """Count the different guilds among the Lords."""
    return len({LORDS[lord].guild for lord in realm.lords()})


def weakest_lord(table: Table[State], realm: Realm) -> int:
    """Return the influence points of the weakest Lord."""
    return min([LORDS[lord].influence for lord in realm.lords()], default=0)


def strongest_lord(table: Table[State], realm: Realm) -> int:
    """Return the influence points of the strongest Lord."""
    return max([LORDS[lord].influence for lord in realm.lords()], default=0)


def lords(table: Table[State], realm: Realm) -> int:
    """Count the Lords."""
    return len(realm.lords())


def lords_with_key(table: Table[State], realm: Realm) -> int:
    """Count the Lords with a printed key; rulings decide about Ambassadors and turned Lords."""
    ambassadors_count = table.ruling("ambassador.keys") == "three"
    without = realm.turned if table.ruling("turned.keys") == "gone" else []
    counted = [
        lord
        for lord in realm.lords()
        if LORDS[lord].keys or (ambassadors_count and LORDS[lord].guild is Guild.AMBASSADOR)
    ]
    return len([lord for lord in counted if lord not in without])


def lords_without_key(table: Table[State], realm: Realm) -> int:
    """Count the Lords without a key."""
    return lords(table, realm) - lords_with_key(table, realm)


def weakest_allies(table: Table[State], realm: Realm) -> int:
    """Add up the weakest affiliated Ally of each race."""
    return sum([min(values) for values in strengths_by_race(realm) if values])


def affiliated(table: Table[State], realm: Realm) -> int:
    """Count the affiliated Allies."""
    return len(realm.affiliated)


COUNTED: dict[Location, Callable[[Table[State], Realm], int]] = {
    Location.SARGASSO_SILOS: lords_of(Guild.FARMER),
    Location.HYDROZOA_RESERVES: lords_of(Guild.MAGE),
    Location.SANCTUARY: allies_of(Race.JELLYFISH),
    Location.PARLIAMENT: lords_of(Guild.POLITICIAN),
    Location.BARRACKS: lords_of(Guild.SOLDIER),
    Location.DOCKWORKS: lords_of(Guild.MERCHANT),
    Location.SARGASSO_FIELDS: allies_of(Race.SEAHORSE),
    Location.ABYSS: guilds,
    Location.OCEANIC_SENATE_ASSEMBLY: allies_of(Race.SQUID),
    Location.DEPTHS: weakest_lord,
    Location.THRONE_ROOM: strongest_lord,
    Location.JAIL: lords,
    Location.CHASM: allies_of(Race.CRAB),
    Location.CLOSED_TOWER: lords_with_key,
    Location.LOST_TOWER: lords_without_key,
    Location.CHAMBER_OF_ALLIES: weakest_allies,
    Location.NEST_OF_GIANT_CLAMS: allies_of(Race.SHELLFISH),
    Location.CORAL_BARRIER: affiliated,
}
"""What each Location counts, without the two that count nothing by themselves."""


def location_points(table: Table[State], seat: Seat, location: Location) -> int:
    """Return the points of a Location for the seat that controls it."""
    if location is Location.CITY_OF_MIRRORS:
        return mirrored_points(table, seat)
    return printed_points(table, table.state.realms[seat], location)


def printed_points(table: Table[State], realm: Realm, location: Location) -> int:
    """Return the fixed points plus those for each thing counted; the Black Smokers are worth nothing."""
    count = COUNTED.get(location)
    if count is None:
        return 0
    tile = LOCATIONS[location]
    return tile.fixed + tile.each * count(table, realm)


def mirrored_points(table: Table[State], seat: Seat) -> int:
    """Return the points of the City of Mirrors: the best Location of an opponent, counted with the seat's own cards."""
    own_cards = table.ruling("mirrors.counted_with") == "own_cards"
    realms = table.state.realms
    worth = [
        printed_points(table, realms[seat if own_cards else other], holding.location)
        for other in table.others(seat)
        for holding in realms[other].holdings
    ]
    return max([0, *worth])
