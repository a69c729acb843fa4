"""Spawning Deep Ones, and moving monsters, also out of the Deep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from referee.games.unfathomable.board import BOARD, BRIG, DEEP, INTERIOR, ROOMS, SICK_BAY, Space, bow_space
from referee.games.unfathomable.cards import Monarch
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.ending import Ending, end_game
from referee.games.unfathomable.facts.spawning import (
    DeepOnesMoved,
    DeepOnesReturned,
    DeepOnesSpawned,
    MonarchMoved,
    RoomThreatened,
)
from referee.games.unfathomable.state import State
from referee.games.unfathomable.windows import Timing, might_be_used, window
from referee.kernel.table import Script, Table, rule

CLOSED_TO_DEEP_ONES: tuple[Space, ...] = (BRIG, SICK_BAY)
ENOUGH_TO_SURFACE = 4


@rule("spawn.definition")
def spawn(table: Table[State], space: Space, count: int = 1) -> None:
    """Put Deep Ones of the supply on a space, but not in the Brig or the Sick Bay; with too few the game ends."""
    if space in CLOSED_TO_DEEP_ONES or not count:
        return
    if count > table.state.deep_one_supply:
        be_overrun(table)
    table.record(DeepOnesSpawned(space, count))


@rule("spawn.definition")
def spawn_on_each(table: Table[State], spaces: Sequence[Space]) -> None:
    """Put a Deep One on each of several spaces; with too few for all of them the game ends at once."""
    if len(spaces) > table.state.deep_one_supply:
        be_overrun(table)
    for space in spaces:
        table.record(DeepOnesSpawned(space, 1))


@rule("game_end.deep_one_supply")
def be_overrun(table: Table[State]) -> NoReturn:
    """End the game, because more Deep Ones must be placed than there are. None is placed."""
    end_game(table, Ending.OVERRUN)


def move_deep_ones(table: Table[State], start: Space, end: Space, count: int = 1) -> None:
    """Move up to this many Deep Ones from space to space, but not into the Brig or the Sick Bay."""
    count = min(count, table.state.deep_ones.get(start, 0))
    if count and start is not end and end not in CLOSED_TO_DEEP_ONES:
        table.record(DeepOnesMoved(start, end, count))


def lead_deep_ones(table: Table[State], start: Space, end: Space, count: int = 1) -> Script[None]:
    """Move Deep Ones, for whatever reason. Before they enter a room, its hatches may be barricaded to stop them."""
    if end in ROOMS and might_be_used(table, Timing.DEEP_ONE_WOULD_ENTER):
        table.record(RoomThreatened(start, end))
        yield from window(table, Timing.DEEP_ONE_WOULD_ENTER, _is_barricaded)
    if not is_barred(table, start, end):
        move_deep_ones(table, start, end, count)


def _is_barricaded(table: Table[State]) -> bool:
    return table.state.barricaded


def is_barred(table: Table[State], start: Space, end: Space) -> bool:
    """Return whether barricaded hatches keep Deep Ones from moving this way for the rest of the turn.

    This also holds if players move them, because no ability makes them do what they cannot do (`ability.cannot`).
    """
    if not table.state.barricaded or end not in INTERIOR:
        return False
    return start not in INTERIOR or table.ruling("mythos.barricade_the_hatches") == "into_any_room"


def return_deep_ones(table: Table[State], space: Space, count: int = 1) -> None:
    """Return up to this many Deep Ones to the supply, without defeating them."""
    count = min(count, table.state.deep_ones.get(space, 0))
    if count:
        table.record(DeepOnesReturned(space, count))


def move_monarch(table: Table[State], monarch: Monarch, space: Space) -> None:
    """Move a monarch."""
    start = table.state.monarchs[monarch]
    if start is not space:
        table.record(MonarchMoved(monarch, start, space))


def surface(table: Table[State], *monarchs: Monarch) -> Script[None]:
    """Roll, and move these monarchs and all Deep Ones from the Deep to that bow space."""
    return _surface(table, monarchs)


@rule("bow.definition")
def _surface(table: Table[State], monarchs: Sequence[Monarch]) -> Script[None]:
    result = yield from roll(table, table.state.active, "bow.definition")
    emerge(table, bow_space(result), *monarchs)


def emerge(table: Table[State], space: Space, *monarchs: Monarch) -> None:
    """Move all Deep Ones from the Deep to a water space, with those of these monarchs that are there."""
    for monarch in monarchs:
        if table.state.monarchs[monarch] is DEEP:
            move_monarch(table, monarch, space)
    move_deep_ones(table, DEEP, space, table.state.deep_ones.get(DEEP, 0))


def deep_ones_on_board(state: State) -> list[Space]:
    """Return the spaces with Deep Ones. The Deep is not a space."""
    return [space for space in BOARD if space in state.deep_ones]


def deep_ones_outside(state: State) -> list[Space]:
    """Return the deck and water spaces with Deep Ones."""
    return [space for space in deep_ones_on_board(state) if space not in INTERIOR]
