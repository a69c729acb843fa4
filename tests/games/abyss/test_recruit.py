"""Recruiting a Lord: the rules `recruit` and `recruit.*`, "Einen Edlen anwerben"."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Lord
from referee.games.abyss.choices import Affiliate, HandIn, Recruit
from referee.games.abyss.facts.court import LordsCalled
from referee.games.abyss.facts.recruit import AllyAffiliated, CostPaid, LordRecruited
from referee.games.abyss.facts.supply import PearlsGained
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.recruit import recruit
from referee.games.abyss.state import State
from referee.games.abyss.turn import take_turn
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing, cards, lords, table_of


def hand_in(names: str) -> list[HandIn]:
    return [HandIn(card) for card in cards(names)]


def recruiting(table: Table[State], lord: Lord) -> Playing:
    return Playing(table, recruit(table, 0, lord))


# The example of the book: Master of Magic, Slaver and Traitor at Court, two pearls, and this hand.


def example() -> Table[State]:
    return table_of(
        court="master_of_magic slaver traitor",
        hand={0: "jellyfish/3 crab/2 shellfish/5 shellfish/1"},
        pearls=[2],
    )


def test_example_two_of_three_lords_can_be_recruited() -> None:
    """Rule recruit (Einen Edlen anwerben, example): not the Traitor, because no Squid is in hand."""
    table = example()
    playing = Playing(table, take_turn(table, 0))
    assert [option for option in playing.options if isinstance(option, Recruit)] == [
        Recruit(Lord.MASTER_OF_MAGIC),
        Recruit(Lord.SLAVER),
    ]
    assert playing.refusal(Recruit(Lord.TRAITOR)) == no(Obstacle.RACE_MISSING, "recruit.race")


def test_example_master_of_magic() -> None:
    """Rule recruit (Einen Edlen anwerben, example): Jellyfish 3, Crab 2, Shellfish 5; the Crab joins."""
    table = example()
    playing = recruiting(table, Lord.MASTER_OF_MAGIC).answer(*hand_in("jellyfish/3 crab/2 shellfish/5"))
    realm = table.state.realms[0]
    assert playing.facts_of(CostPaid)[0].pearls == 0
    assert realm.affiliated == [Card.CRAB_2]
    assert realm.free == [Lord.MASTER_OF_MAGIC]
    assert realm.hand == [Card.SHELLFISH_1]
    assert sorted(table.state.discard) == sorted(cards("jellyfish/3 shellfish/5"))
    # Two Lords were left, so the seat gains two pearls and the Court is refilled.
    assert realm.pearls == 4
    assert len(table.state.court) == 6


def test_example_slaver() -> None:
    """Rule recruit (Einen Edlen anwerben, example): both Shellfish and two pearls; the weaker one joins."""
    table = example()
    playing = recruiting(table, Lord.SLAVER).answer(*hand_in("shellfish/5 shellfish/1"))
    realm = table.state.realms[0]
    assert playing.facts_of(CostPaid) == [
        CostPaid(0, Lord.SLAVER, (Card.SHELLFISH_5, Card.SHELLFISH_1), pearls=2)
    ]
    assert realm.affiliated == [Card.SHELLFISH_1]
    assert realm.free == [Lord.SLAVER]
    assert realm.pearls == 2
    assert len(table.state.court) == 6


# Paying


def test_order_of_a_recruitment() -> None:
    """Rule recruit (Einen Edlen anwerben): cost, affiliation, the Lord, its power, the Court."""
    table = table_of(court="peddler sage hermit", hand={0: "shellfish/5 shellfish/3"})
    playing = recruiting(table, Lord.PEDDLER).answer(*hand_in("shellfish/5 shellfish/3"))
    assert [type(fact) for fact in playing.facts] == [
        CostPaid,
        AllyAffiliated,
        LordRecruited,
        PearlsGained,
        PearlsGained,
        LordsCalled,
    ]
    assert playing.paths == [
        "recruit/recruit.cost",
        "recruit/recruit.affiliate",
        "recruit",
        "recruit/lord.peddler/supply.pearls",
        "recruit/court.refill/supply.pearls",
        "recruit/court.refill",
    ]


def test_seat_is_asked_even_if_there_is_one_way_to_pay() -> None:
    """recruit.cost: the others must not learn how a seat could pay."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/5 seahorse/3"})
    playing = recruiting(table, Lord.SHEPHERD)
    assert playing.ask.name == "abyss.payment"
    assert playing.options == hand_in("seahorse/5 seahorse/3")


