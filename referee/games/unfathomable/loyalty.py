"""Loyalty cards: building the deck, dealing, looking, and which side a player is on."""

from __future__ import annotations

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table


def deal_loyalty(table: Table[State]) -> None:
    """Deal each player one card of the loyalty deck, face down."""
    raise NotImplementedError


def is_loyal_to_the_deep(state: State, seat: Seat) -> bool:
    """Say whether a player has a Hybrid or the Cultist card, revealed or not."""
    raise NotImplementedError


def look_at_loyalty(table: Table[State], looker: Seat, owner: Seat) -> None:
    """One player looks at the face-down loyalty cards of another; the owner is told."""
    raise NotImplementedError
