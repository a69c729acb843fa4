"""The crises of the ten green mythos cards, each about one character."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.attack import obstacle_to_attack
from referee.games.unfathomable.board import ROOMS, Space
from referee.games.unfathomable.cards import Item, Mythos, Skill, SkillCard, Title, Waypoint
from referee.games.unfathomable.choices import (
    PASS,
    ChooseCard,
    ChooseOption,
    ChooseSeat,
    ChooseSpace,
    ChooseWaypoint,
    RememberTheDeep,
)
from referee.games.unfathomable.defeat import defeat_passenger
from referee.games.unfathomable.facts.skill_test import (
    SkillTestAnnounced,
    TreacheryAdded,
    TreacheryAddedOpenly,
)
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.skill_test import clear_test, face_up, skill_test, without_chaos
from referee.games.unfathomable.state import State
from referee.kernel.facts import as_seen
from referee.kernel.table import Script, Table
from tests.games.unfathomable.facing import amounts, by_default, choose, face, fails, other, succeeds
from tests.games.unfathomable.tables import Sailing, table_of

STRUCTURAL = "damage/structural_lore damage/structural_will damage/structural_any"
AGAINST = "will/persistence/1 treachery/reinforcements/1 treachery/reinforcements/1"
REMEMBER = RememberTheDeep()


def treachery_in_chaos(table: Table[State]) -> int:
    return len([card for card in table.state.chaos if card.skill is Skill.TREACHERY])


def spaces(table: Table[State]) -> list[Space]:
    return [player.space for player in table.state.players]


def a_test(table: Table[State]) -> Script[None]:
    """Make a skill test of will and clear it."""
    yield from skill_test(table, 9, (Skill.WILL,))
    clear_test(table)


# History Repeats: 0 Keilani, 1 Arjun, 2 Svetlana, 3 Jeanne


def test_history_repeats_success() -> None:
    """mythos.history_repeats, success: gain sanity; Keilani may move another human to the Brig."""
    play = succeeds(Mythos.HISTORY_REPEATS, spaces={2: "brig"})
    assert amounts(play.table) == (8, 8, 9, 8)
    assert (play.ask.seat, play.options) == (0, [PASS, ChooseSeat(1), ChooseSeat(3)])
    assert play.refusal(ChooseSeat(0)) is not None
    play.answer(ChooseSeat(3))
    assert spaces(play.table)[3] is Space.BRIG


def test_history_repeats_success_and_passing() -> None:
    """mythos.history_repeats, ability.may (DE 18.4): Keilani need not."""
    play = succeeds(Mythos.HISTORY_REPEATS)
    play.answer(PASS)
    assert play.done
    assert Space.BRIG not in spaces(play.table)


def test_history_repeats_failure() -> None:
    """mythos.history_repeats, failure: lose a soul; Keilani and the Captain go to the Brig."""
    play = fails(Mythos.HISTORY_REPEATS, titles={"captain": 3})
    assert amounts(play.table) == (8, 8, 8, 7)
    assert spaces(play.table) == [Space.BRIG, Space.BRIDGE, Space.CAPTAINS_CABIN, Space.BRIG]


def test_history_repeats_failure_with_keilani_as_captain() -> None:
    """mythos.history_repeats, failure: if she is Captain, only she goes; the next Captain stays free."""
    play = fails(Mythos.HISTORY_REPEATS)
    assert spaces(play.table).count(Space.BRIG) == 1
    assert play.table.state.titles[Title.CAPTAIN] == 1


def test_history_repeats_other() -> None:
    """mythos.history_repeats, other option: lose sanity; Keilani goes to the Brig."""
    play = other(Mythos.HISTORY_REPEATS)
    assert (amounts(play.table), spaces(play.table)[0]) == ((8, 8, 7, 8), Space.BRIG)


def test_history_repeats_other_is_for_a_captain() -> None:
    """mythos.history_repeats: the other option is open only while Keilani is Captain."""
    play = face(Mythos.HISTORY_REPEATS, titles={"captain": 1}, hand={2: "will/true_grit/5"})
    assert play.ask.name == "unfathomable.contribute", "nothing to choose, as everyone can see"


def test_the_character_of_a_green_card_chooses() -> None:
    """mythos.char_specific (DE 35.4•3, FR 17.4•3, PL 10.4•3): the named character chooses, no matter who draws."""
    play = face(Mythos.SIGNS_OF_LIFE, active=1)
    assert (play.ask.seat, play.ask.name) == (3, "unfathomable.crisis_or_test")


# The Peacemaker


def test_the_peacemaker_success() -> None:
    """mythos.the_peacemaker, success: every Deep One on the board is defeated, those in the Deep are not."""
    play = succeeds(Mythos.THE_PEACEMAKER, deep_ones="deck_1 deck_1 bridge water_7 deep")
    assert play.table.state.deep_ones == {Space.DEEP: 1}


def test_the_peacemaker_failure() -> None:
    """mythos.the_peacemaker, failure: a Deep One in each of the six rooms."""
    assert fails(Mythos.THE_PEACEMAKER).table.state.deep_ones == dict.fromkeys(ROOMS, 1)


def test_the_peacemaker_other() -> None:
    """mythos.the_peacemaker, other option: the card stays with Arjun, who cannot attack."""
    play = other(Mythos.THE_PEACEMAKER, deep_ones="bridge")
    state = play.table.state
    assert state.players[1].mythos == [Mythos.THE_PEACEMAKER]
    refused = obstacle_to_attack(play.table, 1, Space.BRIDGE)
    assert refused is not None
    assert refused.obstacle == Obstacle.CANNOT_ATTACK


def test_the_peacemaker_until_a_passenger_is_defeated() -> None:
    """mythos.the_peacemaker: when a passenger is defeated, lose sanity and discard the card."""
    table = table_of(4, mythos={1: "the_peacemaker"}, passengers={"deck_1": "soul"})
    play = Sailing(table, defeat_passenger(table, Space.DECK_1))
    assert play.done
    assert amounts(table) == (8, 8, 7, 7)
    assert (table.state.players[1].mythos, table.state.mythos_discard) == ([], [Mythos.THE_PEACEMAKER])


# Do No Harm


def test_do_no_harm_success() -> None:
    """mythos.do_no_harm, success: lose sanity; Svetlana goes to the Sick Bay."""
    play = succeeds(Mythos.DO_NO_HARM)
    assert (amounts(play.table), spaces(play.table)[2]) == ((8, 8, 7, 8), Space.SICK_BAY)


def test_do_no_harm_failure() -> None:
    """mythos.do_no_harm, failure: the same, and the ship is damaged."""
    play = fails(Mythos.DO_NO_HARM, tops=STRUCTURAL, die=(5,))
    assert (amounts(play.table), spaces(play.table)[2]) == ((8, 8, 7, 8), Space.SICK_BAY)
    assert list(play.table.state.damage) == [Space.CARGO_HOLD]


def test_do_no_harm_other() -> None:
    """mythos.do_no_harm, other option: Svetlana goes to the Brig; the ship is damaged."""
    play = other(Mythos.DO_NO_HARM, tops=STRUCTURAL, die=(5,))
    assert (amounts(play.table), spaces(play.table)[2]) == ((8, 8, 8, 8), Space.BRIG)
    assert list(play.table.state.damage) == [Space.CARGO_HOLD]


# Signs of Life


def test_signs_of_life() -> None:
    """mythos.signs_of_life: gain sanity; lose two souls."""
    assert amounts(succeeds(Mythos.SIGNS_OF_LIFE).table) == (8, 8, 9, 8)
    assert amounts(fails(Mythos.SIGNS_OF_LIFE).table) == (8, 8, 8, 6)


def test_signs_of_life_other() -> None:
    """mythos.signs_of_life, other option: risk a passenger; damage the ship; Jeanne is defeated."""
    play = other(Mythos.SIGNS_OF_LIFE, tops=STRUCTURAL, die=(1, 5))
    state = play.table.state
    assert play.done
    assert len(state.passengers[Space.DECK_1]) == 1
    assert (list(state.damage), spaces(play.table)[3]) == ([Space.CARGO_HOLD], Space.SICK_BAY)


# The Game is Afoot: Jamie sits at 1

JAMIE = "keilani jamie svetlana jeanne"


def test_the_game_is_afoot_success() -> None:
    """mythos.the_game_is_afoot, success: Jamie chooses an interior space; each Deep One there is defeated."""
    play = succeeds(Mythos.THE_GAME_IS_AFOOT, characters=JAMIE, deep_ones="galley galley bridge")
    assert (play.ask.seat, play.options) == (1, [ChooseSpace(room) for room in ROOMS])
    assert play.refusal(ChooseSpace(Space.DECK_1)) is not None
    play.answer(ChooseSpace(Space.GALLEY))
    assert play.table.state.deep_ones == {Space.BRIDGE: 1}


def test_the_game_is_afoot_success_without_deep_ones() -> None:
    """mythos.the_game_is_afoot, success: with none inside there is nothing to choose."""
    assert succeeds(Mythos.THE_GAME_IS_AFOOT, characters=JAMIE, deep_ones="deck_1").done


def test_the_game_is_afoot_failure() -> None:
    """mythos.the_game_is_afoot, failure: four Deep Ones in the room rolled, and Jamie goes there."""
    play = fails(Mythos.THE_GAME_IS_AFOOT, characters=JAMIE, die=(6,))
    assert (play.table.state.deep_ones, spaces(play.table)[1]) == ({Space.GALLEY: 4}, Space.GALLEY)


def test_the_game_is_afoot_other() -> None:
    """mythos.the_game_is_afoot, other option: the Boiler Room is damaged; four Deep Ones where it fell."""
    play = other(
        Mythos.THE_GAME_IS_AFOOT,
        characters=JAMIE,
        tops=STRUCTURAL,
        damage={"boiler_room": "structural_influence"},
    )
    assert play.table.state.deep_ones == {Space.GALLEY: 4}, "the Galley is the nearest undamaged room"


def test_the_game_is_afoot_other_without_damage() -> None:
    """mythos.the_game_is_afoot, other option: if no space became damaged, none appear."""
    play = other(Mythos.THE_GAME_IS_AFOOT, characters=JAMIE, tops="damage/flooded_food_stores")
    assert play.table.state.deep_ones == {}


# Memory of the Deep: William sits at 1

WILLIAM = "keilani william svetlana jeanne"


def test_memory_of_the_deep_success() -> None:
    """mythos.memory_of_the_deep, success: the card is not kept."""
    play = succeeds(Mythos.MEMORY_OF_THE_DEEP, characters=WILLIAM)
    assert play.table.state.players[1].mythos == []
    assert play.table.state.mythos_card is Mythos.MEMORY_OF_THE_DEEP, "to be discarded after its symbols"


def test_memory_of_the_deep_failure() -> None:
    """mythos.memory_of_the_deep, failure: lose sanity; the card stays with William."""
    play = fails(Mythos.MEMORY_OF_THE_DEEP, characters=WILLIAM)
    assert amounts(play.table) == (8, 8, 7, 8)
    assert play.table.state.players[1].mythos == [Mythos.MEMORY_OF_THE_DEEP]


def test_memory_of_the_deep_other() -> None:
    """mythos.memory_of_the_deep, other option: the card stays with William."""
    play = other(Mythos.MEMORY_OF_THE_DEEP, characters=WILLIAM)
    assert amounts(play.table) == (8, 8, 8, 8)
    assert play.table.state.players[1].mythos == [Mythos.MEMORY_OF_THE_DEEP]


@pytest.mark.parametrize(
    ("reading", "adds", "treachery"),
    [
        ("when_he_contributes", True, 1),
        ("when_he_contributes", False, 0),
        ("every_test", True, 1),
        ("every_test", False, 1),
    ],
)
def test_memory_of_the_deep_in_a_test(reading: str, adds: bool, treachery: int) -> None:
    """Ruling mythos.memory_of_the_deep: a treachery card goes in when William adds cards, or in every test."""
    table = table_of(
        4,
        characters=WILLIAM,
        chaos=AGAINST,
        mythos={1: "memory_of_the_deep"},
        hand={1: "will/true_grit/5", 2: "will/true_grit/5"},
        readings={"mythos.memory_of_the_deep": reading},
    )
    play = Sailing(table, a_test(table))
    card = ChooseCard(table.state.players[1].hand[0])
    assert play.ask.seat == 1
    play.answer(*[card] if adds else [])
    assert play.ask.seat == 2
    play.answer(card)
    assert play.done
    assert len(play.facts_of(TreacheryAdded)) == treachery


@pytest.mark.parametrize("adds", [True, False])
def test_being_rid_of_memory_of_the_deep(adds: bool) -> None:
    """mythos.memory_of_the_deep, action: the test again; success discards the card, failure costs sanity."""
    cards = "lore/forced_learning/5 lore/forced_learning/5 lore/lesser_banishment/4 lore/lesser_banishment/4"
    table = table_of(
        4, characters=WILLIAM, chaos=AGAINST, mythos={1: "memory_of_the_deep"}, hand={0: cards}, active=1
    )
    play = Sailing(table, perform_action(table, 1))
    play.answer(REMEMBER)
    announced: Any = play.facts_of(SkillTestAnnounced)[0]
    assert (announced.difficulty, announced.skills) == (13, (Skill.LORE, Skill.WILL))
    play.answer(*play.options if adds else [])
    assert play.done
    assert table.state.players[1].mythos == ([] if adds else [Mythos.MEMORY_OF_THE_DEEP])
    assert amounts(table) == (8, 8, 8 if adds else 7, 8)
    assert table.state.skill_test is None


def test_only_the_card_brings_its_action() -> None:
    """mythos.memory_of_the_deep, ability.gained_from_mythos (DE 18.11): without the card, the action does not exist."""
    table = table_of(4, characters=WILLIAM)
    play = Sailing(table, perform_action(table, 1))
    refused = play.refusal(REMEMBER)
    assert refused is not None
    assert refused.obstacle == Obstacle.NOT_IN_PLAY_AREA


# Miscalculation: Beatrice sits at 1

BEATRICE = "keilani beatrice svetlana jeanne"


def test_miscalculation_success() -> None:
    """mythos.miscalculation, success: Beatrice looks at two waypoints, one on top, one below."""
    play = succeeds(Mythos.MISCALCULATION, characters=BEATRICE, tops="waypoint/reef waypoint/iceberg")
    assert play.ask.seat == 1
    play.answer(ChooseWaypoint(Waypoint.REEF))
    deck = play.table.state.waypoint_deck
    assert (deck[-1], deck[0]) == (Waypoint.REEF, Waypoint.ICEBERG)


@pytest.mark.parametrize(("travel", "fuel"), [(2, 8), (1, 7)])
def test_miscalculation_failure(travel: int, fuel: int) -> None:
    """mythos.miscalculation, failure: back by two, for one fuel a space that cannot be gone."""
    play = fails(Mythos.MISCALCULATION, characters=BEATRICE, travel=travel)
    assert (play.table.state.travel, amounts(play.table)) == (0, (fuel, 8, 8, 8))


@pytest.mark.parametrize(("die", "travel"), [(7, 1), (8, 3)])
def test_miscalculation_other(die: int, travel: int) -> None:
    """mythos.miscalculation, other option: the same on 7 or less."""
    play = other(Mythos.MISCALCULATION, characters=BEATRICE, travel=3, die=(die,))
    assert play.table.state.travel == travel


# Family Ties: Ishmael sits at 1

ISHMAEL = "keilani ishmael svetlana jeanne"


@pytest.mark.parametrize(("reading", "left"), [("deep_included", {}), ("board_only", {Space.DEEP: 2})])
def test_family_ties_upper(reading: str, left: dict[Space, int]) -> None:
    """mythos.family_ties, upper option, and its ruling: all Deep Ones go back, those in the Deep too, or not."""
    play = choose(
        Mythos.FAMILY_TIES,
        1,
        characters=ISHMAEL,
        deep_ones="deep deep bridge water_1 deck_1",
        readings={"mythos.family_ties": reading},
    )
    state = play.table.state
    assert state.deep_ones == left
    assert state.deep_one_supply == 20 - sum(left.values())
    assert state.players[1].mythos == [Mythos.FAMILY_TIES]


@pytest.mark.parametrize(("space", "room"), [("galley", Space.GALLEY), ("deck_7", Space.BOILER_ROOM)])
def test_family_ties_lower(space: str, room: Space) -> None:
    """mythos.family_ties, lower option: four Deep Ones in the interior space where Ishmael is, or the nearest."""
    play = choose(Mythos.FAMILY_TIES, 2, characters=ISHMAEL, spaces={1: space})
    assert play.table.state.deep_ones == {room: 4}


def test_family_ties_lower_from_the_sick_bay() -> None:
    """mythos.family_ties, lower option: two rooms are as near to the Sick Bay; Ishmael chooses."""
    play = choose(Mythos.FAMILY_TIES, 2, characters=ISHMAEL, spaces={1: "sick_bay"})
    assert play.ask.seat == 1
    assert play.options == [ChooseSpace(Space.CHAPEL), ChooseSpace(Space.CAPTAINS_CABIN)]
    assert play.refusal(ChooseSpace(Space.BRIDGE)) is not None
    play.answer(ChooseSpace(Space.CAPTAINS_CABIN))
    assert play.table.state.deep_ones == {Space.CAPTAINS_CABIN: 4}


@pytest.mark.parametrize(("space", "treachery"), [("galley", 1), ("brig", 0)])
def test_family_ties_in_a_test(space: str, treachery: int) -> None:
    """mythos.family_ties: while Ishmael is not in the Brig a treachery card goes in with the chaos cards."""
    table = table_of(4, characters=ISHMAEL, chaos=AGAINST, mythos={1: "family_ties"}, spaces={1: space})
    play = Sailing(table, a_test(table))
    assert play.done
    assert len(play.facts_of(TreacheryAdded)) == treachery


@pytest.mark.parametrize(("reading", "is_seen"), [("face_up", True), ("face_down", False)])
def test_family_ties_in_an_open_test(reading: str, is_seen: bool) -> None:
    """Ruling test.open_treachery: where cards are added face up, so is the card that goes in with the chaos cards."""
    table = table_of(
        4,
        characters=ISHMAEL,
        chaos=AGAINST,
        mythos={1: "family_ties"},
        hand={0: "lore/shrivelling/1"},
        tops="treachery/perform_rites/5",
        readings={"test.open_treachery": reading},
    )
    play = Sailing(table, a_test(table), watched=["unfathomable.window.before_cards"])
    face_up(table, 0)
    by_default(play)
    (added,) = [*play.facts_of(TreacheryAddedOpenly), *play.facts_of(TreacheryAdded)]
    assert added.card is SkillCard.PERFORM_RITES_5
    assert (as_seen(added, 2) == added) is is_seen


def test_family_ties_in_a_test_without_chaos() -> None:
    """mythos.family_ties: if no chaos cards are added, no treachery card is added either."""
    table = table_of(
        4, characters=ISHMAEL, chaos=AGAINST, mythos={1: "family_ties"}, hand={0: "lore/shrivelling/1"}
    )
    play = Sailing(table, a_test(table), watched=["unfathomable.window.before_cards"])
    without_chaos(table, 0)
    by_default(play)
    assert play.facts_of(TreacheryAdded) == []


# Gift of the Mother: Edmund sits at 1

EDMUND = "keilani edmund svetlana jeanne"


def test_gift_of_the_mother_success() -> None:
    """mythos.gift_of_the_mother, success: the chaos deck is discarded and a new one is built."""
    chaos = f"treachery/perform_rites/5 treachery/perform_rites/5 {AGAINST}"
    play = succeeds(Mythos.GIFT_OF_THE_MOTHER, characters=EDMUND, chaos=chaos)
    assert (len(play.table.state.chaos), treachery_in_chaos(play.table)) == (10, 0)


def test_gift_of_the_mother_failure() -> None:
    """mythos.gift_of_the_mother, failure: Edmund is defeated; the ring leaves the game; treachery comes in."""
    play = fails(Mythos.GIFT_OF_THE_MOTHER, characters=EDMUND, items={2: "lucky_ring"})
    state = play.table.state
    assert spaces(play.table)[1] is Space.SICK_BAY
    assert (state.players[2].items, state.items_gone) == ([], [Item.LUCKY_RING])
    assert treachery_in_chaos(play.table) == 6


def test_gift_of_the_mother_other() -> None:
    """mythos.gift_of_the_mother, other option: the ring leaves the game; treachery comes in."""
    play = other(Mythos.GIFT_OF_THE_MOTHER, characters=EDMUND, items={1: "lucky_ring"})
    assert spaces(play.table)[1] is Space.GALLEY
    assert play.table.state.items_gone == [Item.LUCKY_RING]
    assert treachery_in_chaos(play.table) == 8


@pytest.mark.parametrize(("reading", "difficulty"), [("fifteen", 15), ("thirteen", 13)])
def test_gift_of_the_mother_difficulty(reading: str, difficulty: int) -> None:
    """Ruling mythos.gift_of_the_mother: its difficulty is 15, or 13."""
    play = face(Mythos.GIFT_OF_THE_MOTHER, characters=EDMUND, readings={"mythos.gift_of_the_mother": reading})
    play.answer(ChooseOption(1))
    announced: Any = play.facts_of(SkillTestAnnounced)[0]
    assert announced.difficulty == difficulty


# Ticket, Please: Samira sits at 1

SAMIRA = "keilani samira svetlana jeanne"


def test_ticket_please_success() -> None:
    """mythos.ticket_please, success: Samira draws an item."""
    play = succeeds(Mythos.TICKET_PLEASE, characters=SAMIRA, tops="item/shotgun")
    assert play.table.state.players[1].items == [Item.SHOTGUN]


def test_ticket_please_failure() -> None:
    """mythos.ticket_please, failure: Samira goes to the Brig and removes all her items from the game."""
    play = fails(
        Mythos.TICKET_PLEASE, characters=SAMIRA, items={1: "shotgun starbuck"}, inactive={1: "fine_clothes"}
    )
    state = play.table.state
    assert spaces(play.table)[1] is Space.BRIG
    assert (state.players[1].items, state.players[1].inactive, len(state.items_gone)) == ([], [], 3)


def test_ticket_please_other() -> None:
    """mythos.ticket_please, other option: all her items, and Samira goes to the deck space rolled."""
    play = other(Mythos.TICKET_PLEASE, characters=SAMIRA, items={1: "starbuck"}, die=(8,))
    assert (spaces(play.table)[1], play.table.state.players[1].items) == (Space.DECK_8, [])
