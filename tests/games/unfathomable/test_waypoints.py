"""Arriving (DE 17, 24.8, FR 14, 44.8, PL 11, 36.8), the twenty waypoints, and looking at them."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import DECK, WATER, Space
from referee.games.unfathomable.cards import WAYPOINTS, Damage, Monarch, Resource, Waypoint
from referee.games.unfathomable.choices import ACCEPT, PASS, ChooseOption, ChooseSpace, ChooseWaypoint
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.defeat import PassengerDefeated, PassengerRisked
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.facts.reveal import AwakeningBegan
from referee.games.unfathomable.facts.tracks import TravelMoved
from referee.games.unfathomable.facts.waypoints import (
    WaypointPlaced,
    WaypointResolved,
    WaypointsLookedAt,
    WaypointsPutBack,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.tracks import advance_travel
from referee.games.unfathomable.waypoints import (
    arrive,
    choose_waypoint,
    look_at_waypoints,
    peek_at_two,
    put_waypoints_back,
    resolve_waypoint,
)
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching

FIRST, SECOND = ChooseOption(1), ChooseOption(2)
AWAY = dict.fromkeys(range(4), "sick_bay")


def come_to(table: Table[State], name: str) -> Sailing:
    """Resolve a waypoint that seat 1 has chosen."""
    waypoint = Waypoint(name)
    table.state.waypoint_deck.remove(waypoint)
    table.state.waypoint_deck.append(waypoint)
    table.record(WaypointPlaced(1, waypoint))
    return Sailing(table, resolve_waypoint(table, 1, waypoint))


def dials(table: Table[State]) -> tuple[int, ...]:
    """Fuel, food, sanity, souls."""
    return tuple(table.state.resources.values())


# Arriving

TOPS = "waypoint/calm_waters waypoint/rough_water waypoint/reef"


def test_the_captain_chooses_between_two() -> None:
    """travel.arrival.captain_choice, waypoint.play, travel.arrival.resolve, .reset (DE 24.8, FR 44.8, PL 36.8)."""
    table = table_of(travel=4, tops=TOPS, titles={"captain": 2, "keeper": 0})
    playing = Sailing(table, arrive(table))
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.waypoint")
    assert playing.options == [ChooseWaypoint(Waypoint.CALM_WATERS), ChooseWaypoint(Waypoint.ROUGH_WATER)]
    playing.answer(ChooseWaypoint(Waypoint.ROUGH_WATER))
    assert playing.done
    state = table.state
    assert state.waypoints == [Waypoint.ROUGH_WATER]
    assert (state.waypoint_deck[0], state.waypoint_deck[-1]) == (Waypoint.CALM_WATERS, Waypoint.REEF)
    assert (state.travel, state.arriving) == (0, Waypoint.HIDDEN)
    assert dials(table) == (6, 8, 7, 8)
    assert [type(fact) for fact in playing.facts[:3]] == [
        WaypointsLookedAt,
        WaypointPlaced,
        WaypointsPutBack,
    ]
    assert playing.facts[-2:] == [WaypointResolved(Waypoint.ROUGH_WATER), TravelMoved(4, 0)]
    root = "travel.arrival/travel.arrival.captain_choice/waypoint.play/"
    assert root + "travel.arrival.resolve/waypoint.rough_water/resource.change" in playing.paths
    assert playing.paths[-1] == root + "travel.arrival.reset/track.reset"


def test_the_captain_looks_alone() -> None:
    """ability.look, waypoint.play (DE 18.7, 24.8, FR 10.7, 44.8, PL 50.7, 36.8): nobody else sees the other one."""
    table = table_of(travel=4, tops=TOPS)
    looker, other, nobody = [Watching(table, viewer) for viewer in (0, 1, SPECTATOR)]
    playing = Sailing(table, arrive(table))
    hidden = Waypoint.HIDDEN
    assert looker.state.waypoints_held == [Waypoint.CALM_WATERS, Waypoint.ROUGH_WATER]
    for watcher in (other, nobody):
        assert watcher.state.waypoints_held == [hidden, hidden]
        assert watcher.state.waypoint_deck == [hidden] * 18
    playing.answer(ChooseWaypoint(Waypoint.CALM_WATERS))
    for watcher in (looker, other, nobody):
        assert watcher.state.waypoints == [Waypoint.CALM_WATERS]
        assert watcher.state.waypoint_deck == [hidden] * 19
        assert watcher.state.waypoints_held == []
    (back,) = playing.facts_of(WaypointsPutBack)
    assert as_seen(back, 0) == WaypointsPutBack(0, (), (Waypoint.ROUGH_WATER,))
    assert as_seen(back, 1) == WaypointsPutBack(0, (), (hidden,))


def test_the_last_waypoint_must_be_taken() -> None:
    """limits.short_deck (DE 31.1, FR 36.1, PL 24.1): of one card there is nothing to choose."""
    table = table_of(travel=4)
    table.state.waypoint_deck[:] = [Waypoint.CALM_WATERS]
    assert Sailing(table, arrive(table)).done
    assert (table.state.waypoints, table.state.waypoint_deck) == ([Waypoint.CALM_WATERS], [])
    assert table.state.waypoints_held == []


def test_no_waypoint_left() -> None:
    """limits.short_deck (DE 31.1, FR 36.1, PL 24.1): nothing is resolved, and the marker goes back."""
    table = table_of(travel=4)
    table.state.waypoint_deck.clear()
    assert Sailing(table, arrive(table)).facts == [TravelMoved(4, 0)]


def test_the_ship_comes_into_port() -> None:
    """game_end.arrival_12 (DE 11.0, 17.2, 24.8, FR 28.0, 14.2, 44.8, PL 48.0, 11.2, 36.8)."""
    table = table_of(travel=3, waypoints="calm_waters rough_water stormy_seas", loyalty={1: "hybrid"})
    playing = Sailing(table, advance_travel(table))
    assert playing.over
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == (Ending.ARRIVED, (0, 2, 3))
    assert "game_end.arrival_12" in playing.paths[-1]


def test_eleven_is_not_enough() -> None:
    """game_end.arrival_12 (DE 24.8, FR 44.8, PL 36.8): the card that brings it to 12 is not the end yet."""
    table = table_of(travel=3, waypoints="calm_waters rough_water smooth_sailing", tops="waypoint/reef")
    table.state.is_awake = True
    assert Sailing(table, advance_travel(table)).ask.name == "unfathomable.waypoint"


def arriving_anew(reading: str) -> Sailing:
    """Arrive a second time while the waypoint that makes it 12 is being resolved."""
    table = table_of(
        travel=4, waypoints="calm_waters rough_water stormy_seas", readings={"waypoint.counted": reading}
    )
    table.state.arriving = Waypoint.STORMY_SEAS
    return Sailing(table, arrive(table))


def test_a_waypoint_counts_when_it_is_placed() -> None:
    """waypoint.play, ruling waypoint.counted=when_placed (DE 17.2, PL 11.2)."""
    assert arriving_anew("when_placed").over


def test_a_waypoint_counts_when_it_is_resolved() -> None:
    """waypoint.play, ruling waypoint.counted=when_resolved (FR 14.2)."""
    assert not arriving_anew("when_resolved").over


# The Awakening


@pytest.mark.parametrize("reading", ["when_placed", "when_resolved"])
def test_the_awakening_comes_after_the_reset(reading: str) -> None:
    """awakening.trigger (DE 17.2, 24.8, 38.0, FR 14.2, 44.8, 43.0, PL 11.2, 36.8, 6.0): effects, reset, Awakening."""
    table = table_of(travel=3, waypoints="iceberg", tops=TOPS, readings={"waypoint.counted": reading})
    table.state.loyalty_deck = [table.state.players[0].loyalty[0]] * 4
    playing = Sailing(table, advance_travel(table, 2))
    playing.answer(ChooseWaypoint(Waypoint.CALM_WATERS))
    assert playing.done
    assert table.state.is_awake
    places = [type(fact) for fact in playing.facts]
    awake = places.index(AwakeningBegan)
    assert playing.facts[:awake][-1] == TravelMoved(4, 0)
    assert playing.facts[-1] == TravelMoved(0, 1)


def test_no_awakening_before_six() -> None:
    """awakening.trigger (DE 38.0, FR 43.0, PL 6.0): 4 is not enough."""
    table = table_of(travel=4, tops=TOPS)
    Sailing(table, arrive(table)).answer(ChooseWaypoint(Waypoint.CALM_WATERS))
    assert not table.state.is_awake


def test_one_awakening_only() -> None:
    """awakening.once (DE 38.5, FR 43.5, PL 6.5)."""
    table = table_of(travel=4, waypoints="stormy_seas", tops=TOPS)
    table.state.is_awake = True
    playing = Sailing(table, arrive(table)).answer(ChooseWaypoint(Waypoint.CALM_WATERS))
    assert playing.done
    assert not playing.facts_of(AwakeningBegan)


def test_somebody_else_chooses() -> None:
    """mythos.open_the_gate (the card): the player it names looks, chooses and decides; the marker goes to the start."""
    table = table_of(travel=2, tops="waypoint/iceberg waypoint/reef")
    playing = Sailing(table, choose_waypoint(table, 3))
    assert playing.ask.seat == 3
    playing.answer(ChooseWaypoint(Waypoint.ICEBERG))
    assert (playing.ask.seat, playing.ask.name) == (3, "unfathomable.waypoint_roll")
    playing.answer(PASS)
    assert table.state.travel == 0


# The waypoints


def test_every_waypoint_says_its_distance_and_fuel() -> None:
    """waypoint.parts, waypoint.distance_range (DE 17.1, FR 14.1, PL 11.1): 2 to 4, and each has a test here."""
    assert len(WAYPOINTS) == 20
    assert {card.distance for card in WAYPOINTS.values()} == {2, 3, 4}
    for card in WAYPOINTS.values():
        assert card.fuel == card.distance - 2


RISKY = [
    ("abandoned_depot", 3, (10, 8, 8, 8), 0),
    ("deserted_island", 1, (8, 9, 8, 8), 0),
    ("shipwreck_survivors", 1, (8, 8, 8, 9), 0),
    ("wrecked_ship", 1, (9, 8, 8, 8), 0),
    ("rainstorm", 1, (7, 9, 8, 8), 1),
]


@pytest.mark.parametrize(("name", "count", "gained", "fuel"), RISKY)
def test_risking_passengers_pays(name: str, count: int, gained: tuple[int, ...], fuel: int) -> None:
    """waypoint.abandoned_depot, .deserted_island, .shipwreck_survivors, .wrecked_ship, .rainstorm (cards): on 5."""
    table = table_of(die=(*[4] * count, 5))
    playing = come_to(table, name)
    assert (playing.ask.seat, playing.ask.name, playing.ask.options) == (
        1,
        "unfathomable.waypoint_risk",
        (PASS, ACCEPT),
    )
    playing.answer(ACCEPT)
    assert playing.done
    assert dials(table) == gained
    assert len(table.state.passengers[Space.DECK_4]) == count
    assert {roll.seat for roll in playing.facts_of(RollBegan)} == {1}
    assert f"waypoint.{name}" in playing.paths[-2]


@pytest.mark.parametrize(("name", "count", "gained", "fuel"), RISKY)
def test_risking_passengers_in_vain(name: str, count: int, gained: tuple[int, ...], fuel: int) -> None:
    """waypoint.abandoned_depot, .deserted_island, .shipwreck_survivors, .wrecked_ship, .rainstorm (cards): on 4."""
    table = table_of(die=(*[4] * count, 4))
    come_to(table, name).answer(ACCEPT)
    assert dials(table) == (8 - fuel, 8, 8, 8)
    assert len(table.state.passenger_supply) == 9 - count


@pytest.mark.parametrize(("name", "count", "gained", "fuel"), RISKY)
def test_risking_nobody(name: str, count: int, gained: tuple[int, ...], fuel: int) -> None:
    """ability.may (DE 18.4, FR 10.4, PL 50.4): one need not."""
    table = table_of()
    assert come_to(table, name).answer(PASS).done
    assert dials(table) == (8 - fuel, 8, 8, 8)
    assert table.state.passengers == {}


@pytest.mark.parametrize(("name", "count", "gained", "fuel"), RISKY)
def test_too_few_to_risk(name: str, count: int, gained: tuple[int, ...], fuel: int) -> None:
    """passenger.risk.as_cost, ability.to_cost (DE 37.6, 18.5, FR 41.6, 10.5, PL 25.6, 50.5): then one cannot."""
    table = table_of()
    del table.state.passenger_supply[count - 1 :]
    playing = come_to(table, name)
    assert playing.done
    assert not playing.facts_of(PassengerRisked)


@pytest.mark.parametrize(("name", "fuel"), [("hurricane", 0), ("maelstrom", 1)])
def test_fuel_or_damage(name: str, fuel: int) -> None:
    """waypoint.hurricane, waypoint.maelstrom (cards): lose 1 fuel, or damage the ship twice."""
    table = table_of()
    playing = come_to(table, name)
    assert (playing.ask.seat, playing.ask.name) == (1, "unfathomable.waypoint_option")
    assert playing.answer(FIRST).done
    assert dials(table) == (7 - fuel, 8, 8, 8)
    table = table_of(spaces=AWAY, tops="damage/structural_lore damage/structural_will", die=(1, 8))
    assert come_to(table, name).answer(SECOND).done
    assert dials(table) == (8 - fuel, 8, 8, 8)
    assert set(table.state.damage) == {Space.BRIDGE, Space.BOILER_ROOM}


@pytest.mark.parametrize(("face", "food", "damaged"), [(5, 9, 0), (4, 8, 1)])
def test_iceberg(face: int, food: int, damaged: int) -> None:
    """waypoint.iceberg (card): one may roll: 5 or more is 1 food, less damages the ship."""
    table = table_of(spaces=AWAY, tops="damage/structural_lore", die=(face, 3))
    playing = come_to(table, "iceberg")
    assert playing.ask.options == (PASS, ACCEPT)
    playing.answer(ACCEPT)
    assert (table.state.resources[Resource.FOOD], len(table.state.damage)) == (food, damaged)


def test_iceberg_passed_by() -> None:
    """waypoint.iceberg (card), ability.may (DE 18.4): no roll, no harm."""
    table = table_of()
    assert not come_to(table, "iceberg").answer(PASS).facts_of(RollBegan)


@pytest.mark.parametrize(("face", "damaged"), [(5, 0), (4, 1)])
def test_reef(face: int, damaged: int) -> None:
    """waypoint.reef (card): roll; 4 or less damages the ship."""
    table = table_of(spaces=AWAY, tops="damage/structural_lore", die=(face, 3))
    assert come_to(table, "reef").done
    assert len(table.state.damage) == damaged


def test_deep_one_city() -> None:
    """waypoint.deep_one_city (card): five Deep Ones in the Deep, then all that is there surfaces."""
    table = table_of(deep_ones="deep deck_1", monarchs={"dagon": "water_7"}, die=(6,))
    assert come_to(table, "deep_one_city").done
    assert table.state.deep_ones == {Space.DECK_1: 1, Space.WATER_2: 6}
    assert table.state.monarchs == {Monarch.DAGON: Space.WATER_7, Monarch.HYDRA: Space.WATER_2}
    assert dials(table) == (7, 8, 8, 8)


def test_fog_bank_lifts() -> None:
    """waypoint.fog_bank (card): on 5 or more it stays."""
    table = table_of(die=(5,))
    assert come_to(table, "fog_bank").done
    assert table.state.waypoints == [Waypoint.FOG_BANK]
    assert (dials(table), table.state.arriving) == ((7, 8, 8, 8), Waypoint.HIDDEN)


@pytest.mark.parametrize("reading", ["removed", "bottom"])
def test_fog_bank_misleads(reading: str) -> None:
    """waypoint.fog_bank (card), by both readings of its ruling: the top waypoint takes its place."""
    table = table_of(die=(4,), tops="waypoint/iceberg", readings={"waypoint.fog_bank": reading})
    watcher = Watching(table, 3)
    playing = come_to(table, "fog_bank")
    assert (playing.ask.seat, playing.ask.name) == (1, "unfathomable.waypoint_roll")
    assert table.state.arriving is Waypoint.ICEBERG
    playing.answer(PASS)
    assert table.state.waypoints == [Waypoint.ICEBERG]
    assert playing.facts[-1] == WaypointResolved(Waypoint.ICEBERG)
    removed = reading == "removed"
    assert (Waypoint.FOG_BANK in table.state.waypoints_gone) == removed
    assert (table.state.waypoint_deck[0] is Waypoint.FOG_BANK) == (not removed)
    assert watcher.state.waypoint_deck == [Waypoint.HIDDEN] * (18 if removed else 19)
    assert dials(table) == (7, 8, 8, 8)


def test_fog_bank_with_an_empty_deck() -> None:
    """waypoint.fog_bank (card), limits.short_deck (DE 31.1): nothing takes its place."""
    table = table_of(die=(4,))
    table.state.waypoint_deck[:] = [Waypoint.FOG_BANK]
    assert come_to(table, "fog_bank").done
    assert table.state.waypoints == []


def test_rogue_wave() -> None:
    """waypoint.rogue_wave (card): Deep Ones on deck move into the water; passengers on deck are overpowered."""
    table = table_of(
        deep_ones="deck_1 deck_1 deck_6 bridge", passengers={"deck_2": "soul", "deck_3": "nothing soul"}
    )
    playing = come_to(table, "rogue_wave")
    assert playing.ask.name == "unfathomable.deck_order"
    playing.answer(ChooseSpace(Space.DECK_2), ChooseSpace(Space.DECK_3))
    assert table.state.deep_ones == {Space.WATER_1: 2, Space.WATER_6: 1, Space.BRIDGE: 1}
    assert len(playing.facts_of(PassengerDefeated)) == 3
    assert dials(table) == (7, 8, 8, 6)


def test_rolling_seas() -> None:
    """waypoint.rolling_seas (card): the chooser picks the passenger."""
    table = table_of(passengers={"deck_2": "soul", "deck_3": "nothing soul"})
    playing = come_to(table, "rolling_seas")
    assert (playing.ask.seat, playing.ask.name) == (1, "unfathomable.rolling_seas")
    playing.answer(ChooseSpace(Space.DECK_2))
    assert len(playing.facts_of(PassengerDefeated)) == 1
    assert dials(table) == (7, 8, 8, 7)


def test_rolling_seas_without_a_choice() -> None:
    """waypoint.rolling_seas (card): with passengers on one space, or on none, nothing is asked."""
    table = table_of(passengers={"deck_2": "soul soul"})
    assert come_to(table, "rolling_seas").done
    assert len(table.state.passengers[Space.DECK_2]) == 1
    assert come_to(table_of(), "rolling_seas").done


@pytest.mark.parametrize(("name", "spaces", "fuel"), [("sea_smoke", WATER, 7), ("deep_one_ambush", DECK, 6)])
def test_deep_ones_everywhere(name: str, spaces: tuple[Space, ...], fuel: int) -> None:
    """waypoint.sea_smoke, waypoint.deep_one_ambush (cards): one Deep One on each of eight spaces."""
    table = table_of()
    assert come_to(table, name).done
    assert table.state.deep_ones == dict.fromkeys(spaces, 1)
    assert table.state.resources[Resource.FUEL] == fuel


def test_seaweed_patch() -> None:
    """waypoint.seaweed_patch (card): risk 2 passengers, or damage the ship."""
    table = table_of(die=(3, 5))
    assert come_to(table, "seaweed_patch").answer(FIRST).done
    assert set(table.state.passengers) == {Space.DECK_3, Space.DECK_5}
    table = table_of(spaces=AWAY, tops="damage/structural_lore", die=(3,))
    assert come_to(table, "seaweed_patch").answer(SECOND).done
    assert table.state.damage == {Space.CHAPEL: Damage.STRUCTURAL_LORE}


def test_seaweed_patch_with_one_passenger() -> None:
    """passenger.risk.short_supply (DE 37.5, FR 41.5, PL 25.5): as many as possible."""
    table = table_of(die=(3,))
    del table.state.passenger_supply[1:]
    assert come_to(table, "seaweed_patch").answer(FIRST).done
    assert len(table.state.passengers[Space.DECK_3]) == 1


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("smooth_sailing", (7, 7, 8, 8)),
        ("calm_waters", (6, 7, 8, 8)),
        ("rough_water", (6, 8, 7, 8)),
    ],
)
def test_plain_losses(name: str, left: tuple[int, ...]) -> None:
    """waypoint.smooth_sailing, waypoint.calm_waters, waypoint.rough_water (cards)."""
    table = table_of()
    assert come_to(table, name).done
    assert dials(table) == left


def test_stormy_seas() -> None:
    """waypoint.stormy_seas (card): damage the ship."""
    table = table_of(spaces=AWAY, tops="damage/structural_lore", die=(3,))
    playing = come_to(table, "stormy_seas")
    assert playing.done
    assert table.state.damage == {Space.CHAPEL: Damage.STRUCTURAL_LORE}
    assert dials(table) == (6, 8, 8, 8)
    assert [roll.seat for roll in playing.facts_of(RollBegan)] == [1]


def test_the_fuel_for_a_waypoint_may_be_the_last() -> None:
    """game_end.resource_zero (DE 11.0, 40.1, FR 28.0, 46.1, PL 48.0, 49.1): before anything else happens."""
    table = table_of(resources={"fuel": 2})
    playing = come_to(table, "deep_one_ambush")
    assert playing.over
    assert table.outcome is not None
    assert table.outcome.ending == Ending.FUEL_GONE
    assert table.state.deep_ones == {}


# Looking at the deck


def test_one_on_top_one_on_the_bottom() -> None:
    """ability.look (DE 18.7, FR 10.7, PL 50.7): two waypoints, seen by the looker alone."""
    table = table_of(tops=TOPS)
    looker, other = Watching(table, 2), Watching(table, 1)
    playing = Sailing(table, peek_at_two(table, 2))
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.waypoint_on_top")
    assert looker.state.waypoints_held == [Waypoint.CALM_WATERS, Waypoint.ROUGH_WATER]
    assert other.state.waypoints_held == [Waypoint.HIDDEN] * 2
    playing.answer(ChooseWaypoint(Waypoint.ROUGH_WATER))
    deck = table.state.waypoint_deck
    assert (deck[0], deck[-2:]) == (Waypoint.CALM_WATERS, [Waypoint.REEF, Waypoint.ROUGH_WATER])
    assert looker.state.waypoint_deck == other.state.waypoint_deck == [Waypoint.HIDDEN] * 20


def test_a_single_waypoint_stays() -> None:
    """limits.short_deck (DE 31.1, FR 36.1, PL 24.1): one is looked at and left; of none nothing is recorded."""
    table = table_of()
    table.state.waypoint_deck[:] = [Waypoint.REEF]
    assert Sailing(table, peek_at_two(table, 2)).done
    assert table.state.waypoint_deck == [Waypoint.REEF]
    table.state.waypoint_deck.clear()
    recorded = len(table.recorded)
    assert Sailing(table, peek_at_two(table, 2)).done
    assert len(table.recorded) == recorded


def test_putting_several_back() -> None:
    """ability.look (DE 18.7): on top the first is uppermost, on the bottom the last undermost."""
    table = table_of(tops=TOPS)
    found = look_at_waypoints(table, 0, 3)
    assert found == (Waypoint.CALM_WATERS, Waypoint.ROUGH_WATER, Waypoint.REEF)
    put_waypoints_back(table, 0, found[:1], found[1:])
    deck = table.state.waypoint_deck
    assert (deck[0], deck[1], deck[-1]) == (Waypoint.REEF, Waypoint.ROUGH_WATER, Waypoint.CALM_WATERS)
