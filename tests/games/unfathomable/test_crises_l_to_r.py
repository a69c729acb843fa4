"""The crises of the mythos cards from Looming Breakdown to Ritual Support.

The crew of these tables: 0 Keilani, the Captain, and active; 1 Arjun, the Keeper; 2 Svetlana; 3 Jeanne.
"""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item, Mythos, Skill, SkillCard, Title, Waypoint
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    ChooseCard,
    ChooseOption,
    ChooseSpace,
    ChooseWaypoint,
    MoveDeepOne,
    SacrificeSelf,
)
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
    succeeds,
)

STRUCTURAL = "damage/structural_lore damage/structural_will damage/structural_any"


def treachery_in_chaos(table: Table[State]) -> int:
    return len([card for card in table.state.chaos if card.skill is Skill.TREACHERY])


def on_deck(table: Table[State]) -> int:
    return sum([len(tokens) for tokens in table.state.passengers.values()])


def spaces(table: Table[State]) -> list[Space]:
    return [player.space for player in table.state.players]


def test_looming_breakdown() -> None:
    """mythos.looming_breakdown: nothing; a soul and damage to the Boiler Room, which defeats the humans there."""
    assert amounts(succeeds(Mythos.LOOMING_BREAKDOWN).table) == (8, 8, 8, 8)
    play = fails(Mythos.LOOMING_BREAKDOWN, tops=STRUCTURAL)
    assert amounts(play.table) == (8, 8, 8, 7)
    assert list(play.table.state.damage) == [Space.BOILER_ROOM]
    assert spaces(play.table)[3] is Space.SICK_BAY


@pytest.mark.parametrize(("travel", "fuel"), [(3, 8), (1, 7), (0, 6)])
def test_looming_breakdown_other(travel: int, fuel: int) -> None:
    """mythos.looming_breakdown, other option: back by two, for one fuel a space that cannot be gone."""
    play = other(Mythos.LOOMING_BREAKDOWN, travel=travel)
    assert (play.table.state.travel, amounts(play.table)) == (max(travel - 2, 0), (fuel, 8, 8, 8))


def test_lure_of_yha_nthlei() -> None:
    """mythos.lure_of_yha_nthlei: a failure risks four passengers."""
    assert on_deck(succeeds(Mythos.LURE_OF_YHA_NTHLEI).table) == 0
    assert on_deck(fails(Mythos.LURE_OF_YHA_NTHLEI).table) == 4


def test_missing_jewelry() -> None:
    """mythos.missing_jewelry: lose sanity, or treachery into the chaos deck."""
    assert amounts(choose(Mythos.MISSING_JEWELRY, 1).table) == (8, 8, 7, 8)
    assert treachery_in_chaos(choose(Mythos.MISSING_JEWELRY, 2).table) == 6


def test_missing_munitions_success() -> None:
    """mythos.missing_munitions, success: the active player defeats a Deep One in an interior space."""
    play = succeeds(Mythos.MISSING_MUNITIONS, deep_ones="bridge galley galley deck_1")
    assert (play.ask.seat, play.options) == (0, [ChooseSpace(Space.BRIDGE), ChooseSpace(Space.GALLEY)])
    assert play.refusal(ChooseSpace(Space.DECK_1)) is not None
    play.answer(ChooseSpace(Space.GALLEY))
    assert play.done
    assert play.table.state.deep_ones == {Space.BRIDGE: 1, Space.GALLEY: 1, Space.DECK_1: 1}


def test_missing_munitions_success_with_one_or_none() -> None:
    """mythos.missing_munitions, success: with one space there is nothing to choose, with none nothing happens."""
    assert succeeds(Mythos.MISSING_MUNITIONS, deep_ones="bridge").table.state.deep_ones == {}
    assert succeeds(Mythos.MISSING_MUNITIONS, deep_ones="deck_1").done


def test_missing_munitions_otherwise() -> None:
    """mythos.missing_munitions, partial success and failure: damage the ship once or twice."""
    assert len(partly(Mythos.MISSING_MUNITIONS, tops=STRUCTURAL).table.state.damage) == 1
    assert (
        len(by_default(fails(Mythos.MISSING_MUNITIONS, tops=STRUCTURAL, die=(3, 5))).table.state.damage) == 2
    )


