"""The types of what the text of a card does, shared by crises, skill cards, spells and waypoints."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table

Effect = Callable[[Table[State], Seat], Script[None]]
"""Something that a card does. The seat is the `you` of the card: the player who resolves it."""

Guard = Callable[[Table[State], Seat], Refused | None]
"""A check whether an option or a card can be chosen."""
