"""Movement on foot and by Boat: rules `move.*`, `boat.*` and `dock.*`."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Face
from referee.games.among_cultists.choices import BoardBoat, EndMove, LandIn, SailNow, StepOff, StepTo
from referee.games.among_cultists.facts.movement import (
    BoatHeld,
    BoatSailed,
    CharacterLanded,
    LandingChosen,
    MoveEnded,
)
from referee.games.among_cultists.facts.unsafe import UnsafeCardRevealed
from referee.games.among_cultists.movement import depart, take_move
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice
from referee.kernel.table import Table
from tests.games.among_cultists.tables import Playing, table_of

END = EndMove()


def moving(table: Table[State], seat: int = 0) -> Playing:
    """Let a seat move."""
    return Playing(table, take_move(table, seat))


def place(table: Table[State], seat: int = 0) -> str:
    """Return where a Character is."""
    return table.state.characters[seat].place


def test_three_steps_at_most() -> None:
    """Rule move (a player report): three movement points, a step each."""
    table = table_of(places={0: "wooden_bridge_north"})
    move = moving(table).answer(StepTo("security_room")).answer(StepTo("wooden_bridge_west"))
    move.answer(StepTo("orange_room_west"))
    assert move.done
    assert place(table) == "orange_room_west"


def test_character_may_stay_or_stop() -> None:
    """Rule move: one may stop at any time."""
    table = table_of(places={0: "wooden_bridge_north"})
    assert moving(table).answer(END).facts_of(MoveEnded) == [MoveEnded(0)]
    assert place(table) == "wooden_bridge_north"


def test_outer_bridge_reveals_a_card_and_a_wooden_bridge_does_not() -> None:
    """Rule unsafe.reveal (Ponti Esterni, Barche): on entering an Outer Bridge."""
    table = table_of(places={0: "blue_room_west"}, unsafe="failure success")
    move = moving(table).answer(StepTo("outer_bridge_west"))
    assert move.facts_of(UnsafeCardRevealed) == [UnsafeCardRevealed(0, Face.SUCCESS)]
    table = table_of(places={0: "security_room"})
    move = moving(table).answer(StepTo("wooden_bridge_west"))
    assert move.facts_of(UnsafeCardRevealed) == []


def test_boarding_reveals_no_card_and_sailing_does() -> None:
    """Rules boat.board, boat.sail (Utilizzare una Barca): boarding costs 1 point, the ride is free."""
    table = table_of(places={0: "purple_room_east"})
    move = moving(table).answer(BoardBoat("boat_1"))
    assert move.facts_of(UnsafeCardRevealed) == []
    move.answer(SailNow())
    assert move.facts_of(UnsafeCardRevealed) == [UnsafeCardRevealed(0, Face.SUCCESS)]
    assert move.facts_of(BoatSailed) == [BoatSailed("boat_1", "dock_north")]
    assert place(table) == "light_blue_room_north"
    move.answer(StepTo("wooden_bridge_north")).answer(StepTo("security_room"))
    assert move.done, "one point for boarding and two for steps"


def test_everybody_aboard_lands_and_chooses_a_room() -> None:
    """Rules boat.landing, dock.rooms (Banchine): the active Character first, different Rooms are allowed."""
    table = table_of(places={0: "light_blue_room_north", 1: "boat_1"})
    table.state.boat("boat_1").dock = "dock_north"
    move = moving(table).answer(BoardBoat("boat_1")).answer(SailNow())
    assert (move.ask.seat, move.options) == (0, [LandIn("orange_room_east"), LandIn("purple_room_east")])
    move.answer(LandIn("purple_room_east"))
    assert move.ask.seat == 1
    move.answer(LandIn("orange_room_east"))
    assert (place(table, 0), place(table, 1)) == ("purple_room_east", "orange_room_east")


def test_card_that_closes_the_route_holds_the_boat() -> None:
    """Rule boat.blocked (I blocchi Tentacolo bloccano immediatamente gli itinerari Barca): the move is over."""
    table = table_of(places={0: "purple_room_east"}, unsafe="sabotage", is_fixed=True)
    move = moving(table).answer(BoardBoat("boat_1")).answer(SailNow())
    assert move.done
    assert move.facts_of(BoatHeld) == [BoatHeld("boat_1")]
    assert place(table) == "boat_1"


def test_boat_leaves_by_itself_with_somebody_aboard() -> None:
    """Rule boat.departure (Utilizzare una Barca): after the Movement phase, with a card for the ride."""
    table = table_of(places={1: "boat_1"})
    departure = Playing(table, depart(table))
    assert departure.done
    assert departure.facts_of(UnsafeCardRevealed) == [UnsafeCardRevealed(1, Face.SUCCESS)]
    assert departure.facts_of(CharacterLanded) == [CharacterLanded(1, "light_blue_room_north")]


def test_empty_boat_stays_without_a_card() -> None:
    """Rule boat.departure: at least one Character must be aboard."""
    table = table_of()
    assert Playing(table, depart(table)).facts == []


def test_blocked_boat_stays_with_its_passengers_without_a_card() -> None:
    """Rule boat.blocked (line 147 of the Italian text)."""
    table = table_of(places={1: "boat_1"}, blocks=["boat_1"])
    departure = Playing(table, depart(table))
    assert departure.facts == [BoatHeld("boat_1")]
    assert place(table, 1) == "boat_1"


def test_departure_that_closes_its_own_route_stays() -> None:
    """Rules boat.departure, boat.blocked: the card of the ride blocks it at once."""
    table = table_of(places={1: "boat_1"}, unsafe="failure", is_fixed=True)
    departure = Playing(table, depart(table))
    assert departure.facts_of(BoatHeld) == [BoatHeld("boat_1")]
    assert departure.facts_of(BoatSailed) == []


def test_passenger_may_step_off_in_a_later_move() -> None:
    """House rule boat.step_off."""
    table = table_of(places={0: "boat_1"})
    move = moving(table).answer(StepOff("orange_room_east"))
    assert place(table) == "orange_room_east"
    assert StepTo("purple_room_east") in move.options


def test_landing_may_be_chosen_on_boarding() -> None:
    """Ruling dock.choice: the Greek edition chooses on boarding (line 521)."""
    table = table_of(places={0: "light_blue_room_north"}, edition="el")
    table.state.boat("boat_1").dock = "dock_north"
    move = moving(table).answer(BoardBoat("boat_1")).answer(LandIn("purple_room_east"))
    assert move.facts_of(LandingChosen) == [LandingChosen(0, "purple_room_east")]
    move.answer(SailNow())
    assert place(table) == "purple_room_east"
    assert table.state.characters[0].bound_for == ""


REFUSED: list[tuple[dict[str, object], Choice, Obstacle, str]] = [
    ({}, StepTo("green_room_south"), Obstacle.NO_WAY, "move.step"),
    ({}, StepTo(""), Obstacle.NO_WAY, "move.step"),
    ({}, StepTo("boat_1"), Obstacle.IS_A_BOAT, "boat.board"),
    ({"places": {0: "boat_1"}}, StepTo("orange_room_east"), Obstacle.ABOARD, "boat.step_off"),
    (
        {"places": {0: "blue_room_west"}, "blocks": ["outer_bridge_west"]},
        StepTo("outer_bridge_west"),
        Obstacle.BRIDGE_CLOSED,
        "unsafe.blocks",
    ),
    (
        {"fishmen": ["wooden_bridge_north"]},
        StepTo("wooden_bridge_north"),
        Obstacle.FISHMAN_IN_THE_WAY,
        "event.fishman.effect",
    ),
    ({}, BoardBoat("boat_1"), Obstacle.BOAT_AWAY, "dock"),
    ({}, BoardBoat("x"), Obstacle.BOAT_AWAY, "dock"),
    (
        {"places": {0: "orange_room_east", 1: "boat_1", 2: "boat_1"}},
        BoardBoat("boat_1"),
        Obstacle.BOAT_FULL,
        "boat.places",
    ),
    (
        {"places": {0: "orange_room_east"}, "blocks": ["boat_1"], "readings": {"boat.ready": "route_open"}},
        BoardBoat("boat_1"),
        Obstacle.BOAT_NOT_READY,
        "dock",
    ),
    ({}, SailNow(), Obstacle.NOT_ABOARD, "boat.sail"),
    ({"places": {0: "boat_1"}, "blocks": ["boat_1"]}, SailNow(), Obstacle.ROUTE_CLOSED, "boat.blocked"),
    ({}, StepOff("orange_room_east"), Obstacle.NOT_ABOARD, "boat.sail"),
    ({"places": {0: "boat_1"}}, StepOff("green_room_south"), Obstacle.NOT_AT_THE_DOCK, "boat.step_off"),
]


@pytest.mark.parametrize(("position", "choice", "obstacle", "rule"), REFUSED)
def test_move_is_refused(position: dict[str, object], choice: Choice, obstacle: Obstacle, rule: str) -> None:
    move = moving(table_of(**position))  # type: ignore[arg-type]
    assert choice not in move.options
    assert move.refusal(choice) == no(obstacle, rule)


def test_boat_cannot_be_left_in_the_move_in_which_it_was_boarded() -> None:
    """House rule boat.step_off."""
    table = table_of(places={0: "orange_room_east"})
    move = moving(table).answer(BoardBoat("boat_1"))
    assert move.refusal(StepOff("orange_room_east")) == no(Obstacle.JUST_BOARDED, "boat.step_off")


def test_points_run_out() -> None:
    """Rule move: without movement points only a ride is left."""
    table = table_of(places={0: "wooden_bridge_east"})
    move = moving(table).answer(StepTo("orange_room_east")).answer(StepTo("purple_room_east"))
    move.answer(BoardBoat("boat_1"))
    assert move.options == [END, SailNow()]
    assert move.refusal(StepTo("orange_room_east")) == no(Obstacle.ABOARD, "boat.step_off")
    table = table_of(places={0: "boat_1"})
    move = moving(table).answer(StepOff("purple_room_east")).answer(StepTo("orange_room_east"))
    move.answer(StepTo("purple_room_east"))
    assert move.done, "three points are spent, so there is nothing to ask"


def test_ghosts_move_and_fill_places_in_a_boat() -> None:
    """House rule move: Ghosts move by the same rules."""
    table = table_of(places={0: "orange_room_east", 1: "boat_1", 2: "boat_1"}, ghosts=[1, 2])
    assert moving(table).refusal(BoardBoat("boat_1")) == no(Obstacle.BOAT_FULL, "boat.places")
    assert StepTo("security_room") in moving(table_of(places={0: "wooden_bridge_west"}, ghosts=[0])).options


@pytest.mark.parametrize(("card", "is_over"), [("success", False), ("failure", True), ("sabotage", True)])
def test_unsafe_corridor_of_the_university_can_end_a_move(card: str, is_over: bool) -> None:
    """House map, appendix B: a Failure ends the move, a Sabotage also cuts the light."""
    places = dict.fromkeys(range(4), "foyer") | {0: "corridor_1"}
    table = table_of(places=places, unsafe=card, board="university")
    move = moving(table).answer(StepTo("corridor_2"))
    assert move.done is is_over
    assert table.state.blackouts == (["university"] if card == "sabotage" else [])
