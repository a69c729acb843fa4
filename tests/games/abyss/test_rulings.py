"""Every ruling with all its readings: a position in which they differ, and the result of each.

A case plays one position under a reading and returns its result; its decorator lists the result of every reading.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.games.abyss.choices import (
    BuyAlly,
    Explore,
    FightMonster,
    GiveLocation,
    GoOn,
    HandIn,
    Recruit,
    SearchFor,
    TakeAlly,
    TakeStack,
    UsePower,
)
from referee.games.abyss.council import ask_the_council
from referee.games.abyss.ending import Ending, crown, set_off_the_end
from referee.games.abyss.explore import explore, fight
from referee.games.abyss.locations import control_locations
from referee.games.abyss.scoring import location_points
from referee.games.abyss.state import State
from referee.games.abyss.turn import has_extra_turn
from referee.kernel.table import Script, Table
from tests.games.abyss.lords.service import recruiting, serve, turn
from tests.games.abyss.tables import Playing, cards, table_of

Lay = Callable[..., Table[State]]
"""A function that returns a position with the readings already chosen."""

RULINGS = GAME.rulebook.rulings
EDITIONS = ("", *GAME.rulebook.editions)
SIX_ALLIES = "crab/1 crab/2 crab/3 squid/1 squid/2 squid/3"


class Case(NamedTuple):
    """A position that shows how the readings of a ruling differ."""

    play: Callable[[Lay], object]
    expected: dict[str, object]


CASES: dict[str, Case] = {}


def shows(ruling: str, **expected: object) -> Callable[[Callable[[Lay], object]], Callable[[Lay], object]]:
    """Register a case of a ruling with the result that each reading must give."""

    def name_it(play: Callable[[Lay], object]) -> Callable[[Lay], object]:
        assert ruling not in CASES
        CASES[ruling] = Case(play, expected)
        return play

    return name_it


# Supplies


@shows("supply.pearls", endless=3, finite=1)
def _(lay: Lay) -> object:
    """supply.pearls: the Trader brings three pearls; one is left in the box."""
    table = lay(pearls=(0, 49), court="trader keeper reaper")
    serve(table, 0, Lord.TRADER)
    return table.state.realms[0].pearls


@shows("supply.keys", endless=2, finite=1)
def _(lay: Lay) -> object:
    """supply.keys: the last threat space brings two keys; one is left in the box."""
    table = lay(keys=(0, 9), track="monster", threat=6)
    Playing(table, fight(table, 0))
    return table.state.realms[0].key_tokens


@shows("tokens.exhausted", not_offered=[0, 1], what_is_left=[0, 1, 2])
def _(lay: Lay) -> object:
    """explore.reward: the second space shows up to two tokens; one is left."""
    table = lay(token_pile=[3], track="monster", threat=2)
    return [option.tokens for option in any_options(table, fight(table, 0))]


# Exploring


@shows("explore.reshuffle", when_needed=([], cards("squid/1")), at_once=(cards("squid/1"), []))
def _(lay: Lay) -> object:
    """explore.reshuffle: the last card of the deck is on the track; was the discard pile shuffled?"""
    table = lay(deck="crab/1", discard="squid/1")
    Playing(table, explore(table, 0))
    return table.state.deck, table.state.discard


@shows("explore.exhausted", refused=False, empty_handed=True)
def _(lay: Lay) -> object:
    """explore: no exploration card is left outside the Council."""
    return Explore() in turn(lay(deck="", council="crab/1")).options


@shows("threat.last_space", stays="abyss.monster", must_fight="")
def _(lay: Lay) -> object:
    """explore.threat: a Monster is revealed with the threat token on the sixth space."""
    table = lay(deck="crab/1 monster", threat=6)
    return question(Playing(table, explore(table, 0)))


@shows("pearls.visibility", open=0, cupped=1)
def _(lay: Lay) -> object:
    """explore.offer: is an opponent without a pearl asked to buy?"""
    table = lay(deck="squid/5 crab/1")
    return Playing(table, explore(table, 0)).ask.seat


# Recruiting


@shows("recruit.superfluous", allowed="", refused="none_spare")
def _(lay: Lay) -> object:
    """recruit.superfluous: a Seahorse of 1 on top of the eight that the Shepherd costs."""
    hand = "seahorse/5 seahorse/3 seahorse/1"
    refusal = recruiting(lay(court="shepherd", hand={0: hand}), 0, Lord.SHEPHERD).refusal(*hand_in(hand))
    return refusal.obstacle if refusal else ""


@shows("court.refill_timing", after_power="", before_power="abyss.corruptor")
def _(lay: Lay) -> object:
    """court.refill: two Lords are left beside the Corruptor, and its owner has three of the five pearls."""
    hand = "squid/5 squid/4 squid/1"
    table = lay(court="corruptor keeper reaper", pearls=(3,), hand={0: hand})
    return question(recruiting(table, 0, Lord.CORRUPTOR).answer(*hand_in(hand)))


# Powers in general


@shows("powers.first_turn", same_turn="abyss.after_action", next_turn="")
def _(lay: Lay) -> object:
    """lord.per_turn: the Slaver has just been recruited, and an Ally is left to sell."""
    hand = "shellfish/5 shellfish/3"
    table = lay(court="slaver keeper reaper shepherd", hand={0: f"{hand} crab/1"})
    return question(turn(table).answer(Recruit(Lord.SLAVER)).answer(*hand_in(hand)))


@shows("powers.before_locations", locations_first="abyss.location", owner_chooses="abyss.before_locations")
def _(lay: Lay) -> object:
    """lord.per_turn, locations: the Slaver just recruited brings the third key, and an Ally is left to sell."""
    hand = "shellfish/5 shellfish/3"
    table = lay(court="slaver keeper reaper shepherd", hand={0: f"{hand} crab/1"}, keys=(2,))
    return question(turn(table).answer(Recruit(Lord.SLAVER)).answer(*hand_in(hand)))


# Soldiers


@shows("assassin.choice", owner=0, victim=1)
def _(lay: Lay) -> object:
    """lord.assassin (Meuchelmörder): an opponent has two free Lords; who is asked?"""
    table = lay(court="assassin", free={1: "keeper reaper"})
    return serve(table, 0, Lord.ASSASSIN).ask.seat


@shows("turned.keys", printed=(3, 0), gone=(0, 3))
def _(lay: Lay) -> object:
    """lord.assassin, end.scoring: the two Towers of a seat whose only Lord, with a key, is turned."""
    table = lay(turned={0: "recruiter"})
    return towers(table)


@shows("commander.out_of_turn", own_turn="abyss.unsold_ally", at_once="abyss.discard_down")
def _(lay: Lay) -> object:
    """lord.commander (Armeekommandant): an opponent with six Allies buys a seventh."""
    table = lay(free={0: "commander"}, hand={1: SIX_ALLIES}, pearls=(0, 1), deck="squid/5 jellyfish/1 crab/1")
    return question(Playing(table, explore(table, 0)).answer(BuyAlly(Card.CRAB_1, 1)))


@shows("seeker.short", all_they_have=0, nothing=1)
def _(lay: Lay) -> object:
    """lord.seeker: an opponent has a single pearl."""
    table = lay(court="seeker", pearls=(0, 1))
    serve(table, 0, Lord.SEEKER)
    return table.state.realms[1].pearls


@shows("hunter.duty", mandatory="", optional="abyss.hunter")
def _(lay: Lay) -> object:
    """lord.hunter: one opponent has one token."""
    return question(serve(lay(court="hunter", tokens={1: [3]}), 0, Lord.HUNTER))


# Merchants


@shows("ship_master.fight", yes=1, no=0)
def _(lay: Lay) -> object:
    """lord.ship_master: a Squid goes to the Council after a fight that brings a key."""
    table = lay(free={0: "ship_master"}, deck="squid/5 monster squid/1", threat=3)
    Playing(table, explore(table, 0)).answer(GoOn()).answer(FightMonster())
    return table.state.realms[0].pearls


@shows("landlord.first_turn", at_once=1, next_turn=0)
def _(lay: Lay) -> object:
    """lord.landlord: the pearl of the turn it is recruited in."""
    table = lay(court="landlord")
    serve(table, 0, Lord.LANDLORD)
    return table.state.realms[0].pearls


# Mages


@shows("invoker.at_end", granted=True, lost=False)
def _(lay: Lay) -> object:
    """lord.invoker, end.last_round: the end is set off in the same turn."""
    table = lay(court="invoker")
    serve(table, 0, Lord.INVOKER)
    set_off_the_end(table, 0, Ending.SEVENTH_LORD)
    return has_extra_turn(table)


@shows("apprentice.duty", mandatory="", optional="abyss.apprentice")
def _(lay: Lay) -> object:
    """lord.apprentice: the Council has one stack."""
    return question(serve(lay(court="apprentice", council="crab/1"), 0, Lord.APPRENTICE))


@shows("apprentice.alchemist", single=cards("crab/1"), doubled=cards("crab/1 squid/1"))
def _(lay: Lay) -> object:
    """lord.apprentice, lord.alchemist: the Council has two stacks, the Alchemist is free."""
    table = lay(court="apprentice", free={0: "alchemist"}, council="crab/1 squid/1")
    serve(table, 0, Lord.APPRENTICE).answer(TakeStack(Race.CRAB))
    return table.state.realms[0].hand


@shows("alchemist.second_stack", mandatory="", optional="abyss.second_stack")
def _(lay: Lay) -> object:
    """lord.alchemist: one more stack is left."""
    table = lay(free={0: "alchemist"}, council="crab/1 squid/1")
    return question(Playing(table, ask_the_council(table, 0, Race.CRAB)))


@shows(
    "illusionist.lords",
    stay=([Lord.ILLUSIONIST], [Lord.KEEPER]),
    freed=([Lord.ILLUSIONIST, Lord.KEEPER], []),
)
def _(lay: Lay) -> object:
    """lord.illusionist: the Keeper lies under the Jail, which is swapped for the Abyss."""
    table = lay(court="illusionist", holdings={0: {"jail": "keeper"}}, open_locations="abyss")
    serve(table, 0, Lord.ILLUSIONIST).answer(GiveLocation(Location.JAIL))
    realm = table.state.realms[0]
    return realm.free, realm.holdings[0].lords


# Politicians


@shows("opportunist.empty_deck", unusable=None, discard_only=([Lord.KEEPER], [Lord.REAPER]))
def _(lay: Lay) -> object:
    """lord.opportunist: two Lords at Court, none in the deck."""
    table = lay(free={0: "opportunist"}, court="reaper keeper", lord_deck="")
    playing = turn(table)
    use = UsePower(Lord.OPPORTUNIST)
    if playing.refusal(use):
        return None
    playing.answer(use).answer(playing.options[0])
    return table.state.court, table.state.lords_gone


@shows("corruptor.price", flat="", adjusted="abyss.corruptor")
def _(lay: Lay) -> object:
    """lord.corruptor, lord.treasurer: three pearls and a Treasurer."""
    table = lay(court="corruptor keeper", free={0: "treasurer"}, pearls=(3,))
    return question(serve(table, 0, Lord.CORRUPTOR))


@shows("schemer.empty_deck", unusable="", discard_only="abyss.sacrifice")
def _(lay: Lay) -> object:
    """lord.schemer: another free Lord, and no Lord in the deck."""
    table = lay(court="schemer", free={0: "keeper"}, lord_deck="")
    return question(serve(table, 0, Lord.SCHEMER))


# Ambassadors and Locations


@shows("ambassador.keys", none=(0, 3), three=(3, 0))
def _(lay: Lay) -> object:
    """end.scoring: the two Towers of a seat whose only Lord is an Ambassador."""
    return towers(lay(free={0: "hermit"}))


@shows("ambassador.empty_deck", no_effect=[], face_up=[Location.JAIL])
def _(lay: Lay) -> object:
    """lord.hermit: nothing to draw, the Jail lies face up."""
    table = lay(court="hermit", location_deck="", open_locations="jail")
    serve(table, 0, Lord.HERMIT)
    return [holding.location for holding in table.state.realms[0].holdings]


@shows("locations.none_left", kept=(2, 8), returned=(0, 10))
def _(lay: Lay) -> object:
    """locations.none_left: two key tokens and the Keeper's key, and no Location anywhere."""
    table = lay(keys=(2,), free={0: "keeper"}, location_deck="")
    assert Playing(table, control_locations(table, 0)).done
    assert table.state.realms[0].free == [Lord.KEEPER]
    return table.state.realms[0].key_tokens, table.state.key_supply


