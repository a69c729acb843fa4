"""Ambassadors, which control a Location by themselves."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Guild, Location, Lord
from referee.games.abyss.choices import (
    DECLINE,
    HandIn,
    KeepLocation,
    Recruit,
    SacrificeLord,
    SearchFor,
    TakeLocation,
    TakeLord,
)
from referee.games.abyss.facts.locations import (
    LocationControlled,
    LocationDeckSearched,
    LocationsDrawn,
    LocationsOpened,
)
from referee.games.abyss.locations import keys_of
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.state import Holding
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.refusals import Refusal, Refused
from tests.games.abyss.lords.service import Printed, lords_of, printed_on, recruiting, serve, turn
from tests.games.abyss.tables import cards, locations, table_of

PRINTED = {
    Lord.SAGE: Printed(cost=10, races=5, influence=4, keys=0, arrow=True),
    Lord.HERMIT: Printed(cost=10, races=5, influence=5, keys=0, arrow=True),
    Lord.ELDER: Printed(cost=10, races=5, influence=3, keys=0, arrow=True),
}
DRAWS = {Lord.SAGE: 2, Lord.HERMIT: 1, Lord.ELDER: 3}
ALL_FIVE = "squid/2 shellfish/2 crab/2 seahorse/2 jellyfish/2"
DECK = "chasm abyss depths jail barracks"
"""The Location deck; the last tile is on top."""


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost, ruling ambassador.keys: what is printed on each Ambassador; no particular race is required."""
    assert printed_on(lord, Guild.AMBASSADOR, None) == PRINTED[lord]


def test_no_ambassador_is_missing() -> None:
    assert lords_of(Guild.AMBASSADOR) == PRINTED.keys()


@pytest.mark.parametrize("lord", PRINTED)
def test_ambassador_costs_all_five_races(lord: Lord) -> None:
    """recruit.races: one or more of each of the five, worth ten together."""
    court = f"{lord} keeper reaper shepherd"
    playing = recruiting(table_of(court=court, hand={0: f"{ALL_FIVE} crab/5"}), 0, lord)
    assert playing.refusal(*[HandIn(ally) for ally in cards(ALL_FIVE)]) is None
    four_races = cards("squid/2 shellfish/2 crab/2 crab/5 seahorse/2")
    broken = playing.refusal(*[HandIn(ally) for ally in four_races])
    assert broken == Refused(Refusal.LIMIT_BROKEN, "recruit.races", "groups_exactly")
    short = table_of(court=court, hand={0: "squid/5 shellfish/4 crab/4 seahorse/5"}, pearls=(9,))
    assert turn(short).refusal(Recruit(lord)) == no(Obstacle.RACES_SHORT, "recruit.races")


@pytest.mark.parametrize("lord", PRINTED)
def test_ambassador_draws_and_controls_one_alone(lord: Lord) -> None:
    """lord.sage, lord.hermit, lord.elder (Kontrolle über Orte, Anmerkung): the others drawn stay face up."""
    table = table_of(court=lord, location_deck=DECK, open_locations="parliament")
    drawn = tuple(reversed(locations(DECK)))[: DRAWS[lord]]
    playing = serve(table, 0, lord)
    assert playing.facts_of(LocationsDrawn) == [LocationsDrawn(0, drawn)]
    if len(drawn) > 1:
        assert playing.options == [KeepLocation(location) for location in drawn]
        playing.answer(KeepLocation(drawn[-1]))
    assert playing.done
    assert playing.facts_of(LocationControlled) == [LocationControlled(0, drawn[-1], (lord,), 0)]
    assert table.state.realms[0].holdings == [Holding(drawn[-1], [lord])]
    assert table.state.realms[0].free == []
    assert table.state.open_locations == [Location.PARLIAMENT, *drawn[:-1]]
    assert len(table.state.location_deck) == 5 - len(drawn)


def test_ambassador_chooses_only_among_the_tiles_drawn() -> None:
    """lord.sage: a Location that lay face up before is not offered."""
    playing = serve(table_of(court="sage", location_deck=DECK, open_locations="parliament"), 0, Lord.SAGE)
    assert playing.refusal(KeepLocation(Location.PARLIAMENT)) is not None
    assert playing.refusal(TakeLocation(Location.PARLIAMENT)) is not None


def test_tiles_drawn_are_seen_by_all() -> None:
    """lord.elder: the tiles not kept stay face up, so nothing is hidden in drawing."""
    playing = serve(table_of(court="elder", location_deck=DECK), 0, Lord.ELDER)
    (drawn,) = playing.facts_of(LocationsDrawn)
    assert as_seen(drawn, 1) == as_seen(drawn, SPECTATOR) == drawn


def test_ambassador_spends_no_other_key() -> None:
    """lord.hermit (Kontrolle über Orte, Anmerkung): tokens and the keys of other Lords stay."""
    table = table_of(court="hermit", location_deck=DECK, keys=(2,), free={0: "miller"})
    serve(table, 0, Lord.HERMIT)
    assert table.state.realms[0].key_tokens == 2
    assert table.state.realms[0].free == [Lord.MILLER]


