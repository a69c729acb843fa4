"""Positions of Among Cultists in one line, and scripts played on them answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import FIRST_SIDES, Board, CharacterRole, EventCard, Face
from referee.games.among_cultists.options import CultistsOptions
from referee.games.among_cultists.setup import set_up
from referee.games.among_cultists.state import State
from referee.kernel.chance import Chance, Draw, Rig, seed_from_text
from referee.kernel.facts import OPEN_TABLE, Fact, Seat, as_seen
from referee.kernel.game import Setup
from referee.kernel.table import Table
from tests.games import playing

Playing = playing.Playing[State]
"""A running script of Among Cultists."""

EVERY_COLOUR = "A"
HAND = "alive alive success success success"
CULTIST_HAND = "alive dead dead success failure sabotage"


def cards(text: str) -> list[Face]:
    """Return cards by their names: `cards("alive dead")`."""
    return [Face(name) for name in text.split()]


def first_place(draw: Draw) -> tuple[int, ...]:
    """Leave every shuffle in its order, and draw the lowest number."""
    return tuple(sorted(draw.result)) if len(draw.result) > 1 else (0,) * len(draw.result)


def table_of(
    seats: int = 4,
    *,
    seed: str = "a table",
    readings: Mapping[str, str] | None = None,
    edition: str = "",
    roles: Mapping[Seat, str] | None = None,
    places: Mapping[Seat, str] | None = None,
    hand: Mapping[Seat, str] | None = None,
    pulse: Mapping[Seat, str] | None = None,
    ghosts: Sequence[Seat] = (),
    routes: Mapping[Seat, str] | None = None,
    rooms: Mapping[str, str] | None = None,
    books: int = 3,
    portals: Sequence[str] = (),
    fishmen: Sequence[str] = (),
    blocks: Sequence[str] = (),
    blackouts: Sequence[str] = (),
    unsafe: str = "success success success",
    events: str = "quiet",
    draw_pile: str = "alive success alive success alive success",
    round_: int = 1,
    victory_points: int = 0,
    is_fixed: bool = False,
    board: str = "islands",
    **options: Any,
) -> Table[State]:
    """Return a position in which seat 0 is the Cultist unless `roles` says otherwise.

    Everybody is in the Security Room with a living pulse; the last card named of a deck is on top. `is_fixed` leaves
    every shuffle in its order.
    """
    settled = GAME.rulebook.readings(edition, readings or {}, GAME.rules_version)
    setup = Setup(seats, CultistsOptions(board=Board(board), **options), settled, GAME.rules_version)
    state: State = GAME.new_state(setup, OPEN_TABLE)
    named = {0: "cultist", **(roles or {})}
    state.roles = [
        role
        for role in CharacterRole
        if role.value in named.values() and role.value not in ("cultist", "investigator")
    ]
    number = 0
    for seat, character in enumerate(state.characters):
        character.role = CharacterRole(named.get(seat, "investigator"))
        character.side = FIRST_SIDES[character.role]
        if character.role in (CharacterRole.CULTIST, CharacterRole.FIRESTARTER):
            number += 1
            character.number = number
        if character.role is CharacterRole.SNITCH:
            character.number = 1
        default = CULTIST_HAND if character.number and character.role is not CharacterRole.SNITCH else HAND
        character.hand = cards((hand or {}).get(seat, default))
        character.pulse = cards((pulse or {}).get(seat, "alive"))
        character.start = character.pulse[0]
        character.place = (places or {}).get(seat, "security_room")
        character.ended_on = character.place
        character.route = (routes or {}).get(seat, EVERY_COLOUR)
        character.is_ghost = seat in ghosts
    for room in state.rooms:
        room.cards = cards((rooms or {}).get(room.room, ""))
        room.books = books
        room.has_portal = room.room in portals
    state.fishmen, state.blocks, state.blackouts = list(fishmen), list(blocks), list(blackouts)
    state.unsafe, state.draw_pile = cards(unsafe), cards(draw_pile)
    state.events = [EventCard(name) for name in events.split()]
    state.round, state.victory_points = round_, victory_points
    chance = Chance(seed_from_text(seed), first_place if is_fixed else None)
    return Table(state, seats, GAME.folds, chance, settled, 1)


def facts_of_setup(seats: int, *, rig: Rig | None = None, **options: Any) -> list[Fact]:
    """Return the facts of the setup of a match with these options; `rig` changes the luck."""
    readings = GAME.rulebook.readings("", {}, GAME.rules_version)
    setup = Setup(seats, CultistsOptions(**options), readings, GAME.rules_version)
    chance = Chance(seed_from_text("a setup"), rig)
    table: Table[State] = Table(
        GAME.new_state(setup, OPEN_TABLE), seats, GAME.folds, chance, readings, GAME.rules_version
    )
    set_up(table)
    return [recorded.fact for recorded in table.recorded]


def told_of(viewer: Seat, facts: Sequence[Fact]) -> list[Fact]:
    """Return what a viewer is told of some facts; the open table is told everything."""
    seen = [fact if viewer == OPEN_TABLE else as_seen(fact, viewer) for fact in facts]
    return [fact for fact in seen if fact is not None]


def view_of(viewer: Seat, facts: Sequence[Fact], seats: int = 7) -> State:
    """Return the view that is folded from what a viewer is told of these facts."""
    readings = GAME.rulebook.readings("", {}, GAME.rules_version)
    view: State = GAME.new_state(Setup(seats, CultistsOptions(), readings, GAME.rules_version), viewer)
    for fact in told_of(viewer, facts):
        GAME.folds[type(fact)](view, fact)
    return view
