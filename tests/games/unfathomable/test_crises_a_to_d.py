"""The crises of the mythos cards from Accusation to Disturbing Dreams.

The crew of these tables: 0 Keilani, the Captain, and active; 1 Arjun, the Keeper; 2 Svetlana; 3 Jeanne.
"""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.activation import activate
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item, Monarch, Mythos, Skill, SkillCard, Symbol, Title
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    BarricadeHatches,
    ChooseCard,
    ChooseItem,
    ChooseOption,
    ChooseSeat,
    ChooseSpace,
    PlaySkill,
)
from referee.games.unfathomable.facts.spawning import RoomThreatened
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.kernel.table import Table
from tests.games.unfathomable.facing import (
    amounts,
    by_default,
    choose,
    face,
    fails,
    other,
    partly,
    put,
    succeeds,
)
from tests.games.unfathomable.tables import Sailing, table_of

HATCHES = "unfathomable.window.deep_one_would_enter"


def treachery_in_chaos(table: Table[State]) -> int:
    return len([card for card in table.state.chaos if card.skill is Skill.TREACHERY])


def on_deck(table: Table[State]) -> int:
    return sum([len(tokens) for tokens in table.state.passengers.values()])


def test_accusation_sends_a_human_to_the_brig() -> None:
    """mythos.accusation, upper option: the Captain moves a human to the Brig, who loses all titles."""
    play = choose(Mythos.ACCUSATION, 1, spaces={2: "brig"}, traitors={3: "hybrid"})
    assert play.ask.seat == 0
    assert play.options == [ChooseSeat(0), ChooseSeat(1)]
    refused = play.refusal(ChooseSeat(2))
    assert refused is not None
    assert refused.obstacle == Obstacle.IN_THE_BRIG
    play.answer(ChooseSeat(1))
    assert play.done
    assert play.table.state.players[1].space is Space.BRIG
    assert play.table.state.titles[Title.KEEPER] != 1


def test_accusation_with_nobody_to_accuse() -> None:
    """crisis.choice.free (DE 35.13•1): the option may be chosen although nobody is outside the Brig."""
    play = choose(Mythos.ACCUSATION, 1, spaces={0: "brig", 1: "brig", 2: "brig", 3: "brig"})
    assert play.done


def test_accusation_takes_cards_of_captain_and_active_player() -> None:
    """mythos.accusation, lower option: the chooser and the active player discard two cards each; treachery in."""
    hand = "will/persistence/1 will/persistence/1 will/persistence/2"
    play = choose(Mythos.ACCUSATION, 2, active=2, hand={0: hand, 2: hand})
    assert (play.ask.seat, play.ask.name) == (0, "unfathomable.crisis_discard")
    play.answer(*[ChooseCard(SkillCard.PERSISTENCE_1)] * 2)
    assert play.ask.seat == 2
    play.answer(ChooseCard(SkillCard.PERSISTENCE_1), ChooseCard(SkillCard.PERSISTENCE_2))
    assert play.done
    assert [len(player.hand) for player in play.table.state.players] == [1, 0, 1, 0]
    assert treachery_in_chaos(play.table) == 4


def test_accusation_takes_four_cards_of_an_active_captain() -> None:
    """mythos.accusation, lower option: a player who is both discards four cards."""
    hand = "will/persistence/1 will/persistence/1 will/persistence/2 will/persistence/2 will/true_grit/5"
    play = choose(Mythos.ACCUSATION, 2, hand={0: hand})
    ones, twos = ChooseCard(SkillCard.PERSISTENCE_1), ChooseCard(SkillCard.PERSISTENCE_2)
    play.answer(ones, ones, twos, twos)
    assert play.done
    assert play.table.state.players[0].hand == [SkillCard.TRUE_GRIT_5]


def test_adrift_fishing_boat_success() -> None:
    """mythos.adrift_fishing_boat, success: risk a passenger, gain a soul; one more may be risked for food."""
    play = succeeds(Mythos.ADRIFT_FISHING_BOAT, resources={"food": 6, "souls": 5})
    assert (play.ask.seat, play.ask.name) == (0, "unfathomable.adrift_fishing_boat")
    assert amounts(play.table) == (8, 6, 8, 6)
    play.answer(ACCEPT)
    assert play.done
    assert amounts(play.table) == (8, 7, 8, 6)
    assert on_deck(play.table) == 2


