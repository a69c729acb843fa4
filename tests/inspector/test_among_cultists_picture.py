"""The picture of Among Cultists: what a person needs is in it, under keys that last, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from referee.feeds.frames import facts_seen_by
from referee.games.among_cultists.cards import CharacterRole, EventCard, Face, Phase, Side
from referee.games.among_cultists.facts.roles import KillCountOpened
from referee.games.among_cultists.state import Character, Gift, PlayedTask, SeenPulse, SeenRoom, State
from referee.inspector.pictures import Picture
from referee.inspector.pictures.among_cultists import picture
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from tests.inspector.folded import everybody, goldens_of, last_picture, pictures, replay_at, states

GOLDENS = [path for path in goldens_of("among_cultists") if path.stem.endswith("-seats")]
EIGHT = GOLDENS[-1]

SEAT_PLACES = ("secret",)
"""Places of a seat that are not elements."""


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_keys_keep_their_meaning(path: Path) -> None:
    for viewer in (0, SPECTATOR, OPEN_TABLE):
        kinds: dict[str, str] = {}
        for shown in pictures(path, viewer, every=11):
            seats = [key for key, element in shown.items() if element.kind == "seat"]
            places = {"", *shown.keys(), *[f"{seat}/{place}" for seat in seats for place in SEAT_PLACES]}
            for key, element in shown.items():
                assert kinds.setdefault(key, element.kind) == element.kind
                assert element.name
                assert element.at in places


def middle() -> State:
    """Return the open table in the middle of a match of eight."""
    state = deepcopy(next(islice(states(EIGHT, OPEN_TABLE), 200, None)))
    assert isinstance(state, State)
    assert state.round
    return state


def shown_of(state: State) -> Picture:
    return picture(state, replay_at(EIGHT)[1].setup, state.viewer)


def _set(name: str, value: object) -> Callable[[State], None]:
    return lambda state: setattr(state, name, value)


def _add(name: str, thing: object) -> Callable[[State], None]:
    return lambda state: getattr(state, name).append(thing)


def _flip(name: str) -> Callable[[State], None]:
    return lambda state: setattr(state, name, not getattr(state, name))


# What changes each field of the table that a person needs; the other fields, and why nobody needs them.
TABLE_CHANGES: dict[str, Callable[[State], object]] = {
    "roles": _set("roles", [CharacterRole.SNITCH]),
    "boats": lambda state: setattr(
        state.boats[0], "dock", state.layout.far_dock(state.boats[0].boat, state.boats[0].dock)
    ),
    "unsafe": _add("unsafe", Face.FAILURE),
    "draw_pile": _add("draw_pile", Face.ALIVE),
    "aside": _add("aside", Face.FAILURE),
    "events": _add("events", EventCard.PORTAL),
    "events_gone": _add("events_gone", EventCard.PORTAL),
    "discard": _add("discard", Face.FAILURE),
    "unsafe_discard": _add("unsafe_discard", Face.FAILURE),
    "discarded_unseen": _add("discarded_unseen", Face.FAILURE),
    "pool": _add("pool", Face.DEAD),
    "blocks": _set("blocks", ["boat_1", "boat_2", "outer_bridge_east", "outer_bridge_west"]),
    "blackouts": _set("blackouts", ["centre"]),
    "fishmen": _add("fishmen", "wooden_bridge_south"),
    "round": lambda state: setattr(state, "round", state.round + 1),
    "phase": lambda state: setattr(state, "phase", Phase.ACT if state.phase is Phase.MOVE else Phase.MOVE),
    "first": lambda state: setattr(state, "first", state.first ^ 1),
    "active": lambda state: setattr(state, "active", state.active ^ 1),
    "victory_points": _set("victory_points", 5),
    "was_vote_held": _flip("was_vote_held"),
    "was_someone_found": _flip("was_someone_found"),
    "was_sabotage_seen": _flip("was_sabotage_seen"),
    "was_room_burned": _flip("was_room_burned"),
    "kills_reached": lambda state: setattr(state, "kills_reached", state.kills_reached + 1),
    "points_needed": _set("points_needed", 3),
    "kills_needed": _set("kills_needed", 2),
}
UNSEEN = {
    "viewer": "whose eyes it is, which the page says",
    "characters": "below",
    "rooms": "below",
    "board": "an option of the match, from which the Locations follow",
    "data": "an option of the match, from which the Locations follow",
    "data_text": "an option of the match, from which the Locations follow",
}
SEAT_CHANGES: dict[str, Callable[[Character], object]] = {
    "place": lambda one: setattr(one, "place", "boat_1" if one.place != "boat_1" else "boat_2"),
    "role": lambda one: setattr(one, "role", CharacterRole.SNITCH),
    "number": lambda one: setattr(one, "number", one.number + 1),
    "side": lambda one: setattr(one, "side", Side.YELLOW),
    "route": lambda one: setattr(one, "route", ""),
    "start": lambda one: setattr(one, "start", Face.HIDDEN),
    "hand": lambda one: one.hand.append(Face.ALIVE),
    "pulse": lambda one: one.pulse.append(Face.DEAD),
    "is_ghost": lambda one: setattr(one, "is_ghost", not one.is_ghost),
    "was_voted_out": lambda one: setattr(one, "was_voted_out", not one.was_voted_out),
    "ended_on": lambda one: setattr(one, "ended_on", "boat_1" if one.ended_on != "boat_1" else "boat_2"),
    "bound_for": lambda one: setattr(one, "bound_for", "green_room_south"),
    "gifts": lambda one: one.gifts.append(Gift(1, 2, Face.DEAD)),
    "tasks": lambda one: one.tasks.append(PlayedTask(1, "", Face.FAILURE)),
    "seen_pulses": lambda one: one.seen_pulses.append(SeenPulse(1, 2, 3, 0)),
    "seen_rooms": lambda one: one.seen_rooms.append(SeenRoom(1, "green_room_south", (Face.FAILURE,))),
}


def test_every_field_is_shown_or_needless() -> None:
    assert {*TABLE_CHANGES, *UNSEEN} == {*State.__struct_fields__}
    assert {*SEAT_CHANGES} == {*Character.__struct_fields__}


@pytest.mark.parametrize("field", TABLE_CHANGES)
def test_a_changed_table_changes_the_picture(field: str) -> None:
    state = middle()
    before = shown_of(state)
    TABLE_CHANGES[field](state)
    assert shown_of(state) != before


@pytest.mark.parametrize("field", SEAT_CHANGES)
def test_a_changed_seat_changes_the_picture(field: str) -> None:
    state = middle()
    before = shown_of(state)
    SEAT_CHANGES[field](state.characters[1])
    assert shown_of(state) != before


@pytest.mark.parametrize("field", ["cards", "books", "has_portal"])
def test_a_changed_room_changes_the_picture(field: str) -> None:
    state = middle()
    room = state.rooms[0]
    before = shown_of(state)
    new: dict[str, object] = {
        "cards": [*room.cards, Face.FAILURE],
        "books": room.books + 1,
        "has_portal": not room.has_portal,
    }
    setattr(room, field, new[field])
    assert shown_of(state) != before


def before_the_end(path: Path, viewer: Seat) -> list[Picture]:
    """Return pictures of a viewer from before everything is opened at the end."""
    entries = replay_at(path)[0].entries
    facts = [seen.fact for entry in entries for seen in facts_seen_by(entry.facts, viewer)]
    last = next(place for place, fact in enumerate(facts) if isinstance(fact, KillCountOpened))
    return list(islice(pictures(path, viewer, every=40), 0, (last - 1) // 40 + 1))


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_seat_sees_its_own_cards_and_the_backs_of_others(path: Path) -> None:
    for viewer in everybody(path)[:-1]:
        for shown in before_the_end(path, viewer):
            for key, element in shown.items():
                if element.kind == "stack":
                    is_own_hand = key.startswith(f"seat/{viewer}/hand/")
                    assert (element.data["face"] != "") == is_own_hand, key
                if element.kind == "route":
                    assert element.value is None or key == f"seat/{viewer}/route", key
                if element.kind == "secret":
                    assert key.startswith(f"seat/{viewer}/"), key
                if element.kind == "room_cards":
                    assert not element.data["faces"], key
                if key in ("deck/unsafe", "deck/draw_pile", "deck/aside", "deck/discarded_unseen"):
                    assert not element.data["faces"], key
                assert not element.data.get("next"), key
            assert shown["kills"].data["reached"] == 0


def test_the_spectator_knows_only_published_roles() -> None:
    first = next(pictures(EIGHT, SPECTATOR))
    roles = [element for element in first.values() if element.kind == "role"]
    assert len(roles) == 8
    assert [role.value for role in roles if role.value is not None] == []


def test_the_end_shows_everybody_the_same_hands() -> None:
    of_seat, of_open = last_picture(EIGHT, 0), last_picture(EIGHT, OPEN_TABLE)
    stacks = {key: element for key, element in of_open.items() if element.kind in ("stack", "role", "secret")}
    assert stacks
    assert {key: of_seat.get(key) for key in stacks} == stacks


def test_the_open_table_sees_what_comes_next() -> None:
    shown = shown_of(middle())
    assert shown["deck/unsafe"].data["next"]
    assert shown["deck/events"].data["next"]
