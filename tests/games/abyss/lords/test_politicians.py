"""Politicians: replacing Lords, buying them, waiving their race and making them cheaper."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Guild, Lord, Race
from referee.games.abyss.choices import (
    DECLINE,
    DismissLord,
    EndTurn,
    Explore,
    GoOn,
    HandIn,
    Recruit,
    SacrificeLord,
    TakeAlly,
    TakeLord,
    UsePower,
)
from referee.games.abyss.costs import terms_for
from referee.games.abyss.facts.court import LordReplaced, LordsCalled
from referee.games.abyss.facts.ending import LastRoundBegan
from referee.games.abyss.facts.powers import LordSacrificed
from referee.games.abyss.facts.recruit import AllyAffiliated, CostPaid, LordDrawn, LordRecruited
from referee.games.abyss.facts.supply import PearlsGained, PearlsPaid
from referee.games.abyss.facts.turn import ExtraTurnGranted
from referee.games.abyss.obstacles import Obstacle, no
from referee.kernel.refusals import Refusal
from tests.games.abyss.lords.service import Printed, lords_of, printed_on, recruiting, resting, serve, turn
from tests.games.abyss.tables import Playing, cards, table_of

PRINTED = {
    Lord.OPPORTUNIST: Printed(cost=6, races=3, influence=5, keys=1, arrow=False),
    Lord.CORRUPTOR: Printed(cost=10, races=1, influence=6, keys=0, arrow=True),
    Lord.TRAITOR: Printed(cost=12, races=3, influence=6, keys=0, arrow=True),
    Lord.DIPLOMAT: Printed(cost=8, races=1, influence=5, keys=1, arrow=False),
    Lord.TREASURER: Printed(cost=10, races=2, influence=5, keys=1, arrow=False),
    Lord.SCHEMER: Printed(cost=8, races=3, influence=6, keys=0, arrow=True),
}
USE_OPPORTUNIST = UsePower(Lord.OPPORTUNIST)
FOR_THE_CORRUPTOR = "squid/5 squid/4 squid/1"
FOR_THE_TRAITOR = "squid/5 crab/5 seahorse/2"


def paying(playing: Playing, hand: str) -> Playing:
    """Hand in all these Allies."""
    return playing.answer(*[HandIn(ally) for ally in cards(hand)])


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost: what is printed on each Politician."""
    assert printed_on(lord, Guild.POLITICIAN, Race.SQUID) == PRINTED[lord]


def test_no_politician_is_missing() -> None:
    assert lords_of(Guild.POLITICIAN) == PRINTED.keys()


# The Opportunist


def test_opportunist_replaces_a_lord_at_court() -> None:
    """lord.opportunist: the top Lord of the deck takes the same place, the old one leaves the game."""
    table = table_of(free={0: "opportunist"}, court="keeper reaper shepherd", lord_deck="miller slaver")
    playing = turn(table).answer(USE_OPPORTUNIST)
    assert playing.options == [DismissLord(lord) for lord in (Lord.KEEPER, Lord.REAPER, Lord.SHEPHERD)]
    playing.answer(DismissLord(Lord.REAPER))
    assert playing.facts_of(LordReplaced) == [LordReplaced(Lord.REAPER, Lord.SLAVER)]
    assert table.state.court == [Lord.KEEPER, Lord.SLAVER, Lord.SHEPHERD]
    assert table.state.lords_gone == [Lord.REAPER]
    assert table.state.lord_deck == [Lord.MILLER]


def test_opportunist_may_fetch_the_lord_to_recruit() -> None:
    """lord.per_turn: used before the action, the newcomer may be recruited in the same turn."""
    hand = "seahorse/5 seahorse/3"
    table = table_of(free={0: "opportunist"}, court="keeper", lord_deck="shepherd", hand={0: hand})
    playing = turn(table)
    assert Recruit(Lord.SHEPHERD) not in playing.options
    playing.answer(USE_OPPORTUNIST)
    assert Recruit(Lord.SHEPHERD) in playing.options


