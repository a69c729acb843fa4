"""The names used in sentences about Unfathomable: of players, spaces, cards and abilities.

A face-down card has no name; sentences count such cards or leave them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.games.sentences import count, listed
from referee.games.unfathomable.board import DECK, WATER, Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MYTHOS,
    SKILL_NAMES,
    SPELLS,
    WAYPOINTS,
    Character,
    Damage,
    Item,
    Loyalty,
    Monarch,
    Mythos,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Title,
    Waypoint,
)
from referee.games.unfathomable.state import NOBODY
from referee.kernel.facts import Seat

SPACE_NAMES: Mapping[Space, str] = {
    Space.DEEP: "the Deep",
    **{space: f"water space {number}" for number, space in enumerate(WATER, 1)},
    **{space: f"deck space {number}" for number, space in enumerate(DECK, 1)},
    Space.BRIDGE: "the Bridge",
    Space.CHAPEL: "the Chapel",
    Space.CAPTAINS_CABIN: "the Captain's Cabin",
    Space.CARGO_HOLD: "the Cargo Hold",
    Space.GALLEY: "the Galley",
    Space.BOILER_ROOM: "the Boiler Room",
    Space.SICK_BAY: "the Sick Bay",
    Space.BRIG: "the Brig",
}
TITLE_NAMES: Mapping[Title, str] = {Title.CAPTAIN: "the Captain", Title.KEEPER: "the Keeper of the Tome"}
PASSENGER_NAMES: Mapping[Passenger, str] = {
    Passenger.SOUL: "a soul",
    Passenger.TWO_SOULS: "two souls",
    Passenger.SOUL_AND_SANITY: "a soul and sanity",
    Passenger.NOTHING: "a cross",
}
DAMAGE_NAMES: Mapping[Damage, str] = {
    damage: card.name
    if not card.repair
    else f"{card.name}, to be repaired with {card.skill.value.title() if card.skill else 'any cards of'} {card.repair}"
    for damage, card in DAMAGES.items()
}
SMALL_WORDS = ("of", "the", "to", "and", "a")

Words = Callable[[Any, "Names"], str]


def with_faces(said: str, faces: Sequence[str]) -> str:
    """Return a sentence with the faces of its cards, if there are any and the reader sees them all.

    >>> with_faces("Ann draws 2 cards", ["Heal", "Foresee"]), with_faces("Ann draws 2 cards", ["", ""])
    ('Ann draws 2 cards: Heal and Foresee', 'Ann draws 2 cards')
    """
    return f"{said}: {listed(faces)}" if faces and all(faces) else said


def put_back(who: str, thing: str, top: list[str], bottom: list[str]) -> str:
    """Return a sentence about cards put back on the top and on the bottom of their deck."""
    said = []
    for cards, where in ((top, "on top"), (bottom, "on the bottom")):
        if cards:
            said.append(f"{listed(cards) if all(cards) else count(len(cards), thing)} {where}")
    return f"{who} puts {listed(said) or 'nothing back'}"


def printed(name: str) -> str:
    """Return the printed name of an ability.

    >>> printed("first_oath_of_dagon")
    'First Oath of Dagon'
    """
    words = [word if word in SMALL_WORDS else word.capitalize() for word in name.split("_")]
    return " ".join([words[0].capitalize(), *words[1:]])


class Names:
    """The names used in sentences at one table. A face-down thing has an empty name."""

    __slots__ = ("_seats",)

    def __init__(self, seats: Sequence[str]) -> None:
        self._seats = seats

    def seat(self, seat: Seat) -> str:
        """Return a player's name."""
        return self._seats[seat]

    def seats(self, seats: Iterable[Seat]) -> str:
        """Return several players' names as one list."""
        return listed([self.seat(seat) for seat in seats])

    def fighter(self, seat: Seat) -> str:
        """Return the name of an attacker or defender: a player, or a Deep One."""
        return "a Deep One" if seat == NOBODY else self.seat(seat)

    @staticmethod
    def space(space: Space) -> str:
        """Return a space as it is named inside a sentence."""
        return SPACE_NAMES[space]

    @staticmethod
    def at(space: Space) -> str:
        """Return a space with its preposition: in or on it."""
        on = space in WATER or space in DECK or space is Space.BRIDGE
        return f"{'on' if on else 'in'} {SPACE_NAMES[space]}"

    @staticmethod
    def resource(resource: Resource) -> str:
        """Return the name of a dial."""
        return resource.value

    @staticmethod
    def resources(amount: int, resource: Resource) -> str:
        """Return an amount of a resource."""
        return count(amount, "soul") if resource is Resource.SOULS else f"{amount} {resource.value}"

    @staticmethod
    def skill(skill: Skill) -> str:
        """Return the name of a type of skill card."""
        return skill.value.title()

    def skills(self, skills: Iterable[Skill]) -> str:
        """Return several types as one list."""
        return listed([self.skill(skill) for skill in skills])

    @staticmethod
    def title(title: Title) -> str:
        """Return the name of a title."""
        return TITLE_NAMES[title]

    @staticmethod
    def monarch(monarch: Monarch) -> str:
        """Return the name of a monarch."""
        return f"{'Father' if monarch is Monarch.DAGON else 'Mother'} {monarch.value.title()}"

    @staticmethod
    def character(character: Character) -> str:
        """Return the name of a character."""
        return CHARACTERS[character].name if character in CHARACTERS else ""

    @staticmethod
    def loyalty(loyalty: Loyalty) -> str:
        """Return the name of a loyalty card."""
        return "" if loyalty is Loyalty.HIDDEN else loyalty.value.title()

    def loyalties(self, loyalties: Iterable[Loyalty]) -> list[str]:
        """Return the names of loyalty cards."""
        return [self.loyalty(loyalty) for loyalty in loyalties]

    @staticmethod
    def passenger(passenger: Passenger) -> str:
        """Return what a passenger token shows."""
        return PASSENGER_NAMES.get(passenger, "")

    @staticmethod
    def card(card: SkillCard) -> str:
        """Return the name, type and value of a skill card."""
        if card.skill is None:
            return ""
        return f"{SKILL_NAMES[card.ability]} ({card.skill.value.title()} {card.strength})"

    def cards(self, cards: Iterable[SkillCard]) -> list[str]:
        """Return the names of skill cards."""
        return [self.card(card) for card in cards]

    @staticmethod
    def item(item: Item) -> str:
        """Return an item as it is named inside a sentence."""
        if item is Item.HIDDEN:
            return ""
        return ITEMS[item].name if item is Item.STARBUCK else f"the {ITEMS[item].name}"

    def items(self, items: Iterable[Item]) -> list[str]:
        """Return the names of items."""
        return [self.item(item) for item in items]

    @staticmethod
    def spell(spell: Spell) -> str:
        """Return the name of a spell."""
        return SPELLS.get(spell, "")

    def spells(self, spells: Iterable[Spell]) -> list[str]:
        """Return the names of spells."""
        return [self.spell(spell) for spell in spells]

    @staticmethod
    def waypoint(waypoint: Waypoint) -> str:
        """Return the name of a waypoint."""
        return WAYPOINTS[waypoint].name if waypoint in WAYPOINTS else ""

    def waypoints(self, waypoints: Iterable[Waypoint]) -> list[str]:
        """Return the names of waypoints."""
        return [self.waypoint(waypoint) for waypoint in waypoints]

    @staticmethod
    def damage(damage: Damage) -> str:
        """Return the name of a damage card, with what repairs it."""
        return DAMAGE_NAMES.get(damage, "")

    @staticmethod
    def mythos(mythos: Mythos) -> str:
        """Return the name of a mythos card."""
        return MYTHOS[mythos].name if mythos in MYTHOS else ""

    def mythos_cards(self, cards: Iterable[Mythos]) -> list[str]:
        """Return the names of mythos cards."""
        return [self.mythos(card) for card in cards]

    def rule(self, rule_id: str) -> str:
        """Return the card, ability or room that a rule is about, or an empty text."""
        kind, _, name = rule_id.partition(".")
        if kind in ABILITIES and name:
            return printed(name)
        if kind in CARDS and name in CARDS[kind]:
            return CARDS[kind][name]
        return TITLE_NAMES[Title.KEEPER] if rule_id.startswith("title.keeper") else ""


ABILITIES = ("ability", "feat", "reveal_ability")
CARDS: Mapping[str, Mapping[str, str]] = {
    "skill": SKILL_NAMES,
    "item": {item: Names.item(item) for item in ITEMS},
    "spell": {spell.value: name for spell, name in SPELLS.items()},
    "waypoint": {waypoint: card.name for waypoint, card in WAYPOINTS.items()},
    "damage": {damage: card.name for damage, card in DAMAGES.items()},
    "mythos": {mythos: card.name for mythos, card in MYTHOS.items()},
    "room": {space.value: name for space, name in SPACE_NAMES.items()},
}
"""The printed names of cards, by the first part of the id of their rules."""