@shows("black_smokers.return", gone=([Location.BLACK_SMOKERS], []), deck=([], [Location.BLACK_SMOKERS]))
def _(lay: Lay) -> object:
    """location.black_smokers: exchanged for the only other tile."""
    table = lay(court="hermit", location_deck="jail black_smokers")
    serve(table, 0, Lord.HERMIT).answer(SearchFor(Location.JAIL))
    return table.state.locations_gone, table.state.location_deck


@shows("black_smokers.by_swap", exchange="abyss.black_smokers", no_exchange="")
def _(lay: Lay) -> object:
    """lord.illusionist, location.black_smokers: they lie face up and are taken by a swap."""
    table = lay(court="illusionist", holdings={0: {"jail": ""}}, open_locations="black_smokers")
    return question(serve(table, 0, Lord.ILLUSIONIST).answer(GiveLocation(Location.JAIL)))


@shows("mirrors.counted_with", own_cards=7, their_cards=11)
def _(lay: Lay) -> object:
    """end.scoring: the Barracks of an opponent with two Soldiers; the seat has none."""
    table = lay(holdings={0: {"city_of_mirrors": ""}, 1: {"barracks": ""}}, free={1: "jailer seeker"})
    return location_points(table, 0, Location.CITY_OF_MIRRORS)


