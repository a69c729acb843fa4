"""Controlling Locations: the rules `locations` and `locations.*`, "3 Kontrolle über Orte"."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Location, Lord
from referee.games.abyss.choices import (
    DrawLocations,
    KeepLocation,
    SpendKeyToken,
    SpendLordKey,
    TakeLocation,
)
from referee.games.abyss.facts.locations import LocationControlled, LocationsDrawn, LocationsOpened
from referee.games.abyss.locations import control_locations
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.scoring import score_of
from referee.games.abyss.state import Holding, State
from referee.kernel.asks import Choice
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing, locations, lords, table_of

TOKEN = SpendKeyToken()
JAIL = TakeLocation(Location.JAIL)


def controlling(table: Table[State]) -> Playing:
    return Playing(table, control_locations(table, 0))


def spend(names: str) -> list[Choice]:
    return [SpendLordKey(lord) for lord in lords(names)]


# Three keys


@pytest.mark.parametrize(
    ("tokens", "free", "turned"),
    [(2, "", ""), (0, "keeper reaper", ""), (1, "keeper", "reaper"), (0, "trader peddler miller elder", "")],
)
def test_fewer_than_three_keys_bring_nothing(tokens: int, free: str, turned: str) -> None:
    """Rule locations (3 Kontrolle über Orte): a turned Lord's key does not count, nor does a Lord without one."""
    table = table_of(keys=[tokens], free={0: free}, turned={0: turned}, open_locations="jail")
    assert controlling(table).done
    assert table.state.realms[0].holdings == []


@pytest.mark.parametrize(
    ("tokens", "free"), [(3, ""), (2, "keeper"), (1, "keeper reaper"), (0, "keeper reaper slaver")]
)
def test_three_keys_must_be_used(tokens: int, free: str) -> None:
    """Rule locations (3 Kontrolle über Orte): tokens and free Lords count alike; declining is not an option."""
    table = table_of(keys=[tokens], free={0: free}, open_locations="jail")
    playing = controlling(table)
    assert playing.options == [JAIL, *[DrawLocations(count) for count in (1, 2, 3, 4)]]
    assert playing.answer(JAIL).done
    realm = table.state.realms[0]
    assert realm.holdings == [Holding(Location.JAIL, lords(free))]
    assert (realm.free, realm.key_tokens) == ([], 0)


def test_keys_under_a_location_are_used_up() -> None:
    """locations.control (3 Kontrolle über Orte): keys of Lords under a tile cannot be used again."""
    table = table_of(keys=[2], holdings={0: {"jail": "keeper reaper slaver"}}, open_locations="depths")
    assert controlling(table).done


# Which Location


def test_face_up_location_is_taken() -> None:
    """locations.choice (Der Spieler hat dann die Wahl): any of the face-up ones."""
    table = table_of(keys=[3], open_locations="jail depths abyss")
    playing = controlling(table).answer(TakeLocation(Location.DEPTHS))
    assert playing.facts == [LocationControlled(0, Location.DEPTHS, (), 3)]
    assert playing.paths == ["locations/locations.control"]
    assert table.state.open_locations == locations("jail abyss")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_to_four_locations_are_drawn(count: int) -> None:
    """locations.choice (Der Spieler hat dann die Wahl): one of those drawn is kept, the others lie face up."""
    table = table_of(keys=[3], open_locations="jail", location_deck="depths abyss chasm parliament barracks")
    drawn = locations("barracks parliament chasm abyss")[:count]
    playing = controlling(table).answer(DrawLocations(count))
    if count > 1:
        # The face-up Location is no longer among the choices.
        assert playing.options == [KeepLocation(location) for location in drawn]
        playing.answer(KeepLocation(drawn[-1]))
    assert playing.done
    assert playing.facts_of(LocationsDrawn) == [LocationsDrawn(0, tuple(drawn))]
    assert [holding.location for holding in table.state.realms[0].holdings] == [drawn[-1]]
    assert table.state.open_locations == [Location.JAIL, *drawn[:-1]]
    assert len(table.state.location_deck) == 5 - count
    assert table.state.drawn_locations == []
    opened = [LocationsOpened(tuple(drawn[:-1]))] if count > 1 else []
    assert playing.facts_of(LocationsOpened) == opened


def test_no_more_are_drawn_than_there_are() -> None:
    """locations.choice: the deck may hold fewer than four."""
    table = table_of(keys=[3], open_locations="jail", location_deck="depths abyss")
    playing = controlling(table)
    assert playing.options == [JAIL, DrawLocations(1), DrawLocations(2)]
    assert playing.refusal(DrawLocations(3)) == no(Obstacle.LOCATION_DECK_SHORT, "locations.choice")
    assert playing.refusal(DrawLocations(5)) == no(Obstacle.FOUR_AT_MOST, "locations.choice")
    assert playing.refusal(DrawLocations(0)) == Refused(Refusal.NOT_OFFERED)
    playing.answer(DrawLocations(2)).answer(KeepLocation(Location.DEPTHS))
    assert table.state.location_deck == []


