"""Deep Ones and monarchs appearing, moving and leaving."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Monarch
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public


class DeepOnesSpawned(Fact, frozen=True, tag="unfathomable.deep_ones_spawned"):
    """Deep Ones of the supply were put on a space or into the Deep."""

    space: Public[Space]
    count: Public[int]


@folds(DeepOnesSpawned)
def _deep_ones_spawned(state: State, fact: DeepOnesSpawned) -> None:
    state.deep_one_supply -= fact.count
    state.deep_ones[fact.space] = state.deep_ones.get(fact.space, 0) + fact.count


class DeepOnesMoved(Fact, frozen=True, tag="unfathomable.deep_ones_moved"):
    """Deep Ones moved from one space to another; either may be the Deep."""

    start: Public[Space]
    space: Public[Space]
    count: Public[int]


@folds(DeepOnesMoved)
def _deep_ones_moved(state: State, fact: DeepOnesMoved) -> None:
    _take(state, fact.start, fact.count)
    state.deep_ones[fact.space] = state.deep_ones.get(fact.space, 0) + fact.count


class DeepOnesReturned(Fact, frozen=True, tag="unfathomable.deep_ones_returned"):
    """Deep Ones returned to the supply without being defeated."""

    space: Public[Space]
    count: Public[int]


@folds(DeepOnesReturned)
def _deep_ones_returned(state: State, fact: DeepOnesReturned) -> None:
    _take(state, fact.space, fact.count)
    state.deep_one_supply += fact.count


def _take(state: State, space: Space, count: int) -> None:
    left = state.deep_ones[space] - count
    if left:
        state.deep_ones[space] = left
    else:
        del state.deep_ones[space]


class RoomThreatened(Fact, frozen=True, tag="unfathomable.room_threatened"):
    """A Deep One is about to enter a room, and somebody may be able to stop it."""

    start: Public[Space]
    space: Public[Space]


@folds(RoomThreatened)
def _room_threatened(state: State, _: RoomThreatened) -> None:
    """Change nothing yet."""


class MonarchMoved(Fact, frozen=True, tag="unfathomable.monarch_moved"):
    """A monarch moved from one water space to another; either may be the Deep."""

    monarch: Public[Monarch]
    start: Public[Space]
    space: Public[Space]


@folds(MonarchMoved)
def _monarch_moved(state: State, fact: MonarchMoved) -> None:
    state.monarchs[fact.monarch] = fact.space


FACTS: tuple[type[Fact], ...] = (
    DeepOnesSpawned,
    DeepOnesMoved,
    DeepOnesReturned,
    RoomThreatened,
    MonarchMoved,
)
