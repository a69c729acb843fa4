"""Actions: rules `action.*` and `route`, with every refusal."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.cards import Face, Side
from referee.games.among_cultists.choices import (
    CallVote,
    CheckPulse,
    ClosePortal,
    CollectBooks,
    DriveOff,
    FillRoom,
    PassAction,
    PlaceCard,
    RestartPower,
    SayAlive,
    SecureCorridor,
    ViewCharacter,
    ViewRoom,
)
from referee.games.among_cultists.facts.actions import (
    ActionPassed,
    BookCollected,
    PulseViewed,
    RoomCardRevealed,
    RoomEmptied,
    RoomFilled,
    RoomViewed,
)
from referee.games.among_cultists.facts.events import FishmanDrivenOff, PortalClosed, PowerRestarted
from referee.games.among_cultists.facts.setup import UnsafeDeckShuffled
from referee.games.among_cultists.facts.unsafe import DeckSecured
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.among_cultists.tables import Playing, cards, table_of

GREEN = "green_room_south"
BLUE = "blue_room_west"
BRIDGE = "wooden_bridge_north"


def acting(table: Table[State], seat: int = 0) -> Playing:
    """Let a seat act."""
    return Playing(table, take_action(table, seat))


def test_pass() -> None:
    """Rule action: one may do nothing."""
    assert acting(table_of()).answer(PassAction()).facts_of(ActionPassed) == [ActionPassed(0)]


# Rooms


def test_fill_puts_a_card_face_down() -> None:
    """Rule action.fill: the face is the actor's secret; everybody is asked for it, even with one kind of card."""
    table = table_of(places={1: BLUE})
    action = acting(table, 1).answer(FillRoom())
    assert action.options == [PlaceCard(Face.SUCCESS)]
    action.answer(PlaceCard(Face.SUCCESS))
    filled = RoomFilled(1, BLUE, Face.SUCCESS)
    assert action.facts_of(RoomFilled) == [filled]
    assert table.state.room(BLUE).cards == cards("success")  # type: ignore[union-attr]
    assert as_seen(filled, 1) == filled
    assert as_seen(filled, SPECTATOR) == RoomFilled(1, BLUE, Face.HIDDEN)


@pytest.mark.parametrize("face", [Face.SUCCESS, Face.FAILURE, Face.SABOTAGE])
def test_cultist_may_place_any_task_card(face: Face) -> None:
    """Rule action.fill."""
    table = table_of(places={0: GREEN})
    action = acting(table).answer(FillRoom()).answer(PlaceCard(face))
    assert action.facts_of(RoomFilled) == [RoomFilled(0, GREEN, face)]


@pytest.mark.parametrize(
    ("face", "points", "left"), [("success", 1, 2), ("failure", 0, 2), ("sabotage", 0, 0)]
)
def test_collect_reveals_one_card(face: str, points: int, left: int) -> None:
    """Rules action.collect, action.collect.sabotage: Success a book, Failure nothing, Sabotage empties the Room."""
    table = table_of(places={0: GREEN}, rooms={GREEN: f"{face} success success"}, is_fixed=True)
    action = acting(table).answer(CollectBooks())
    assert action.facts_of(RoomCardRevealed) == [RoomCardRevealed(0, GREEN, Face(face))]
    assert len(action.facts_of(BookCollected)) == points == table.state.victory_points
    assert len(table.state.room(GREEN).cards) == left  # type: ignore[union-attr]
    assert len(action.facts_of(RoomEmptied)) == (face == "sabotage")


def test_cards_of_an_emptied_room_are_not_shown() -> None:
    """Section 13.4, trap 15: only their number is public."""
    emptied = RoomEmptied(GREEN, (Face.SUCCESS, Face.FAILURE))
    assert as_seen(emptied, 0) == RoomEmptied(GREEN, (Face.HIDDEN, Face.HIDDEN))


def test_collect_may_reveal_all_cards() -> None:
    """Ruling collect.cards = all: one book for each Success, and a Sabotage ends the search."""
    readings = {"collect.cards": "all"}
    table = table_of(
        places={0: GREEN}, rooms={GREEN: "success failure success"}, readings=readings, is_fixed=True
    )
    acting(table).answer(CollectBooks())
    assert table.state.victory_points == 2
    assert table.state.room(GREEN).cards == []  # type: ignore[union-attr]
    table = table_of(
        places={0: GREEN}, rooms={GREEN: "success sabotage success"}, readings=readings, is_fixed=True
    )
    acting(table).answer(CollectBooks())
    assert table.state.victory_points == 1
    assert table.state.discarded_unseen == [Face.SUCCESS]


