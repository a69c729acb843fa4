"""The round: rules `round.*` and `cleanup`, and the rulings about their order."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Phase
from referee.games.among_cultists.choices import EndMove, PassAction, StepTo
from referee.games.among_cultists.facts.encounters import EncounterBegan
from referee.games.among_cultists.facts.movement import BoatSailed
from referee.games.among_cultists.facts.turn import MovementEnded, PhaseBegan, RoundBegan, TurnBegan
from referee.games.among_cultists.turn import play_round
from tests.games.among_cultists.tables import Playing, table_of

SPREAD = {0: "green_room_south", 1: "blue_room_west", 2: "light_blue_room_north", 3: "purple_room_east"}


def stay(playing: Playing) -> Playing:
    """Let everybody stay and pass until something else is asked."""
    while not playing.done and len(playing.asks) == 1:
        first = playing.options[0]
        if not isinstance(first, EndMove | PassAction):
            return playing
        playing.answer(first)
    return playing


def test_phases_come_in_order() -> None:
    """Rule round: move, meet, sail, event, act, cleanup."""
    table = table_of(places=SPREAD, round_=0)
    played = stay(Playing(table, play_round(table, 1)))
    assert played.done
    assert [fact.phase for fact in played.facts_of(PhaseBegan)] == [
        Phase.MOVE,
        Phase.MEET,
        Phase.SAIL,
        Phase.EVENT,
        Phase.ACT,
        Phase.CLEANUP,
    ]
    assert [character.ended_on for character in table.state.characters] == list(SPREAD.values())


@pytest.mark.parametrize(
    ("reading", "number", "order"),
    [("rotates", 2, [1, 2, 3, 0]), ("rotates", 5, [0, 1, 2, 3]), ("fixed", 2, [0, 1, 2, 3])],
)
def test_first_seat(reading: str, number: int, order: list[int]) -> None:
    """Ruling round.first_seat."""
    table = table_of(places=SPREAD, readings={"round.first_seat": reading})
    played = stay(Playing(table, play_round(table, number)))
    assert played.facts_of(RoundBegan) == [RoundBegan(number, order[0])]
    assert [fact.seat for fact in played.facts_of(TurnBegan)] == order


@pytest.mark.parametrize(
    ("reading", "before", "after"),
    [
        ("end_of_movement", MovementEnded, BoatSailed),
        ("after_sailing", BoatSailed, PhaseBegan),
        ("at_once", TurnBegan, MovementEnded),
    ],
)
def test_encounters_are_held_in_time(reading: str, before: type, after: type) -> None:
    """Ruling encounter.timing: before the Boats leave (147, 327, 507), after it, or at once."""
    places = {**SPREAD, 1: "green_room_south", 2: "boat_1"}
    table = table_of(places=places, readings={"encounter.timing": reading})
    played = stay(Playing(table, play_round(table, 1)))
    while not played.done:
        played.answer_together(*[ask.options[:1] for ask in played.asks])
        stay(played)
    kinds = [type(fact) for fact in played.facts]
    assert before in kinds[: kinds.index(EncounterBegan)]
    assert after in kinds[kinds.index(EncounterBegan) :]


def test_leaving_by_boat_avoids_an_encounter() -> None:
    """Rule round.meetings: nobody meets after the landing."""
    places = {**SPREAD, 2: "boat_1", 3: "light_blue_room_north"}
    table = table_of(places=places)
    played = stay(Playing(table, play_round(table, 1)))
    assert played.done
    assert table.state.characters[2].place == table.state.characters[3].place == "light_blue_room_north"
    assert played.facts_of(EncounterBegan) == []


def test_two_on_a_boat_meet_on_the_boat() -> None:
    """Section 15: a Boat is a Location of its own (153)."""
    places = {**SPREAD, 2: "boat_1", 3: "boat_1"}
    table = table_of(places=places)
    played = stay(Playing(table, play_round(table, 1)))
    assert played.facts_of(EncounterBegan) == [EncounterBegan("boat_1", (2, 3))]


@pytest.mark.parametrize(("reading", "left"), [("revealed", 2), ("none", 3)])
def test_boat_that_leaves_by_itself(reading: str, left: int) -> None:
    """Ruling boat.departure_card."""
    table = table_of(places={**SPREAD, 2: "boat_1"}, readings={"boat.departure_card": reading})
    stay(Playing(table, play_round(table, 1)))
    assert len(table.state.unsafe) == left


def test_university_has_no_boats_to_wait_for() -> None:
    """House map, appendix B: no SAIL step."""
    table = table_of(
        board="university", places={0: "foyer", 1: "corridor_1", 2: "corridor_2", 3: "corridor_3"}
    )
    played = stay(Playing(table, play_round(table, 1)))
    assert Phase.SAIL not in [fact.phase for fact in played.facts_of(PhaseBegan)]


def test_steps_are_asked_one_by_one() -> None:
    """Rule round.movement: each command is public before the next is asked."""
    table = table_of(places=SPREAD)
    played = Playing(table, play_round(table, 1))
    played.answer(StepTo("wooden_bridge_south"))
    assert table.state.characters[0].place == "wooden_bridge_south"
    assert played.ask.seat == 0
