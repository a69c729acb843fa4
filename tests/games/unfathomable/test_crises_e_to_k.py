"""The crises of the mythos cards from E.O.T. Failure to Kitty Litter.

The crew of these tables: 0 Keilani, the Captain, and active; 1 Arjun, the Keeper; 2 Svetlana; 3 Jeanne.
"""

from __future__ import annotations

import pytest

from referee.games.unfathomable.board import DECK, OPEN_SHIP, WATER, Space
from referee.games.unfathomable.cards import Item, Mythos, Resource, Skill, SkillCard, Title
from referee.games.unfathomable.choices import (
    PASS,
    ChooseCard,
    ChooseOption,
    ChooseSkill,
    ChooseSpace,
    MoveDeepOne,
)
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.state import State
from referee.kernel.table import Table
from tests.games.unfathomable.facing import amounts, choose, face, fails, other, partly, succeeds

ALL_ON_DECK = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity nothing nothing"}
ALL_BUT_TWO = {"deck_1": "soul soul soul soul soul", "deck_2": "two_souls soul_and_sanity"}


def treachery_in_chaos(table: Table[State]) -> int:
    return len([card for card in table.state.chaos if card.skill is Skill.TREACHERY])


def on_deck(table: Table[State]) -> int:
    return sum([len(tokens) for tokens in table.state.passengers.values()])


def spaces(table: Table[State]) -> list[Space]:
    return [player.space for player in table.state.players]


def test_e_o_t_failure() -> None:
    """mythos.e_o_t_failure: advance; or back by one, at the start for fuel instead."""
    assert succeeds(Mythos.E_O_T_FAILURE).table.state.travel == 1
    play = fails(Mythos.E_O_T_FAILURE, travel=2)
    assert (play.table.state.travel, amounts(play.table)) == (1, (8, 8, 8, 8))
    assert amounts(fails(Mythos.E_O_T_FAILURE).table) == (7, 8, 8, 8)


def test_fear_of_the_unknown_success() -> None:
    """mythos.fear_of_the_unknown, success: nothing happens."""
    play = succeeds(Mythos.FEAR_OF_THE_UNKNOWN)
    assert play.done
    assert play.table.state.titles[Title.KEEPER] == 1


def test_fear_of_the_unknown_failure() -> None:
    """mythos.fear_of_the_unknown, failure: the Keeper loses the hand, is defeated, and the title passes on."""
    play = fails(Mythos.FEAR_OF_THE_UNKNOWN, hand={1: "will/persistence/1 lore/shrivelling/2"})
    state = play.table.state
    assert play.done
    assert state.players[1].hand == []
    assert state.players[1].space is Space.SICK_BAY
    assert state.titles[Title.KEEPER] == 2, "Svetlana is the highest of the others in the line"


def test_firemen_strike_success() -> None:
    """mythos.firemen_strike, success: nothing happens."""
    assert spaces(succeeds(Mythos.FIREMEN_STRIKE).table)[0] is Space.CAPTAINS_CABIN


def test_firemen_strike_failure() -> None:
    """mythos.firemen_strike, failure: the active player is defeated and discards three cards."""
    play = face(
        Mythos.FIREMEN_STRIKE,
        hand={0: "lore/shrivelling/2 lore/shrivelling/2 lore/shrivelling/1 will/persistence/1"},
    )
    play.answer(ChooseOption(1))
    play.answer()
    assert spaces(play.table)[0] is Space.SICK_BAY
    two = ChooseCard(SkillCard.SHRIVELLING_2)
    play.answer(two, two, ChooseCard(SkillCard.SHRIVELLING_1))
    assert play.done
    assert play.table.state.players[0].hand == [SkillCard.PERSISTENCE_1]


def test_firemen_strike_other() -> None:
    """mythos.firemen_strike, other option: back by one, at the start for fuel; treachery into the chaos deck."""
    play = other(Mythos.FIREMEN_STRIKE, travel=1)
    assert (play.table.state.travel, amounts(play.table)) == (0, (8, 8, 8, 8))
    assert treachery_in_chaos(play.table) == 4
    assert amounts(other(Mythos.FIREMEN_STRIKE).table) == (7, 8, 8, 8)


def test_flooding_compartment() -> None:
    """mythos.flooding_compartment: a failure costs a soul."""
    assert amounts(succeeds(Mythos.FLOODING_COMPARTMENT).table) == (8, 8, 8, 8)
    assert amounts(fails(Mythos.FLOODING_COMPARTMENT).table) == (8, 8, 8, 7)


