"""The picture of Unfathomable: everything a person needs is in it, under keys that last, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from referee.games.unfathomable.board import DEEP, Space
from referee.games.unfathomable.cards import (
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
from referee.games.unfathomable.state import Peril, Player, Roll, SkillTest, State
from referee.inspector.pictures import Picture
from referee.inspector.pictures.unfathomable import picture
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from tests.inspector.folded import everybody, goldens_of, pictures, replay_at, states

GOLDENS = [path for path in goldens_of("unfathomable") if path.stem.endswith("-seats")]
SIX = GOLDENS[-1]

PLACES = {"", "aside", "board", "mythos", "outer", "pile", "played", "resolving", "waypoints"}
"""Places that are not elements; those of a seat follow its key."""
SEAT_PLACES = ("hand", "kept", "loyalty")


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_keys_keep_their_meaning(path: Path) -> None:
    for viewer in (0, SPECTATOR, OPEN_TABLE):
        kinds: dict[str, str] = {}
        for shown in pictures(path, viewer, every=11):
            seats = [key for key, element in shown.items() if element.kind == "seat"]
            places = PLACES | shown.keys() | {f"{seat}/{place}" for seat in seats for place in SEAT_PLACES}
            for key, element in shown.items():
                assert kinds.setdefault(key, element.kind) == element.kind
                assert element.name
                assert element.at in places


def middle(viewer: int = OPEN_TABLE) -> State:
    """Return a state in the middle of a match of six."""
    state = deepcopy(next(islice(states(SIX, viewer), 350, None)))
    assert isinstance(state, State)
    return state


def shown_of(state: State) -> Picture:
    return picture(state, replay_at(SIX)[1].setup, state.viewer)


def _set(name: str, value: object) -> Callable[[State], None]:
    return lambda state: setattr(state, name, value)


def _add(name: str, thing: object) -> Callable[[State], None]:
    return lambda state: getattr(state, name).append(thing)


def _pop(name: str) -> Callable[[State], None]:
    return lambda state: getattr(state, name).pop()


TEST = SkillTest(9, [Skill.WILL])

# What changes each field of the table that a person needs; the other fields, and why nobody needs them.
TABLE_CHANGES: dict[str, Callable[[State], object]] = {
    "resources": lambda state: state.resources.update({Resource.FUEL: 1}),
    "deep_ones": lambda state: state.deep_ones.update({Space.DECK_8: 5}),
    "monarchs": lambda state: state.monarchs.update({Monarch.DAGON: Space.WATER_6}),
    "passengers": lambda state: state.passengers.update({Space.DECK_8: [Passenger.NOTHING] * 3}),
    "decks": lambda state: state.decks[Skill.LORE].pop(),
    "discards": lambda state: state.discards[Skill.LORE].append(SkillCard.FORCED_LEARNING_5),
    "titles": lambda state: state.titles.update({Title.CAPTAIN: 2}),
    "damage": lambda state: state.damage.update({Space.GALLEY: Damage.STRUCTURAL_WILL}),
    "deep_one_supply": _set("deep_one_supply", -1),
    "passenger_supply": _pop("passenger_supply"),
    "passengers_gone": _add("passengers_gone", Passenger.SOUL),
    "chaos": _pop("chaos"),
    "pile": _add("pile", SkillCard.FORCED_LEARNING_5),
    "played": _add("played", SkillCard.FORCED_LEARNING_5),
    "mythos_deck": _pop("mythos_deck"),
    "mythos_discard": _add("mythos_discard", Mythos.ACCUSATION),
    "mythos_card": _set("mythos_card", Mythos.ACCUSATION),
    "mythos_aside": _set("mythos_aside", Mythos.ACCUSATION),
    "mythos_drawer": _set("mythos_drawer", 3),
    "mythos_chooser": _set("mythos_chooser", 5),
    "suspect": _set("suspect", 4),
    "crisis_cancelled": lambda state: setattr(state, "crisis_cancelled", not state.crisis_cancelled),
    "mythos_held": _add("mythos_held", Mythos.HIDDEN),
    "item_deck": _pop("item_deck"),
    "items_gone": _add("items_gone", Item.SIX_SHOOTER),
    "items_held": _add("items_held", Item.SIX_SHOOTER),
    "spell_deck": _pop("spell_deck"),
    "spells_held": _add("spells_held", Spell.HIDDEN),
    "casting": _add("casting", Spell.ASTRAL_TRAVEL),
    "spells_gone": _add("spells_gone", Spell.ASTRAL_TRAVEL),
    "waypoint_deck": _pop("waypoint_deck"),
    "waypoints": _add("waypoints", Waypoint.HURRICANE),
    "arriving": lambda state: setattr(state, "arriving", state.waypoints[0]),
    "waypoints_gone": _add("waypoints_gone", Waypoint.HURRICANE),
    "waypoints_held": _add("waypoints_held", Waypoint.HURRICANE),
    "damage_deck": _pop("damage_deck"),
    "damage_gone": _add("damage_gone", Damage.STRUCTURAL_WILL),
    "damage_drawn": _add("damage_drawn", Damage.STRUCTURAL_WILL),
    "loyalty_deck": _pop("loyalty_deck"),
    "travel": lambda state: setattr(state, "travel", 3 - state.travel),
    "ritual": lambda state: setattr(state, "ritual", 3 - state.ritual),
    "is_awake": lambda state: setattr(state, "is_awake", not state.is_awake),
    "start": lambda state: setattr(state, "start", state.start ^ 1),
    "active": lambda state: setattr(state, "active", state.active ^ 1),
    "turn": _set("turn", 1000),
    "step": lambda state: setattr(state, "step", "skills" if state.step != "skills" else "actions"),
    "actions_left": _set("actions_left", 7),
    "used": _add("used", "room.chapel"),
    "revealed_this_turn": lambda state: setattr(state, "revealed_this_turn", not state.revealed_this_turn),
    "barricaded": lambda state: setattr(state, "barricaded", not state.barricaded),
    "roll": _set("roll", Roll(1, "galley", face=3)),
    "skill_test": _set("skill_test", TEST),
    "outer_tests": _add("outer_tests", TEST),
    "peril": _set("peril", Peril(seat=1)),
}
UNSEEN = {
    "viewer": "whose eyes it is, which the page says",
    "players": "below",
    "without_cultist": "an option of the match",
    "difficulty": "an option of the match",
}
SEAT_CHANGES: dict[str, Callable[[Player], object]] = {
    "character": lambda player: setattr(player, "character", Character.HIDDEN),
    "space": lambda player: setattr(player, "space", DEEP),
    "hand": lambda player: player.hand.append(SkillCard.HIDDEN),
    "loyalty": lambda player: player.loyalty.append(Loyalty.HIDDEN),
    "revealed": lambda player: setattr(player, "revealed", Loyalty.CULTIST),
    "items": lambda player: player.items.append(Item.SIX_SHOOTER),
    "inactive": lambda player: player.inactive.append(Item.SIX_SHOOTER),
    "has_feat": lambda player: setattr(player, "has_feat", not player.has_feat),
    "mythos": lambda player: player.mythos.append(Mythos.ACCUSATION),
    "spells": lambda player: player.spells.append(Spell.ASTRAL_TRAVEL),
    "left_sick_bay": lambda player: setattr(player, "left_sick_bay", not player.left_sick_bay),
}


def test_every_field_is_shown_or_needless() -> None:
    assert {*TABLE_CHANGES, *UNSEEN} == {*State.__struct_fields__}
    assert {*SEAT_CHANGES} == {*Player.__struct_fields__}


@pytest.mark.parametrize("field", TABLE_CHANGES)
def test_a_changed_table_changes_the_picture(field: str) -> None:
    state = middle()
    if field in ("mythos_drawer", "mythos_chooser", "crisis_cancelled"):
        state.mythos_card = Mythos.ACCUSATION
    if field == "suspect":
        state.skill_test = TEST
    before = shown_of(state)
    TABLE_CHANGES[field](state)
    assert shown_of(state) != before


@pytest.mark.parametrize("field", SEAT_CHANGES)
def test_a_changed_seat_changes_the_picture(field: str) -> None:
    state = middle()
    before = shown_of(state)
    SEAT_CHANGES[field](state.players[1])
    assert shown_of(state) != before


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_seat_sees_its_own_cards_and_the_backs_of_others(path: Path) -> None:
    for viewer in everybody(path)[:-1]:
        for shown in pictures(path, viewer, every=100):
            for key, element in shown.items():
                if "/hand/" in key or "/loyalty/" in key:
                    assert (element.value is not None) == key.startswith(f"seat/{viewer}/"), key
            assert not [key for key, element in shown.items() if element.data.get("next")]
            faces = [element.data["shown"] for element in shown.values() if element.kind == "passengers"]
            assert not [face for face in faces if face]


def test_the_open_table_sees_what_comes_next() -> None:
    shown = shown_of(middle())
    decks = [element for element in shown.values() if element.kind == "deck" and element.value]
    assert decks
    assert [deck.name for deck in decks if not deck.data["next"]] == []
    assert all([element.data["shown"] for element in shown.values() if element.kind == "passengers"])


def test_a_dial_is_low_only_once_the_match_has_begun() -> None:
    dials = [next(pictures(SIX, OPEN_TABLE))[f"resource/{name}"] for name in ("fuel", "food")]
    assert [dial.data["low"] for dial in dials] == [False, False], "the other dials are still at 0"
    state = middle()
    for amount, name in {3: "Fuel: 3, low", 4: "Fuel: 4"}.items():
        state.resources[Resource.FUEL] = amount
        dial = shown_of(state)["resource/fuel"]
        assert (dial.name, dial.data["low"]) == (name, amount == 3)
