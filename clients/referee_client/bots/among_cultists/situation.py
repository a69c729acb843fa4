"""The situation of one seat when it is asked something: what it has seen, and what it makes of it."""

from __future__ import annotations

import random
from typing import Any

from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_client.bots.among_cultists.inference import Inference
from referee_client.bots.among_cultists.observed import ObservedTable

WHIM = 0.05
"""Largest random part of the worth of a Location, so that a Character cannot be foreseen."""


class Situation:
    """The table, the inference, and the probabilities as this seat sees them."""

    def __init__(self, seat: int, seats: int, seed: str) -> None:
        self.table = ObservedTable(seat, seats)
        self.inference = Inference(self.table)
        self.seat = seat
        self.chance = random.Random(seed)
        self.private = [1.0] * len(self.inference.sets)
        """For each set of Cultists, the probability of what this seat alone saw."""
        self._said: set[tuple[str, int]] = set()
        """What the seat has said, and about whom."""
        self._version = -1
        self._weights: list[float] = []
        self._suspicion: list[float] = []
        self._insights: dict[int, float] = {}
        self._whims: dict[tuple[int, str], float] = {}

    def learn(self, fact: Any) -> None:
        """Take a `Fact` message into account."""
        kind = fact.WhichOneof("kind")
        said = getattr(fact, kind)
        self.table.learn(kind, said)
        if kind == "room_viewed" and said.seat == self.seat:
            seen = self.inference.look_in(said.room, said.cards)
            self.private = [old * new for old, new in zip(self.private, seen, strict=True)]
        if kind == "night_passed" and not self.is_cultist and self.table.known_cultists:
            known = self.table.known_cultists
            self.private = [
                weight * (known <= each)
                for weight, each in zip(self.private, self.inference.sets, strict=True)
            ]
        self.inference.learn(kind, said)

    @property
    def is_cultist(self) -> bool:
        """Return whether the seat plays for the Cultists."""
        return self.table.side == cultists.SIDE_CULTISTS

    @property
    def is_traitor(self) -> bool:
        """Return whether the seat is a Yellow Traitor, who wants to be voted out."""
        return self.table.side == cultists.SIDE_YELLOW

    @property
    def has_one_cultist(self) -> bool:
        """Return whether there is one Cultist, so that a correct vote wins at once."""
        return self.table.numbers.cultists == 1

    @property
    def is_last_book(self) -> bool:
        """Return whether the next book wins the match."""
        return self.table.points + 1 >= self.table.points_needed

    @property
    def weights(self) -> list[float]:
        """The weights of the sets of Cultists, as this seat sees them if it is innocent."""
        self._update()
        return self._weights

    @property
    def suspicion(self) -> list[float]:
        """The probability that each seat is a Cultist, as this seat sees it if it is innocent."""
        self._update()
        return self._suspicion

    def insight(self, target: int) -> float:
        """Return how much a look at a Pulse deck is expected to tell this seat."""
        self._update()
        if target not in self._insights:
            self._insights[target] = self.inference.insight(self._weights, target)
        return self._insights[target]

    def death(self, seat: int) -> float:
        """Return the probability that a seat is dead; a Cultist knows what it saw and gave."""
        if seat in self.table.known_dead:
            return 1.0
        return 0.0 if self.is_cultist else self.inference.death(self.weights, seat)

    def kills(self) -> float:
        """Return the expected number of Investigators who count as killed."""
        found = 0.0
        for seat in range(self.table.seats):
            gone = 1.0 if seat in self.table.ghosts else self.death(seat)
            guilt = float(seat in self.table.known_cultists) if self.is_cultist else self.suspicion[seat]
            found += gone * (1 - guilt)
        return found

    def is_fellow(self, seat: int) -> bool:
        """Return whether this seat is a Cultist who knows that the other is one, too."""
        return self.is_cultist and seat in self.table.known_cultists

    def says_first(self, what: str, about: int) -> bool:
        """Return whether the seat has not said this yet, and note that it says it now."""
        is_first = (what, about) not in self._said
        self._said.add((what, about))
        return is_first

    def whim(self, place: str) -> float:
        """Return the random part of the worth of a Location in this round."""
        key = self.table.round, place
        if key not in self._whims:
            self._whims[key] = WHIM * self.chance.random()
        return self._whims[key]

    def _update(self) -> None:
        if self._version != self.inference.version:
            self._version = self.inference.version
            self._weights = self.inference.weights_of(self.seat, self.private)
            self._suspicion = self.inference.suspicion(self._weights)
            self._insights = {}
