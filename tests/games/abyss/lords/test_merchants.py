"""Merchants, which bring pearls once or repeatedly."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Guild, Lord, Race
from referee.games.abyss.choices import (
    DiscardAlly,
    EndTurn,
    Explore,
    FightMonster,
    GoOn,
    HandIn,
    PassOffer,
    Plot,
    Recruit,
    TakeAlly,
    TakeStack,
    UsePower,
)
from referee.games.abyss.facts.powers import AlliesDiscarded, PowerUsed
from referee.games.abyss.facts.recruit import LordRecruited
from referee.games.abyss.facts.supply import PearlsGained
from referee.games.abyss.facts.turn import TurnBegan
from referee.games.abyss.obstacles import Obstacle, no
from referee.kernel.refusals import Refused
from tests.games.abyss.lords.service import Printed, lords_of, printed_on, recruiting, resting, serve, turn
from tests.games.abyss.tables import cards, table_of

PRINTED = {
    Lord.SHIP_MASTER: Printed(cost=6, races=3, influence=5, keys=1, arrow=False),
    Lord.TRADER: Printed(cost=10, races=3, influence=9, keys=0, arrow=True),
    Lord.PEDDLER: Printed(cost=8, races=1, influence=9, keys=0, arrow=True),
    Lord.LANDLORD: Printed(cost=10, races=2, influence=5, keys=1, arrow=False),
    Lord.SLAVER: Printed(cost=8, races=1, influence=5, keys=1, arrow=False),
    Lord.SHOPKEEPER: Printed(cost=6, races=3, influence=9, keys=0, arrow=True),
}
USE_SLAVER = UsePower(Lord.SLAVER)


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost: what is printed on each Merchant."""
    assert printed_on(lord, Guild.MERCHANT, Race.SHELLFISH) == PRINTED[lord]


def test_no_merchant_is_missing() -> None:
    assert lords_of(Guild.MERCHANT) == PRINTED.keys()


# The Ship Master


def test_ship_master_brings_a_pearl_for_each_race_that_goes_to_the_council() -> None:
    """lord.ship_master: two Crabs and a Squid are left on the track, the Ally taken does not count."""
    table = table_of(free={0: "ship_master"}, deck="squid/5 jellyfish/2 squid/1 crab/4 crab/1")
    playing = turn(table).answer(Explore())
    for _ in range(3):
        playing.answer(GoOn())
    playing.answer(TakeAlly(Card.JELLYFISH_2))
    assert playing.done
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 2)]
    assert playing.paths[-1] == "turn/action/explore/explore.end/lord.ship_master/supply.pearls"


def test_ship_master_does_not_count_monsters_and_works_after_a_fight() -> None:
    """lord.ship_master, ruling ship_master.fight: a Monster is not a race; a fight also ends the exploration."""
    table = table_of(free={0: "ship_master"}, deck="squid/5 monster squid/1", threat=3)
    playing = turn(table).answer(Explore()).answer(GoOn()).answer(FightMonster())
    assert playing.done
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 1)]


def test_ship_master_after_a_monster_was_left_and_an_ally_taken() -> None:
    """lord.ship_master, ruling ship_master.fight: a Monster left behind is not a Monster fought."""
    table = table_of(
        free={0: "ship_master"}, deck="squid/5 squid/1 monster crab/1", readings={"ship_master.fight": "no"}
    )
    playing = turn(table).answer(Explore()).answer(GoOn()).answer(GoOn()).answer(TakeAlly(Card.SQUID_1))
    assert playing.done
    assert playing.facts_of(PearlsGained) == [PearlsGained(0, 1)]


def test_ship_master_brings_nothing_when_nothing_goes_to_the_council() -> None:
    """lord.ship_master: the only Ally revealed is the one taken."""
    playing = turn(table_of(free={0: "ship_master"}, deck="crab/1")).answer(Explore())
    assert playing.done
    assert playing.facts_of(PearlsGained) == []


def test_ship_master_works_for_its_owner_alone() -> None:
    """lord.ship_master: another seat's exploration brings nothing."""
    table = table_of(free={1: "ship_master"}, deck="crab/1 squid/1")
    playing = turn(table).answer(Explore()).answer(GoOn())
    assert playing.done
    assert playing.facts_of(PearlsGained) == []


