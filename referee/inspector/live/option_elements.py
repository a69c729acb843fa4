"""Which things on the table an option concerns, so that a person can click them instead of a button.

Most options name what they are about: a Lord, a space, a card in the hand, a seat. A field of a choice is matched with
the keys of the picture, which hold only what the viewer knows. `PLACES` has the options that name nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum

import msgspec

from referee.inspector.pictures import Picture
from referee.kernel.facts import Seat

TOP_OF_TRACK = "track"
"""Stands for the last card on the exploration track."""

PLACES: Mapping[str, str] = {
    "abyss.explore": "deck/exploration",
    "abyss.go_on": "deck/exploration",
    "abyss.plot": "treasury",
    "abyss.buy_ally": TOP_OF_TRACK,
    "abyss.take_ally": TOP_OF_TRACK,
    "abyss.fight_monster": TOP_OF_TRACK,
    "abyss.draw_locations": "deck/locations",
    "abyss.spend_key_token": "seat/{viewer}/keys",
    "unfathomable.advance_travel": "travel",
    "unfathomable.advance_ritual": "ritual",
    "unfathomable.retreat_ritual": "ritual",
    "unfathomable.look_at_mythos": "deck/mythos",
    "unfathomable.look_at_waypoints": "deck/waypoints",
    "unfathomable.attack_here": "figure/{viewer}",
    "unfathomable.rescue_passenger": "figure/{viewer}",
    "among_cultists.fill_room": "figure/{viewer}",
    "among_cultists.collect_books": "figure/{viewer}",
    "among_cultists.end_move": "figure/{viewer}",
}
"""For kinds of options, the element that they are about, whatever fields they have."""

SEAT_FIELDS = ("seat", "owner", "target", "giver", "taker")
"""Fields of choices that hold the number of a seat."""


def option_elements(options: Sequence[object], picture: Picture, viewer: Seat) -> list[list[str]]:
    """Return for each option the keys of the elements that it concerns, in the order of the picture.

    Equal options, such as equal cards of a hand, get one of the equal elements each.
    """
    total, before = Counter(map(_text, options)), Counter[str]()
    found = []
    for option in options:
        keys, text = _elements_of(option, picture, viewer), _text(option)
        if total[text] > 1 and len(keys) >= total[text]:
            keys = [keys[before[text]]]
        before[text] += 1
        found.append(keys)
    return found


def _text(option: object) -> str:
    return msgspec.json.encode(option).decode()


def _elements_of(option: object, picture: Picture, viewer: Seat) -> list[str]:
    if not isinstance(option, msgspec.Struct):
        return []
    place = PLACES.get(str(type(option).__struct_config__.tag), "").format(viewer=viewer)
    if place == TOP_OF_TRACK:
        return _top_of_track(picture)
    if place:
        return [place] if place in picture else []
    named: dict[str, None] = {}
    for field in msgspec.structs.fields(option):
        value = getattr(option, field.name)
        if field.name in SEAT_FIELDS and isinstance(value, int):
            named.update(dict.fromkeys([f"figure/{value}", f"seat/{value}"]))
        elif isinstance(value, str) and value:
            text = str(value.value) if isinstance(value, Enum) else value
            named.update(dict.fromkeys(_keys_of(text, picture, viewer)))
    return [key for key in named if key in picture]


def _keys_of(value: str, picture: Picture, viewer: Seat) -> list[str]:
    """Return the elements named after a value: `lord/the_jailer`, `space/bridge`, or a card of the viewer's."""
    own = f"seat/{viewer}/"
    found = []
    for key in picture:
        if key.startswith("seat/"):
            parts = key.removeprefix(own).split("/")
            # The last part numbers equal things.
            if key.startswith(own) and value in ("/".join(parts[1:-1]), "/".join(parts[1:])):
                found.append(key)
        elif key.partition("/")[2] == value and not key.startswith("mark/"):
            found.append(key)
    return found


def _top_of_track(picture: Picture) -> list[str]:
    cards = [key for key in picture if key.startswith("track/") and key.count("/") == 1]
    return [max(cards, key=lambda key: int(key.rpartition("/")[2]))] if cards else []
