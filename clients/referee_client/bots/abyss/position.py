"""The valuation of a position in Abyss, in influence points at the end of the match.

Points count fully. Allies and pearls count for what they will buy while there is time to spend them, keys as part of a
Location, and lasting powers by the number of rounds left. The worth of an option is the change it makes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_client.bots.abyss.cards import (
    ALLIES,
    ANY_RACE,
    COPIES,
    LORDS,
    LORDS_TO_END,
    MEAN_TOKEN,
    MONSTERS,
    RACES,
    TILES,
    TRACK_SPACES,
    Ally,
)
from referee_client.bots.abyss.estate import Estate, points, tile_points
from referee_client.bots.abyss.payments import LordCost, Payment, payments

ROUNDS_A_LORD = 2.1
"""Turns that a good player needs per Lord."""
COST_OF_A_LORD = 8.5
PIP = 0.7
"""Worth of a point of Ally strength that can be spent."""
SPARE_PIP = 0.12
"""Worth of a point of Ally strength beyond that."""
FLEXIBLE = 0.3
"""Extra worth of a pearl compared with a point of strength: it fits every cost, buys Allies and pays for plotting."""
DELAY_FACTOR = 0.72
"""Factor on the worth of a Lord for each turn until it can be paid."""
HANDED_ON = 0.25
"""Share of an Ally's worth that is lost by leaving it to the Council, where others can take it."""

SHARED = 0.3
"""Cost of revealing a new Lord to everyone."""


