"""Windows: moments at which any player may use an ability, asked together and sealed, by what is public alone."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table


class Timing(StrEnum):
    """The moments at which abilities may be used out of turn."""

    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"
    BEFORE_CARDS = "before_cards"
    AFTER_TOTAL = "after_total"
    CHARACTER_WOULD_BE_DEFEATED = "character_would_be_defeated"
    PASSENGER_WOULD_BE_DEFEATED = "passenger_would_be_defeated"
    MYTHOS_DRAWN = "mythos_drawn"
    MYTHOS_CHOICE = "mythos_choice"


class Reaction(NamedTuple):
    """An ability that may be used at some moment."""

    timing: Timing
    rule: str
    """The rule of the card or ability, which is also what limits it."""
    may_have: Callable[[Table[State], Seat], bool]
    """Whether, by what everyone can see, this seat might use it now. A card in hand: the hand is not empty."""
    options: Callable[[Table[State], Seat], list[Choice]]
    """What the seat can really choose now. May look at the hand; each kind of choice belongs to one reaction."""
    resolve: Callable[[Table[State], Seat, Choice], Script[None]]
    """Carry it out."""


REACTIONS: list[Reaction] = []


def reaction(found: Reaction) -> None:
    """Register an ability; the chapters do it when they are loaded."""
    REACTIONS.append(found)


def window(
    table: Table[State], timing: Timing, until: Callable[[Table[State]], bool] | None = None
) -> Script[None]:
    """Ask everyone who might use an ability at this moment, again and again until all pass or `until` holds.

    All are asked together and sealed; several who want to use something are put in order by the active player.
    """
    raise NotImplementedError
    yield
