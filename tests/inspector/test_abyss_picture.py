"""The picture of Abyss: everything a person needs is in it, under keys that last, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import islice
from pathlib import Path

import pytest

from referee.games.abyss.cards import Card, Location, Lord
from referee.games.abyss.state import NOT_TOLD, Holding, Realm, State
from referee.inspector.pictures import Picture
from referee.inspector.pictures.abyss import picture
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.kernel.table import Ended
from tests.inspector.folded import everybody, goldens_of, last_picture, pictures, replay_at, states

GOLDENS = goldens_of("abyss")
TWO, FOUR = GOLDENS[0], GOLDENS[-1]

PLACES = {"", "council", "court", "discard/locations", "discard/lords", "locations/drawn", "locations/open"}
PLACES |= {"paid", "threat", "track"}
"""Places that are not elements; those of a seat follow its key."""
SEAT_PLACES = ("hand", "affiliated", "tokens", "free", "locations")


def places_in(shown: Picture) -> set[str]:
    """Return where an element of this picture may be."""
    seats = [key for key, element in shown.items() if element.kind == "seat"]
    return PLACES | shown.keys() | {f"{seat}/{place}" for seat in seats for place in SEAT_PLACES}


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_keys_keep_their_meaning(path: Path) -> None:
    for viewer in everybody(path):
        kinds: dict[str, str] = {}
        for shown in pictures(path, viewer, every=7):
            places = places_in(shown)
            for key, element in shown.items():
                kind = "card" if element.kind in ("ally", "monster") else element.kind
                assert kinds.setdefault(key, kind) == kind
                assert element.name
                assert element.at in places


def middle(viewer: int = OPEN_TABLE) -> State:
    """Return a state in the middle of a match of four, with something of everything."""
    state = deepcopy(next(islice(states(FOUR, viewer), 300, None)))
    assert isinstance(state, State)
    return state


def shown_of(state: State) -> Picture:
    return picture(state, replay_at(FOUR)[1].setup, state.viewer)


def _set(name: str, value: object) -> Callable[[State], None]:
    return lambda state: setattr(state, name, value)


def _pop(name: str) -> Callable[[State], None]:
    return lambda state: getattr(state, name).pop()


def _first(name: str, thing: object) -> Callable[[State], None]:
    return lambda state: getattr(state, name).insert(0, thing)


# What changes each field of the table that a person needs; the other fields, and why nobody needs them.
TABLE_CHANGES: dict[str, Callable[[State], None]] = {
    "council": lambda state: next(iter(state.council.values())).append(Card.SQUID_2),
    "deck": _pop("deck"),
    "discard": _first("discard", Card.CRAB_1),
    "track": _first("track", Card.MONSTER),
    "court": lambda state: state.court.reverse(),
    "lord_deck": _pop("lord_deck"),
    "lords_gone": _first("lords_gone", Lord.SAGE),
    "location_deck": _pop("location_deck"),
    "open_locations": _pop("open_locations"),
    "drawn_locations": _first("drawn_locations", Location.JAIL),
    "locations_gone": _pop("locations_gone"),
    "token_pile": _pop("token_pile"),
    "paid": _first("paid", Card.CRAB_5),
    "treasury": _set("treasury", -1),
    "key_supply": _set("key_supply", -1),
    "threat": _set("threat", 6),
    "start": lambda state: setattr(state, "start", state.start ^ 1),
    "active": lambda state: setattr(state, "active", state.active ^ 1),
    "turn": _set("turn", 1000),
    "last_recruitment": _set("last_recruitment", 999),
    "buyers": _first("buyers", 3),
    "powers_used": lambda state: state.powers_used.append(state.realms[1].lords()[0]),
    "recruited": lambda state: state.recruited.append(state.realms[1].lords()[0]),
    "extra_turn": lambda state: setattr(state, "extra_turn", not state.extra_turn),
    "last_round_by": _set("last_round_by", 2),
    "ending": _set("ending", "stalemate"),
}
UNSEEN = {
    "viewer": "whose eyes it is, which the page says",
    "pearls_are_open": "shows in whether there are numbers of pearls",
    "realms": "below",
}


def _hold(realm: Realm) -> None:
    realm.holdings.append(Holding(Location.JAIL, [Lord.SAGE]))


SEAT_CHANGES: dict[str, Callable[[Realm], object]] = {
    "pearls": lambda realm: setattr(realm, "pearls", NOT_TOLD),
    "key_tokens": lambda realm: setattr(realm, "key_tokens", 9),
    "hand": lambda realm: realm.hand.append(Card.CRAB_5),
    "tokens": lambda realm: realm.tokens.append(0),
    "free": lambda realm: realm.free.append(Lord.SAGE),
    "turned": lambda realm: realm.turned.append(realm.free[-1]),
    "holdings": _hold,
    "affiliated": lambda realm: realm.affiliated.append(Card.CRAB_5),
}


def test_every_field_is_shown_or_needless() -> None:
    assert {*TABLE_CHANGES, *UNSEEN} == {*State.__struct_fields__}
    assert {*SEAT_CHANGES} == {*Realm.__struct_fields__}


@pytest.mark.parametrize("field", TABLE_CHANGES)
def test_a_changed_table_changes_the_picture(field: str) -> None:
    state = middle()
    before = shown_of(state)
    TABLE_CHANGES[field](state)
    assert shown_of(state) != before


@pytest.mark.parametrize("field", SEAT_CHANGES)
def test_a_changed_seat_changes_its_part_of_the_picture(field: str) -> None:
    state = middle()
    before = shown_of(state)
    seat = next(seat for seat, realm in enumerate(state.realms) if set(realm.free) - set(realm.turned))
    SEAT_CHANGES[field](state.realms[seat])
    after = shown_of(state)
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    assert [key for key in changed if key.startswith((f"seat/{seat}/", "lord/", "location/"))]
    # Mirrors, and Recruiters, may reach other seats' points, but nothing else of theirs.
    others = [key for key in changed if key.startswith("seat/") and not key.startswith(f"seat/{seat}")]
    assert [key for key in others if not key.endswith("/score")] == []


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_seat_sees_its_own_cards_and_the_backs_of_others(path: Path) -> None:
    for viewer in everybody(path)[:-1]:
        before_the_end = next(islice(pictures(path, viewer, every=200), 1, None))
        cards = {
            key: element for key, element in before_the_end.items() if "/hand/" in key or "/tokens/" in key
        }
        assert cards
        for key, element in cards.items():
            is_known = key.startswith(f"seat/{viewer}/")
            assert (element.value is not None) == is_known, key
        coming = [element for element in before_the_end.values() if "next" in element.data]
        assert coming == []
        assert [key for key, element in before_the_end.items() if "strengths" in element.data] == []


def test_the_open_table_sees_what_comes_next() -> None:
    state = middle()
    state.council = {race: [Card.CRAB_4] for race in state.council}
    shown = shown_of(state)
    assert [shown[f"deck/{pile}"].data["next"] for pile in ("exploration", "lords", "locations", "tokens")]
    assert shown["council/crab"].data["strengths"] == [4]


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_the_points_at_the_end_are_those_of_the_referee(path: Path) -> None:
    ended = replay_at(path)[0].entries[-1].facts[-1].fact
    assert isinstance(ended, Ended)
    for viewer in everybody(path):
        last = last_picture(path, viewer)
        assert [last[f"seat/{seat}/score"].value for seat in range(len(ended.scores))] == [*ended.scores]


def test_points_without_tokens_face_down_say_so() -> None:
    state = middle(SPECTATOR)
    state.realms[0].tokens = [0, 0]
    assert "without 2 Monster tokens face down" in shown_of(state)["seat/0/score"].name


def test_names_are_those_of_the_edition() -> None:
    state = middle()
    state.court = [Lord.JAILER, Lord.SEEKER]
    state.track = [Card.CRAB_3]
    german = picture(state, replay_at(FOUR)[1].setup, OPEN_TABLE, "de")
    assert german["lord/jailer"].data["title"] == "Gefängniswärter"
    assert german["lord/seeker"].data["title"] == "Seeker", "its German name is not known"
    assert german["track/0"].name == "Krebs 3 on the exploration track"
    assert shown_of(state)["lord/jailer"].data["title"] == "Jailer"