class Position:
    """The knowledge of one seat and its valuation, for one decision."""

    def __init__(self, view: Any, council: Mapping[int, Sequence[int]]) -> None:
        self.view = view
        self.me: int = view.viewer
        self.seats = len(view.realms)
        self.estates = [Estate(realm) for realm in view.realms]
        self.mine: Estate = self.estates[self.me]
        self.others = [estate for seat, estate in enumerate(self.estates) if seat != self.me]
        self.court: list[int] = list(view.court)
        self.council = council
        self.rounds = self._rounds_left()
        self.growth = min(float(LORDS_TO_END - len(self.mine.lords())), self.rounds / ROUNDS_A_LORD)
        self.growth = max(0.0, self.growth)
        self.pip = PIP if self.rounds else 0.0
        self.strongest: list[int] = self.mine.strongest()
        self._changes: dict[tuple[int, ...], float] = {}
        self._lords: dict[int, float] = {}
        self._explorations: dict[tuple[int, int], float] = {}

    def _rounds_left(self) -> float:
        """Estimate how many turns this seat has left after the current one."""
        view = self.view
        if view.last_round_by >= 0:
            away = (self.me - view.active) % self.seats
            last = (view.last_round_by - view.active) % self.seats or self.seats
            return 1.0 if 0 < away < last else 0.0
        most = max(len(estate.lords()) for estate in self.estates)
        by_lords = ROUNDS_A_LORD * (LORDS_TO_END - most)
        by_deck = ROUNDS_A_LORD * (len(view.lord_deck) + len(self.court) - 2) / self.seats
        return max(0.5, min(by_lords, by_deck))

    # --- Allies and pearls ---

    def purse(self, hand: Sequence[int], pearls: int) -> float:
        """Return the worth of Allies in hand and pearls: what they will buy, Lords in reach, affiliation at the end."""
        totals = [0] * (RACES + 1)
        weakest = [9] * (RACES + 1)
        for card in hand:
            race, strength = ALLIES[card]
            totals[race] += strength
            weakest[race] = min(weakest[race], strength)
        joining = 0
        for race, strength in enumerate(weakest):
            if self.strongest[race] < strength < 9:
                joining += strength - self.strongest[race]
        if not self.rounds:
            return joining + 0.02 * pearls
        stock = sum(totals) + pearls
        useful = COST_OF_A_LORD * self.growth
        worth = self.pip * min(stock, useful) + SPARE_PIP * max(0.0, stock - useful)
        return worth + FLEXIBLE * min(pearls, 6) + 0.15 * joining + self._prospects(totals, pearls)

    def _prospects(self, totals: list[int], pearls: int) -> float:
        """Return what the Lords at Court promise a seat with these Allies: the best, and part of the second best."""
        found = [0.0, 0.0]
        ranked = sorted(totals[1:], reverse=True)
        for gain, terms in self._wishes:
            if terms.race == ANY_RACE:
                paying = ranked[: terms.races]
            else:
                of_race = totals[terms.race]
                others = ranked.copy()
                others.remove(of_race)
                paying = [of_race, *others[: terms.races - 1]]
            missing = paying.count(0)
            short = max(0, terms.value - pearls - sum(paying) - 2 * missing)
            found.append(gain * math.pow(DELAY_FACTOR, 0.9 * missing + short / 3.5))
        found.sort(reverse=True)
        return 0.9 * found[0] + 0.3 * found[1]

    @cached_property
    def _wishes(self) -> list[tuple[float, LordCost]]:
        """The Lords at Court that are worth more than their cost, with the surplus."""
        wishes = []
        for lord in self.court:
            terms = self.terms(lord)
            gain = self.lord(lord) + 1.0 - self.pip * terms.value
            if gain > 0:
                wishes.append((gain, terms))
        return wishes

    @cached_property
    def purse_now(self) -> float:
        """The worth of the purse as it is."""
        return self.purse(self.mine.hand, self.mine.pearls)

    def with_cards(self, cards: Sequence[int], pearls: int = 0) -> float:
        """Return the change in worth from gaining Allies and gaining or losing pearls."""
        key = (*cards, -pearls)
        if key not in self._changes:
            changed = self.purse([*self.mine.hand, *cards], self.mine.pearls + pearls)
            self._changes[key] = changed - self.purse_now
        return self._changes[key]

    def without_card(self, hand: Sequence[int], card: int) -> float:
        """Return the loss in worth from losing an Ally."""
        rest = list(hand)
        rest.remove(card)
        return self.purse(hand, self.mine.pearls) - self.purse(rest, self.mine.pearls)

    def joining(self, ally: Ally) -> float:
        """Return the gain from affiliating an Ally."""
        before = self._tiles()
        self.mine.affiliated.append(ally)
        gain = self._tiles() - before
        self.mine.affiliated.pop()
        return gain + max(0, ally.strength - self.strongest[ally.race])

    # --- Lords ---

    def terms(self, lord: int) -> LordCost:
        """Return the current cost of a Lord for this seat."""
        card = LORDS[lord]
        shift = 0
        if not self.mine.has(abyss.LORD_SHAMAN) and any(e.has(abyss.LORD_RECRUITER) for e in self.others):
            shift += 2
        if self.mine.has(abyss.LORD_TREASURER):
            shift -= 2
        race = ANY_RACE if self.mine.has(abyss.LORD_DIPLOMAT) else card.race
        return LordCost(card.races, race, max(0, card.cost + shift))

    def lord(self, lord: int) -> float:
        """Return the gain from a Lord, without its cost."""
        known = self._lords.get(lord)
        if known is None:
            known = self._lords[lord] = self._worth_of(lord)
        return known

    def _worth_of(self, lord: int) -> float:
        card = LORDS[lord]
        before = self._tiles()
        self.mine.free.append(lord)
        gain = card.influence + self._tiles() - before
        self.mine.free.pop()
        if card.keys:
            keys = self.mine.keys()
            gain += self.keys(keys + 1) - self.keys(keys)
        power = POWERS.get(lord)
        return gain + (power(self) if power is not None else 0.0)

    def keys(self, count: int) -> float:
        """Return the worth of a number of keys: Locations now, and part of the next one."""
        done, left = divmod(count, 3)
        # Near the end, the next Location may be out of reach.
        near = (0.0, min(1.0, self.rounds / 7) * 0.33, min(1.0, self.rounds / 4) * 0.7)[left]
        return (done + near) * self.next_location

    def best_payment(self, terms: LordCost) -> tuple[float, Payment] | None:
        """Return the cheapest payment and its cost, or None if the seat cannot pay."""
        best: tuple[float, Payment] | None = None
        may_choose = self.mine.has(abyss.LORD_MASTER_OF_MAGIC)
        for payment in payments(self.mine.hand, terms, self.mine.pearls):
            rest = list(self.mine.hand)
            for card in payment.cards:
                rest.remove(card)
            allies = [ALLIES[card] for card in payment.cards]
            weakest = min(ally.strength for ally in allies)
            gain = max(self.joining(ally) for ally in allies if may_choose or ally.strength == weakest)
            cost = self.purse_now - self.purse(rest, self.mine.pearls - payment.pearls) - gain
            if best is None or cost < best[0]:
                best = (cost, payment)
        return best

    def recruiting(self, lord: int) -> float:
        """Return the gain from recruiting a Lord."""
        paid = self.best_payment(self.terms(lord))
        if paid is None:
            return -9.0
        return self.lord(lord) - paid[0] + self._refilling() + self._ending()

    def plotting(self, best: float) -> float:
        """Return the worth of the turn after revealing another Lord, if the best option now is worth `best`."""
        seen = {lord for estate in self.estates for lord in estate.lords()}
        seen.update(self.court, self.view.lords_gone)
        unseen = [lord for lord in LORDS if lord not in seen]
        if not unseen or not self.rounds:
            return best - 1.0
        totals = [0] * (RACES + 1)
        for card in self.mine.hand:
            totals[ALLIES[card].race] += ALLIES[card].strength
        hoped = sum(max(best, self._hoped(lord, totals)) for lord in unseen) / len(unseen)
        return hoped + self.with_cards([], -1) - SHARED

    def _hoped(self, lord: int, totals: Sequence[int]) -> float:
        """Estimate the gain from recruiting a Lord that may come to Court; 0 if the seat could not pay for it."""
        terms = self.terms(lord)
        races = sorted([race for race in range(1, RACES + 1) if totals[race]], key=lambda race: -totals[race])
        if terms.race != ANY_RACE:
            races = [race for race in (terms.race, *races) if totals[race]]
        paying = list(dict.fromkeys(races))[: terms.races]
        value = sum(totals[race] for race in paying) + self.mine.pearls - 1
        missing_race = terms.race != ANY_RACE and not totals[terms.race]
        if len(paying) < terms.races or missing_race or value < terms.value:
            return 0.0
        return self.lord(lord) - self.pip * terms.value + self._ending()

    def _refilling(self) -> float:
        """Return the worth of the two pearls for leaving two Lords at Court."""
        return 2 * (self.pip + FLEXIBLE) if len(self.court) == 3 else 0.0

    def _ending(self) -> float:
        """Return the gain from triggering the end of the match: positive for a seat that is ahead."""
        if self.view.last_round_by >= 0 or len(self.mine.lords()) + 1 < LORDS_TO_END:
            return 0.0
        lead = self.points_of(self.mine) + 7 - max(self.points_of(other) + 6 for other in self.others)
        return max(-8.0, min(15.0, lead))

    def points_of(self, estate: Estate) -> float:
        """Return the points of an estate if the match ended now."""
        return points(estate, 0, [other for other in self.estates if other is not estate])

    # --- Locations ---

    def tile(self, location: int) -> float:
        """Return the points of a Location for this seat."""
        return tile_points(location, self.mine, self.growth, self.others)

    def _tiles(self) -> float:
        return sum([self.tile(location) for location in self.mine.locations])

    @cached_property
    def unseen_tiles(self) -> list[float]:
        """The points of the Locations in the deck, best first."""
        seen = {location for estate in self.estates for location in estate.locations}
        seen.update(self.view.open_locations, self.view.locations_gone, self.view.drawn_locations)
        unseen = [location for location in TILES if location not in seen]
        worth = [self.tile(location) for location in unseen]
        if abyss.LOCATION_BLACK_SMOKERS in unseen:
            worth[unseen.index(abyss.LOCATION_BLACK_SMOKERS)] = max(worth)
        return sorted(worth, reverse=True)

    def drawing(self, count: int) -> float:
        """Return the expected best of `count` drawn Locations, less what those left over are worth to others."""
        tiles = self.unseen_tiles
        expected, chance_none_better = 0.0, 1.0
        for place, worth in enumerate(tiles):
            left = len(tiles) - place
            chance = min(1.0, count / left)
            expected += chance_none_better * chance * worth
            chance_none_better *= 1 - chance
        return expected - 0.35 * (count - 1)

    @cached_property
    def next_location(self) -> float:
        """The expected gain from the next Location."""
        drawn = self.drawing(min(4, len(self.view.location_deck))) if self.view.location_deck else 0.0
        return max([drawn, *[self.tile(location) for location in self.view.open_locations]])

    # --- exploring ---

    @cached_property
    def deck(self) -> tuple[list[tuple[float, int]], float]:
        """The possible next cards: Allies with their probabilities, and the probability of a Monster."""
        left: Counter[int] = Counter({card: COPIES[ally.strength] for card, ally in ALLIES.items()})
        left[abyss.CARD_MONSTER] = MONSTERS
        seen = [*self.mine.hand, *self.view.discard, *self.view.track]
        for stack in self.council.values():
            seen.extend(stack)
        for realm in self.view.realms:
            seen.extend(realm.affiliated)
        left.subtract(card for card in seen if card in left)
        total = max(1, sum(max(0, count) for count in left.values()))
        allies = [(max(0, left[card]) / total, card) for card in ALLIES if left[card] > 0]
        return allies, max(0, left[abyss.CARD_MONSTER]) / total

    @cached_property
    def _gains(self) -> list[tuple[float, float, float]]:
        """For each Ally that may come: its probability, its gain, and the cost of leaving it to others."""
        allies, _ = self.deck
        return [(chance, self.with_cards([card]), self.leaving(card)) for chance, card in allies]

    def leaving(self, card: int) -> float:
        """Return the cost of leaving an Ally to the Council."""
        return HANDED_ON * self.pip * ALLIES[card].strength

    def exploring(self, space: int, threat: int) -> float:
        """Return the expected gain from exploring on from this space, if the seat stops at the right moment."""
        key = (space, threat)
        if key not in self._explorations:
            self._explorations[key] = self._explore(space, threat)
        return self._explorations[key]

    def _explore(self, space: int, threat: int) -> float:
        _, monster = self.deck
        fight = self.fight(threat)
        if space == TRACK_SPACES:
            ally = sum([chance * gain for chance, gain, _ in self._gains])
            return ally + monster * fight + self.with_cards([], 1)
        then = self.exploring(space + 1, threat)
        ally = sum([chance * max(gain, then - leaving) for chance, gain, leaving in self._gains])
        if not monster:
            return ally
        return ally + monster * max(fight, self.exploring(space + 1, min(6, threat + 1)))

    def fight(self, threat: int) -> float:
        """Return the gain from fighting a Monster at this threat."""
        if threat > 1 and not self.mine.has(abyss.LORD_SHAMAN):
            threat -= any(estate.has(abyss.LORD_TAMER) for estate in self.others)
        return max(self.reward(*reward) for reward in REWARDS[threat])

    def reward(self, pearls: int, tokens: int, keys: int) -> float:
        """Return the worth of a reward."""
        worth = MEAN_TOKEN * min(tokens, len(self.view.token_pile))
        if pearls:
            worth += self.with_cards([], pearls)
        if keys:
            have = self.mine.keys()
            worth += self.keys(have + keys) - self.keys(have)
        return worth

    # --- the Council ---

    def stack(self, race: int) -> list[int]:
        """Return the remembered cards of a Council stack."""
        return list(self.council.get(race, ()))


