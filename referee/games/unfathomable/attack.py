"""Attacks, in seven steps."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.unfathomable.board import CONFINEMENT, DEEP, Space
from referee.games.unfathomable.cards import Item, Mythos
from referee.games.unfathomable.choices.attack import ChooseDeepOne
from referee.games.unfathomable.choices.plain import ChooseSeat
from referee.games.unfathomable.defeat import defeat_character, defeat_deep_one
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.spoken import DeepOneChosen
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.asks import Choice, One
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

AGAINST_DEEP_ONES = 4
AGAINST_CHARACTERS = 6
"""What the result of an attack must reach."""

DEEP_ONE = NOBODY
"""Stands for a Deep One where a seat is named."""

_CANNOT_ATTACK = no(Obstacle.CANNOT_ATTACK, "mythos.the_peacemaker")
_NO_ATTACKS_HERE = no(Obstacle.NO_ATTACKS_HERE, "attack.step2.same_space")
_NO_ENEMY_HERE = no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")
_NO_HUMAN_HERE = no(Obstacle.NO_HUMAN_HERE, "attack.step2.enemy_targets")


def enemies_of(state: State, seat: Seat, space: Space) -> list[Choice]:
    """The enemies of a player on a space: one choice for all the Deep Ones there, and one for each character."""
    if state.players[seat].is_traitor:
        return [ChooseSeat(human) for human in state.humans_on(space)]
    deep_ones = [ChooseDeepOne(space)] if state.deep_ones.get(space) else []
    return [*deep_ones, *map(ChooseSeat, state.traitors_on(space))]


def has_enemies(state: State, seat: Seat) -> bool:
    """Say whether a player has an enemy on any space. The Deep is none, and only Deep Ones are there."""
    if state.players[seat].is_traitor:
        return bool(state.humans())
    return bool(state.deep_ones.keys() - {DEEP}) or len(state.humans()) < len(state.players)


def count_enemies(state: State, seat: Seat, space: Space) -> int:
    """How many enemies a player has on a space: a human Deep Ones and revealed traitors, a traitor humans."""
    if state.players[seat].is_traitor:
        return len(state.humans_on(space))
    return len(state.traitors_on(space)) + state.deep_ones.get(space, 0)


def obstacle_to_attack(table: Table[State], seat: Seat, space: Space) -> Refused | None:
    """An attack takes an enemy on the space; by a ruling nobody attacks in the Brig and the Sick Bay."""
    state = table.state
    player = state.players[seat]
    if player.mythos and Mythos.THE_PEACEMAKER in player.mythos:
        return _CANNOT_ATTACK
    if space in CONFINEMENT and table.ruling("attack.in_confinement") == "barred":
        return _NO_ATTACKS_HERE
    if player.is_traitor:
        return None if state.humans_on(space) else _NO_HUMAN_HERE
    return None if state.has_enemy(space) else _NO_ENEMY_HERE


def choose_and_attack(
    table: Table[State],
    seat: Seat,
    space: Space,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    question: str = "unfathomable.defender",
    purpose: str = "attack.steps",
) -> Script[bool]:
    """Choose an enemy on a space and attack it; say whether it was defeated. Without an enemy there is no attack."""
    return attack_on_one_of(
        table, seat, (space,), modifier=modifier, item=item, question=question, purpose=purpose
    )


def attack_on_one_of(
    table: Table[State],
    seat: Seat,
    spaces: Sequence[Space],
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    question: str = "unfathomable.defender",
    purpose: str = "attack.steps",
) -> Script[bool]:
    """Choose an enemy on one of some spaces and attack it; say whether it was defeated."""
    found = [
        enemy
        for space in spaces
        if obstacle_to_attack(table, seat, space) is None
        for enemy in enemies_of(table.state, seat, space)
    ]
    if not found:
        return False
    chosen = yield from _choose_defender(table, seat, found, question)
    if isinstance(chosen, ChooseSeat):
        return (
            yield from attack_character(
                table, seat, chosen.seat, modifier=modifier, item=item, purpose=purpose
            )
        )
    return (
        yield from attack_deep_one(table, seat, chosen.space, modifier=modifier, item=item, purpose=purpose)
    )


@rule("attack.step2.defender")
def _choose_defender(
    table: Table[State], seat: Seat, found: list[Choice], question: str
) -> Script[ChooseDeepOne | ChooseSeat]:
    """Step 2: the attacker chooses the defender; the only one there is needs no choosing."""
    answer = found[0] if len(found) == 1 else (yield One(seat, question, found))
    assert isinstance(answer, ChooseDeepOne | ChooseSeat)
    return answer


@rule("attack.steps")
def attack_deep_one(
    table: Table[State],
    seat: Seat,
    space: Space,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    purpose: str = "attack.steps",
) -> Script[bool]:
    """A human attacks a Deep One; say whether it was defeated. Which one, is said where it is not on the own space."""
    if table.state.players[seat].space is not space:
        table.record(DeepOneChosen(seat, space))
    hit = yield from _fight_deep_one(table, seat, space, modifier, item, purpose)
    if hit:
        defeat_deep_one(table, space)
    return hit


@rule("attack.step3.deep_one_4")
def _fight_deep_one(
    table: Table[State], seat: Seat, space: Space, modifier: int, item: Item, purpose: str
) -> Script[bool]:
    result = yield from roll(
        table,
        seat,
        purpose,
        modifier=modifier,
        is_attack=True,
        item=item,
        attacker=seat,
        difficulty=AGAINST_DEEP_ONES,
    )
    return _judge(table, seat, DEEP_ONE, space, result >= AGAINST_DEEP_ONES)


@rule("attack.steps")
def attack_character(
    table: Table[State],
    seat: Seat,
    defender: Seat,
    *,
    modifier: int = 0,
    item: Item = Item.HIDDEN,
    purpose: str = "attack.steps",
) -> Script[bool]:
    """A player attacks a character; say whether it was defeated."""
    hit = yield from _fight_character(table, seat, seat, defender, modifier, item, purpose)
    return hit and (yield from defeat_character(table, defender))


@rule("attack.source.deep_one")
def deep_one_attacks(table: Table[State], space: Space, defender: Seat) -> Script[bool]:
    """A Deep One attacks a human on its space; the active player rolls."""
    hit = yield from _fight_character(
        table, DEEP_ONE, table.state.active, defender, 0, Item.HIDDEN, "attack.source.deep_one"
    )
    return hit and (yield from defeat_character(table, defender))


@rule("attack.step3.character_6")
def _fight_character(
    table: Table[State],
    attacker: Seat,
    roller: Seat,
    defender: Seat,
    modifier: int,
    item: Item,
    purpose: str,
) -> Script[bool]:
    result = yield from roll(
        table,
        roller,
        purpose,
        modifier=modifier,
        is_attack=True,
        item=item,
        attacker=attacker,
        defender=defender,
        difficulty=AGAINST_CHARACTERS,
    )
    space = table.state.players[defender].space
    return _judge(table, attacker, defender, space, result >= AGAINST_CHARACTERS)


@rule("attack.step7.result")
def _judge(table: Table[State], attacker: Seat, defender: Seat, space: Space, hit: bool) -> bool:
    """Step 7: the attack succeeds or fails."""
    (_succeed if hit else _fail)(table, attacker, defender, space)
    return hit


@rule("attack.success.overpower")
def _succeed(table: Table[State], attacker: Seat, defender: Seat, space: Space) -> None:
    table.record(AttackSucceeded(attacker, defender, space))


@rule("attack.failure")
def _fail(table: Table[State], attacker: Seat, defender: Seat, space: Space) -> None:
    table.record(AttackFailed(attacker, defender, space))
