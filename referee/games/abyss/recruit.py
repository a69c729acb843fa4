"""Recruiting a Lord: paying, who joins, and what follows. What it costs is in `costs`, its power in `powers`."""

from __future__ import annotations

from referee.games.abyss.cards import ANY_RACE, LORDS, Card, Lord, Race
from referee.games.abyss.choices import Affiliate, HandIn
from referee.games.abyss.costs import frugal_payment, pay_under, price_shifters, terms_for
from referee.games.abyss.court import refill_court
from referee.games.abyss.ending import count_lords
from referee.games.abyss.facts.recruit import AllyAffiliated, CostPaid
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.powers import welcome
from referee.games.abyss.questions import ASK_AFFILIATE, ASK_PAYMENT
from referee.games.abyss.state import State
from referee.kernel.asks import (
    Choice,
    GroupRequired,
    GroupsExactly,
    Limit,
    NoneSpare,
    TotalAtLeast,
)
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

HAND_IN = {card: HandIn(card) for card in Card}
AFFILIATE = {card: Affiliate(card) for card in Card}


@rule("recruit")
def recruit(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Pay the cost, let an Ally join, take the Lord into service, use its power, refill the Court."""
    yield from pay_cost(table, seat, lord)
    yield from affiliate(table, seat)
    yield from welcome(table, seat, lord)
    if table.ruling("court.refill_timing") == "after_power":
        refill_court(table, seat)
    count_lords(table, seat)


@rule("recruit.cost")
def pay_cost(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Hand in Allies of exactly the required number of races; pearls pay for missing points; a surplus is lost.

    The seat is asked even if there is only one way to pay, because the others must not learn how it could pay.
    """
    state = table.state
    realm = state.realms[seat]
    terms = terms_for(state, seat, lord)
    limits = (
        *limits_on_races(terms.races, terms.race),
        TotalAtLeast("recruit.value", terms.value - realm.pearls),
    )
    if table.ruling("recruit.superfluous") == "refused":
        limits = (*limits, NoneSpare("recruit.superfluous", terms.value))
    chosen = yield ASK_PAYMENT.to(
        seat,
        [HAND_IN[ally] for ally in realm.hand],
        least=terms.races,
        most=len(realm.hand),
        default=frugal_payment(realm, terms),
        limits=limits,
    )
    allies = tuple([choice.ally for choice in chosen])
    missing = terms.value - sum([ally.strength for ally in allies])
    powers = price_shifters(state, seat)
    if is_race_left_out(lord, allies):
        powers = (*powers, Lord.DIPLOMAT)
    pay_under(table, powers, CostPaid(seat, lord, allies, max(0, missing)))


def limits_on_races(races: int, race: Race) -> tuple[Limit, ...]:
    """Return the limits on a payment: exactly this number of races, and the required race, if any, among them."""
    exactly = GroupsExactly("recruit.races", races)
    return (exactly,) if race is ANY_RACE else (exactly, GroupRequired("recruit.race", race.value))


def is_race_left_out(lord: Lord, allies: tuple[Card, ...]) -> bool:
    """Return whether the race that a Lord requires is missing from the Allies handed in."""
    race = LORDS[lord].race
    return race is not ANY_RACE and race not in [ally.race for ally in allies]


@rule("recruit.affiliate")
def affiliate(table: Table[State], seat: Seat) -> Script[None]:
    """Let the weakest Ally handed in join the seat, or any with the Master of Magic; the seat chooses between kinds."""
    state = table.state
    by_magic = state.realms[seat].has(Lord.MASTER_OF_MAGIC)
    candidates = list(dict.fromkeys(state.paid if by_magic else weakest_of(state.paid)))
    if len(candidates) == 1:
        joins = candidates[0]
    else:
        options = [AFFILIATE[ally] for ally in candidates]

        def why_not(choice: Choice) -> Refused | None:
            handed_in = isinstance(choice, Affiliate) and choice.ally in state.paid
            return no(Obstacle.NOT_THE_WEAKEST, "recruit.affiliate") if handed_in else None

        joins = (yield ASK_AFFILIATE.to(seat, options, why_not=why_not)).ally
    (join_by_magic if by_magic else join)(table, seat, joins)


def join(table: Table[State], seat: Seat, ally: Card) -> None:
    """Let one of the Allies handed in join the seat."""
    table.record(AllyAffiliated(seat, ally))


join_by_magic = rule("lord.master_of_magic")(join)


def weakest_of(allies: list[Card]) -> list[Card]:
    """Return the Allies of the least value."""
    least = min([ally.strength for ally in allies])
    return [ally for ally in allies if ally.strength == least]
