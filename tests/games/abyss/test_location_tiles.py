"""The 20 Locations: what is printed on each, and what it is worth in several positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from referee.games.abyss.cards import LOCATIONS, Card, Location, Lord
from referee.games.abyss.choices import DECLINE, DrawLocations, KeepLocation, SearchFor, TakeLocation
from referee.games.abyss.ending import affiliate_hands
from referee.games.abyss.facts.decks import LocationsShuffled
from referee.games.abyss.facts.locations import LocationControlled, LocationDeckSearched, LocationExchanged
from referee.games.abyss.locations import control_locations
from referee.games.abyss.scoring import COUNTED, location_points, score_of
from referee.games.abyss.state import Holding, State
from referee.kernel.asks import Choice
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing, locations, table_of

L = Location

PRINTED = {
    L.SARGASSO_SILOS: (5, 2),
    L.HYDROZOA_RESERVES: (6, 2),
    L.SANCTUARY: (4, 3),
    L.PARLIAMENT: (6, 2),
    L.BARRACKS: (7, 2),
    L.DOCKWORKS: (5, 2),
    L.SARGASSO_FIELDS: (3, 3),
    L.ABYSS: (0, 2),
    L.CITY_OF_MIRRORS: (0, 0),
    L.BLACK_SMOKERS: (0, 0),
    L.OCEANIC_SENATE_ASSEMBLY: (4, 3),
    L.DEPTHS: (0, 2),
    L.THRONE_ROOM: (0, 1),
    L.JAIL: (15, -1),
    L.CHASM: (5, 3),
    L.CLOSED_TOWER: (0, 3),
    L.LOST_TOWER: (0, 3),
    L.CHAMBER_OF_ALLIES: (3, 1),
    L.NEST_OF_GIANT_CLAMS: (3, 3),
    L.CORAL_BARRIER: (20, -1),
}


class Own(NamedTuple):
    """What a seat has when its Location is counted."""

    free: str = ""
    turned: str = ""
    under: str = ""
    """Lords under some other Location of the seat."""
    affiliated: str = ""


def table_with(own: Own, readings: Mapping[str, str] | None = None) -> Table[State]:
    """Return a table where seat 0 has these things, and seat 1 some of everything, which must not count."""
    return table_of(
        free={0: own.free, 1: "tamer opportunist schemer seeker illusionist"},
        turned={0: own.turned, 1: "aquaculturalist"},
        holdings={0: {"black_smokers": own.under}},
        affiliated={0: own.affiliated, 1: "squid/4 shellfish/4 crab/4 seahorse/4 jellyfish/4"},
        readings=readings,
    )


NOTHING = Own()
THREE_FARMERS = Own(free="keeper", turned="miller", under="landowner")
TWO_MAGES = Own(free="shaman slaver", under="oracle")
TWO_POLITICIANS = Own(turned="traitor", under="corruptor keeper")
THREE_SOLDIERS = Own(free="jailer", turned="recruiter", under="commander")
ONE_MERCHANT = Own(free="shaman", under="trader")
ALL_GUILDS = Own(free="keeper slaver master_of_magic", turned="jailer", under="traitor corruptor elder")
AMBASSADORS = Own(free="sage", under="hermit elder")
SOME_OF_EACH = Own(
    affiliated="squid/1 squid/3 shellfish/2 crab/5 crab/4 crab/3 seahorse/2 jellyfish/1 jellyfish/3"
)

WORTH = [
    (L.SARGASSO_SILOS, NOTHING, 5),
    (L.SARGASSO_SILOS, THREE_FARMERS, 11),
    (L.SARGASSO_SILOS, TWO_MAGES, 5),
    (L.HYDROZOA_RESERVES, NOTHING, 6),
    (L.HYDROZOA_RESERVES, TWO_MAGES, 10),
    (L.SANCTUARY, NOTHING, 4),
    (L.SANCTUARY, Own(affiliated="jellyfish/3 jellyfish/1"), 10),
    (L.SANCTUARY, SOME_OF_EACH, 10),
    (L.PARLIAMENT, NOTHING, 6),
    (L.PARLIAMENT, TWO_POLITICIANS, 10),
    (L.BARRACKS, NOTHING, 7),
    (L.BARRACKS, THREE_SOLDIERS, 13),
    (L.DOCKWORKS, NOTHING, 5),
    (L.DOCKWORKS, ONE_MERCHANT, 7),
    (L.SARGASSO_FIELDS, NOTHING, 3),
    (L.SARGASSO_FIELDS, SOME_OF_EACH, 6),
    (L.ABYSS, NOTHING, 0),
    (L.ABYSS, THREE_FARMERS, 2),
    (L.ABYSS, TWO_POLITICIANS, 4),
    (L.ABYSS, AMBASSADORS, 2),
    (L.ABYSS, ALL_GUILDS, 12),
    (L.BLACK_SMOKERS, NOTHING, 0),
    (L.BLACK_SMOKERS, ALL_GUILDS, 0),
    (L.OCEANIC_SENATE_ASSEMBLY, NOTHING, 4),
    (L.OCEANIC_SENATE_ASSEMBLY, SOME_OF_EACH, 10),
    (L.DEPTHS, NOTHING, 0),
    (L.DEPTHS, THREE_FARMERS, 12),
    (L.DEPTHS, ALL_GUILDS, 6),
    (L.THRONE_ROOM, NOTHING, 0),
    (L.THRONE_ROOM, THREE_FARMERS, 12),
    (L.THRONE_ROOM, Own(free="keeper", turned="miller"), 10),
    (L.JAIL, NOTHING, 15),
    (L.JAIL, THREE_FARMERS, 12),
    (L.JAIL, ALL_GUILDS, 8),
    (L.CHASM, NOTHING, 5),
    (L.CHASM, SOME_OF_EACH, 14),
    (L.CLOSED_TOWER, NOTHING, 0),
    (L.CLOSED_TOWER, Own(free="keeper miller", turned="recruiter", under="slaver trader"), 9),
    (L.CLOSED_TOWER, AMBASSADORS, 0),
    (L.LOST_TOWER, NOTHING, 0),
    (L.LOST_TOWER, Own(free="keeper miller", turned="jailer", under="slaver trader"), 9),
    (L.LOST_TOWER, AMBASSADORS, 9),
    (L.CHAMBER_OF_ALLIES, NOTHING, 3),
    (L.CHAMBER_OF_ALLIES, SOME_OF_EACH, 3 + 1 + 2 + 3 + 2 + 1),
    (L.CHAMBER_OF_ALLIES, Own(affiliated="crab/5 crab/3"), 6),
    (L.NEST_OF_GIANT_CLAMS, NOTHING, 3),
    (L.NEST_OF_GIANT_CLAMS, SOME_OF_EACH, 6),
    (L.CORAL_BARRIER, NOTHING, 20),
    (L.CORAL_BARRIER, SOME_OF_EACH, 11),
]


@pytest.mark.parametrize("location", PRINTED)
def test_numbers_as_printed(location: Location) -> None:
    """end.scoring: the fixed points of each tile, and those for each thing it counts."""
    tile = LOCATIONS[location]
    assert (tile.fixed, tile.each) == PRINTED[location]


def test_no_tile_is_missing() -> None:
    assert LOCATIONS.keys() == PRINTED.keys()
    assert {location for location, _, _ in WORTH} | {L.CITY_OF_MIRRORS} == PRINTED.keys()
    assert COUNTED.keys() == PRINTED.keys() - {L.CITY_OF_MIRRORS, L.BLACK_SMOKERS}


@pytest.mark.parametrize(("location", "own", "points"), WORTH)
def test_worth(location: Location, own: Own, points: int) -> None:
    """end.scoring (Ende des Spiels): counted with the seat's own Allies and Lords, free, turned or under a tile."""
    assert location_points(table_with(own), 0, location) == points