@pytest.mark.parametrize(("die", "sanity"), [(6, 7), (7, 8)])
def test_food_rationing_upper(die: int, sanity: int) -> None:
    """mythos.food_rationing, upper option: lose food; 6 or less costs sanity."""
    assert amounts(choose(Mythos.FOOD_RATIONING, 1, die=(die,)).table) == (8, 7, sanity, 8)


def test_food_rationing_lower() -> None:
    """mythos.food_rationing, lower option: lose two food."""
    assert amounts(choose(Mythos.FOOD_RATIONING, 2).table) == (8, 6, 8, 8)


def test_food_stores_raid() -> None:
    """mythos.food_stores_raid: nothing; one food; two food."""
    assert amounts(succeeds(Mythos.FOOD_STORES_RAID).table) == (8, 8, 8, 8)
    assert amounts(partly(Mythos.FOOD_STORES_RAID).table) == (8, 7, 8, 8)
    assert amounts(fails(Mythos.FOOD_STORES_RAID).table) == (8, 6, 8, 8)


def test_hold_the_line_success() -> None:
    """mythos.hold_the_line, success: the active player may move each Deep One on the ship, once each."""
    play = succeeds(Mythos.HOLD_THE_LINE, deep_ones="deck_3 chapel water_1 deep")
    assert (play.ask.seat, play.ask.name) == (0, "unfathomable.may_move_deep_ones")
    assert play.options[0] == PASS
    starts = {option.start for option in play.options if isinstance(option, MoveDeepOne)}
    assert starts == {Space.DECK_3, Space.CHAPEL}
    assert play.refusal(MoveDeepOne(Space.CHAPEL, Space.SICK_BAY)) is not None, "none can enter there"
    play.answer(MoveDeepOne(Space.CHAPEL, Space.DECK_3))
    starts = {option.start for option in play.options if isinstance(option, MoveDeepOne)}
    assert starts == {Space.DECK_3}
    play.answer(MoveDeepOne(Space.DECK_3, Space.WATER_3))
    assert play.done, "the other one on deck 3 has moved"
    assert play.table.state.deep_ones == {Space.WATER_1: 1, Space.DEEP: 1, Space.DECK_3: 1, Space.WATER_3: 1}


def test_hold_the_line_success_and_passing() -> None:
    """mythos.hold_the_line, success; ability.may (DE 18.4): none need be moved."""
    play = succeeds(Mythos.HOLD_THE_LINE, deep_ones="deck_3")
    play.answer(PASS)
    assert play.done
    assert play.table.state.deep_ones == {Space.DECK_3: 1}


def test_hold_the_line_partial() -> None:
    """mythos.hold_the_line, partial success: a Deep One on each water space."""
    assert partly(Mythos.HOLD_THE_LINE).table.state.deep_ones == dict.fromkeys(WATER, 1)


def test_hold_the_line_failure() -> None:
    """mythos.hold_the_line, failure: a Deep One on each deck space."""
    assert fails(Mythos.HOLD_THE_LINE).table.state.deep_ones == dict.fromkeys(DECK, 1)


def test_hold_the_line_with_too_few_deep_ones() -> None:
    """mythos.hold_the_line, game_end.deep_one_supply (DE 11.0•4): without enough of them the game is over."""
    play = fails(Mythos.HOLD_THE_LINE, deep_ones=" ".join(["deep"] * 13))
    assert play.over
    assert play.table.state.deep_ones == {Space.DEEP: 13}


def test_horrific_visions() -> None:
    """mythos.horrific_visions: a failure costs sanity."""
    assert amounts(succeeds(Mythos.HORRIFIC_VISIONS).table) == (8, 8, 8, 8)
    assert amounts(fails(Mythos.HORRIFIC_VISIONS).table) == (8, 8, 7, 8)


def test_hull_leak() -> None:
    """mythos.hull_leak: a failure damages the ship."""
    assert succeeds(Mythos.HULL_LEAK).table.state.damage == {}
    play = fails(Mythos.HULL_LEAK, tops="damage/structural_lore", die=(3,))
    assert list(play.table.state.damage) == [Space.CHAPEL]


