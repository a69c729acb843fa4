"""The possessions of a seat, and the points they are expected to score at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_client.bots.abyss.cards import ALLIES, LORDS, MEAN_TOKEN, RACES, TILES, Ally


class Estate:
    """What one seat owns: a mutable copy, to try out changes."""

    def __init__(self, realm: Any) -> None:
        self.pearls: int = max(0, realm.pearls)
        self.key_tokens: int = realm.key_tokens
        self.hand: list[int] = list(realm.hand)
        self.tokens: float = sum(token or MEAN_TOKEN for token in realm.tokens)
        self.token_count: int = len(realm.tokens)
        self.free: list[int] = list(realm.free)
        self.turned: list[int] = list(realm.turned)
        self.used: list[int] = [lord for holding in realm.holdings for lord in holding.lords]
        self.locations: list[int] = [holding.location for holding in realm.holdings]
        self.affiliated: list[Ally] = [ALLIES[card] for card in realm.affiliated]

    def lords(self) -> list[int]:
        """Return all Lords, free and under Locations."""
        return self.free + self.used

    def has(self, lord: int) -> bool:
        """Return whether the seat has this Lord with a working power."""
        return lord in self.free and lord not in self.turned

    def key_lords(self) -> list[int]:
        """Return the free Lords whose key can be used."""
        return [lord for lord in self.free if LORDS[lord].keys and lord not in self.turned]

    def keys(self) -> int:
        """Return the number of usable keys."""
        return self.key_tokens + len(self.key_lords())

    def strongest(self) -> list[int]:
        """Return the strength of the strongest affiliated Ally of each race; index 0 is unused."""
        best = [0] * (RACES + 1)
        for race, strength in self.affiliated:
            best[race] = max(best[race], strength)
        return best


def points(estate: Estate, growth: float, others: Sequence[Estate]) -> float:
    """Return the influence points of an estate at the end, if it gains `growth` more Lords."""
    total = estate.tokens + sum(estate.strongest())
    total += sum(LORDS[lord].influence for lord in estate.lords())
    return total + sum(tile_points(location, estate, growth, others) for location in estate.locations)


def tile_points(location: int, estate: Estate, growth: float, others: Sequence[Estate]) -> float:
    """Return the points of a Location in an estate."""
    if location == abyss.LOCATION_CITY_OF_MIRRORS:
        mirrored = [tile for other in others for tile in other.locations if tile in COUNTED]
        return max([_printed(tile, estate, growth) for tile in mirrored], default=0)
    return _printed(location, estate, growth) if location in COUNTED else 0


def _printed(location: int, estate: Estate, growth: float) -> float:
    tile = TILES[location]
    return tile.fixed + tile.each * COUNTED[location](estate, growth)


Count = Callable[[Estate, float], float]

# Estimated share of future Lords that belong to a given guild, affiliate a given race, or have a key.
_ONE_GUILD = 0.17
_ONE_RACE = 0.22
_WITH_KEY = 0.45


def _guild(guild: str) -> Count:
    def count(estate: Estate, growth: float) -> float:
        return sum(LORDS[lord].guild == guild for lord in estate.lords()) + _ONE_GUILD * growth

    return count


def _race(race: int) -> Count:
    def count(estate: Estate, growth: float) -> float:
        joined = sum(ally.race == race for ally in estate.affiliated)
        # At the end one more Ally of each race is affiliated from the hand.
        in_hand = any(card in ALLIES and ALLIES[card].race == race for card in estate.hand)
        return joined + _ONE_RACE * growth + (1 if in_hand else 0.4 if growth else 0)

    return count


def _guilds(estate: Estate, growth: float) -> float:
    there = len({LORDS[lord].guild for lord in estate.lords()})
    return min(6, there + growth * (6 - there) / 8)


def _weakest_lord(estate: Estate, growth: float) -> float:
    weakest = min([LORDS[lord].influence for lord in estate.lords()], default=0)
    return max(3, weakest - 0.4 * growth) if weakest else 0


def _strongest_lord(estate: Estate, growth: float) -> float:
    strongest = max([LORDS[lord].influence for lord in estate.lords()], default=0)
    return min(12, strongest + 0.3 * growth)


def _lords(estate: Estate, growth: float) -> float:
    return len(estate.lords()) + growth


def _with_key(estate: Estate, growth: float) -> float:
    return sum(LORDS[lord].keys for lord in estate.lords()) + _WITH_KEY * growth


def _without_key(estate: Estate, growth: float) -> float:
    return _lords(estate, growth) - _with_key(estate, growth)


def _weakest_allies(estate: Estate, growth: float) -> float:
    weakest: dict[int, int] = {}
    for race, strength in estate.affiliated:
        weakest[race] = min(strength, weakest.get(race, strength))
    return sum(weakest.values()) + 0.5 * growth


def _affiliated(estate: Estate, growth: float) -> float:
    races_in_hand = {ALLIES[card].race for card in estate.hand if card in ALLIES}
    return len(estate.affiliated) + growth + max(len(races_in_hand), min(2.0, growth))


COUNTED: dict[int, Count] = {
    abyss.LOCATION_SARGASSO_SILOS: _guild("farmer"),
    abyss.LOCATION_HYDROZOA_RESERVES: _guild("mage"),
    abyss.LOCATION_SANCTUARY: _race(abyss.RACE_JELLYFISH),
    abyss.LOCATION_PARLIAMENT: _guild("politician"),
    abyss.LOCATION_BARRACKS: _guild("soldier"),
    abyss.LOCATION_DOCKWORKS: _guild("merchant"),
    abyss.LOCATION_SARGASSO_FIELDS: _race(abyss.RACE_SEAHORSE),
    abyss.LOCATION_ABYSS: _guilds,
    abyss.LOCATION_OCEANIC_SENATE_ASSEMBLY: _race(abyss.RACE_SQUID),
    abyss.LOCATION_DEPTHS: _weakest_lord,
    abyss.LOCATION_THRONE_ROOM: _strongest_lord,
    abyss.LOCATION_JAIL: _lords,
    abyss.LOCATION_CHASM: _race(abyss.RACE_CRAB),
    abyss.LOCATION_CLOSED_TOWER: _with_key,
    abyss.LOCATION_LOST_TOWER: _without_key,
    abyss.LOCATION_CHAMBER_OF_ALLIES: _weakest_allies,
    abyss.LOCATION_NEST_OF_GIANT_CLAMS: _race(abyss.RACE_SHELLFISH),
    abyss.LOCATION_CORAL_BARRIER: _affiliated,
}
"""How each Location counts, including future Lords."""