def test_opportunist_works_once_in_a_turn() -> None:
    """lord.per_turn: a second use is refused."""
    playing = turn(table_of(free={0: "opportunist"}, court="keeper")).answer(USE_OPPORTUNIST)
    assert playing.refusal(USE_OPPORTUNIST) == no(Obstacle.POWER_USED, "lord.per_turn")


def test_opportunist_during_the_exploration_and_after_the_action() -> None:
    """lord.per_turn: between two cards, or before the turn ends."""
    table = table_of(free={0: "opportunist"}, court="keeper", deck="crab/3 crab/2 crab/1")
    playing = turn(table).answer(Explore())
    assert playing.options == [TakeAlly(Card.CRAB_1), GoOn(), USE_OPPORTUNIST]
    playing.answer(TakeAlly(Card.CRAB_1))
    assert playing.options == [EndTurn(), USE_OPPORTUNIST]
    assert playing.answer(USE_OPPORTUNIST).done


@pytest.mark.parametrize(
    ("court", "deck", "obstacle"),
    [("keeper", "", Obstacle.LORD_DECK_EMPTY), ("", "keeper", Obstacle.COURT_EMPTY)],
)
def test_opportunist_needs_a_lord_on_either_side(court: str, deck: str, obstacle: Obstacle) -> None:
    """lord.opportunist, ruling opportunist.empty_deck: one at Court and one in the deck."""
    playing = turn(table_of(free={0: "opportunist"}, court=court, lord_deck=deck))
    assert playing.refusal(USE_OPPORTUNIST) == no(obstacle, "lord.opportunist")


def test_opportunist_brings_no_pearls_and_no_refill() -> None:
    """lord.opportunist, court.refill: replacing is not recruiting, with two Lords at Court or fewer."""
    table = table_of(free={0: "opportunist"}, court="keeper reaper")
    playing = turn(table).answer(USE_OPPORTUNIST).answer(DismissLord(Lord.KEEPER))
    assert playing.facts_of(PearlsGained) == []
    assert len(table.state.court) == 2


@pytest.mark.parametrize(("turned", "under"), resting(Lord.OPPORTUNIST))
def test_opportunist_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    table = table_of(turned={0: turned}, holdings={0: {"jail": under}}, court="keeper")
    assert USE_OPPORTUNIST not in turn(table).options


# The Corruptor


