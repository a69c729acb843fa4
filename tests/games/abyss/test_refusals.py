"""Refusals as a table: one row per obstacle, with the position, the choice and the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.games.abyss.choices import (
    Affiliate,
    BuyAlly,
    ChooseReward,
    DrawLocations,
    EndTurn,
    Explore,
    FightMonster,
    GiveLocation,
    HandIn,
    PassOffer,
    Plot,
    Recruit,
    RestAction,
    RobSeat,
    SacrificeLord,
    TakeAlly,
    TakeLocation,
    TakeLord,
    TakeStack,
    TurnLord,
    UsePower,
)
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.powers import use_at_once
from referee.games.abyss.turn import take_turn
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from tests.games.abyss.tables import Playing, table_of


def turn(seats: int = 2, **position: object) -> Playing:
    """Return a position at the beginning of seat 0's turn."""
    table = table_of(seats, **position)  # type: ignore[arg-type]
    return Playing(table, take_turn(table, 0))


def power(lord: Lord, seats: int = 2, **position: object) -> Playing:
    """Return a position in which a Lord has just come into the service of seat 0."""
    table = table_of(seats, **position)  # type: ignore[arg-type]
    table.state.realms[0].free.append(lord)
    return Playing(table, use_at_once(table, 0, lord))


def just_recruited() -> Playing:
    playing = turn(
        readings={"powers.first_turn": "next_turn"},
        court="slaver sage hermit elder",
        hand={0: "shellfish/5 shellfish/4 crab/1"},
        free={0: "oracle"},
        council="squid/1",
    )
    return playing.answer(Recruit(Lord.SLAVER)).answer(HandIn(Card.SHELLFISH_5), HandIn(Card.SHELLFISH_4))


def paid_with_a_tie() -> Playing:
    playing = turn(court="keeper sage hermit elder", hand={0: "seahorse/5 crab/2 squid/2"})
    return playing.answer(Recruit(Lord.KEEPER)).answer(*playing.options)


def three_keys(location_deck: str = "depths abyss chasm parliament barracks") -> Playing:
    playing = turn(keys=[3], council="crab/1", open_locations="jail", location_deck=location_deck)
    return playing.answer(TakeStack(Race.CRAB))


def fought(threat: int, tokens: list[int]) -> Playing:
    return (
        turn(deck="squid/1 monster", threat=threat, token_pile=tokens)
        .answer(Explore())
        .answer(FightMonster())
    )


def offered(cupped: bool = False) -> Playing:
    """Return a position in which seat 0 explores and seat 1 is asked whether it buys."""
    readings = {"pearls.visibility": "cupped" if cupped else "open"}
    return turn(readings=readings, deck="squid/1 crab/2", pearls=[0, 0 if cupped else 9]).answer(Explore())


class Row(NamedTuple):
    """A choice that is not open, and why."""

    obstacle: Obstacle
    rule: str
    position: Callable[[], Playing]
    choice: Choice
    seat: Seat = 0


