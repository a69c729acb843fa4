"""The board: the chapter on spaces (DE 20, FR 21, PL 27), adjacency, arrows, numbers, and what is nearest."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.unfathomable.board import (
    ADJACENT,
    ARROW,
    BOW,
    DECK,
    INTERIOR,
    NUMBERS,
    OPEN_SHIP,
    ROOMS,
    SHIP,
    STERN,
    WATER,
    Space,
    bow_space,
    deck_numbered,
    distances,
    nearest,
    number_of,
    room_numbered,
    toward_bow,
    toward_stern,
)


def test_how_many_spaces_there_are() -> None:
    """space.types, space.water.count, space.ship.count, space.deck.count, space.interior.count (DE 20.2, 20.8)."""
    assert (len(WATER), len(DECK), len(INTERIOR), len(SHIP)) == (8, 8, 8, 16)
    assert Counter([*WATER, *SHIP, Space.DEEP]) == Counter(Space)


def test_six_rooms_can_be_damaged_and_entered() -> None:
    """space.interior.damageable, space.brig_sickbay.special (DE 20.19, 20.20, FR 21.19, 21.20, PL 27.19, 27.20)."""
    assert set(INTERIOR) - set(ROOMS) == {Space.BRIG, Space.SICK_BAY}
    assert set(SHIP) - set(OPEN_SHIP) == {Space.BRIG, Space.SICK_BAY}


def test_borders_go_both_ways_and_no_space_borders_on_itself() -> None:
    """adjacent.spaces (DE 5.0, FR 4.0, PL 31.0)."""
    for space, others in ADJACENT.items():
        assert space not in others
        assert len(set(others)) == len(others)
        for other in others:
            assert space in ADJACENT[other]


@pytest.mark.parametrize(
    ("space", "others"),
    [
        ("water_1", "water_2 water_3 deck_1"),
        ("water_6", "water_4 water_8 deck_6"),
        ("water_7", "water_5 water_8 deck_7"),
        ("deck_2", "water_2 deck_1 deck_4 bridge"),
        ("deck_5", "water_5 deck_3 deck_7 cargo_hold"),
        ("deck_8", "water_8 deck_6 deck_7 boiler_room"),
        ("bridge", "deck_1 deck_2 chapel captains_cabin"),
        ("chapel", "deck_3 bridge captains_cabin cargo_hold sick_bay"),
        ("captains_cabin", "deck_4 bridge chapel galley sick_bay"),
        ("cargo_hold", "deck_5 chapel galley boiler_room brig"),
        ("galley", "deck_6 captains_cabin cargo_hold boiler_room brig"),
        ("boiler_room", "deck_7 deck_8 cargo_hold galley"),
        ("sick_bay", "chapel captains_cabin"),
        ("brig", "cargo_hold galley"),
        ("deep", ""),
    ],
)
def test_who_borders_on_whom(space: str, others: str) -> None:
    """adjacent.spaces, deep.not_a_space (DE 5.0, 48.3, FR 4.0, 1.3, PL 31.0, 23.3)."""
    assert set(ADJACENT[Space(space)]) == {Space(other) for other in others.split()}


def test_each_water_and_deck_space_has_one_arrow_to_a_neighbour() -> None:
    """arrows.where, space.water.arrow, space.deck.arrow (DE 6.1, 6.2, 20.4, 20.14): into the deck, into a room."""
    assert set(ARROW) == {*WATER, *DECK}
    for space, end in ARROW.items():
        assert end in ADJACENT[space]
        assert end in (DECK if space in WATER else ROOMS)


def test_numbers() -> None:
    """space.deck.numbers, space.interior.data (DE 20.13, 20.18, FR 21.13, 21.18, PL 27.13, 27.18): each once."""
    everything = list(range(1, 9))
    assert sorted([number for space in DECK for number in NUMBERS[space]]) == everything
    assert sorted([number for room in ROOMS for number in NUMBERS[room]]) == everything
    assert [deck_numbered(number) for number in everything] == list(DECK)
    rooms = "bridge bridge chapel captains_cabin cargo_hold galley boiler_room boiler_room"
    assert [room_numbered(number) for number in everything] == [Space(room) for room in rooms.split()]
    assert [number_of(space) for space in (Space.BRIDGE, Space.BOILER_ROOM, Space.BRIG)] == [2, 8, 0]


def test_the_bow() -> None:
    """bow.definition (DE 8.0, 20.3, FR 7.0, 21.3, PL 30.0, 27.3): the spaces numbered 1-4 and 5-8."""
    assert BOW == (Space.WATER_1, Space.WATER_2)
    assert [bow_space(number) for number in (1, 4, 5, 8)] == [*[Space.WATER_1] * 2, *[Space.WATER_2] * 2]


def test_the_stern() -> None:
    """stern.definition (DE 27.0, FR 5.0, PL 37.0): the water next to decks 7 and 8."""
    assert {ARROW[space] for space in STERN} == {Space.DECK_7, Space.DECK_8}


def test_ways_on_the_water() -> None:
    """bow.monarch_move, travel.monster_drift (DE 8.1, 24.7): along the side, never across."""
    for side in (WATER[::2], WATER[1::2]):
        assert [toward_stern(space) for space in side] == [*side[1:], Space.DEEP]
        assert [toward_bow(space) for space in side] == [side[0], *side[:-1]]
        for space in side:
            assert toward_bow(space) in (space, *ADJACENT[space])


def test_distances() -> None:
    """space.nearest (DE 20.1, FR 21.1, PL 27.1): the fewest spaces, counted through spaces of some kind."""
    away = distances(Space.BRIDGE, ROOMS)
    assert away == {
        Space.BRIDGE: 0,
        Space.CHAPEL: 1,
        Space.CAPTAINS_CABIN: 1,
        Space.CARGO_HOLD: 2,
        Space.GALLEY: 2,
        Space.BOILER_ROOM: 3,
    }
    assert distances(Space.SICK_BAY, SHIP)[Space.BRIG] == 3
    assert distances(Space.WATER_1, WATER)[Space.WATER_8] == 4
    assert distances(Space.DEEP, SHIP) == {Space.DEEP: 0}


@pytest.mark.parametrize(
    ("start", "order"),
    [
        ("bridge", "captains_cabin chapel galley cargo_hold boiler_room"),
        ("chapel", "cargo_hold captains_cabin bridge boiler_room galley"),
        ("captains_cabin", "galley chapel bridge boiler_room cargo_hold"),
        ("cargo_hold", "boiler_room galley chapel captains_cabin bridge"),
        ("galley", "boiler_room cargo_hold captains_cabin chapel bridge"),
        ("boiler_room", "galley cargo_hold captains_cabin chapel bridge"),
    ],
)
@pytest.mark.parametrize("through", [SHIP, ROOMS], ids=["ship", "rooms"])
def test_which_room_is_nearest(start: str, order: str, through: tuple[Space, ...]) -> None:
    """space.nearest, damage.redirect.tie (DE 20.1, 42.5, FR 21.1, 25.5, PL 27.1, 44.5): of equals the highest number.

    Counting through the Brig, the Sick Bay and the deck or not makes no difference on this board.
    """
    left = [room for room in ROOMS if room is not Space(start)]
    found = []
    while left:
        room = nearest(Space(start), left, through)
        assert room is not None
        found.append(room)
        left.remove(room)
    assert found == [Space(room) for room in order.split()]


def test_nothing_is_nearest_of_nothing() -> None:
    """space.nearest: of no spaces, or of spaces out of reach, none is nearest."""
    assert nearest(Space.BRIDGE, []) is None
    assert nearest(Space.BRIDGE, [Space.WATER_1]) is None


def _by_nearness(start: Space, through: tuple[Space, ...]) -> list[Space]:
    away = distances(start, through)
    return sorted(
        [room for room in ROOMS if room is not start], key=lambda room: (away[room], -number_of(room))
    )


@pytest.mark.parametrize("room", ROOMS)
def test_the_nearest_room_is_the_same_through_whatever_spaces_one_counts(room: Space) -> None:
    """space.nearest (DE 20.1, FR 21.1, PL 27.1) names no spaces to count through; on this board it need not."""
    orders = [_by_nearness(room, through) for through in (ROOMS, INTERIOR, SHIP, (*WATER, *SHIP))]
    assert all([order == orders[0] for order in orders])


@pytest.mark.parametrize("water", WATER)
def test_from_her_water_space_and_from_the_damaged_room_hydra_finds_the_same_rooms(water: Space) -> None:
    """activation.hydra.damage.redirect (DE 3.6, FR 3.6, PL 2.6): the editions measure from here or from there."""
    room = ARROW[ARROW[water]]
    assert _by_nearness(water, (*WATER, *SHIP)) == [room, *_by_nearness(room, SHIP)]


@pytest.mark.parametrize("water", WATER)
def test_a_water_space_borders_on_one_deck_space(water: Space) -> None:
    """activation.dagon.spawn (DE 3.10, FR 3.10, PL 2.10): one deck space or the deck spaces beside him are the same."""
    assert [space for space in ADJACENT[water] if space in DECK] == [ARROW[water]]
