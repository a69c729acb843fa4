"""What a Lord costs a seat, and whether the seat can pay."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.games.abyss.cards import LORDS, Card, Lord, Race
from referee.games.abyss.choices import Recruit
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.soldiers import suffers_from
from referee.games.abyss.state import Realm, State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused

RECRUIT = {lord: Recruit(lord) for lord in Lord}

RECRUITER_SURCHARGE = 2
TREASURER_DISCOUNT = 2

_NOT_AT_COURT = no(Obstacle.LORD_NOT_AT_COURT, "recruit")
_RACES_SHORT = no(Obstacle.RACES_SHORT, "recruit.races")
_RACE_MISSING = no(Obstacle.RACE_MISSING, "recruit.race")
_VALUE_SHORT = no(Obstacle.VALUE_SHORT, "recruit.value")


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What a Lord costs a certain seat at this moment."""

    races: int
    race: Race
    """The race that must be among them; `Race.HIDDEN` where none must."""
    value: int


def price_shift(state: State, seat: Seat) -> int:
    """What the Recruiter of an opponent adds to every Lord's cost, and one's own Treasurer takes off."""
    shift = RECRUITER_SURCHARGE if suffers_from(state, seat, Lord.RECRUITER) else 0
    return shift - TREASURER_DISCOUNT if state.realms[seat].has(Lord.TREASURER) else shift


def terms_for(state: State, seat: Seat, lord: Lord, shift: int) -> Terms:
    """The printed cost as the powers in force change it; the Diplomat waives the race a Lord insists on."""
    printed = LORDS[lord]
    race = Race.HIDDEN if state.realms[seat].has(Lord.DIPLOMAT) else printed.race
    return Terms(printed.races, race, max(0, printed.cost + shift))


def totals_of(hand: Sequence[Card]) -> dict[Race, int]:
    """The value in hand of each race that is there."""
    totals: dict[Race, int] = {}
    for ally in hand:
        totals[ally.race] = totals.get(ally.race, 0) + ally.strength
    return totals


def best_races(totals: dict[Race, int], terms: Terms) -> list[Race]:
    """The races that would bring the most value under these terms."""
    others = sorted([race for race in totals if race is not terms.race], key=lambda race: -totals[race])
    if terms.race is Race.HIDDEN:
        return others[: terms.races]
    return [terms.race, *others[: terms.races - 1]]


def obstacle_to_cost(realm: Realm, totals: dict[Race, int], terms: Terms) -> Refused | None:
    """The races must be in hand, and their value with all pearls must reach the cost."""
    if len(totals) < terms.races:
        return _RACES_SHORT
    if terms.race is not Race.HIDDEN and terms.race not in totals:
        return _RACE_MISSING
    value = sum([totals[race] for race in best_races(totals, terms)])
    return None if value + realm.pearls >= terms.value else _VALUE_SHORT


def obstacle_to_recruit(state: State, seat: Seat, lord: Lord) -> Refused | None:
    """The Lord must be at Court, and the seat must be able to pay."""
    if lord not in state.court:
        return _NOT_AT_COURT
    realm = state.realms[seat]
    terms = terms_for(state, seat, lord, price_shift(state, seat))
    return obstacle_to_cost(realm, totals_of(realm.hand), terms)


def affordable(state: State, seat: Seat) -> list[Choice]:
    """The Lords at Court the seat can pay for."""
    realm = state.realms[seat]
    if not realm.hand:
        return []
    totals = totals_of(realm.hand)
    shift = price_shift(state, seat)
    return [
        RECRUIT[lord]
        for lord in state.court
        if obstacle_to_cost(realm, totals, terms_for(state, seat, lord, shift)) is None
    ]


def frugal_payment(hand: Sequence[Card], terms: Terms) -> tuple[int, ...]:
    """Places of a payment with nothing to spare: the Allies of the best races, less the weak ones not needed."""
    races = best_races(totals_of(hand), terms)
    places = [place for place, ally in enumerate(hand) if ally.race in races]
    surplus = sum([hand[place].strength for place in places]) - terms.value
    for place in sorted(places, key=lambda place: hand[place].strength):
        alone = [hand[other].race for other in places].count(hand[place].race) == 1
        if not alone and hand[place].strength <= surplus:
            surplus -= hand[place].strength
            places.remove(place)
    return tuple(places)