def test_adrift_fishing_boat_success_and_no_more() -> None:
    """mythos.adrift_fishing_boat, success; ability.may (DE 18.4): the second passenger is an offer."""
    play = succeeds(Mythos.ADRIFT_FISHING_BOAT, resources={"souls": 5})
    play.answer(PASS)
    assert play.done
    assert amounts(play.table) == (8, 8, 8, 6)
    assert on_deck(play.table) == 1


ALL_ON_DECK = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity nothing nothing"}
ALL_BUT_ONE = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity nothing"}


def test_adrift_fishing_boat_success_with_the_last_passenger() -> None:
    """mythos.adrift_fishing_boat, success: with nobody left in the supply nothing is offered."""
    play = succeeds(Mythos.ADRIFT_FISHING_BOAT, passengers=ALL_BUT_ONE, resources={"souls": 5})
    assert play.done
    assert amounts(play.table) == (8, 8, 8, 6)


def test_adrift_fishing_boat_partial() -> None:
    """mythos.adrift_fishing_boat, partial success: risk two passengers and gain a soul."""
    play = partly(Mythos.ADRIFT_FISHING_BOAT, resources={"souls": 5})
    assert play.done
    assert (amounts(play.table), on_deck(play.table)) == ((8, 8, 8, 6), 2)


TOO_FEW = pytest.mark.parametrize(("reading", "risked"), [("in_vain", 1), ("not_at_all", 0)])


@TOO_FEW
def test_adrift_fishing_boat_partial_with_too_few(reading: str, risked: int) -> None:
    """passenger.risk.short_supply (DE 37.5), ruling passenger.too_few_to_risk: one is risked, and no soul is gained."""
    readings = {"passenger.too_few_to_risk": reading}
    play = partly(
        Mythos.ADRIFT_FISHING_BOAT, passengers=ALL_BUT_ONE, resources={"souls": 5}, readings=readings
    )
    assert play.done
    assert (amounts(play.table), on_deck(play.table)) == ((8, 8, 8, 5), 8 + risked)


def test_adrift_fishing_boat_failure() -> None:
    """mythos.adrift_fishing_boat, failure: lose sanity and a soul."""
    assert amounts(fails(Mythos.ADRIFT_FISHING_BOAT).table) == (8, 8, 7, 7)


def test_barricade_the_hatches_success() -> None:
    """mythos.barricade_the_hatches, success: the card stays with the active player, and is not discarded."""
    play = succeeds(Mythos.BARRICADE_THE_HATCHES)
    state = play.table.state
    assert play.done
    assert state.players[0].mythos == [Mythos.BARRICADE_THE_HATCHES]
    assert state.mythos_card is Mythos.HIDDEN
    assert state.mythos_discard == []


def test_barricade_the_hatches_failure() -> None:
    """mythos.barricade_the_hatches, failure: Deep Ones activate."""
    play = fails(Mythos.BARRICADE_THE_HATCHES, deep_ones="water_3")
    assert play.done
    assert play.table.state.deep_ones == {Space.DECK_3: 1}


def test_barricaded_hatches_keep_deep_ones_out() -> None:
    """mythos.barricade_the_hatches: its owner is asked when a Deep One would enter, and discards it to bar the way."""
    table = table_of(4, mythos={2: "barricade_the_hatches"}, deep_ones="deck_3 deck_5")
    play = Sailing(table, activate(table, Symbol.DEEP_ONES), watched=[HATCHES])
    while play.ask.name != HATCHES:
        play.answer(play.options[0])
    assert play.ask.seat == 2
    assert play.options == [PASS, BarricadeHatches()]
    assert play.facts_of(RoomThreatened) == [RoomThreatened(Space.DECK_3, Space.CHAPEL)], (
        "everyone sees which"
    )
    play.answer_together([BarricadeHatches()])
    by_default(play)
    assert table.state.barricaded
    assert table.state.deep_ones == {Space.DECK_3: 1, Space.DECK_5: 1}
    assert table.state.players[2].mythos == []
    assert table.state.mythos_discard == [Mythos.BARRICADE_THE_HATCHES]


