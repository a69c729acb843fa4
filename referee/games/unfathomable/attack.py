"""Attacks, in seven steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.games.unfathomable.board import CONFINEMENT, DEEP, Space
from referee.games.unfathomable.cards import Item, Mythos
from referee.games.unfathomable.choices import ChooseDeepOne, ChooseSeat
from referee.games.unfathomable.defeat import defeat_character, defeat_deep_one
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.spoken import DeepOneChosen
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_DEFENDER
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

AGAINST_DEEP_ONES = 4
AGAINST_CHARACTERS = 6
"""The result that an attack must reach."""

DEEP_ONE = NOBODY
"""The number that stands for a Deep One in place of a seat."""


def enemies_of(state: State, seat: Seat, space: Space) -> list[ChooseDeepOne | ChooseSeat]:
    """Return a player's enemies on a space: one choice for all the Deep Ones there, and one for each character."""
    if state.players[seat].is_traitor:
        return [ChooseSeat(human) for human in state.humans_on(space)]
    deep_ones = [ChooseDeepOne(space)] if state.deep_ones.get(space) else []
    return [*deep_ones, *map(ChooseSeat, state.traitors_on(space))]


def has_enemies(state: State, seat: Seat) -> bool:
    """Return whether a player has an enemy on any space. The Deep is not a space."""
    if state.players[seat].is_traitor:
        return bool(state.humans())
    return bool(state.deep_ones.keys() - {DEEP}) or len(state.humans()) < len(state.players)


def count_enemies(state: State, seat: Seat, space: Space) -> int:
    """Return the number of a player's enemies on a space."""
    if state.players[seat].is_traitor:
        return len(state.humans_on(space))
    return len(state.traitors_on(space)) + state.deep_ones.get(space, 0)


def obstacle_to_attack(table: Table[State], seat: Seat, space: Space) -> Refused | None:
    """Refuse without an enemy on the space; by a ruling, also in the Brig and the Sick Bay."""
    state = table.state
    player = state.players[seat]
    if Mythos.THE_PEACEMAKER in player.mythos:
        return no(Obstacle.CANNOT_ATTACK, "mythos.the_peacemaker")
    if space in CONFINEMENT and table.ruling("attack.in_confinement") == "barred":
        return no(Obstacle.NO_ATTACKS_HERE, "attack.step2.same_space")
    if player.is_traitor:
        return None if state.humans_on(space) else no(Obstacle.NO_HUMAN_HERE, "attack.step2.enemy_targets")
    return None if state.has_enemy(space) else no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")


class Attack(NamedTuple):
    """What an attack is made with, and the names for its question and its roll."""

    modifier: int = 0
    """The number added to the roll."""
    item: Item = Item.HIDDEN
    """The item whose action the attack is, if any."""
    purpose: str = "attack.steps"
    """The id of the rule or card that asks for the roll."""
    question: OneOf = ASK_DEFENDER
    """The question that asks for the defender."""


UNARMED = Attack()


def attack_here(table: Table[State], seat: Seat, attack: Attack = UNARMED) -> Script[bool]:
    """Choose an enemy on the attacker's space and attack it; return whether it was defeated."""
    return attack_on_one_of(table, seat, (table.state.players[seat].space,), attack)


def attack_on_one_of(
    table: Table[State], seat: Seat, spaces: Sequence[Space], attack: Attack = UNARMED
) -> Script[bool]:
    """Choose an enemy on one of several spaces and attack it; return whether it was defeated.

    Without an enemy there is no attack.
    """
    found = [
        enemy
        for space in spaces
        if obstacle_to_attack(table, seat, space) is None
        for enemy in enemies_of(table.state, seat, space)
    ]
    if not found:
        return False
    chosen = yield from _choose_defender(table, seat, found, attack.question)
    if isinstance(chosen, ChooseSeat):
        return (yield from attack_character(table, seat, chosen.seat, attack))
    return (yield from attack_deep_one(table, seat, chosen.space, attack))


@rule("attack.step2.defender")
def _choose_defender(
    table: Table[State], seat: Seat, found: list[ChooseDeepOne | ChooseSeat], question: OneOf
) -> Script[ChooseDeepOne | ChooseSeat]:
    """Step 2: choose the defender, unless there is only one."""
    if len(found) == 1:
        return found[0]
    answer: ChooseDeepOne | ChooseSeat = yield question.to(seat, found)
    return answer


@rule("attack.steps")
def attack_deep_one(table: Table[State], seat: Seat, space: Space, attack: Attack = UNARMED) -> Script[bool]:
    """Attack a Deep One; return whether it was defeated. One on another space is announced."""
    if table.state.players[seat].space is not space:
        table.record(DeepOneChosen(seat, space))
    hit = yield from _fight_deep_one(table, seat, space, attack)
    if hit:
        defeat_deep_one(table, space)
    return hit


@rule("attack.step3.deep_one_4")
def _fight_deep_one(table: Table[State], seat: Seat, space: Space, attack: Attack) -> Script[bool]:
    result = yield from roll(
        table,
        seat,
        attack.purpose,
        modifier=attack.modifier,
        is_attack=True,
        item=attack.item,
        attacker=seat,
        difficulty=AGAINST_DEEP_ONES,
    )
    return _judge(table, seat, DEEP_ONE, space, result >= AGAINST_DEEP_ONES)


@rule("attack.steps")
def attack_character(
    table: Table[State], seat: Seat, defender: Seat, attack: Attack = UNARMED
) -> Script[bool]:
    """Attack a character; return whether it was defeated."""
    hit = yield from _fight_character(table, seat, seat, defender, attack)
    return hit and (yield from defeat_character(table, defender))


@rule("attack.source.deep_one")
def deep_one_attacks(table: Table[State], space: Space, defender: Seat) -> Script[bool]:
    """Let a Deep One attack a human on its space, for which the active player rolls; return whether it was defeated."""
    attack = Attack(purpose="attack.source.deep_one")
    hit = yield from _fight_character(table, DEEP_ONE, table.state.active, defender, attack)
    return hit and (yield from defeat_character(table, defender))


@rule("attack.step3.character_6")
def _fight_character(
    table: Table[State], attacker: Seat, roller: Seat, defender: Seat, attack: Attack
) -> Script[bool]:
    result = yield from roll(
        table,
        roller,
        attack.purpose,
        modifier=attack.modifier,
        is_attack=True,
        item=attack.item,
        attacker=attacker,
        defender=defender,
        difficulty=AGAINST_CHARACTERS,
    )
    space = table.state.players[defender].space
    return _judge(table, attacker, defender, space, result >= AGAINST_CHARACTERS)


@rule("attack.step7.result")
def _judge(table: Table[State], attacker: Seat, defender: Seat, space: Space, hit: bool) -> bool:
    """Step 7: record whether the attack succeeded."""
    (_succeed if hit else _fail)(table, attacker, defender, space)
    return hit


@rule("attack.success.overpower")
def _succeed(table: Table[State], attacker: Seat, defender: Seat, space: Space) -> None:
    table.record(AttackSucceeded(attacker, defender, space))


@rule("attack.failure")
def _fail(table: Table[State], attacker: Seat, defender: Seat, space: Space) -> None:
    table.record(AttackFailed(attacker, defender, space))
