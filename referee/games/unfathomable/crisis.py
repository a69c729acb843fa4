"""What a crisis consists of. The crises themselves are in `crises`; `mythos` resolves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.card_effects import Effect, Guard
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


def nothing(table: Table[State], you: Seat) -> Script[None]:
    """Do nothing."""
    yield from ()


class Crisis(NamedTuple):
    """The effects of a crisis. The numbers of its test are on the card."""

    success: Effect = nothing
    partial: Effect = nothing
    failure: Effect = nothing
    upper: Effect = nothing
    """The upper option of a choice."""
    lower: Effect = nothing
    """The lower option of a choice."""
    other: Effect = nothing
    """The alternative to the test of a combination."""
    needs: Guard | None = None
    """What must hold to choose the upper option of a choice, or the alternative of a combination."""
    needs_a_hand: bool = False
    """Whether `needs` looks at the chooser's hand, so that others cannot see if the option is open."""
    difficulty: Callable[[Table[State]], int] | None = None
    """The difficulty, where a ruling decides it."""


def current_player(table: Table[State]) -> Seat:
    """Return the current player of the card: the active player or, by another reading, whoever drew it."""
    state = table.state
    return state.mythos_drawer if table.ruling("reveal_ability.edmund") == "edmund" else state.active
