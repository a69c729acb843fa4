"""The ten feats: rules `feat.*` (DE 47, FR 15, PL 14)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Loyalty, Mythos, Resource, Skill, Spell, Title
from referee.games.unfathomable.choices import (
    PASS,
    CastQuickly,
    GoFullSteam,
    InterveneMedically,
    LeadUnconventionally,
    NamePerfectNumber,
    OrderArrest,
    PlayToChange,
    SacrificeSelf,
    SenseAncestry,
    TurnFortune,
    UseEquipment,
)
from referee.games.unfathomable.defeat import defeat_character, defeat_passenger, defeat_passenger_of_supply
from referee.games.unfathomable.dice import roll
from referee.games.unfathomable.facts.chaos import ChaosAdded
from referee.games.unfathomable.facts.loyalty import LoyaltyLookedAt
from referee.games.unfathomable.facts.reveal import FeatRemoved
from referee.games.unfathomable.facts.spoken import ResultNamed
from referee.games.unfathomable.mythos import mythos_step
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.sheets import remove_feat
from referee.games.unfathomable.skill_test import Result, skill_test
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table
from tests.games.unfathomable.reacting import nobody_does, obstacle, offered, use
from tests.games.unfathomable.tables import Playing, Sailing, skill_cards, table_of

WINDOW = "unfathomable.window."


def acting(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, perform_action(table, seat))


def to_the_end(playing: Playing) -> Playing:
    """Everyone passes and takes the first option until all is done."""
    while not playing.done:
        if len(playing.asks) > 1 or playing.ask.name.startswith(WINDOW):
            nobody_does(playing)
        else:
            playing.answer(playing.options[0])
    return playing


# Using a feat


def test_a_feat_is_gone_after_use() -> None:
    """feat.remove_after_use: DE 47.3, FR 15.3, PL 14.3."""
    table = table_of(3, characters="jamie keilani arjun", spaces={0: "deck_1", 1: "deck_1"})
    assert table.state.players[0].has_feat
    playing = acting(table).answer(OrderArrest(1))
    assert FeatRemoved(0, "arrest_order") in playing.facts
    assert "feat.use.action/feat.arrest_order/feat.remove_after_use" in playing.paths
    assert not table.state.players[0].has_feat
    assert obstacle(acting(table), 0, OrderArrest(2)) == (Obstacle.FEAT_USED, "feat.remove_after_use")


def test_a_revealed_traitor_uses_no_feat_and_nobody_that_of_another() -> None:
    """feat.use, reveal.step5: DE 14.5, FR 48.5, PL 40.5; it left the game when the traitor was revealed."""
    table = table_of(3, characters="ishmael keilani arjun", traitors={0: "hybrid"})
    remove_feat(table, 0)
    assert obstacle(acting(table), 0, SenseAncestry(1)) == (
        Obstacle.NOT_FOR_TRAITORS,
        "traitor.no_sheet_or_space_abilities",
    )
    assert obstacle(acting(table, 1), 1, SenseAncestry(2)) == (
        Obstacle.NOT_YOUR_CHARACTER,
        "ability.action.from_play_area",
    )


# Keilani Tatupu: Unconventional Leader


def choosing(table: Table[State], seat: Seat = 0) -> Sailing:
    return Sailing(table, mythos_step(table, seat), watched=[WINDOW + "mythos_choice"])


def test_keilani_pays_a_resource_in_place_of_choosing() -> None:
    """feat.unconventional_leader: the crisis is cancelled, its symbols are not."""
    table = table_of(
        3, characters="keilani arjun svetlana", titles={"captain": 0}, tops="mythos/class_struggle"
    )
    playing = choosing(table)
    assert offered(playing, 0, LeadUnconventionally) == [
        LeadUnconventionally(resource) for resource in Resource
    ]
    use(playing, 0, LeadUnconventionally(Resource.FOOD))
    to_the_end(playing)
    assert table.state.resources[Resource.FOOD] == 7
    assert not [path for path in playing.paths if "crisis.choice" in path]
    assert [path for path in playing.paths if "mythos.progress" in path or "mythos.activation" in path]
    assert not table.state.players[0].has_feat


def test_keilani_leads_only_where_the_choice_is_hers() -> None:
    """feat.unconventional_leader: with another Captain it is not."""
    table = table_of(
        3, characters="keilani arjun svetlana", titles={"captain": 1}, tops="mythos/class_struggle"
    )
    assert not offered(choosing(table), 0, LeadUnconventionally)


# Arjun Singh: Self Sacrifice


def facing_test(table: Table[State], *, partial: int = 0, is_mythos: bool = True) -> Sailing:
    script = skill_test(table, 9, [Skill.WILL], partial=partial, is_mythos=is_mythos)
    return Sailing(table, script, watched=[WINDOW + "before_cards", WINDOW + "after_total"])


@pytest.mark.parametrize("result", list(Result))
def test_arjun_is_defeated_and_chooses_the_result(result: Result) -> None:
    """feat.self_sacrifice: in place of the test of a mythos card."""
    table = table_of(3, characters="keilani arjun svetlana", feats=(1,))
    playing = facing_test(table, partial=5)
    use(playing, 1, SacrificeSelf(result.value))
    assert playing.done
    assert playing.result.result is result
    assert table.state.players[1].space is Space.SICK_BAY


@pytest.mark.parametrize(
    ("reading", "result"), [("in_any_case", Result.SUCCESS), ("only_if_defeated", Result.FAILURE)]
)
def test_arjun_is_saved_from_his_sacrifice(reading: str, result: Result) -> None:
    """feat.self_sacrifice, overpower.prevented (DE 50.7, FR 54.7, PL 26.7): the ruling feat.self_sacrifice."""
    table = table_of(
        3,
        characters="keilani arjun svetlana",
        spells={1: "flesh_ward"},
        chaos="lore/shrivelling/1 lore/shrivelling/1 lore/shrivelling/1",
        die=(8,),
        readings={"feat.self_sacrifice": reading},
    )
    playing = facing_test(table)
    use(playing, 1, SacrificeSelf("success"))
    assert playing.facts_of(ResultNamed) == [ResultNamed(1, "success")], "whoever could save him hears it"
    assert table.state.players[1].space is Space.BRIDGE
    assert not table.state.players[1].has_feat
    assert playing.result.result is result
    assert bool(playing.facts_of(ChaosAdded)) is (result is Result.FAILURE)


def test_arjun_chooses_a_partial_success_only_where_there_is_one() -> None:
    """feat.self_sacrifice: of the results the card has."""
    table = table_of(3, characters="keilani arjun svetlana")
    assert offered(facing_test(table), 1, SacrificeSelf) == [
        SacrificeSelf("success"),
        SacrificeSelf("failure"),
    ]


def test_arjun_sacrifices_himself_only_for_a_mythos_card() -> None:
    """feat.self_sacrifice: not in the test of a room."""
    table = table_of(3, characters="keilani arjun svetlana")
    assert not offered(facing_test(table, is_mythos=False), 1, SacrificeSelf)


# Svetlana Gedroits: Medical Intervention


def perils(table: Table[State]) -> list[Script[bool]]:
    return [
        defeat_character(table, 1),
        defeat_passenger(table, Space.DECK_1),
        defeat_passenger_of_supply(table),
    ]


@pytest.mark.parametrize("place", range(3))
def test_svetlana_saves_a_character_or_a_passenger(place: int) -> None:
    """feat.medical_intervention: one of either, on deck or of the supply."""
    table = table_of(3, characters="svetlana keilani arjun", passengers={"deck_1": "two_souls"})
    playing = Playing(table, perils(table)[place])
    use(playing, 0, InterveneMedically())
    assert playing.done
    assert playing.result is False
    assert table.state.resources[Resource.SOULS] == 8
    assert not table.state.players[0].has_feat


@pytest.mark.parametrize("place", range(3))
def test_svetlana_does_not_intervene_from_the_brig(place: int) -> None:
    """feat.medical_intervention: not in the Brig."""
    table = table_of(
        3, characters="svetlana keilani arjun", spaces={0: "brig"}, passengers={"deck_1": "soul"}
    )
    assert not offered(Playing(table, perils(table)[place]), 0, InterveneMedically)


# Jeanne Lafarge: Full Steam Ahead


def test_jeanne_goes_full_steam() -> None:
    """feat.full_steam_ahead: 1 fuel for two spaces, even with the room damaged and an enemy in it."""
    table = table_of(
        3,
        characters="jeanne keilani arjun",
        spaces={0: "boiler_room"},
        damage={"boiler_room": "structural_any"},
        deep_ones="boiler_room",
    )
    assert acting(table).answer(GoFullSteam()).done
    assert table.state.resources[Resource.FUEL] == 7
    assert table.state.travel == 2


def test_full_steam_is_ordered_in_the_boiler_room() -> None:
    """feat.full_steam_ahead: only there."""
    table = table_of(3, characters="jeanne keilani arjun", spaces={0: "deck_1"})
    assert obstacle(acting(table), 0, GoFullSteam()) == (Obstacle.WRONG_SPACE, "feat.full_steam_ahead")


# Jamie Snell: Arrest Order


def test_jamie_sends_somebody_to_the_brig() -> None:
    """feat.arrest_order: another character on the same space, traitors included; a human loses the titles."""
    table = table_of(
        4,
        characters="jamie keilani arjun svetlana",
        spaces={0: "deck_1", 1: "deck_1", 2: "deck_1", 3: "deck_3"},
        traitors={2: "hybrid"},
        titles={"captain": 1},
    )
    playing = acting(table)
    assert offered(playing, 0, OrderArrest) == [OrderArrest(1), OrderArrest(2)]
    assert obstacle(playing, 0, OrderArrest(3)) == (Obstacle.NOBODY_HERE, "feat.arrest_order")
    assert obstacle(playing, 0, OrderArrest(0)) == (Obstacle.NOBODY_HERE, "feat.arrest_order")
    assert playing.answer(OrderArrest(1)).done
    assert table.state.players[1].space is Space.BRIG
    assert table.state.titles[Title.CAPTAIN] == 0


def test_jamie_arrests_nobody_who_is_in_the_brig() -> None:
    """feat.arrest_order: there is nowhere to send them."""
    table = table_of(3, characters="jamie keilani arjun", spaces={0: "brig", 1: "brig"})
    assert obstacle(acting(table), 0, OrderArrest(1)) == (Obstacle.ALREADY_THERE, "feat.arrest_order")


# William Bowleg: Quick Cast


def test_william_casts_the_top_spell_and_acts() -> None:
    """feat.quick_cast: the Keeper resolves the top spell, then performs an action."""
    table = table_of(3, characters="william keilani arjun", titles={"keeper": 0}, tops="spell/conjuration")
    playing = acting(table).answer(CastQuickly())
    while playing.ask.name != "unfathomable.action":
        playing.answer(playing.options[0])
    assert Spell.CONJURATION not in table.state.spell_deck
    assert playing.answer(PASS).done


def test_william_casts_only_as_keeper_and_with_spells_left() -> None:
    """feat.quick_cast, spell.deck_empty: DE 54.2, FR 19.2, PL 15.2."""
    table = table_of(3, characters="william keilani arjun", titles={"keeper": 1})
    assert obstacle(acting(table), 0, CastQuickly()) == (Obstacle.NOT_THE_HOLDER, "feat.quick_cast")
    table = table_of(3, characters="william keilani arjun", titles={"keeper": 0})
    table.state.spell_deck.clear()
    assert obstacle(acting(table), 0, CastQuickly()) == (Obstacle.DECK_EMPTY, "spell.deck_empty")


# Beatrice Sharpe: Perfect Number


def test_beatrice_names_the_face_of_the_die() -> None:
    """feat.perfect_number, ability.would_instead: DE 18.6, FR 10.6, PL 50.6. Modifiers count."""
    table = table_of(
        3, characters="beatrice keilani edmund", hand={2: "will/true_grit/5"}, feats=(0,), die=(1,)
    )
    playing = Playing(table, roll(table, 1, "room.galley", modifier=1))
    assert offered(playing, 0, NamePerfectNumber) == [NamePerfectNumber(face) for face in range(1, 9)]
    use(playing, 0, NamePerfectNumber(5))
    while not playing.done:
        nobody_does(playing)
    assert playing.result == 6


@pytest.mark.parametrize(("reading", "is_over"), [("window_goes_on", False), ("window_closes", True)])
def test_others_add_to_a_perfect_number(reading: str, is_over: bool) -> None:
    """feat.perfect_number, timing.die: the ruling feat.perfect_number. What was used before counts in any case."""
    insights = "observation/keen_insight/3 observation/keen_insight/4"
    table = table_of(
        3,
        characters="beatrice keilani arjun",
        hand={1: insights},
        feats=(0,),
        readings={"feat.perfect_number": reading},
    )
    playing = Playing(table, roll(table, 1, "room.galley"))
    first, second = [PlayToChange(card, 2) for card in skill_cards(insights)]
    use(playing, 1, first)
    use(playing, 0, NamePerfectNumber(3))
    assert playing.done is is_over
    if not is_over:
        use(playing, 1, second)
    assert playing.result == (5 if is_over else 7)


def test_beatrice_names_no_number_in_the_brig() -> None:
    """feat.perfect_number: not in the Brig."""
    table = table_of(3, characters="beatrice keilani arjun", spaces={0: "brig"})
    assert not offered(Playing(table, roll(table, 1, "room.galley")), 0, NamePerfectNumber)


# Ishmael Marsh: Deep One Ancestry


def test_ishmael_looks_at_loyalty_cards() -> None:
    """feat.deep_one_ancestry: all cards of another player who has not revealed, on any space."""
    table = table_of(
        3, characters="ishmael keilani arjun", loyalty={1: "human hybrid"}, traitors={2: "cultist"}
    )
    playing = acting(table)
    assert obstacle(playing, 0, SenseAncestry(2)) == (Obstacle.NOT_FOR_TRAITORS, "feat.deep_one_ancestry")
    assert obstacle(playing, 0, SenseAncestry(0)) == (Obstacle.NOT_ANOTHER, "feat.deep_one_ancestry")
    assert playing.answer(SenseAncestry(1)).done
    assert LoyaltyLookedAt(0, 1, (Loyalty.HUMAN, Loyalty.HYBRID)) in playing.facts


# Edmund Mallory: Uncanny Fortune


def test_edmund_has_another_mythos_card_drawn() -> None:
    """feat.uncanny_fortune: before the card is resolved, no matter who drew it."""
    table = table_of(
        3,
        characters="keilani edmund arjun",
        tops="mythos/rat_infestation mythos/class_struggle",
        feats=(1,),
    )
    playing = Sailing(table, mythos_step(table, 0), watched=[WINDOW + "mythos_drawn"])
    assert [table.state.mythos_card] == [Mythos.RAT_INFESTATION]
    use(playing, 1, TurnFortune())
    assert table.state.mythos_card is Mythos.CLASS_STRUGGLE
    assert table.state.mythos_discard == [Mythos.RAT_INFESTATION]
    assert not offered(playing, 1, TurnFortune)


# Samira Dualeh: Well Equipped


@pytest.mark.parametrize("amount", [-2, -1, 1, 2])
def test_samira_changes_the_total_by_her_items(amount: int) -> None:
    """feat.well_equipped: up or down by at most as many as she has items, turned-down upgrades included."""
    table = table_of(
        3,
        characters="keilani samira arjun",
        items={1: "starbuck"},
        inactive={1: "binoculars"},
        chaos="will/persistence/1 will/persistence/1",
    )
    playing = facing_test(table, is_mythos=False)
    while not offered(playing, 1, UseEquipment):
        nobody_does(playing)
    assert offered(playing, 1, UseEquipment) == [UseEquipment(number) for number in (-2, -1, 1, 2)]
    use(playing, 1, UseEquipment(amount))
    while not playing.done:
        nobody_does(playing)
    assert playing.result.total == 2 + amount


@pytest.mark.parametrize(("items", "space"), [("", "galley"), ("starbuck", "brig")])
def test_samira_is_not_asked_without_items_or_in_the_brig(items: str, space: str) -> None:
    """feat.well_equipped: not in the Brig."""
    table = table_of(3, characters="keilani samira arjun", items={1: items}, spaces={1: space})
    playing = facing_test(table, is_mythos=False)
    while not playing.done:
        assert not offered(playing, 1, UseEquipment)
        nobody_does(playing)
