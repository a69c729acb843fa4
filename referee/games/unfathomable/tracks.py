"""The travel track and the ritual track."""

from __future__ import annotations

from referee.games.unfathomable.cards import Progress
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def advance_travel(table: Table[State], count: int = 1) -> Script[None]:
    """Advance the travel marker, with drift and arrivals."""
    raise NotImplementedError
    yield


def retreat_travel(table: Table[State], count: int = 1) -> int:
    """Move the travel marker back; return by how many spaces it could not be moved."""
    raise NotImplementedError


def reset_travel(table: Table[State]) -> None:
    """Put the travel marker on the start."""
    raise NotImplementedError


def advance_ritual(table: Table[State], count: int = 1) -> Script[None]:
    """Advance the ritual marker, with the greater banishment."""
    raise NotImplementedError
    yield


def retreat_ritual(table: Table[State], count: int = 1) -> None:
    """Move the ritual marker back."""
    raise NotImplementedError


def reset_ritual(table: Table[State]) -> None:
    """Put the ritual marker on the start."""
    raise NotImplementedError


def resolve_progress(table: Table[State], progress: Progress, chooser: Seat) -> Script[None]:
    """Resolve a progress symbol."""
    raise NotImplementedError
    yield
