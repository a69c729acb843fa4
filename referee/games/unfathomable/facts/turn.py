"""Turns, their steps and their actions."""

from __future__ import annotations

from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat

ACTIONS_A_TURN = 2


class TurnBegan(Fact, frozen=True, tag="unfathomable.turn_began"):
    """A player's turn began; turns are counted from 1."""

    seat: Public[Seat]
    turn: Public[int]


@folds(TurnBegan)
def _turn_began(state: State, fact: TurnBegan) -> None:
    state.active = fact.seat
    state.turn = fact.turn
    state.step = "skills"
    state.actions_left = 0
    state.used.clear()
    state.revealed_this_turn = False
    state.barricaded = False


class StepBegan(Fact, frozen=True, tag="unfathomable.step_began"):
    """A step of the turn began: `actions`, `mythos` or `discard`; a turn begins with `skills`."""

    seat: Public[Seat]
    step: Public[str]


@folds(StepBegan)
def _step_began(state: State, fact: StepBegan) -> None:
    state.step = fact.step
    state.actions_left = 0
    if fact.step == "actions":
        state.actions_left = ACTIONS_A_TURN
        state.players[fact.seat].left_sick_bay = False


class ActionSpent(Fact, frozen=True, tag="unfathomable.action_spent"):
    """The active player spent an action of the step."""

    seat: Public[Seat]


@folds(ActionSpent)
def _action_spent(state: State, _fact: ActionSpent) -> None:
    state.actions_left -= 1


FACTS: tuple[type[Fact], ...] = (TurnBegan, StepBegan, ActionSpent)
