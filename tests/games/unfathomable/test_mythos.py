"""Mythos cards: drawing, looking, and resolving crisis, activation and progress in order.

The crew of these tables: 0 Keilani, the Captain, and active; 1 Arjun, the Keeper; 2 Svetlana; 3 Jeanne.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import MYTHOS, Character, Mythos, Resource
from referee.games.unfathomable.choices import (
    AdvanceRitual,
    AdvanceTravel,
    ChooseMythos,
    ChooseOption,
    LeadUnconventionally,
    TurnFortune,
)
from referee.games.unfathomable.crises import CRISES
from referee.games.unfathomable.facts.mythos import (
    CrisisBegan,
    CrisisCancelled,
    CrisisDecided,
    MythosDiscarded,
    MythosDrawn,
    MythosLookedAt,
    MythosShown,
    MythosShuffled,
)
from referee.games.unfathomable.facts.spawning import DeepOnesMoved
from referee.games.unfathomable.facts.tracks import RitualMoved, TravelMoved
from referee.games.unfathomable.kept_mythos import discard_mythos_of
from referee.games.unfathomable.mythos import mythos_step, resolve_crisis_alone
from referee.games.unfathomable.mythos_deck import is_available, look_at_mythos, put_mythos_back
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.facts import SPECTATOR, Fact, as_seen
from referee.kernel.table import Table
from tests.games.unfathomable.facing import amounts
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching

AGAINST = "will/persistence/1 treachery/reinforcements/1 treachery/reinforcements/1"


def step(table: Table[State], watched: Sequence[str] = ()) -> Sailing:
    return Sailing(table, mythos_step(table, table.state.active), watched=watched)


def recorded(table: Table[State], kind: type[Fact]) -> list[Any]:
    """Return the recorded facts of one kind."""
    return [found.fact for found in table.recorded if type(found.fact) is kind]


def with_deck(deck: str, discard: str = "", **position: Any) -> Table[State]:
    """Return a table with only these cards in the mythos deck, the first on top, and these in the discard pile."""
    table = table_of(chaos=AGAINST, **position)
    table.state.mythos_deck = [Mythos(name) for name in reversed(deck.split())]
    table.state.mythos_discard = [Mythos(name) for name in discard.split()]
    return table


def test_every_card_has_a_crisis() -> None:
    """crisis.kinds (DE 35.10, FR 17.10, PL 10.10): all seventy cards are there, each with what its kind needs."""
    assert set(CRISES) == set(MYTHOS)
    for card in MYTHOS.values():
        assert card.crisis in ("skill_test", "choice", "combination")
        assert bool(card.difficulty) == (card.crisis != "choice")
        assert bool(card.chooser) == (card.crisis != "skill_test")
        assert not card.partial or card.partial < card.difficulty


def test_crisis_then_activation_then_progress() -> None:
    """mythos.order (DE 35.0-35.3, FR 17.0-17.3, PL 10.0-10.3): crisis, activation symbol, progress symbol, discard."""
    table = table_of(4, tops="mythos/flooding_compartment", chaos=AGAINST, deep_ones="water_3")
    play = step(table)
    assert play.done
    assert amounts(table) == (8, 8, 8, 7)
    assert table.state.deep_ones == {Space.DECK_3: 1}
    assert table.state.ritual == 1
    kinds = [type(fact) for fact in play.facts]
    places = [
        kinds.index(kind) for kind in (MythosDrawn, CrisisBegan, DeepOnesMoved, RitualMoved, MythosDiscarded)
    ]
    assert places == sorted(places)
    assert table.state.mythos_discard == [Mythos.FLOODING_COMPARTMENT]
    assert table.state.mythos_card is Mythos.HIDDEN
    assert table.state.mythos_chooser == NOBODY


def test_a_drawn_card_is_public() -> None:
    """mythos.draw_reveal, mythos.public (DE 35.4, FR 17.4, PL 10.4): everyone sees the card that is being resolved."""
    table = table_of(4, tops="mythos/class_struggle")
    watching = Watching(table, SPECTATOR)
    play = step(table)
    assert watching.state.mythos_card is Mythos.CLASS_STRUGGLE
    assert watching.state.mythos_chooser == 0
    play.answer(ChooseOption(1))
    assert watching.state.mythos_discard == [Mythos.CLASS_STRUGGLE]
    assert set(watching.state.mythos_deck) == {Mythos.HIDDEN}
    assert len(watching.state.mythos_deck) == len(table.state.mythos_deck)


def test_of_the_discard_pile_a_view_has_the_top_alone() -> None:
    """mythos.discard_pile (DE 35.5, FR 17.5, PL 10.5): nobody may count the cards below the top one."""
    table = table_of(4, tops="mythos/horrific_visions mythos/hull_leak", chaos=AGAINST)
    watching = Watching(table, 2)
    assert step(table).done
    assert step(table).done
    assert table.state.mythos_discard == [Mythos.HORRIFIC_VISIONS, Mythos.HULL_LEAK]
    assert watching.state.mythos_discard == [Mythos.HULL_LEAK]


def test_a_human_in_the_brig_resolves_only_symbols() -> None:
    """brig.mythos.no_crisis (DE 7.7, FR 9.7, PL 3.7): activation and progress, but no crisis."""
    table = table_of(4, tops="mythos/flooding_compartment", spaces={0: "brig"}, deep_ones="water_3")
    play = step(table)
    assert play.done
    assert amounts(table) == (8, 8, 8, 8)
    assert (table.state.deep_ones, table.state.ritual) == ({Space.DECK_3: 1}, 1)
    assert play.facts_of(CrisisBegan) == []
    assert table.state.mythos_discard == [Mythos.FLOODING_COMPARTMENT]


def test_the_drawer_chooses_the_track() -> None:
    """mythos.progress.choice (DE 35.27•3, FR 17.27•3, PL 10.27•3): the active player chooses the track."""
    table = table_of(4, tops="mythos/deep_one_feint", chaos=AGAINST, active=2)
    play = step(table)
    assert play.ask.seat == 2
    play.answer(AdvanceTravel())
    assert (table.state.travel, table.state.ritual) == (1, 0)


def test_the_captain_chooses_the_track_for_a_prisoner() -> None:
    """brig.mythos.choice_symbol (DE 7.7•1, FR 9.7•1, PL 3.7•1): with the active player in the Brig, the Captain."""
    table = table_of(4, tops="mythos/deep_one_feint", active=2, spaces={2: "brig"})
    play = step(table)
    assert play.ask.seat == 0
    play.answer(AdvanceRitual())
    assert (table.state.travel, table.state.ritual) == (0, 1)


def test_who_is_captain_when_the_choice_is_put_decides() -> None:
    """crisis.choice.chooser, mythos.pass_to_chooser (DE 35.12, 35.4•2): the holder of the title chooses."""
    play = step(table_of(4, tops="mythos/class_struggle", active=2, titles={"captain": 3}))
    assert play.ask.seat == 3
    assert play.facts_of(CrisisBegan) == [CrisisBegan(Mythos.CLASS_STRUGGLE, 3)]
    play.answer(ChooseOption(2))
    assert play.facts_of(CrisisDecided) == [CrisisDecided(3, Mythos.CLASS_STRUGGLE, 2)]


@pytest.mark.parametrize(
    "position", [{"characters": "arjun svetlana jamie"}, {"spaces": {3: "brig"}}, {"traitors": {3: "hybrid"}}]
)
def test_a_green_card_without_its_character_is_replaced(position: dict[str, Any]) -> None:
    """mythos.char_specific.unavailable (DE 35.4•3-2, FR 17.4•3-2, PL 10.4•3-2): not in play, in the Brig, a traitor."""
    seats = len(position.get("characters", "a b c d").split())
    table = table_of(seats, tops="mythos/signs_of_life mythos/horrific_visions", chaos=AGAINST, **position)
    play = step(table)
    assert play.done
    assert [fact.card for fact in play.facts_of(MythosDrawn)] == [
        Mythos.SIGNS_OF_LIFE,
        Mythos.HORRIFIC_VISIONS,
    ]
    assert table.state.mythos_discard == [Mythos.SIGNS_OF_LIFE, Mythos.HORRIFIC_VISIONS]
    assert play.paths[2].endswith("mythos.char_specific.unavailable/mythos.discard_pile")


@pytest.mark.parametrize(("reading", "edition"), [("traitor_decides", ""), ("", "fr")])
def test_a_traitor_may_decide_the_own_green_card(reading: str, edition: str) -> None:
    """Ruling mythos.unavailable (FR 17.4): the revealed traitor makes the choice."""
    readings = {"mythos.unavailable": reading} if reading else {}
    table = table_of(
        4, tops="mythos/signs_of_life", traitors={3: "hybrid"}, readings=readings, edition=edition
    )
    assert step(table).ask.seat == 3


def test_a_prisoner_replaces_the_green_card_of_a_traitor() -> None:
    """brig.mythos.char_specific (DE 7.7•2, FR 9.7•2, PL 3.7•2), under either reading of mythos.unavailable."""
    table = table_of(
        4,
        tops="mythos/signs_of_life mythos/horrific_visions",
        traitors={3: "hybrid"},
        spaces={0: "brig"},
        readings={"mythos.unavailable": "traitor_decides"},
    )
    assert step(table).done
    assert table.state.mythos_discard == [Mythos.SIGNS_OF_LIFE, Mythos.HORRIFIC_VISIONS]
    assert is_available(table, Mythos.SIGNS_OF_LIFE)
    assert not is_available(table, Mythos.SIGNS_OF_LIFE, 0)


def test_the_last_card_brings_a_new_deck_when_it_is_resolved() -> None:
    """mythos.reshuffle (DE 35.6, FR 17.6, PL 10.6): then the discard pile, this card in it, is the new deck."""
    table = with_deck("horrific_visions", "hull_leak class_struggle")
    watching = Watching(table, 1)
    assert step(table).done
    assert sorted(table.state.mythos_deck) == [
        Mythos.CLASS_STRUGGLE,
        Mythos.HORRIFIC_VISIONS,
        Mythos.HULL_LEAK,
    ]
    assert table.state.mythos_discard == []
    assert watching.state.mythos_deck == [Mythos.HIDDEN] * 3
    assert watching.state.mythos_discard == []


@pytest.mark.parametrize("reading", ["reshuffle", "none"])
def test_the_deck_runs_out_in_mid_draw(reading: str) -> None:
    """Ruling mythos.empty_deck: the discard pile becomes the deck at once, or no card is drawn."""
    table = with_deck("miscalculation", "horrific_visions", readings={"mythos.empty_deck": reading})
    play = step(table)
    assert play.done
    drawn = [fact.card for fact in play.facts_of(MythosDrawn)]
    if reading == "reshuffle":
        assert drawn[-1] is Mythos.HORRIFIC_VISIONS
        assert table.state.ritual == 1
    else:
        assert drawn == [Mythos.MISCALCULATION]
        assert (amounts(table), table.state.ritual) == ((8, 8, 8, 8), 0)
        assert sorted(table.state.mythos_deck) == [Mythos.HORRIFIC_VISIONS, Mythos.MISCALCULATION]


def test_nothing_left_to_draw() -> None:
    """limits.short_deck (DE 31.1): with no card that could be resolved, the step passes."""
    table = with_deck("", "miscalculation")
    play = step(table)
    assert play.done
    assert play.facts_of(MythosDrawn) == []


# Looking


def test_only_the_looker_sees_the_cards() -> None:
    """ability.look (DE 18.7, FR 10.7, PL 50.7): the others know how many, and where they were put."""
    table = table_of(4, tops="mythos/hull_leak mythos/class_struggle")
    looker, other = Watching(table, 1), Watching(table, 2)
    assert look_at_mythos(table, 1, 2) == (Mythos.HULL_LEAK, Mythos.CLASS_STRUGGLE)
    assert looker.state.mythos_held == [Mythos.HULL_LEAK, Mythos.CLASS_STRUGGLE]
    assert other.state.mythos_held == [Mythos.HIDDEN] * 2
    put_mythos_back(table, 1, (Mythos.CLASS_STRUGGLE,), (Mythos.HULL_LEAK,))
    assert (table.state.mythos_deck[-1], table.state.mythos_deck[0]) == (
        Mythos.CLASS_STRUGGLE,
        Mythos.HULL_LEAK,
    )
    assert len(table.state.mythos_deck) == 70
    for watching in (looker, other):
        assert watching.state.mythos_deck == [Mythos.HIDDEN] * 70
        assert watching.state.mythos_held == []
    seen: Any = as_seen(table.recorded[-1].fact, 2)
    assert (seen.top, seen.bottom) == ((Mythos.HIDDEN,), (Mythos.HIDDEN,))


def test_cards_are_put_back_in_the_order_named() -> None:
    """On top the first is uppermost, at the bottom the last is undermost."""
    table = table_of(4, tops="mythos/hull_leak mythos/class_struggle mythos/infection mythos/transformation")
    look_at_mythos(table, 1, 4)
    top = (Mythos.INFECTION, Mythos.HULL_LEAK)
    put_mythos_back(table, 1, top, (Mythos.TRANSFORMATION, Mythos.CLASS_STRUGGLE))
    deck = table.state.mythos_deck
    assert (deck[-1], deck[-2], deck[1], deck[0]) == (*top, Mythos.TRANSFORMATION, Mythos.CLASS_STRUGGLE)


def test_green_cards_without_their_character_are_shown_and_replaced() -> None:
    """mythos.char_specific.secret_look (DE 35.4•3-3, FR 17.4•3-3, PL 10.4•3-3): shown to all, as often as needed."""
    table = table_of(4, tops="mythos/miscalculation mythos/hull_leak mythos/family_ties mythos/infection")
    watching = Watching(table, 2)
    assert look_at_mythos(table, 1, 2) == (Mythos.HULL_LEAK, Mythos.INFECTION)
    assert [fact.card for fact in recorded(table, MythosShown)] == [Mythos.MISCALCULATION, Mythos.FAMILY_TIES]
    assert table.state.mythos_discard == [Mythos.MISCALCULATION, Mythos.FAMILY_TIES]
    assert watching.state.mythos_discard == [Mythos.FAMILY_TIES]
    assert watching.state.mythos_held == [Mythos.HIDDEN] * 2


@pytest.mark.parametrize(("reading", "count"), [("reshuffle", 2), ("none", 1)])
def test_the_deck_runs_out_in_a_look(reading: str, count: int) -> None:
    """Ruling mythos.empty_deck: the cards held stay out of the new deck; or one looks at what there is."""
    table = with_deck("hull_leak", "infection class_struggle", readings={"mythos.empty_deck": reading})
    found = look_at_mythos(table, 1, 2)
    assert len(found) == count
    assert found[0] is Mythos.HULL_LEAK
    assert len(recorded(table, MythosShuffled)) == count - 1
    put_mythos_back(table, 1, found, ())
    assert len(table.state.mythos_deck) + len(table.state.mythos_discard) == 3


def test_looking_into_an_empty_deck() -> None:
    """limits.short_deck (DE 31.1): nothing is seen if no card is left."""
    table = with_deck("")
    assert look_at_mythos(table, 1, 2) == ()
    assert recorded(table, MythosLookedAt) == []


# A crisis alone, and abilities that change what is drawn and chosen


def test_a_crisis_alone_fails_its_test() -> None:
    """reveal_ability.edmund: the test fails by itself, and the symbols are ignored."""
    table = table_of(4, tops="mythos/food_stores_raid", hand={1: "will/true_grit/5"}, deep_ones="water_3")
    play = Sailing(table, resolve_crisis_alone(table, 2))
    assert play.done
    assert amounts(table) == (8, 6, 8, 8)
    assert (table.state.deep_ones, table.state.travel) == ({Space.WATER_3: 1}, 0)
    assert table.state.mythos_discard == [Mythos.FOOD_STORES_RAID]
    assert play.facts_of(TravelMoved) == []


@pytest.mark.parametrize(("option", "left"), [(1, (8, 8, 6, 8)), (2, (8, 8, 8, 8))])
def test_a_choice_of_a_crisis_alone(option: int, left: tuple[int, ...]) -> None:
    """reveal_ability.edmund: the choice is not the Captain's but the player's own."""
    table = table_of(4, tops="mythos/class_struggle")
    play = Sailing(table, resolve_crisis_alone(table, 2))
    assert play.ask.seat == 2
    play.answer(ChooseOption(option))
    assert play.done
    assert amounts(table) == left


def test_a_combination_alone() -> None:
    """reveal_ability.edmund: a test that is chosen fails; the current player pays, no matter who chose."""
    table = table_of(4, tops="mythos/firemen_strike")
    play = Sailing(table, resolve_crisis_alone(table, 2))
    play.answer(ChooseOption(1))
    assert play.done
    assert table.state.players[0].space is Space.SICK_BAY


def test_fortune_replaces_the_card() -> None:
    """feat.uncanny_fortune: before the card is resolved it is discarded and another one drawn."""
    table = table_of(
        4,
        characters="keilani edmund svetlana jeanne",
        tops="mythos/hull_leak mythos/horrific_visions",
        chaos=AGAINST,
    )
    play = step(table, ["unfathomable.window.mythos_drawn"])
    assert [ask.seat for ask in play.asks] == [1]
    play.answer_together([TurnFortune()])
    assert play.done
    assert table.state.mythos_discard == [Mythos.HULL_LEAK, Mythos.HORRIFIC_VISIONS]
    assert amounts(table) == (8, 8, 7, 8)


def test_two_cards_are_drawn_and_one_resolved() -> None:
    """ability.predictive_analytics: Beatrice draws two, resolves one, and the other goes under the deck."""
    table = table_of(
        4,
        characters="beatrice arjun svetlana jeanne",
        tops="mythos/hull_leak mythos/family_ties mythos/horrific_visions",
        chaos=AGAINST,
    )
    watching = Watching(table, 1)
    play = step(table)
    assert play.options == [ChooseMythos(Mythos.HULL_LEAK), ChooseMythos(Mythos.HORRIFIC_VISIONS)]
    assert (watching.state.mythos_aside, watching.state.mythos_card) == (
        Mythos.HULL_LEAK,
        Mythos.HORRIFIC_VISIONS,
    )
    play.answer(ChooseMythos(Mythos.HORRIFIC_VISIONS))
    assert play.done
    assert table.state.mythos_deck[0] is Mythos.HULL_LEAK
    assert table.state.mythos_discard == [Mythos.FAMILY_TIES, Mythos.HORRIFIC_VISIONS]
    assert amounts(table) == (8, 8, 7, 8)
    assert watching.state.mythos_deck == [Mythos.HIDDEN] * len(table.state.mythos_deck)


def test_one_card_is_left_of_two() -> None:
    """ability.predictive_analytics, limits.short_deck (DE 31.1): with one card there is nothing to choose."""
    table = with_deck("horrific_visions", characters="beatrice arjun svetlana jeanne")
    play = step(table)
    assert play.done
    assert amounts(table) == (8, 8, 7, 8)


def test_a_leader_calls_the_crisis_off() -> None:
    """feat.unconventional_leader: a resource for the crisis; the symbols are still resolved."""
    table = table_of(4, tops="mythos/class_struggle", deep_ones="water_3")
    play = step(table, ["unfathomable.window.mythos_choice"])
    assert [ask.seat for ask in play.asks] == [0]
    play.answer_together([LeadUnconventionally(Resource.FUEL)])
    assert play.done
    assert amounts(table) == (7, 8, 8, 8)
    assert play.facts_of(CrisisCancelled) == [CrisisCancelled(0, Mythos.CLASS_STRUGGLE)]
    assert (table.state.deep_ones, table.state.travel) == ({Space.DECK_3: 1}, 1)
    assert not table.state.crisis_cancelled


def test_only_who_must_choose_is_asked_to_lead() -> None:
    """feat.unconventional_leader: the window is hers alone, and only if the choice is hers."""
    table = table_of(4, tops="mythos/class_struggle", titles={"captain": 1})
    play = step(table, ["unfathomable.window.mythos_choice"])
    assert (play.ask.seat, play.ask.name) == (1, "unfathomable.crisis")
    play = step(table_of(4, tops="mythos/hull_leak"), ["unfathomable.window.mythos_choice"])
    assert play.done


# Play areas


def test_the_cards_of_a_play_area_are_discarded() -> None:
    """reveal.step5 (DE 14.5, FR 48.5, PL 40.5): all mythos cards of the play area go to the discard pile."""
    table = table_of(4, mythos={1: "sacrifice_deep_one the_peacemaker"})
    assert Sailing(table, discard_mythos_of(table, 1)).done
    assert table.state.players[1].mythos == []
    assert table.state.mythos_discard == [Mythos.SACRIFICE_DEEP_ONE, Mythos.THE_PEACEMAKER]


def test_a_card_that_stays_is_not_discarded() -> None:
    """mythos.draw_reveal (DE 35.4): a card that stays in a play area is not in the pile; its symbols are resolved."""
    table = table_of(4, tops="mythos/sacrifice_deep_one", deep_ones="water_3")
    play = step(table)
    play.answer(ChooseOption(1))
    assert play.done
    assert table.state.mythos_discard == []
    assert table.state.players[1].mythos == [Mythos.SACRIFICE_DEEP_ONE]
    assert (table.state.deep_ones, table.state.travel) == ({Space.DECK_3: 1}, 1)


def test_green_cards_name_their_character() -> None:
    """mythos.char_specific (DE 35.4•3-1): the character of each green card is its chooser."""
    green = [card for card in MYTHOS.values() if card.character is not Character.HIDDEN]
    assert len(green) == 10
    assert [card.chooser for card in green] == [card.character for card in green]
