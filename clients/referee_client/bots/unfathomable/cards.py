"""The printed values of the board and the cards of Unfathomable that the bot uses.

DescribeGame returns the same data.
"""

from __future__ import annotations

from typing import NamedTuple

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf

FACES = 8
HAND_LIMIT = 10
PORT = 12
TRACK = 4
"""Steps from the start of a track to its end."""
STRUCTURAL = 6
"""Number of damaged rooms at which the ship sinks."""
AGAINST_DEEP_ONES = 4
AGAINST_CHARACTERS = 6
CHAOS_CARDS = 2
MEAN_CARD = 2.43


def _space(name: str) -> int:
    return int(unf.Space.Value(f"SPACE_{name.upper()}"))


DECK = tuple(_space(f"deck_{number}") for number in range(1, 9))
WATER = tuple(_space(f"water_{number}") for number in range(1, 9))
ROOMS = tuple(map(_space, ("bridge", "chapel", "captains_cabin", "cargo_hold", "galley", "boiler_room")))

_INSIDE = dict(zip(DECK, (0, 0, 1, 2, 3, 4, 5, 5), strict=True))
ARROW = dict(zip(WATER, DECK, strict=True)) | {deck: ROOMS[room] for deck, room in _INSIDE.items()}
"""The space to which the printed arrow of a space leads a Deep One."""


class SkillCard(NamedTuple):
    """A skill card: its enum value in the messages, its type, its title and its value."""

    number: int
    skill: int
    title: str
    value: int


TITLES = {
    unf.SKILL_INFLUENCE: ("coordinated_effort", "nothing_to_hide", "inspiring_speech"),
    unf.SKILL_LORE: ("shrivelling", "lesser_banishment", "forced_learning"),
    unf.SKILL_OBSERVATION: ("watch_and_learn", "keen_insight", "preparation"),
    unf.SKILL_STRENGTH: ("combat_training", "rampage", "shrug_it_off"),
    unf.SKILL_WILL: ("persistence", "determination", "true_grit"),
    unf.SKILL_TREACHERY: ("reinforcements", "call_to_action", "siren_song", "ransack", "perform_rites"),
}
ORDINARY = tuple(skill for skill in TITLES if skill != unf.SKILL_TREACHERY)


def _card(face: str, number: int) -> SkillCard:
    title, value = face.removeprefix("SKILL_CARD_").lower().rsplit("_", 1)
    return SkillCard(
        number, next(skill for skill, titles in TITLES.items() if title in titles), title, int(value)
    )


CARDS = {number: _card(face, number) for face, number in unf.SkillCard.items() if face[-1].isdigit()}
"""Every skill card by its enum value in the messages, without card backs."""

_SKILL_SETS = {
    "keilani": "influence influence influence will will",
    "arjun": "influence influence observation strength strength",
    "svetlana": "influence influence lore observation observation",
    "jeanne": "influence observation observation strength strength",
    "jamie": "strength strength strength will will",
    "william": "lore lore lore will will",
    "beatrice": "influence lore lore observation observation",
    "ishmael": "lore lore strength strength will",
    "edmund": "influence lore observation strength will",
    "samira": "lore observation observation will will",
}
SKILL_SETS: dict[int, tuple[int, ...]] = {
    int(unf.Character.Value(f"CHARACTER_{name.upper()}")): tuple(
        int(unf.Skill.Value(f"SKILL_{skill.upper()}")) for skill in skills.split()
    )
    for name, skills in _SKILL_SETS.items()
}

REPAIRS: dict[int, tuple[int, int]] = {
    unf.DAMAGE_STRUCTURAL_INFLUENCE: (unf.SKILL_INFLUENCE, 3),
    unf.DAMAGE_STRUCTURAL_LORE: (unf.SKILL_LORE, 3),
    unf.DAMAGE_STRUCTURAL_OBSERVATION: (unf.SKILL_OBSERVATION, 3),
    unf.DAMAGE_STRUCTURAL_STRENGTH: (unf.SKILL_STRENGTH, 3),
    unf.DAMAGE_STRUCTURAL_WILL: (unf.SKILL_WILL, 3),
    unf.DAMAGE_STRUCTURAL_ANY: (unf.SKILL_UNSPECIFIED, 5),
}
"""The type and the value of the cards that repair a damaged room; UNSPECIFIED means any type."""