def test_lords_under_the_very_tile_count_for_it() -> None:
    """end.scoring, locations.control: the three Farmers that took the Silos are counted by it."""
    table = table_of(holdings={0: {"sargasso_silos": "keeper reaper shepherd"}})
    assert score_of(table, 0).locations == 11


def test_locations_are_added_up() -> None:
    """end.scoring: every tile counts separately; the same Lord may count for several."""
    table = table_of(holdings={0: {"sargasso_silos": "keeper reaper shepherd", "jail": "", "abyss": ""}})
    assert score_of(table, 0).locations == 11 + 12 + 2


def test_coral_barrier_includes_allies_that_join_at_the_end() -> None:
    """end.affiliate, end.scoring: hands are affiliated before the tiles are counted."""
    table = table_of(
        holdings={0: {"coral_barrier": ""}},
        affiliated={0: "crab/1"},
        hand={0: "crab/2 crab/3 squid/5 squid/4"},
    )
    affiliate_hands(table)
    assert score_of(table, 0).locations == 20 - 3


@pytest.mark.parametrize(("location", "points"), [(L.CLOSED_TOWER, 9), (L.LOST_TOWER, 0)])
def test_towers_and_ambassadors_by_the_german_book(location: Location, points: int) -> None:
    """end.scoring, ruling ambassador.keys (Kontrolle über Orte, Anmerkung): Ambassadors have three keys there."""
    table = table_of(free={0: "sage"}, holdings={0: {"jail": "hermit elder"}}, edition="de")
    assert location_points(table, 0, location) == points


