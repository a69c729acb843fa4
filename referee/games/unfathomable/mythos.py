"""Mythos cards: drawing them and resolving crisis, activation and progress."""

from __future__ import annotations

from referee.games.unfathomable.cards import Mythos
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def mythos_step(table: Table[State], seat: Seat) -> Script[None]:
    """The Mythos step of a human: draw one card and resolve it."""
    raise NotImplementedError
    yield


def resolve_crisis_alone(table: Table[State], seat: Seat) -> Script[None]:
    """Spread Misfortune: draw a card and resolve only its crisis; a test fails, a choice is this player's."""
    raise NotImplementedError
    yield


def look_at_mythos(table: Table[State], seat: Seat, count: int) -> Script[tuple[Mythos, ...]]:
    """Look at the top cards of the mythos deck; unavailable green ones are shown, discarded and replaced."""
    raise NotImplementedError
    yield


def discard_mythos_of(table: Table[State], seat: Seat) -> None:
    """Discard the mythos cards in a play area."""
    raise NotImplementedError


def put_mythos_back(
    table: Table[State], seat: Seat, top: tuple[Mythos, ...], bottom: tuple[Mythos, ...]
) -> None:
    """Put cards that were looked at back on the deck, top and bottom."""
    raise NotImplementedError