def test_route_binds_the_investigators_side_only() -> None:
    """Rule route (Traditore Giallo): A has red, blue and light blue in round 1, so not green."""
    roles = {0: "cultist", 1: "yellow_traitor", 2: "investigator"}
    places = dict.fromkeys(range(3), GREEN)
    table = table_of(5, places=places, roles=roles)
    assert FillRoom() in acting(table, 0).options
    assert FillRoom() in acting(table, 1).options
    bound = acting(table, 2)
    assert FillRoom() not in bound.options
    assert bound.refusal(FillRoom()) == no(Obstacle.OFF_ROUTE, "route")
    table.state.characters[1].side = Side.INVESTIGATORS
    assert FillRoom() not in acting(table, 1).options, "found dead, it is bound"
    assert FillRoom() in acting(table_of(places={1: BLUE}), 1).options, "blue is on the card"


def test_camera_shows_a_room_to_its_user() -> None:
    """Rule action.camera (Utilizzare la telecamera)."""
    table = table_of(rooms={GREEN: "sabotage success"})
    action = acting(table).answer(ViewRoom(GREEN))
    viewed = RoomViewed(0, GREEN, (Face.SABOTAGE, Face.SUCCESS))
    assert action.facts_of(RoomViewed) == [viewed]
    assert as_seen(viewed, 1) == RoomViewed(0, GREEN, (Face.HIDDEN, Face.HIDDEN))


def test_camera_shows_a_pulse_anywhere() -> None:
    """Rule action.camera: the Pulse deck of a Character who is not in the dark, then the announcement."""
    table = table_of(places={2: GREEN}, pulse={2: "alive alive"})
    action = acting(table).answer(ViewCharacter(2))
    assert action.facts_of(PulseViewed) == [PulseViewed(0, 2, True, 2, 0)]
    assert action.options == [SayAlive()]


def test_power_is_restarted_without_power() -> None:
    """Rule action.restart_power (Riavviare la corrente): standing in the red Room is enough."""
    table = table_of(blackouts=["centre", "north"])
    action = acting(table).answer(RestartPower("north", "east"))
    assert action.facts_of(PowerRestarted) == [PowerRestarted(0, ("north", "east"))]
    assert table.state.blackouts == ["north", "east"]
    assert len([each for each in acting(table).options if isinstance(each, RestartPower)]) == 10


def test_portuguese_edition_gives_no_number_of_islands() -> None:
    """Ruling power.islands = up_to_two (line 369)."""
    table = table_of(edition="pt")
    action = acting(table).answer(RestartPower("north", ""))
    assert action.facts_of(PowerRestarted) == [PowerRestarted(0, ("north",))]


def test_university_has_one_switch() -> None:
    """House map, appendix B: restarting turns the light on."""
    places = dict.fromkeys(range(4), "foyer") | {0: "security_room"}
    table = table_of(board="university", blackouts=["university"], places=places)
    acting(table).answer(RestartPower("", ""))
    assert table.state.blackouts == []


# Character Actions


@pytest.mark.parametrize("place", [BRIDGE, "outer_bridge_west", "boat_1"])
def test_corridor_is_secured(place: str) -> None:
    """Rules action.secure, action.secure.place (Proteggere un Corridoio)."""
    table = table_of(places={0: place}, unsafe="success")
    action = acting(table).answer(SecureCorridor()).answer(PlaceCard(Face.SABOTAGE))
    secured = DeckSecured(0, Face.SABOTAGE)
    assert action.facts_of(DeckSecured) == [secured]
    assert as_seen(secured, 1) == DeckSecured(0, Face.HIDDEN)
    assert sorted(table.state.unsafe) == sorted(cards("success sabotage"))


@pytest.mark.parametrize(("edition", "shuffles"), [("", 1), ("el", 1), ("it", 0), ("pt", 0)])
def test_greek_edition_shuffles_after_securing(edition: str, shuffles: int) -> None:
    """Ruling secure.shuffle: line 527 shuffles, 167 and 347 do not say it; then the card is at the bottom."""
    table = table_of(places={0: BRIDGE}, edition=edition)
    action = acting(table).answer(SecureCorridor()).answer(PlaceCard(Face.SABOTAGE))
    assert len(action.facts_of(UnsafeDeckShuffled)) == shuffles
    if not shuffles:
        assert table.state.unsafe[0] is Face.SABOTAGE


