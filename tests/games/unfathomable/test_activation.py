"""Activating monsters (DE 3, FR 3, PL 2)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.activation import activate, activate_deep_one, activate_deep_ones_on
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Damage, Monarch, Resource, Symbol
from referee.games.unfathomable.choices import ChooseSeat, ChooseSpace
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.damage import SpaceDamaged
from referee.games.unfathomable.facts.defeat import PassengerDefeated
from referee.games.unfathomable.facts.dice import RollBegan
from referee.games.unfathomable.facts.spawning import (
    DeepOnesMoved,
    DeepOnesSpawned,
    MonarchMoved,
    RoomThreatened,
)
from referee.games.unfathomable.spawning import return_deep_ones
from tests.games.unfathomable.tables import Sailing, table_of

AWAY = dict.fromkeys(range(4), "sick_bay")
"""Nobody is where monsters go."""


def spaces_of(text: str) -> dict[Space, int]:
    """Return the number of Deep Ones on each space, given a name for each of them."""
    names = text.split()
    return {Space(name): names.count(name) for name in names}


# Mother Hydra


@pytest.mark.parametrize(
    ("start", "room", "end"),
    [
        ("water_1", Space.BRIDGE, Space.WATER_1),
        ("water_2", Space.BRIDGE, Space.WATER_2),
        ("water_3", Space.CHAPEL, Space.WATER_1),
        ("water_4", Space.CAPTAINS_CABIN, Space.WATER_2),
        ("water_5", Space.CARGO_HOLD, Space.WATER_3),
        ("water_6", Space.GALLEY, Space.WATER_4),
        ("water_7", Space.BOILER_ROOM, Space.WATER_5),
        ("water_8", Space.BOILER_ROOM, Space.WATER_6),
    ],
)
def test_hydra_damages_then_moves(start: str, room: Space, end: Space) -> None:
    """activation.hydra.sequence, .damage, .damage.arrow_help, .move, .no_move_at_bow (DE/FR 3.5-3.7, PL 2.5-2.7)."""
    table = table_of(spaces=AWAY, monarchs={"hydra": start}, tops="damage/structural_lore")
    playing = Sailing(table, activate(table, Symbol.HYDRA))
    assert playing.done
    assert table.state.damage == {room: Damage.STRUCTURAL_LORE}
    assert table.state.monarchs == {Monarch.HYDRA: end, Monarch.DAGON: Space.DEEP}
    kinds = [type(fact) for fact in playing.facts if isinstance(fact, SpaceDamaged | MonarchMoved)]
    assert kinds == ([SpaceDamaged] if Space(start) is end else [SpaceDamaged, MonarchMoved])
    root = "activation.trigger/mythos.activation.hydra/activation.hydra.sequence"
    assert playing.paths[0] == f"{root}/activation.hydra.damage/damage.space"


def test_hydra_damages_the_nearest_undamaged_room() -> None:
    """activation.hydra.damage.redirect, .tie (DE/FR 3.6, PL 2.6): nearest to the damaged one; the highest number."""
    table = table_of(
        spaces=AWAY,
        monarchs={"hydra": "water_1"},
        damage={"bridge": "structural_will"},
        tops="damage/structural_lore",
    )
    Sailing(table, activate(table, Symbol.HYDRA))
    assert Space.CAPTAINS_CABIN in table.state.damage


def test_hydra_in_the_deep_gathers_deep_ones() -> None:
    """activation.hydra.in_deep (DE/FR 3.8, PL 2.8): with fewer than four she stays."""
    table = table_of(deep_ones="deep deck_1")
    playing = Sailing(table, activate(table, Symbol.HYDRA))
    assert table.state.deep_ones == spaces_of("deck_1 deep deep deep")
    assert table.state.monarchs[Monarch.HYDRA] is Space.DEEP
    assert not playing.facts_of(RollBegan)


def test_hydra_surfaces_with_four_deep_ones() -> None:
    """activation.hydra.in_deep (DE/FR 3.8, PL 2.8): with all Deep Ones of the Deep; Dagon stays."""
    table = table_of(deep_ones="deep deep deck_1", die=(7,))
    playing = Sailing(table, activate(table, Symbol.HYDRA))
    assert table.state.deep_ones == spaces_of("deck_1 water_2 water_2 water_2 water_2")
    assert table.state.monarchs == {Monarch.HYDRA: Space.WATER_2, Monarch.DAGON: Space.DEEP}
    assert "activation.hydra.in_deep" in playing.paths[-1]


# Father Dagon


@pytest.mark.parametrize(
    ("start", "deck", "end"),
    [
        ("water_1", Space.DECK_1, Space.WATER_1),
        ("water_2", Space.DECK_2, Space.WATER_2),
        ("water_5", Space.DECK_5, Space.WATER_3),
        ("water_8", Space.DECK_8, Space.WATER_6),
    ],
)
def test_dagon_spawns_then_moves(start: str, deck: Space, end: Space) -> None:
    """activation.dagon.sequence, .spawn, .spawn.arrow, .move, .no_move_at_bow (DE/FR 3.9-3.11, PL 2.9-2.11)."""
    table = table_of(monarchs={"dagon": start})
    playing = Sailing(table, activate(table, Symbol.DAGON))
    assert table.state.deep_ones == {deck: 2}
    assert table.state.monarchs[Monarch.DAGON] is end
    assert playing.facts[0] == DeepOnesSpawned(deck, 2)


def test_dagon_with_too_few_deep_ones() -> None:
    """game_end.deep_one_supply (DE/FR 3.10, PL 2.10): the end."""
    table = table_of(monarchs={"dagon": "water_3"}, deep_ones="deep " * 19)
    assert Sailing(table, activate(table, Symbol.DAGON)).over
    assert table.outcome is not None
    assert table.outcome.ending == Ending.OVERRUN


def test_dagon_in_the_deep() -> None:
    """activation.dagon.in_deep (DE/FR 3.12, PL 2.12): with four Deep Ones he surfaces; Hydra stays."""
    table = table_of(die=(1,))
    Sailing(table, activate(table, Symbol.DAGON))
    assert table.state.deep_ones == spaces_of("deep deep")
    Sailing(table, activate(table, Symbol.DAGON))
    assert table.state.deep_ones == spaces_of("water_1 water_1 water_1 water_1")
    assert table.state.monarchs == {Monarch.HYDRA: Space.DEEP, Monarch.DAGON: Space.WATER_1}


# The Deep One symbol


def test_no_deep_one_on_board() -> None:
    """activation.deep_one.none_on_board (DE/FR 3.18, PL 2.18): two come into the Deep."""
    table = table_of(deep_ones="deep")
    playing = Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert table.state.deep_ones == spaces_of("deep deep deep")
    assert playing.paths[-1].endswith("activation.deep_one.none_on_board/spawn.definition")


def test_no_deep_one_on_board_and_four_in_the_deep() -> None:
    """activation.deep_one.none_on_board (DE/FR 3.18, PL 2.18): all monsters surface, both monarchs included."""
    table = table_of(deep_ones="deep deep", die=(8,))
    Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert table.state.deep_ones == {Space.WATER_2: 4}
    assert set(table.state.monarchs.values()) == {Space.WATER_2}


def test_each_deep_one_on_the_board_acts_once() -> None:
    """mythos.activation.deep_ones, activation.deep_one.order, activation.deep_not_activated (DE 3.13, 3.4, 35.24).

    The one that came to deck 1 does not act again there, and those in the Deep do not act.
    """
    table = table_of(spaces=AWAY, deep_ones="water_1 deck_1 deep")
    playing = Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert (playing.ask.seat, playing.ask.name) == (0, "unfathomable.next_deep_one")
    assert playing.options == [ChooseSpace(Space.WATER_1), ChooseSpace(Space.DECK_1)]
    playing.answer(ChooseSpace(Space.WATER_1))
    assert playing.done
    assert table.state.deep_ones == spaces_of("deep deck_1 bridge")
    assert playing.facts_of(RoomThreatened) == [], "nobody could bar the way"


def test_the_active_player_chooses_one_by_one() -> None:
    """activation.deep_one.order, ruling deep_one.order=one_by_one (DE 3.13, FR 3.13, PL 2.13)."""
    table = table_of(spaces=AWAY, deep_ones="water_1 water_1 water_4", active=2)
    playing = Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert playing.ask.seat == 2
    playing.answer(ChooseSpace(Space.WATER_1)).answer(ChooseSpace(Space.WATER_4))
    assert playing.done
    assert [fact.start for fact in playing.facts_of(DeepOnesMoved)] == [
        Space.WATER_1,
        Space.WATER_4,
        Space.WATER_1,
    ]


def test_the_active_player_chooses_in_advance() -> None:
    """activation.deep_one.order, ruling deep_one.order=in_advance (DE 3.13, FR 3.13, PL 2.13)."""
    table = table_of(
        spaces=AWAY, deep_ones="water_1 water_1 water_4", readings={"deep_one.order": "in_advance"}
    )
    playing = Sailing(table, activate(table, Symbol.DEEP_ONES))
    assert playing.ask.name == "unfathomable.deep_one_order"
    first, second = ChooseSpace(Space.WATER_1), ChooseSpace(Space.WATER_4)
    assert playing.options == [first, first, second]
    playing.answer(first, second, first)
    assert playing.done
    assert [fact.start for fact in playing.facts_of(DeepOnesMoved)] == [
        Space.WATER_1,
        Space.WATER_4,
        Space.WATER_1,
    ]


@pytest.mark.parametrize("reading", ["one_by_one", "in_advance"])
def test_one_space_needs_no_order(reading: str) -> None:
    """activation.deep_one.order (DE 3.13): where all are on one space there is nothing to choose."""
    table = table_of(spaces=AWAY, deep_ones="water_1 water_1", readings={"deep_one.order": reading})
    assert Sailing(table, activate(table, Symbol.DEEP_ONES)).done
    assert table.state.deep_ones == {Space.DECK_1: 2}


@pytest.mark.parametrize("reading", ["one_by_one", "in_advance"])
def test_deep_ones_that_have_gone_are_left_out(reading: str) -> None:
    """activation.deep_one.order (DE 3.13): a Deep One that is gone when its turn comes does not act.

    While the active player thinks of whom the first one attacks, the one on deck 3 is taken off the board.
    """
    spaces = {**AWAY, 0: "galley", 1: "galley"}
    table = table_of(spaces=spaces, deep_ones="deck_3 galley water_4", readings={"deep_one.order": reading})
    playing = Sailing(table, activate(table, Symbol.DEEP_ONES))
    order = [ChooseSpace(space) for space in (Space.GALLEY, Space.DECK_3, Space.WATER_4)]
    playing.answer(*(order if reading == "in_advance" else order[:1]))
    return_deep_ones(table, Space.DECK_3)
    playing.answer(ChooseSeat(1))
    assert playing.done
    assert [fact.start for fact in playing.facts_of(DeepOnesMoved)] == [Space.WATER_4]


# The four options of a Deep One


def test_option_1_attacks_a_human() -> None:
    """activation.deep_one.option_1 (DE/FR 3.14, PL 2.14): the active player rolls; with 6 the human is overpowered."""
    table = table_of(
        spaces={**AWAY, 2: "deck_3"}, deep_ones="deck_3", passengers={"deck_3": "soul"}, die=(6,)
    )
    playing = Sailing(table, activate_deep_one(table, Space.DECK_3))
    assert playing.done
    assert table.state.players[2].space is Space.SICK_BAY
    assert table.state.passengers[Space.DECK_3]
    assert "activation.deep_one.option_1" in playing.paths[-1]


def test_option_1_is_taken_even_in_vain() -> None:
    """activation.deep_one.option_1 (DE/FR 3.14, PL 2.14): an attack that fails is its whole activation."""
    table = table_of(spaces={**AWAY, 2: "bridge"}, deep_ones="bridge", die=(5,))
    assert Sailing(table, activate_deep_one(table, Space.BRIDGE)).done
    assert table.state.players[2].space is Space.BRIDGE
    assert table.state.damage == {}


def test_option_1_of_several_humans() -> None:
    """activation.deep_one.option_1.choice, .no_attack_on_traitors (DE/FR 3.14, PL 2.14)."""
    spaces = dict.fromkeys(range(4), "deck_3")
    table = table_of(spaces=spaces, traitors={1: "hybrid"}, deep_ones="deck_3", active=1, die=(8,))
    playing = Sailing(table, activate_deep_one(table, Space.DECK_3))
    assert (playing.ask.seat, playing.ask.name) == (1, "unfathomable.deep_one_target")
    assert playing.options == [ChooseSeat(0), ChooseSeat(2), ChooseSeat(3)]
    playing.answer(ChooseSeat(3))
    assert table.state.players[3].space is Space.SICK_BAY


def test_revealed_traitors_are_not_attacked() -> None:
    """activation.deep_one.no_attack_on_traitors (DE/FR 3.14, PL 2.14): it goes on to the next option."""
    table = table_of(spaces={**AWAY, 1: "deck_3"}, traitors={1: "hybrid"}, deep_ones="deck_3")
    Sailing(table, activate_deep_one(table, Space.DECK_3))
    assert table.state.deep_ones == {Space.CHAPEL: 1}


def test_option_2_overpowers_a_passenger() -> None:
    """activation.deep_one.option_2, passenger.overpower.human_protects (DE 3.15, 37.9, FR 3.15, 41.9, PL 2.15)."""
    spaces = {**AWAY, 1: "deck_3"}
    table = table_of(
        spaces=spaces, traitors={1: "hybrid"}, deep_ones="deck_3", passengers={"deck_3": "soul nothing"}
    )
    playing = Sailing(table, activate_deep_one(table, Space.DECK_3))
    assert len(playing.facts_of(PassengerDefeated)) == 1
    assert len(table.state.passengers[Space.DECK_3]) == 1
    assert table.state.resources[Resource.SOULS] == 7
    assert table.state.deep_ones == {Space.DECK_3: 1}
    assert "activation.deep_one.option_2" in playing.paths[-1]


def test_option_3_damages_its_room() -> None:
    """activation.deep_one.option_3, .condition, .draw (DE/FR 3.16, PL 2.16)."""
    table = table_of(spaces=AWAY, deep_ones="galley", tops="damage/structural_will")
    playing = Sailing(table, activate_deep_one(table, Space.GALLEY))
    assert table.state.damage == {Space.GALLEY: Damage.STRUCTURAL_WILL}
    assert table.state.deep_ones == {Space.GALLEY: 1}
    assert "activation.deep_one.option_3" in playing.paths[-1]


def test_option_3_is_complete_with_any_card() -> None:
    """activation.deep_one.option_3.complete (DE/FR 3.16, PL 2.16): no other card, no move."""
    table = table_of(spaces=AWAY, deep_ones="galley", tops="damage/fuel_leak")
    Sailing(table, activate_deep_one(table, Space.GALLEY))
    assert table.state.damage == {}
    assert table.state.deep_ones == {Space.GALLEY: 1}


def test_option_3_with_an_empty_deck() -> None:
    """activation.deep_one.option_3, limits.short_deck (DE 3.16, 31.1): nothing is drawn, and it is done."""
    table = table_of(spaces=AWAY, deep_ones="galley")
    table.state.damage_deck.clear()
    assert Sailing(table, activate_deep_one(table, Space.GALLEY)).facts == []


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("water_1", "deck_1"),
        ("water_8", "deck_8"),
        ("deck_1", "bridge"),
        ("deck_2", "bridge"),
        ("deck_5", "cargo_hold"),
    ],
)
def test_option_4_follows_the_arrow(start: str, end: str) -> None:
    """activation.deep_one.option_4, .option_4.arrow, arrows.meaning (DE 3.17, 6.0, FR 3.17, 29.0, PL 2.17, 33.0)."""
    table = table_of(spaces=AWAY, deep_ones=start)
    playing = Sailing(table, activate_deep_one(table, Space(start)))
    assert table.state.deep_ones == {Space(end): 1}
    assert playing.paths == ["activation.deep_one.option_4/activation.deep_one.option_4.arrow"]


FRONT = {"bridge": "structural_lore", "chapel": "structural_will", "captains_cabin": "structural_strength"}


def test_option_4_inside_one_step() -> None:
    """activation.deep_one.option_4.interior, ruling deep_one.interior_move=step (DE 3.17, PL 2.17).

    From the Bridge the Galley (6) is nearer than the Boiler Room and higher than the Cargo Hold (5).
    """
    table = table_of(spaces=AWAY, deep_ones="bridge", damage=FRONT)
    assert Sailing(table, activate_deep_one(table, Space.BRIDGE)).done
    assert table.state.deep_ones == {Space.CAPTAINS_CABIN: 1}


def test_option_4_inside_at_once() -> None:
    """activation.deep_one.option_4.interior, ruling deep_one.interior_move=jump (FR 3.17)."""
    table = table_of(
        spaces=AWAY, deep_ones="bridge", damage=FRONT, readings={"deep_one.interior_move": "jump"}
    )
    Sailing(table, activate_deep_one(table, Space.BRIDGE))
    assert table.state.deep_ones == {Space.GALLEY: 1}


def test_the_french_edition_jumps() -> None:
    """activation.deep_one.option_4.interior (FR 3.17): what the French edition holds of itself."""
    table = table_of(spaces=AWAY, deep_ones="bridge", damage=FRONT, edition="fr")
    Sailing(table, activate_deep_one(table, Space.BRIDGE))
    assert table.state.deep_ones == {Space.GALLEY: 1}


FRONT_AND_BACK = {**FRONT, "cargo_hold": "structural_observation", "galley": "structural_influence"}


def test_option_4_two_ways_by_number() -> None:
    """activation.deep_one.option_4.interior, ruling deep_one.first_step=highest_number (DE 3.17, 20.1)."""
    table = table_of(spaces=AWAY, deep_ones="bridge", damage=FRONT_AND_BACK)
    assert Sailing(table, activate_deep_one(table, Space.BRIDGE)).done
    assert table.state.deep_ones == {Space.CAPTAINS_CABIN: 1}


def test_option_4_two_ways_by_choice() -> None:
    """activation.deep_one.option_4.interior, ruling deep_one.first_step=active_player (DE 3.17, 20.1)."""
    table = table_of(
        spaces=AWAY,
        deep_ones="bridge",
        damage=FRONT_AND_BACK,
        active=2,
        readings={"deep_one.first_step": "active_player"},
    )
    playing = Sailing(table, activate_deep_one(table, Space.BRIDGE))
    assert (playing.ask.seat, playing.ask.name) == (2, "unfathomable.deep_one_step")
    assert playing.options == [ChooseSpace(Space.CHAPEL), ChooseSpace(Space.CAPTAINS_CABIN)]
    playing.answer(ChooseSpace(Space.CHAPEL))
    assert table.state.deep_ones == {Space.CHAPEL: 1}


def test_option_4_one_way_is_not_asked() -> None:
    """activation.deep_one.option_4.interior, ruling deep_one.first_step=active_player: one way, no question."""
    table = table_of(
        spaces=AWAY,
        deep_ones="chapel",
        damage=FRONT_AND_BACK,
        readings={"deep_one.first_step": "active_player"},
    )
    assert Sailing(table, activate_deep_one(table, Space.CHAPEL)).done
    assert table.state.deep_ones == {Space.CARGO_HOLD: 1}


@pytest.mark.parametrize(
    ("reading", "start", "damage", "end"),
    [
        ("into_any_room", Space.DECK_3, {}, Space.DECK_3),
        ("into_any_room", Space.CHAPEL, {"chapel": "structural_will"}, Space.CHAPEL),
        ("from_the_deck", Space.DECK_3, {}, Space.DECK_3),
        ("from_the_deck", Space.CHAPEL, {"chapel": "structural_will"}, Space.CARGO_HOLD),
        ("into_any_room", Space.WATER_3, {}, Space.DECK_3),
    ],
)
def test_barricaded_hatches(reading: str, start: Space, damage: dict[str, str], end: Space) -> None:
    """mythos.barricade_the_hatches, by both readings: a Deep One that may not enter stays where it is."""
    table = table_of(
        spaces=AWAY,
        deep_ones=start,
        damage=damage,
        readings={"mythos.barricade_the_hatches": reading},
    )
    table.state.barricaded = True
    assert Sailing(table, activate_deep_one(table, start)).done
    assert table.state.deep_ones == {end: 1}


# All Deep Ones on a space


def test_all_on_one_space() -> None:
    """activation.in_card_text (DE/FR 3.3, PL 2.3): each Deep One of the space once, by the same options."""
    table = table_of(spaces=AWAY, deep_ones="galley galley galley water_1", tops="damage/structural_will")
    assert Sailing(table, activate_deep_ones_on(table, Space.GALLEY)).done
    assert table.state.damage == {Space.GALLEY: Damage.STRUCTURAL_WILL}
    assert table.state.deep_ones == spaces_of("water_1 galley boiler_room boiler_room")


def test_nobody_acts_in_the_deep() -> None:
    """activation.deep_not_activated (DE/FR 3.4, PL 2.4)."""
    table = table_of(deep_ones="deep")
    assert Sailing(table, activate_deep_one(table, Space.DEEP)).facts == []
    assert Sailing(table, activate_deep_ones_on(table, Space.DECK_1)).facts == []