def test_corruptor_buys_a_second_lord_for_five_pearls() -> None:
    """lord.corruptor: instead of its cost; since no Ally is handed in, none joins for it."""
    table = table_of(
        court="corruptor traitor keeper reaper shepherd", pearls=(6,), hand={0: FOR_THE_CORRUPTOR}
    )
    playing = paying(recruiting(table, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR)
    assert playing.options[0] == DECLINE
    playing.answer(TakeLord(Lord.KEEPER))
    assert playing.done
    assert playing.facts_of(PearlsPaid) == [PearlsPaid(0, 5)]
    assert playing.facts_of(AllyAffiliated) == [AllyAffiliated(0, Card.SQUID_1)]
    assert table.state.realms[0].free == [Lord.CORRUPTOR, Lord.KEEPER]
    assert table.state.realms[0].pearls == 1


def test_corruptor_may_be_declined_and_needs_five_pearls() -> None:
    """lord.corruptor: its owner may decline; with four pearls, or no Lord at Court, nothing is asked."""
    playing = serve(table_of(court="corruptor keeper", pearls=(5,)), 0, Lord.CORRUPTOR).answer(DECLINE)
    assert playing.done
    assert playing.facts == [LordRecruited(0, Lord.CORRUPTOR)]
    assert serve(table_of(court="corruptor keeper", pearls=(4,)), 0, Lord.CORRUPTOR).done
    assert serve(table_of(court="corruptor", pearls=(5,)), 0, Lord.CORRUPTOR).done


def test_corruptor_sees_the_court_before_it_is_refilled() -> None:
    """lord.corruptor, court.refill, ruling court.refill_timing: the two pearls come too late to pay."""
    court = "corruptor keeper reaper"
    rich = table_of(court=court, pearls=(5,), hand={0: FOR_THE_CORRUPTOR})
    playing = paying(recruiting(rich, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR)
    assert playing.options == [DECLINE, TakeLord(Lord.KEEPER), TakeLord(Lord.REAPER)]
    assert playing.refusal(TakeLord(Lord.MILLER)) == no(Obstacle.LORD_NOT_AT_COURT, "recruit")
    poor = table_of(court=court, pearls=(3,), hand={0: FOR_THE_CORRUPTOR})
    assert paying(recruiting(poor, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR).done
    assert poor.state.realms[0].pearls == 5


def test_corruptor_refills_once_after_both() -> None:
    """court.refill: with one Lord left after the second recruitment, two pearls and five newcomers."""
    table = table_of(court="corruptor keeper reaper", pearls=(5,), hand={0: FOR_THE_CORRUPTOR})
    playing = paying(recruiting(table, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR).answer(TakeLord(Lord.KEEPER))
    assert playing.done
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 2)]
    (called,) = playing.facts_of(LordsCalled)
    assert len(called.lords) == 5


def test_corruptor_second_lord_uses_its_power() -> None:
    """lord.corruptor: a Trader bought for five pearls brings three."""
    table = table_of(court="corruptor trader", pearls=(5,))
    serve(table, 0, Lord.CORRUPTOR).answer(TakeLord(Lord.TRADER))
    assert table.state.realms[0].pearls == 3


@pytest.mark.parametrize("helper", [{0: "treasurer"}, {1: "recruiter"}, {0: "diplomat"}])
def test_corruptor_price_is_flat(helper: dict[int, str]) -> None:
    """lord.corruptor, ruling corruptor.price: neither Treasurer nor Recruiter nor Diplomat changes it."""
    playing = serve(table_of(court="corruptor keeper", pearls=(5,), free=helper), 0, Lord.CORRUPTOR)
    assert playing.answer(TakeLord(Lord.KEEPER)).facts_of(PearlsPaid) == [PearlsPaid(0, 5)]
    assert serve(table_of(court="corruptor keeper", pearls=(4,), free=helper), 0, Lord.CORRUPTOR).done


def test_corruptor_second_lord_counts_as_recruited() -> None:
    """lord.corruptor, end.seventh_lord: the sixth Lord for its cost, the seventh for pearls."""
    table = table_of(
        court="corruptor keeper reaper shepherd miller",
        pearls=(5,),
        hand={0: FOR_THE_CORRUPTOR},
        free={0: "slaver oracle"},
        holdings={0: {"jail": "shaman tamer landlord"}},
    )
    playing = paying(recruiting(table, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR)
    assert playing.facts_of(LastRoundBegan) == []
    playing.answer(TakeLord(Lord.MILLER))
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "seventh_lord")]


# The Traitor


def test_traitor_replaces_a_free_lord_by_one_of_the_court() -> None:
    """lord.traitor (Verräter und Verschwörer): it costs nothing, no Ally joins, and the old Lord leaves the game."""
    table = table_of(
        court="traitor trader miller reaper", free={0: "keeper shepherd"}, hand={0: FOR_THE_TRAITOR}
    )
    playing = paying(recruiting(table, 0, Lord.TRAITOR), FOR_THE_TRAITOR)
    assert playing.options == [DECLINE, SacrificeLord(Lord.KEEPER), SacrificeLord(Lord.SHEPHERD)]
    playing.answer(SacrificeLord(Lord.SHEPHERD))
    assert playing.options == [TakeLord(Lord.TRADER), TakeLord(Lord.MILLER), TakeLord(Lord.REAPER)]
    playing.answer(TakeLord(Lord.TRADER))
    assert playing.done
    assert table.state.realms[0].free == [Lord.KEEPER, Lord.TRAITOR, Lord.TRADER]
    assert table.state.lords_gone == [Lord.SHEPHERD]
    assert len(table.state.realms[0].affiliated) == 1


def test_traitor_newcomer_uses_its_power_at_once() -> None:
    """lord.traitor (Verräter und Verschwörer): the Lord's pearls come before the two of the refill."""
    table = table_of(court="traitor trader reaper", free={0: "keeper"}, hand={0: FOR_THE_TRAITOR})
    playing = paying(recruiting(table, 0, Lord.TRAITOR), FOR_THE_TRAITOR)
    playing.answer(SacrificeLord(Lord.KEEPER)).answer(TakeLord(Lord.TRADER))
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 3), PearlsGained(0, 2)]


