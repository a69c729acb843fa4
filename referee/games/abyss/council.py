"""Requesting support from the Council: taking whole stacks, unseen."""

from __future__ import annotations

from referee.games.abyss.cards import RACES, Lord, Race
from referee.games.abyss.choices import DECLINE, Decline, TakeStack
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.questions import ASK_SECOND_STACK
from referee.games.abyss.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

TAKE_STACK = {race: TakeStack(race) for race in RACES}
_EMPTY = no(Obstacle.STACK_EMPTY, "council")


def obstacle_to_take(state: State, race: Race) -> Refused | None:
    """Require that the stack holds at least one card."""
    return None if state.council.get(race) else _EMPTY


def why_no_stack(state: State, choice: Choice) -> Refused | None:
    """Return why a stack cannot be taken."""
    return obstacle_to_take(state, choice.race) if isinstance(choice, TakeStack) else None


def full_stacks(state: State) -> list[Race]:
    """Return the races whose stack can be taken."""
    return [race for race, stack in state.council.items() if stack]


@rule("council")
def ask_the_council(table: Table[State], seat: Seat, race: Race) -> Script[None]:
    """Take all cards of one stack into the hand; with the Alchemist, also those of a second stack."""
    take_stack(table, seat, race)
    if table.state.realms[seat].has(Lord.ALCHEMIST):
        yield from take_second_stack(table, seat)


def take_stack(table: Table[State], seat: Seat, race: Race) -> None:
    """Take a stack as it lies, without looking at it first."""
    table.record(StackTaken(seat, race, tuple(table.state.council[race])))


@rule("lord.alchemist")
def take_second_stack(table: Table[State], seat: Seat) -> Script[None]:
    """Take a second stack, which a free Alchemist allows."""
    yield from take_one_of(
        table, seat, ASK_SECOND_STACK, may_decline=table.ruling("alchemist.second_stack") == "optional"
    )


def take_one_of(table: Table[State], seat: Seat, question: OneOf, *, may_decline: bool) -> Script[None]:
    """Take a stack of the seat's choice, if there is one."""
    options: list[TakeStack | Decline] = [TAKE_STACK[race] for race in full_stacks(table.state)]
    if not options:
        return
    if may_decline:
        options.append(DECLINE)
    if len(options) == 1:
        taken = options[0]
    else:
        taken = yield question.to(
            seat,
            options,
            why_not=lambda choice: why_no_stack(table.state, choice),
            passes=len(options) - 1 if may_decline else None,
        )
    if isinstance(taken, TakeStack):
        take_stack(table, seat, taken.race)