def test_surplus_is_lost() -> None:
    """recruit.cost (Die Kosten eines Edlen bezahlen): there is no change."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/5 seahorse/4"}, pearls=[3])
    recruiting(table, Lord.SHEPHERD).answer(*hand_in("seahorse/5 seahorse/4"))
    assert table.state.realms[0].pearls == 3


def test_several_allies_of_a_race_may_be_handed_in() -> None:
    """recruit.races (Die Kosten eines Edlen bezahlen): the number of races is exact, the number of Allies is not."""
    table = table_of(
        court="shepherd sage hermit elder", hand={0: "seahorse/2 seahorse/2 seahorse/2 seahorse/3"}
    )
    playing = recruiting(table, Lord.SHEPHERD)
    playing.answer(*hand_in("seahorse/2 seahorse/2 seahorse/2 seahorse/3"))
    assert table.state.realms[0].affiliated == [Card.SEAHORSE_2]


def test_each_missing_point_costs_a_pearl() -> None:
    """recruit.cost (Perlen können helfen): pearls pay for missing points and go to the Treasury."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/5 seahorse/3"}, pearls=[7])
    playing = recruiting(table, Lord.SHEPHERD).answer(*hand_in("seahorse/3"))
    assert playing.facts_of(CostPaid) == [CostPaid(0, Lord.SHEPHERD, (Card.SEAHORSE_3,), pearls=5)]
    assert table.state.realms[0].pearls == 2
    assert table.state.treasury == 48
    assert table.state.realms[0].hand == [Card.SEAHORSE_5]


def test_pearls_do_not_stand_in_for_a_race() -> None:
    """recruit.cost (Perlen können helfen): at least one Ally of each race must still be handed in."""
    table = table_of(court="keeper sage hermit elder", hand={0: "seahorse/5 crab/3 squid/1"}, pearls=[9])
    playing = recruiting(table, Lord.KEEPER)
    assert playing.refusal(*hand_in("seahorse/5 crab/3")) == Refused(Refusal.TOO_FEW)
    playing.answer(*hand_in("seahorse/5 crab/3 squid/1"))
    assert table.state.realms[0].pearls == 9


@pytest.mark.parametrize(
    ("payment", "rule", "limit"),
    [
        ("seahorse/5 seahorse/4 seahorse/1", "recruit.races", "groups_exactly"),
        ("seahorse/5 crab/3 squid/1 jellyfish/1", "recruit.races", "groups_exactly"),
        ("crab/3 squid/1 jellyfish/1", "recruit.race", "group_required"),
        ("seahorse/1 squid/1 jellyfish/1", "recruit.value", "total_at_least"),
    ],
)
def test_payment_must_fit_exactly(payment: str, rule: str, limit: str) -> None:
    """recruit.races, .race, .value: the exact number of races, including that of the large bubble, and enough value."""
    table = table_of(
        court="keeper sage hermit elder",
        hand={0: "seahorse/5 seahorse/4 seahorse/1 crab/3 squid/1 jellyfish/1"},
        pearls=[2],
    )
    playing = recruiting(table, Lord.KEEPER)
    assert playing.refusal(*hand_in(payment)) == Refused(Refusal.LIMIT_BROKEN, rule, limit)