@pytest.mark.parametrize(
    ("reading", "room"), [("into_any_room", "bridge"), ("from_the_deck", "captains_cabin")]
)
def test_barricaded_hatches_inside_the_ship(reading: str, room: str) -> None:
    """Ruling mythos.barricade_the_hatches: whether Deep Ones still go from room to room."""
    table = table_of(
        4,
        characters="keilani jeanne svetlana edmund",
        deep_ones="bridge",
        damage={"bridge": "structural_lore"},
        readings={"mythos.barricade_the_hatches": reading},
    )
    table.state.barricaded = True
    play = Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert play.done
    assert table.state.deep_ones == {Space(room): 1}


@pytest.mark.parametrize("bars", [True, False])
def test_hatches_are_barricaded_against_deep_ones_that_a_player_moves(bars: bool) -> None:
    """mythos.barricade_the_hatches: its owner may discard it at any time, so also when a player leads them inside."""
    table = table_of(
        4,
        hand={0: "lore/lesser_banishment/3"},
        traitors={0: "hybrid"},
        mythos={1: "barricade_the_hatches"},
        deep_ones="deck_3 deck_3",
    )
    play = Sailing(table, perform_action(table, 0), watched=[HATCHES])
    play.answer(PlaySkill(table.state.players[0].hand[0])).answer(ChooseSpace(Space.DECK_3))
    play.answer(ChooseSpace(Space.CHAPEL))
    assert (play.ask.seat, play.ask.name) == (1, HATCHES)
    play.answer_together([BarricadeHatches() if bars else PASS])
    assert play.done
    assert table.state.deep_ones == {Space.DECK_3 if bars else Space.CHAPEL: 2}


def test_bucket_brigade_success() -> None:
    """mythos.bucket_brigade, success: risk two passengers to advance the travel marker."""
    play = succeeds(Mythos.BUCKET_BRIGADE)
    assert play.done
    assert (on_deck(play.table), play.table.state.travel) == (2, 1)


@TOO_FEW
def test_bucket_brigade_success_with_too_few(reading: str, risked: int) -> None:
    """passenger.risk.short_supply (DE 37.5), ruling passenger.too_few_to_risk: one is risked, and the ship stays."""
    readings = {"passenger.too_few_to_risk": reading}
    play = succeeds(Mythos.BUCKET_BRIGADE, passengers=ALL_BUT_ONE, readings=readings)
    assert play.done
    assert (on_deck(play.table), play.table.state.travel) == (8 + risked, 0)


def test_bucket_brigade_failure() -> None:
    """mythos.bucket_brigade, failure: lose fuel and risk two passengers."""
    play = fails(Mythos.BUCKET_BRIGADE)
    assert (amounts(play.table), on_deck(play.table)) == ((7, 8, 8, 8), 2)


@pytest.mark.parametrize(("die", "fuel"), [(6, 7), (7, 8)])
def test_bucket_brigade_other(die: int, fuel: int) -> None:
    """mythos.bucket_brigade, other option: 6 or less costs fuel."""
    play = other(Mythos.BUCKET_BRIGADE, die=(die,), active=2)
    assert play.done
    assert amounts(play.table) == (fuel, 8, 8, 8)


def test_the_captain_chooses_on_bucket_brigade() -> None:
    """crisis.choice.chooser (DE 35.12): the Captain chooses, no matter who is active."""
    play = face(Mythos.BUCKET_BRIGADE, active=2)
    assert (play.ask.seat, play.ask.name) == (0, "unfathomable.crisis_or_test")
    assert play.options == [ChooseOption(1), ChooseOption(2)]


def test_class_struggle() -> None:
    """mythos.class_struggle: lose two sanity, or risk four passengers."""
    assert amounts(choose(Mythos.CLASS_STRUGGLE, 1).table) == (8, 8, 6, 8)
    assert on_deck(choose(Mythos.CLASS_STRUGGLE, 2).table) == 4


def test_class_struggle_with_too_few_passengers() -> None:
    """mythos.class_struggle, passenger.risk.short_supply (DE 37.5): as many are risked as there are."""
    assert on_deck(choose(Mythos.CLASS_STRUGGLE, 2, passengers=ALL_BUT_ONE).table) == 9


def test_coal_bunker_fire_success() -> None:
    """mythos.coal_bunker_fire, success: advance the travel marker."""
    assert succeeds(Mythos.COAL_BUNKER_FIRE).table.state.travel == 1