REWARDS: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((1, 0, 0), (0, 1, 0)),
    2: ((2, 0, 0), (1, 1, 0), (0, 2, 0)),
    3: ((0, 0, 1),),
    4: ((1, 0, 1), (0, 1, 1)),
    5: ((2, 0, 1), (1, 1, 1), (0, 2, 1)),
    6: ((0, 0, 2),),
}
"""The rewards to choose from, by threat: pearls, tokens and keys."""


def _pearls(count: int) -> Callable[[Position], float]:
    return lambda at: count * (at.pip + FLEXIBLE) if at.rounds else 0.02 * count


def _each_round(worth: float) -> Callable[[Position], float]:
    return lambda at: worth * at.rounds


def _each_lord(worth: float) -> Callable[[Position], float]:
    return lambda at: worth * max(0.0, at.growth - 1)


def _ambassador(count: int) -> Callable[[Position], float]:
    return lambda at: at.drawing(min(count, len(at.view.location_deck))) if at.view.location_deck else 0.0


def _apprentice(at: Position) -> float:
    stacks = [sum(ALLIES[card].strength for card in stack) for stack in at.council.values()]
    return at.pip * max(stacks, default=0)


def _hunter(at: Position) -> float:
    robbed = [estate for estate in at.others if estate.token_count and not estate.has(abyss.LORD_SHAMAN)]
    return MEAN_TOKEN * 1.3 if robbed else 0.0


