"""The travel track and the ritual track (DE 24, FR 44, PL 36), and the progress symbols (DE 35, FR 17, PL 10)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Monarch, Progress, Resource, Waypoint
from referee.games.unfathomable.choices import (
    AdvanceRitual,
    AdvanceTravel,
    ChooseOption,
    ChooseSeat,
    ChooseSpace,
    ChooseWaypoint,
)
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.defeat import CharacterDefeated, PassengerDefeated
from referee.games.unfathomable.facts.resources import ResourceLost
from referee.games.unfathomable.facts.spawning import DeepOnesMoved, DeepOnesReturned, MonarchMoved
from referee.games.unfathomable.facts.tracks import RitualMoved, TravelMoved
from referee.games.unfathomable.tracks import (
    advance_ritual,
    advance_travel,
    reset_ritual,
    resolve_progress,
    retreat_ritual,
    retreat_travel,
)
from referee.games.unfathomable.waypoints import reset_travel
from tests.games.unfathomable.tables import Sailing, table_of

TWO_QUIET = "waypoint/smooth_sailing waypoint/calm_waters waypoint/rough_water waypoint/reef"
"""Waypoints on top of the deck that ask nothing further."""
QUIET = ChooseWaypoint(Waypoint.SMOOTH_SAILING)


def test_the_travel_marker_advances() -> None:
    """track.advance (DE 24.1, FR 44.1, PL 36.1)."""
    table = table_of(travel=1)
    playing = Sailing(table, advance_travel(table, 2))
    assert playing.done
    assert playing.facts == [TravelMoved(1, 2), TravelMoved(2, 3)]


def test_monsters_drift() -> None:
    """travel.monster_drift, .stern_to_deep (DE 24.7, 27.1, 48.2, FR 44.7, 5.1, 1.2, PL 36.7, 37.1, 23.2)."""
    deep_ones = "water_1 water_2 water_2 water_3 water_7 deck_1 deep"
    table = table_of(deep_ones=deep_ones, monarchs={"dagon": "water_8", "hydra": "water_5"})
    playing = Sailing(table, advance_travel(table))
    assert table.state.deep_ones == {
        Space.WATER_3: 1,
        Space.WATER_4: 2,
        Space.WATER_5: 1,
        Space.DECK_1: 1,
        Space.DEEP: 2,
    }
    assert table.state.monarchs == {Monarch.DAGON: Space.DEEP, Monarch.HYDRA: Space.WATER_7}
    into_the_deep = [path for path in playing.paths if path.endswith("travel.monster_drift.stern_to_deep")]
    assert len(into_the_deep) == 2


def test_drift_by_steps() -> None:
    """travel.monster_drift, ruling travel.drift=per_step (FR 44.7, PL 36.7): at the stern, then into the Deep."""
    table = table_of(deep_ones="water_5 water_1", monarchs={"hydra": "water_8"})
    Sailing(table, advance_travel(table, 2))
    assert table.state.deep_ones == {Space.DEEP: 1, Space.WATER_5: 1}
    assert table.state.monarchs[Monarch.HYDRA] is Space.DEEP


@pytest.mark.parametrize("chosen", [{"readings": {"travel.drift": "block"}}, {"edition": "de"}])
def test_drift_at_once(chosen: dict[str, object]) -> None:
    """travel.monster_drift, ruling travel.drift=block (DE 24.7): only what was at the stern goes into the Deep."""
    table = table_of(deep_ones="water_5 water_3 water_1 water_7", **chosen)  # type: ignore[arg-type]
    playing = Sailing(table, advance_travel(table, 3))
    assert table.state.deep_ones == {Space.DEEP: 1, Space.WATER_7: 3}
    assert len(playing.facts_of(DeepOnesMoved)) == 4


def test_drift_at_once_comes_before_the_arrival() -> None:
    """travel.monster_drift, ruling travel.drift=block (DE 24.7): all of it, though the ship goes on after arriving."""
    table = table_of(travel=3, deep_ones="water_1", tops=TWO_QUIET, readings={"travel.drift": "block"})
    playing = Sailing(table, advance_travel(table, 2))
    assert table.state.deep_ones == {Space.WATER_5: 1}
    playing.answer(QUIET)
    assert table.state.deep_ones == {Space.WATER_5: 1}
    assert table.state.travel == 1


@pytest.mark.parametrize(
    ("order", "drift", "space"),
    [
        ("drift_first", "per_step", Space.WATER_3),
        ("arrival_first", "per_step", Space.WATER_1),
        ("arrival_first", "block", Space.WATER_1),
    ],
)
def test_drift_or_arrival_first(order: str, drift: str, space: Space) -> None:
    """travel.arrival, ruling travel.step_order, by both readings (DE 24.7, 24.8)."""
    readings = {"travel.step_order": order, "travel.drift": drift}
    table = table_of(travel=3, deep_ones="water_1", tops=TWO_QUIET, readings=readings)
    playing = Sailing(table, advance_travel(table))
    assert playing.ask.name == "unfathomable.waypoint"
    assert table.state.deep_ones == {space: 1}
    playing.answer(QUIET)
    assert table.state.deep_ones == {Space.WATER_3: 1}


def test_the_marker_goes_on_after_an_arrival() -> None:
    """track.advance.overflow (DE 24.1, FR 44.1, PL 36.1): from the start, with the drift of each space."""
    table = table_of(travel=3, deep_ones="water_1", tops=TWO_QUIET)
    playing = Sailing(table, advance_travel(table, 3))
    playing.answer(QUIET)
    assert playing.done
    assert playing.facts_of(TravelMoved) == [
        TravelMoved(3, 4),
        TravelMoved(4, 0),
        TravelMoved(0, 1),
        TravelMoved(1, 2),
    ]
    assert table.state.deep_ones == {Space.WATER_7: 1}


@pytest.mark.parametrize(("travel", "count", "place", "short"), [(3, 2, 1, 0), (1, 2, 0, 1), (0, 2, 0, 2)])
def test_the_travel_marker_falls_back(travel: int, count: int, place: int, short: int) -> None:
    """track.back, track.back.at_start (DE 24.2, FR 44.2, PL 36.2): it says by how much it could not; nothing drifts."""
    table = table_of(travel=travel, deep_ones="water_3")
    assert retreat_travel(table, count) == short
    assert table.state.travel == place
    assert table.state.deep_ones == {Space.WATER_3: 1}
    assert len(table.recorded) == (travel > 0)


def test_resets() -> None:
    """track.reset (DE 24.3, FR 44.3, PL 36.3): to the start; there it stays."""
    table = table_of(travel=2, ritual=3)
    reset_travel(table)
    reset_ritual(table)
    assert (table.state.travel, table.state.ritual) == (0, 0)
    recorded = len(table.recorded)
    reset_travel(table)
    reset_ritual(table)
    assert len(table.recorded) == recorded == 2


def test_the_ritual_marker_advances_and_falls_back() -> None:
    """track.advance, track.back (DE 24.1, 24.2, FR 44.1, 44.2, PL 36.1, 36.2)."""
    table = table_of(deep_ones="water_1")
    assert Sailing(table, advance_ritual(table, 3)).done
    assert table.state.ritual == 3
    retreat_ritual(table)
    assert table.state.ritual == 2
    retreat_ritual(table, 5)
    assert table.state.ritual == 0
    retreat_ritual(table)
    assert table.recorded[-1].fact == RitualMoved(2, 0)
    assert table.state.deep_ones == {Space.WATER_1: 1}


def test_the_greater_banishment() -> None:
    """ritual.banish and all its effects, in printed order (DE 24.12, FR 44.12, PL 36.12)."""
    table = table_of(
        ritual=3,
        deep_ones="water_1 water_8 deck_3 deck_3 chapel deep",
        monarchs={"dagon": "water_4", "hydra": "water_1"},
        passengers={"deck_3": "soul"},
        spaces={0: "deck_1", 1: "bridge", 2: "deck_5", 3: "deck_1"},
        traitors={2: "hybrid"},
    )
    playing = Sailing(table, advance_ritual(table))
    assert playing.ask.name == "unfathomable.defeat_order"
    playing.answer(ChooseSeat(2), ChooseSeat(0), ChooseSeat(3))
    assert playing.done
    state = table.state
    assert state.deep_ones == {Space.CHAPEL: 1, Space.DEEP: 1}
    assert state.deep_one_supply == 18
    assert set(state.monarchs.values()) == {Space.DEEP}
    assert (state.passengers.get(Space.DECK_3, []), state.resources[Resource.SOULS]) == ([], 7)
    assert [player.space for player in state.players] == [
        Space.SICK_BAY,
        Space.BRIDGE,
        Space.BRIG,
        Space.SICK_BAY,
    ]
    assert state.ritual == 0
    kinds = DeepOnesReturned | MonarchMoved | PassengerDefeated | CharacterDefeated | RitualMoved
    order = [type(fact).__name__ for fact in playing.facts if isinstance(fact, kinds)]
    assert order == [
        "RitualMoved",
        *["DeepOnesReturned"] * 3,
        *["MonarchMoved"] * 2,
        "PassengerDefeated",
        *["CharacterDefeated"] * 3,
        "RitualMoved",
    ]
    for part in ("deep_ones", "monarchs", "passengers", "characters", "reset"):
        assert [path for path in playing.paths if f"ritual.banish/ritual.banish.{part}" in path]


def test_by_another_reading_the_active_player_says_who_is_sacrificed_first() -> None:
    """ritual.banish, timing.conflict (DE 24.12, 18.16), ruling ritual.banish_order."""
    for first, order in (
        (ChooseOption(1), [CharacterDefeated, PassengerDefeated]),
        (ChooseOption(2), [PassengerDefeated, CharacterDefeated]),
    ):
        table = table_of(
            ritual=3,
            passengers={"deck_3": "soul"},
            spaces={0: "deck_1", 1: "bridge", 2: "bridge", 3: "bridge"},
            readings={"ritual.banish_order": "active_player"},
        )
        playing = Sailing(table, advance_ritual(table))
        assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.defeat_first")
        playing.answer(first)
        assert playing.done
        facts = [type(fact) for fact in playing.facts]
        assert [kind for kind in facts if kind in order] == order


@pytest.mark.parametrize(("passengers", "space"), [("soul", "bridge"), ("", "deck_1")])
def test_by_that_reading_nobody_is_asked_where_only_one_kind_is_there(passengers: str, space: str) -> None:
    """ritual.banish, ruling ritual.banish_order: there is nothing to choose."""
    table = table_of(
        ritual=3,
        passengers={"deck_3": passengers} if passengers else {},
        spaces={0: space, 1: "bridge", 2: "bridge", 3: "bridge"},
        readings={"ritual.banish_order": "active_player"},
    )
    assert Sailing(table, advance_ritual(table)).done


def test_the_banishment_of_passengers_in_order() -> None:
    """ritual.banish.passengers, timing.conflict (DE 24.12, 18.16): the active player orders the spaces.

    At 0 souls the game is over before anyone else is struck.
    """
    table = table_of(
        ritual=3,
        passengers={"deck_2": "nothing", "deck_5": "two_souls nothing"},
        spaces={0: "deck_1"},
        resources={"souls": 2},
        active=1,
    )
    playing = Sailing(table, advance_ritual(table))
    assert (playing.ask.seat, playing.ask.name) == (1, "unfathomable.deck_order")
    playing.answer(ChooseSpace(Space.DECK_5), ChooseSpace(Space.DECK_2))
    assert playing.over
    assert table.outcome is not None
    assert table.outcome.ending == Ending.SOULS_GONE
    assert playing.facts_of(ResourceLost) == [ResourceLost(Resource.SOULS, 2)]
    assert table.state.players[0].space is Space.DECK_1


def test_the_ritual_goes_on_after_the_banishment() -> None:
    """track.advance.overflow (DE 24.1, FR 44.1, PL 36.1): whole banishment, reset, then on from the start."""
    table = table_of(ritual=3, deep_ones="deck_1")
    assert Sailing(table, advance_ritual(table, 2)).done
    assert table.state.ritual == 1
    assert table.state.deep_ones == {}


@pytest.mark.parametrize(("progress", "travel", "ritual"), [(Progress.TRAVEL, 1, 0), (Progress.RITUAL, 0, 1)])
def test_travel_and_ritual_symbols(progress: Progress, travel: int, ritual: int) -> None:
    """mythos.progress.travel, mythos.progress.ritual (DE 35.27, FR 17.27, PL 10.27)."""
    table = table_of()
    playing = Sailing(table, resolve_progress(table, progress, 0))
    assert playing.done
    assert (table.state.travel, table.state.ritual) == (travel, ritual)
    assert playing.paths == [f"mythos.progress.{progress}/track.advance"]


@pytest.mark.parametrize(("choice", "travel"), [(AdvanceTravel(), 1), (AdvanceRitual(), 0)])
def test_the_choice_symbol(choice: AdvanceTravel | AdvanceRitual, travel: int) -> None:
    """mythos.progress.choice (DE 35.27, FR 17.27, PL 10.27): the active player chooses the track."""
    table = table_of()
    playing = Sailing(table, resolve_progress(table, Progress.CHOICE, 2))
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.progress")
    playing.answer(choice)
    assert (table.state.travel, table.state.ritual) == (travel, 1 - travel)


def test_the_choice_symbol_for_a_prisoner() -> None:
    """brig.mythos.choice_symbol (DE 7.7, 35.27, FR 9.7, 17.27, PL 3.7, 10.27): the Captain chooses."""
    table = table_of(spaces={2: "brig"}, titles={"captain": 1, "keeper": 0})
    playing = Sailing(table, resolve_progress(table, Progress.CHOICE, 2))
    assert playing.ask.seat == 1
    playing.answer(AdvanceRitual())
    assert playing.paths == ["mythos.progress.choice/brig.mythos.choice_symbol/track.advance"]