def test_without_a_face_up_location_some_must_be_drawn() -> None:
    """locations.choice: the last face-up one may have been taken."""
    table = table_of(keys=[3], location_deck="depths")
    playing = controlling(table)
    assert playing.options == [DrawLocations(1)]
    assert playing.answer(DrawLocations(1)).done


def test_without_any_location_the_duty_lapses() -> None:
    """locations.none_left: with neither a face-up Location nor a deck, the keys are kept."""
    table = table_of(keys=[3], free={0: "keeper"}, location_deck="")
    assert controlling(table).done
    assert table.state.realms[0].key_tokens == 3
    assert table.state.realms[0].free == [Lord.KEEPER]


# Which keys


def test_with_more_than_three_keys_the_seat_chooses() -> None:
    """locations.keys (3 Kontrolle über Orte): any three of tokens and free Lords."""
    table = table_of(keys=[2], free={0: "keeper slaver"}, open_locations="jail", location_deck="")
    playing = controlling(table).answer(JAIL)
    assert playing.ask.name == "abyss.keys"
    assert playing.options == [TOKEN, TOKEN, *spend("keeper slaver")]
    assert playing.refusal(TOKEN, TOKEN) == Refused(Refusal.TOO_FEW)
    assert playing.refusal(TOKEN, TOKEN, *spend("keeper slaver")) == Refused(Refusal.TOO_MANY)
    playing.answer(TOKEN, *spend("keeper slaver"))
    realm = table.state.realms[0]
    assert realm.holdings == [Holding(Location.JAIL, lords("keeper slaver"))]
    assert realm.key_tokens == 1
    assert table.state.key_supply == 9


def test_turned_lord_is_not_among_the_keys() -> None:
    """locations.keys, lord.assassin (Meuchelmörder): a turned Lord has no key, and stays where it is."""
    table = table_of(
        keys=[2], free={0: "keeper reaper"}, turned={0: "slaver"}, open_locations="jail", location_deck=""
    )
    playing = controlling(table).answer(JAIL)
    assert playing.options == [TOKEN, TOKEN, *spend("keeper reaper")]
    playing.answer(TOKEN, *spend("keeper reaper"))
    assert table.state.realms[0].free == [Lord.SLAVER]


def test_key_tokens_alone_are_no_choice() -> None:
    """locations.keys: with four tokens and no Lord, any three are the same, so nothing is asked."""
    table = table_of(keys=[4], open_locations="jail")
    assert controlling(table).answer(JAIL).done
    assert table.state.realms[0].key_tokens == 1


def test_six_keys_bring_two_locations() -> None:
    """Rule locations (3 Kontrolle über Orte): again while three keys are left."""
    table = table_of(keys=[4], free={0: "keeper reaper"}, open_locations="jail depths", location_deck="")
    playing = controlling(table).answer(TakeLocation(Location.DEPTHS)).answer(TOKEN, *spend("keeper reaper"))
    assert playing.options == [JAIL]
    assert playing.answer(JAIL).done
    assert table.state.realms[0].holdings == [
        Holding(Location.DEPTHS, lords("keeper reaper")),
        Holding(Location.JAIL, []),
    ]


def test_locations_left_face_up_can_be_taken_with_the_next_three_keys() -> None:
    """Rule locations, locations.choice: the same seat may take a tile that it has just left."""
    table = table_of(keys=[6], location_deck="jail depths")
    playing = controlling(table).answer(DrawLocations(2)).answer(KeepLocation(Location.DEPTHS))
    assert playing.options == [JAIL]
    assert playing.answer(JAIL).done


# What is under a Location


def test_lords_under_a_location_keep_their_points_only() -> None:
    """locations.control (3 Kontrolle über Orte): no longer free, no power, no key, but influence points."""
    table = table_of(free={0: "keeper shaman slaver"}, open_locations="city_of_mirrors", location_deck="")
    before = score_of(table, 0).lords
    controlling(table).answer(TakeLocation(Location.CITY_OF_MIRRORS))
    realm = table.state.realms[0]
    assert realm.free == []
    assert realm.key_lords() == []
    assert not any(realm.has(lord) for lord in lords("keeper shaman slaver"))
    assert realm.lords() == lords("keeper shaman slaver")
    assert score_of(table, 0).lords == before == 16


def test_key_tokens_used_go_back_to_the_supply() -> None:
    """locations.control, supply.keys (Eingesetzte Schlüsselplättchen): to be gained again."""
    table = table_of(keys=[3], open_locations="jail")
    assert table.state.key_supply == 7
    controlling(table).answer(JAIL)
    assert table.state.key_supply == 10


def test_absent_seat_takes_a_face_up_location_with_tokens_first() -> None:
    """Rule locations: the default answers are valid and keep the powers of Lords."""
    table = table_of(keys=[3], free={0: "slaver"}, open_locations="jail")
    playing = controlling(table)
    playing.answer(playing.options[0]).answer(*playing.options[:3])
    assert table.state.realms[0].holdings == [Holding(Location.JAIL, [])]
    assert table.state.realms[0].free == [Lord.SLAVER]