def _assassin(at: Position) -> float:
    return sum(1.5 for estate in at.others if estate.key_lords() and not estate.has(abyss.LORD_SHAMAN))


def _corruptor(at: Position) -> float:
    if at.mine.pearls < 5 + 2:
        return 0.0
    return max(0.0, max([LORDS[lord].influence for lord in at.court], default=0) - 5 * at.pip)


def _exchange(at: Position) -> float:
    weakest = min([LORDS[lord].influence for lord in at.mine.free], default=99)
    return max(0.0, max([LORDS[lord].influence for lord in at.court], default=0) - weakest)


def _schemer(at: Position) -> float:
    weakest = min([LORDS[lord].influence for lord in at.mine.free], default=99)
    return max(0.0, 6.8 - weakest)


POWERS: dict[int, Callable[[Position], float]] = {
    abyss.LORD_RECRUITER: _each_round(0.3),
    abyss.LORD_JAILER: lambda at: 0.6 if at.rounds else 0.0,
    abyss.LORD_SEEKER: lambda at: 0.8 if at.rounds else 0.0,
    abyss.LORD_ASSASSIN: _assassin,
    abyss.LORD_COMMANDER: _each_round(0.1),
    abyss.LORD_TAMER: _each_round(0.1),
    abyss.LORD_HUNTER: _hunter,
    abyss.LORD_SHIP_MASTER: _each_round(0.4),
    abyss.LORD_TRADER: _pearls(3),
    abyss.LORD_PEDDLER: _pearls(2),
    abyss.LORD_LANDLORD: _each_round(0.6),
    abyss.LORD_SLAVER: _each_round(0.25),
    abyss.LORD_SHOPKEEPER: _pearls(1),
    abyss.LORD_SHAMAN: _each_round(0.15),
    abyss.LORD_INVOKER: lambda at: 4.0 if at.rounds else 2.0,
    abyss.LORD_APPRENTICE: _apprentice,
    abyss.LORD_ORACLE: _each_round(0.1),
    abyss.LORD_ALCHEMIST: _each_round(0.5),
    abyss.LORD_ILLUSIONIST: lambda at: 1.0 if at.mine.locations and at.view.open_locations else 0.0,
    abyss.LORD_MASTER_OF_MAGIC: _each_lord(0.8),
    abyss.LORD_OPPORTUNIST: _each_round(0.2),
    abyss.LORD_CORRUPTOR: _corruptor,
    abyss.LORD_TRAITOR: _exchange,
    abyss.LORD_DIPLOMAT: _each_lord(0.7),
    abyss.LORD_TREASURER: _each_lord(1.4),
    abyss.LORD_SCHEMER: _schemer,
    abyss.LORD_SAGE: _ambassador(2),
    abyss.LORD_HERMIT: _ambassador(1),
    abyss.LORD_ELDER: _ambassador(3),
}
"""The worth of a Lord's power, beyond its influence and its key."""
