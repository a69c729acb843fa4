"""Facts about Locations."""

from __future__ import annotations

from referee.games.abyss.cards import Location, Lord
from referee.games.abyss.state import Holding, State, folds
from referee.kernel.facts import OPEN_TABLE, Fact, OwnerSees, Public, Seat


class LocationsOpened(Fact, frozen=True, tag="abyss.locations_opened"):
    """Locations from the deck were laid face up next to the board."""

    locations: Public[tuple[Location, ...]]


@folds(LocationsOpened)
def _locations_opened(state: State, fact: LocationsOpened) -> None:
    if state.drawn_locations:
        state.drawn_locations.clear()
    else:
        del state.location_deck[len(state.location_deck) - len(fact.locations) :]
    state.open_locations.extend(fact.locations)


class LocationsDrawn(Fact, frozen=True, tag="abyss.locations_drawn"):
    """A seat drew Locations from the deck, to control one and leave the others face up."""

    seat: Public[Seat]
    locations: Public[tuple[Location, ...]]


@folds(LocationsDrawn)
def _locations_drawn(state: State, fact: LocationsDrawn) -> None:
    del state.location_deck[len(state.location_deck) - len(fact.locations) :]
    state.drawn_locations.extend(fact.locations)


class LocationControlled(Fact, frozen=True, tag="abyss.location_controlled"):
    """A seat took control of a Location; the Lords used lie under it, the key tokens used are back in the supply."""

    seat: Public[Seat]
    location: Public[Location]
    lords: Public[tuple[Lord, ...]]
    key_tokens: Public[int]


@folds(LocationControlled)
def _location_controlled(state: State, fact: LocationControlled) -> None:
    source = state.drawn_locations if fact.location in state.drawn_locations else state.open_locations
    source.remove(fact.location)
    realm = state.realms[fact.seat]
    for lord in fact.lords:
        realm.free.remove(lord)
    realm.holdings.append(Holding(fact.location, list(fact.lords)))
    realm.key_tokens -= fact.key_tokens
    state.key_supply += fact.key_tokens


class LocationSwapped(Fact, frozen=True, tag="abyss.location_swapped"):
    """A seat gave a Location for a face-up one; the Lords under it lie under the new one, or are free again."""

    seat: Public[Seat]
    given: Public[Location]
    taken: Public[Location]
    freed: Public[tuple[Lord, ...]]


@folds(LocationSwapped)
def _location_swapped(state: State, fact: LocationSwapped) -> None:
    state.open_locations.remove(fact.taken)
    state.open_locations.append(fact.given)
    holding = state.realms[fact.seat].holding(fact.given)
    holding.location = fact.taken
    for lord in fact.freed:
        holding.lords.remove(lord)
        state.realms[fact.seat].free.append(lord)


class LocationDeckSearched(Fact, frozen=True, tag="abyss.location_deck_searched"):
    """A seat looked through the Location deck; the tiles are listed in the order of the box, not of the deck."""

    seat: Public[Seat]
    locations: OwnerSees[tuple[Location, ...]]


@folds(LocationDeckSearched)
def _location_deck_searched(state: State, fact: LocationDeckSearched) -> None:
    """Do nothing: looking changes nothing on the table."""


class LocationExchanged(Fact, frozen=True, tag="abyss.location_exchanged"):
    """A seat exchanged the Black Smokers for a Location from the deck."""

    seat: Public[Seat]
    taken: Public[Location]
    returned: Public[bool]
    """Whether the Black Smokers went back into the deck; otherwise they left the game."""


@folds(LocationExchanged)
def _location_exchanged(state: State, fact: LocationExchanged) -> None:
    known = fact.taken in state.location_deck
    state.location_deck.remove(fact.taken if known else Location.HIDDEN)
    state.realms[fact.seat].holding(Location.BLACK_SMOKERS).location = fact.taken
    if fact.returned:
        state.location_deck.append(Location.BLACK_SMOKERS if state.viewer == OPEN_TABLE else Location.HIDDEN)
    else:
        state.locations_gone.append(Location.BLACK_SMOKERS)


FACTS: tuple[type[Fact], ...] = (
    LocationsOpened,
    LocationsDrawn,
    LocationControlled,
    LocationSwapped,
    LocationDeckSearched,
    LocationExchanged,
)
