"""The names used in sentences about Abyss: of seats and, in one language, of cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from referee.games.abyss.cards import LOCATIONS, LORDS, Card, Location, Lord, Race
from referee.games.printed import names_by_edition
from referee.games.sentences import listed
from referee.kernel.facts import Seat

Language = Literal["en", "de"]

RACE_NAMES: Mapping[Language, Mapping[Race, str]] = {
    "en": {
        Race.SQUID: "Squid",
        Race.SHELLFISH: "Shellfish",
        Race.CRAB: "Crab",
        Race.SEAHORSE: "Seahorse",
        Race.JELLYFISH: "Jellyfish",
    },
    "de": {
        Race.SQUID: "Tintenfisch",
        Race.SHELLFISH: "Schalentier",
        Race.CRAB: "Krebs",
        Race.SEAHORSE: "Seepferdchen",
        Race.JELLYFISH: "Qualle",
    },
}

_LORD_NAMES = {card.name.removeprefix("The "): card.name_de for card in LORDS.values() if card.name_de}
_LOCATION_NAMES = {
    tile.name.removeprefix("The "): tile.name_de for tile in LOCATIONS.values() if tile.name_de
}
_RACES = {name: RACE_NAMES["de"][race] for race, name in RACE_NAMES["en"].items()}
EDITION_NAMES = {"de": names_by_edition("abyss")["de"] | _RACES | _LOCATION_NAMES | _LORD_NAMES}
"""For the German edition, the names of things as our sentences have them, with those of its rulebook."""


class Names:
    """The names used in sentences: those of the seats, and of the cards in one language."""

    __slots__ = ("_language", "_seats")

    def __init__(self, seats: Sequence[str], language: Language) -> None:
        self._seats = seats
        self._language = language

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        return self._seats[seat]

    def race(self, race: Race) -> str:
        """Return the name of a race."""
        return RACE_NAMES[self._language][race]

    def card(self, card: Card) -> str:
        """Return the name of a face-up exploration card."""
        return "a Monster" if card is Card.MONSTER else f"{self.race(card.race)} {card.strength}"

    def cards(self, cards: Sequence[Card]) -> str:
        """Return the names of Locations as a list in words."""
        return listed([self.card(card) for card in cards])

    def lord(self, lord: Lord) -> str:
        """Return the name of a Lord for use inside a sentence."""
        return self._printed(LORDS[lord].name, LORDS[lord].name_de)

    def lords(self, lords: Sequence[Lord]) -> str:
        """Return the names of Locations as a list in words."""
        return listed([self.lord(lord) for lord in lords])

    def location(self, location: Location) -> str:
        """Return the name of a Location for use inside a sentence."""
        return self._printed(LOCATIONS[location].name, LOCATIONS[location].name_de)

    def locations(self, locations: Sequence[Location]) -> str:
        """Return the names of Locations as a list in words."""
        return listed([self.location(location) for location in locations])

    def _printed(self, english: str, german: str) -> str:
        if self._language == "de" and german:
            return german
        return f"the {english.removeprefix('The ')}" if english.startswith("The ") else english


Words = Callable[[Any, Names], str]