@pytest.mark.parametrize(("turned", "under"), resting(Lord.SHIP_MASTER))
def test_ship_master_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only a free Lord that is not turned has its lasting power."""
    table = table_of(deck="crab/1 squid/1", turned={0: turned}, holdings={0: {"jail": under}})
    playing = turn(table).answer(Explore()).answer(GoOn())
    assert playing.done
    assert playing.facts_of(PearlsGained) == []


# The Trader, the Peddler and the Shopkeeper


@pytest.mark.parametrize(("lord", "pearls"), [(Lord.TRADER, 3), (Lord.PEDDLER, 2), (Lord.SHOPKEEPER, 1)])
def test_pearls_at_once(lord: Lord, pearls: int) -> None:
    """lord.trader, lord.peddler, lord.shopkeeper: pearls when recruited, once."""
    table = table_of(court=f"{lord} keeper reaper shepherd")
    playing = serve(table, 0, lord)
    assert playing.done
    assert playing.facts == [LordRecruited(0, lord), PearlsGained(0, pearls)]
    assert playing.paths[-1] == f"lord.{lord}/supply.pearls"
    assert table.state.realms[0].pearls == pearls
    again = turn(table).answer(Explore())
    assert again.facts_of(PearlsGained) == [PearlsGained(0, pearls)]


@pytest.mark.parametrize(
    ("lord", "hand"),
    [
        (Lord.TRADER, "shellfish/5 crab/4 squid/1"),
        (Lord.PEDDLER, "shellfish/5 shellfish/3"),
        (Lord.SHOPKEEPER, "shellfish/2 crab/3 squid/1"),
    ],
)
def test_pearls_at_once_come_too_late_to_pay_for_their_own_lord(lord: Lord, hand: str) -> None:
    """lord.power: the cost is paid before the Lord comes into service."""
    table = table_of(court=f"{lord} keeper reaper shepherd", hand={0: hand})
    playing = recruiting(table, 0, lord).answer(*[HandIn(ally) for ally in cards(hand)])
    assert playing.done
    table = table_of(
        court=f"{lord} keeper reaper shepherd", hand={0: hand.replace("3", "2").replace("4", "3")}
    )
    assert Recruit(lord) not in turn(table).options


# The Landlord


def test_landlord_brings_a_pearl_when_recruited_and_in_every_later_turn() -> None:
    """lord.landlord, ruling landlord.first_turn: in each turn of its owner, the first included."""
    table = table_of(court="landlord keeper reaper shepherd")
    assert serve(table, 0, Lord.LANDLORD).facts_of(PearlsGained) == [PearlsGained(0, 1)]
    turn(table)
    assert table.state.realms[0].pearls == 2


def test_landlord_pays_at_the_beginning_of_the_turn() -> None:
    """lord.landlord: the pearl can be spent at Court in the same turn."""
    playing = turn(table_of(free={0: "landlord"}, court="keeper"))
    assert playing.facts == [TurnBegan(0, 1), PearlsGained(0, 1)]
    assert Plot() in playing.options


def test_landlord_pays_in_an_extra_turn_too() -> None:
    """lord.landlord, lord.invoker: the Invoker's turn is a turn."""
    table = table_of(free={0: "landlord"})
    turn(table)
    turn(table)
    assert table.state.realms[0].pearls == 2


@pytest.mark.parametrize(("turned", "under"), resting(Lord.LANDLORD))
def test_landlord_pays_only_while_free(turned: str, under: str) -> None:
    """lord.power, lord.assassin: not when turned, not under a Location, and never to other seats."""
    table = table_of(turned={0: turned}, holdings={0: {"jail": under}})
    assert turn(table).facts_of(PearlsGained) == []
    assert turn(table, 1).facts_of(PearlsGained) == []


# The Slaver


def test_slaver_discards_an_ally_for_two_pearls() -> None:
    """lord.slaver: the Ally goes to the discard pile, the pearls come from the Treasury."""
    table = table_of(free={0: "slaver"}, hand={0: "crab/1 squid/5"}, deck="squid/1")
    playing = turn(table).answer(USE_SLAVER)
    assert playing.options == [DiscardAlly(Card.CRAB_1), DiscardAlly(Card.SQUID_5)]
    playing.answer(DiscardAlly(Card.CRAB_1))
    assert playing.facts[1:] == [
        PowerUsed(0, Lord.SLAVER),
        AlliesDiscarded(0, (Card.CRAB_1,)),
        PearlsGained(0, 2),
    ]
    assert table.state.discard == [Card.CRAB_1]


def test_slaver_works_once_in_a_turn() -> None:
    """lord.per_turn: a second use is refused, before and after the action; the next turn allows one again."""
    table = table_of(free={0: "slaver"}, hand={0: "crab/1 squid/5"}, deck="squid/2 squid/1")
    playing = turn(table).answer(USE_SLAVER).answer(DiscardAlly(Card.CRAB_1))
    assert playing.refusal(USE_SLAVER) == no(Obstacle.POWER_USED, "lord.per_turn")
    playing.answer(Explore()).answer(TakeAlly(Card.SQUID_1))
    assert playing.done
    assert USE_SLAVER in turn(table).options


