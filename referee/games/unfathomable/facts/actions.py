"""Facts about actions and about abilities that may be used once per turn."""

from __future__ import annotations

from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class AbilityUsed(Fact, frozen=True, tag="unfathomable.ability_used"):
    """A once-per-turn ability was used: the id of its rule, or `room.<space>` for a room."""

    seat: Public[Seat]
    ability: Public[str]


@folds(AbilityUsed)
def _ability_used(state: State, fact: AbilityUsed) -> None:
    state.used.append(fact.ability)


class ActionPassed(Fact, frozen=True, tag="unfathomable.action_passed"):
    """A player passed on an action."""

    seat: Public[Seat]


@folds(ActionPassed)
def _action_passed(_state: State, _fact: ActionPassed) -> None:
    pass


FACTS: tuple[type[Fact], ...] = (AbilityUsed, ActionPassed)
