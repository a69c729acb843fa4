"""The skill cards that are played with an action, and the treachery cards: the rules `skill.*`."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.printed import read_table
from referee.games.unfathomable import skills
from referee.games.unfathomable.abilities import REACTIONS
from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import WATER, Space
from referee.games.unfathomable.cards import ORDINARY, SKILL_NAMES, Item, Monarch, Resource, Skill, SkillCard
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    ActivateFirst,
    AttackHere,
    ChooseCard,
    ChooseDeepOne,
    ChooseItem,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    PlayInsteadOfActions,
    PlaySkill,
)
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.facts.hand import CardFinished, CardPlayed, CardsDrawn
from referee.games.unfathomable.facts.spoken import DeepOneChosen, DeepOnesCalled, MonarchChosen, PlayerChosen
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skills import replace_action_step
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.asks import Some
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, skill_cards, table_of
from tests.games.unfathomable.views import Watching


def acting(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, perform_action(table, seat))


def play(table: Table[State], name: str, seat: Seat = 0) -> Sailing:
    playing = acting(table, seat)
    playing.answer(PlaySkill(SkillCard(name)))
    return playing


def starting(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, replace_action_step(table, seat))


# What holds for all of them


def test_every_title_is_played_somehow() -> None:
    """skill_card.parts (DE 22.1, FR 13.1, PL 13.1): each of the twenty titles has an ability, at one moment."""
    rules = [reaction.rule for reactions in REACTIONS.values() for reaction in reactions]
    in_time = [rule.removeprefix("skill.") for rule in rules if rule.startswith("skill.")]
    assert sorted([*skills.ACTION_CARDS, *skills.START_CARDS, *in_time]) == sorted(SKILL_NAMES)


def test_every_row_is_named_after_its_card() -> None:
    """skill_card.parts (DE 22.1, FR 13.1, PL 13.1): one row a face, by the name that its enum value has."""
    rows = read_table("unfathomable", "skills")
    cards = [SkillCard(f"{row['skill']}/{row['title']}/{row['value']}") for row in rows]
    assert [row["skill_card"] for row in rows] == [card.name.lower() for card in cards]
    assert set(cards) == set(SkillCard) - {SkillCard.HIDDEN}


def test_a_card_is_shown_played_and_discarded() -> None:
    """skill_card.play, skill_card.discard, skill_card.action_costs_action (DE 22.4, FR 13.4, PL 13.4)."""
    table = table_of(4, hand={0: "observation/watch_and_learn/1"})
    watching = Watching(table, 2)
    playing = play(table, "observation/watch_and_learn/1")
    assert table.state.played == [SkillCard.WATCH_AND_LEARN_1]
    playing.answer(ChooseSkill(Skill.LORE), ChooseSkill(Skill.LORE))
    assert playing.facts[0] == CardPlayed(0, SkillCard.WATCH_AND_LEARN_1)
    assert playing.facts[-1] == CardFinished(0, SkillCard.WATCH_AND_LEARN_1)
    assert all(["skill.watch_and_learn" in path for path in playing.paths])
    assert watching.state.discards[Skill.OBSERVATION] == [SkillCard.WATCH_AND_LEARN_1]
    assert watching.state.players[0].hand == [SkillCard.HIDDEN] * 2


def test_refusals_of_actions() -> None:
    """ability.action.from_hand, ability.action.no_treachery_for_humans, skill_card.play (DE 2.2, FR 11.2, PL 51.2)."""
    hand = {0: "treachery/siren_song/3 will/determination/3 observation/watch_and_learn/1"}
    playing = acting(table_of(4, hand=hand))
    refusals = {
        "will/true_grit/5": no(Obstacle.NOT_IN_HAND, "ability.action.from_hand"),
        "treachery/siren_song/3": no(Obstacle.NOT_FOR_HUMANS, "ability.action.no_treachery_for_humans"),
        "will/determination/3": no(Obstacle.WRONG_TIME, "skill_card.play"),
    }
    for name, refused in refusals.items():
        assert playing.refusal(PlaySkill(SkillCard(name))) == refused
    assert playing.refusal(PlaySkill(SkillCard.WATCH_AND_LEARN_1)) is None


def test_copies_are_offered_once() -> None:
    """ability.action.from_hand (DE 2.2, FR 11.2, PL 51.2): copies of one face are the same card."""
    playing = acting(table_of(4, hand={0: "will/persistence/1 will/persistence/1"}))
    assert playing.options.count(PlaySkill(SkillCard.PERSISTENCE_1)) == 1


def test_cards_can_be_played_in_the_brig() -> None:
    """brig.skill_cards_usable (DE 7.13, FR 9.13, PL 3.13)."""
    table = table_of(4, hand={0: "influence/inspiring_speech/5"}, spaces={0: "brig"}, die=(3,))
    assert play(table, "influence/inspiring_speech/5").done
    assert table.state.resources[Resource.SANITY] == 9


# Influence


def test_coordinated_effort() -> None:
    """skill.coordinated_effort: another character performs an action now, in this turn."""
    hand = {0: "influence/coordinated_effort/1", 2: "influence/inspiring_speech/5"}
    table = table_of(4, hand=hand, die=(8,))
    playing = play(table, "influence/coordinated_effort/1")
    assert playing.options == [ChooseSeat(seat) for seat in (1, 2, 3)]
    playing.answer(ChooseSeat(2))
    assert playing.facts_of(PlayerChosen) == [PlayerChosen(0, 2)], "everyone hears who it is"
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.action")
    playing.answer(PlaySkill(SkillCard.INSPIRING_SPEECH_5))
    assert playing.done
    assert table.state.resources[Resource.SANITY] == 9
    assert table.state.active == 0


@pytest.mark.parametrize(("die", "sanity"), [(1, 7), (2, 7), (3, 9), (8, 9)])
def test_inspiring_speech(die: int, sanity: int) -> None:
    """skill.inspiring_speech: with 3 or more gain a sanity, with 1 or 2 lose one."""
    table = table_of(4, hand={0: "influence/inspiring_speech/5"}, die=(die,))
    play(table, "influence/inspiring_speech/5")
    assert table.state.resources[Resource.SANITY] == sanity


# Lore


@pytest.mark.parametrize(("die", "left"), [(3, 1), (4, 0)])
def test_shrivelling_a_deep_one(die: int, left: int) -> None:
    """skill.shrivelling: 6 or more with 2 added for a Deep One on any space; it is not an attack."""
    table = table_of(4, hand={0: "lore/shrivelling/1"}, deep_ones="water_5 deep", die=(die,))
    playing = play(table, "lore/shrivelling/1")
    assert playing.options == [ChooseDeepOne(Space.WATER_5)]
    playing.answer(ChooseDeepOne(Space.WATER_5))
    assert table.state.deep_ones.get(Space.WATER_5, 0) == left
    (began,) = playing.facts_of(RollBegan)
    assert (began.modifier, began.is_attack, began.defender) == (2, False, NOBODY)
    assert playing.facts_of(DeepOneChosen) == [DeepOneChosen(0, Space.WATER_5)], "everyone hears which"


@pytest.mark.parametrize(("die", "space"), [(5, "deck_1"), (6, "brig")])
def test_shrivelling_a_traitor(die: int, space: str) -> None:
    """skill.shrivelling, enemy.human (DE 19.1, FR 27.1, PL 46.1): nothing is added for a revealed traitor."""
    table = table_of(
        4, hand={0: "lore/shrivelling/2"}, traitors={1: "hybrid"}, spaces={1: "deck_1"}, die=(die,)
    )
    playing = play(table, "lore/shrivelling/2").answer(ChooseSeat(1))
    assert table.state.players[1].space is Space(space)
    assert playing.facts_of(PlayerChosen) == [PlayerChosen(0, 1)], "everyone hears who"
    assert [began.defender for began in playing.facts_of(RollBegan)] == [1], "who is concerned"


def test_a_traitor_shrivels_a_human() -> None:
    """skill.shrivelling, enemy.traitor (DE 19.2, FR 27.2, PL 46.2): the enemies of revealed traitors are humans."""
    table = table_of(4, hand={0: "lore/shrivelling/2"}, traitors={0: "hybrid"}, deep_ones="deck_1", die=(6,))
    playing = play(table, "lore/shrivelling/2")
    assert Counter(playing.options) == Counter([ChooseSeat(seat) for seat in (1, 2, 3)])
    playing.answer(ChooseSeat(2))
    assert table.state.players[2].space is Space.SICK_BAY


def test_shrivelling_takes_an_enemy() -> None:
    """skill.shrivelling, deep.not_a_space (DE 48.3, FR 1.3, PL 23.3): those in the Deep are on no space."""
    playing = acting(table_of(4, hand={0: "lore/shrivelling/1"}, deep_ones="deep"))
    refused = no(Obstacle.NO_ENEMY_ANYWHERE, "skill.shrivelling")
    assert playing.refusal(PlaySkill(SkillCard.SHRIVELLING_1)) == refused


def test_the_amulet_repeats_shrivelling() -> None:
    """item.elder_sign_amulet: the action of a lore card may be resolved a second time."""
    table = table_of(
        4,
        hand={0: "lore/shrivelling/1"},
        items={0: "elder_sign_amulet"},
        deep_ones="deck_1 deck_2",
        die=(8, 8),
    )
    playing = play(table, "lore/shrivelling/1").answer(ChooseDeepOne(Space.DECK_1)).answer(ACCEPT)
    playing.answer(ChooseDeepOne(Space.DECK_2))
    assert playing.done
    assert table.state.deep_ones == {}


def test_the_amulet_finds_no_second_enemy() -> None:
    """item.elder_sign_amulet, ability.if_able (DE 18.8): without an enemy the second time does nothing."""
    table = table_of(
        4, hand={0: "lore/shrivelling/1"}, items={0: "elder_sign_amulet"}, deep_ones="deck_1", die=(8,)
    )
    assert play(table, "lore/shrivelling/1").answer(ChooseDeepOne(Space.DECK_1)).answer(ACCEPT).done


def test_lesser_banishment() -> None:
    """skill.lesser_banishment: every Deep One of a space goes to one adjacent space: water, deck or room."""
    table = table_of(4, hand={0: "lore/lesser_banishment/3"}, deep_ones="deck_3 deck_3 deck_4 deep")
    playing = play(table, "lore/lesser_banishment/3")
    assert playing.options == [ChooseSpace(Space.DECK_3), ChooseSpace(Space.DECK_4)]
    playing.answer(ChooseSpace(Space.DECK_3))
    ends = (Space.WATER_3, Space.DECK_1, Space.DECK_5, Space.CHAPEL)
    assert Counter(playing.options) == Counter([ChooseSpace(space) for space in ends])
    playing.answer(ChooseSpace(Space.WATER_3))
    assert table.state.deep_ones == {Space.WATER_3: 2, Space.DECK_4: 1, Space.DEEP: 1}


def test_no_banishment_into_sick_bay_or_brig() -> None:
    """skill.lesser_banishment, space.brig_sickbay.no_deep_ones: nor into a room behind barricaded hatches."""
    table = table_of(4, hand={0: "lore/lesser_banishment/4"}, deep_ones="chapel")
    table.state.barricaded = True
    playing = play(table, "lore/lesser_banishment/4").answer(ChooseSpace(Space.CHAPEL))
    assert playing.options == [ChooseSpace(Space.DECK_3)]


def test_banishment_takes_a_deep_one() -> None:
    """skill.lesser_banishment: there must be one on a space."""
    playing = acting(table_of(4, hand={0: "lore/lesser_banishment/4"}, deep_ones="deep"))
    refused = no(Obstacle.NO_DEEP_ONE_ANYWHERE, "skill.lesser_banishment")
    assert playing.refusal(PlaySkill(SkillCard.LESSER_BANISHMENT_4)) == refused


def test_the_amulet_repeats_the_banishment() -> None:
    """item.elder_sign_amulet: the same or another space a second time."""
    table = table_of(
        4, hand={0: "lore/lesser_banishment/3"}, items={0: "elder_sign_amulet"}, deep_ones="water_1"
    )
    playing = play(table, "lore/lesser_banishment/3")
    playing.answer(ChooseSpace(Space.WATER_1)).answer(ChooseSpace(Space.WATER_3)).answer(ACCEPT)
    playing.answer(ChooseSpace(Space.WATER_3)).answer(ChooseSpace(Space.WATER_5))
    assert playing.done
    assert table.state.deep_ones == {Space.WATER_5: 1}


# Observation


def test_watch_and_learn() -> None:
    """skill.watch_and_learn: two cards of any decks but treachery."""
    table = table_of(4, hand={0: "observation/watch_and_learn/2"})
    playing = play(table, "observation/watch_and_learn/2")
    assert {option.skill for option in playing.options if isinstance(option, ChooseSkill)} == {*ORDINARY}
    assert playing.refusal(ChooseSkill(Skill.TREACHERY), ChooseSkill(Skill.LORE)) is not None
    playing.answer(ChooseSkill(Skill.WILL), ChooseSkill(Skill.LORE))
    (drawn,) = playing.facts_of(CardsDrawn)
    assert drawn.skills == (Skill.WILL, Skill.LORE)


# Strength


def test_rampage_without_a_weapon() -> None:
    """skill.rampage: up to four basic attacks."""
    table = table_of(
        4, hand={0: "strength/rampage/3"}, spaces={0: "deck_1"}, deep_ones="deck_1 " * 5, die=(4, 3, 4, 8)
    )
    playing = play(table, "strength/rampage/3")
    assert playing.options == [AttackHere()]
    playing.answer(AttackHere())
    for _ in range(3):
        assert playing.ask.name == "unfathomable.rampage_on"
        playing.answer(ACCEPT)
    assert playing.done
    assert table.state.deep_ones == {Space.DECK_1: 2}
    assert (len(playing.facts_of(AttackSucceeded)), len(playing.facts_of(AttackFailed))) == (3, 1)


def test_rampage_with_a_weapon() -> None:
    """skill.rampage: or up to three attacks with the action of one weapon."""
    table = table_of(
        4,
        hand={0: "strength/rampage/4"},
        items={0: "six_shooter"},
        spaces={0: "deck_1"},
        deep_ones="deck_1 " * 5,
        die=(2, 2, 2),
    )
    playing = play(table, "strength/rampage/4")
    assert playing.options == [AttackHere(), ChooseItem(Item.SIX_SHOOTER)]
    playing.answer(ChooseItem(Item.SIX_SHOOTER)).answer(ACCEPT).answer(ACCEPT)
    assert playing.done
    assert table.state.deep_ones == {Space.DECK_1: 2}


def test_rampage_may_stop_and_ends_without_enemies() -> None:
    """skill.rampage: "up to"; and nobody is left to attack."""
    table = table_of(
        4, hand={0: "strength/rampage/3"}, spaces={0: "deck_1"}, deep_ones="deck_1 deck_1", die=(1, 8, 8)
    )
    assert play(table, "strength/rampage/3").answer(AttackHere()).answer(PASS).done
    table = table_of(4, hand={0: "strength/rampage/3"}, spaces={0: "deck_1"}, deep_ones="deck_1", die=(8,))
    assert play(table, "strength/rampage/3").answer(AttackHere()).done


def test_rampage_takes_an_enemy() -> None:
    """skill.rampage, attack.step2.human_targets (DE 4.4•2, FR 6.4•2, PL 4.4•2)."""
    playing = acting(table_of(4, hand={0: "strength/rampage/3"}))
    refused = no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")
    assert playing.refusal(PlaySkill(SkillCard.RAMPAGE_3)) == refused


def test_a_traitor_rampages_among_humans() -> None:
    """skill.rampage, attack.step2.enemy_targets (DE 4.4•3, FR 6.4•3, PL 4.4•3)."""
    table = table_of(
        3, hand={0: "strength/rampage/3"}, traitors={0: "hybrid"}, spaces={0: "deck_1", 1: "deck_1"}, die=(6,)
    )
    play(table, "strength/rampage/3").answer(AttackHere())
    assert table.state.players[1].space is Space.SICK_BAY


# Will


def test_persistence() -> None:
    """skill.persistence: discard up to five other cards, then draw as many of one deck."""
    table = table_of(4, hand={0: "will/persistence/1 " * 2 + "lore/shrivelling/1 strength/rampage/3"})
    watching = Watching(table, 1)
    playing = play(table, "will/persistence/1")
    ask = playing.ask
    assert isinstance(ask, Some)
    assert (ask.least, ask.most, len(ask.options)) == (0, 3, 3)
    playing.answer(ChooseCard(SkillCard.SHRIVELLING_1), ChooseCard(SkillCard.RAMPAGE_3))
    assert playing.options == [ChooseSkill(skill) for skill in ORDINARY]
    playing.answer(ChooseSkill(Skill.LORE))
    (drawn,) = playing.facts_of(CardsDrawn)
    assert drawn.skills == (Skill.LORE, Skill.LORE)
    assert watching.state.players[0].hand == [SkillCard.HIDDEN] * 3


def test_persistence_stops_at_five() -> None:
    """skill.persistence: five of seven other cards."""
    ask = play(
        table_of(4, hand={0: "will/persistence/1 " * 7 + "will/persistence/2"}), "will/persistence/2"
    ).ask
    assert isinstance(ask, Some)
    assert ask.most == 5


@pytest.mark.parametrize("hand", ["will/persistence/1", "will/persistence/1 lore/shrivelling/1"])
def test_persistence_without_discards(hand: str) -> None:
    """skill.persistence: with no other card, or none discarded, nothing is drawn."""
    playing = play(table_of(4, hand={0: hand}), "will/persistence/1")
    if not playing.done:
        playing.answer()
    assert playing.done
    assert not playing.facts_of(CardsDrawn)


def test_true_grit() -> None:
    """skill.true_grit: perform two actions."""
    table = table_of(4, hand={0: "will/true_grit/5 influence/inspiring_speech/5"}, die=(8,))
    playing = play(table, "will/true_grit/5")
    playing.answer(PlaySkill(SkillCard.INSPIRING_SPEECH_5))
    assert playing.ask.name == "unfathomable.action"
    assert playing.answer(PASS).done


def test_true_grit_once_a_turn() -> None:
    """skill.true_grit, ability.limit_per_turn (DE 18.10, PL 50.10): nobody plays a second one in this turn."""
    table = table_of(4, hand={0: "will/true_grit/5", 1: "will/true_grit/5"})
    play(table, "will/true_grit/5").answer(PASS).answer(PASS)
    refused = no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    assert acting(table, 1).refusal(PlaySkill(SkillCard.TRUE_GRIT_5)) == refused


def test_true_grit_once_a_turn_and_player() -> None:
    """skill.true_grit, ability.limit_per_turn (FR 10.10): another player may play the other one."""
    hand = {0: "will/true_grit/5 will/true_grit/5"}
    table = table_of(4, hand=hand, readings={"ability.limit_scope": "instance_and_player"})
    play(table, "will/true_grit/5").answer(PASS).answer(PASS)
    assert acting(table).refusal(PlaySkill(SkillCard.TRUE_GRIT_5)) is not None
    table.state.players[1].hand = skill_cards("will/true_grit/5")
    assert acting(table, 1).refusal(PlaySkill(SkillCard.TRUE_GRIT_5)) is None


# Treachery


def test_reinforcements_gather() -> None:
    """skill.reinforcements: a Deep One comes to the Deep; three there stay."""
    table = table_of(4, hand={0: "treachery/reinforcements/1"}, traitors={0: "hybrid"}, deep_ones="deep deep")
    assert play(table, "treachery/reinforcements/1").done
    assert table.state.deep_ones == {Space.DEEP: 3}


def test_reinforcements_come() -> None:
    """skill.reinforcements: with four all monsters in the Deep come to a water space of choice."""
    table = table_of(
        4,
        hand={0: "treachery/reinforcements/1"},
        traitors={0: "hybrid"},
        deep_ones="deep deep deep water_1",
        monarchs={"hydra": "water_2"},
    )
    playing = play(table, "treachery/reinforcements/1")
    assert playing.options == [ChooseSpace(space) for space in WATER]
    playing.answer(ChooseSpace(Space.WATER_6))
    assert table.state.deep_ones == {Space.WATER_6: 4, Space.WATER_1: 1}
    assert table.state.monarchs == {Monarch.DAGON: Space.WATER_6, Monarch.HYDRA: Space.WATER_2}


def test_call_to_action_on_the_own_space() -> None:
    """skill.call_to_action: each Deep One on the traitor's space."""
    table = table_of(
        4,
        hand={0: "treachery/call_to_action/2"},
        traitors={0: "hybrid"},
        spaces={0: "deck_3"},
        deep_ones="deck_3 deck_3 deck_4",
    )
    playing = play(table, "treachery/call_to_action/2")
    deep_ones = [ChooseDeepOne(Space.DECK_3), ChooseDeepOne(Space.DECK_4)]
    assert playing.options == [ACCEPT, *deep_ones]
    playing.answer(ACCEPT)
    assert playing.done
    assert playing.facts_of(DeepOnesCalled) == [DeepOnesCalled(0, Space.DECK_3, 2)], "everyone hears which"
    assert table.state.deep_ones == {Space.CHAPEL: 2, Space.DECK_4: 1}


