"""Items: the rules `item.*`, and what each of the twenty does."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.attack import attack_deep_one, deep_one_attacks
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import ITEMS, Item, Passenger, Resource, Skill
from referee.games.unfathomable.choices import (
    PASS,
    ChooseDeepOne,
    ChooseItem,
    ChooseSeat,
    ChooseSpace,
    UseItem,
)
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.attack import AttackFailed, AttackSucceeded
from referee.games.unfathomable.facts.dice import DieRolled, RollBegan, RollEnded
from referee.games.unfathomable.facts.items import ItemDrawn, ItemGiven, ItemRemoved, ItemUsed
from referee.games.unfathomable.facts.spoken import DeepOneChosen
from referee.games.unfathomable.hand import UPGRADES, skill_set
from referee.games.unfathomable.items import (
    attack_with,
    draw_item,
    give_item,
    obstacle_to_item,
    perform_item,
    remove_item,
    take_item,
    weapons,
)
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.possessions import all_items, has_ready, may_use_items
from referee.games.unfathomable.state import State
from referee.kernel.asks import chosen_of, default_picks
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Playing, Sailing, table_of
from tests.games.unfathomable.views import Watching

AFTER = "unfathomable.window.after_roll"

ACTIVE = "item.use.action"


def using(table: Table[State], seat: Seat, item: str, *, watched: tuple[str, ...] = ()) -> Sailing:
    """Perform the action of an item, as an action."""
    playing = Sailing(table, perform_action(table, seat), watched=watched)
    playing.answer(UseItem(Item(item)))
    return playing


def refusal(table: Table[State], seat: Seat, item: str) -> Any:
    """Return why the action of an item, which must not be offered, is refused."""
    playing = Sailing(table, perform_action(table, seat))
    assert UseItem(Item(item)) not in playing.options
    return playing.refusal(UseItem(Item(item)))


def is_offered(table: Table[State], seat: Seat, item: str) -> bool:
    return UseItem(Item(item)) in Sailing(table, perform_action(table, seat)).options


# Coming and going


def test_an_item_is_drawn_face_up() -> None:
    """item.draw (DE 25.1, FR 18.1, PL 12.1): everyone sees it."""
    table = table_of(4, tops="item/shotgun")
    watching = Watching(table, SPECTATOR)
    playing = Sailing(table, draw_item(table, 2))
    assert playing.done
    assert playing.facts_of(ItemDrawn) == [ItemDrawn(2, Item.SHOTGUN, True)]
    assert table.state.players[2].items == [Item.SHOTGUN]
    assert len(table.state.item_deck) == 19
    view = watching.state
    assert view.players[2].items == [Item.SHOTGUN]
    assert view.item_deck == [Item.HIDDEN] * 19


def test_no_item_is_drawn_of_an_empty_deck() -> None:
    """item.deck_empty (DE 25.4, FR 18.4, PL 12.4)."""
    table = table_of(4)
    table.state.item_deck.clear()
    playing = Sailing(table, draw_item(table, 2))
    assert playing.done
    assert not playing.facts


def test_a_certain_item_is_taken() -> None:
    """item.draw (DE 25.1, FR 18.1, PL 12.1), for abilities that let a player choose."""
    table = table_of(4, tops="item/shotgun")
    Sailing(table, take_item(table, 2, Item.ALMANAC))
    assert table.state.players[2].items == [Item.ALMANAC]
    assert table.state.item_deck[-1] is Item.SHOTGUN
    assert Item.ALMANAC not in table.state.item_deck


def test_what_leaves_play_leaves_the_game() -> None:
    """item.no_discard_pile (DE 25.2, FR 18.2, PL 12.2), remove.from_game (DE 12.0, FR 47.0, PL 43.0)."""
    table = table_of(4, items={1: "shotgun almanac"})
    watching = Watching(table, 0)
    playing = Sailing(table, remove_item(table, 1, Item.SHOTGUN))
    assert playing.facts_of(ItemRemoved) == [ItemRemoved(1, Item.SHOTGUN)]
    assert table.state.players[1].items == [Item.ALMANAC]
    assert table.state.items_gone == [Item.SHOTGUN]
    assert watching.state.items_gone == [Item.HIDDEN]


def test_an_item_is_handed_over() -> None:
    """upgrade.inactive_trade_discard (DE 25.7•2-2, FR 18.7•2-2, PL 12.7•2-2): turned-down upgrades too."""
    table = table_of(4, items={1: "shotgun fine_clothes"}, inactive={1: "binoculars"})
    playing = Sailing(table, give_item(table, 1, 2, Item.BINOCULARS))
    assert playing.done
    assert playing.facts_of(ItemGiven) == [ItemGiven(1, 2, Item.BINOCULARS, True)]
    assert all_items(table.state, 1) == [Item.SHOTGUN, Item.FINE_CLOTHES]
    assert table.state.players[2].items == [Item.BINOCULARS], "its only upgrade is active at once"


# Upgrades


@pytest.mark.parametrize(
    ("item", "skill"),
    [
        ("fine_clothes", Skill.INFLUENCE),
        ("mystical_text", Skill.LORE),
        ("binoculars", Skill.OBSERVATION),
        ("medicine_ball", Skill.STRENGTH),
        ("treasured_memento", Skill.WILL),
    ],
)
def test_an_upgrade_adds_its_skill(item: str, skill: Skill) -> None:
    """item.fine_clothes, item.mystical_text, item.binoculars, item.medicine_ball, item.treasured_memento.

    upgrade.adds_skill, brig.upgrade_inactive (DE 25.10, 7.6•1, FR 18.10, 9.6•1, PL 12.10, 3.6•1).
    """
    without = skill_set(table_of(4).state, 1)
    table = table_of(4, tops=f"item/{item}")
    Sailing(table, draw_item(table, 1))
    assert sorted(skill_set(table.state, 1)) == sorted([*without, skill])
    table.state.players[1].space = Space.BRIG
    assert skill_set(table.state, 1) == without


def test_a_second_upgrade_lies_face_down_until_its_owner_chooses() -> None:
    """upgrade.one_active, upgrade.gain (DE 25.7, 25.8•1, FR 18.7, 18.8•1, PL 12.7, 12.8•1)."""
    table = table_of(4, items={1: "fine_clothes"}, tops="item/binoculars")
    playing = Sailing(table, draw_item(table, 1))
    assert playing.facts_of(ItemDrawn) == [ItemDrawn(1, Item.BINOCULARS, False)]
    assert playing.options == [PASS, ChooseItem(Item.BINOCULARS)]
    playing.answer(ChooseItem(Item.BINOCULARS))
    assert table.state.players[1].items == [Item.BINOCULARS]
    assert table.state.players[1].inactive == [Item.FINE_CLOTHES]


def test_by_another_reading_it_stays_face_down() -> None:
    """upgrade.change_when (DE 25.8, FR 18.8, PL 12.8), ruling upgrade.change."""
    table = table_of(
        4,
        items={1: "fine_clothes"},
        tops="item/binoculars",
        readings={"upgrade.change": "start_of_turn"},
    )
    assert Sailing(table, draw_item(table, 1)).done
    assert table.state.players[1].inactive == [Item.BINOCULARS]


@pytest.mark.parametrize("way", ["remove", "give"])
def test_losing_the_active_upgrade_lets_one_choose(way: str) -> None:
    """upgrade.lose (DE 25.8•2, FR 18.8•2, PL 12.8•2)."""
    table = table_of(4, items={1: "fine_clothes"}, inactive={1: "binoculars"})
    script = (
        remove_item(table, 1, Item.FINE_CLOTHES)
        if way == "remove"
        else give_item(table, 1, 0, Item.FINE_CLOTHES)
    )
    playing = Sailing(table, script)
    assert playing.ask.seat == 1
    playing.answer(ChooseItem(Item.BINOCULARS))
    assert table.state.players[1].items == [Item.BINOCULARS]
    assert table.state.players[1].inactive == []


# Who may use them


def test_the_action_of_an_item_costs_an_action() -> None:
    """item.use.action (DE 25.3•1, FR 18.3•1, PL 12.3•1): it is among the actions, under its own rule."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "six_shooter"}, deep_ones="deck_1", die=(2,))
    playing = using(table, 1, "six_shooter")
    assert playing.result is True
    assert playing.facts[0] == ItemUsed(1, Item.SIX_SHOOTER)
    assert any(path.startswith(f"{ACTIVE}/item.six_shooter") for path in playing.paths)


