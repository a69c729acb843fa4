"""The valuation of a position in Unfathomable, from the point of view of the ship.

One point is about the cost of losing one unit of a plentiful resource. A traitor wants the opposite of what is good for
the ship.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_client.bots.unfathomable.cards import (
    AGAINST_CHARACTERS,
    AGAINST_DEEP_ONES,
    ARROW,
    CARDS,
    DECK,
    FACES,
    PORT,
    ROOMS,
    SKILL_SETS,
    STRUCTURAL,
    TRACK,
    WATER,
    WAYPOINTS,
    WEAPONS,
    SkillCard,
)
from referee_client.bots.unfathomable.crises import CRISES, Crisis

_LOSSES = (60.0, 60.0, 7.0, 4.5, 3.4, 2.7, 2.2, 1.9, 1.7, 1.5, 1.4)
"""Cost of losing the next unit of a resource, by its current level."""
TRAVEL_STEP = 3.0
"""Worth of one step on the travel track."""
DAMAGE = 1.2
"""Weight of damage to the ship."""
DEFEAT = 3.0
"""Cost of being sent to the Sick Bay."""
ARREST = 5.0
"""Cost of being sent to the Brig."""
SOULS_OF_A_PASSENGER = 0.9
CARD = 0.5
"""Worth of an unseen skill card."""
ITEM = 1.6


class Word(NamedTuple):
    """A part of an effect: its probability, the thing, and the amount."""

    chance: float
    thing: str
    amount: int


@cache
def words(effect: str) -> tuple[Word, ...]:
    """Parse an effect."""
    found = []
    for word in effect.split():
        read = re.fullmatch(r"(?:(\d)\?)?(\w+?)([+-]\d)", word)
        assert read is not None, word
        found.append(Word(int(read[1]) / FACES if read[1] else 1.0, read[2], int(read[3])))
    return tuple(found)


class Position:
    """The knowledge of one seat, as plain numbers."""

    def __init__(self, view: Any, suspicion: Mapping[int, float] | None = None) -> None:
        self.view = view
        self.me: int = view.viewer
        self.player = view.players[self.me]
        self.space: int = self.player.space
        self.suspicion = suspicion or {}
        self.resources: dict[int, int] = {entry.key: entry.value for entry in view.resources}
        self.deep_ones: dict[int, int] = {entry.key: entry.value for entry in view.deep_ones}
        self.passengers: dict[int, int] = {entry.key: len(entry.values) for entry in view.passengers}
        self.monarchs: dict[int, int] = {entry.key: entry.value for entry in view.monarchs}
        self.damage: dict[int, int] = {entry.key: entry.value for entry in view.damage}
        self.titles: dict[int, int] = {entry.key: entry.value for entry in view.titles}
        self.hand: list[SkillCard] = [CARDS[card] for card in self.player.hand]
        self.ritual: int = view.ritual
        self.distance: int = sum(WAYPOINTS[waypoint].distance for waypoint in view.waypoints)
        self.is_revealed = bool(self.player.revealed)
        self.is_human = self._is_human()

    def _is_human(self) -> bool:
        """Return whether the seat plays for the ship. The Cultist does until the ship has come far enough."""
        loyalty = [*self.player.loyalty, self.player.revealed]
        if unf.LOYALTY_HYBRID in loyalty:
            return False
        return unf.LOYALTY_CULTIST not in loyalty or (self.distance < PORT and not self.is_revealed)

    @property
    def side(self) -> int:
        """1 for the ship, -1 for the Deep Ones."""
        return 1 if self.is_human else -1

    # Pieces on the board

    def humans_on(self, space: int) -> list[int]:
        """Return the seats on a space that have not revealed."""
        return [
            seat
            for seat, player in enumerate(self.view.players)
            if player.space == space and not player.revealed
        ]

    def traitors_on(self, space: int) -> list[int]:
        """Return the revealed traitors on a space."""
        return [
            seat for seat, player in enumerate(self.view.players) if player.space == space and player.revealed
        ]

    def has_enemy(self, space: int) -> bool:
        """Return whether a room cannot be used because an enemy is there."""
        return bool(self.deep_ones.get(space) or self.traitors_on(space))

    def on_ship(self) -> list[int]:
        """Return the ship spaces with Deep Ones."""
        return [space for space in self.deep_ones if space in DECK or space in ROOMS]

    def is_used(self, space: int) -> bool:
        """Return whether a room was used in this turn."""
        name = unf.Space.Name(space).removeprefix("SPACE_").lower()
        return any(used.split("/")[0] == f"room.{name}" for used in self.view.used)

    # Worth

    def losing(self, resource: int, amount: int = 1) -> float:
        """Return the cost of losing some of a resource. Late in the journey less is needed."""
        level = self.spare(resource)
        cost = sum(_LOSSES[max(0, level - lost)] for lost in range(amount))
        ahead = 0.55 + 0.45 * max(0, PORT + 3 - self.distance) / (PORT + 3)
        return cost * ahead if level > amount else cost

    def spare(self, resource: int) -> int:
        """Return the level of a resource; of fuel, what exceeds the need of the journey."""
        level = self.resources[resource]
        if resource != unf.RESOURCE_FUEL:
            return level
        return max(min(level, 2), level - max(0, PORT - self.distance) // 6)

    def gaining(self, resource: int, amount: int = 1) -> float:
        """Return the worth of gaining some of a resource."""
        level = self.spare(resource)
        return sum(_LOSSES[min(10, level + gained + 1)] for gained in range(amount) if level + gained < 10)

    def damaging(self, amount: int = 1) -> float:
        """Return the cost of damage to the ship. One damage card in five does something else."""
        cost, damaged = 0.0, len(self.damage)
        for _ in range(amount):
            damaged += 1
            cost += 60.0 if damaged >= STRUCTURAL else 1.6 + 0.55 * damaged * damaged / 2
        return DAMAGE * cost

    def deep_one(self, space: int) -> float:
        """Return the harm of a Deep One on a space."""
        if space in ROOMS:
            harm = 0.45 * self.damaging() if space not in self.damage else 0.3 * self.damaging()
        elif space in DECK:
            harm = 0.25 * self.damaging() + 0.4
            if self.passengers.get(space) and not self.humans_on(space):
                harm += 0.45 * self.losing(unf.RESOURCE_SOULS)
        elif space in WATER:
            harm = 0.12 * self.damaging() + 0.2
        else:
            harm = 0.3
        return harm + self.crowding()

    def crowding(self) -> float:
        """Return the cost of one more Deep One: the game is over when none are left in the supply."""
        left = self.view.deep_one_supply
        return 3.0 if left <= 2 else 1.2 if left <= 5 else 0.4 if left <= 8 else 0.0

    def banishing(self) -> float:
        """Return the worth of completing the ritual now."""
        worth = sum(
            self.deep_one(space) * count
            for space, count in self.deep_ones.items()
            if space in DECK or space in WATER
        )
        worth += sum(1.8 for space in self.monarchs.values() if space != unf.SPACE_DEEP)
        worth -= sum(self.passengers.values()) * self.passenger()
        return worth - DEFEAT * sum(len(self.humans_on(space)) for space in DECK)

    def ritual_step(self) -> float:
        """Return the worth of one step of the ritual."""
        missing = TRACK - self.ritual
        worth = max(self.banishing(), 0.6 * self.banishing() + 1.5)
        return worth / (missing + 0.5 * (missing - 1))

    def rescuing(self, space: int) -> float:
        """Return the worth of bringing a passenger inside."""
        threats = self.deep_ones.get(space, 0) + sum(
            count for start, count in self.deep_ones.items() if ARROW.get(start) == space
        )
        ritual = self.ritual / TRACK
        danger = min(0.95, 0.5 + 0.25 * threats + 0.4 * ritual + 0.15 * len(self.traitors()))
        return danger * self.passenger()

    def passenger(self) -> float:
        """Return the cost of losing a passenger on deck, which rises with their number."""
        count = max(1, round(SOULS_OF_A_PASSENGER * sum(self.passengers.values())))
        count = min(count, self.resources[unf.RESOURCE_SOULS])
        return SOULS_OF_A_PASSENGER * self.losing(unf.RESOURCE_SOULS, count) / count

    def traitors(self) -> list[int]:
        """Return the seats that have revealed."""
        return [seat for seat, player in enumerate(self.view.players) if player.revealed]

    def effect(self, effect: str) -> float:
        """Return the worth of an effect to the ship."""
        total = 0.0
        for chance, thing, amount in words(effect):
            total += chance * self._worth(thing, amount)
        return total

    def _worth(self, thing: str, amount: int) -> float:
        if thing in _RESOURCES:
            resource = _RESOURCES[thing]
            if amount < 0:
                return -self.losing(resource, -amount)
            return self.gaining(resource, amount)
        return _WORTH[thing](self) * amount

    def activation(self) -> float:
        """Return the harm if all Deep Ones act, or if more arrive because there are none."""
        there = [space for space in self.deep_ones if space != unf.SPACE_DEEP]
        if not there:
            return 1.2
        return 0.8 * sum(self.deep_one(space) * self.deep_ones[space] for space in there)

    def monarch(self, monarch: int) -> float:
        """Return the harm if a monarch acts."""
        if self.monarchs[monarch] == unf.SPACE_DEEP:
            return 1.2 + self.crowding()
        return self.damaging() if monarch == unf.MONARCH_HYDRA else 2 * self.deep_one(DECK[0])

    def resetting(self) -> float:
        """Return the loss if the ritual starts over."""
        return self.ritual * self.ritual_step()

    def crisis(self, mythos: int) -> Crisis | None:
        """Return the printed effects of a mythos card, or None if it is face down."""
        return CRISES.get(mythos)

    def option(self, mythos: int, option: int) -> float:
        """Return the worth of an option of a crisis; a test is worth an average of its results."""
        crisis = CRISES[mythos]
        if option == 2:
            return self.effect(crisis.second)
        if crisis.first:
            return self.effect(crisis.first)
        chance = 0.6 if self.is_human else 0.45
        return chance * self.effect(crisis.success) + (1 - chance) * self.effect(crisis.failure) - 4 * CARD

    def mythos(self, mythos: int) -> float:
        """Return the worth of a whole mythos card, symbols included."""
        crisis = CRISES[mythos]
        if crisis.second:
            worth = max(self.option(mythos, 1), self.option(mythos, 2))
        else:
            worth = self.option(mythos, 1)
        return worth + self.symbols(crisis)

    def symbols(self, crisis: Crisis) -> float:
        """Return the worth of the symbols of a mythos card."""
        ritual = self.ritual_step()
        progress = {"travel": TRAVEL_STEP, "ritual": ritual, "choice": max(TRAVEL_STEP, ritual)}
        return (
            progress[crisis.progress]
            - {
                "deep": self.activation(),
                "hydra": self.monarch(unf.MONARCH_HYDRA),
                "dagon": self.monarch(unf.MONARCH_DAGON),
            }[crisis.activation]
        )

    def waypoint(self, waypoint: int) -> float:
        """Return the worth of a waypoint: the distance that still counts, less its cost."""
        printed = WAYPOINTS[waypoint]
        gain = min(printed.distance, max(0, PORT - self.distance)) * 1.7 * TRAVEL_STEP
        fuel = self.losing(unf.RESOURCE_FUEL, printed.fuel) if printed.fuel else 0.0
        return gain - fuel + self.effect(printed.effect)

    # The bot's hand

    def cards_of(self, *skills: int) -> list[SkillCard]:
        """Return the bot's cards of these types."""
        return [card for card in self.hand if card.skill in skills]

    def missed(self, card: SkillCard) -> float:
        """Return the cost of giving up a card."""
        if card.skill == unf.SKILL_TREACHERY:
            return 0.1 if not self.is_revealed else 0.6 + _TREACHERY[card.title]
        worth = 0.2 + 0.13 * card.value
        if not self.is_revealed:
            worth += _KEPT.get(card.title, 0.0)
            if card.skill == unf.SKILL_STRENGTH and len(self.cards_of(unf.SKILL_STRENGTH)) <= 2:
                worth += 0.15 * card.value
        if len(self.hand) > 8:
            worth *= 0.6
        return worth

    # Fighting

    def hit(self, difficulty: int, bonus: int) -> float:
        """Return the probability that an attack succeeds, including a possible reroll."""
        chance = min(1.0, max(0, FACES + 1 - difficulty + bonus) / FACES)
        if any(card.title == "combat_training" for card in self.hand):
            chance += (1 - chance) * chance * 0.8
        return chance

    def weapon(self) -> int:
        """Return the best bonus of the bot's weapons on its own space."""
        return max([WEAPONS.get(item, 0) for item in self.player.items], default=0)

    def fighting(self, space: int, bonus: int) -> float:
        """Return the worth of attacking the best enemy on a space, for a seat that has not revealed."""
        worth = 0.0
        if self.deep_ones.get(space):
            worth = self.hit(AGAINST_DEEP_ONES, bonus) * self.deep_one(space)
            if space == self.space or space in ROOMS:
                worth += 0.15
        if self.traitors_on(space) and space != unf.SPACE_BRIG:
            worth = max(worth, self.hit(AGAINST_CHARACTERS, bonus) * ARREST)
        return worth

    def helpful(self, seat: int, skills: list[int]) -> float:
        """Estimate the share of these types in the hand of a seat."""
        found = SKILL_SETS.get(self.view.players[seat].character, ())
        return sum(skill in skills for skill in found) / len(found) if found else 0.4