def test_passenger_who_was_carried_off_may_still_secure() -> None:
    """Ruling secure.place: where the Movement phase ended (165, 345, 525), or where one is now."""
    table = table_of(places={0: GREEN})
    table.state.characters[0].ended_on = "boat_2"
    assert SecureCorridor() in acting(table).options
    table = table_of(places={0: GREEN}, readings={"secure.place": "during_actions"})
    table.state.characters[0].ended_on = "boat_2"
    assert SecureCorridor() not in acting(table).options


def test_pulse_is_checked_at_the_same_location() -> None:
    """Rule action.check."""
    table = table_of(pulse={1: "alive alive"})
    action = acting(table).answer(CheckPulse(1))
    viewed = PulseViewed(0, 1, False, 2, 0)
    assert action.facts_of(PulseViewed) == [viewed]
    assert as_seen(viewed, 1) == as_seen(viewed, 2) == PulseViewed(0, 1, False, 0, 0)


@pytest.mark.parametrize("place", [BRIDGE, "security_room", "light_blue_room_north"])
def test_fishman_is_driven_off(place: str) -> None:
    """Rule action.drive_off: from its bridge, or from a Room that is joined to it."""
    table = table_of(places={0: place}, fishmen=[BRIDGE])
    assert acting(table).answer(DriveOff(BRIDGE)).facts_of(FishmanDrivenOff) == [FishmanDrivenOff(0, BRIDGE)]
    assert table.state.fishmen == []


def test_portal_is_closed() -> None:
    """Rule action.close_portal."""
    table = table_of(places={0: GREEN}, portals=[GREEN])
    assert acting(table).answer(ClosePortal()).facts_of(PortalClosed) == [PortalClosed(0, GREEN)]
    assert FillRoom() in acting(table).options


REFUSED: list[tuple[dict[str, Any], Choice, Obstacle, str]] = [
    ({}, FillRoom(), Obstacle.NO_BOOK_ROOM, "action.fill"),
    ({"places": {0: GREEN}, "books": 0}, FillRoom(), Obstacle.BOOKS_GONE, "action.fill"),
    ({"places": {0: GREEN}, "portals": [GREEN]}, FillRoom(), Obstacle.PORTAL_OPEN, "event.portal"),
    ({"places": {0: GREEN}, "hand": {0: "alive"}}, FillRoom(), Obstacle.NO_TASK_CARD, "action.fill"),
    ({"places": {0: GREEN}}, CollectBooks(), Obstacle.ROOM_NOT_ACTIVE, "action.collect"),
    (
        {"places": {0: GREEN}, "rooms": {GREEN: "success success success"}, "portals": [GREEN]},
        CollectBooks(),
        Obstacle.PORTAL_OPEN,
        "event.portal",
    ),
    ({"places": {0: GREEN}}, ViewRoom(GREEN), Obstacle.NOT_IN_SECURITY_ROOM, "action.camera"),
    ({"blackouts": ["centre"]}, ViewRoom(GREEN), Obstacle.NO_POWER, "action.camera"),
    ({"blackouts": ["south"]}, ViewRoom(GREEN), Obstacle.TARGET_IN_THE_DARK, "action.camera.dark"),
    ({}, ViewRoom("security_room"), Obstacle.NO_BOOK_ROOM, "action.fill"),
    ({}, ViewCharacter(0), Obstacle.TARGET_IS_YOU, "action.check"),
    ({}, ViewCharacter(9), Obstacle.NO_SUCH_TARGET, "action.check"),
    ({"ghosts": [1]}, ViewCharacter(1), Obstacle.TARGET_IS_A_GHOST, "action.check"),
    (
        {"places": {1: GREEN}, "blackouts": ["south"]},
        ViewCharacter(1),
        Obstacle.TARGET_IN_THE_DARK,
        "action.camera.dark",
    ),
    (
        {"places": {0: GREEN}},
        RestartPower("north", "east"),
        Obstacle.NOT_IN_SECURITY_ROOM,
        "action.restart_power",
    ),
    ({}, RestartPower("north", "north"), Obstacle.WRONG_ISLANDS, "action.restart_power"),
    ({}, RestartPower("north", ""), Obstacle.WRONG_ISLANDS, "action.restart_power"),
    ({"ghosts": [0]}, CheckPulse(1), Obstacle.YOU_ARE_A_GHOST, "ghost.actions"),
    ({"places": {1: GREEN}}, CheckPulse(1), Obstacle.TARGET_ELSEWHERE, "action.check"),
    ({}, SecureCorridor(), Obstacle.NOT_ON_A_CORRIDOR, "action.secure.place"),
    ({"places": {0: BRIDGE}, "hand": {0: "alive"}}, SecureCorridor(), Obstacle.NO_TASK_CARD, "action.secure"),
    ({"ghosts": [0]}, CallVote(), Obstacle.YOU_ARE_A_GHOST, "ghost.actions"),
    (
        {"places": {0: GREEN}, "readings": {"vote.start": "security_room"}},
        CallVote(),
        Obstacle.VOTE_ELSEWHERE,
        "vote",
    ),
    ({"readings": {"vote.start": "after_found_dead"}}, CallVote(), Obstacle.NOBODY_FOUND_DEAD, "vote"),
    ({}, DriveOff(BRIDGE), Obstacle.NO_FISHMAN_NEAR, "action.drive_off"),
    (
        {"places": {0: GREEN}, "fishmen": [BRIDGE]},
        DriveOff(BRIDGE),
        Obstacle.NO_FISHMAN_NEAR,
        "action.drive_off",
    ),
    ({"ghosts": [0], "fishmen": [BRIDGE]}, DriveOff(BRIDGE), Obstacle.YOU_ARE_A_GHOST, "ghost.actions"),
    ({"places": {0: GREEN}}, ClosePortal(), Obstacle.NO_PORTAL_HERE, "action.close_portal"),
    (
        {"places": {0: GREEN}, "portals": [GREEN], "ghosts": [0]},
        ClosePortal(),
        Obstacle.YOU_ARE_A_GHOST,
        "ghost.actions",
    ),
]