def test_items_of_others_are_not_usable() -> None:
    """ability.action.from_play_area (DE 2.1, FR 11.1, PL 51.1)."""
    table = table_of(4, items={1: "plimsolls"})
    assert refusal(table, 0, "plimsolls") == no(Obstacle.NOT_IN_PLAY_AREA, "ability.action.from_play_area")


def test_an_item_without_an_action() -> None:
    """ability.action.definition (DE 2.0, FR 11.0, PL 51.0): using an almanac is not an action."""
    table = table_of(4, items={0: "almanac"})
    assert refusal(table, 0, "almanac") == no(Obstacle.NO_ACTION_ON_IT, "ability.action.definition")


@pytest.mark.parametrize("reading", ["none", "non_action"])
def test_no_action_of_an_item_in_the_brig(reading: str) -> None:
    """brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6), ruling brig.items: under no reading."""
    table = table_of(4, spaces={1: "brig"}, items={1: "plimsolls"}, readings={"brig.items": reading})
    assert not may_use_items(table.state, 1)
    assert refusal(table, 1, "plimsolls") == no(Obstacle.IN_THE_BRIG, "brig.no_item_abilities")


@pytest.mark.parametrize(("reading", "ready"), [("none", False), ("non_action", True)])
def test_other_abilities_of_items_in_the_brig(reading: str, ready: bool) -> None:
    """brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6), ruling brig.items: the French edition bars actions alone."""
    table = table_of(4, spaces={1: "brig"}, items={1: "lucky_ring"}, readings={"brig.items": reading})
    assert has_ready(table, 1, Item.LUCKY_RING) is ready