ROWS = [
    # Plotting
    Row(Obstacle.PEARLS_SHORT, "plot", lambda: turn(court="sage"), Plot()),
    Row(
        Obstacle.COURT_FULL,
        "plot",
        lambda: turn(court="sage hermit elder keeper reaper miller", pearls=[1]),
        Plot(),
    ),
    Row(Obstacle.LORD_DECK_EMPTY, "plot", lambda: turn(court="sage", lord_deck="", pearls=[1]), Plot()),
    # One action
    Row(Obstacle.ACTION_OWED, "action", turn, EndTurn()),
    Row(Obstacle.ACTION_POSSIBLE, "action.none", turn, RestAction()),
    Row(
        Obstacle.ACTION_DONE,
        "action",
        lambda: turn(free={0: "slaver"}, council="crab/1").answer(TakeStack(Race.CRAB)),
        Explore(),
    ),
    # Exploring
    Row(
        Obstacle.EXPLORATION_EXHAUSTED,
        "explore.reshuffle",
        lambda: turn(deck="", council="crab/1"),
        Explore(),
    ),
    Row(
        Obstacle.PEARLS_SHORT, "explore.price", lambda: offered(cupped=True), BuyAlly(Card.CRAB_2, 1), seat=1
    ),
    Row(Obstacle.NOT_ON_OFFER, "explore.offer", offered, BuyAlly(Card.CRAB_2, 2), seat=1),
    Row(Obstacle.NOT_ON_OFFER, "explore.offer", offered, BuyAlly(Card.SQUID_1, 1), seat=1),
    Row(
        Obstacle.NOT_ON_OFFER, "explore.offer", lambda: offered().answer(PassOffer()), TakeAlly(Card.SQUID_1)
    ),
    Row(Obstacle.NOT_THIS_REWARD, "explore.reward", lambda: fought(1, [2]), ChooseReward(2, 0, 0)),
    Row(Obstacle.TOKENS_SHORT, "explore.reward", lambda: fought(2, [2]), ChooseReward(0, 2, 0)),
    # The Council
    Row(Obstacle.STACK_EMPTY, "council", lambda: turn(council="crab/1"), TakeStack(Race.SQUID)),
    Row(
        Obstacle.STACK_EMPTY,
        "council",
        lambda: turn(council="crab/1 squid/1 seahorse/1", free={0: "alchemist"}).answer(TakeStack(Race.CRAB)),
        TakeStack(Race.CRAB),
    ),
    Row(
        Obstacle.STACK_EMPTY,
        "council",
        lambda: power(Lord.APPRENTICE, council="crab/1 squid/1"),
        TakeStack(Race.SEAHORSE),
    ),
    # Recruiting
    Row(Obstacle.LORD_NOT_AT_COURT, "recruit", turn, Recruit(Lord.SAGE)),
    Row(
        Obstacle.RACES_SHORT,
        "recruit.races",
        lambda: turn(court="keeper", hand={0: "seahorse/5 crab/5"}),
        Recruit(Lord.KEEPER),
    ),
    Row(
        Obstacle.RACE_MISSING,
        "recruit.race",
        lambda: turn(court="shepherd", hand={0: "crab/5 crab/4"}),
        Recruit(Lord.SHEPHERD),
    ),
    Row(
        Obstacle.VALUE_SHORT,
        "recruit.value",
        lambda: turn(court="shepherd", hand={0: "seahorse/5 crab/5"}, pearls=[2]),
        Recruit(Lord.SHEPHERD),
    ),
    Row(Obstacle.NOT_THE_WEAKEST, "recruit.affiliate", paid_with_a_tie, Affiliate(Card.SEAHORSE_5)),
    # Powers once in a turn
    Row(Obstacle.POWER_NOT_PER_TURN, "lord.power", lambda: turn(free={0: "trader"}), UsePower(Lord.TRADER)),
    Row(Obstacle.LORD_NOT_FREE, "lord.power", lambda: turn(hand={0: "crab/1"}), UsePower(Lord.SLAVER)),
    Row(
        Obstacle.LORD_NOT_FREE,
        "lord.power",
        lambda: turn(holdings={0: {"jail": "slaver"}}, hand={0: "crab/1"}),
        UsePower(Lord.SLAVER),
    ),
    Row(
        Obstacle.LORD_TURNED,
        "lord.assassin",
        lambda: turn(turned={0: "slaver"}, hand={0: "crab/1"}),
        UsePower(Lord.SLAVER),
    ),
    Row(
        Obstacle.POWER_USED,
        "lord.per_turn",
        lambda: turn(free={0: "oracle"}, council="crab/1 crab/2").answer(UsePower(Lord.ORACLE)),
        UsePower(Lord.ORACLE),
    ),
    Row(Obstacle.JUST_RECRUITED, "lord.per_turn", just_recruited, UsePower(Lord.SLAVER)),
    Row(Obstacle.HAND_EMPTY, "lord.slaver", lambda: turn(free={0: "slaver"}), UsePower(Lord.SLAVER)),
    Row(Obstacle.COUNCIL_EMPTY, "lord.oracle", lambda: turn(free={0: "oracle"}), UsePower(Lord.ORACLE)),
    Row(
        Obstacle.LORD_DECK_EMPTY,
        "lord.opportunist",
        lambda: turn(free={0: "opportunist"}, court="sage", lord_deck=""),
        UsePower(Lord.OPPORTUNIST),
    ),
    Row(
        Obstacle.COURT_EMPTY,
        "lord.opportunist",
        lambda: turn(
            readings={"opportunist.empty_deck": "discard_only"}, free={0: "opportunist"}, lord_deck=""
        ),
        UsePower(Lord.OPPORTUNIST),
    ),
    # Powers at once
    Row(
        Obstacle.LORD_NOT_FREE,
        "lord.assassin",
        lambda: power(Lord.ASSASSIN, free={1: "keeper reaper"}),
        TurnLord(1, Lord.MILLER),
    ),
    Row(
        Obstacle.LORD_TURNED,
        "lord.assassin",
        lambda: power(Lord.ASSASSIN, free={1: "keeper reaper"}, turned={1: "miller"}),
        TurnLord(1, Lord.MILLER),
    ),
    Row(
        Obstacle.SHIELDED,
        "lord.shaman",
        lambda: power(Lord.ASSASSIN, 3, free={1: "keeper reaper", 2: "shaman"}),
        TurnLord(2, Lord.SHAMAN),
    ),
    Row(
        Obstacle.SHIELDED,
        "lord.shaman",
        lambda: power(Lord.HUNTER, 4, free={3: "shaman"}, tokens={1: (2,), 2: (2,), 3: (2,)}),
        RobSeat(3),
    ),
    Row(
        Obstacle.NO_TOKENS,
        "lord.hunter",
        lambda: power(Lord.HUNTER, 4, tokens={1: (2,), 2: (2,)}),
        RobSeat(3),
    ),
    Row(
        Obstacle.LORD_NOT_AT_COURT,
        "recruit",
        lambda: power(Lord.CORRUPTOR, court="sage", pearls=[5]),
        TakeLord(Lord.ELDER),
    ),
    Row(
        Obstacle.LORD_NOT_FREE,
        "lord.traitor",
        lambda: power(Lord.TRAITOR, court="sage", free={0: "keeper"}),
        SacrificeLord(Lord.MILLER),
    ),
    Row(
        Obstacle.LORD_NOT_FREE,
        "lord.schemer",
        lambda: power(Lord.SCHEMER, free={0: "keeper"}, holdings={0: {"jail": "reaper"}}),
        SacrificeLord(Lord.REAPER),
    ),
    Row(
        Obstacle.LOCATION_NOT_OPEN,
        "locations.choice",
        lambda: power(
            Lord.ILLUSIONIST, holdings={0: {"jail": "keeper"}}, open_locations="depths chasm"
        ).answer(GiveLocation(Location.JAIL)),
        TakeLocation(Location.ABYSS),
    ),
    # Locations
    Row(Obstacle.LOCATION_NOT_OPEN, "locations.choice", three_keys, TakeLocation(Location.DEPTHS)),
    Row(
        Obstacle.LOCATION_DECK_SHORT,
        "locations.choice",
        lambda: three_keys(location_deck="depths"),
        DrawLocations(2),
    ),
    Row(Obstacle.FOUR_AT_MOST, "locations.choice", three_keys, DrawLocations(5)),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.obstacle}:{row.rule}")
def test_choice_is_refused_for_the_right_reason(row: Row) -> None:
    """A choice that is not offered is refused with its obstacle and rule, and nothing changes."""
    playing = row.position()
    assert playing.ask.seat == row.seat
    assert row.choice not in playing.options
    table = playing.table
    before = msgspec.json.encode(table.state), len(table.recorded)
    assert playing.refusal(row.choice) == no(row.obstacle, row.rule)
    assert (msgspec.json.encode(table.state), len(table.recorded)) == before


def test_every_obstacle_has_a_row() -> None:
    """An obstacle that no choice can meet would be dead code."""
    assert {row.obstacle for row in ROWS} == set(Obstacle)


def test_every_rule_of_a_refusal_is_in_the_rulebook() -> None:
    """A refusal cites a rule that can be looked up."""
    assert {row.rule for row in ROWS} <= GAME.rulebook.rules.keys()