def test_coal_bunker_fire_failure() -> None:
    """mythos.coal_bunker_fire, failure: lose fuel and a soul."""
    assert amounts(fails(Mythos.COAL_BUNKER_FIRE).table) == (7, 8, 8, 7)


@pytest.mark.parametrize(("die", "fuel"), [(4, 6), (5, 7)])
def test_coal_bunker_fire_other(die: int, fuel: int) -> None:
    """mythos.coal_bunker_fire, other option: lose fuel, and one more on 4 or less."""
    assert amounts(other(Mythos.COAL_BUNKER_FIRE, die=(die,)).table) == (fuel, 8, 8, 8)


def test_collision_course_success() -> None:
    """mythos.collision_course, success: nothing happens."""
    play = succeeds(Mythos.COLLISION_COURSE, travel=2)
    assert play.done
    assert play.table.state.travel == 2


STRUCTURAL = "damage/structural_lore damage/structural_will damage/structural_any"


def test_collision_course_partial() -> None:
    """mythos.collision_course, partial success: both monarchs to the bow space rolled; damage; back by 1."""
    play = partly(
        Mythos.COLLISION_COURSE, travel=2, monarchs={"dagon": "water_7"}, die=(5, 5), tops=STRUCTURAL
    )
    state = play.table.state
    assert play.done
    assert state.monarchs == {Monarch.DAGON: Space.WATER_2, Monarch.HYDRA: Space.WATER_2}
    assert list(state.damage) == [Space.CARGO_HOLD]
    assert state.travel == 1


def test_collision_course_failure() -> None:
    """mythos.collision_course, failure: the same with damage twice and back by 2; what is short costs no fuel."""
    play = fails(Mythos.COLLISION_COURSE, travel=1, die=(4, 5, 6), tops=STRUCTURAL)
    state = play.table.state
    assert play.done
    assert state.monarchs == {Monarch.DAGON: Space.WATER_1, Monarch.HYDRA: Space.WATER_1}
    assert list(state.damage) == [Space.CARGO_HOLD, Space.GALLEY]
    assert (state.travel, amounts(play.table)) == (0, (8, 8, 8, 8))


def test_coordinated_assault_success() -> None:
    """mythos.coordinated_assault, success: advance the travel marker."""
    assert succeeds(Mythos.COORDINATED_ASSAULT).table.state.travel == 1


def test_coordinated_assault_failure() -> None:
    """mythos.coordinated_assault, failure; mythos.activation.in_effect_order (DE 35.23): out of the Deep, then all act.

    Hydra strikes the Bridge beyond her bow space, Dagon calls two Deep Ones to deck 1, and those three act last.
    """
    play = fails(
        Mythos.COORDINATED_ASSAULT,
        characters="keilani jeanne svetlana edmund",
        deep_ones="deep",
        die=(2,),
        tops=STRUCTURAL,
    )
    by_default(play)
    state = play.table.state
    assert state.monarchs == {Monarch.DAGON: Space.WATER_1, Monarch.HYDRA: Space.WATER_1}
    assert list(state.damage) == [Space.BRIDGE]
    assert state.deep_ones == {Space.DECK_1: 1, Space.BRIDGE: 2}


def test_criminal_activity_success() -> None:
    """mythos.criminal_activity, success: the active player draws an item."""
    play = succeeds(Mythos.CRIMINAL_ACTIVITY, tops="item/shotgun")
    assert play.done
    assert play.table.state.players[0].items == [Item.SHOTGUN]


def test_criminal_activity_failure() -> None:
    """mythos.criminal_activity, failure: lose sanity; each human keeps one item, the others leave the game."""
    play = fails(
        Mythos.CRIMINAL_ACTIVITY,
        items={0: "shotgun", 1: "six_shooter plimsolls starbuck", 2: "almanac kitchen_knife"},
        traitors={2: "hybrid"},
    )
    assert (play.ask.seat, play.ask.name) == (1, "unfathomable.criminal_activity_keep")
    assert play.refusal(ChooseItem(Item.SHOTGUN)) is not None
    play.answer(ChooseItem(Item.PLIMSOLLS))
    state = play.table.state
    assert play.done
    assert [player.items for player in state.players[:3]] == [
        [Item.SHOTGUN],
        [Item.PLIMSOLLS],
        [Item.ALMANAC, Item.KITCHEN_KNIFE],
    ]
    assert sorted(state.items_gone) == [Item.SIX_SHOOTER, Item.STARBUCK]
    assert amounts(play.table) == (8, 8, 7, 8)