def test_a_revealed_traitor_uses_items() -> None:
    """action.traitor.use_ability (DE 1.13, FR 2.13, PL 1.13): against humans."""
    table = table_of(
        4,
        spaces={0: "deck_1", 1: "deck_1"},
        traitors={1: "hybrid"},
        items={1: "six_shooter"},
        deep_ones="deck_1",
        die=(4,),
    )
    playing = using(table, 1, "six_shooter")
    assert playing.facts_of(AttackSucceeded) == [AttackSucceeded(1, 0, Space.DECK_1)]
    assert table.state.players[0].space is Space.SICK_BAY


@pytest.mark.parametrize(("reading", "again"), [("instance", False), ("instance_and_player", True)])
def test_once_per_turn_for_whom(reading: str, again: bool) -> None:
    """ability.limit_per_turn (DE 18.10, FR 10.10, PL 50.10), ruling ability.limit_scope: an item that was traded."""
    table = table_of(4, items={1: "plimsolls"}, readings={"ability.limit_scope": reading})
    using(table, 1, "plimsolls").answer(ChooseSpace(Space.DECK_1)).answer(PASS)
    assert refusal(table, 1, "plimsolls") == no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    Sailing(table, give_item(table, 1, 0, Item.PLIMSOLLS))
    assert is_offered(table, 0, "plimsolls") is again


# Weapons


def test_six_shooter() -> None:
    """item.six_shooter: attack on the same space with +2."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "six_shooter"}, deep_ones="deck_1", die=(2,))
    playing = using(table, 1, "six_shooter")
    [fact] = playing.facts_of(RollBegan)
    assert (fact.purpose, fact.modifier, fact.item) == ("item.six_shooter", 2, Item.SIX_SHOOTER)
    assert table.state.deep_ones == {}
    assert refusal(table, 1, "six_shooter") == no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")


def test_repeating_rifle() -> None:
    """item.repeating_rifle: attack on an adjacent space, water included, with +1."""
    table = table_of(
        4,
        spaces={1: "deck_1", 2: "deck_2"},
        traitors={2: "hybrid"},
        items={1: "repeating_rifle"},
        deep_ones="deck_1 water_1 deck_5",
        die=(3,),
    )
    playing = using(table, 1, "repeating_rifle")
    assert playing.ask.name == "unfathomable.rifle_target"
    assert playing.options == [ChooseDeepOne(Space.WATER_1), ChooseSeat(2)]
    playing.answer(ChooseDeepOne(Space.WATER_1))
    assert table.state.deep_ones == {Space.DECK_1: 1, Space.DECK_5: 1}
    [fact] = playing.facts_of(RollBegan)
    assert (fact.modifier, fact.item) == (1, Item.REPEATING_RIFLE)
    assert playing.facts_of(DeepOneChosen) == [DeepOneChosen(1, Space.WATER_1)], "everyone hears which"


def test_repeating_rifle_without_a_target() -> None:
    """item.repeating_rifle: an enemy on the same space is not a target."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "repeating_rifle"}, deep_ones="deck_1")
    assert refusal(table, 1, "repeating_rifle") == no(Obstacle.NO_ENEMY_HERE, "attack.step2.human_targets")


