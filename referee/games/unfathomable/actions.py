"""Actions: what a player may do with one, gathered from all chapters, and doing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table


class Action(NamedTuple):
    """A kind of action."""

    rule: str
    choice: type[Choice]
    """The kind of choice that takes it; each kind belongs to one action."""
    options: Callable[[Table[State], Seat], list[Choice]]
    """What the seat could choose now."""
    perform: Callable[[Table[State], Seat, Choice], Script[None]]
    """Carry it out."""
    why_not: Callable[[Table[State], Seat, Choice], Refused | None]
    """Why such a choice is not open now, for one who chooses it all the same."""


ACTIONS: list[Action] = []


def action(found: Action) -> None:
    """Register a kind of action; the chapters do it when they are loaded."""
    ACTIONS.append(found)


def perform_action(table: Table[State], seat: Seat, question: str = "unfathomable.action") -> Script[bool]:
    """Let a player perform one action, in its own turn or in another's, or pass; say whether it did."""
    raise NotImplementedError
    yield


def is_used(state: State, key: str) -> bool:
    """Say whether something that may be used once a turn was used in this one."""
    return key in state.used


def use(table: Table[State], seat: Seat, key: str) -> None:
    """Note that something that may be used once a turn was used."""
    raise NotImplementedError