WEAPONS: dict[int, int] = {
    unf.ITEM_SIX_SHOOTER: 2,
    unf.ITEM_SHOTGUN: 2,
    unf.ITEM_POCKET_PISTOL: 2,
    unf.ITEM_KITCHEN_KNIFE: 1,
    unf.ITEM_STARBUCK: 0,
}
"""Approximate bonus of a weapon for an attack on the bot's own space."""

ITEMS: dict[int, float] = {
    unf.ITEM_TOOL_KIT: 3.0,
    unf.ITEM_MEDICINE_BALL: 3.0,
    unf.ITEM_FINE_CLOTHES: 2.5,
    unf.ITEM_BINOCULARS: 2.5,
    unf.ITEM_MYSTICAL_TEXT: 2.4,
    unf.ITEM_TREASURED_MEMENTO: 2.4,
    unf.ITEM_PLIMSOLLS: 2.2,
    unf.ITEM_SHOTGUN: 1.9,
    unf.ITEM_SIX_SHOOTER: 1.8,
    unf.ITEM_REPEATING_RIFLE: 1.8,
    unf.ITEM_POCKET_PISTOL: 1.6,
    unf.ITEM_STARBUCK: 1.8,
    unf.ITEM_SPEAKING_TRUMPET: 1.8,
    unf.ITEM_TRAVEL_PHARMACY: 1.5,
    unf.ITEM_ELDER_SIGN_AMULET: 1.2,
    unf.ITEM_ALMANAC: 1.2,
    unf.ITEM_BOOK_OF_DAGON: 1.6,
    unf.ITEM_LUCKY_RING: 1.6,
    unf.ITEM_JAM_TIN_GRENADE: 1.2,
    unf.ITEM_KITCHEN_KNIFE: 1.2,
}
"""The worth of an item to its owner."""

UPGRADES: dict[int, int] = {
    unf.ITEM_FINE_CLOTHES: unf.SKILL_INFLUENCE,
    unf.ITEM_MYSTICAL_TEXT: unf.SKILL_LORE,
    unf.ITEM_BINOCULARS: unf.SKILL_OBSERVATION,
    unf.ITEM_MEDICINE_BALL: unf.SKILL_STRENGTH,
    unf.ITEM_TREASURED_MEMENTO: unf.SKILL_WILL,
}


class Waypoint(NamedTuple):
    """A waypoint: its distance, the fuel it burns, and its other effect."""

    distance: int
    fuel: int
    effect: str


# Distance, fuel, other effect in the words explained in `crises`.
_WAYPOINTS = """
abandoned_depot     2 0 fuel+0
deserted_island     2 0 fuel+0
hurricane           2 0 fuel-1
iceberg             2 0 fuel+0
reef                2 0 4?damage-1
shipwreck_survivors 2 0 fuel+0
wrecked_ship        2 0 fuel+0
deep_one_city       3 1 spawn-5
fog_bank            3 1 4?spawn-2
maelstrom           3 1 fuel-1
rainstorm           3 1 fuel+0
rogue_wave          3 1 kill-1
rolling_seas        3 1 kill-1
sea_smoke           3 1 spawn-8
seaweed_patch       3 1 risk-2
smooth_sailing      3 1 food-1
calm_waters         4 2 food-1
deep_one_ambush     4 2 board-8
rough_water         4 2 sanity-1
stormy_seas         4 2 damage-1
"""


def _waypoint(name: str, distance: str, fuel: str, effect: str) -> tuple[int, Waypoint]:
    return int(unf.Waypoint.Value(f"WAYPOINT_{name.upper()}")), Waypoint(int(distance), int(fuel), effect)


WAYPOINTS = dict(_waypoint(*line.split()) for line in _WAYPOINTS.strip().splitlines())
