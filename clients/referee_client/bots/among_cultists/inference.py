"""Inference: how likely each possible set of Cultists is, given what everybody has seen.

There are few seats, so all possible sets are kept, each with a weight. A public fact multiplies the weight of each set
by the probability of the fact if these seats were the Cultists. What one seat knows in addition (that it is innocent
itself, what it saw in the night) only removes sets, so every seat can also reckon what the others think.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_client.bots.among_cultists.cards import ROUNDS, ROUTES, SECURITY_ROOM
from referee_client.bots.among_cultists.observed import FAILURE, SABOTAGE, SUCCESS, TASK_FACES, ObservedTable

NOBODY = -1
"""The contributor of the cards with which a Room starts."""
UNLIKELY = 0.01
"""Probability of what the model considers impossible."""
TREASON = 0.03
"""How often a Cultist gives a Dead card to a fellow Cultist, relative to other seats."""
DISLOYALTY = 0.3
"""How often a Cultist votes for a fellow Cultist, relative to other seats."""
HEARSAY = 1.25
"""How much more often an Investigator accuses a Cultist than another Investigator."""
SLANDERING = 1.1
"""How much more often a Cultist accuses an Investigator than another Investigator does."""
HONESTY = 0.3
"""Probability that a Cultist announces that a dead Character is dead."""
BLENDING = 0.7
"""Probability that a Cultist acts as a Route card would allow."""
COLOURS_PER_ROUND = 0.4
"""Share of the colours that a Route card shows in a round."""
COLLECTING = 0.85
"""How often a Cultist collects books, relative to an Investigator."""
CARDS_OF_CULTISTS: dict[int, float] = {SUCCESS: 0.4, FAILURE: 0.35, SABOTAGE: 0.25}
"""The task cards that a Cultist places."""
CARDS_OF_INVESTIGATORS: dict[int, float] = {SUCCESS: 0.99, FAILURE: 0.005, SABOTAGE: 0.005}


class Inference:
    """The weights of all possible sets of Cultists, from public facts."""

    def __init__(self, table: ObservedTable) -> None:
        seats, numbers = table.seats, table.numbers
        self.seats = seats
        self.sets = [frozenset(each) for each in combinations(range(seats), numbers.cultists)]
        self.weights = [1.0] * len(self.sets)
        self.dead = [
            [0.0 if seat in each else numbers.start_dead_share for seat in range(seats)] for each in self.sets
        ]
        """For each set, the probability that each seat is dead."""
        self.version = 0
        """Number of changes so far."""
        self._table = table
        self._ghosts: set[int] = set()
        self._routes = [set(ROUTES) for _ in range(seats)]
        """The Route cards with which each seat could have done what it did, if it is innocent."""
        self._rooms: dict[str, dict[int, float]] = {}
        """The expected number of cards in each Room by contributor."""
        self._grounds = [cultists.GROUND_HUNCH] * seats
        """The gravest ground on which each seat could be accused."""
        self._givers: list[set[int]] = [set() for _ in range(seats)]
        """Who gave cards to each seat."""
        self._accusations: set[tuple[int, int]] = set()
        """Who has accused whom."""
        self._viewed: dict[int, str] = {}
        """The Room that each seat looked at last."""
        self._pool: list[int] = []
        """The givers of the cards that were given in an Encounter and not yet received."""

    # What others think

    def weights_of(self, viewer: int, private: Sequence[float] | None = None) -> list[float]:
        """Return the normalized weights as an innocent viewer sees them; all of them for a viewer of -1."""
        found = [
            0.0 if viewer in each else weight for each, weight in zip(self.sets, self.weights, strict=True)
        ]
        if private is not None:
            found = [weight * factor for weight, factor in zip(found, private, strict=True)]
        total = sum(found)
        return [weight / total for weight in found] if total else found

    def suspicion(self, weights: Sequence[float]) -> list[float]:
        """Return the probability that each seat is a Cultist."""
        found = [0.0] * self.seats
        for each, weight in zip(self.sets, weights, strict=True):
            for seat in each:
                found[seat] += weight
        return found

    def death(self, weights: Sequence[float], seat: int) -> float:
        """Return the probability that a seat is dead."""
        return sum([weight * dead[seat] for weight, dead in zip(weights, self.dead, strict=True)])

    def insight(self, weights: Sequence[float], target: int) -> float:
        """Return by how much a look at a Pulse deck is expected to raise the probability of the best accusation."""
        alive, dead = [], []
        for weight, each in zip(weights, self.dead, strict=True):
            dead.append(weight * each[target])
            alive.append(weight - dead[-1])
        return max(self.suspicion(alive)) + max(self.suspicion(dead)) - max(self.suspicion(weights))

    def exposure(self, giver: int, receiver: int) -> float:
        """Return how suspicious a giver would be to everybody if the receiver were found dead after one more gift."""
        share, found = self._table.numbers.dead_share, []
        for each, weight, dead in zip(self.sets, self.weights, self.dead, strict=True):
            chance = dead[receiver]
            if giver in each and receiver not in each:
                chance = 1 - (1 - chance) * (1 - share)
            found.append(0.0 if receiver in each else weight * max(chance, UNLIKELY))
        total = sum(found)
        return self.suspicion(found)[giver] / total if total else 1.0

    def exposure_in(self, room: str, filler: int, face: int) -> float:
        """Return how suspicious a seat would be to everybody if it filled a Room and such a card were revealed."""
        cards = dict(self._rooms.get(room, {}))
        cards[filler] = cards.get(filler, 0.0) + 1
        found = []
        for each, weight in zip(self.sets, self.weights, strict=True):
            chance = sum([count * self._chance(who, who in each, face) for who, count in cards.items()])
            found.append(weight * max(chance, UNLIKELY))
        total = sum(found)
        return self.suspicion(found)[filler] / total if total else 1.0

    def success_share(self, room: str, suspicion: Sequence[float]) -> float:
        """Return the probability that a card of a Room is a Success."""
        cards = self._rooms.get(room, {})
        total = sum(cards.values())
        if not total:
            return 0.0
        good = 0.0
        for contributor, count in cards.items():
            if contributor == NOBODY:
                good += count * (1 - self._table.numbers.room_failure_share)
            else:
                bad = suspicion[contributor] * (1 - CARDS_OF_CULTISTS[SUCCESS])
                good += count * (1 - bad)
        return good / total

    def contributors(self, room: str) -> list[int]:
        """Return the seats whose cards may be in a Room."""
        return [seat for seat, count in self._rooms.get(room, {}).items() if seat != NOBODY and count > 0]

    # Facts

    def learn(self, kind: str, fact: Any) -> None:
        """Update the weights with a fact."""
        learn = _LEARN.get(kind)
        if learn is not None:
            learn(self, fact)
            self.version += 1

    def scale(self, factor: Callable[[frozenset[int], list[float]], float]) -> None:
        """Multiply the weight of each set by the probability of what was seen."""
        weights = [
            weight * max(factor(each, dead), UNLIKELY)
            for each, weight, dead in zip(self.sets, self.weights, self.dead, strict=True)
        ]
        total = sum(weights)
        if total:
            self.weights = [weight / total for weight in weights]

    def give(self, giver: int, receiver: int, share: float = 1.0) -> None:
        """Take a gift into account that nobody saw; `share` is the probability that it is the giver's card."""
        self._givers[receiver].add(giver)
        for each, dead in zip(self.sets, self.dead, strict=True):
            if giver in each:
                chance = share * self._table.numbers.dead_share * (TREASON if receiver in each else 1.0)
                dead[receiver] = 1 - (1 - dead[receiver]) * (1 - chance)

    def announce(self, seat: int, target: int, is_dead: bool) -> None:
        """Weigh the announcement of a check. Only a Cultist can lie, and only by calling a dead Character alive."""

        def likelihood(each: frozenset[int], dead: list[float]) -> float:
            if seat not in each:
                return dead[target] if is_dead else 1 - dead[target]
            told = dead[target] * HONESTY
            return told if is_dead else 1 - told

        self.scale(likelihood)
        if is_dead:
            for giver in self._givers[target]:
                self._grounds[giver] = cultists.GROUND_KILLING
        for each, dead in zip(self.sets, self.dead, strict=True):
            if is_dead:
                dead[target] = 1.0
            elif seat not in each:
                dead[target] = 0.0

    def use_room(self, seat: int, room: str) -> None:
        """Weigh a Room Action: an Investigator may use only the colours of its Route card."""
        colour, now = self._table.map.colours.get(room), self._table.round - 1
        if colour is None or now >= ROUNDS:
            return
        before = len(self._routes[seat])
        kept = {route for route in self._routes[seat] if colour in ROUTES[route][now]}
        share = len(kept) / before if before else 0.0
        self._routes[seat] = kept
        if cultists.CHARACTER_ROLE_YELLOW_TRAITOR in self._table.roles:
            # One of the others is not bound by its Route card, and is no Cultist.
            share += (1 - share) * COLOURS_PER_ROUND / (self.seats - 1)
        if not kept:
            self._grounds[seat] = cultists.GROUND_ROUTE
        free = BLENDING * share + (1 - BLENDING) * COLOURS_PER_ROUND
        self.scale(lambda each, _: free if seat in each else share)

    def reveal(self, room: str, face: int) -> None:
        """Weigh a card of a Room that was revealed, and remove it from its likely contributors."""
        cards = self._rooms.setdefault(room, {})
        total = sum(cards.values())
        if not total:
            return
        if face == SABOTAGE:
            for seat in self.contributors(room):
                self._grounds[seat] = cultists.GROUND_SABOTAGE
        self.scale(
            lambda each, _: (
                sum([count * self._chance(who, who in each, face) for who, count in cards.items()]) / total
            )
        )
        suspicion = self.suspicion(self.weights)
        shares = {}
        for who, count in cards.items():
            guilt = suspicion[who] if who != NOBODY else 0.0
            chance = guilt * self._chance(who, True, face) + (1 - guilt) * self._chance(who, False, face)
            shares[who] = count * chance
        taken = sum(shares.values()) or 1.0
        for who, share in shares.items():
            cards[who] = max(0.0, cards[who] - share / taken)

    def look_in(self, room: str, faces: Sequence[int]) -> list[float]:
        """Return the probability, for each set, of the cards that one seat alone saw in a Room."""
        cards = self._rooms.get(room, {})
        total = sum(cards.values())
        found = []
        for each in self.sets:
            chance = 1.0
            for face in faces:
                share = sum([count * self._chance(who, who in each, face) for who, count in cards.items()])
                chance *= max(UNLIKELY, share / total) if total else 1.0
            found.append(chance)
        return found

    def _chance(self, who: int, is_cultist: bool, face: int) -> float:
        if who == NOBODY:
            failure = self._table.numbers.room_failure_share
            return failure if face == FAILURE else 1 - failure if face == SUCCESS else 0.0
        return (CARDS_OF_CULTISTS if is_cultist else CARDS_OF_INVESTIGATORS).get(face, 0.0)

    def become_ghost(self, seat: int) -> None:
        """Rule out the sets of Ghosts alone: the match would be over."""
        self._ghosts.add(seat)
        weights = [
            0.0 if each <= self._ghosts else weight
            for each, weight in zip(self.sets, self.weights, strict=True)
        ]
        if any(weights):
            self.weights = weights
            self.scale(lambda _each, _dead: 1.0)

    def open_ballots(self, ballots: Sequence[int]) -> None:
        """Weigh the ballots: a Cultist hardly votes for a fellow."""

        def likelihood(each: frozenset[int], _: list[float]) -> float:
            chance = 1.0
            for voter, target in enumerate(ballots):
                if voter != target and voter in each and target in each:
                    chance *= DISLOYALTY
            return chance

        self.scale(likelihood)

    def hear_accusation(self, accuser: int, suspect: int) -> None:
        """Weigh an accusation, each once: a Cultist does not accuse a fellow, and an Investigator may be right."""
        if accuser == suspect or (accuser, suspect) in self._accusations:
            return
        self._accusations.add((accuser, suspect))

        def likelihood(each: frozenset[int], _: list[float]) -> float:
            if accuser in each:
                return DISLOYALTY if suspect in each else SLANDERING
            return HEARSAY if suspect in each else 1.0

        self.scale(likelihood)
        self.version += 1

    def hear_of_room(self, speaker: int, worst: int) -> None:
        """Weigh what a seat says about the worst card of the Room that it looked at, which only a Cultist invents."""
        room = self._viewed.pop(speaker, "")
        if room:
            seen = self.look_in(room, [worst])
            by_set = dict(zip(self.sets, seen, strict=True))
            self.scale(lambda each, _: 1 / len(TASK_FACES) if speaker in each else by_set[each])
            self.version += 1

    def ground(self, seat: int) -> cultists.Ground:
        """Return the ground on which a seat can be accused."""
        return self._grounds[seat]

    def view_room(self, seat: int, room: str) -> None:
        """Note which Room a seat looked at through the camera."""
        self._viewed[seat] = room
        self.use_room(seat, SECURITY_ROOM)

    def collect(self, seat: int, room: str, face: int) -> None:
        """Weigh an attempt to collect a book, which Cultists make less often, and the card it revealed."""
        self.use_room(seat, room)
        self.scale(lambda each, _: COLLECTING if seat in each else 1.0)
        self.reveal(room, face)

    def stock(self, room: str, count: int) -> None:
        """Note the cards with which a Room starts."""
        self._rooms[room] = {NOBODY: float(count)}

    def fill(self, seat: int, room: str) -> None:
        """Note a card that a seat put into a Room."""
        self.use_room(seat, room)
        cards = self._rooms.setdefault(room, {})
        cards[seat] = cards.get(seat, 0.0) + 1

    def empty(self, room: str) -> None:
        """Note that a Room has no cards any more."""
        self._rooms[room] = {}

    def pool(self, giver: int) -> None:
        """Note a card that was given and not yet received."""
        self._pool.append(giver)

    def receive(self, receiver: int) -> None:
        """Take a card into account that was shuffled with others before it was received."""
        givers = list(self._pool)
        for giver in givers:
            self.give(giver, receiver, 1 / len(givers))

    def clear_pool(self) -> None:
        """Forget the cards of an earlier Encounter."""
        self._pool.clear()