def test_hypnotic_melody() -> None:
    """mythos.hypnotic_melody: nothing; risk a passenger; one of the supply is defeated."""
    assert on_deck(succeeds(Mythos.HYPNOTIC_MELODY).table) == 0
    assert on_deck(partly(Mythos.HYPNOTIC_MELODY).table) == 1
    play = fails(Mythos.HYPNOTIC_MELODY)
    assert len(play.table.state.passenger_supply) == 8
    assert len(play.table.state.passengers_gone) == 1


@pytest.mark.parametrize(
    ("reading", "lost"), [("otherwise", ((8, 7, 8, 8), (8, 8, 8, 6))), ("nothing", ((8,) * 4,) * 2)]
)
def test_hypnotic_melody_without_passengers(reading: str, lost: tuple[tuple[int, ...], ...]) -> None:
    """Ruling mythos.hypnotic_melody: with nobody in the supply food and souls are lost, or nothing happens."""
    position = {"passengers": ALL_ON_DECK, "readings": {"mythos.hypnotic_melody": reading}}
    assert amounts(partly(Mythos.HYPNOTIC_MELODY, **position).table) == lost[0]
    assert amounts(fails(Mythos.HYPNOTIC_MELODY, **position).table) == lost[1]


def test_identity_crisis_success() -> None:
    """mythos.identity_crisis, success: each human draws a card of its own skill set, clockwise."""
    play = succeeds(Mythos.IDENTITY_CRISIS, by=0, traitors={2: "hybrid"})
    asked = []
    for skill in (Skill.INFLUENCE, Skill.STRENGTH, Skill.OBSERVATION):
        assert play.ask.name == "unfathomable.identity_crisis"
        asked.append(play.ask.seat)
        play.answer(ChooseSkill(skill))
    assert play.done
    assert asked == [0, 1, 3]
    hands = [[card.skill for card in player.hand] for player in play.table.state.players]
    assert hands == [[Skill.INFLUENCE], [Skill.STRENGTH], [], [Skill.OBSERVATION]]


def test_identity_crisis_failure() -> None:
    """mythos.identity_crisis, failure: lose a soul; a Deep One next to the active player."""
    play = fails(Mythos.IDENTITY_CRISIS)
    assert amounts(play.table) == (8, 8, 8, 7)
    assert play.table.state.deep_ones == {Space.CAPTAINS_CABIN: 1}


@pytest.mark.parametrize(("reading", "where"), [("chapel", {Space.CHAPEL: 1}), ("nowhere", {})])
def test_identity_crisis_in_the_sick_bay(reading: str, where: dict[Space, int]) -> None:
    """Ruling mythos.identity_crisis: no Deep One comes to the Sick Bay, but to the Chapel, or nowhere."""
    play = fails(Mythos.IDENTITY_CRISIS, spaces={0: "sick_bay"}, readings={"mythos.identity_crisis": reading})
    assert play.table.state.deep_ones == where


@pytest.mark.parametrize(("die", "left"), [(4, 0), (5, 2)])
def test_identity_crisis_other(die: int, left: int) -> None:
    """mythos.identity_crisis, other option: lose a soul; 4 or less takes the hand."""
    play = other(Mythos.IDENTITY_CRISIS, die=(die,), hand={0: "will/persistence/1 lore/shrivelling/2"})
    assert amounts(play.table) == (8, 8, 8, 7)
    assert len(play.table.state.players[0].hand) == left


def test_improvised_fuel_source() -> None:
    """mythos.improvised_fuel_source: risk three passengers and gain fuel, or lose fuel."""
    play = choose(Mythos.IMPROVISED_FUEL_SOURCE, 1)
    assert (amounts(play.table), on_deck(play.table)) == ((9, 8, 8, 8), 3)
    assert amounts(choose(Mythos.IMPROVISED_FUEL_SOURCE, 2).table) == (7, 8, 8, 8)


def test_improvised_fuel_source_takes_three_passengers() -> None:
    """mythos.improvised_fuel_source: with fewer than three only the lower option is left, so nobody is asked."""
    play = face(Mythos.IMPROVISED_FUEL_SOURCE, passengers=ALL_BUT_TWO)
    assert play.done
    assert amounts(play.table) == (7, 8, 8, 8)


def test_incoming_sos() -> None:
    """mythos.incoming_sos: risk four passengers to gain food, fuel and a soul, or lose sanity."""
    play = choose(Mythos.INCOMING_SOS, 1)
    assert (amounts(play.table), on_deck(play.table)) == ((9, 9, 8, 9), 4)
    assert amounts(choose(Mythos.INCOMING_SOS, 2).table) == (8, 8, 7, 8)