@pytest.mark.parametrize(("die", "souls", "there"), [(4, 7, {Space.CAPTAINS_CABIN: 1}), (5, 8, {})])
def test_missing_parents_upper(die: int, souls: int, there: dict[Space, int]) -> None:
    """mythos.missing_parents, upper option: you move to the cabin; 4 or less costs a soul and brings a Deep One."""
    play = choose(Mythos.MISSING_PARENTS, 1, active=3, die=(die,))
    assert spaces(play.table)[3] is Space.CAPTAINS_CABIN
    assert (amounts(play.table), play.table.state.deep_ones) == ((8, 8, 8, souls), there)


def test_missing_parents_lower() -> None:
    """mythos.missing_parents, lower option: lose sanity."""
    assert amounts(choose(Mythos.MISSING_PARENTS, 2).table) == (8, 8, 7, 8)


@pytest.mark.parametrize(("die", "there"), [(4, {Space.GALLEY: 1, Space.CARGO_HOLD: 1}), (5, {})])
def test_mysterious_lifeboat_upper(die: int, there: dict[Space, int]) -> None:
    """mythos.mysterious_lifeboat, upper option: risk a passenger; on 4 or less two Deep Ones come."""
    play = face(Mythos.MYSTERIOUS_LIFEBOAT, die=(1, die))
    assert play.ask.seat == 1
    play.answer(ChooseOption(1))
    assert (on_deck(play.table), play.table.state.deep_ones) == (1, there)


def test_mysterious_lifeboat_lower() -> None:
    """mythos.mysterious_lifeboat, lower option: lose sanity."""
    assert amounts(choose(Mythos.MYSTERIOUS_LIFEBOAT, 2).table) == (8, 8, 7, 8)


def test_on_the_offensive_success() -> None:
    """mythos.on_the_offensive, success: the active player must move each Deep One on the ship, once each."""
    play = succeeds(Mythos.ON_THE_OFFENSIVE, deep_ones="deck_3 deck_3")
    assert PASS not in play.options
    play.answer(MoveDeepOne(Space.DECK_3, Space.WATER_3))
    play.answer(MoveDeepOne(Space.DECK_3, Space.DECK_1))
    assert play.done
    assert play.table.state.deep_ones == {Space.WATER_3: 1, Space.DECK_1: 1}


def test_on_the_offensive_success_with_barricaded_hatches() -> None:
    """mythos.on_the_offensive, mythos.barricade_the_hatches: nobody can move a Deep One inside then."""
    inside = MoveDeepOne(Space.DECK_3, Space.CHAPEL)
    assert inside in succeeds(Mythos.ON_THE_OFFENSIVE, deep_ones="deck_3").options
    assert inside not in succeeds(Mythos.ON_THE_OFFENSIVE, deep_ones="deck_3", barricaded=True).options


def test_on_the_offensive_failure() -> None:
    """mythos.on_the_offensive, failure: Deep Ones activate."""
    assert fails(Mythos.ON_THE_OFFENSIVE, deep_ones="water_3").table.state.deep_ones == {Space.DECK_3: 1}


def test_open_the_gate_success() -> None:
    """mythos.open_the_gate, success: the Keeper puts one of two waypoints into play; the marker goes to the start."""
    play = succeeds(Mythos.OPEN_THE_GATE, travel=2, tops="waypoint/calm_waters waypoint/smooth_sailing")
    assert play.ask.seat == 1
    play.answer(ChooseWaypoint(Waypoint.SMOOTH_SAILING))
    state = play.table.state
    assert play.done
    assert state.waypoints == [Waypoint.SMOOTH_SAILING]
    assert state.waypoint_deck[0] is Waypoint.CALM_WATERS
    assert state.travel == 0


def test_open_the_gate_failure() -> None:
    """mythos.open_the_gate, failure: lose sanity and a soul; damage the ship twice."""
    play = by_default(fails(Mythos.OPEN_THE_GATE, tops=STRUCTURAL, die=(3, 5)))
    assert (amounts(play.table), len(play.table.state.damage)) == ((8, 8, 7, 7), 2)


def test_open_the_gate_other() -> None:
    """mythos.open_the_gate, other option: lose sanity."""
    assert amounts(other(Mythos.OPEN_THE_GATE).table) == (8, 8, 7, 8)


def test_passenger_overboard() -> None:
    """mythos.passenger_overboard: a failure costs a soul."""
    assert amounts(succeeds(Mythos.PASSENGER_OVERBOARD).table) == (8, 8, 8, 8)
    assert amounts(fails(Mythos.PASSENGER_OVERBOARD).table) == (8, 8, 8, 7)