def _look_at_pulse(inference: Inference, fact: Any) -> None:
    if fact.by_camera:
        inference.use_room(fact.seat, SECURITY_ROOM)


_LEARN: dict[str, Callable[[Inference, Any], None]] = {
    "room_stocked": lambda inference, fact: inference.stock(fact.room, len(fact.cards)),
    "encounter_began": lambda inference, fact: inference.clear_pool(),
    "card_given": lambda inference, fact: inference.give(fact.giver, fact.seat),
    "card_pooled": lambda inference, fact: inference.pool(fact.giver),
    "pooled_card_received": lambda inference, fact: inference.receive(fact.seat),
    "room_filled": lambda inference, fact: inference.fill(fact.seat, fact.room),
    "room_card_revealed": lambda inference, fact: inference.collect(fact.seat, fact.room, fact.face),
    "room_emptied": lambda inference, fact: inference.empty(fact.room),
    "room_burned": lambda inference, fact: inference.empty(fact.room),
    "room_viewed": lambda inference, fact: inference.view_room(fact.seat, fact.room),
    "power_restarted": lambda inference, fact: inference.use_room(fact.seat, SECURITY_ROOM),
    "pulse_viewed": _look_at_pulse,
    "pulse_announced": lambda inference, fact: inference.announce(fact.seat, fact.target, fact.is_dead),
    "ballots_opened": lambda inference, fact: inference.open_ballots(fact.ballots),
    "ghost_appeared": lambda inference, fact: inference.become_ghost(fact.seat),
}