_RESOURCES = {
    "fuel": unf.RESOURCE_FUEL,
    "food": unf.RESOURCE_FOOD,
    "sanity": unf.RESOURCE_SANITY,
    "souls": unf.RESOURCE_SOULS,
}

_WORTH: dict[str, Callable[[Position], float]] = {
    "risk": lambda at: 0.6 * at.passenger(),
    "kill": lambda at: SOULS_OF_A_PASSENGER * at.losing(unf.RESOURCE_SOULS),
    "damage": lambda at: at.damaging(),
    "active": lambda at: at.activation(),
    "hydra": lambda at: at.monarch(unf.MONARCH_HYDRA),
    "dagon": lambda at: at.monarch(unf.MONARCH_DAGON),
    "travel": lambda at: TRAVEL_STEP,
    "ritual": lambda at: at.ritual_step(),
    "reset": lambda at: at.resetting(),
    "treachery": lambda at: 0.45,
    "discard": lambda at: CARD,
    "draw": lambda at: CARD,
    "hand": lambda at: CARD * len(at.hand),
    "down": lambda at: DEFEAT,
    "brig": lambda at: ARREST,
    "item": lambda at: ITEM,
    "spawn": lambda at: 0.5 + at.crowding(),
    "board": lambda at: 0.8 * at.deep_one(DECK[0]),
    "inside": lambda at: 0.6 * at.deep_one(ROOMS[0]),
    "slay": lambda at: max([at.deep_one(space) for space in at.on_ship()], default=0.0),
    "herd": lambda at: 0.4 * sum(at.deep_one(space) for space in at.on_ship()),
    "clear": lambda at: sum(at.deep_one(space) * count for space, count in at.deep_ones.items()),
}
"""Worth of one unit of each thing; harmful things have negative amounts."""

_KEPT = {
    "shrug_it_off": 0.8,
    "true_grit": 0.8,
    "preparation": 0.4,
    "determination": 0.3,
    "combat_training": 0.15,
    "rampage": 0.2,
    "shrivelling": 0.25,
    "inspiring_speech": 0.3,
}
"""Worth of a card's ability, beyond its value."""
_TREACHERY = {
    "reinforcements": 0.3,
    "call_to_action": 0.8,
    "siren_song": 0.4,
    "ransack": 1.5,
    "perform_rites": 1.2,
}