def test_superfluous_allies_may_be_handed_in() -> None:
    """recruit.superfluous, allowed: a surplus is lost, not forbidden, and the superfluous card may join."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/5 seahorse/4 seahorse/1"})
    recruiting(table, Lord.SHEPHERD).answer(*hand_in("seahorse/5 seahorse/4 seahorse/1"))
    assert table.state.realms[0].affiliated == [Card.SEAHORSE_1]


def test_superfluous_allies_are_refused_under_the_other_reading() -> None:
    """recruit.superfluous, refused: no Ally that could be left out."""
    table = table_of(
        readings={"recruit.superfluous": "refused"},
        court="shepherd sage hermit elder",
        hand={0: "seahorse/5 seahorse/4 seahorse/1"},
    )
    playing = recruiting(table, Lord.SHEPHERD)
    refused = Refused(Refusal.LIMIT_BROKEN, "recruit.superfluous", "none_spare")
    assert playing.refusal(*hand_in("seahorse/5 seahorse/4 seahorse/1")) == refused
    assert playing.refusal(*hand_in("seahorse/5 seahorse/4")) is None


# Who joins


def test_weakest_ally_joins_and_the_others_are_discarded() -> None:
    """recruit.affiliate (Einen Edlen anwerben): the weakest of those handed in; not asked if there is only one."""
    table = table_of(court="keeper sage hermit elder", hand={0: "seahorse/5 crab/3 squid/1"})
    playing = recruiting(table, Lord.KEEPER).answer(*hand_in("seahorse/5 crab/3 squid/1"))
    assert playing.done
    assert table.state.realms[0].affiliated == [Card.SQUID_1]
    assert sorted(table.state.discard) == sorted(cards("seahorse/5 crab/3"))
    assert table.state.paid == []


def test_of_equally_weak_allies_the_seat_chooses() -> None:
    """recruit.affiliate (Einen Edlen anwerben): a tie is the seat's choice, and only among the weakest."""
    table = table_of(court="keeper sage hermit elder", hand={0: "seahorse/5 crab/2 squid/2"})
    playing = recruiting(table, Lord.KEEPER).answer(*hand_in("seahorse/5 crab/2 squid/2"))
    assert playing.options == [Affiliate(Card.CRAB_2), Affiliate(Card.SQUID_2)]
    assert playing.refusal(Affiliate(Card.SEAHORSE_5)) == no(Obstacle.NOT_THE_WEAKEST, "recruit.affiliate")
    playing.answer(Affiliate(Card.SQUID_2))
    assert table.state.realms[0].affiliated == [Card.SQUID_2]
    assert sorted(table.state.discard) == sorted(cards("seahorse/5 crab/2"))


def test_equal_cards_are_no_choice() -> None:
    """recruit.affiliate: if the weakest are alike, nothing is asked; the Allies handed in are public."""
    table = table_of(court="shepherd sage hermit elder", hand={0: "seahorse/4 seahorse/2 seahorse/2"})
    playing = recruiting(table, Lord.SHEPHERD).answer(*hand_in("seahorse/4 seahorse/2 seahorse/2"))
    assert playing.done
    assert table.state.realms[0].affiliated == [Card.SEAHORSE_2]
    assert sorted(table.state.discard) == sorted(cards("seahorse/4 seahorse/2"))


def test_affiliated_ally_is_not_used_again() -> None:
    """recruit.affiliate (Einen Edlen anwerben): it lies open and cannot pay for another Lord."""
    table = table_of(
        court="shepherd", affiliated={0: "seahorse/5 seahorse/4"}, hand={0: "crab/5"}, pearls=[20]
    )
    assert Recruit(Lord.SHEPHERD) not in Playing(table, take_turn(table, 0)).options


# The Lord


def test_lord_lies_free_before_the_seat() -> None:
    """Rule recruit (Besondere Fähigkeiten der Edlen): the Lord leaves the Court and is free."""
    table = table_of(
        court="sage shepherd hermit elder", hand={0: "seahorse/5 seahorse/3"}, free={0: "miller"}
    )
    recruiting(table, Lord.SHEPHERD).answer(*hand_in("seahorse/5 seahorse/3"))
    assert table.state.realms[0].free == lords("miller shepherd")
    assert table.state.realms[0].has(Lord.SHEPHERD)
    assert Lord.SHEPHERD not in table.state.court
