"""What each of the ten characters does on revealing (DE 13, 14.2; FR 12, 48.2; PL 52, 40.2)."""

from __future__ import annotations

import pytest

from referee.games.unfathomable import crises
from referee.games.unfathomable.board import DECK, WATER, Space
from referee.games.unfathomable.cards import Item, Loyalty, Mythos, Resource
from referee.games.unfathomable.choices import (
    ChooseNumber,
    ChooseOption,
    ChooseSpace,
    ChooseSupply,
    TakeItem,
    TurnFortune,
)
from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.defeat import CharacterDefeated
from referee.games.unfathomable.facts.hand import CardsDiscarded
from referee.games.unfathomable.facts.mythos import CrisisDecided, MythosDrawn
from referee.games.unfathomable.facts.spoken import NumberChosen
from referee.games.unfathomable.reveal import reveal
from referee.games.unfathomable.state import State
from referee.kernel.asks import default_picks
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of

LOADED = crises.__name__
"""What the mythos cards do is registered by loading them."""


WINDOW = "unfathomable.window."


def revealing(table: Table[State], seat: Seat = 0, watched: tuple[str, ...] = ()) -> Sailing:
    """Reveal with a Hybrid card; questions are asked only for the ability, and in windows that are watched."""
    table.state.players[seat].loyalty = [Loyalty.HYBRID]
    return Sailing(table, reveal(table, seat, Loyalty.HYBRID), watched=watched)


def test_keilani_costs_sanity() -> None:
    """reveal_ability.keilani: lose 1 sanity."""
    table = table_of(3, characters="keilani arjun svetlana")
    playing = revealing(table)
    assert playing.done
    assert table.state.resources[Resource.SANITY] == 7
    assert "reveal.action/reveal.step2/reveal.ability/reveal_ability.keilani/resource.change" in playing.paths


def test_keilani_may_end_the_game_so() -> None:
    """reveal_ability.keilani, game_end.resource_zero: the last sanity. The Hybrid has won."""
    table = table_of(3, characters="keilani arjun svetlana", resources={"sanity": 1})
    assert revealing(table).over
    assert table.outcome is not None
    assert (table.outcome.ending, table.outcome.winners) == (Ending.SANITY_GONE, (0,))


def test_arjun_sets_the_ship_back() -> None:
    """reveal_ability.arjun: the travel marker goes back to the start."""
    table = table_of(3, characters="arjun keilani svetlana", travel=3)
    assert revealing(table).done
    assert table.state.travel == 0


def test_svetlana_defeats_a_passenger_on_deck() -> None:
    """reveal_ability.svetlana: Conduct Malpractice, a passenger of choice."""
    table = table_of(
        3, characters="svetlana keilani arjun", passengers={"deck_3": "soul", "deck_5": "two_souls"}
    )
    playing = revealing(table)
    assert playing.options == [ChooseSpace(Space.DECK_3), ChooseSpace(Space.DECK_5), ChooseSupply()]
    playing.answer(ChooseSpace(Space.DECK_5))
    assert table.state.resources[Resource.SOULS] == 6
    assert Space.DECK_5 not in table.state.passengers


PROTECTION = pytest.mark.parametrize(
    ("reading", "is_safe"), [("not_from_cards", False), ("from_cards", True)]
)


@PROTECTION
def test_svetlana_and_a_passenger_beside_a_human(reading: str, is_safe: bool) -> None:
    """passenger.overpower.human_protects (DE 37.9•1, FR 41.9•1, PL 25.9•1), ruling passenger.human_protects."""
    table = table_of(
        3,
        characters="svetlana keilani arjun",
        spaces={1: "deck_3"},
        passengers={"deck_3": "soul", "deck_5": "soul"},
        readings={"passenger.human_protects": reading},
    )
    playing = revealing(table)
    assert (ChooseSpace(Space.DECK_3) not in playing.options) is is_safe
    assert ChooseSpace(Space.DECK_5) in playing.options


def test_svetlana_defeats_a_passenger_of_the_supply() -> None:
    """reveal_ability.svetlana: Conduct Malpractice, or one of the supply."""
    table = table_of(3, characters="svetlana keilani arjun")
    before = len(table.state.passenger_supply)
    revealing(table).answer(ChooseSupply())
    assert len(table.state.passenger_supply) == before - 1


def test_jeanne_damages_a_room() -> None:
    """reveal_ability.jeanne: Sabotage, an undamaged room of choice."""
    table = table_of(
        3,
        characters="jeanne keilani arjun",
        damage={"galley": "structural_any"},
        tops="damage/structural_will",
    )
    playing = revealing(table)
    assert ChooseSpace(Space.GALLEY) not in playing.options
    assert ChooseSpace(Space.BRIG) not in playing.options
    playing.answer(ChooseSpace(Space.CHAPEL))
    assert Space.CHAPEL in table.state.damage


