"""The names used in sentences about Among Cultists: of seats, places and, in one language, of cards and roles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from referee.games.among_cultists.cards import CharacterRole, Colour, EventCard, Face, Side
from referee.games.printed import names_by_edition, read_table
from referee.games.sentences import count, listed
from referee.kernel.facts import Seat

Language = Literal["en", "it", "pt", "el"]

TERMS: Mapping[str, Mapping[str, str]] = {row["term"]: row for row in read_table("among_cultists", "names")}
"""The words of the three rulebooks, with ours; a cell is empty if a rulebook lacks the word."""


def term(name: str, language: Language) -> str:
    """Return a word of the game in a language, or ours if that rulebook lacks it."""
    return TERMS[name][language] or TERMS[name]["en"]


def place_name(place: str) -> str:
    """Return the name of a Location, Dock, island or token.

    >>> place_name("wooden_bridge_north")
    'Wooden Bridge North'
    """
    return " ".join([word.capitalize() for word in place.split("_")])


class Names:
    """The names used in sentences: those of the seats, and of the cards and roles in one language."""

    __slots__ = ("_language", "_seats")

    def __init__(self, seats: Sequence[str], language: Language) -> None:
        self._seats = seats
        self._language = language

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        return self._seats[seat]

    def seats(self, seats: Sequence[Seat]) -> str:
        """Return the names of several players as a list in words."""
        return listed([self.seat(seat) for seat in seats])

    def face(self, face: Face) -> str:
        """Return the name of a face-up card."""
        return term(face.value, self._language)

    def faces(self, cards: Sequence[Face]) -> str:
        """Return how many cards of each kind there are, in words."""
        if not cards:
            return "no cards"
        kinds = [face for face in Face if face in cards and face is not Face.HIDDEN]
        if not kinds:
            return count(len(cards), "card")
        return listed([f"{cards.count(face)} {self.face(face)}" for face in kinds])

    def role(self, role: CharacterRole, number: int = 0) -> str:
        """Return the name of a role, with its number if it has one."""
        name = term(role.value, self._language)
        return f"{name} {number}" if number else name

    def side(self, side: Side) -> str:
        """Return the name of a side."""
        return {
            Side.INVESTIGATORS: "the Investigators",
            Side.CULTISTS: "the Cultists",
            Side.YELLOW: "the Yellow team",
        }.get(side, "an unknown side")

    def event(self, card: EventCard) -> str:
        """Return the name of an event."""
        return term(card.value, self._language)

    def room(self, colour: Colour) -> str:
        """Return the name of a Room of a colour."""
        return term(f"room_{colour.value}", self._language)

    def place(self, place: str) -> str:
        """Return the name of a Location, Dock, island or token."""
        return place_name(place)

    def places(self, places: Sequence[str]) -> str:
        """Return the names of several places as a list in words."""
        return listed([place_name(place) for place in places])


EDITION_NAMES = {
    edition: names
    | {
        place_name(row["en"].replace(" ", "_")): row[edition]
        for key, row in TERMS.items()
        if key.startswith("room_") and row[edition]
    }
    for edition, names in names_by_edition("among_cultists").items()
}
"""For each edition, the names of things as our sentences have them, with those of its rulebook."""

Words = Callable[[Any, Names], str]
