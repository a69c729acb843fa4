"""What is printed on the cards, markers and maps of Among Cultists: the names. The numbers are in the data files."""

from __future__ import annotations

from enum import StrEnum


class Face(StrEnum):
    """The face of a card: Alive and Dead are pulse cards, the others are task cards."""

    HIDDEN = "?"
    ALIVE = "alive"
    DEAD = "dead"
    SUCCESS = "success"
    FAILURE = "failure"
    SABOTAGE = "sabotage"


PULSE_FACES = (Face.ALIVE, Face.DEAD)
TASK_FACES = (Face.SUCCESS, Face.FAILURE, Face.SABOTAGE)


class CharacterRole(StrEnum):
    """The role on a marker."""

    HIDDEN = "?"
    INVESTIGATOR = "investigator"
    CULTIST = "cultist"
    SNITCH = "snitch"
    GENTLE_SOUL = "gentle_soul"
    POLTERGEIST = "poltergeist"
    SLEEPER = "sleeper"
    YELLOW_TRAITOR = "yellow_traitor"
    SEER = "seer"
    FIRESTARTER = "firestarter"


class Side(StrEnum):
    """The side that a Character wins with."""

    HIDDEN = "?"
    INVESTIGATORS = "investigators"
    CULTISTS = "cultists"
    YELLOW = "yellow"


FIRST_SIDES = {
    CharacterRole.HIDDEN: Side.HIDDEN,
    CharacterRole.INVESTIGATOR: Side.INVESTIGATORS,
    CharacterRole.CULTIST: Side.CULTISTS,
    CharacterRole.SNITCH: Side.INVESTIGATORS,
    CharacterRole.GENTLE_SOUL: Side.INVESTIGATORS,
    CharacterRole.POLTERGEIST: Side.INVESTIGATORS,
    CharacterRole.SLEEPER: Side.INVESTIGATORS,
    CharacterRole.YELLOW_TRAITOR: Side.YELLOW,
    CharacterRole.SEER: Side.INVESTIGATORS,
    CharacterRole.FIRESTARTER: Side.CULTISTS,
}
"""The side of each role at the start."""

CULTIST_ROLES = (CharacterRole.CULTIST, CharacterRole.FIRESTARTER)
"""The roles that start as Cultists and have a number."""


class Colour(StrEnum):
    """The colour of a Room."""

    RED = "red"
    ORANGE = "orange"
    BLUE = "blue"
    PURPLE = "purple"
    LIGHT_BLUE = "light_blue"
    GREEN = "green"


class EventCard(StrEnum):
    """A card of the Event deck."""

    HIDDEN = "?"
    LIGHTNING = "lightning"
    FISHMAN = "fishman"
    PORTAL = "portal"
    QUIET = "quiet"


class PlaceKind(StrEnum):
    """What a Location is."""

    ROOM = "room"
    WOODEN_BRIDGE = "wooden_bridge"
    OUTER_BRIDGE = "outer_bridge"
    BOAT = "boat"
    CORRIDOR = "corridor"
    UNSAFE_CORRIDOR = "unsafe_corridor"
    FOYER = "foyer"


UNSAFE_KINDS = (PlaceKind.OUTER_BRIDGE, PlaceKind.UNSAFE_CORRIDOR)
"""Locations where a card of the Unsafe Passage deck is revealed on entering."""

FISHMAN_KINDS = (PlaceKind.WOODEN_BRIDGE, PlaceKind.CORRIDOR, PlaceKind.UNSAFE_CORRIDOR)
"""Locations where a Fishman can appear."""

CORRIDOR_KINDS = (
    PlaceKind.WOODEN_BRIDGE,
    PlaceKind.OUTER_BRIDGE,
    PlaceKind.BOAT,
    PlaceKind.CORRIDOR,
    PlaceKind.UNSAFE_CORRIDOR,
)
"""Locations from which a corridor can be secured."""


class Board(StrEnum):
    """The map that is played on."""

    ISLANDS = "islands"
    UNIVERSITY = "university"


class Phase(StrEnum):
    """A step of a round."""

    HIDDEN = "?"
    MOVE = "move"
    MEET = "meet"
    SAIL = "sail"
    EVENT = "event"
    ACT = "act"
    CLEANUP = "cleanup"


class Cause(StrEnum):
    """How a Character became a Ghost."""

    HIDDEN = "?"
    FOUND_DEAD = "found_dead"
    VOTED_OUT = "voted_out"
    PULSE_OPENED = "pulse_opened"