def test_ambassador_then_the_usual_locations() -> None:
    """lord.hermit, locations: three other keys still oblige the seat, after the Ambassador."""
    table = table_of(
        court="hermit keeper reaper shepherd",
        hand={0: ALL_FIVE},
        keys=(3,),
        location_deck="chasm jail",
    )
    playing = turn(table).answer(Recruit(Lord.HERMIT)).answer(*[HandIn(ally) for ally in cards(ALL_FIVE)])
    playing.answer(playing.options[0])
    assert playing.ask.name == "abyss.location"
    assert playing.facts_of(LocationControlled) == [LocationControlled(0, Location.JAIL, (Lord.HERMIT,), 0)]


@pytest.mark.parametrize(("lord", "left"), [(Lord.SAGE, 1), (Lord.ELDER, 2), (Lord.ELDER, 1)])
def test_ambassador_draws_what_is_left(lord: Lord, left: int) -> None:
    """lord.sage, lord.elder: no more can be drawn than the deck holds."""
    deck = " ".join(DECK.split()[:left])
    playing = serve(table_of(court=lord, location_deck=deck), 0, lord)
    assert len(playing.facts_of(LocationsDrawn)[0].locations) == left
    assert playing.done == (left == 1)


@pytest.mark.parametrize("lord", PRINTED)
def test_ambassador_finds_an_empty_deck(lord: Lord) -> None:
    """lord.sage, lord.hermit, lord.elder, ruling ambassador.empty_deck: it stays free, without a key."""
    table = table_of(court=lord, location_deck="", open_locations="jail")
    assert serve(table, 0, lord).done
    assert table.state.realms[0].free == [lord]
    assert table.state.realms[0].holdings == []
    assert keys_of(table.state.realms[0]) == 0


@pytest.mark.parametrize("lord", PRINTED)
def test_ambassador_finds_an_empty_deck_by_the_german_book(lord: Lord) -> None:
    """lord.sage, lord.hermit, lord.elder, ruling ambassador.empty_deck: with its three keys it takes a face-up one."""
    table = table_of(court=lord, location_deck="", open_locations="jail chasm", edition="de")
    playing = serve(table, 0, lord)
    assert playing.options == [TakeLocation(Location.JAIL), TakeLocation(Location.CHASM)]
    playing.answer(TakeLocation(Location.CHASM))
    assert table.state.realms[0].holdings == [Holding(Location.CHASM, [lord])]
    nothing = table_of(court=lord, location_deck="", edition="de")
    assert serve(nothing, 0, lord).done
    assert nothing.state.realms[0].free == [lord]


def test_ambassador_may_draw_the_black_smokers() -> None:
    """lord.sage, location.black_smokers: the other tile drawn lies face up and is not in the deck searched."""
    table = table_of(court="sage", location_deck="chasm depths jail black_smokers")
    playing = serve(table, 0, Lord.SAGE).answer(KeepLocation(Location.BLACK_SMOKERS))
    assert playing.facts_of(LocationsOpened) == [LocationsOpened((Location.JAIL,))]
    assert playing.options == [DECLINE, SearchFor(Location.DEPTHS), SearchFor(Location.CHASM)]
    (searched,) = playing.facts_of(LocationDeckSearched)
    assert as_seen(searched, 1) == LocationDeckSearched(0, (Location.HIDDEN, Location.HIDDEN))
    playing.answer(SearchFor(Location.CHASM))
    assert table.state.realms[0].holdings == [Holding(Location.CHASM, [Lord.SAGE])]


def test_ambassador_that_comes_by_another_lord_works_as_usual() -> None:
    """lord.traitor, lord.corruptor, lord.schemer: its power works at once, however it came into service."""
    by_traitor = table_of(court="traitor hermit", free={0: "keeper"}, location_deck="jail")
    serve(by_traitor, 0, Lord.TRAITOR).answer(SacrificeLord(Lord.KEEPER))
    by_corruptor = table_of(court="corruptor hermit", pearls=(5,), location_deck="jail")
    serve(by_corruptor, 0, Lord.CORRUPTOR).answer(TakeLord(Lord.HERMIT))
    by_schemer = table_of(court="schemer", free={0: "keeper"}, lord_deck="hermit", location_deck="jail")
    serve(by_schemer, 0, Lord.SCHEMER).answer(SacrificeLord(Lord.KEEPER))
    for table in (by_traitor, by_corruptor, by_schemer):
        assert table.state.realms[0].holdings == [Holding(Location.JAIL, [Lord.HERMIT])]


def test_weakest_of_five_joins() -> None:
    """recruit.affiliate: paid like any Lord, the weakest Ally joins."""
    hand = "squid/1 shellfish/2 crab/2 seahorse/3 jellyfish/2"
    table = table_of(court="hermit keeper reaper shepherd", hand={0: hand}, location_deck="jail")
    assert recruiting(table, 0, Lord.HERMIT).answer(*[HandIn(ally) for ally in cards(hand)]).done
    assert table.state.realms[0].affiliated == [Card.SQUID_1]
