"""Farmers, which have many influence points and no power."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import LORDS, Guild, Lord, Race
from referee.games.abyss.choices import HandIn, UsePower
from referee.games.abyss.facts.recruit import LordRecruited
from referee.games.abyss.locations import keys_of
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.per_turn import PER_TURN
from referee.games.abyss.powers import POWERS
from referee.games.abyss.scoring import score_of
from tests.games.abyss.lords.service import Printed, lords_of, printed_on, recruiting, serve, turn
from tests.games.abyss.tables import cards, table_of

PRINTED = {
    Lord.KEEPER: Printed(cost=6, races=3, influence=6, keys=1, arrow=False),
    Lord.REAPER: Printed(cost=7, races=2, influence=6, keys=1, arrow=False),
    Lord.SHEPHERD: Printed(cost=8, races=1, influence=6, keys=1, arrow=False),
    Lord.MILLER: Printed(cost=8, races=2, influence=10, keys=0, arrow=False),
    Lord.AQUACULTURALIST: Printed(cost=9, races=3, influence=11, keys=0, arrow=False),
    Lord.LANDOWNER: Printed(cost=10, races=1, influence=12, keys=0, arrow=False),
}
PAYMENTS = {
    Lord.KEEPER: "seahorse/3 crab/2 squid/1",
    Lord.REAPER: "seahorse/5 crab/2",
    Lord.SHEPHERD: "seahorse/5 seahorse/3",
    Lord.MILLER: "seahorse/5 crab/3",
    Lord.AQUACULTURALIST: "seahorse/5 crab/3 squid/1",
    Lord.LANDOWNER: "seahorse/5 seahorse/4 seahorse/1",
}


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost: what is printed on each Farmer."""
    assert printed_on(lord, Guild.FARMER, Race.SEAHORSE) == PRINTED[lord]


def test_no_farmer_is_missing() -> None:
    assert lords_of(Guild.FARMER) == PRINTED.keys()


@pytest.mark.parametrize("lord", PRINTED)
def test_farmer_has_no_power(lord: Lord) -> None:
    """lord.power: no power is printed, so nothing happens and nothing can be used."""
    assert LORDS[lord].power == ""
    assert lord not in POWERS
    assert lord not in PER_TURN
    table = table_of(court=f"{lord} slaver oracle shaman")
    assert serve(table, 0, lord).facts == [LordRecruited(0, lord)]
    assert turn(table).refusal(UsePower(lord)) == no(Obstacle.POWER_NOT_PER_TURN, "lord.power")


@pytest.mark.parametrize("lord", PRINTED)
def test_farmer_is_recruited_for_its_points_and_key(lord: Lord) -> None:
    """recruit: paid exactly, with the printed key and influence."""
    table = table_of(court=f"{lord} slaver oracle shaman", hand={0: PAYMENTS[lord]})
    playing = recruiting(table, 0, lord).answer(*[HandIn(ally) for ally in cards(PAYMENTS[lord])])
    assert playing.done
    assert keys_of(table.state.realms[0]) == PRINTED[lord].keys
    assert score_of(table, 0).lords == PRINTED[lord].influence


def test_lords_with_a_power_are_those_that_are_not_farmers() -> None:
    """lord.power: the data has a sentence for exactly those Lords that have a printed power."""
    assert {lord for lord, card in LORDS.items() if not card.power} == PRINTED.keys()
