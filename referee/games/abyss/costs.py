"""What a Lord costs a seat, and whether the seat can pay."""

from __future__ import annotations

from functools import cache

import msgspec

from referee.games.abyss.cards import ANY_RACE, LORDS, Card, Lord, Race
from referee.games.abyss.choices import Recruit
from referee.games.abyss.facts.recruit import CostPaid
from referee.games.abyss.facts.supply import PearlsPaid
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.soldiers import suffers_from
from referee.games.abyss.state import Realm, State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Table, rule

RECRUIT = {lord: Recruit(lord) for lord in Lord}

RECRUITER_SURCHARGE = 2
TREASURER_DISCOUNT = 2

_NOT_AT_COURT = no(Obstacle.LORD_NOT_AT_COURT, "recruit")
_RACES_SHORT = no(Obstacle.RACES_SHORT, "recruit.races")
_RACE_MISSING = no(Obstacle.RACE_MISSING, "recruit.race")
_VALUE_SHORT = no(Obstacle.VALUE_SHORT, "recruit.value")


class LordCost(msgspec.Struct, frozen=True, gc=False):
    """What a Lord currently costs one seat."""

    races: int
    race: Race
    """The race that must be among them, or `ANY_RACE`."""
    value: int


class Means(msgspec.Struct, frozen=True):
    """What a seat could hand in and pay."""

    totals: dict[Race, int]
    """The total value of each race in hand."""
    best: list[int]
    """Total values of the best races: `best[n]` is that of the best `n` together."""
    pearls: int


def price_shift(state: State, seat: Seat) -> int:
    """Return what an opponent's Recruiter adds to every Lord's cost, less the discount of the seat's own Treasurer."""
    shift = RECRUITER_SURCHARGE if suffers_from(state, seat, Lord.RECRUITER) else 0
    return shift - TREASURER_DISCOUNT if state.realms[seat].has(Lord.TREASURER) else shift


def price_shifters(state: State, seat: Seat) -> tuple[Lord, ...]:
    """Return the Lords that change the printed cost for this seat."""
    recruiter = (Lord.RECRUITER,) if suffers_from(state, seat, Lord.RECRUITER) else ()
    return (*recruiter, Lord.TREASURER) if state.realms[seat].has(Lord.TREASURER) else recruiter


def pay_under(table: Table[State], powers: tuple[Lord, ...], payment: CostPaid | PearlsPaid) -> None:
    """Record a payment under the rule of every Lord whose lasting power changed it."""
    if powers:
        _PAY_UNDER[powers[0]](table, powers[1:], payment)
    else:
        table.record(payment)


_PAY_UNDER = {
    Lord.RECRUITER: rule("lord.recruiter")(pay_under),
    Lord.TREASURER: rule("lord.treasurer")(pay_under),
    Lord.DIPLOMAT: rule("lord.diplomat")(pay_under),
}


def terms_for(state: State, seat: Seat, lord: Lord) -> LordCost:
    """Return what a Lord costs a seat under the powers in force."""
    return all_terms_for(state, seat)[lord]


def all_terms_for(state: State, seat: Seat) -> dict[Lord, LordCost]:
    """Return what every Lord costs a seat under the powers in force."""
    return _all_terms(price_shift(state, seat), state.realms[seat].has(Lord.DIPLOMAT))


@cache
def _all_terms(shift: int, race_waived: bool) -> dict[Lord, LordCost]:
    """Return the shifted cost of each Lord. The Diplomat waives the race that a Lord requires."""
    return {
        lord: LordCost(printed.races, ANY_RACE if race_waived else printed.race, max(0, printed.cost + shift))
        for lord, printed in LORDS.items()
    }


def totals_of(hand: list[Card]) -> dict[Race, int]:
    """Return the total value of each race in a hand."""
    totals: dict[Race, int] = {}
    for ally in hand:
        race = ally.race
        totals[race] = totals.get(race, 0) + ally.strength
    return totals


def means_of(realm: Realm) -> Means:
    """Return what a seat could hand in and pay."""
    totals = totals_of(realm.hand)
    value = 0
    best = [0]
    for total in sorted(totals.values(), reverse=True):
        value += total
        best.append(value)
    return Means(totals, best, realm.pearls)


def obstacle_to_cost(means: Means, terms: LordCost) -> Refused | None:
    """Require that the races are in hand, and that their value and all pearls together reach the cost."""
    totals, races, race = means.totals, terms.races, terms.race
    if len(totals) < races:
        return _RACES_SHORT
    needed = terms.value - means.pearls
    if race is not ANY_RACE:
        if race not in totals:
            return _RACE_MISSING
        # A required race that is not among the best takes the place of the last of them.
        if means.best[races - 1] + totals[race] < needed:
            return _VALUE_SHORT
    return None if means.best[races] >= needed else _VALUE_SHORT


def obstacle_to_recruit(state: State, seat: Seat, lord: Lord) -> Refused | None:
    """Require that the Lord is at Court and that the seat can pay."""
    if lord not in state.court:
        return _NOT_AT_COURT
    return obstacle_to_cost(means_of(state.realms[seat]), terms_for(state, seat, lord))


def affordable(state: State, seat: Seat) -> list[Choice]:
    """Return the options to recruit each Lord at Court that the seat can pay for."""
    realm = state.realms[seat]
    if not realm.hand:
        return []
    means = means_of(realm)
    terms = all_terms_for(state, seat)
    return [RECRUIT[lord] for lord in state.court if obstacle_to_cost(means, terms[lord]) is None]


def best_races(totals: dict[Race, int], terms: LordCost) -> list[Race]:
    """Return the races with the highest total value that these terms allow."""
    if len(totals) == terms.races:
        return list(totals)
    best = sorted(totals, key=totals.__getitem__, reverse=True)[: terms.races]
    if terms.race is not ANY_RACE and terms.race not in best:
        best[-1] = terms.race
    return best


def frugal_payment(realm: Realm, terms: LordCost) -> tuple[int, ...]:
    """Return a payment with nothing to spare, as places in hand: the best races without the weak Allies not needed."""
    hand = realm.hand
    totals = totals_of(hand)
    races = best_races(totals, terms)
    surplus = sum([totals[race] for race in races]) - terms.value
    kept = [place for place, ally in enumerate(hand) if ally.race in races]
    if surplus > 0:
        left = [hand[place].race for place in kept]
        for place in sorted(kept, key=lambda place: hand[place].strength):
            ally = hand[place]
            if ally.strength > surplus:
                break
            if left.count(ally.race) > 1:
                surplus -= ally.strength
                left.remove(ally.race)
                kept.remove(place)
    return tuple(kept)
