"""Moving and defeating Deep Ones one by one, as some crises let a player do."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.unfathomable.board import ADJACENT, SHIP, Space
from referee.games.unfathomable.choices import PASS, ChooseSpace, MoveDeepOne
from referee.games.unfathomable.defeat import defeat_deep_one
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import ASK_MAY_MOVE_DEEP_ONES, ASK_MOVE_EACH_DEEP_ONE
from referee.games.unfathomable.spawning import CLOSED_TO_DEEP_ONES, is_barred, lead_deep_ones
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.table import Script, Table


def must_move_deep_ones(table: Table[State], you: Seat) -> Script[None]:
    """Move each Deep One on the ship to an adjacent space."""
    yield from _move_each(table, you, ASK_MOVE_EACH_DEEP_ONE, ())


def may_move_deep_ones(table: Table[State], you: Seat) -> Script[None]:
    """You may move each Deep One on the ship to an adjacent space."""
    yield from _move_each(table, you, ASK_MAY_MOVE_DEEP_ONES, (PASS,))


def _move_each(table: Table[State], you: Seat, question: OneOf, first: tuple[Choice, ...]) -> Script[None]:
    """Let you move each Deep One that is on the ship now once, in any order."""
    still = {space: count for space, count in table.state.deep_ones.items() if space in SHIP}
    while True:
        options = [*first, *_moves(table, [space for space in SHIP if still.get(space)])]
        if len(options) == len(first):
            return
        answer: Choice = yield question.to(
            you,
            options,
            why_not=refuse(MoveDeepOne, Obstacle.NOT_BY_CHOICE, "crisis.test.effects"),
            passes=0 if first else None,
        )
        if not isinstance(answer, MoveDeepOne):
            return
        still[answer.start] -= 1
        yield from lead_deep_ones(table, answer.start, answer.end)


def _moves(table: Table[State], starts: Sequence[Space]) -> list[Choice]:
    return [
        MoveDeepOne(start, end)
        for start in starts
        for end in ADJACENT[start]
        if end not in CLOSED_TO_DEEP_ONES and not is_barred(table, start, end)
    ]


def choose_and_defeat(
    table: Table[State], you: Seat, count: int, spaces: Sequence[Space], question: OneOf
) -> Script[None]:
    """Let you choose Deep Ones on some spaces, one by one, and defeat them."""
    for _ in range(count):
        there = [space for space in spaces if table.state.deep_ones.get(space)]
        if not there:
            return
        space = there[0]
        if len(there) > 1:
            answer: ChooseSpace = yield question.to(
                you,
                [ChooseSpace(space) for space in there],
                why_not=refuse(ChooseSpace, Obstacle.NO_ENEMY_HERE, "crisis.test.effects"),
            )
            space = answer.space
        defeat_deep_one(table, space)
