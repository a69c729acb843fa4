"""Rulings: the 22 differences between the three editions, and readings that the chapters do not test."""

from __future__ import annotations

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.actions import take_action
from referee.games.among_cultists.choices import BoardBoat, CallVote
from referee.games.among_cultists.movement import take_move
from tests.games.among_cultists.tables import Playing, table_of

BOOK = GAME.rulebook

DIFFERENCES = {
    1: "ruling secure.shuffle",
    2: "ruling dock.choice",
    3: "rule dock",
    4: "ruling boat.ready",
    5: "ruling power.islands",
    6: "rule role.snitch",
    7: "ruling snitch.number",
    8: "rule boat.blocked",
    9: "rule event.fishman",
    10: "rule event.fishman",
    11: "rule setup.map",
    12: "rule boat.board",
    13: "rule setup.roles",
    14: "rule dock.rooms",
    15: "rule setup.night",
    16: "rule event.lightning",
    17: "rule route",
    18: "rule action.secure",
    19: "rule setup.roles",
    20: "rule role.sleeper",
    21: "rule role.yellow_traitor",
    22: "rule role.yellow_traitor",
}
"""Where each difference between the Italian, Portuguese and Greek texts is recorded."""


@pytest.mark.parametrize(("number", "place"), DIFFERENCES.items())
def test_difference_between_the_editions_is_recorded(number: int, place: str) -> None:
    """A difference with an effect is a ruling on which the editions differ; another is told at its rule."""
    kind, _, name = place.partition(" ")
    if kind == "ruling":
        assert len(set(BOOK.rulings[name].editions.values())) == 2, number
    else:
        assert BOOK.rules[name].differs, number


def test_reading_of_each_edition() -> None:
    """Rulings on which the editions differ: Italian 159, 167, 200; Portuguese 339, 347, 369; Greek 519, 521, 527."""
    differing = {
        key: dict(ruling.editions)
        for key, ruling in BOOK.rulings.items()
        if len(set(ruling.editions.values())) > 1
    }
    assert differing == {
        "secure.shuffle": {"it": "at_the_bottom", "pt": "at_the_bottom", "el": "shuffled"},
        "boat.ready": {"it": "route_open", "pt": "route_open", "el": "present"},
        "dock.choice": {"it": "after_landing", "pt": "after_landing", "el": "on_boarding"},
        "power.islands": {"it": "two", "pt": "up_to_two", "el": "two"},
        "snitch.number": {"it": "shown", "pt": "aloud", "el": "aloud"},
    }


@pytest.mark.parametrize(("edition", "is_offered"), [("", True), ("el", True), ("it", False), ("pt", False)])
def test_boat_with_a_closed_route(edition: str, is_offered: bool) -> None:
    """Ruling boat.ready: a Boat must be there already (519), or be ready (159, 339)."""
    table = table_of(places={0: "orange_room_east"}, blocks=["boat_1"], edition=edition)
    assert (BoardBoat("boat_1") in Playing(table, take_move(table, 0)).options) is is_offered


@pytest.mark.parametrize(
    ("reading", "place", "was_found", "is_offered"),
    [
        ("action", "green_room_south", False, True),
        ("security_room", "security_room", False, True),
        ("security_room", "green_room_south", True, False),
        ("after_found_dead", "green_room_south", True, True),
        ("after_found_dead", "security_room", False, False),
    ],
)
def test_where_a_vote_may_be_called(reading: str, place: str, was_found: bool, is_offered: bool) -> None:
    """Ruling vote.start."""
    table = table_of(places={1: place}, readings={"vote.start": reading})
    table.state.was_someone_found = was_found
    assert (CallVote() in Playing(table, take_action(table, 1)).options) is is_offered


def test_switches_of_the_reconstruction_are_rulings() -> None:
    """Section 14 of the reconstruction, apart from the advice on seats for new roles: it has no effect in play."""
    switches = """
        encounter.timing encounter.many secure.place unsafe.empty ghost.role vote.majority vote.start
        end.lone_cultist end.points_and_kills end.eliminated collect.cards kills.voted_out kills.yellow
        round.first_seat boat.departure_card
    """
    assert set(switches.split()) <= BOOK.rulings.keys()
    assert len(BOOK.rulings) == 20