# The end


@shows("end.court", refill_short=-1, deck_empty=0)
def _(lay: Lay) -> object:
    """end.court: a turn without a recruitment, a gap at Court, and no Lord in the deck."""
    table = lay(court="keeper reaper shepherd", lord_deck="", deck="squid/5 crab/1")
    turn(table).answer(Explore()).answer(TakeAlly(Card.CRAB_1))
    return table.state.last_round_by


@shows("end.stalemate", called=0, never=-1)
def _(lay: Lay) -> object:
    """end.stalemate: the last of twenty rounds in which nobody recruited a Lord."""
    table = lay(court="keeper reaper shepherd", deck="squid/5 crab/1")
    table.state.turn = 20 * table.seats - 1
    turn(table).answer(Explore()).answer(TakeAlly(Card.CRAB_1))
    return table.state.last_round_by


@shows("victory.tie", shared=(0, 1), last_to_move=(1,))
def _(lay: Lay) -> object:
    """end.winner: points, pearls and the best Lord are all equal; seat 0 began."""
    table = lay()
    assert Playing(table, crowned(table)).over
    assert table.outcome is not None
    return table.outcome.winners


# Helpers of the cases


def question(playing: Playing) -> str:
    """Return the name of the next question, or an empty string."""
    return playing.ask.name if playing.asks else ""


