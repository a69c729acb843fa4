"""The crises of the mythos cards from Sacrifice Deep One to Volunteer Army.

The crew of these tables: 0 Keilani, the Captain, and active; 1 Arjun, the Keeper; 2 Svetlana; 3 Jeanne.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import DECK, Space
from referee.games.unfathomable.cards import Item, Monarch, Mythos, Skill, SkillCard, Spell, Waypoint
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    ChooseCard,
    ChooseNumber,
    ChooseOption,
    ChooseSpace,
    ChooseSpell,
    ChooseWaypoint,
    SacrificeDeepOne,
)
from referee.games.unfathomable.facts.spoken import Declined, NumberChosen
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.kernel.table import Table
from tests.games.unfathomable.facing import amounts, by_default, choose, face, fails, partly, succeeds
from tests.games.unfathomable.tables import Sailing, table_of

STRUCTURAL = "damage/structural_lore damage/structural_will damage/structural_any"
ALL_ON_DECK = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity nothing nothing"}
ALL_BUT_TWO = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity"}
SACRIFICE = SacrificeDeepOne()


def treachery_in_chaos(table: Table[State]) -> int:
    return len([card for card in table.state.chaos if card.skill is Skill.TREACHERY])


def on_deck(table: Table[State]) -> int:
    return sum([len(tokens) for tokens in table.state.passengers.values()])


def spaces(table: Table[State]) -> list[Space]:
    return [player.space for player in table.state.players]


def test_sacrifice_deep_one_upper() -> None:
    """mythos.sacrifice_deep_one, upper option: lose sanity; the card stays with the Keeper."""
    play = choose(Mythos.SACRIFICE_DEEP_ONE, 1)
    assert amounts(play.table) == (8, 8, 7, 8)
    assert play.table.state.players[1].mythos == [Mythos.SACRIFICE_DEEP_ONE]
    assert play.table.state.mythos_card is Mythos.HIDDEN


def test_sacrifice_deep_one_lower() -> None:
    """mythos.sacrifice_deep_one, lower option: the ritual to the start; the Keeper discards the whole hand."""
    play = choose(Mythos.SACRIFICE_DEEP_ONE, 2, ritual=3, hand={1: "will/true_grit/5 lore/shrivelling/2"})
    assert play.done
    assert (play.table.state.ritual, play.table.state.players[1].hand) == (0, [])


@pytest.mark.parametrize("die", [5, 6])
def test_sacrificing_a_deep_one(die: int) -> None:
    """mythos.sacrifice_deep_one, action: on 6 or more the Deep One falls, the ritual gains 2, the card is discarded."""
    table = table_of(
        4, mythos={0: "sacrifice_deep_one"}, deep_ones="captains_cabin captains_cabin", die=(die,)
    )
    play = Sailing(table, perform_action(table, 0))
    play.answer(SACRIFICE)
    state = table.state
    assert play.done
    won = die >= 6
    assert state.deep_ones == {Space.CAPTAINS_CABIN: 1 if won else 2}
    assert state.ritual == (2 if won else 0)
    assert state.players[0].mythos == ([] if won else [Mythos.SACRIFICE_DEEP_ONE])
    assert state.mythos_discard == ([Mythos.SACRIFICE_DEEP_ONE] if won else [])
    assert play.paths[0].startswith("mythos.sacrifice_deep_one")


@pytest.mark.parametrize(
    ("mythos", "deep_ones", "obstacle"),
    [
        ({}, "captains_cabin", Obstacle.NOT_IN_PLAY_AREA),
        ({0: "sacrifice_deep_one"}, "bridge", Obstacle.NO_ENEMY_HERE),
    ],
)
def test_what_keeps_from_sacrificing(mythos: dict[int, str], deep_ones: str, obstacle: Obstacle) -> None:
    """mythos.sacrifice_deep_one, ability.gained_from_mythos (DE 18.11): it takes the card and a Deep One there."""
    table = table_of(4, mythos=mythos, deep_ones=deep_ones)
    play = Sailing(table, perform_action(table, 0))
    refused = play.refusal(SACRIFICE)
    assert refused is not None
    assert refused.obstacle == obstacle


def test_sewage_backup_success() -> None:
    """mythos.sewage_backup, success: nothing happens."""
    assert amounts(succeeds(Mythos.SEWAGE_BACKUP).table) == (8, 8, 8, 8)


def test_sewage_backup_failure() -> None:
    """mythos.sewage_backup, failure: lose sanity; each human in the room rolled is defeated, traitors are not."""
    play = by_default(
        fails(Mythos.SEWAGE_BACKUP, by=0, die=(4,), spaces={3: "captains_cabin"}, traitors={3: "hybrid"})
    )
    assert amounts(play.table) == (8, 8, 7, 8)
    assert spaces(play.table) == [Space.SICK_BAY, Space.BRIDGE, Space.SICK_BAY, Space.CAPTAINS_CABIN]


def test_shipboard_fire() -> None:
    """mythos.shipboard_fire: damage the ship once, twice, three times."""
    for play, count in (
        (succeeds(Mythos.SHIPBOARD_FIRE, tops=STRUCTURAL), 1),
        (partly(Mythos.SHIPBOARD_FIRE, tops=STRUCTURAL), 2),
        (fails(Mythos.SHIPBOARD_FIRE, tops=STRUCTURAL), 3),
    ):
        assert len(by_default(play).table.state.damage) == count


def test_stolen_ritual_components_success() -> None:
    """mythos.stolen_ritual_components, success: the Keeper resolves one of two spells."""
    play = succeeds(Mythos.STOLEN_RITUAL_COMPONENTS, tops="spell/raise_the_dead spell/feed_the_mind")
    assert play.ask.seat == 1
    play.answer(ChooseSpell(Spell.FEED_THE_MIND))
    assert play.done
    assert amounts(play.table) == (8, 7, 10, 8)


def test_stolen_ritual_components_failure() -> None:
    """mythos.stolen_ritual_components, failure: the ritual goes back by 2; the top five spells leave the game."""
    play = fails(Mythos.STOLEN_RITUAL_COMPONENTS, ritual=3)
    assert play.table.state.ritual == 1
    assert (len(play.table.state.spell_deck), len(play.table.state.spells_gone)) == (15, 5)


def test_strange_vision_upper() -> None:
    """mythos.strange_vision, upper option: look at two waypoints, one on top, one below; then you go to the Brig."""
    play = choose(Mythos.STRANGE_VISION, 1, active=2, tops="waypoint/reef waypoint/iceberg")
    assert play.ask.seat == 2
    play.answer(ChooseWaypoint(Waypoint.ICEBERG))
    deck = play.table.state.waypoint_deck
    assert (deck[-1], deck[0]) == (Waypoint.ICEBERG, Waypoint.REEF)
    assert spaces(play.table)[2] is Space.BRIG


def test_strange_vision_lower() -> None:
    """mythos.strange_vision, lower option: a Deep One on each deck space."""
    assert choose(Mythos.STRANGE_VISION, 2).table.state.deep_ones == dict.fromkeys(DECK, 1)


def test_the_anarcho_individualist_upper() -> None:
    """mythos.the_anarcho_individualist, upper option: lose sanity; draw an item; five items leave the game unseen."""
    play = choose(Mythos.THE_ANARCHO_INDIVIDUALIST, 1, tops="item/shotgun item/plimsolls")
    state = play.table.state
    assert amounts(play.table) == (8, 8, 7, 8)
    assert state.players[0].items == [Item.SHOTGUN]
    assert (len(state.item_deck), len(state.items_gone)) == (14, 5)
    assert Item.PLIMSOLLS in state.items_gone


def test_the_anarcho_individualist_lower() -> None:
    """mythos.the_anarcho_individualist, lower option: you discard two cards; treachery into the chaos deck."""
    play = choose(Mythos.THE_ANARCHO_INDIVIDUALIST, 2, hand={0: "lore/shrivelling/1 lore/shrivelling/1"})
    play.answer(*[ChooseCard(SkillCard.SHRIVELLING_1)] * 2)
    assert play.table.state.players[0].hand == []
    assert treachery_in_chaos(play.table) == 4


def test_the_captains_banquet_upper() -> None:
    """mythos.the_captains_banquet, upper option: two food for sanity; humans may go to the Galley."""
    play = choose(Mythos.THE_CAPTAINS_BANQUET, 1, active=1, spaces={0: "brig"}, traitors={3: "hybrid"})
    assert amounts(play.table) == (8, 6, 9, 8)
    assert (play.ask.seat, play.options) == (1, [PASS, ACCEPT])
    play.answer(ACCEPT)
    assert play.ask.seat == 2
    play.answer(PASS)
    assert play.done
    assert play.facts_of(Declined) == [Declined(2)], "everyone hears who stays"
    assert spaces(play.table) == [Space.BRIG, Space.GALLEY, Space.CAPTAINS_CABIN, Space.BOILER_ROOM]


@pytest.mark.parametrize(("die", "sanity"), [(6, 7), (7, 8)])
def test_the_captains_banquet_lower(die: int, sanity: int) -> None:
    """mythos.the_captains_banquet, lower option: lose food; 6 or less costs sanity."""
    assert amounts(choose(Mythos.THE_CAPTAINS_BANQUET, 2, die=(die,)).table) == (8, 7, sanity, 8)


def test_the_fathers_favor() -> None:
    """mythos.the_fathers_favor: nothing; Dagon activates; twice. On the stern he calls two and moves forward."""
    at_stern = {"dagon": "water_7"}
    assert (
        succeeds(Mythos.THE_FATHERS_FAVOR, monarchs=at_stern).table.state.monarchs[Monarch.DAGON]
        is Space.WATER_7
    )
    once = partly(Mythos.THE_FATHERS_FAVOR, monarchs=at_stern).table.state
    twice = fails(Mythos.THE_FATHERS_FAVOR, monarchs=at_stern).table.state
    assert (once.deep_one_supply, twice.deep_one_supply) == (18, 16)
    assert (once.monarchs[Monarch.DAGON], twice.monarchs[Monarch.DAGON]) == (Space.WATER_5, Space.WATER_3)


def test_the_mothers_wrath() -> None:
    """mythos.the_mothers_wrath: nothing; Hydra activates; twice."""
    position: dict[str, Any] = {"monarchs": {"hydra": "water_5"}, "tops": STRUCTURAL}
    assert succeeds(Mythos.THE_MOTHERS_WRATH, **position).table.state.damage == {}
    assert len(partly(Mythos.THE_MOTHERS_WRATH, **position).table.state.damage) == 1
    assert len(by_default(fails(Mythos.THE_MOTHERS_WRATH, **position)).table.state.damage) == 2


def test_too_many_bodies_upper() -> None:
    """mythos.too_many_bodies, upper option: lose food."""
    assert amounts(choose(Mythos.TOO_MANY_BODIES, 1).table) == (8, 7, 8, 8)


@pytest.mark.parametrize(("die", "sanity"), [(3, 7), (4, 8)])
def test_too_many_bodies_lower(die: int, sanity: int) -> None:
    """mythos.too_many_bodies, lower option: risk a passenger; a roll up to the number on deck costs sanity."""
    play = choose(Mythos.TOO_MANY_BODIES, 2, passengers={"deck_1": "soul soul"}, die=(1, die))
    assert (amounts(play.table), on_deck(play.table)) == ((8, 8, sanity, 8), 3)


@pytest.mark.parametrize(("die", "souls", "there"), [(6, 7, {Space.CARGO_HOLD: 1}), (7, 8, {})])
def test_transformation_upper(die: int, souls: int, there: dict[Space, int]) -> None:
    """mythos.transformation, upper option: 6 or less costs a soul and brings a Deep One to the Cargo Hold."""
    play = choose(Mythos.TRANSFORMATION, 1, die=(die,))
    assert (amounts(play.table), play.table.state.deep_ones) == ((8, 8, 8, souls), there)


@pytest.mark.parametrize(("die", "sanity"), [(4, 7), (5, 8)])
def test_transformation_lower(die: int, sanity: int) -> None:
    """mythos.transformation, lower option: lose a soul; 4 or less costs sanity."""
    assert amounts(choose(Mythos.TRANSFORMATION, 2, die=(die,)).table) == (8, 8, sanity, 7)


def test_volunteer_army_upper() -> None:
    """mythos.volunteer_army, upper option: risk one to four passengers and defeat as many Deep Ones on the ship."""
    play = choose(Mythos.VOLUNTEER_ARMY, 1, deep_ones="deck_1 bridge bridge water_1")
    assert play.options == [ChooseNumber(number) for number in (1, 2, 3, 4)]
    play.answer(ChooseNumber(2))
    assert [fact.number for fact in play.facts_of(NumberChosen)] == [2], "everyone hears how many"
    assert on_deck(play.table) == 2
    assert play.options == [ChooseSpace(Space.DECK_1), ChooseSpace(Space.BRIDGE)]
    play.answer(ChooseSpace(Space.DECK_1))
    assert play.done, "only the Bridge is left to choose"
    assert play.table.state.deep_ones == {Space.BRIDGE: 1, Space.WATER_1: 1}


def test_volunteer_army_with_two_passengers() -> None:
    """mythos.volunteer_army, passenger.risk.as_cost (DE 37.6): no more can be risked than there are."""
    play = choose(Mythos.VOLUNTEER_ARMY, 1, passengers=ALL_BUT_TWO)
    assert play.options == [ChooseNumber(1), ChooseNumber(2)]
    assert play.refusal(ChooseNumber(3)) is not None
    play.answer(ChooseNumber(1))
    assert play.done


def test_volunteer_army_takes_a_passenger() -> None:
    """mythos.volunteer_army: without a passenger only the lower option is left, so nobody is asked."""
    play = face(Mythos.VOLUNTEER_ARMY, passengers=ALL_ON_DECK, deep_ones="water_3")
    assert play.done
    assert play.table.state.deep_ones == {Space.DECK_3: 1}


def test_volunteer_army_lower() -> None:
    """mythos.volunteer_army, lower option: Deep Ones activate."""
    play = face(Mythos.VOLUNTEER_ARMY, deep_ones="water_3")
    play.answer(ChooseOption(2))
    assert play.table.state.deep_ones == {Space.DECK_3: 1}
