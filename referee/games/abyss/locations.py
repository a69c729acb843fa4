"""Controlling Locations: three keys, a tile from the table or the deck, and what goes under it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.abyss.cards import LOCATIONS, Location, Lord
from referee.games.abyss.choices import (
    DECLINE,
    DrawLocations,
    KeepLocation,
    SearchFor,
    SpendKeyToken,
    SpendLordKey,
    TakeLocation,
)
from referee.games.abyss.facts.decks import LocationsShuffled
from referee.games.abyss.facts.locations import (
    LocationControlled,
    LocationDeckSearched,
    LocationExchanged,
    LocationsDrawn,
    LocationsOpened,
)
from referee.games.abyss.facts.supply import KeysReturned
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.questions import ASK_BLACK_SMOKERS, ASK_KEEP, ASK_KEYS, ASK_LOCATION
from referee.games.abyss.state import Realm, State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

KEYS_FOR_A_LOCATION = 3
MOST_DRAWN = 4
SPEND_TOKEN = SpendKeyToken()


def keys_of(realm: Realm) -> int:
    """Count the key tokens and the keys of free Lords that are not turned."""
    return realm.key_tokens + len(realm.key_lords())


def owes_location(state: State, seat: Seat) -> bool:
    """Return whether a seat has enough keys for a Location and so must take one."""
    realm = state.realms[seat]
    # The cheap test first: it already fails for most seats.
    return realm.key_tokens + len(realm.free) >= KEYS_FOR_A_LOCATION and keys_of(realm) >= KEYS_FOR_A_LOCATION


@rule("locations")
def control_locations(table: Table[State], seat: Seat) -> Script[None]:
    """Make the seat take control of a Location for every three keys it has."""
    state = table.state
    while owes_location(state, seat):
        if not state.open_locations and not state.location_deck:
            return none_left(table, seat)
        location = yield from choose_location(table, seat)
        lords, tokens = yield from choose_keys(table, seat)
        yield from take_control(table, seat, location, lords, tokens)


@rule("locations.none_left")
def none_left(table: Table[State], seat: Seat) -> None:
    """Lift the duty when no Location is left; a ruling decides whether the key tokens are kept."""
    tokens = table.state.realms[seat].key_tokens
    if tokens and table.ruling("locations.none_left") == "returned":
        table.record(KeysReturned(seat, tokens))


@rule("locations.choice")
def choose_location(table: Table[State], seat: Seat) -> Script[Location]:
    """Take a face-up Location, or draw one to four and choose among those."""
    state = table.state
    most = min(MOST_DRAWN, len(state.location_deck))
    options: list[Choice] = [TakeLocation(location) for location in state.open_locations]
    options.extend([DrawLocations(count) for count in range(1, most + 1)])
    answer: TakeLocation | DrawLocations = yield ASK_LOCATION.to(
        seat, options, why_not=lambda choice: why_no_location(state, choice)
    )
    if isinstance(answer, TakeLocation):
        return answer.location
    return (yield from draw_and_keep(table, seat, answer.count))


def why_no_location(state: State, choice: Choice) -> Refused | None:
    """Return why a Location cannot be taken in this way."""
    if isinstance(choice, TakeLocation):
        return no(Obstacle.LOCATION_NOT_OPEN, "locations.choice")
    if isinstance(choice, DrawLocations) and choice.count > MOST_DRAWN:
        return no(Obstacle.FOUR_AT_MOST, "locations.choice")
    if isinstance(choice, DrawLocations) and choice.count > len(state.location_deck):
        return no(Obstacle.LOCATION_DECK_SHORT, "locations.choice")
    return None


def draw_and_keep(table: Table[State], seat: Seat, count: int) -> Script[Location]:
    """Draw Locations and choose which to control."""
    drawn = tuple(reversed(table.state.location_deck[-count:]))
    table.record(LocationsDrawn(seat, drawn))
    if len(drawn) == 1:
        return drawn[0]
    kept: KeepLocation = yield ASK_KEEP.to(seat, [KeepLocation(location) for location in drawn])
    return kept.location


@rule("locations.keys")
def choose_keys(table: Table[State], seat: Seat) -> Script[tuple[tuple[Lord, ...], int]]:
    """Ask which keys to use if there are more than three, unless all of them are tokens."""
    realm = table.state.realms[seat]
    of_lords = [SpendLordKey(lord) for lord in realm.key_lords()]
    options: list[Choice] = [*[SPEND_TOKEN] * realm.key_tokens, *of_lords]
    needed = KEYS_FOR_A_LOCATION
    spent: Sequence[Choice] = options[:needed]
    if of_lords and len(options) > needed:
        spent = yield ASK_KEYS.to(seat, options, needed, needed, default=tuple(range(needed)))
    lords = tuple([choice.lord for choice in spent if isinstance(choice, SpendLordKey)])
    return lords, len(spent) - len(lords)


@rule("locations.control")
def take_control(
    table: Table[State], seat: Seat, location: Location, lords: tuple[Lord, ...], tokens: int
) -> Script[None]:
    """Put the Lords used under the tile and the key tokens back into the supply; other tiles drawn stay face up."""
    table.record(LocationControlled(seat, location, lords, tokens))
    if table.state.drawn_locations:
        table.record(LocationsOpened(tuple(table.state.drawn_locations)))
    if location is Location.BLACK_SMOKERS:
        yield from black_smokers(table, seat)


@rule("location.black_smokers")
def black_smokers(table: Table[State], seat: Seat) -> Script[None]:
    """Let the seat look through the deck and exchange the Black Smokers for any Location in it.

    The tiles are listed in the order of the box, and the deck is shuffled afterwards, so nobody learns its order.
    """
    deck = table.state.location_deck
    if not deck:
        return
    found = tuple([location for location in LOCATIONS if location in deck])
    table.record(LocationDeckSearched(seat, found))
    answer = yield ASK_BLACK_SMOKERS.to(seat, [DECLINE, *[SearchFor(location) for location in found]])
    if isinstance(answer, SearchFor):
        returned = table.ruling("black_smokers.return") == "deck"
        table.record(LocationExchanged(seat, answer.location, returned))
    if deck:
        shuffle_again(table)


@rule("location.search")
def shuffle_again(table: Table[State]) -> None:
    """Shuffle the deck, so that the seat that looked through it does not know its order."""
    deck = tuple(table.state.location_deck)
    table.record(LocationsShuffled(table.chance("deck/locations").shuffled(deck)))