def any_options(table: Table[State], script: Script[Any]) -> list[Any]:
    """Return the options of the first question of a script."""
    return list(Playing(table, script).options)


def hand_in(hand: str) -> list[HandIn]:
    """Hand in all these Allies."""
    return [HandIn(ally) for ally in cards(hand)]


def towers(table: Table[State]) -> tuple[int, int]:
    """Return what the Closed Tower and the Lost Tower would be worth to seat 0."""
    closed = location_points(table, 0, Location.CLOSED_TOWER)
    return closed, location_points(table, 0, Location.LOST_TOWER)


def crowned(table: Table[State]) -> Script[None]:
    """Crown the winner of two seats with equal points."""
    yield from ()
    crown(table, [10, 10])


# The tests


PAIRS = [(ruling, reading) for ruling in RULINGS for reading in RULINGS[ruling].readings]


def test_every_ruling_and_reading_has_a_case() -> None:
    shown = [(ruling, reading) for ruling, case in CASES.items() for reading in case.expected]
    assert sorted(shown) == sorted(PAIRS)


@pytest.mark.parametrize(("ruling", "reading"), PAIRS)
def test_reading(ruling: str, reading: str) -> None:
    """Under this reading, the case gives the listed result."""
    case = CASES[ruling]
    assert case.play(partial(table_of, readings={ruling: reading})) == case.expected[reading]


@pytest.mark.parametrize("ruling", RULINGS)
def test_readings_differ(ruling: str) -> None:
    """Every reading gives a different result; otherwise the case would prove nothing."""
    outcomes = list(CASES[ruling].expected.values())
    assert all(outcomes.count(outcome) == 1 for outcome in outcomes)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ruling", RULINGS)
def test_edition_is_played_by_its_own_reading(ruling: str, edition: str) -> None:
    """A match that names an edition, or none, is played by that edition's reading, or by our default."""
    case = CASES[ruling]
    reading = RULINGS[ruling].editions.get(edition, RULINGS[ruling].default)
    assert case.play(partial(table_of, edition=edition)) == case.expected[reading]


@pytest.mark.parametrize("ruling", RULINGS)
def test_ruling_is_told_in_full(ruling: str) -> None:
    """A ruling asks a question, gives a reason, and names readings, editions and rules that exist."""
    told = RULINGS[ruling]
    assert told.question.endswith("?")
    assert told.reason.endswith(".")
    assert len(told.readings) > 1
    assert {told.default, *told.editions.values()} <= told.readings.keys()
    assert told.editions.keys() <= GAME.rulebook.editions.keys()
    assert set(told.rules) <= GAME.rulebook.rules.keys()