def test_incoming_sos_with_too_few() -> None:
    """mythos.incoming_sos, ability.to_cost (DE 18.5): fewer than four are risked in vain."""
    play = choose(Mythos.INCOMING_SOS, 1, passengers=ALL_BUT_TWO)
    assert (amounts(play.table), on_deck(play.table)) == ((8, 8, 8, 8), 9)


@pytest.mark.parametrize(("die", "souls"), [((7,), 8), ((6, 5), 7), ((6, 4), 6)])
def test_infection_lower(die: tuple[int, ...], souls: int) -> None:
    """mythos.infection, lower option: 6 or less costs a soul, and another roll of 4 or less a second."""
    assert amounts(choose(Mythos.INFECTION, 2, die=die).table) == (8, 8, 8, souls)


def test_infection_upper() -> None:
    """mythos.infection, upper option: lose food."""
    assert amounts(choose(Mythos.INFECTION, 1).table) == (8, 7, 8, 8)


def test_infiltrator() -> None:
    """mythos.infiltrator: nothing; a Deep One in the room rolled; damage and a Deep One where it fell."""
    assert succeeds(Mythos.INFILTRATOR).table.state.deep_ones == {}
    assert partly(Mythos.INFILTRATOR, die=(4,)).table.state.deep_ones == {Space.CAPTAINS_CABIN: 1}
    play = fails(
        Mythos.INFILTRATOR, tops="damage/structural_lore", die=(3,), damage={"chapel": "structural_any"}
    )
    assert play.table.state.deep_ones == {Space.CARGO_HOLD: 1}, (
        "damage on the Chapel passes on to the Cargo Hold"
    )


def test_infiltrator_without_damage() -> None:
    """mythos.infiltrator, failure: if no space became damaged, none appears."""
    play = fails(Mythos.INFILTRATOR, tops="damage/fuel_leak")
    assert play.done
    assert (amounts(play.table), play.table.state.deep_ones) == ((7, 8, 8, 8), {})


def test_jail_break_success() -> None:
    """mythos.jail_break, success: nothing happens."""
    assert spaces(succeeds(Mythos.JAIL_BREAK, spaces={1: "brig"}).table)[1] is Space.BRIG


def test_jail_break_failure() -> None:
    """mythos.jail_break, failure: lose sanity; each character in the Brig, a traitor too, goes where it likes."""
    play = fails(Mythos.JAIL_BREAK, spaces={1: "brig", 2: "brig"}, traitors={2: "hybrid"})
    assert play.ask.seat == 1
    assert play.options == [ChooseSpace(space) for space in OPEN_SHIP]
    refused = play.refusal(ChooseSpace(Space.SICK_BAY))
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_BY_CHOICE
    play.answer(ChooseSpace(Space.BRIDGE))
    assert play.ask.seat == 2
    play.answer(ChooseSpace(Space.DECK_8))
    assert play.done
    assert spaces(play.table)[1:3] == [Space.BRIDGE, Space.DECK_8]
    assert play.table.state.resources[Resource.SANITY] == 7


def test_just_desserts() -> None:
    """mythos.just_desserts: lose two food and draw an item, or treachery into the chaos deck. The active chooses."""
    play = face(Mythos.JUST_DESSERTS, active=2, tops="item/shotgun")
    assert play.ask.seat == 2
    play.answer(ChooseOption(1))
    assert amounts(play.table) == (8, 6, 8, 8)
    assert play.table.state.players[2].items == [Item.SHOTGUN]
    assert treachery_in_chaos(choose(Mythos.JUST_DESSERTS, 2).table) == 6


def test_kitty_litter() -> None:
    """mythos.kitty_litter: gain sanity; lose sanity."""
    assert amounts(succeeds(Mythos.KITTY_LITTER).table) == (8, 8, 9, 8)
    assert amounts(fails(Mythos.KITTY_LITTER).table) == (8, 8, 7, 8)


@pytest.mark.parametrize(("die", "food"), [(4, 7), (5, 8)])
def test_kitty_litter_other(die: int, food: int) -> None:
    """mythos.kitty_litter, other option: you move to the Galley; 4 or less costs food."""
    play = other(Mythos.KITTY_LITTER, die=(die,), spaces={0: "sick_bay"})
    assert (spaces(play.table)[0], amounts(play.table)) == (Space.GALLEY, (8, food, 8, 8))