def test_pocket_pistol() -> None:
    """item.pocket_pistol: the attacker may have the die rolled again once."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "pocket_pistol"}, deep_ones="deck_1", die=(1, 3, 8))
    playing = using(table, 1, "pocket_pistol", watched=(AFTER,))
    assert [ask.seat for ask in playing.asks] == [1]
    playing.answer_together([UseItem(Item.POCKET_PISTOL)])
    assert playing.done, "once only, and nobody else might have anything"
    assert [fact.face for fact in playing.facts_of(DieRolled)] == [1, 3]
    assert playing.facts_of(AttackFailed) == [AttackFailed(1, -1, Space.DECK_1)]


def test_the_pistol_rerolls_its_own_attacks_only() -> None:
    """item.pocket_pistol: that die, no other."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "pocket_pistol"}, deep_ones="deck_1", active=1)
    assert Playing(table, attack_deep_one(table, 1, Space.DECK_1)).done
    assert Playing(table, deep_one_attacks(table, Space.DECK_1, 1)).done


def test_shotgun() -> None:
    """item.shotgun: +1 for each enemy on the same space."""
    table = table_of(
        4,
        spaces={1: "deck_1", 2: "deck_1"},
        traitors={2: "hybrid"},
        items={1: "shotgun"},
        deep_ones="deck_1 deck_1",
        die=(1,),
    )
    playing = using(table, 1, "shotgun")
    playing.answer(ChooseDeepOne(Space.DECK_1))
    assert playing.facts_of(RollEnded) == [RollEnded(1, 4)]
    assert table.state.deep_ones == {Space.DECK_1: 1}


def test_kitchen_knife() -> None:
    """item.kitchen_knife: one more to attacks without the action of an item."""
    table = table_of(
        4, spaces={1: "deck_1"}, items={1: "kitchen_knife six_shooter"}, deep_ones="deck_1", die=(3, 1)
    )
    playing = Sailing(table, attack_deep_one(table, 1, Space.DECK_1))
    assert playing.result is True
    assert any(path.endswith("item.kitchen_knife") for path in playing.paths)
    assert refusal(table, 1, "kitchen_knife") == no(Obstacle.NO_ACTION_ON_IT, "ability.action.definition")
    table.state.deep_ones[Space.DECK_1] = 1
    playing = using(table, 1, "six_shooter")
    assert playing.facts_of(RollEnded)[-1] == RollEnded(1, 3)


def test_the_knife_does_not_help_those_who_only_roll() -> None:
    """item.kitchen_knife: the active player rolls for a Deep One, and for other things."""
    table = table_of(4, spaces={2: "deck_1"}, items={1: "kitchen_knife"}, active=1, die=(5, 5))
    assert Sailing(table, deep_one_attacks(table, Space.DECK_1, 2)).result is False
    assert Sailing(table, roll(table, 1, "passenger.risk")).result == 5


@pytest.mark.parametrize(("reading", "result"), [("none", 5), ("non_action", 6)])
def test_the_knife_in_the_brig(reading: str, result: int) -> None:
    """item.kitchen_knife, brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6), ruling brig.items."""
    table = table_of(
        4,
        spaces={1: "brig", 2: "brig"},
        traitors={2: "hybrid"},
        items={1: "kitchen_knife"},
        readings={"brig.items": reading},
        die=(5,),
    )
    playing = Sailing(table, roll(table, 1, "attack.steps", is_attack=True, attacker=1, defender=2))
    assert playing.result == result


def test_weapons_for_other_abilities() -> None:
    """item.traits (DE 25.5, FR 18.5, PL 12.5): abilities that use the action of a weapon."""
    table = table_of(
        4,
        spaces={1: "deck_1"},
        items={1: "kitchen_knife repeating_rifle shotgun starbuck"},
        deep_ones="deck_1",
        die=(3,),
    )
    assert weapons(table, 1) == [Item.SHOTGUN]
    assert Sailing(table, attack_with(table, 1, Item.SHOTGUN)).result is True
    assert weapons(table, 1) == []


# And then another action


