"""What a crisis is made of. The crises themselves are in `crises`; `mythos` resolves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table

Effect = Callable[[Table[State], Seat], Script[None]]
"""What a crisis does. The seat is the `you` of the card: whoever resolves it."""

Guard = Callable[[Table[State], Seat], Refused | None]
"""What stands in the way of choosing an option."""


def nothing(table: Table[State], you: Seat) -> Script[None]:
    """No effect."""
    yield from ()


class Crisis(NamedTuple):
    """What a crisis does, by how it goes. The numbers of its test are on the card."""

    success: Effect = nothing
    partial: Effect = nothing
    failure: Effect = nothing
    upper: Effect = nothing
    """The upper option of a choice."""
    lower: Effect = nothing
    """The lower option of a choice."""
    other: Effect = nothing
    """The other option of a combination, where no test is made."""
    needs: Guard | None = None
    """What the upper option of a choice, or the other option of a combination, takes."""
    needs_a_hand: bool = False
    """What it takes is in the hand of the chooser, so that others cannot see whether it is open."""
    difficulty: Callable[[Table[State]], int] | None = None
    """The difficulty, where it is a ruling."""


def current_player(table: Table[State]) -> Seat:
    """The current player of the card: the active one, or by another reading whoever drew it."""
    state = table.state
    return state.mythos_drawer if table.ruling("reveal_ability.edmund") == "edmund" else state.active
