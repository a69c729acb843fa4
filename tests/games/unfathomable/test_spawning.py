"""Deep Ones coming from the supply, monsters moving, and the Deep (DE 16, 48, FR 30, 1, PL 47, 23)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import DECK, WATER, Space
from referee.games.unfathomable.cards import Monarch
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.spawning import DeepOnesMoved, DeepOnesSpawned, MonarchMoved
from referee.games.unfathomable.spawning import (
    deep_ones_on_board,
    emerge,
    is_barred,
    move_deep_ones,
    move_monarch,
    return_deep_ones,
    spawn,
    spawn_on_each,
    surface,
)
from referee.kernel.table import GameOver
from tests.games.unfathomable.tables import Sailing, table_of

NINETEEN = "deep " * 19


def test_spawning() -> None:
    """spawn.definition (DE 16.0, FR 30.0, PL 47.0): from the supply onto the space."""
    table = table_of()
    spawn(table, Space.DECK_3, 2)
    assert table.state.deep_ones == {Space.DECK_3: 2}
    assert table.state.deep_one_supply == 18
    assert table.recorded[-1].fact == DeepOnesSpawned(Space.DECK_3, 2)
    assert table.recorded[-1].path == "spawn.definition"


def test_the_last_one_may_be_placed() -> None:
    """game_end.deep_one_supply (DE 16.1, FR 30.1, PL 47.1): using up the supply does not end the game."""
    table = table_of(deep_ones=NINETEEN)
    spawn(table, Space.DECK_1)
    assert (table.state.deep_one_supply, table.outcome) == (0, None)


def test_too_few_to_spawn() -> None:
    """game_end.deep_one_supply (DE 11.0, 16.1, FR 28.0, 30.1, PL 48.0, 47.1): the end, before any is placed."""
    table = table_of(deep_ones=NINETEEN)
    with pytest.raises(GameOver):
        spawn(table, Space.DECK_1, 2)
    assert table.outcome is not None
    assert table.outcome.ending == Ending.OVERRUN
    assert "game_end.deep_one_supply" in table.recorded[-1].path
    assert Space.DECK_1 not in table.state.deep_ones


def test_too_few_for_all_of_several_spaces() -> None:
    """game_end.deep_one_supply (DE 16.1, FR 30.1, PL 47.1): one instruction, so none is placed at all."""
    table = table_of(deep_ones="deep " * 13)
    with pytest.raises(GameOver):
        spawn_on_each(table, DECK)
    assert table.state.deep_ones == {Space.DEEP: 13}


def test_one_on_each_space() -> None:
    """spawn.definition (DE 16.0, FR 30.0, PL 47.0): on several spaces."""
    table = table_of(deep_ones="water_1")
    spawn_on_each(table, WATER)
    assert table.state.deep_ones == {Space.WATER_1: 2, **dict.fromkeys(WATER[1:], 1)}


@pytest.mark.parametrize("space", [Space.BRIG, Space.SICK_BAY])
def test_no_deep_one_comes_to_brig_or_sick_bay(space: Space) -> None:
    """space.brig_sickbay.no_deep_ones (DE 7.11, 20.20, FR 9.11, 21.20, PL 3.11, 27.20)."""
    table = table_of(deep_ones="chapel")
    spawn(table, space)
    move_deep_ones(table, Space.CHAPEL, space)
    assert table.state.deep_ones == {Space.CHAPEL: 1}


def test_moving_takes_at_most_what_is_there() -> None:
    """limits.components (DE 31.0, FR 36.0, PL 24.0)."""
    table = table_of(deep_ones="deck_1 deck_1")
    move_deep_ones(table, Space.DECK_1, Space.BRIDGE, 3)
    assert table.state.deep_ones == {Space.BRIDGE: 2}
    recorded = len(table.recorded)
    move_deep_ones(table, Space.DECK_1, Space.BRIDGE)
    move_deep_ones(table, Space.BRIDGE, Space.BRIDGE)
    move_monarch(table, Monarch.DAGON, Space.DEEP)
    assert len(table.recorded) == recorded


def test_returning_to_the_supply() -> None:
    """ritual.banish.deep_ones, mythos.family_ties: Deep Ones go back without being overpowered."""
    table = table_of(deep_ones="deck_1 deck_1 deep")
    return_deep_ones(table, Space.DECK_1, 5)
    assert (table.state.deep_ones, table.state.deep_one_supply) == ({Space.DEEP: 1}, 19)


def test_what_is_on_the_board() -> None:
    """deep.not_a_space (DE 48.3, FR 1.3, PL 23.3): the Deep is not a space."""
    table = table_of(deep_ones="deep deck_1 bridge water_4")
    assert deep_ones_on_board(table.state) == [Space.WATER_4, Space.DECK_1, Space.BRIDGE]


@pytest.mark.parametrize(("face", "space"), [(4, Space.WATER_1), (5, Space.WATER_2)])
def test_surfacing(face: int, space: Space) -> None:
    """bow.definition (DE 8.0, FR 7.0, PL 30.0): one roll of the active player for all; the monarch not named stays."""
    table = table_of(deep_ones="deep deep deck_1", die=(face,), active=2)
    playing = Sailing(table, surface(table, Monarch.HYDRA))
    assert playing.done
    assert table.state.deep_ones == {Space.DECK_1: 1, space: 2}
    assert table.state.monarchs == {Monarch.DAGON: Space.DEEP, Monarch.HYDRA: space}
    assert playing.facts[-2:] == [
        MonarchMoved(Monarch.HYDRA, Space.DEEP, space),
        DeepOnesMoved(Space.DEEP, space, 2),
    ]


def test_a_monarch_on_the_board_does_not_surface() -> None:
    """deep.meaning (DE 48.0, FR 1.0, PL 23.0): only what is in the Deep comes out of it."""
    table = table_of(deep_ones="deep", monarchs={"dagon": "water_7"})
    emerge(table, Space.WATER_4, *Monarch)
    assert table.state.monarchs == {Monarch.DAGON: Space.WATER_7, Monarch.HYDRA: Space.WATER_4}
    assert table.state.deep_ones == {Space.WATER_4: 1}


@pytest.mark.parametrize(
    ("reading", "start", "end", "barred"),
    [
        ("into_any_room", Space.DECK_1, Space.BRIDGE, True),
        ("into_any_room", Space.BRIDGE, Space.CHAPEL, True),
        ("into_any_room", Space.WATER_1, Space.DECK_1, False),
        ("into_any_room", Space.BRIDGE, Space.DECK_1, False),
        ("from_the_deck", Space.DECK_1, Space.BRIDGE, True),
        ("from_the_deck", Space.BRIDGE, Space.CHAPEL, False),
    ],
)
def test_barricaded_hatches(reading: str, start: Space, end: Space, barred: bool) -> None:
    """mythos.barricade_the_hatches, by both readings of its ruling; without a barricade nothing is barred."""
    table = table_of(readings={"mythos.barricade_the_hatches": reading})
    assert not is_barred(table, start, end)
    table.state.barricaded = True
    assert is_barred(table, start, end) is barred
