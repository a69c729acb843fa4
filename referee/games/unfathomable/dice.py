"""Rolling the die, with the windows before and after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.games.unfathomable.cards import DIE_FACES, Item
from referee.games.unfathomable.facts.dice import (
    DieRolled,
    DieSet,
    DieTakenBack,
    RollAbilityUsed,
    RollBegan,
    RollEnded,
    RollModified,
)
from referee.games.unfathomable.possessions import has_ready
from referee.games.unfathomable.state import NOBODY, Roll, State
from referee.games.unfathomable.windows import Timing, window
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("die.d8")
def roll(
    table: Table[State],
    roller: Seat,
    purpose: str,
    *,
    modifier: int = 0,
    is_attack: bool = False,
    item: Item = Item.HIDDEN,
    attacker: Seat = NOBODY,
    defender: Seat = NOBODY,
    difficulty: int = 0,
) -> Script[int]:
    """Roll the die; return the result with all modifiers, from 1 to 8. The purpose is the id of a rule."""
    table.record(RollBegan(roller, purpose, modifier, is_attack, item, attacker, defender, difficulty))
    _apply_kitchen_knife(table)
    stages = _ATTACK if is_attack else _PLAIN
    now = current(table.state)
    yield from stages.before(table)
    while not now.is_fixed:
        stages.throw(table)
        yield from stages.after(table)
        if now.face:
            break
        yield from stages.before_reroll(table)
    return _end(table, now)


def current(state: State) -> Roll:
    """Return the roll that is being made."""
    assert state.roll is not None
    return state.roll


def _is_taken_back(table: Table[State]) -> bool:
    return not current(table.state).face


def _before_roll(table: Table[State]) -> Script[None]:
    """Let everyone use abilities before the die is rolled, and again before a reroll."""
    yield from window(table, Timing.BEFORE_ROLL, _is_settled)


def _is_settled(table: Table[State]) -> bool:
    """Return whether a chosen face ends the window before the roll, which is another reading."""
    return current(table.state).is_fixed and table.ruling("feat.perfect_number") == "window_closes"


def _throw(table: Table[State]) -> None:
    """Roll the die."""
    table.record(DieRolled(current(table.state).roller, table.chance("die").below(DIE_FACES) + 1))


def _after_roll(table: Table[State]) -> Script[None]:
    """Let everyone use abilities after the die was rolled, until somebody has it rerolled."""
    yield from window(table, Timing.AFTER_ROLL, _is_taken_back)


class _Stages(NamedTuple):
    """The stages of a roll, each under its rule."""

    before: Callable[[Table[State]], Script[None]]
    throw: Callable[[Table[State]], None]
    after: Callable[[Table[State]], Script[None]]
    before_reroll: Callable[[Table[State]], Script[None]]


_PLAIN = _Stages(
    before=rule("timing.die")(_before_roll),
    throw=_throw,
    after=rule("timing.die")(_after_roll),
    before_reroll=rule("die.reroll_before_abilities")(_before_roll),
)
_ATTACK = _Stages(
    before=rule("attack.step4.before_roll")(_before_roll),
    throw=rule("attack.step5.roll")(_throw),
    after=rule("attack.step6.reroll")(_after_roll),
    before_reroll=rule("attack.step6.back_to_4")(_before_roll),
)


def _apply_kitchen_knife(table: Table[State]) -> None:
    """Add 1 to an attack that the owner of the Kitchen Knife makes without the action of an item."""
    now = current(table.state)
    if (
        now.attacker != NOBODY
        and now.item is Item.HIDDEN
        and has_ready(table, now.attacker, Item.KITCHEN_KNIFE)
    ):
        _use_kitchen_knife(table, now.attacker)


@rule("item.kitchen_knife")
def _use_kitchen_knife(table: Table[State], seat: Seat) -> None:
    add_to_roll(table, seat, 1)


@rule("die.clamp")
def _end(table: Table[State], now: Roll) -> int:
    """Settle the result, at least 1 and at most 8."""
    result = min(max(now.face + now.modifier, 1), DIE_FACES)
    table.record(RollEnded(now.roller, result))
    return result


def add_to_roll(table: Table[State], seat: Seat, amount: int) -> None:
    """Change the result of the current roll."""
    table.record(RollModified(seat, amount))


@rule("ability.would_instead")
def set_face(table: Table[State], seat: Seat, face: int) -> None:
    """Choose the face of the die instead of rolling it; it cannot be rerolled."""
    table.record(DieSet(seat, face))


@rule("die.reroll_many")
def reroll(table: Table[State], seat: Seat) -> None:
    """Have the die rolled again; first, everyone may again use abilities before the roll."""
    table.record(DieTakenBack(seat))


def is_used_in_roll(state: State, key: str) -> bool:
    """Return whether something that may be used once per roll was used for this one, rerolls included."""
    return state.roll is not None and key in state.roll.used


@rule("die.once_per_roll")
def use_in_roll(table: Table[State], seat: Seat, key: str) -> None:
    """Note that something that may be used once per roll was used."""
    table.record(RollAbilityUsed(seat, key))