@pytest.mark.parametrize(("position", "choice", "obstacle", "rule"), REFUSED)
def test_action_is_refused(position: dict[str, Any], choice: Choice, obstacle: Obstacle, rule: str) -> None:
    action = acting(table_of(**position))
    assert choice not in action.options
    assert action.refusal(choice) == no(obstacle, rule)


def test_second_vote_of_a_round_is_refused() -> None:
    """Rule vote: once per round."""
    table = table_of()
    table.state.was_vote_held = True
    assert acting(table).refusal(CallVote()) == no(Obstacle.VOTE_HELD, "vote")


def test_card_that_is_not_held_cannot_be_placed() -> None:
    """Rule action.fill."""
    action = acting(table_of(places={1: BLUE}), 1).answer(FillRoom())
    assert action.refusal(PlaceCard(Face.SABOTAGE)) == no(Obstacle.CARD_NOT_HELD, "action.fill")


def test_dead_character_has_the_options_of_a_living_one() -> None:
    """Section 13.4, traps 1 and 13: death changes no option, and neither do the pulses of others."""
    for pulse in ({1: "alive dead"}, {2: "dead"}, {0: "dead", 1: "dead", 2: "dead", 3: "dead"}):
        assert acting(table_of(pulse=pulse), 1).options == acting(table_of(), 1).options


def test_every_obstacle_is_tested() -> None:
    """The tables of refusals of this chapter and the others name every obstacle."""
    from tests.games.among_cultists import test_encounters, test_movement, test_pulse, test_votes

    named = {obstacle for _, _, obstacle, _ in [*REFUSED, *test_movement.REFUSED]}
    elsewhere = {
        Obstacle.JUST_BOARDED: test_movement,
        Obstacle.CARD_NOT_HELD: test_encounters,
        Obstacle.PULSE_CARD_HELD: test_encounters,
        Obstacle.MUST_BE_TRUE: test_pulse,
        Obstacle.TARGET_IS_A_GHOST: test_votes,
        Obstacle.OFF_ROUTE: None,
        Obstacle.VOTE_HELD: None,
        Obstacle.MOVEMENT_POINTS_SPENT: test_movement,
    }
    assert set(Obstacle) - named - elsewhere.keys() == set()