def test_jamie_defeats_all_humans_and_passengers_on_the_space() -> None:
    """reveal_ability.jamie: Rain Fire. Traitors, and people elsewhere, are spared."""
    table = table_of(
        5,
        characters="jamie keilani arjun svetlana jeanne",
        spaces={0: "deck_4", 1: "deck_4", 2: "deck_4", 3: "deck_4", 4: "deck_2"},
        traitors={3: "cultist"},
        passengers={"deck_4": "nothing nothing", "deck_2": "soul"},
    )
    playing = revealing(table)
    while not playing.done:
        playing.answer(*playing.options)
    spaces = [player.space for player in table.state.players]
    assert spaces == [Space.DECK_4, Space.SICK_BAY, Space.SICK_BAY, Space.DECK_4, Space.DECK_2]
    assert list(table.state.passengers) == [Space.DECK_2]


@PROTECTION
def test_jamie_and_a_passenger_beside_a_human_who_stays(reading: str, is_safe: bool) -> None:
    """passenger.overpower.human_protects (DE 37.9•1, FR 41.9•1, PL 25.9•1), ruling passenger.human_protects."""
    table = table_of(
        3,
        characters="jamie keilani arjun",
        spaces={0: "deck_4", 1: "deck_4"},
        hand={1: "strength/shrug_it_off/5"},
        passengers={"deck_4": "nothing"},
        readings={"passenger.human_protects": reading},
    )
    playing = revealing(table, watched=(WINDOW + "character_would_be_defeated",))
    playing.answer_together([playing.asks[0].options[-1]])
    assert playing.done
    assert table.state.players[1].space is Space.DECK_4, "she shrugged it off"
    assert (Space.DECK_4 in table.state.passengers) is is_safe


def test_william_moves_the_ritual_marker() -> None:
    """reveal_ability.william: Disrupt Ritual, by up to two spaces either way; everyone hears how many."""
    table = table_of(3, characters="william keilani arjun", ritual=2)
    playing = revealing(table)
    assert sorted([option.number for option in playing.options if isinstance(option, ChooseNumber)]) == [
        -2,
        -1,
        0,
        1,
        2,
    ]
    playing.answer(ChooseNumber(-2))
    assert table.state.ritual == 0
    assert playing.facts_of(NumberChosen) == [NumberChosen(0, -2)]
    table = table_of(3, characters="william keilani arjun", ritual=0)
    revealing(table).answer(ChooseNumber(1))
    assert table.state.ritual == 1
    table = table_of(3, characters="william keilani arjun", ritual=1)
    assert revealing(table).answer(ChooseNumber(0)).done
    assert table.state.ritual == 1


def test_beatrice_calls_deep_ones_to_four_water_spaces() -> None:
    """reveal_ability.beatrice: Divide and Conquer, one on each of four different spaces."""
    table = table_of(3, characters="beatrice keilani arjun")
    playing = revealing(table)
    assert playing.options == [ChooseSpace(space) for space in WATER]
    assert playing.refusal(*[ChooseSpace(space) for space in WATER[:3]]) is not None
    playing.answer(*[ChooseSpace(space) for space in WATER[4:]])
    assert playing.done
    assert table.state.deep_ones == dict.fromkeys(WATER[4:], 1)


def test_beatrice_may_overrun_the_ship() -> None:
    """reveal_ability.beatrice, game_end.deep_one_supply: with three left the fourth cannot come."""
    table = table_of(3, characters="beatrice keilani arjun", deep_ones="deck_1 " * 17)
    playing = revealing(table)
    playing.answer(*[ChooseSpace(space) for space in WATER[:4]])
    assert playing.over
    assert table.outcome is not None
    assert table.outcome.ending == Ending.OVERRUN


def test_ishmael_activates_the_deep_ones_around_him() -> None:
    """reveal_ability.ishmael: Swear the Second Oath, each Deep One on his space; they do not attack him."""
    table = table_of(
        3, characters="ishmael keilani arjun", spaces={0: "deck_3"}, deep_ones="deck_3 deck_3 deck_1 deep"
    )
    playing = revealing(table)
    while not playing.done:
        playing.answer(playing.options[0])
    assert table.state.deep_ones == {Space.CHAPEL: 2, Space.DECK_1: 1, Space.DEEP: 1}
    assert table.state.players[0].space is Space.DECK_3


def test_edmund_brings_a_crisis_whose_test_fails() -> None:
    """reveal_ability.edmund: Spread Misfortune. Rat Infestation fails, its symbols are left out."""
    table = table_of(3, characters="edmund keilani arjun", tops="mythos/rat_infestation")
    playing = revealing(table)
    while not playing.done:
        playing.answer(playing.options[0])
    assert table.state.mythos_discard[-1] is Mythos.RAT_INFESTATION
    assert not [path for path in playing.paths if "mythos.activation" in path or "mythos.progress" in path]
    assert not [path for path in playing.paths if "test.step" in path]


def test_edmund_makes_the_choice_of_his_crisis() -> None:
    """reveal_ability.edmund: Spread Misfortune. Whoever the card names, he chooses."""
    table = table_of(3, characters="edmund keilani arjun", tops="mythos/class_struggle")
    playing = revealing(table)
    assert playing.ask.seat == 0
    assert ChooseOption(2) in playing.options