def test_call_to_action_on_another_space() -> None:
    """skill.call_to_action: or one on any space."""
    table = table_of(
        4, hand={0: "treachery/call_to_action/2"}, traitors={0: "hybrid"}, deep_ones="water_4 water_4"
    )
    playing = play(table, "treachery/call_to_action/2")
    assert playing.options == [ChooseDeepOne(Space.WATER_4)]
    playing.answer(ChooseDeepOne(Space.WATER_4))
    assert playing.facts_of(DeepOnesCalled) == [DeepOnesCalled(0, Space.WATER_4, 1)], "everyone hears which"
    assert table.state.deep_ones == {Space.WATER_4: 1, Space.DECK_4: 1}


def test_call_to_action_takes_a_deep_one() -> None:
    """skill.call_to_action: there must be one on a space."""
    table = table_of(4, hand={0: "treachery/call_to_action/2"}, traitors={0: "hybrid"}, deep_ones="deep")
    refused = no(Obstacle.NO_DEEP_ONE_ANYWHERE, "skill.call_to_action")
    assert acting(table).refusal(PlaySkill(SkillCard.CALL_TO_ACTION_2)) == refused


def test_siren_song() -> None:
    """skill.siren_song: risk a passenger."""
    table = table_of(4, hand={0: "treachery/siren_song/3"}, traitors={0: "hybrid"}, die=(6,))
    play(table, "treachery/siren_song/3")
    assert list(table.state.passengers) == [Space.DECK_6]