def test_passenger_riot() -> None:
    """mythos.passenger_riot: the active player draws an item; lose sanity; lose sanity and a soul."""
    play = succeeds(Mythos.PASSENGER_RIOT, tops="item/shotgun")
    assert play.table.state.players[0].items == [Item.SHOTGUN]
    assert amounts(partly(Mythos.PASSENGER_RIOT).table) == (8, 8, 7, 8)
    assert amounts(fails(Mythos.PASSENGER_RIOT).table) == (8, 8, 7, 7)


@pytest.mark.parametrize(("die", "souls"), [(4, 7), (5, 8)])
def test_poisoned_food_upper(die: int, souls: int) -> None:
    """mythos.poisoned_food, upper option: the Keeper discards a lore card and rolls; 6 or less with it costs a soul."""
    play = choose(Mythos.POISONED_FOOD, 1, hand={1: "lore/shrivelling/2 will/true_grit/5"}, die=(die,))
    assert (play.ask.seat, play.options) == (1, [ChooseCard(SkillCard.SHRIVELLING_2)])
    refused = play.refusal(ChooseCard(SkillCard.TRUE_GRIT_5))
    assert refused is not None
    assert refused.obstacle == Obstacle.WRONG_SKILL
    play.answer(ChooseCard(SkillCard.SHRIVELLING_2))
    assert play.done
    assert amounts(play.table) == (8, 8, 8, souls)
    assert play.table.state.discards[Skill.LORE] == [SkillCard.SHRIVELLING_2]


def test_poisoned_food_lower() -> None:
    """mythos.poisoned_food, lower option: lose food."""
    play = choose(Mythos.POISONED_FOOD, 2, hand={1: "lore/shrivelling/2"})
    assert amounts(play.table) == (8, 7, 8, 8)


def test_poisoned_food_takes_a_lore_card() -> None:
    """mythos.poisoned_food: a Keeper without lore is still asked, to reveal nothing; one without cards is not."""
    play = face(Mythos.POISONED_FOOD, hand={1: "will/true_grit/5"})
    assert play.options == [ChooseOption(2)]
    refused = play.refusal(ChooseOption(1))
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_IN_HAND
    assert amounts(face(Mythos.POISONED_FOOD).table) == (8, 7, 8, 8)


def test_power_to_the_people_success() -> None:
    """mythos.power_to_the_people, success: treachery into the chaos deck."""
    assert treachery_in_chaos(succeeds(Mythos.POWER_TO_THE_PEOPLE).table) == 2


def test_power_to_the_people_failure() -> None:
    """mythos.power_to_the_people, failure: lose a soul; the Captain to the Brig, the lowest in the line follows."""
    play = fails(Mythos.POWER_TO_THE_PEOPLE)
    assert amounts(play.table) == (8, 8, 8, 7)
    assert spaces(play.table)[0] is Space.BRIG
    assert play.table.state.titles[Title.CAPTAIN] == 2, "of Arjun, Jeanne and Svetlana she is the lowest"


def test_power_to_the_people_other() -> None:
    """mythos.power_to_the_people, other option: the Captain to the Brig, the lowest in the line follows."""
    play = other(Mythos.POWER_TO_THE_PEOPLE)
    assert amounts(play.table) == (8, 8, 8, 8)
    assert (spaces(play.table)[0], play.table.state.titles[Title.CAPTAIN]) == (Space.BRIG, 2)


def test_power_to_the_people_with_the_captain_in_the_brig() -> None:
    """mythos.power_to_the_people, ability.partial: nobody moves, but the Captaincy goes to the lowest in the line."""
    play = other(Mythos.POWER_TO_THE_PEOPLE, spaces={0: "brig"}, titles={"captain": 0}, active=1)
    assert (spaces(play.table)[0], play.table.state.titles[Title.CAPTAIN]) == (Space.BRIG, 2)


def test_rally_the_crew() -> None:
    """mythos.rally_the_crew, success and partial success: gain sanity; lose sanity."""
    assert amounts(succeeds(Mythos.RALLY_THE_CREW).table) == (8, 8, 9, 8)
    assert amounts(partly(Mythos.RALLY_THE_CREW).table) == (8, 8, 7, 8)


