"""What items do at certain moments: the reactions among the twenty, and the Elder Sign Amulet."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable import item_reactions
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Item, Passenger, Resource, Skill, SkillCard
from referee.games.unfathomable.choices import ACCEPT, PASS, ConsultAlmanac, GiveUpItem, UseItem
from referee.games.unfathomable.defeat import (
    defeat_all_passengers,
    defeat_character,
    defeat_passenger,
    defeat_passenger_of_supply,
)
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.items import ItemUsed
from referee.games.unfathomable.items import repeats_lore
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.skill_test import Result, skill_test
from referee.games.unfathomable.state import State
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Playing, Sailing, skill_cards, table_of

BEFORE = "unfathomable.window.before_roll"
TOTAL = "unfathomable.window.after_total"
CHARACTER = "unfathomable.window.character_would_be_defeated"


def test_starbuck_saves_a_life() -> None:
    """item.starbuck: removed from the game when its owner would be defeated."""
    table = table_of(4, items={1: "starbuck"})
    playing = Sailing(table, defeat_character(table, 1), watched=(CHARACTER,))
    assert [
        (ask.seat, list(ask.options)) for ask in playing.asks if GiveUpItem(Item.STARBUCK) in ask.options
    ] == [(1, [PASS, GiveUpItem(Item.STARBUCK)])]
    playing.answer_together(
        *[[GiveUpItem(Item.STARBUCK)] if ask.seat == 1 else [PASS] for ask in playing.asks]
    )
    assert playing.result is False
    assert table.state.items_gone == [Item.STARBUCK]


def test_starbuck_saves_its_owner_only() -> None:
    """item.starbuck: when you would be defeated."""
    table = table_of(4, items={1: "starbuck"}, characters="keilani arjun jeanne jamie")
    assert Playing(table, defeat_character(table, 0)).result is True


def test_starbuck_does_not_help_in_the_brig() -> None:
    """item.starbuck, brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6)."""
    table = table_of(4, spaces={1: "brig"}, items={1: "starbuck"}, characters="keilani arjun jeanne jamie")
    assert Playing(table, defeat_character(table, 1)).result is True


def test_almanac() -> None:
    """item.almanac: discard an observation card to add its value to any roll."""
    hand = "observation/keen_insight/3 observation/preparation/5 will/true_grit/5"
    table = table_of(4, items={1: "almanac"}, hand={1: hand}, die=(2,))
    playing = Sailing(table, roll(table, 0, "passenger.risk"), watched=(BEFORE,))
    [ask] = [ask for ask in playing.asks if ask.seat == 1]
    consult = [option for option in ask.options if isinstance(option, ConsultAlmanac)]
    assert consult == [ConsultAlmanac(SkillCard.KEEN_INSIGHT_3), ConsultAlmanac(SkillCard.PREPARATION_5)]
    playing.answer_together([consult[0]])
    while not playing.done:
        playing.answer_together(*[[PASS] for _ in playing.asks])
    assert playing.result == 5
    assert table.state.players[1].hand == skill_cards("observation/preparation/5 will/true_grit/5")
    assert table.state.discards[Skill.OBSERVATION] == [SkillCard.KEEN_INSIGHT_3]


def test_almanac_once_per_roll() -> None:
    """item.almanac, die.once_per_roll (DE 53.2•3, FR 24.2•3, PL 17.2•3)."""
    hand = "observation/watch_and_learn/1 observation/preparation/5 will/true_grit/5"
    table = table_of(4, items={1: "almanac"}, hand={1: hand})
    playing = Sailing(table, roll(table, 0, "passenger.risk"), watched=(BEFORE,))
    assert playing.refusal(ConsultAlmanac(SkillCard.TRUE_GRIT_5)) == no(Obstacle.WRONG_SKILL, "item.almanac")
    assert playing.refusal(ConsultAlmanac(SkillCard.KEEN_INSIGHT_3)) == no(
        Obstacle.NOT_IN_HAND, "item.almanac"
    )
    playing.answer_together([ConsultAlmanac(SkillCard.WATCH_AND_LEARN_1)])
    if not playing.done:
        assert playing.refusal(ConsultAlmanac(SkillCard.PREPARATION_5)) == no(
            Obstacle.USED_THIS_ROLL, "die.once_per_roll"
        )


def test_almanac_is_asked_about_whatever_the_hand_is() -> None:
    """hand.count_public (DE 36.6, FR 33.6, PL 8.6): its owner is asked with any hand, and nobody can tell by it."""
    table = table_of(4, items={1: "almanac"}, hand={1: "will/true_grit/5"})
    playing = Playing(table, roll(table, 0, "passenger.risk"))
    assert [(ask.seat, list(ask.options)) for ask in playing.asks] == [(1, [PASS])]


@pytest.mark.parametrize(
    ("items", "space", "why"),
    [
        ("", "bridge", no(Obstacle.NOT_IN_PLAY_AREA, "item.use")),
        ("almanac", "brig", no(Obstacle.IN_THE_BRIG, "brig.no_item_abilities")),
    ],
)
def test_almanac_out_of_reach(items: str, space: str, why: Any) -> None:
    """item.almanac, brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6)."""
    table = table_of(4, items={1: items}, spaces={1: space}, hand={1: "observation/preparation/5"})
    choice = ConsultAlmanac(SkillCard.PREPARATION_5)
    assert not item_reactions.could_consult(table, 1)
    assert item_reactions.why_no_almanac(table, 1, choice) == why


CHAOS = "strength/rampage/3 strength/rampage/3 will/persistence/2 lore/shrivelling/2"
"""The last two are on top: lore and will are worth 4 in a test of lore and will."""


def ring(difficulty: int) -> tuple[Table[State], Sailing]:
    table = table_of(4, items={1: "lucky_ring"}, chaos=CHAOS)
    script = skill_test(table, difficulty, (Skill.LORE, Skill.WILL))
    playing = Sailing(table, script, watched=(TOTAL,))
    assert [(ask.seat, list(ask.options)) for ask in playing.asks] == [(1, [PASS, UseItem(Item.LUCKY_RING)])]
    return table, playing


def test_lucky_ring() -> None:
    """item.lucky_ring: two more; a test that is passed then brings two Treachery cards into the chaos deck."""
    table, playing = ring(6)
    playing.answer_together([UseItem(Item.LUCKY_RING)])
    assert playing.done, "once a test"
    assert playing.result.result is Result.SUCCESS
    assert len(table.state.chaos) == 4
    assert len([card for card in table.state.chaos if card.skill is Skill.TREACHERY]) == 2
    assert any("item.lucky_ring/chaos.shuffle_treachery" in path for path in playing.paths)


def test_lucky_ring_in_vain() -> None:
    """item.lucky_ring: a test that still fails costs nothing."""
    table, playing = ring(7)
    playing.answer_together([UseItem(Item.LUCKY_RING)])
    assert playing.result.result is Result.FAILURE
    assert len(table.state.chaos) == 2


def test_lucky_ring_not_used() -> None:
    """item.lucky_ring, ability.may (DE 18.4, FR 10.4, PL 50.4)."""
    table, playing = ring(4)
    playing.answer_together([PASS])
    assert playing.result.result is Result.SUCCESS
    assert len(table.state.chaos) == 2


def pharmacy(**position: Any) -> Table[State]:
    """Return a position in which only seat 1 can save a passenger."""
    return table_of(4, characters="keilani arjun jeanne jamie", items={1: "travel_pharmacy"}, **position)


@pytest.mark.parametrize("space", ["deck_3", "deck_1"])
def test_travel_pharmacy_for_food(space: str) -> None:
    """item.travel_pharmacy: on the same space and adjacent ones; the passenger returns to the supply unseen."""
    table = pharmacy(spaces={1: space}, passengers={"deck_3": "two_souls"})
    playing = Playing(table, defeat_passenger(table, Space.DECK_3))
    choices = [UseItem(Item.TRAVEL_PHARMACY), GiveUpItem(Item.TRAVEL_PHARMACY)]
    assert [(ask.seat, list(ask.options)) for ask in playing.asks] == [(1, [PASS, *choices])]
    playing.answer_together([choices[0]])
    assert playing.result is False
    assert table.state.resources[Resource.FOOD] == 7
    assert table.state.resources[Resource.SOULS] == 8
    assert table.state.passengers == {}
    assert len(table.state.passenger_supply) == 9
    assert table.state.players[1].items == [Item.TRAVEL_PHARMACY]


def test_travel_pharmacy_for_the_item() -> None:
    """item.travel_pharmacy: or it is removed from the game."""
    table = pharmacy(spaces={1: "deck_3"}, passengers={"deck_3": "nothing two_souls"})
    playing = Playing(table, defeat_passenger(table, Space.DECK_3, 1))
    playing.answer_together([GiveUpItem(Item.TRAVEL_PHARMACY)])
    assert playing.result is False
    assert table.state.items_gone == [Item.TRAVEL_PHARMACY]
    assert table.state.resources[Resource.FOOD] == 8
    assert table.state.passengers == {Space.DECK_3: [Passenger.NOTHING]}


def test_travel_pharmacy_among_several() -> None:
    """item.travel_pharmacy: each passenger is a case of its own."""
    table = pharmacy(spaces={1: "deck_3"}, passengers={"deck_3": "soul nothing two_souls"})
    playing = Playing(table, defeat_all_passengers(table, Space.DECK_3))
    playing.answer_together([PASS])
    playing.answer_together([UseItem(Item.TRAVEL_PHARMACY)])
    playing.answer_together([PASS])
    assert playing.done
    assert table.state.passengers == {}
    assert table.state.resources[Resource.SOULS] == 5
    assert len(table.state.passenger_supply) == 7


def test_travel_pharmacy_too_far_away() -> None:
    """item.travel_pharmacy: elsewhere, and in the supply, it does not help."""
    table = pharmacy(spaces={1: "deck_7"}, passengers={"deck_3": "soul"})
    assert Playing(table, defeat_passenger(table, Space.DECK_3)).result is True
    assert Playing(table, defeat_passenger_of_supply(table)).result is True


def test_elder_sign_amulet() -> None:
    """item.elder_sign_amulet: after the action of a lore card its owner may resolve it a second time."""
    table = table_of(4, items={1: "elder_sign_amulet"})
    playing = Playing(table, repeats_lore(table, 1))
    assert playing.ask.name == "unfathomable.repeat_lore"
    assert playing.options == [PASS, ACCEPT]
    assert playing.answer(ACCEPT).result is True
    assert playing.facts_of(ItemUsed) == [ItemUsed(1, Item.ELDER_SIGN_AMULET)]
    assert playing.paths == ["item.elder_sign_amulet"]
    assert Playing(table, repeats_lore(table, 1)).answer(PASS).result is False


def test_without_the_amulet_nothing_is_asked() -> None:
    """item.elder_sign_amulet, brig.no_item_abilities (DE 7.6, FR 9.6, PL 3.6)."""
    table = table_of(4, items={1: "elder_sign_amulet"}, spaces={1: "brig"})
    assert Playing(table, repeats_lore(table, 0)).result is False
    assert Playing(table, repeats_lore(table, 1)).result is False