def test_siren_song_takes_a_passenger() -> None:
    """skill.siren_song: one must be in the supply."""
    table = table_of(4, hand={0: "treachery/siren_song/3"}, traitors={0: "hybrid"})
    table.state.passenger_supply = []
    refused = no(Obstacle.NO_PASSENGER_LEFT, "skill.siren_song")
    assert acting(table).refusal(PlaySkill(SkillCard.SIREN_SONG_3)) == refused


@pytest.mark.parametrize(
    ("space", "resource"),
    [("chapel", Resource.SANITY), ("galley", Resource.FOOD), ("boiler_room", Resource.FUEL)],
)
def test_ransack(space: str, resource: Resource) -> None:
    """skill.ransack, treachery.end_action_step (DE 52.2, FR 20.2, PL 16.2)."""
    table = table_of(4, hand={0: "treachery/ransack/4"}, traitors={0: "hybrid"}, spaces={0: space})
    playing = starting(table).answer(PlayInsteadOfActions(SkillCard.RANSACK_4))
    assert playing.done
    assert playing.result is True
    assert table.state.resources[resource] == 7
    assert table.state.discards[Skill.TREACHERY] == [SkillCard.RANSACK_4]


def test_ransack_elsewhere() -> None:
    """skill.ransack: only in the three rooms; it is not an action."""
    hand = {0: "treachery/ransack/4 treachery/siren_song/3"}
    table = table_of(4, hand=hand, traitors={0: "hybrid"}, spaces={0: "bridge"})
    playing = starting(table)
    assert playing.refusal(PlayInsteadOfActions(SkillCard.RANSACK_4)) == no(
        Obstacle.WRONG_SPACE, "skill.ransack"
    )
    assert playing.refusal(PlayInsteadOfActions(SkillCard.SIREN_SONG_3)) == no(
        Obstacle.WRONG_TIME, "skill_card.play"
    )
    assert acting(table).refusal(PlaySkill(SkillCard.RANSACK_4)) == no(Obstacle.WRONG_TIME, "skill_card.play")