@pytest.mark.parametrize(("reading", "victim"), [("active_player", 1), ("edmund", 0)])
def test_edmund_in_the_turn_of_another(reading: str, victim: Seat) -> None:
    """crisis.resolver (DE 35.9•1, FR 17.9•1, PL 10.9•1), ruling reveal_ability.edmund: who the current player is."""
    table = table_of(
        3,
        characters="edmund keilani arjun",
        active=1,
        tops="mythos/firemen_strike",
        readings={"reveal_ability.edmund": reading},
    )
    playing = revealing(table)
    playing.answer(ChooseOption(1))
    while not playing.done:
        playing.answer(playing.options[0])
    beaten = [fact.seat for fact in playing.facts_of(CharacterDefeated)]
    assert beaten == [victim]


@pytest.mark.parametrize(("reading", "discards"), [("active_player", [(0, 2), (1, 2)]), ("edmund", [(0, 4)])])
def test_edmund_and_the_current_player_of_an_accusation(
    reading: str, discards: list[tuple[Seat, int]]
) -> None:
    """mythos.accusation, ruling reveal_ability.edmund: the chooser and the current player discard two cards each."""
    cards = "will/persistence/1 will/persistence/2 lore/shrivelling/1 lore/shrivelling/2 will/true_grit/5"
    table = table_of(
        3,
        characters="edmund keilani arjun",
        active=1,
        tops="mythos/accusation",
        hand={
            0: cards,
            1: "influence/coordinated_effort/1 influence/coordinated_effort/2 influence/nothing_to_hide/3",
        },
        readings={"reveal_ability.edmund": reading},
    )
    playing = revealing(table).answer(ChooseOption(2))
    while not playing.done:
        ask = playing.ask
        playing.answer(*[ask.options[pick] for pick in default_picks(ask)])
    assert [(fact.seat, len(fact.cards)) for fact in playing.facts_of(CardsDiscarded)] == discards


@pytest.mark.parametrize("owner", [0, 1])
def test_edmund_brings_criminal_activity_in_the_turn_of_another(owner: Seat) -> None:
    """mythos.criminal_activity, crisis.resolver (DE 35.9•1): it is the item of the active player that is removed."""
    table = table_of(
        3,
        characters="edmund keilani arjun",
        active=1,
        tops="mythos/criminal_activity",
        items={owner: "shotgun"},
    )
    playing = revealing(table)
    if owner == 0:
        assert playing.facts_of(CrisisDecided) == [CrisisDecided(0, Mythos.CRIMINAL_ACTIVITY, 1)], (
            "the other has none"
        )
    else:
        playing.answer(ChooseOption(2))
    while not playing.done:
        playing.answer(playing.options[0])
    assert (Item.SHOTGUN in table.state.players[owner].items) is (owner == 0)


def test_edmund_may_replace_the_card_he_draws() -> None:
    """feat.uncanny_fortune, reveal.step5 (DE 14.5, FR 48.5, PL 40.5): he has the feat until step 5 of revealing."""
    table = table_of(
        3, characters="edmund keilani arjun", active=1, tops="mythos/rat_infestation mythos/class_struggle"
    )
    playing = revealing(table, watched=(WINDOW + "mythos_drawn",))
    assert [ask.seat for ask in playing.asks] == [0]
    playing.answer_together([TurnFortune()])
    drawn = [(fact.seat, fact.card) for fact in playing.facts_of(MythosDrawn)]
    assert drawn == [(0, Mythos.RAT_INFESTATION), (0, Mythos.CLASS_STRUGGLE)], "both in his place"
    assert playing.ask.seat == 0, "and the choice of the second card is his"


def test_samira_takes_an_item_of_a_human_beside_her() -> None:
    """reveal_ability.samira: Pickpocket, of choice; not of a traitor, nor from elsewhere. Turned-down upgrades too."""
    table = table_of(
        4,
        characters="samira keilani arjun jamie",
        spaces={0: "deck_1", 1: "deck_1", 2: "deck_1", 3: "deck_2"},
        items={1: "six_shooter", 2: "shotgun", 3: "lucky_ring"},
        inactive={1: "binoculars"},
        traitors={2: "cultist"},
    )
    playing = revealing(table)
    assert playing.options == [TakeItem(Item.SIX_SHOOTER, 1), TakeItem(Item.BINOCULARS, 1)]
    playing.answer(TakeItem(Item.SIX_SHOOTER, 1))
    assert playing.done
    assert table.state.players[0].items == [Item.SIX_SHOOTER]
    assert table.state.players[1].items == []


def test_samira_alone_takes_nothing() -> None:
    """reveal_ability.samira: Pickpocket with nobody on the space."""
    table = table_of(3, characters="samira keilani arjun", spaces={0: DECK[0]}, items={1: "shotgun"})
    assert revealing(table).done
