"""What viewers of a match of Among Cultists are told, compared with each other."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.among_cultists.cards import Cause, CharacterRole, Face
from referee.games.among_cultists.facts import setup
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.sleeper import wake_sleeper
from referee.kernel.facts import SPECTATOR, Fact, Seat
from tests.games.among_cultists.tables import Playing, facts_of_setup, table_of, told_of, view_of

SEATS = 7
GREEN = "green_room_south"
TWO = {0: "cultist", 1: "cultist"}
EVERYONE = (*range(SEATS), SPECTATOR)


def dealt() -> list[Fact]:
    """Return the facts of the setup of a match with special roles."""
    return facts_of_setup(SEATS, snitch=True, sleeper=True, poltergeist=True)


def role_holders(facts: Sequence[Fact]) -> dict[CharacterRole, list[Seat]]:
    """Return the seats of each role."""
    found: dict[CharacterRole, list[Seat]] = {}
    for fact in facts:
        if isinstance(fact, setup.PacketDealt):
            found.setdefault(fact.role, []).append(fact.seat)
    return found


def unlike(viewers: Sequence[Seat], one: Sequence[Fact], other: Sequence[Fact]) -> list[Seat]:
    """Return the viewers who are told different things, or whose views differ."""
    return [
        viewer
        for viewer in viewers
        if told_of(viewer, one) != told_of(viewer, other) or view_of(viewer, one) != view_of(viewer, other)
    ]


def swap(active: Seat) -> list[Fact]:
    """Return the facts when the Sleeper, seat 2, swaps hands with the active Character."""
    table = table_of(SEATS, roles={**TWO, 2: "sleeper"})
    for character in table.state.characters:
        character.hand = [Face.ALIVE, Face.SUCCESS]
    wake_sleeper(table, active)
    return [each.fact for each in table.recorded]


def ghost_facts(role: str, cause: Cause) -> list[Fact]:
    """Return the facts when seat 3, which has a role, becomes a Ghost."""
    table = table_of(SEATS, roles={**TWO, 3: role})
    return Playing(table, become_ghost(table, 3, cause)).facts
