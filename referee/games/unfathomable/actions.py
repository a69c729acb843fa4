"""Actions: what a player may do with one, gathered from all chapters, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from referee.games.unfathomable.cards import Character
from referee.games.unfathomable.choices.plain import PASS
from referee.games.unfathomable.choices.reveal import Reveal
from referee.games.unfathomable.facts.actions import AbilityUsed, ActionPassed
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


class Action(msgspec.Struct, frozen=True):
    """A kind of action."""

    rule: str
    choice: type[Choice]
    """The kind of choice that takes it; each kind belongs to one action."""
    options: Callable[[Table[State], Seat], Sequence[Choice]]
    """What the seat could choose now."""
    perform: Callable[[Table[State], Seat, Choice], Script[None]]
    """Carry it out."""
    why_not: Callable[[Table[State], Seat, Choice], Refused | None]
    """Why such a choice is not open now, for one who chooses it all the same."""
    of: Character | None = None
    """The one character who can do it at all."""


ACTIONS: dict[type[Choice], Action] = {}
"""The kinds of action by the choice that takes them."""

ACTIONS_OF: dict[Character, list[Action]] = {character: [] for character in Character}
"""Those of them that a character can do at all."""

START_OF_ACTION_STEP: dict[type[Choice], Action] = {}
"""What a revealed traitor may do in place of the Action step. The chapters register it when they are loaded."""

_MUST_ACT = no(Obstacle.MUST_ACT, "action.step.two_actions")
_WRONG_TIME = no(Obstacle.WRONG_TIME, "action.step.two_actions")


def action(found: Action) -> None:
    """Register a kind of action; the chapters do it when they are loaded."""
    _check_is_new(found)
    ACTIONS[found.choice] = found
    for character, able in ACTIONS_OF.items():
        if found.of is None or found.of is character:
            able.append(found)


def at_start_of_action_step(found: Action) -> None:
    """Register something that takes the place of the Action step of a revealed traitor."""
    _check_is_new(found)
    START_OF_ACTION_STEP[found.choice] = found


def _check_is_new(found: Action) -> None:
    if found.choice in ACTIONS or found.choice in START_OF_ACTION_STEP:
        raise ValueError(f"{found.choice.__name__} takes another action already, not {found.rule}")


def perform_action(table: Table[State], seat: Seat, question: str = "unfathomable.action") -> Script[bool]:
    """Let a player perform one action, in its own turn or in another's, or pass; say whether it did."""
    options: list[Choice] = []
    for found in ACTIONS_OF[table.state.players[seat].character]:
        options += found.options(table, seat)
    # Nobody is made to reveal: who passes would be known to have nothing to reveal.
    must_act = table.ruling("turn.unused_actions") == "must_act" and any(
        [type(option) is not Reveal for option in options]
    )
    passes = None if must_act else 0
    if not must_act:
        options.insert(0, PASS)

    def why_not(choice: Choice) -> Refused | None:
        return _MUST_ACT if choice == PASS else _why_not(table, seat, choice, ACTIONS)

    answer: Choice = yield One(seat, question, options, why_not=why_not, passes=passes)
    if answer == PASS:
        table.record(ActionPassed(seat))
        return False
    yield from ACTIONS[type(answer)].perform(table, seat, answer)
    return True


@rule("treachery.end_action_step")
def replace_action_step(table: Table[State], seat: Seat) -> Script[bool]:
    """Before the first action a revealed traitor may do what takes the place of the Action step; say whether it did.

    With an empty hand nobody is asked.
    """
    player = table.state.players[seat]
    if not player.is_traitor or not player.hand:
        return False
    found = [option for kind in START_OF_ACTION_STEP.values() for option in kind.options(table, seat)]
    answer: Choice = yield One(
        seat,
        "unfathomable.start_of_action_step",
        [PASS, *found],
        why_not=lambda choice: _why_not(table, seat, choice, START_OF_ACTION_STEP),
        passes=0,
    )
    if answer == PASS:
        return False
    yield from START_OF_ACTION_STEP[type(answer)].perform(table, seat, answer)
    return True


def _why_not(
    table: Table[State], seat: Seat, choice: Choice, kinds: dict[type[Choice], Action]
) -> Refused | None:
    """Ask the kind of action that the choice belongs to; what belongs to none of these is chosen at the wrong time."""
    kind = type(choice)
    if kind in kinds:
        return kinds[kind].why_not(table, seat, choice)
    return _WRONG_TIME if kind in ACTIONS or kind in START_OF_ACTION_STEP else None


def is_used(state: State, key: str) -> bool:
    """Say whether something that may be used once a turn was used in this one."""
    return key in state.used


def limit_of(table: Table[State], seat: Seat, ability: str) -> str:
    """What is noted when a card is used that may be used once a turn: by a ruling, who used it, too."""
    of_each = table.ruling("ability.limit_scope") == "instance_and_player"
    return f"{ability}/{seat}" if of_each else ability


def use(table: Table[State], seat: Seat, key: str) -> None:
    """Note that something that may be used once a turn was used."""
    table.record(AbilityUsed(seat, key))
