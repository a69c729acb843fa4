"""Actions: what they are, and performing one. `abilities` lists them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from referee.games.unfathomable.cards import Character
from referee.games.unfathomable.choices import PASS, PlayInsteadOfActions, Reveal
from referee.games.unfathomable.facts.actions import AbilityUsed, ActionPassed
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_ACTION
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table

C = TypeVar("C", bound=Choice)


class Action(msgspec.Struct, Generic[C], frozen=True):
    """A kind of action."""

    rule: str
    choice: type[C]
    """The kind of choice that takes this action; each kind belongs to one action."""
    options: Callable[[Table[State], Seat], Sequence[C]]
    """Lists what the seat can choose now."""
    perform: Callable[[Table[State], Seat, C], Script[None]]
    """Carries out the action."""
    why_not: Callable[[Table[State], Seat, C], Refused | None]
    """Explains why such a choice is not among the options."""
    of: Character | None = None
    """The only character who can perform it, if it belongs to one."""


def plain_action(
    rule_id: str,
    choice: C,
    obstacle: Callable[[Table[State], Seat], Refused | None],
    perform: Callable[[Table[State], Seat], Script[None]],
    of: Character | None = None,
) -> Action[C]:
    """Return an action without a target, which is offered unless an obstacle is in the way."""
    return Action(
        rule_id,
        type(choice),
        options=lambda table, seat: [choice] if obstacle(table, seat) is None else [],
        perform=lambda table, seat, _choice: perform(table, seat),
        why_not=lambda table, seat, _choice: obstacle(table, seat),
        of=of,
    )


def aimed_action(
    rule_id: str,
    choice: type[C],
    candidates: Callable[[Table[State], Seat], Iterable[C]],
    obstacle: Callable[[Table[State], Seat, C], Refused | None],
    perform: Callable[[Table[State], Seat, C], Script[None]],
    of: Character | None = None,
) -> Action[C]:
    """Return an action with a target: the candidates without an obstacle are offered."""
    return Action(
        rule_id,
        choice,
        options=lambda table, seat: [
            candidate for candidate in candidates(table, seat) if obstacle(table, seat, candidate) is None
        ],
        perform=perform,
        why_not=obstacle,
        of=of,
    )


@cache
def all_actions() -> Mapping[type[Choice], Action[Any]]:
    """Return every action by the kind of choice that takes it.

    The table is imported late: its chapters let players perform further actions, so they import this module.
    """
    from referee.games.unfathomable.abilities import ACTIONS

    return {found.choice: found for found in ACTIONS}


@cache
def _actions_of(character: Character) -> Sequence[Action[Any]]:
    """Return the actions that a character can perform at all."""
    return [found for found in all_actions().values() if found.of in (None, character)]


def perform_action(table: Table[State], seat: Seat) -> Script[bool]:
    """Let a player perform one action or pass, in its own turn or another's; return whether it acted."""
    options: list[Choice] = []
    for found in _actions_of(table.state.players[seat].character):
        options += found.options(table, seat)
    # Nobody is made to reveal: passing would then show that there is nothing to reveal.
    must_act = table.ruling("turn.unused_actions") == "must_act" and any(
        [type(option) is not Reveal for option in options]
    )
    passes = None if must_act else 0
    if not must_act:
        options.insert(0, PASS)

    def why_not(choice: Choice) -> Refused | None:
        if choice == PASS:
            return no(Obstacle.MUST_ACT, "action.step.two_actions")
        if isinstance(choice, PlayInsteadOfActions):
            return no(Obstacle.WRONG_TIME, "action.step.two_actions")
        found = all_actions().get(type(choice))
        return None if found is None else found.why_not(table, seat, choice)

    answer: Choice = yield ASK_ACTION.to(seat, options, why_not=why_not, passes=passes)
    if answer == PASS:
        table.record(ActionPassed(seat))
        return False
    yield from all_actions()[type(answer)].perform(table, seat, answer)
    return True


def is_used(state: State, key: str) -> bool:
    """Return whether something that may be used once per turn was used this turn."""
    return key in state.used


def limit_of(table: Table[State], seat: Seat, ability: str) -> str:
    """Return the key that notes the use of a once-per-turn card; by a ruling, each player has its own."""
    of_each = table.ruling("ability.limit_scope") == "instance_and_player"
    return f"{ability}/{seat}" if of_each else ability


def use(table: Table[State], seat: Seat, key: str) -> None:
    """Note that something that may be used once per turn was used."""
    table.record(AbilityUsed(seat, key))