@pytest.mark.parametrize("reading", ["none", "three"])
@pytest.mark.parametrize("turned_keys", ["printed", "gone"])
def test_every_lord_counts_for_one_tower(reading: str, turned_keys: str) -> None:
    """end.scoring, rulings ambassador.keys and turned.keys: each Lord has a key or not, under every reading."""
    own = Own(free="keeper sage", turned="recruiter", under="trader elder")
    table = table_with(own, {"ambassador.keys": reading, "turned.keys": turned_keys})
    towers = [location_points(table, 0, location) for location in (L.CLOSED_TOWER, L.LOST_TOWER)]
    assert sum(towers) == 15


# The City of Mirrors

MIRRORED = [
    ("", "keeper", "", 0),
    ("barracks", "jailer seeker", "", 11),
    ("barracks sargasso_silos", "keeper reaper shepherd", "", 11),
    ("black_smokers", "keeper", "", 0),
    ("depths", "", "", 0),
    ("coral_barrier jail", "keeper", "crab/1 crab/2", 18),
    ("closed_tower lost_tower", "keeper miller landowner", "", 6),
]


@pytest.mark.parametrize(("theirs", "free", "affiliated", "points"), MIRRORED)
def test_city_of_mirrors(theirs: str, free: str, affiliated: str, points: int) -> None:
    """end.scoring, ruling mirrors.counted_with: the best Location of an opponent, counted with the seat's own cards."""
    table = table_of(
        free={0: free},
        affiliated={0: affiliated},
        holdings={0: {"city_of_mirrors": ""}, 1: dict.fromkeys(theirs.split(), "")},
    )
    assert location_points(table, 0, L.CITY_OF_MIRRORS) == points
    assert score_of(table, 0).locations == points


def test_city_of_mirrors_looks_at_every_opponent_but_not_at_its_owner() -> None:
    """end.scoring: the best tile of all opponents; the seat's own other tiles cannot be copied."""
    table = table_of(
        4,
        holdings={
            0: {"city_of_mirrors": "", "coral_barrier": ""},
            1: {"sargasso_fields": ""},
            2: {"jail": ""},
            3: {"chasm": ""},
        },
    )
    assert location_points(table, 0, L.CITY_OF_MIRRORS) == 15
    assert score_of(table, 0).locations == 15 + 20


def test_city_of_mirrors_leaves_the_tile_to_its_owner() -> None:
    """end.scoring: a copy takes nothing away."""
    table = table_of(holdings={0: {"city_of_mirrors": ""}, 1: {"jail": ""}})
    assert [score_of(table, seat).locations for seat in (0, 1)] == [15, 15]


def test_city_of_mirrors_with_their_cards_under_that_reading() -> None:
    """end.scoring, ruling mirrors.counted_with: worth what the tile is worth to its owner."""
    table = table_of(
        free={0: "keeper", 1: "jailer seeker"},
        holdings={0: {"city_of_mirrors": ""}, 1: {"barracks": "", "sargasso_silos": ""}},
        readings={"mirrors.counted_with": "their_cards"},
    )
    assert location_points(table, 0, L.CITY_OF_MIRRORS) == 11


# The Black Smokers


def taking(location_deck: str, *, face_up: str = "", readings: Mapping[str, str] | None = None) -> Playing:
    """Let a seat with three key tokens take a Location, as it must."""
    table = table_of(3, keys=(3,), open_locations=face_up, location_deck=location_deck, readings=readings)
    return Playing(table, control_locations(table, 0))


def test_black_smokers_are_exchanged_for_any_location_of_the_deck() -> None:
    """location.black_smokers: they leave the game, and the seat controls the other tile instead."""
    playing = taking("chasm depths jail", face_up="black_smokers abyss")
    playing.answer(TakeLocation(L.BLACK_SMOKERS))
    assert playing.options == [DECLINE, SearchFor(L.DEPTHS), SearchFor(L.JAIL), SearchFor(L.CHASM)]
    playing.answer(SearchFor(L.JAIL))
    state = playing.table.state
    assert playing.done
    assert playing.facts_of(LocationExchanged) == [LocationExchanged(0, L.JAIL, returned=False)]
    assert state.realms[0].holdings == [Holding(L.JAIL, [])]
    assert sorted(state.location_deck) == [L.CHASM, L.DEPTHS]
    assert state.locations_gone == [L.BLACK_SMOKERS]
    assert state.open_locations == [L.ABYSS]


