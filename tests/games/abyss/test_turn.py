"""A turn: the rules `turn`, `plot`, `action` and `action.none`, and the order of turns."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import Card, Lord, Race
from referee.games.abyss.choices import (
    DECLINE,
    BuyAlly,
    DiscardAlly,
    DismissLord,
    EndTurn,
    Explore,
    FightMonster,
    PassOffer,
    Plot,
    Recruit,
    RestAction,
    TakeAlly,
    TakeLocation,
    TakeStack,
    UsePower,
)
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.ending import LastRoundBegan
from referee.games.abyss.facts.explore import AllyTaken
from referee.games.abyss.facts.supply import PearlsPaid
from referee.games.abyss.facts.turn import ExtraTurnGranted, TurnBegan
from referee.games.abyss.state import State
from referee.games.abyss.turn import take_turn
from referee.kernel.table import Table
from tests.games.abyss.matches import Match, absent, random_match
from tests.games.abyss.tables import Playing, lords, table_of

ALL_SEATS = pytest.mark.parametrize("seats", GAME.seats)


def turn_of(table: Table[State]) -> Playing:
    return Playing(table, take_turn(table, 0))


# Plotting at Court


def test_plotting_costs_a_pearl_and_brings_a_lord() -> None:
    """Rule plot (1 Politik am Hof): a pearl to the Treasury, the top Lord to the free space farthest from the deck."""
    table = table_of(court="sage hermit elder", lord_deck="trader peddler", pearls=[1])
    playing = turn_of(table).answer(Plot())
    assert table.state.court == lords("sage hermit elder peddler")
    assert table.state.realms[0].pearls == 0
    assert table.state.treasury == 50
    assert playing.facts[-2:] == [PearlsPaid(0, 1), LordsCalled((Lord.PEDDLER,))]
    assert playing.paths[-1] == "turn/action/plot"


def test_plotting_goes_on_until_the_court_is_full() -> None:
    """Rule plot (1 Politik am Hof): as often as the seat can pay and there are free spaces."""
    table = table_of(court="sage hermit elder", pearls=[9])
    playing = turn_of(table)
    for _ in range(3):
        playing.answer(Plot())
    assert len(table.state.court) == 6
    assert Plot() not in playing.options
    assert table.state.realms[0].pearls == 6


def test_plotting_goes_on_until_the_pearls_are_spent() -> None:
    """Rule plot (1 Politik am Hof): as often as the seat can pay."""
    playing = turn_of(table_of(court="sage", pearls=[2])).answer(Plot()).answer(Plot())
    assert Plot() not in playing.options


def test_plotting_goes_on_until_the_lord_deck_is_empty() -> None:
    """Rule plot (1 Politik am Hof): with an empty Lord deck there is no more plotting."""
    playing = turn_of(table_of(court="sage", lord_deck="trader", pearls=[9])).answer(Plot())
    assert Plot() not in playing.options


def test_plotting_is_a_free_choice() -> None:
    """Rule plot (1 Politik am Hof): a seat may plot, or go straight to its action."""
    playing = turn_of(table_of(court="sage", council="crab/1", pearls=[1])).answer(TakeStack(Race.CRAB))
    assert playing.done
    assert playing.facts_of(PearlsPaid) == []


def test_plotting_can_bring_the_lord_that_is_recruited() -> None:
    """plot, recruit: a Lord brought to Court can be recruited in the same turn."""
    table = table_of(court="sage", lord_deck="shepherd", pearls=[2], hand={0: "seahorse/5 seahorse/2"})
    playing = turn_of(table)
    assert Recruit(Lord.SHEPHERD) not in playing.options
    assert Recruit(Lord.SHEPHERD) in playing.answer(Plot()).options


# One action


def test_all_a_seat_may_do() -> None:
    """Rule action (2 Eine Aktion ausführen): explore, ask the Council or recruit; also plot and use powers."""
    table = table_of(
        court="sage shepherd",
        council="crab/1 jellyfish/2",
        hand={0: "seahorse/5 seahorse/2"},
        free={0: "oracle"},
        pearls=[1],
    )
    assert turn_of(table).options == [
        Recruit(Lord.SHEPHERD),
        Explore(),
        TakeStack(Race.CRAB),
        TakeStack(Race.JELLYFISH),
        Plot(),
        UsePower(Lord.ORACLE),
    ]


@pytest.mark.parametrize("action", [Explore(), TakeStack(Race.CRAB)])
def test_one_action_ends_the_turn(action: Explore | TakeStack) -> None:
    """Rule action (2 Eine Aktion ausführen): exactly one; without a power left to use, the turn then ends by itself."""
    table = table_of(council="crab/1 squid/1", deck="squid/2 squid/2")
    playing = turn_of(table).answer(action)
    if not playing.done:
        playing.answer(TakeAlly(Card.SQUID_2))
    assert playing.done
    assert len(playing.facts_of(AllyTaken) + playing.facts_of(StackTaken)) == 1


def test_first_option_is_taken_for_a_seat_that_ran_out_of_time() -> None:
    """action: an absent seat recruits if it can, explores otherwise, and never plots."""
    rich = table_of(court="shepherd", hand={0: "seahorse/5 seahorse/3"}, pearls=[5])
    poor = table_of(court="shepherd", council="crab/1", pearls=[5])
    assert turn_of(rich).options[0] == Recruit(Lord.SHEPHERD)
    assert turn_of(poor).options[0] == Explore()


def test_seat_without_any_action_rests() -> None:
    """action.none: a seat does nothing only if no action is possible."""
    table = table_of(deck="")
    playing = turn_of(table)
    assert playing.options == [RestAction()]
    assert playing.answer(RestAction()).done
    assert playing.facts == [TurnBegan(0, 1)]


def test_seat_that_could_rest_may_still_plot() -> None:
    """action.none, plot: a Lord brought to Court may make an action possible, and resting impossible."""
    table = table_of(deck="", lord_deck="shepherd", hand={0: "seahorse/5 seahorse/4"}, pearls=[1])
    playing = turn_of(table)
    assert playing.options == [RestAction(), Plot()]
    assert playing.answer(Plot()).options == [Recruit(Lord.SHEPHERD)]


# Powers at any time, Locations after the action, the Commander last


def test_powers_are_used_before_and_after_the_action() -> None:
    """lord.per_turn (Besondere Fähigkeiten der Edlen, Anmerkung): the owner decides when to use them in the turn."""
    table = table_of(
        free={0: "slaver opportunist"},
        council="crab/1",
        court="sage",
        lord_deck="trader",
        hand={0: "squid/1"},
    )
    playing = turn_of(table).answer(UsePower(Lord.OPPORTUNIST))
    assert table.state.court == [Lord.TRADER]
    playing.answer(TakeStack(Race.CRAB))
    assert playing.ask.name == "abyss.after_action"
    assert playing.options == [EndTurn(), UsePower(Lord.SLAVER)]
    assert playing.answer(UsePower(Lord.SLAVER)).answer(DiscardAlly(Card.CRAB_1)).done


def test_turn_may_end_with_powers_unused() -> None:
    """lord.per_turn: a power may be used, but need not be."""
    playing = turn_of(table_of(free={0: "slaver"}, council="crab/1")).answer(TakeStack(Race.CRAB))
    assert playing.options == [EndTurn(), UsePower(Lord.SLAVER)]
    assert playing.answer(EndTurn()).done


def test_powers_are_used_between_the_cards_of_an_exploration() -> None:
    """lord.per_turn (Besondere Fähigkeiten der Edlen, Anmerkung): after an unsold Ally or a Monster."""
    table = table_of(
        free={0: "slaver opportunist"}, court="sage hermit", deck="squid/1 monster", hand={0: "crab/1"}
    )
    playing = turn_of(table).answer(Explore())
    assert playing.ask.name == "abyss.monster"
    playing.answer(UsePower(Lord.OPPORTUNIST)).answer(DismissLord(Lord.SAGE))
    assert playing.ask.name == "abyss.monster"
    assert UsePower(Lord.OPPORTUNIST) not in playing.options
    playing.answer(FightMonster())


def test_steps_of_a_turn_come_in_their_order() -> None:
    """Rule turn (Überblick über einen Spielzug): action, Locations, remaining powers, then the Commander."""
    table = table_of(
        free={0: "slaver", 1: "commander"},
        keys=[2],
        threat=3,
        hand={0: "crab/1 crab/1 crab/1 crab/1 crab/2 crab/2 crab/2 crab/3"},
        open_locations="jail",
        location_deck="",
        deck="squid/1 squid/1 squid/1 squid/1 monster",
    )
    playing = turn_of(table).answer(Explore()).answer(FightMonster())
    assert playing.ask.name == "abyss.location"
    playing.answer(TakeLocation(playing.table.state.open_locations[0]))
    assert playing.ask.name == "abyss.keys"
    playing.answer(*playing.options[:3])
    assert playing.ask.name == "abyss.after_action"
    playing.answer(UsePower(Lord.SLAVER)).answer(DiscardAlly(Card.CRAB_1))
    assert playing.ask.name == "abyss.discard_down"
    assert playing.answer(DiscardAlly(Card.CRAB_1)).done
    assert len(table.state.realms[0].hand) == 6


def test_lord_whose_key_is_used_is_no_longer_there_for_its_power() -> None:
    """lord.power, locations: three keys must be used at once, before the remaining powers."""
    table = table_of(
        free={0: "slaver keeper reaper"}, council="crab/1", open_locations="jail", location_deck=""
    )
    playing = turn_of(table).answer(TakeStack(Race.CRAB)).answer(TakeLocation(table.state.open_locations[0]))
    assert playing.done
    assert table.state.realms[0].free == []


# The order of turns


@ALL_SEATS
@pytest.mark.parametrize("number", range(6))
def test_turns_go_clockwise(seats: int, number: int) -> None:
    """Rule turn (Ende des Spielzuges): the seat to the left is next, except for the extra turn of an Invoker."""
    facts = random_match(seats, f"clockwise {number}").facts
    turns = [fact for fact in facts if isinstance(fact, TurnBegan)]
    granted = [isinstance(fact, ExtraTurnGranted) for fact in facts]
    starts = [place for place, fact in enumerate(facts) if isinstance(fact, TurnBegan)]
    assert [turn.turn for turn in turns] == list(range(1, len(turns) + 1))
    for (before, after), (begin, end) in zip(pairwise(turns), pairwise(starts), strict=True):
        assert after.seat == (before.seat if any(granted[begin:end]) else (before.seat + 1) % seats)


@ALL_SEATS
def test_invoker_is_among_these_matches(seats: int) -> None:
    """lord.invoker: the matches above would prove little without an extra turn."""
    matches = [random_match(seats, f"clockwise {number}") for number in range(6)]
    assert any(match.facts_of(ExtraTurnGranted) for match in matches)


@ALL_SEATS
def test_offers_and_powers_start_afresh_with_every_turn(seats: int) -> None:
    """explore.offer, lord.per_turn: "each turn" ends with the turn."""
    table = table_of(seats, deck="squid/1 squid/1 crab/1", pearls=[0, 9])
    playing = Playing(table, take_turn(table, 0)).answer(Explore()).answer(BuyAlly(Card.CRAB_1, 1))
    playing.answer(TakeAlly(Card.SQUID_1))
    playing = Playing(table, take_turn(table, 0)).answer(Explore())
    assert playing.options == [PassOffer(), BuyAlly(Card.SQUID_1, 1)]


@ALL_SEATS
def test_match_of_absent_seats_ends(seats: int) -> None:
    """A seat that runs out of time always gets a legal default answer, and even a match of such seats ends."""
    match = Match(seats, "nobody", absent)
    assert match.outcome.winners
    assert len(match.facts_of(LastRoundBegan)) == 1


def test_decline_is_never_the_only_option() -> None:
    """No seat is asked a question if everyone can see that it has only one answer."""
    for seats in GAME.seats:
        for ask in random_match(seats, "one answer").asks:
            assert list(ask.options) != [DECLINE]
