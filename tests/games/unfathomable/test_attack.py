"""Attacks: the rules `attack.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.attack import (
    Attack,
    attack_character,
    attack_deep_one,
    attack_on_one_of,
    count_enemies,
    deep_one_attacks,
    enemies_of,
    has_enemies,
    obstacle_to_attack,
)
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.choices import ChooseDeepOne, ChooseSeat
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.state import NOBODY
from tests.games.unfathomable.tables import Sailing, table_of


@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_deep_one_takes_a_four(face: int, hit: bool) -> None:
    """attack.step3.deep_one_4, attack.step7.result, attack.failure (DE 4.5•1, 4.9, FR 6.5•1, 6.9, PL 4.5•1, 4.9)."""
    table = table_of(4, spaces={0: "deck_1"}, deep_ones="deck_1 deck_1", die=(face,))
    playing = Sailing(table, attack_deep_one(table, 0, Space.DECK_1))
    assert playing.result is hit
    assert table.state.deep_ones[Space.DECK_1] == (1 if hit else 2)
    kind = AttackSucceeded if hit else AttackFailed
    assert playing.facts_of(kind) == [kind(0, NOBODY, Space.DECK_1)]
    assert playing.facts[0] == RollBegan(0, "attack.steps", 0, True, Item.HIDDEN, 0, NOBODY, 4)


@pytest.mark.parametrize(("face", "hit"), [(5, False), (6, True)])
def test_a_character_takes_a_six(face: int, hit: bool) -> None:
    """attack.step3.character_6, attack.success.overpower (DE 4.5•2, 4.9•1, FR 6.5•2, 6.9•1, PL 4.5•2, 4.9•1)."""
    table = table_of(4, spaces={0: "deck_1", 1: "deck_1"}, traitors={1: "hybrid"}, die=(face,))
    playing = Sailing(table, attack_character(table, 0, 1))
    assert playing.result is hit
    assert table.state.players[1].space is (Space.BRIG if hit else Space.DECK_1)
    assert playing.facts[0] == RollBegan(0, "attack.steps", 0, True, Item.HIDDEN, 0, 1, 6)
    assert playing.paths[0].startswith("attack.steps/attack.step3.character_6")


def test_modifiers_count() -> None:
    """attack.step7.result (DE 4.9, FR 6.9, PL 4.9): die and modifiers together."""
    table = table_of(4, spaces={0: "deck_1"}, deep_ones="deck_1", die=(2,))
    playing = Sailing(table, attack_deep_one(table, 0, Space.DECK_1, Attack(2, purpose="item.shotgun")))
    assert playing.result is True


@pytest.mark.parametrize(("face", "hit"), [(5, False), (6, True)])
def test_a_deep_one_attacks_a_human_and_the_active_player_rolls(face: int, hit: bool) -> None:
    """attack.source.deep_one, attack.step5.roll (DE 4.1•3, 4.7, FR 6.1•3, 6.7, PL 4.1•3, 4.7)."""
    table = table_of(4, spaces={0: "deck_1"}, deep_ones="deck_1", active=2, die=(face,))
    playing = Sailing(table, deep_one_attacks(table, Space.DECK_1, 0))
    assert playing.result is hit
    assert table.state.players[0].space is (Space.SICK_BAY if hit else Space.DECK_1)
    [fact] = playing.facts_of(RollBegan)
    assert (fact.seat, fact.attacker, fact.defender, fact.difficulty) == (2, NOBODY, 0, 6)
    assert playing.paths[0].startswith("attack.source.deep_one")


def test_a_human_chooses_between_deep_ones_and_traitors() -> None:
    """attack.step2.defender, attack.step2.human_targets (DE 4.4, 4.4•2, FR 6.4, 6.4•2, PL 4.4, 4.4•2)."""
    spaces = dict.fromkeys(range(4), "deck_1")
    table = table_of(
        4, spaces=spaces, traitors={1: "hybrid", 3: "cultist"}, deep_ones="deck_1 deck_1", die=(6,)
    )
    playing = Sailing(table, attack_on_one_of(table, 0, (Space.DECK_1,)))
    assert playing.ask.name == "unfathomable.defender"
    assert playing.options == [ChooseDeepOne(Space.DECK_1), ChooseSeat(1), ChooseSeat(3)]
    playing.answer(ChooseSeat(3))
    assert playing.result is True
    assert table.state.players[3].space is Space.BRIG


def test_a_traitor_attacks_humans_only() -> None:
    """attack.step2.enemy_targets, enemy.traitor (DE 4.4•3, 19.2, FR 6.4•3, 27.2, PL 4.4•3, 46.2)."""
    spaces = dict.fromkeys(range(4), "deck_1")
    table = table_of(4, spaces=spaces, traitors={1: "hybrid", 3: "cultist"}, deep_ones="deck_1")
    assert enemies_of(table.state, 1, Space.DECK_1) == [ChooseSeat(0), ChooseSeat(2)]
    assert count_enemies(table.state, 1, Space.DECK_1) == 2
    assert count_enemies(table.state, 0, Space.DECK_1) == 3


@pytest.mark.parametrize(
    ("traitors", "deep_ones", "human", "traitor"),
    [
        ({}, "", False, None),
        ({}, "deep deep", False, None),
        ({}, "deep water_1", True, None),
        ({3: "hybrid"}, "deep", True, True),
        (dict.fromkeys(range(1, 4), "hybrid"), "", True, True),
        (dict.fromkeys(range(4), "hybrid"), "deck_1", None, False),
    ],
)
def test_an_enemy_anywhere(
    traitors: dict[int, str], deep_ones: str, human: bool | None, traitor: bool | None
) -> None:
    """enemy.human, enemy.traitor (DE 19.1, 19.2, FR 27.1, 27.2, PL 46.1, 46.2)."""
    state = table_of(4, traitors=traitors, deep_ones=deep_ones).state
    assert human is None or has_enemies(state, 0) is human
    assert traitor is None or has_enemies(state, 3) is traitor


def test_the_only_enemy_needs_no_choice() -> None:
    """attack.step2.defender (DE 4.4, FR 6.4, PL 4.4): not asked, because everyone sees that there is only one."""
    table = table_of(4, spaces={0: "deck_1"}, deep_ones="deck_1 deck_1", die=(8,))
    playing = Sailing(table, attack_on_one_of(table, 0, (Space.DECK_1,)))
    assert playing.result is True


def test_without_an_enemy_there_is_no_attack() -> None:
    """attack.step2.same_space (DE 4.4•1, FR 6.4•1, PL 4.4•1)."""
    table = table_of(4, spaces={0: "deck_1"}, traitors={1: "hybrid"}, deep_ones="deck_2")
    playing = Sailing(table, attack_on_one_of(table, 0, (Space.DECK_1,)))
    assert playing.result is False
    assert not playing.facts
    human, traitor = (obstacle_to_attack(table, seat, Space.DECK_1) for seat in (0, 1))
    assert human == no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")
    assert traitor is None
    assert obstacle_to_attack(table, 1, Space.DECK_2) == no(
        Obstacle.NO_HUMAN_HERE, "attack.step2.enemy_targets"
    )


def test_an_ability_may_reach_several_spaces() -> None:
    """attack.source.card (DE 4.1•2, FR 6.1•2, PL 4.1•2)."""
    table = table_of(4, spaces={0: "deck_1"}, deep_ones="deck_2 deck_3", die=(4,))
    playing = Sailing(table, attack_on_one_of(table, 0, (Space.DECK_2, Space.DECK_3)))
    playing.answer(ChooseDeepOne(Space.DECK_3))
    assert table.state.deep_ones == {Space.DECK_2: 1}


@pytest.mark.parametrize("space", ["brig", "sick_bay"])
def test_attacks_in_confinement(space: str) -> None:
    """attack.step2.same_space (DE 4.4•1, FR 6.4•1, PL 4.4•1), ruling attack.in_confinement."""
    where = {0: space, 1: space}
    table = table_of(4, spaces=where, traitors={1: "hybrid"})
    assert obstacle_to_attack(table, 0, Space(space)) is None
    barred = table_of(4, spaces=where, traitors={1: "hybrid"}, readings={"attack.in_confinement": "barred"})
    assert obstacle_to_attack(barred, 0, Space(space)) == no(
        Obstacle.NO_ATTACKS_HERE, "attack.step2.same_space"
    )


def test_the_peacemaker_does_not_attack() -> None:
    """mythos.the_peacemaker: while the card is in the play area its owner cannot attack."""
    table = table_of(4, spaces={1: "deck_1"}, deep_ones="deck_1", mythos={1: "the_peacemaker"})
    assert obstacle_to_attack(table, 1, Space.DECK_1) == no(Obstacle.CANNOT_ATTACK, "mythos.the_peacemaker")
    assert Sailing(table, attack_on_one_of(table, 1, (Space.DECK_1,))).result is False