def test_black_smokers_keep_the_lords_under_them() -> None:
    """location.black_smokers, locations.control: the Lords used then lie under the other tile."""
    table = table_of(free={0: "keeper reaper shepherd"}, open_locations="black_smokers", location_deck="jail")
    playing = Playing(table, control_locations(table, 0)).answer(TakeLocation(L.BLACK_SMOKERS))
    playing.answer(SearchFor(L.JAIL))
    assert table.state.realms[0].holdings == [Holding(L.JAIL, [Lord.KEEPER, Lord.REAPER, Lord.SHEPHERD])]


def test_black_smokers_may_be_kept() -> None:
    """location.black_smokers: the seat may exchange them; kept, they are worth nothing."""
    playing = taking("jail", face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS)).answer(DECLINE)
    assert playing.done
    assert playing.facts_of(LocationExchanged) == []
    assert score_of(playing.table, 0).locations == 0


def test_black_smokers_with_an_empty_deck() -> None:
    """location.black_smokers: there is nothing to look through, so nothing is asked."""
    playing = taking("", face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS))
    assert playing.done
    assert playing.facts_of(LocationDeckSearched) == []


def test_black_smokers_drawn_with_others() -> None:
    """location.black_smokers, locations.choice: the other tiles drawn lie face up and cannot be searched for."""
    playing = (
        taking("chasm jail black_smokers").answer(DrawLocations(2)).answer(KeepLocation(L.BLACK_SMOKERS))
    )
    assert playing.options == [DECLINE, SearchFor(L.CHASM)]
    assert playing.refusal(SearchFor(L.JAIL)) is not None
    assert playing.table.state.open_locations == [L.JAIL]


def test_black_smokers_search_is_seen_by_its_seat_alone() -> None:
    """location.search: names for the seat, backs for the others, in the order of the box, not of the deck."""
    deck = "chasm depths jail"
    playing = taking(deck, face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS))
    (searched,) = playing.facts_of(LocationDeckSearched)
    assert as_seen(searched, 0) == LocationDeckSearched(0, (L.DEPTHS, L.JAIL, L.CHASM))
    for viewer in (1, 2, SPECTATOR):
        assert as_seen(searched, viewer) == LocationDeckSearched(0, (L.HIDDEN,) * 3)
    other = taking("jail chasm depths", face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS))
    assert other.facts_of(LocationDeckSearched) == [searched]
    assert other.options == playing.options


@pytest.mark.parametrize("choice", [DECLINE, SearchFor(L.JAIL)])
def test_black_smokers_search_ends_with_a_shuffle(choice: Choice) -> None:
    """location.search: nobody, not even the seat, knows how the deck lies afterwards."""
    playing = taking("chasm depths jail", face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS))
    playing.answer(choice)
    shuffled = playing.facts[-1]
    assert isinstance(shuffled, LocationsShuffled)
    left = set(locations("chasm depths jail")) - ({L.JAIL} if choice != DECLINE else set())
    assert set(shuffled.locations) == left
    assert as_seen(shuffled, 0) == LocationsShuffled((L.HIDDEN,) * len(left))


def test_black_smokers_may_go_back_into_the_deck_under_that_reading() -> None:
    """location.black_smokers, ruling black_smokers.return: shuffled in with the rest."""
    playing = taking("chasm jail", face_up="black_smokers", readings={"black_smokers.return": "deck"})
    playing.answer(TakeLocation(L.BLACK_SMOKERS)).answer(SearchFor(L.JAIL))
    assert sorted(playing.table.state.location_deck) == [L.BLACK_SMOKERS, L.CHASM]
    assert playing.table.state.locations_gone == []


def test_black_smokers_taken_are_told_before_they_are_exchanged() -> None:
    """locations.control: taking them, which used three keys, is a fact of its own."""
    playing = taking("jail", face_up="black_smokers").answer(TakeLocation(L.BLACK_SMOKERS))
    assert playing.facts_of(LocationControlled) == [LocationControlled(0, L.BLACK_SMOKERS, (), 3)]


def test_sample_tile_of_the_book() -> None:
    """end.scoring (Kontrolle über Orte): the tile shown there counts Seahorses, three points each and three fixed."""
    table = table_of(affiliated={0: "seahorse/1 seahorse/5 crab/2"})
    assert location_points(table, 0, L.SARGASSO_FIELDS) == 3 + 2 * 3
    assert Card.CRAB_2 in table.state.realms[0].affiliated