@pytest.mark.parametrize(
    ("reading", "first"), [("player", Monarch.HYDRA), ("player", Monarch.DAGON), ("as_named", Monarch.HYDRA)]
)
def test_perform_rites(reading: str, first: Monarch) -> None:
    """skill.perform_rites, treachery.end_action_step (DE 52.2, FR 20.2, PL 16.2): in any order, or as named."""
    table = table_of(
        4,
        hand={0: "treachery/perform_rites/5"},
        traitors={0: "hybrid"},
        monarchs={"hydra": "water_1", "dagon": "water_2"},
        tops="damage/structural_lore",
        readings={"skill.perform_rites": reading},
    )
    playing = starting(table).answer(PlayInsteadOfActions(SkillCard.PERFORM_RITES_5))
    assert playing.done is (reading == "as_named")
    if not playing.done:
        playing.answer(ActivateFirst(first))
        assert playing.facts_of(MonarchChosen) == [MonarchChosen(0, first)], "everyone hears which"
    assert playing.done
    activated = [path for path in playing.paths if "activation.hydra" in path or "activation.dagon" in path]
    assert f"activation.{first.value}" in activated[0]
    assert list(table.state.damage) == [Space.BRIDGE]
    assert table.state.deep_ones == {Space.DECK_2: 2}
