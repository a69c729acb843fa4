"""The abilities of the ten characters (DE 2, 18; FR 11, 10; PL 51, 50)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import DECK, Space
from referee.games.unfathomable.cards import Item, Monarch, Mythos, Passenger, Skill, Spell
from referee.games.unfathomable.characters import jury_rig
from referee.games.unfathomable.choices import (
    ACCEPT,
    PASS,
    AddWithExperience,
    ChooseMythos,
    ChooseSpace,
    CommandDeck,
    DrawQuickly,
    GiveItem,
    HealWithWords,
    MoveTo,
    PutOnBottom,
    PutOnTop,
    Scavenge,
    SwearFirstOath,
    TrainInTheOccult,
    TryFortune,
)
from referee.games.unfathomable.defeat import defeat_character, defeat_passenger
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.spoken import MonarchChosen
from referee.games.unfathomable.mythos import mythos_step
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.skill_test import Result, skill_test
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.reacting import ask_of, nobody_does, obstacle, offered, use
from tests.games.unfathomable.tables import Playing, Sailing, skill_cards, table_of

GRIT, SHRIVELLING, BANISHMENT = skill_cards("will/true_grit/5 lore/shrivelling/2 lore/lesser_banishment/4")
AFTER_TOTAL = "unfathomable.window.after_total"
AFTER_ROLL = "unfathomable.window.after_roll"
PERIL = "unfathomable.window.character_would_be_defeated"


def acting(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, perform_action(table, seat))


# Keilani Tatupu: Experienced


def facing_test(table: Table[State]) -> Sailing:
    return Sailing(table, skill_test(table, 5, [Skill.WILL]), watched=[AFTER_TOTAL])


def test_keilani_adds_a_card_after_the_total_is_known() -> None:
    """ability.experienced: once a test, a card from the hand, which counts like any other."""
    hand = "will/true_grit/5 lore/shrivelling/2 will/true_grit/5"
    table = table_of(3, characters="keilani arjun svetlana", hand={0: hand}, chaos="lore/shrivelling/1 " * 2)
    playing = facing_test(table).answer()
    assert offered(playing, 0, AddWithExperience) == [AddWithExperience(GRIT), AddWithExperience(SHRIVELLING)]
    use(playing, 0, AddWithExperience(GRIT))
    assert not offered(playing, 0, AddWithExperience)
    while not playing.done:
        nobody_does(playing)
    assert playing.result.result is Result.FAILURE
    assert playing.result.total == 3
    assert len(table.state.players[0].hand) == 2


def test_keilani_cannot_add_what_she_does_not_have() -> None:
    """ability.experienced: a card from the hand."""
    table = table_of(3, characters="keilani arjun svetlana", hand={0: "lore/shrivelling/2"})
    playing = facing_test(table).answer()
    assert obstacle(playing, 0, AddWithExperience(GRIT)) == (Obstacle.NOT_IN_HAND, "ability.experienced")


@pytest.mark.parametrize(
    ("spaces", "hand", "traitors"),
    [({0: "brig"}, "will/true_grit/5", {}), ({}, "", {}), ({}, "will/true_grit/5", {0: "hybrid"})],
)
def test_keilani_is_not_asked_where_all_can_see_that_she_cannot(
    spaces: dict[Seat, str], hand: str, traitors: dict[Seat, str]
) -> None:
    """ability.experienced, traitor.no_sheet_or_space_abilities: in the Brig, without cards, as a revealed traitor."""
    table = table_of(3, characters="keilani arjun svetlana", spaces=spaces, hand={0: hand}, traitors=traitors)
    playing = facing_test(table)
    if hand:
        playing.answer()
    assert playing.done or not offered(playing, 0, AddWithExperience)


# Arjun Singh: Deck Chief


def test_arjun_goes_to_any_deck_space_and_acts() -> None:
    """ability.deck_chief: once per turn, then an action."""
    table = table_of(3, characters="arjun keilani svetlana", spaces={0: "galley"})
    playing = acting(table)
    assert [option for option in playing.options if isinstance(option, CommandDeck)] == [
        CommandDeck(space) for space in DECK
    ]
    playing.answer(CommandDeck(Space.DECK_7))
    assert table.state.on(Space.DECK_7) == [0]
    assert playing.ask.name == "unfathomable.action"
    assert obstacle(playing, 0, CommandDeck(Space.DECK_1)) == (
        Obstacle.USED_THIS_TURN,
        "ability.limit_per_turn",
    )
    playing.answer(MoveTo(Space.BRIDGE))
    assert table.state.players[0].space is Space.BRIDGE


def test_deck_chief_leads_to_another_deck_space_and_not_out_of_the_brig() -> None:
    """ability.deck_chief, brig.ability_moves: DE 7.4•3, FR 9.4•3, PL 3.4•3."""
    table = table_of(3, characters="arjun keilani svetlana", spaces={0: "deck_1"})
    playing = acting(table)
    assert obstacle(playing, 0, CommandDeck(Space.DECK_1)) == (Obstacle.ALREADY_THERE, "ability.deck_chief")
    assert obstacle(playing, 0, CommandDeck(Space.GALLEY)) == (Obstacle.WRONG_SPACE, "ability.deck_chief")
    table = table_of(3, characters="arjun keilani svetlana", spaces={0: "brig"})
    assert obstacle(acting(table), 0, CommandDeck(Space.DECK_1)) == (
        Obstacle.IN_THE_BRIG,
        "brig.ability_moves",
    )


def test_nobody_uses_the_sheet_of_another_or_a_covered_one() -> None:
    """ability.action.from_play_area, traitor.no_sheet_or_space_abilities: DE 2.1, FR 11.1, PL 51.1."""
    table = table_of(3, characters="arjun keilani svetlana")
    assert obstacle(acting(table, 1), 1, CommandDeck(Space.DECK_1)) == (
        Obstacle.NOT_YOUR_CHARACTER,
        "ability.action.from_play_area",
    )
    table = table_of(3, characters="arjun keilani svetlana", traitors={0: "hybrid"})
    assert obstacle(acting(table), 0, CommandDeck(Space.DECK_1)) == (
        Obstacle.NOT_FOR_TRAITORS,
        "traitor.no_sheet_or_space_abilities",
    )


# Svetlana Gedroits: Healing Words


def endangered(table: Table[State], seat: Seat = 1) -> Sailing:
    return Sailing(table, defeat_character(table, seat), watched=[PERIL])


def test_svetlana_prevents_a_defeat_with_a_lore_card() -> None:
    """ability.healing_words: discard a Lore card."""
    hand = {0: "will/true_grit/5 lore/shrivelling/2"}
    table = table_of(3, characters="svetlana keilani arjun", hand=hand, feats=())
    playing = endangered(table)
    assert offered(playing, 0, HealWithWords) == [HealWithWords(SHRIVELLING)]
    assert obstacle(playing, 0, HealWithWords(GRIT)) == (Obstacle.WRONG_SKILL, "ability.healing_words")
    assert obstacle(playing, 0, HealWithWords(BANISHMENT)) == (Obstacle.NOT_IN_HAND, "ability.healing_words")
    assert use(playing, 0, HealWithWords(SHRIVELLING)).done
    assert playing.result is False
    assert table.state.players[1].space is Space.CAPTAINS_CABIN
    assert table.state.players[0].hand == [GRIT]


def test_svetlana_is_asked_even_without_a_lore_card_but_not_without_cards() -> None:
    """ability.healing_words: what others can see is the number of her cards."""
    table = table_of(3, characters="svetlana keilani arjun", hand={0: "will/true_grit/5"}, feats=())
    playing = endangered(table)
    assert ask_of(playing, 0) is not None
    assert not offered(playing, 0, HealWithWords)
    table = table_of(3, characters="svetlana keilani arjun", feats=())
    assert endangered(table).done


def test_healing_words_do_not_help_passengers() -> None:
    """ability.healing_words: a character, not a passenger."""
    table = table_of(
        3,
        characters="svetlana keilani arjun",
        hand={0: "lore/shrivelling/2"},
        feats=(),
        passengers={"deck_1": "soul"},
    )
    playing = Playing(table, defeat_passenger(table, Space.DECK_1))
    assert not offered(playing, 0, HealWithWords)
    while not playing.done:
        nobody_does(playing)
    assert Passenger.SOUL in table.state.passengers_gone


@pytest.mark.parametrize(("reading", "is_asked"), [("legal", True), ("barred", False)])
def test_an_ability_that_does_not_mention_the_brig_there(reading: str, is_asked: bool) -> None:
    """brig.sheet_and_feat: DE 7.6, FR 9.6, PL 3.6."""
    table = table_of(
        3,
        characters="svetlana keilani arjun",
        hand={0: "lore/shrivelling/2"},
        spaces={0: "brig"},
        readings={"brig.sheet_and_feat": reading},
    )
    assert bool(offered(endangered(table), 0, HealWithWords)) is is_asked


# Jeanne Lafarge: Jury Rigger


def test_jeanne_damages_the_ship_to_go_further() -> None:
    """ability.jury_rigger: after the Boiler Room was used."""
    table = table_of(
        3,
        characters="jeanne keilani arjun",
        spaces={0: "deck_1"},
        tops="damage/structural_will",
        die=(3,),
    )
    playing = Sailing(table, jury_rig(table, 1))
    assert (playing.ask.seat, playing.options) == (0, [PASS, ACCEPT])
    playing.answer(ACCEPT)
    assert playing.done
    assert table.state.travel == 1
    assert list(table.state.damage) == [Space.CHAPEL]


def test_jeanne_may_leave_it() -> None:
    """ability.jury_rigger: it is her choice."""
    table = table_of(3, characters="jeanne keilani arjun")
    assert Sailing(table, jury_rig(table, 0)).answer(PASS).done
    assert table.recorded == []


@pytest.mark.parametrize(("reading", "is_asked"), [("anyone", True), ("her_own", False)])
def test_after_whose_use_jeanne_is_asked(reading: str, is_asked: bool) -> None:
    """ability.jury_rigger: the ruling of the same name."""
    table = table_of(3, characters="jeanne keilani arjun", readings={"ability.jury_rigger": reading})
    assert Sailing(table, jury_rig(table, 1)).done is not is_asked
    assert not Sailing(table, jury_rig(table, 0)).done


@pytest.mark.parametrize(("spaces", "traitors"), [({0: "brig"}, {}), ({}, {0: "hybrid"})])
def test_jeanne_is_not_asked_in_the_brig_or_as_a_traitor(
    spaces: dict[Seat, str], traitors: dict[Seat, str]
) -> None:
    """ability.jury_rigger: not in the Brig."""
    table = table_of(3, characters="jeanne keilani arjun", spaces=spaces, traitors=traitors)
    assert Sailing(table, jury_rig(table, 1)).done


# Jamie Snell: Quick Draw


def test_jamie_shoots_and_acts() -> None:
    """ability.quick_draw: once per turn the action of a weapon, then an action."""
    table = table_of(
        3,
        characters="jamie keilani arjun",
        spaces={0: "deck_1"},
        items={0: "six_shooter"},
        deep_ones="deck_1 deck_1",
        die=(8,),
    )
    playing = acting(table).answer(DrawQuickly(Item.SIX_SHOOTER))
    assert table.state.deep_ones == {Space.DECK_1: 1}
    assert playing.ask.name == "unfathomable.action"
    assert obstacle(playing, 0, DrawQuickly(Item.SIX_SHOOTER)) == (
        Obstacle.USED_THIS_TURN,
        "ability.limit_per_turn",
    )
    assert playing.answer(PASS).done


def test_jamie_needs_a_weapon_and_an_enemy() -> None:
    """ability.quick_draw: a weapon whose action could be performed."""
    table = table_of(3, characters="jamie keilani arjun", items={0: "six_shooter"})
    for item in (Item.SIX_SHOOTER, Item.SHOTGUN):
        assert obstacle(acting(table), 0, DrawQuickly(item)) == (
            Obstacle.NOT_IN_PLAY_AREA,
            "ability.quick_draw",
        )


# William Bowleg: Occult Training


@pytest.mark.parametrize(("answer", "place"), [(PutOnTop(), -1), (PutOnBottom(), 0)])
def test_william_looks_at_the_top_spell_and_acts(answer: Choice, place: int) -> None:
    """ability.occult_training: the spell goes back on top or on the bottom, then an action."""
    table = table_of(3, characters="william keilani arjun", tops="spell/heal")
    count = len(table.state.spell_deck)
    playing = acting(table).answer(TrainInTheOccult())
    assert playing.options == [PutOnTop(), PutOnBottom()]
    playing.answer(answer)
    assert table.state.spell_deck[place] is Spell.HEAL
    assert len(table.state.spell_deck) == count
    assert obstacle(playing, 0, TrainInTheOccult()) == (Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    assert playing.answer(PASS).done


def test_william_trains_only_outside_the_brig_and_with_spells_left() -> None:
    """ability.occult_training, spell.deck_empty: DE 54.2, FR 19.2, PL 15.2."""
    table = table_of(3, characters="william keilani arjun", spaces={0: "brig"})
    assert obstacle(acting(table), 0, TrainInTheOccult()) == (Obstacle.IN_THE_BRIG, "ability.occult_training")
    table = table_of(3, characters="william keilani arjun")
    table.state.spell_deck.clear()
    assert obstacle(acting(table), 0, TrainInTheOccult()) == (Obstacle.DECK_EMPTY, "spell.deck_empty")


# Beatrice Sharpe: Predictive Analytics


def test_beatrice_draws_two_mythos_cards_and_resolves_one() -> None:
    """ability.predictive_analytics: the other goes under the deck."""
    table = table_of(
        3, characters="beatrice keilani arjun", tops="mythos/rat_infestation mythos/class_struggle"
    )
    playing = Sailing(table, mythos_step(table, 0))
    assert playing.options == [ChooseMythos(Mythos.RAT_INFESTATION), ChooseMythos(Mythos.CLASS_STRUGGLE)]
    playing.answer(ChooseMythos(Mythos.CLASS_STRUGGLE))
    assert table.state.mythos_deck[0] is Mythos.RAT_INFESTATION
    assert table.state.mythos_card is Mythos.CLASS_STRUGGLE


@pytest.mark.parametrize(("seat", "spaces"), [(0, {0: "brig"}), (1, {})])
def test_others_and_beatrice_in_the_brig_draw_one_mythos_card(seat: Seat, spaces: dict[Seat, str]) -> None:
    """ability.predictive_analytics: not in the Brig."""
    table = table_of(
        3, characters="beatrice keilani arjun", spaces=spaces, active=seat, tops="mythos/rat_infestation"
    )
    playing = Sailing(table, mythos_step(table, seat))
    assert not [ask for ask in playing.asks if ask.name == "unfathomable.one_of_two"]
    assert table.state.mythos_deck[0] is not Mythos.RAT_INFESTATION


# Ishmael Marsh: First Oath of Dagon


def oath(die: int, hand: str = "lore/lesser_banishment/4 lore/shrivelling/2") -> tuple[Table[State], Sailing]:
    table = table_of(
        3,
        characters="ishmael keilani arjun",
        hand={0: hand},
        monarchs={"hydra": "water_4"},
        die=(die,),
    )
    return table, acting(table)


def test_ishmael_sends_a_monarch_into_the_deep() -> None:
    """ability.first_oath_of_dagon: die and card reach 7."""
    table, playing = oath(3)
    playing.answer(SwearFirstOath(Monarch.HYDRA, BANISHMENT))
    assert playing.done
    assert playing.facts_of(MonarchChosen) == [MonarchChosen(0, Monarch.HYDRA)], "everyone hears which"
    assert table.state.monarchs[Monarch.HYDRA] is Space.DEEP
    assert table.state.players[0].hand == [SHRIVELLING]


def test_ishmael_may_move_the_monarch_otherwise() -> None:
    """ability.first_oath_of_dagon: below 7 it may be moved to an adjacent water space."""
    table, playing = oath(4)
    playing.answer(SwearFirstOath(Monarch.HYDRA, SHRIVELLING))
    assert playing.options == [PASS, ChooseSpace(Space.WATER_2), ChooseSpace(Space.WATER_6)]
    playing.answer(ChooseSpace(Space.WATER_6))
    assert table.state.monarchs[Monarch.HYDRA] is Space.WATER_6
    table, playing = oath(4)
    assert playing.answer(SwearFirstOath(Monarch.HYDRA, SHRIVELLING)).answer(PASS).done
    assert table.state.monarchs[Monarch.HYDRA] is Space.WATER_4


def test_ishmael_needs_a_monarch_on_the_board_and_a_lore_card() -> None:
    """ability.first_oath_of_dagon: what is refused, and why."""
    rule_id = "ability.first_oath_of_dagon"
    _, playing = oath(4, "lore/shrivelling/2 will/true_grit/5")
    assert obstacle(playing, 0, SwearFirstOath(Monarch.DAGON, SHRIVELLING)) == (
        Obstacle.NO_MONARCH_THERE,
        rule_id,
    )
    assert obstacle(playing, 0, SwearFirstOath(Monarch.HYDRA, GRIT)) == (Obstacle.WRONG_SKILL, rule_id)
    assert obstacle(playing, 0, SwearFirstOath(Monarch.HYDRA, BANISHMENT)) == (Obstacle.NOT_IN_HAND, rule_id)


# Edmund Mallory: Fortunate Son


def test_edmund_has_the_die_rolled_again_as_often_as_he_pays() -> None:
    """ability.fortunate_son: any roll, a skill card each time."""
    hand = {1: "will/true_grit/5 lore/shrivelling/2 will/true_grit/5"}
    table = table_of(3, characters="keilani edmund arjun", hand=hand, die=(1, 2, 7))
    playing = Sailing(table, roll(table, 0, "room.galley"), watched=[AFTER_ROLL])
    assert offered(playing, 1, TryFortune) == [TryFortune(GRIT), TryFortune(SHRIVELLING)]
    assert obstacle(playing, 1, TryFortune(BANISHMENT)) == (Obstacle.NOT_IN_HAND, "ability.fortunate_son")
    use(playing, 1, TryFortune(SHRIVELLING))
    use(playing, 1, TryFortune(GRIT))
    nobody_does(playing)
    assert playing.result == 7
    assert table.state.players[1].hand == [GRIT]


@pytest.mark.parametrize(("hand", "space"), [("", "galley"), ("will/true_grit/5", "brig")])
def test_edmund_is_not_asked_without_cards_or_in_the_brig(hand: str, space: str) -> None:
    """ability.fortunate_son: not in the Brig."""
    table = table_of(3, characters="keilani edmund arjun", hand={1: hand}, spaces={1: space}, die=(4,))
    playing = Sailing(table, roll(table, 0, "room.galley"), watched=[AFTER_ROLL])
    assert playing.result == 4 or not offered(playing, 1, TryFortune)


# Samira Dualeh: Scavenger


def test_samira_draws_an_item_and_may_give_one() -> None:
    """ability.scavenger: once per turn; to another human on the same space."""
    table = table_of(
        4,
        characters="samira keilani arjun jamie",
        spaces={0: "deck_1", 1: "deck_1", 2: "deck_1", 3: "deck_2"},
        traitors={2: "hybrid"},
        items={0: "lucky_ring"},
        tops="item/shotgun",
    )
    playing = acting(table).answer(Scavenge())
    assert table.state.players[0].items == [Item.LUCKY_RING, Item.SHOTGUN]
    assert playing.options == [PASS, GiveItem(Item.LUCKY_RING, 1), GiveItem(Item.SHOTGUN, 1)]
    playing.answer(GiveItem(Item.LUCKY_RING, 1))
    assert playing.done
    assert table.state.players[1].items == [Item.LUCKY_RING]
    assert obstacle(acting(table), 0, Scavenge()) == (Obstacle.USED_THIS_TURN, "ability.limit_per_turn")


def test_samira_alone_keeps_what_she_finds() -> None:
    """ability.scavenger: nobody to give to, so nothing is asked."""
    table = table_of(3, characters="samira keilani arjun", spaces={0: "deck_1"}, tops="item/shotgun")
    assert acting(table).answer(Scavenge()).done


def test_samira_may_give_an_item_when_none_is_left_to_draw() -> None:
    """ability.scavenger, item.deck_empty (DE 25.4, FR 18.4, PL 12.4); ability.then (DE 18.9, FR 10.9, PL 50.9)."""
    table = table_of(
        3, characters="samira keilani arjun", spaces={1: "cargo_hold"}, items={0: "shotgun"}, feats=()
    )
    table.state.item_deck.clear()
    playing = acting(table).answer(Scavenge())
    assert playing.answer(GiveItem(Item.SHOTGUN, 1)).done
    assert table.state.players[1].items == [Item.SHOTGUN]


def test_samira_cannot_scavenge_with_five_items_or_in_the_brig() -> None:
    """ability.scavenger: four items at most, turned-down upgrades included."""
    table = table_of(
        3,
        characters="samira keilani arjun",
        items={0: "lucky_ring shotgun starbuck tool_kit"},
        inactive={0: "binoculars"},
    )
    assert obstacle(acting(table), 0, Scavenge()) == (Obstacle.TOO_MANY_ITEMS, "ability.scavenger")
    table = table_of(3, characters="samira keilani arjun", spaces={0: "brig"})
    assert obstacle(acting(table), 0, Scavenge()) == (Obstacle.IN_THE_BRIG, "ability.scavenger")
