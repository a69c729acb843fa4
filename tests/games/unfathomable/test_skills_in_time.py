"""The skill cards that are played at a certain moment, in anybody's turn: the rules `skill.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.attack import attack_deep_one, deep_one_attacks
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Skill, SkillCard
from referee.games.unfathomable.choices import PASS, ChooseCard, ChooseSkill, PlayNow, PlayToChange
from referee.games.unfathomable.defeat import defeat_character
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.chaos import ChaosAdded
from referee.games.unfathomable.facts.skill_test import CardsContributedOpenly
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skill_test import Result, Verdict, skill_test
from referee.games.unfathomable.state import State
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of

CHAOS = "influence/coordinated_effort/1 lore/shrivelling/2"
BEFORE_ROLL = "unfathomable.window.before_roll"
AFTER_ROLL = "unfathomable.window.after_roll"
BEFORE_CARDS = "unfathomable.window.before_cards"
AFTER_TOTAL = "unfathomable.window.after_total"
IN_PERIL = "unfathomable.window.character_would_be_defeated"

ONE_OF_A_TITLE = {"skill_card.stacking": "one_of_a_title"}


def make_test(table: Table[State], *watched: str) -> Sailing:
    return Sailing(table, skill_test(table, 9, (Skill.LORE, Skill.WILL)), watched=watched)


def now(name: str) -> PlayNow:
    return PlayNow(SkillCard(name))


def change(name: str, amount: int) -> PlayToChange:
    return PlayToChange(SkillCard(name), amount)


def test_who_is_asked_does_not_depend_on_the_hand() -> None:
    """skill_card.any_turn: everyone with a card in hand is asked, whatever the card; nobody else is."""
    hand = {0: "lore/shrivelling/1", 2: "observation/preparation/5"}
    playing = make_test(table_of(4, chaos=CHAOS, hand=hand), BEFORE_CARDS)
    assert [ask.seat for ask in playing.asks] == [0, 2]
    assert [len(ask.options) for ask in playing.asks] == [1, 2]


def test_refusals() -> None:
    """skill_card.play (DE 22.4, FR 13.4, PL 13.4): a card of the hand, at its moment."""
    hand = {0: "observation/preparation/5 will/determination/3 lore/shrivelling/1"}
    playing = make_test(table_of(4, chaos=CHAOS, hand=hand), BEFORE_CARDS)
    wrong_time = no(Obstacle.WRONG_TIME, "skill_card.play")
    assert playing.refusal(change("will/determination/3", 2)) == wrong_time
    assert playing.refusal(now("lore/shrivelling/1")) == wrong_time
    assert playing.refusal(now("lore/forced_learning/5")) == no(Obstacle.NOT_IN_HAND, "skill_card.play")
    assert playing.refusal(now("observation/preparation/5")) is None


def test_nothing_to_hide() -> None:
    """skill.nothing_to_hide: cards are added face up, those of chaos stay face down; once is enough."""
    hand = {0: "influence/nothing_to_hide/3 influence/nothing_to_hide/3", 1: "will/true_grit/5"}
    table = table_of(4, chaos=CHAOS, hand=hand)
    playing = make_test(table, BEFORE_CARDS)
    playing.answer_together([now("influence/nothing_to_hide/3")], [PASS])
    assert table.state.discards[Skill.INFLUENCE] == [SkillCard.NOTHING_TO_HIDE_3]
    refused = no(Obstacle.WRONG_TIME, "skill_card.play")
    asks = [ask for ask in playing.asks if ask.seat == 0]
    assert asks[0].why_not is not None
    assert asks[0].why_not(now("influence/nothing_to_hide/3")) == refused
    playing.answer_together([PASS], [PASS])
    playing.answer(ChooseCard(SkillCard.TRUE_GRIT_5))
    assert playing.facts[-1] == CardsContributedOpenly(1, (SkillCard.TRUE_GRIT_5,)) or playing.facts_of(
        CardsContributedOpenly
    )[0] == CardsContributedOpenly(1, (SkillCard.TRUE_GRIT_5,))


def test_forced_learning() -> None:
    """skill.forced_learning: a type of choice but treachery helps in this test."""
    hand = {0: "lore/forced_learning/5 strength/rampage/4"}
    table = table_of(4, chaos=CHAOS, hand=hand)
    playing = make_test(table, BEFORE_CARDS)
    playing.answer_together([now("lore/forced_learning/5")])
    others = (Skill.INFLUENCE, Skill.OBSERVATION, Skill.STRENGTH)
    assert playing.options == [ChooseSkill(skill) for skill in others]
    playing.answer(ChooseSkill(Skill.STRENGTH)).answer_together([PASS])
    playing.answer(ChooseCard(SkillCard.RAMPAGE_4))
    assert playing.result == Verdict(Result.FAILURE, 2 - 1 + 4)


def test_preparation() -> None:
    """skill.preparation: no chaos cards are added."""
    table = table_of(4, chaos=CHAOS, hand={0: "observation/preparation/5"})
    playing = make_test(table, BEFORE_CARDS)
    playing.answer_together([now("observation/preparation/5")])
    assert playing.done
    assert not playing.facts_of(ChaosAdded)
    assert playing.result == Verdict(Result.FAILURE, 0)


@pytest.mark.parametrize(("amount", "total"), [(2, 3), (-2, -1)])
def test_determination(amount: int, total: int) -> None:
    """skill.determination: raise or lower the total by 2."""
    table = table_of(4, chaos=CHAOS, hand={2: "will/determination/3"})
    playing = make_test(table, AFTER_TOTAL).answer()
    assert playing.asks[0].seat == 2
    playing.answer_together([change("will/determination/3", amount)])
    assert playing.result == Verdict(Result.FAILURE, total)


def test_determination_adds_up() -> None:
    """skill.determination, skill_card.stacking (FR 13.4•3): two raise the total by 4."""
    table = table_of(4, chaos=CHAOS, hand={2: "will/determination/3 will/determination/4"})
    playing = make_test(table, AFTER_TOTAL).answer()
    playing.answer_together([change("will/determination/3", 2)])
    playing.answer_together([change("will/determination/4", 2)])
    assert playing.result == Verdict(Result.FAILURE, 5)


def test_one_determination_a_test() -> None:
    """skill_card.stacking, one_of_a_title: nobody plays a second one in the same test."""
    hand = {2: "will/determination/3 will/determination/4"}
    table = table_of(4, chaos=CHAOS, hand=hand, readings=ONE_OF_A_TITLE)
    playing = make_test(table, AFTER_TOTAL).answer()
    playing.answer_together([change("will/determination/3", 2)])
    assert playing.done or change("will/determination/4", 2) not in playing.options


def test_one_forced_learning_a_test() -> None:
    """skill_card.stacking, one_of_a_title: a second type does not become helpful."""
    hand = {2: "lore/forced_learning/5 lore/forced_learning/5"}
    table = table_of(4, chaos=CHAOS, hand=hand, readings=ONE_OF_A_TITLE)
    playing = make_test(table, BEFORE_CARDS).answer_together([now("lore/forced_learning/5")])
    playing.answer(ChooseSkill(Skill.STRENGTH))
    assert now("lore/forced_learning/5") not in playing.options


@pytest.mark.parametrize(("amount", "result"), [(2, 6), (-2, 2)])
def test_keen_insight(amount: int, result: int) -> None:
    """skill.keen_insight: 2 more or less on any roll, by anybody."""
    table = table_of(4, hand={3: "observation/keen_insight/3"}, die=(4,))
    playing = Sailing(table, roll(table, 0, "die.d8"), watched=[BEFORE_ROLL])
    playing.answer_together([change("observation/keen_insight/3", amount)])
    assert playing.result == result


def test_keen_insight_adds_up() -> None:
    """skill.keen_insight, skill_card.stacking (FR 13.4•3): both count, and no result is above 8."""
    table = table_of(4, hand={3: "observation/keen_insight/3 observation/keen_insight/4"}, die=(3,))
    playing = Sailing(table, roll(table, 0, "die.d8"), watched=[BEFORE_ROLL])
    playing.answer_together([change("observation/keen_insight/3", 2)])
    playing.answer_together([change("observation/keen_insight/4", 2)])
    assert playing.result == 7


def test_one_keen_insight_a_roll() -> None:
    """skill_card.stacking, one_of_a_title: the second is not offered, to nobody."""
    hand = {3: "observation/keen_insight/3 observation/keen_insight/4"}
    table = table_of(4, hand=hand, die=(3,), readings=ONE_OF_A_TITLE)
    playing = Sailing(table, roll(table, 0, "die.d8"), watched=[BEFORE_ROLL])
    playing.answer_together([change("observation/keen_insight/3", 2)])
    if not playing.done:
        assert change("observation/keen_insight/4", 2) not in playing.options
        playing.answer_together([PASS])
    assert playing.result == 5


def test_combat_training() -> None:
    """skill.combat_training: the die of an attack is rolled again, an attack of a player here."""
    table = table_of(
        4, hand={2: "strength/combat_training/1"}, spaces={0: "deck_1"}, deep_ones="deck_1", die=(1, 8)
    )
    playing = Sailing(table, attack_deep_one(table, 0, Space.DECK_1), watched=[AFTER_ROLL])
    playing.answer_together([now("strength/combat_training/1")])
    assert playing.result is True


def test_combat_training_against_a_deep_one() -> None:
    """skill.combat_training: the attack of a Deep One counts too; several may follow each other."""
    hand = {2: "strength/combat_training/1 strength/combat_training/2"}
    table = table_of(4, hand=hand, spaces={0: "deck_1"}, deep_ones="deck_1", die=(8, 8, 1))
    playing = Sailing(table, deep_one_attacks(table, Space.DECK_1, 0), watched=[AFTER_ROLL])
    playing.answer_together([now("strength/combat_training/1")])
    playing.answer_together([now("strength/combat_training/2")])
    assert playing.result is False


def test_one_combat_training_a_roll() -> None:
    """skill_card.stacking, one_of_a_title: the die is rolled again once."""
    hand = {2: "strength/combat_training/1 strength/combat_training/2"}
    table = table_of(
        4, hand=hand, spaces={0: "deck_1"}, deep_ones="deck_1", die=(8, 8, 1), readings=ONE_OF_A_TITLE
    )
    playing = Sailing(table, deep_one_attacks(table, Space.DECK_1, 0), watched=[AFTER_ROLL])
    playing.answer_together([now("strength/combat_training/1")])
    if not playing.done:
        assert playing.options == [PASS]
        playing.answer_together([PASS])
    assert playing.result is True


def test_no_combat_training_for_other_rolls() -> None:
    """skill.combat_training: a roll that is not for an attack cannot be rerolled with it."""
    table = table_of(4, hand={2: "strength/combat_training/1"}, die=(4,))
    playing = Sailing(table, roll(table, 0, "skill.shrivelling"), watched=[AFTER_ROLL])
    assert playing.done or playing.options == [PASS]


def test_shrug_it_off() -> None:
    """skill.shrug_it_off: a character that would be defeated is not."""
    table = table_of(
        3, characters="keilani arjun jamie", hand={1: "strength/shrug_it_off/5"}, spaces={1: "deck_1"}
    )
    playing = Sailing(table, defeat_character(table, 1), watched=[IN_PERIL])
    playing.answer_together([now("strength/shrug_it_off/5")])
    assert playing.result is False
    assert table.state.players[1].space is Space.DECK_1


def test_nobody_shrugs_off_for_another() -> None:
    """skill.shrug_it_off: "when you would be defeated"."""
    table = table_of(4, hand={0: "strength/shrug_it_off/5", 1: "lore/shrivelling/1"})
    playing = Sailing(table, defeat_character(table, 1), watched=[IN_PERIL])
    for ask in playing.asks:
        assert now("strength/shrug_it_off/5") not in ask.options