def test_slaver_may_fund_a_recruitment() -> None:
    """lord.slaver: its owner chooses the moment, so the pearls may pay for a Lord in the same turn."""
    table = table_of(free={0: "slaver"}, hand={0: "crab/1 seahorse/5 seahorse/1"}, court="shepherd")
    playing = turn(table)
    assert playing.refusal(Recruit(Lord.SHEPHERD)) == no(Obstacle.VALUE_SHORT, "recruit.value")
    playing.answer(USE_SLAVER).answer(DiscardAlly(Card.CRAB_1)).answer(Recruit(Lord.SHEPHERD))
    playing.answer(HandIn(Card.SEAHORSE_5), HandIn(Card.SEAHORSE_1))
    assert table.state.realms[0].free == [Lord.SLAVER, Lord.SHEPHERD]


def test_slaver_may_be_used_after_the_action() -> None:
    """lord.per_turn: what the Council brought can be sold in the same turn."""
    table = table_of(free={0: "slaver"}, council="crab/2")
    playing = turn(table)
    assert playing.refusal(USE_SLAVER) == no(Obstacle.HAND_EMPTY, "lord.slaver")
    playing.answer(TakeStack(Race.CRAB))
    assert playing.options == [EndTurn(), USE_SLAVER]
    playing.answer(USE_SLAVER).answer(DiscardAlly(Card.CRAB_2))
    assert playing.done
    assert table.state.realms[0].pearls == 2


@pytest.mark.parametrize("deck", ["squid/1 squid/2", "squid/1 monster"])
def test_slaver_may_be_used_during_the_exploration(deck: str) -> None:
    """lord.per_turn: between two cards, after an Ally or a Monster, and the exploration continues unchanged."""
    table = table_of(free={0: "slaver"}, hand={0: "crab/1"}, deck=deck)
    playing = turn(table).answer(Explore())
    before = [option for option in playing.options if option != USE_SLAVER]
    playing.answer(USE_SLAVER).answer(DiscardAlly(Card.CRAB_1))
    assert playing.options == before


def test_slaver_may_be_declined_to_the_end() -> None:
    """lord.per_turn: nobody has to use it; ending the turn asks nothing further."""
    table = table_of(free={0: "slaver"}, hand={0: "crab/1"}, deck="squid/1")
    playing = turn(table).answer(Explore()).answer(TakeAlly(Card.SQUID_1)).answer(EndTurn())
    assert playing.done
    assert playing.facts_of(PowerUsed) == []


def test_slaver_is_not_used_in_the_turn_of_another() -> None:
    """lord.slaver: only in its owner's turn, not when another seat offers an Ally."""
    table = table_of(free={1: "slaver"}, hand={1: "crab/1"}, pearls=(0, 1), deck="squid/1 squid/2")
    playing = turn(table).answer(Explore())
    assert playing.ask.seat == 1
    assert playing.refusal(USE_SLAVER) is not None
    playing.answer(PassOffer())
    assert playing.refusal(USE_SLAVER) == no(Obstacle.LORD_NOT_FREE, "lord.power")


def test_slaver_in_the_turn_it_is_recruited() -> None:
    """lord.per_turn, ruling powers.first_turn: a Lord just recruited is free, and may be used."""
    hand = "shellfish/5 shellfish/3 crab/1"
    table = table_of(court="slaver keeper reaper shepherd", hand={0: hand})
    playing = turn(table).answer(Recruit(Lord.SLAVER))
    playing.answer(HandIn(Card.SHELLFISH_5), HandIn(Card.SHELLFISH_3))
    assert playing.options == [EndTurn(), USE_SLAVER]


def test_slaver_whose_key_was_used_at_once_is_no_longer_free() -> None:
    """lord.power, locations.control: the third key puts the Slaver under a Location before it is used."""
    hand = "shellfish/5 shellfish/3 crab/1"
    table = table_of(
        court="slaver keeper reaper shepherd",
        hand={0: hand},
        keys=(2,),
        open_locations="jail",
        location_deck="",
    )
    playing = turn(table).answer(Recruit(Lord.SLAVER))
    playing.answer(HandIn(Card.SHELLFISH_5), HandIn(Card.SHELLFISH_3))
    assert playing.facts_of(PowerUsed) == []
    assert USE_SLAVER not in playing.options


@pytest.mark.parametrize(
    ("turned", "under", "refusal"),
    [
        ("slaver", "", no(Obstacle.LORD_TURNED, "lord.assassin")),
        ("", "slaver", no(Obstacle.LORD_NOT_FREE, "lord.power")),
    ],
)
def test_slaver_only_while_free(turned: str, under: str, refusal: Refused) -> None:
    """lord.power, lord.assassin: not when turned, not under a Location."""
    table = table_of(hand={0: "crab/1"}, turned={0: turned}, holdings={0: {"jail": under}})
    assert turn(table).refusal(USE_SLAVER) == refusal