def test_starbuck_attacks_and_acts() -> None:
    """item.starbuck: an attack without a bonus, then an action; once per turn."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "starbuck"}, deep_ones="deck_1 deck_1", die=(4,))
    playing = using(table, 1, "starbuck")
    assert table.state.deep_ones == {Space.DECK_1: 1}
    assert playing.ask.name == "unfathomable.action"
    assert playing.refusal(UseItem(Item.STARBUCK)) == no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    playing.answer(PASS)
    assert playing.done


def test_book_of_dagon() -> None:
    """item.book_of_dagon: all Deep Ones here move to one adjacent space; then an action; once per turn."""
    table = table_of(4, spaces={1: "galley"}, items={1: "book_of_dagon"}, deep_ones="galley galley")
    playing = using(table, 1, "book_of_dagon")
    assert playing.options == [
        ChooseSpace(space)
        for space in (Space.DECK_6, Space.CAPTAINS_CABIN, Space.CARGO_HOLD, Space.BOILER_ROOM)
    ], "not into the Brig"
    playing.answer(ChooseSpace(Space.DECK_6))
    assert table.state.deep_ones == {Space.DECK_6: 2}
    assert playing.refusal(UseItem(Item.BOOK_OF_DAGON)) == no(
        Obstacle.USED_THIS_TURN, "ability.limit_per_turn"
    )
    playing.answer(PASS)
    assert playing.done


def test_book_of_dagon_takes_a_deep_one() -> None:
    """item.book_of_dagon."""
    table = table_of(4, spaces={1: "galley"}, items={1: "book_of_dagon"}, deep_ones="deck_6")
    assert refusal(table, 1, "book_of_dagon") == no(Obstacle.NO_DEEP_ONE_HERE, "item.book_of_dagon")


def test_book_of_dagon_does_not_open_barricaded_hatches() -> None:
    """item.book_of_dagon, mythos.barricade_the_hatches: no Deep One comes into a room in this turn."""
    table = table_of(4, spaces={1: "galley"}, items={1: "book_of_dagon"}, deep_ones="galley")
    table.state.barricaded = True
    playing = using(table, 1, "book_of_dagon")
    assert playing.options == [ChooseSpace(Space.DECK_6)]


def test_plimsolls() -> None:
    """item.plimsolls: to an adjacent ship space, not into Brig or Sick Bay; then an action; once per turn."""
    table = table_of(4, spaces={1: "chapel"}, items={1: "plimsolls"})
    playing = using(table, 1, "plimsolls")
    assert playing.options == [
        ChooseSpace(space) for space in (Space.DECK_3, Space.BRIDGE, Space.CAPTAINS_CABIN, Space.CARGO_HOLD)
    ]
    playing.answer(ChooseSpace(Space.DECK_3))
    assert table.state.players[1].space is Space.DECK_3
    assert playing.ask.name == "unfathomable.action"
    assert UseItem(Item.PLIMSOLLS) not in playing.options
    playing.answer(PASS)
    assert playing.done


def test_plimsolls_never_lead_to_sea() -> None:
    """item.plimsolls, action.move.not_water_or_deep (DE 1.3•2, FR 2.10•2, PL 1.3•2)."""
    table = table_of(4, spaces={1: "deck_3"}, items={1: "plimsolls"})
    assert ChooseSpace(Space.WATER_3) not in using(table, 1, "plimsolls").options


# Trumpet, Tool Kit, Grenade


def test_speaking_trumpet() -> None:
    """item.speaking_trumpet: rescue every passenger on the same space and on adjacent ones."""
    table = table_of(
        4,
        spaces={1: "deck_1"},
        items={1: "speaking_trumpet"},
        passengers={"deck_1": "soul nothing", "deck_2": "soul", "deck_4": "two_souls"},
    )
    playing = using(table, 1, "speaking_trumpet")
    assert playing.result is True
    assert table.state.passengers == {Space.DECK_4: [Passenger.TWO_SOULS]}
    assert len(table.state.passenger_supply) == 8
    assert refusal(table, 1, "speaking_trumpet") == no(Obstacle.NO_PASSENGER_HERE, "item.speaking_trumpet")


def test_tool_kit() -> None:
    """item.tool_kit: repair the space without a card."""
    table = table_of(4, spaces={1: "galley"}, items={1: "tool_kit"}, damage={"galley": "structural_lore"})
    playing = using(table, 1, "tool_kit")
    assert playing.result is True
    assert table.state.damage == {}
    assert Item.TOOL_KIT in table.state.players[1].items
    assert refusal(table, 1, "tool_kit") == no(
        Obstacle.SPACE_NOT_DAMAGED, "action.use_space.repair_if_damaged"
    )


def test_tool_kit_with_an_enemy_about() -> None:
    """item.tool_kit: not while an enemy is there."""
    table = table_of(
        4,
        spaces={1: "galley"},
        items={1: "tool_kit"},
        damage={"galley": "structural_lore"},
        deep_ones="galley",
    )
    assert refusal(table, 1, "tool_kit") == no(Obstacle.ENEMY_HERE, "repair.blocked")


def test_jam_tin_grenade_on_deck() -> None:
    """item.jam_tin_grenade: everyone on an adjacent space is defeated, friend or foe; the grenade is gone."""
    table = table_of(
        4,
        spaces={0: "deck_2", 1: "deck_1", 2: "deck_2"},
        traitors={2: "hybrid"},
        items={1: "jam_tin_grenade"},
        deep_ones="deck_2 deck_2",
        passengers={"deck_2": "soul nothing"},
    )
    playing = using(table, 1, "jam_tin_grenade")
    assert playing.options == [
        ChooseSpace(space) for space in (Space.WATER_1, Space.DECK_2, Space.DECK_3, Space.BRIDGE)
    ]
    playing.answer(ChooseSpace(Space.DECK_2))
    while not playing.done:
        playing.answer(*playing.options)
    assert table.state.deep_ones == {}
    assert table.state.passengers == {}
    assert table.state.resources[Resource.SOULS] == 7
    assert [table.state.players[seat].space for seat in (0, 2)] == [Space.SICK_BAY, Space.BRIG]
    assert table.state.items_gone == [Item.JAM_TIN_GRENADE]
    assert table.state.damage == {}


def test_jam_tin_grenade_into_a_room() -> None:
    """item.jam_tin_grenade: an undamaged room is damaged, a damaged one is not damaged again."""
    table = table_of(4, spaces={1: "deck_3"}, items={1: "jam_tin_grenade"}, tops="damage/structural_any")
    using(table, 1, "jam_tin_grenade").answer(ChooseSpace(Space.CHAPEL))
    assert list(table.state.damage) == [Space.CHAPEL]
    again = table_of(
        4, spaces={1: "deck_3"}, items={1: "jam_tin_grenade"}, damage={"chapel": "structural_lore"}
    )
    using(again, 1, "jam_tin_grenade").answer(ChooseSpace(Space.CHAPEL))
    assert list(again.state.damage) == [Space.CHAPEL]


@pytest.mark.parametrize(
    ("position", "mildest"),
    [
        ({}, Space.DECK_2),
        ({"passengers": {"deck_2": "soul"}}, Space.DECK_3),
        ({"passengers": {"deck_2": "soul", "deck_3": "soul"}, "damage": {"bridge": "structural_lore"}}, Space.BRIDGE),
    ],
)  # fmt: skip
def test_who_does_not_answer_throws_a_grenade_where_it_hits_the_fewest(
    position: dict[str, Any], mildest: Space
) -> None:
    """item.jam_tin_grenade: all characters, passengers and undamaged rooms count."""
    away = {0: "galley", 1: "deck_1", 2: "galley", 3: "galley"}
    readings = {"item.jam_tin_grenade": "deck_or_room"}
    table = table_of(4, spaces=away, items={1: "jam_tin_grenade"}, readings=readings, **position)
    playing = using(table, 1, "jam_tin_grenade")
    assert chosen_of(playing.ask, default_picks(playing.ask)) == (ChooseSpace(mildest),)


@pytest.mark.parametrize(("reading", "offered"), [("any_adjacent", True), ("deck_or_room", False)])
def test_where_a_grenade_may_be_thrown(reading: str, offered: bool) -> None:
    """item.jam_tin_grenade, ruling item.jam_tin_grenade: at the Brig, the Sick Bay, the water."""
    for space, near in (("galley", Space.BRIG), ("chapel", Space.SICK_BAY), ("deck_3", Space.WATER_3)):
        table = table_of(
            4,
            spaces={1: space},
            items={1: "jam_tin_grenade"},
            readings={"item.jam_tin_grenade": reading},
        )
        playing = using(table, 1, "jam_tin_grenade")
        assert (ChooseSpace(near) in playing.options) is offered


def test_upgrades_are_called_so_on_the_cards() -> None:
    """upgrade.definition, item.traits: the table calls them as everything else does."""
    assert {item for item, card in ITEMS.items() if card.kind == "upgrade"} == set(UPGRADES)
    assert {card.kind for card in ITEMS.values()} == {"", "weapon", "upgrade"}


def test_every_item_with_an_action_can_be_performed_by_name() -> None:
    """item.use (DE 25.3, FR 18.3, PL 12.3)."""
    table = table_of(4, spaces={1: "deck_1"}, items={1: "shotgun"}, deep_ones="deck_1", die=(8,))
    assert obstacle_to_item(table, 1, Item.SHOTGUN) is None
    assert Sailing(table, perform_item(table, 1, Item.SHOTGUN)).done