def test_traitor_chooses_before_the_court_is_refilled() -> None:
    """lord.traitor, court.refill, ruling court.refill_timing: the choice is between the two Lords left."""
    table = table_of(court="traitor trader reaper", free={0: "keeper"}, hand={0: FOR_THE_TRAITOR})
    playing = paying(recruiting(table, 0, Lord.TRAITOR), FOR_THE_TRAITOR).answer(SacrificeLord(Lord.KEEPER))
    assert playing.options == [TakeLord(Lord.TRADER), TakeLord(Lord.REAPER)]


def test_traitor_may_discard_a_turned_lord_but_none_under_a_location_nor_itself() -> None:
    """lord.traitor, lord.assassin (Verräter und Verschwörer): any of its owner's other free Lords."""
    table = table_of(court="traitor reaper", turned={0: "keeper"}, holdings={0: {"jail": "miller"}})
    playing = serve(table, 0, Lord.TRAITOR)
    assert playing.options == [DECLINE, SacrificeLord(Lord.KEEPER)]
    for lord in (Lord.MILLER, Lord.TRAITOR):
        assert playing.refusal(SacrificeLord(lord)) == no(Obstacle.LORD_NOT_FREE, "lord.traitor")
    playing.answer(SacrificeLord(Lord.KEEPER))
    assert table.state.realms[0].turned == []
    assert table.state.realms[0].has(Lord.REAPER)


@pytest.mark.parametrize(
    ("free", "court"), [("", "traitor keeper"), ("keeper", "traitor")], ids=["no other Lord", "empty Court"]
)
def test_traitor_with_nothing_to_replace(free: str, court: str) -> None:
    """lord.traitor: without another free Lord, or without a Lord at Court, nothing is asked."""
    assert serve(table_of(court=court, free={0: free}), 0, Lord.TRAITOR).done


def test_traitor_may_be_declined() -> None:
    """lord.traitor: its owner need not use the power."""
    playing = serve(table_of(court="traitor reaper", free={0: "keeper"}), 0, Lord.TRAITOR).answer(DECLINE)
    assert playing.done
    assert playing.facts_of(LordSacrificed) == []


def test_traitor_does_not_add_to_the_lords_counted() -> None:
    """lord.traitor, end.seventh_lord: one Lord replaces another, so six stay six."""
    table = table_of(
        court="traitor keeper reaper shepherd",
        hand={0: FOR_THE_TRAITOR},
        free={0: "slaver oracle"},
        holdings={0: {"jail": "shaman tamer landlord"}},
    )
    playing = paying(recruiting(table, 0, Lord.TRAITOR), FOR_THE_TRAITOR).answer(SacrificeLord(Lord.SLAVER))
    playing.answer(TakeLord(Lord.KEEPER))
    assert playing.done
    assert playing.facts_of(LastRoundBegan) == []


# The Diplomat


def test_diplomat_waives_the_race_but_not_their_number() -> None:
    """lord.diplomat, recruit.races: exactly two races for the Reaper, none of them Seahorse."""
    table = table_of(free={0: "diplomat"}, court="reaper", hand={0: "crab/5 squid/2 jellyfish/5"})
    playing = recruiting(table, 0, Lord.REAPER)
    assert playing.refusal(HandIn(Card.CRAB_5), HandIn(Card.SQUID_2)) is None
    for hand in ("crab/5 squid/2 jellyfish/5", "crab/5"):
        refused = playing.refusal(*[HandIn(ally) for ally in cards(hand)])
        assert refused is not None
        assert refused.refusal in (Refusal.LIMIT_BROKEN, Refusal.TOO_FEW)


