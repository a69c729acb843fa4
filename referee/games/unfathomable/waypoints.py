"""Arriving at waypoints, and what each of them brings."""

from __future__ import annotations

from referee.games.unfathomable.cards import Waypoint
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def arrive(table: Table[State]) -> Script[None]:
    """The travel marker has reached the arrival space: the end, or the Captain chooses a waypoint."""
    raise NotImplementedError
    yield


def choose_waypoint(table: Table[State], chooser: Seat) -> Script[None]:
    """Look at the top two waypoints, resolve one, put the other on the bottom."""
    raise NotImplementedError
    yield


def resolve_waypoint(table: Table[State], chooser: Seat, waypoint: Waypoint) -> Script[None]:
    """Carry out a waypoint that lies in the row."""
    raise NotImplementedError
    yield
