"""Waypoint cards: looked at, put into the row, put back. Only the looker sees cards that are looked at."""

from __future__ import annotations

from referee.games.unfathomable.cards import Waypoint
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat


class WaypointsLookedAt(Fact, frozen=True, tag="unfathomable.waypoints_looked_at"):
    """A player took cards from the waypoint deck to look at them, the top one first."""

    seat: Public[Seat]
    waypoints: OwnerSees[tuple[Waypoint, ...]]


@folds(WaypointsLookedAt)
def _waypoints_looked_at(state: State, fact: WaypointsLookedAt) -> None:
    del state.waypoint_deck[-len(fact.waypoints) :]
    state.waypoints_held = list(fact.waypoints)


class WaypointsPutBack(Fact, frozen=True, tag="unfathomable.waypoints_put_back"):
    """Waypoints were put back: the first of `top` uppermost, the last of `bottom` at the very bottom."""

    seat: Public[Seat]
    top: OwnerSees[tuple[Waypoint, ...]]
    bottom: OwnerSees[tuple[Waypoint, ...]]


@folds(WaypointsPutBack)
def _waypoints_put_back(state: State, fact: WaypointsPutBack) -> None:
    deck = [*reversed(fact.bottom), *state.waypoint_deck, *reversed(fact.top)]
    state.waypoint_deck = deck if state.is_open else [Waypoint.HIDDEN] * len(deck)
    state.waypoints_held = []


class WaypointPlaced(Fact, frozen=True, tag="unfathomable.waypoint_placed"):
    """A waypoint was put into the row: one of those looked at, or the top one of the deck."""

    seat: Public[Seat]
    """The player who makes the choices on it."""
    waypoint: Public[Waypoint]


@folds(WaypointPlaced)
def _waypoint_placed(state: State, fact: WaypointPlaced) -> None:
    held = state.waypoints_held
    if held:
        held.remove(fact.waypoint if fact.waypoint in held else Waypoint.HIDDEN)
    else:
        state.waypoint_deck.pop()
    state.waypoints.append(fact.waypoint)
    state.arriving = fact.waypoint


class WaypointLost(Fact, frozen=True, tag="unfathomable.waypoint_lost"):
    """A waypoint left the row: it was removed from the game or put on the bottom of the deck."""

    waypoint: Public[Waypoint]
    removed: Public[bool]


@folds(WaypointLost)
def _waypoint_lost(state: State, fact: WaypointLost) -> None:
    state.waypoints.remove(fact.waypoint)
    state.arriving = Waypoint.HIDDEN
    if fact.removed:
        state.waypoints_gone.append(fact.waypoint if state.is_open else Waypoint.HIDDEN)
    else:
        state.waypoint_deck.insert(0, fact.waypoint if state.is_open else Waypoint.HIDDEN)


class WaypointResolved(Fact, frozen=True, tag="unfathomable.waypoint_resolved"):
    """The waypoint placed last was resolved."""

    waypoint: Public[Waypoint]


@folds(WaypointResolved)
def _waypoint_resolved(state: State, fact: WaypointResolved) -> None:
    state.arriving = Waypoint.HIDDEN


FACTS: tuple[type[Fact], ...] = (
    WaypointsLookedAt,
    WaypointsPutBack,
    WaypointPlaced,
    WaypointLost,
    WaypointResolved,
)