def test_criminal_activity_other() -> None:
    """mythos.criminal_activity, other option: remove one of your items, and treachery into the chaos deck."""
    play = other(Mythos.CRIMINAL_ACTIVITY, items={0: "shotgun plimsolls"})
    play.answer(ChooseItem(Item.SHOTGUN))
    assert play.done
    assert play.table.state.players[0].items == [Item.PLIMSOLLS]
    assert treachery_in_chaos(play.table) == 6


def test_criminal_activity_other_takes_an_item() -> None:
    """mythos.criminal_activity: without an item only the test is left, as everyone can see, so nobody is asked."""
    play = face(Mythos.CRIMINAL_ACTIVITY)
    assert play.done
    assert amounts(play.table) == (8, 8, 7, 8)


def test_damaged_evaporator() -> None:
    """mythos.damaged_evaporator: nothing; food; food and back by one."""
    assert amounts(succeeds(Mythos.DAMAGED_EVAPORATOR).table) == (8, 8, 8, 8)
    assert amounts(partly(Mythos.DAMAGED_EVAPORATOR, travel=1).table) == (8, 7, 8, 8)
    play = fails(Mythos.DAMAGED_EVAPORATOR, travel=1)
    assert (amounts(play.table), play.table.state.travel) == ((8, 7, 8, 8), 0)


def test_damaged_evaporator_at_the_start() -> None:
    """mythos.damaged_evaporator, failure: at the start fuel is lost instead."""
    assert amounts(fails(Mythos.DAMAGED_EVAPORATOR).table) == (7, 7, 8, 8)


def test_deep_one_feint() -> None:
    """mythos.deep_one_feint: a failure activates Deep Ones."""
    assert succeeds(Mythos.DEEP_ONE_FEINT, deep_ones="water_3").table.state.deep_ones == {Space.WATER_3: 1}
    assert fails(Mythos.DEEP_ONE_FEINT, deep_ones="water_3").table.state.deep_ones == {Space.DECK_3: 1}


def test_deep_one_swarm() -> None:
    """mythos.deep_one_swarm: nothing; Deep Ones activate; twice."""
    assert succeeds(Mythos.DEEP_ONE_SWARM, deep_ones="water_3").table.state.deep_ones == {Space.WATER_3: 1}
    assert partly(Mythos.DEEP_ONE_SWARM, deep_ones="water_3").table.state.deep_ones == {Space.DECK_3: 1}
    assert fails(Mythos.DEEP_ONE_SWARM, deep_ones="water_3").table.state.deep_ones == {Space.CHAPEL: 1}


@pytest.mark.parametrize(("die", "sanity"), [((1, 4), 7), ((1, 5), 8)])
def test_dinghy_launch_upper(die: tuple[int, int], sanity: int) -> None:
    """mythos.dinghy_launch, upper option: risk a passenger; 4 or less costs sanity."""
    play = choose(Mythos.DINGHY_LAUNCH, 1, die=die)
    assert (amounts(play.table), on_deck(play.table)) == ((8, 8, sanity, 8), 1)


def test_dinghy_launch_lower() -> None:
    """mythos.dinghy_launch, lower option: lose a soul."""
    assert amounts(choose(Mythos.DINGHY_LAUNCH, 2).table) == (8, 8, 8, 7)


def test_disturbing_dreams() -> None:
    """mythos.disturbing_dreams: gain sanity; lose one; lose two."""
    assert amounts(succeeds(Mythos.DISTURBING_DREAMS).table) == (8, 8, 9, 8)
    assert amounts(partly(Mythos.DISTURBING_DREAMS).table) == (8, 8, 7, 8)
    assert amounts(fails(Mythos.DISTURBING_DREAMS).table) == (8, 8, 6, 8)


def test_every_fact_of_a_crisis_names_its_card() -> None:
    """The path of rules of a crisis begins with the id of the card."""
    play = fails(Mythos.DISTURBING_DREAMS)
    assert {path.split("/")[0] for path in play.paths[1:]} == {"mythos.disturbing_dreams"}
    assert put(Mythos.DISTURBING_DREAMS).recorded[0].path == "mythos.draw_reveal"
