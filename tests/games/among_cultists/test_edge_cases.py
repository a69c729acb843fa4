"""Edge cases: section 15 of the reconstruction, which settles them as house decisions."""

from __future__ import annotations

from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.cards import CharacterRole, Face
from referee.games.among_cultists.choices import (
    BoardBoat,
    CallVote,
    CheckPulse,
    CollectBooks,
    EndMove,
    FillRoom,
    SailNow,
    StepTo,
    ViewRoom,
)
from referee.games.among_cultists.cleanup import reveal_snitch
from referee.games.among_cultists.encounters import those_who_meet
from referee.games.among_cultists.facts.actions import RoomViewed
from referee.games.among_cultists.facts.roles import HandsSwapped
from referee.games.among_cultists.facts.setup import NightPassed
from referee.games.among_cultists.facts.unsafe import UnsafeCardRevealed
from referee.games.among_cultists.movement import take_move
from referee.games.among_cultists.sleeper import wake_sleeper
from tests.games.among_cultists.tables import Playing, cards, table_of

GREEN = "green_room_south"
BRIDGE = "wooden_bridge_north"
TWO = {0: "cultist", 1: "cultist"}


def test_two_aboard_meet_on_the_boat() -> None:
    """Rule boat.places: a Boat is a Location of its own."""
    table = table_of(places={0: "boat_1", 1: "boat_1"})
    assert those_who_meet(table, "boat_1") == [0, 1]


def test_boat_is_used_several_times_in_one_phase() -> None:
    """Rule boat.sail: every ride reveals a card."""
    table = table_of(places={0: "purple_room_east", 1: "light_blue_room_north"})
    Playing(table, take_move(table, 0)).answer(BoardBoat("boat_1")).answer(SailNow())
    Playing(table, take_move(table, 1)).answer(BoardBoat("boat_1")).answer(SailNow())
    assert [each.fact for each in table.recorded if isinstance(each.fact, UnsafeCardRevealed)] == [
        UnsafeCardRevealed(0, Face.SUCCESS),
        UnsafeCardRevealed(1, Face.SUCCESS),
    ]


def test_dock_without_a_boat_gives_nothing() -> None:
    """Rule dock: Boats cannot be called."""
    table = table_of(places={0: "light_blue_room_north"})
    assert BoardBoat("boat_1") not in Playing(table, take_move(table, 0)).options


def test_characters_on_the_bridge_of_a_fishman_may_leave() -> None:
    """Rule event.fishman.effect: they stay, may meet and leave, but nobody else enters."""
    table = table_of(places={0: BRIDGE, 1: BRIDGE}, fishmen=[BRIDGE])
    assert those_who_meet(table, BRIDGE) == [0, 1]
    leaving = Playing(table, take_move(table, 0)).answer(StepTo("security_room"))
    assert StepTo(BRIDGE) not in leaving.options


def test_seat_without_a_possible_step_stays() -> None:
    """Rule move: everybody can see that it cannot go anywhere, so it is not asked."""
    bridges = [f"wooden_bridge_{way}" for way in ("north", "east", "south", "west")]
    table = table_of(fishmen=bridges)
    assert Playing(table, take_move(table, 0)).done
    table.state.fishmen.pop()
    assert Playing(table, take_move(table, 0)).options == [EndMove(), StepTo(bridges[-1])]


def test_book_that_a_cultist_collects_counts() -> None:
    """Rule end.books: the Investigators win by it."""
    table = table_of(places={0: GREEN}, rooms={GREEN: "success success success"}, victory_points=9)
    assert Playing(table, take_action(table, 0)).answer(CollectBooks()).over
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == ("books_collected", (1, 2, 3))


def test_camera_shows_a_room_without_cards() -> None:
    """Rule action.camera: it shows nothing."""
    table = table_of()
    looking = Playing(table, take_action(table, 0)).answer(ViewRoom(GREEN))
    assert looking.facts_of(RoomViewed) == [RoomViewed(0, GREEN, ())]


def test_cards_of_a_room_without_books_stay() -> None:
    """Rule action.fill: it is neither filled nor searched any more."""
    table = table_of(places={0: GREEN}, rooms={GREEN: "success success success"}, books=0)
    assert not {FillRoom(), CollectBooks()} & set(Playing(table, take_action(table, 0)).options)
    room = table.state.room(GREEN)
    assert room is not None
    assert room.cards == cards("success success success")


def test_ghost_is_not_checked_after_a_vote() -> None:
    """Rule action.check: vote and check hit one Character in a round only if it is not yet a Ghost."""
    table = table_of(places={1: GREEN, 2: GREEN}, ghosts=[2])
    options = Playing(table, take_action(table, 1)).options
    assert CheckPulse(2) not in options
    assert CallVote() in options


def test_sleeper_who_is_a_ghost_swaps_too() -> None:
    """Rule role.sleeper: no exception is printed."""
    table = table_of(7, roles={**TWO, 2: "sleeper"}, ghosts=[2])
    wake_sleeper(table, 0)
    assert [type(each.fact) for each in table.recorded].count(HandsSwapped) == 1


def test_snitch_is_shown_a_cultist_who_is_a_ghost() -> None:
    """Rule role.snitch.night: it is told the seat all the same."""
    table = table_of(7, roles={**TWO, 2: "snitch"}, ghosts=[0], round_=8)
    nights = Playing(table, reveal_snitch(table)).facts_of(NightPassed)
    assert nights[2].roles[0] is CharacterRole.CULTIST