def test_diplomat_may_still_hand_in_the_race() -> None:
    """lord.diplomat: the race may be left out, but need not be."""
    table = table_of(free={0: "diplomat"}, court="shepherd", hand={0: "seahorse/5 seahorse/3 crab/5 crab/3"})
    playing = recruiting(table, 0, Lord.SHEPHERD)
    for hand in ("seahorse/5 seahorse/3", "crab/5 crab/3"):
        assert playing.refusal(*[HandIn(ally) for ally in cards(hand)]) is None


def test_diplomat_not_for_its_own_recruitment() -> None:
    """lord.diplomat, lord.power: it comes into play only after it is paid for."""
    table = table_of(court="diplomat", hand={0: "crab/5 crab/3"})
    assert turn(table).refusal(Recruit(Lord.DIPLOMAT)) == no(Obstacle.RACE_MISSING, "recruit.race")


@pytest.mark.parametrize(("turned", "under"), resting(Lord.DIPLOMAT))
def test_diplomat_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned, and only for its owner."""
    table = table_of(
        turned={0: turned}, holdings={0: {"jail": under}}, court="shepherd", hand={0: "crab/5 crab/3"}
    )
    assert turn(table).refusal(Recruit(Lord.SHEPHERD)) == no(Obstacle.RACE_MISSING, "recruit.race")


def test_diplomat_does_not_help_others() -> None:
    """lord.diplomat: it works only for its owner."""
    table = table_of(free={1: "diplomat"}, court="shepherd", hand={0: "crab/5 crab/3"})
    assert turn(table).refusal(Recruit(Lord.SHEPHERD)) == no(Obstacle.RACE_MISSING, "recruit.race")


# The Treasurer


def test_treasurer_makes_lords_cheaper_for_its_owner_alone() -> None:
    """lord.treasurer: 2 less value, the races stay."""
    state = table_of(free={0: "treasurer"}).state
    own, other = (terms_for(state, seat, Lord.KEEPER) for seat in (0, 1))
    assert (own.value, other.value) == (4, 6)
    assert (own.races, own.race) == (other.races, other.race) == (3, Race.SEAHORSE)
    assert terms_for(state, 0, Lord.ELDER).value == 8


def test_treasurer_does_not_save_an_ally_of_a_race() -> None:
    """lord.treasurer, recruit.races: at least one Ally of each race, even if two would be worth enough."""
    table = table_of(
        free={0: "treasurer"}, court="keeper", hand={0: "seahorse/3 crab/1 squid/1"}, pearls=(5,)
    )
    playing = recruiting(table, 0, Lord.KEEPER)
    assert playing.refusal(HandIn(Card.SEAHORSE_3), HandIn(Card.CRAB_1)) is not None
    paying(playing, "seahorse/3 crab/1 squid/1")
    assert playing.facts_of(CostPaid)[0].pearls == 0


def test_treasurer_not_for_its_own_recruitment() -> None:
    """lord.treasurer, lord.power: ten, not eight."""
    table = table_of(court="treasurer", hand={0: "squid/5 crab/3 crab/1"})
    assert turn(table).refusal(Recruit(Lord.TREASURER)) == no(Obstacle.VALUE_SHORT, "recruit.value")


@pytest.mark.parametrize(("turned", "under"), resting(Lord.TREASURER))
def test_treasurer_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    state = table_of(turned={0: turned}, holdings={0: {"jail": under}}).state
    assert terms_for(state, 0, Lord.KEEPER).value == 6


# The Schemer


def test_schemer_replaces_a_free_lord_by_the_top_of_the_deck() -> None:
    """lord.schemer (Verräter und Verschwörer): the new Lord is unseen until then, and its power works at once."""
    table = table_of(court="schemer", free={0: "keeper shepherd"}, lord_deck="miller trader")
    playing = serve(table, 0, Lord.SCHEMER)
    assert playing.options == [DECLINE, SacrificeLord(Lord.KEEPER), SacrificeLord(Lord.SHEPHERD)]
    playing.answer(SacrificeLord(Lord.KEEPER))
    assert playing.done
    assert playing.facts[1:] == [
        LordSacrificed(0, Lord.KEEPER),
        LordDrawn(0, Lord.TRADER),
        PearlsGained(0, 3),
    ]
    assert table.state.realms[0].free == [Lord.SHEPHERD, Lord.SCHEMER, Lord.TRADER]
    assert table.state.lord_deck == [Lord.MILLER]
    assert table.state.lords_gone == [Lord.KEEPER]


def test_schemer_may_discard_a_turned_lord_but_none_under_a_location_nor_itself() -> None:
    """lord.schemer, lord.assassin (Verräter und Verschwörer): the successor is not turned."""
    table = table_of(
        court="schemer", turned={0: "keeper"}, holdings={0: {"jail": "reaper"}}, lord_deck="shaman"
    )
    playing = serve(table, 0, Lord.SCHEMER)
    assert playing.options == [DECLINE, SacrificeLord(Lord.KEEPER)]
    for lord in (Lord.REAPER, Lord.SCHEMER):
        assert playing.refusal(SacrificeLord(lord)) == no(Obstacle.LORD_NOT_FREE, "lord.schemer")
    playing.answer(SacrificeLord(Lord.KEEPER))
    assert table.state.realms[0].has(Lord.SHAMAN)


def test_schemer_may_be_declined_and_needs_a_lord_on_either_side() -> None:
    """lord.schemer, ruling schemer.empty_deck: another free Lord, and one in the deck."""
    declined = serve(table_of(court="schemer", free={0: "keeper"}), 0, Lord.SCHEMER).answer(DECLINE)
    assert declined.facts == [LordRecruited(0, Lord.SCHEMER)]
    assert serve(table_of(court="schemer"), 0, Lord.SCHEMER).done
    assert serve(table_of(court="schemer", free={0: "keeper"}, lord_deck=""), 0, Lord.SCHEMER).done


def test_schemer_without_replacement_under_that_reading() -> None:
    """lord.schemer, ruling schemer.empty_deck: the Lord is discarded and not replaced."""
    table = table_of(
        court="schemer", free={0: "keeper"}, lord_deck="", readings={"schemer.empty_deck": "discard_only"}
    )
    assert serve(table, 0, Lord.SCHEMER).answer(SacrificeLord(Lord.KEEPER)).done
    assert table.state.realms[0].free == [Lord.SCHEMER]


# Chains


def test_chain_of_corruptor_traitor_schemer_and_trader() -> None:
    """lord.corruptor, lord.traitor, lord.schemer: each newcomer's power works inside the one that brought it."""
    table = table_of(
        court="corruptor traitor schemer keeper",
        pearls=(5,),
        hand={0: FOR_THE_CORRUPTOR},
        lord_deck="miller reaper shaman slaver oracle invoker trader",
    )
    playing = paying(recruiting(table, 0, Lord.CORRUPTOR), FOR_THE_CORRUPTOR)
    playing.answer(TakeLord(Lord.TRAITOR)).answer(SacrificeLord(Lord.CORRUPTOR))
    playing.answer(TakeLord(Lord.SCHEMER)).answer(SacrificeLord(Lord.TRAITOR))
    assert playing.done
    assert table.state.realms[0].free == [Lord.SCHEMER, Lord.TRADER]
    assert table.state.lords_gone == [Lord.CORRUPTOR, Lord.TRAITOR]
    path = "recruit/lord.corruptor/lord.traitor/lord.schemer/lord.trader/supply.pearls"
    assert path in playing.paths
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 3), PearlsGained(0, 2)]
    assert table.state.court[1:] == [Lord.INVOKER, Lord.ORACLE, Lord.SLAVER, Lord.SHAMAN, Lord.REAPER]


def test_chain_to_the_invoker_keeps_the_extra_turn() -> None:
    """lord.traitor, lord.invoker: the extra turn stays granted when the Invoker is discarded again."""
    table = table_of(court="invoker schemer", lord_deck="keeper")
    serve(table, 0, Lord.INVOKER)
    playing = serve(table, 0, Lord.SCHEMER).answer(SacrificeLord(Lord.INVOKER))
    assert playing.facts_of(ExtraTurnGranted) == [ExtraTurnGranted(0)]
    assert table.state.extra_turn