def test_rally_the_crew_failure() -> None:
    """mythos.rally_the_crew, failure: lose two sanity; each human discards two cards, or what there is."""
    hand = "lore/shrivelling/1"
    play = face(
        Mythos.RALLY_THE_CREW, hand={1: hand, 2: hand, 0: f"{hand} {hand} {hand}"}, traitors={2: "hybrid"}
    )
    while play.ask.name == "unfathomable.contribute":
        play.answer()
    one = ChooseCard(SkillCard.SHRIVELLING_1)
    play.answer(one, one)
    assert play.ask.seat == 1
    play.answer(one)
    assert play.done
    assert [len(player.hand) for player in play.table.state.players] == [1, 0, 1, 0]
    assert amounts(play.table) == (8, 8, 6, 8)


def test_rat_infestation() -> None:
    """mythos.rat_infestation: the active player may lose sanity to gain food; food; two food."""
    play = succeeds(Mythos.RAT_INFESTATION)
    play.answer(ACCEPT)
    assert amounts(play.table) == (8, 9, 7, 8)
    play = succeeds(Mythos.RAT_INFESTATION)
    play.answer(PASS)
    assert amounts(play.table) == (8, 8, 8, 8)
    assert amounts(partly(Mythos.RAT_INFESTATION).table) == (8, 7, 8, 8)
    assert amounts(fails(Mythos.RAT_INFESTATION).table) == (8, 6, 8, 8)


@pytest.mark.parametrize(("over", "ritual"), [(0, 1), (1, 1), (2, 2), (5, 3)])
def test_ritual_coordination_success(over: int, ritual: int) -> None:
    """mythos.ritual_coordination, success: the ritual advances by 1, and by 1 more for each full 2 over 9."""
    assert succeeds(Mythos.RITUAL_COORDINATION, over=over).table.state.ritual == ritual


def test_ritual_coordination_without_a_count() -> None:
    """mythos.ritual_coordination, feat.self_sacrifice: if the result is chosen, success advances by only 1."""
    play = face(Mythos.RITUAL_COORDINATION, watched=["unfathomable.window.before_cards"])
    play.answer(ChooseOption(1))
    play.answer_together([SacrificeSelf("success")])
    assert play.done
    assert play.table.state.ritual == 1


def test_ritual_coordination_failure() -> None:
    """mythos.ritual_coordination, failure: lose sanity; damage the Chapel."""
    play = fails(Mythos.RITUAL_COORDINATION, tops=STRUCTURAL)
    assert (amounts(play.table), list(play.table.state.damage)) == ((8, 8, 7, 8), [Space.CHAPEL])


def test_ritual_coordination_other() -> None:
    """mythos.ritual_coordination, other option: Deep Ones activate."""
    assert other(Mythos.RITUAL_COORDINATION, deep_ones="water_3").table.state.deep_ones == {Space.DECK_3: 1}


@pytest.mark.parametrize(("die", "ritual", "left"), [(5, 1, (8, 8, 8, 8)), (4, 0, (8, 8, 7, 7))])
def test_ritual_support_upper(die: int, ritual: int, left: tuple[int, ...]) -> None:
    """mythos.ritual_support, upper option: lore and a roll; 7 or more advances, less costs sanity and a soul."""
    play = choose(Mythos.RITUAL_SUPPORT, 1, hand={1: "lore/shrivelling/2"}, die=(die,))
    play.answer(ChooseCard(SkillCard.SHRIVELLING_2))
    assert (play.table.state.ritual, amounts(play.table)) == (ritual, left)


def test_ritual_support_lower() -> None:
    """mythos.ritual_support, lower option: the ritual goes back by 1; the Keeper discards two cards."""
    play = choose(Mythos.RITUAL_SUPPORT, 2, ritual=2, hand={1: "lore/shrivelling/2 will/true_grit/5"})
    play.answer(ChooseCard(SkillCard.SHRIVELLING_2), ChooseCard(SkillCard.TRUE_GRIT_5))
    assert play.done
    assert (play.table.state.ritual, play.table.state.players[1].hand) == (1, [])


def test_ritual_support_takes_a_lore_card() -> None:
    """mythos.ritual_support: without lore only the lower option is open, but the Keeper is still asked."""
    assert face(Mythos.RITUAL_SUPPORT, hand={1: "will/true_grit/5"}).options == [ChooseOption(2)]
