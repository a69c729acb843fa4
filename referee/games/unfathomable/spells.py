"""The Keeper's spells."""

from __future__ import annotations

from referee.games.unfathomable.cards import Spell
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def resolve_spell(table: Table[State], seat: Seat, spell: Spell) -> Script[None]:
    """Resolve a spell that was taken off the deck, and remove it from the game unless it stays in a play area."""
    raise NotImplementedError
    yield


def cast_of_two(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top two spells, resolve one, put the other on the bottom."""
    raise NotImplementedError
    yield
