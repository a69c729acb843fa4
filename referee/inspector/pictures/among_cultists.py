"""The picture of an Among Cultists table: the map and who is where, the goals, the decks, and what each seat has.

Equal cards have no identity, so those of one face are one element (`seat/0/hand/alive`, `seat/2/pulse/hidden`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from referee.games.among_cultists.cards import CharacterRole, EventCard, Face, Phase, Side
from referee.games.among_cultists.layout import Place
from referee.games.among_cultists.state import Character, State
from referee.games.among_cultists.wording.names import Names, place_name
from referee.games.sentences import count, listed
from referee.inspector.pictures import Element, Picture
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup

PHASE_NAMES = {
    Phase.MOVE: "Movement phase",
    Phase.MEET: "Encounters",
    Phase.SAIL: "Boats leave",
    Phase.EVENT: "Event phase",
    Phase.ACT: "Action phase",
    Phase.CLEANUP: "Cleanup",
}

_Elements = Iterator[tuple[str, Element]]


def picture(state: State, setup: Setup, viewer: Seat) -> Picture:
    """Return everything that a viewer sees of the table, by key."""
    return _MapPicture(state, setup, viewer).elements()


class _MapPicture:
    """Builds one picture. The methods yield keys and elements."""

    def __init__(self, state: State, setup: Setup, viewer: Seat) -> None:
        self.state = state
        self.layout = state.layout
        self.is_open = viewer == OPEN_TABLE
        self.names = Names([f"seat {seat}" for seat in range(setup.seats)], "en")

    def elements(self) -> Picture:
        """Return the whole picture."""
        found = dict(self.board())
        for seat, character in enumerate(self.state.characters):
            found.update(self.seat(seat, character))
        return found

    def board(self) -> _Elements:
        """Yield what lies on the map and beside it."""
        yield "turn", self.turn()
        yield from self.goals()
        yield from self.map()
        yield from self.on_the_map()
        yield from self.decks()

    def turn(self) -> Element:
        """Return the round, its step, and whose move or action it is."""
        state = self.state
        step = PHASE_NAMES.get(state.phase, "")
        words = f"Round {state.round} of {self.layout.numbers.rounds}" if state.round else "Before round 1"
        if step and state.round:
            words += f", {step}, seat {state.active} is active, seat {state.first} began the round"
        data = {
            "rounds": self.layout.numbers.rounds,
            "step": step,
            "active": state.active,
            "first": state.first,
        }
        return Element("turn", words, state.round, data=data)

    def goals(self) -> _Elements:
        """Yield what both sides need, what has happened so far, and the optional roles in play."""
        state = self.state
        points, needed = state.victory_points, state.points_needed
        name = f"Victory Points: {points} of {needed}"
        yield "victory_points", Element("points", name, points, data={"needed": needed})
        name = f"The Cultists need {count(state.kills_needed, 'dead Investigator')}"
        name += f", reached in round {state.kills_reached}" if state.kills_reached else ""
        data = {"reached": state.kills_reached}
        yield "kills", Element("kills", name, state.kills_needed, data=data)
        marks = {
            "vote": (state.was_vote_held, "Vote held in this round"),
            "found": (state.was_someone_found, "Somebody was found dead"),
            "sabotage": (state.was_sabotage_seen, "Sabotage was revealed"),
            "fire": (state.was_room_burned, "The fire has burned"),
        }
        for mark, (is_true, words) in marks.items():
            name = f"{words}: {'yes' if is_true else 'no'}"
            yield f"mark/{mark}", Element("mark", name, words, data={"on": is_true})
        roles = [self.names.role(role) for role in state.roles]
        yield "roles", Element("roles", f"Optional roles: {listed(roles) or 'none'}", data={"roles": roles})

    def map(self) -> _Elements:
        """Yield the islands, the Docks and the Locations."""
        for island in self.layout.islands:
            is_dark = island in self.state.blackouts
            title = place_name(island)
            name = f"{title}: {'blackout' if is_dark else 'power'}"
            yield f"island/{island}", Element("island", name, title, data={"dark": is_dark})
        boats = {dock: boat for boat, ends in self.layout.boats.items() for dock in ends}
        for dock, rooms in self.layout.docks.items():
            name = f"{place_name(dock)} of {place_name(boats[dock])}, at {self.names.places(rooms)}"
            data = {"boat": boats[dock], "rooms": list(rooms)}
            yield f"dock/{dock}", Element("dock", name, place_name(dock), data=data)
        for key, place in self.layout.places.items():
            yield f"place/{key}", self.place(key, place)

    def place(self, key: str, place: Place) -> Element:
        """Return a Location, and for a Boat the Dock where it lies."""
        data: dict[str, Any] = {"of": place.kind.value, "links": list(self.layout.steps[key])}
        title = place_name(key)
        if key in self.layout.boats:
            dock = self.state.boat(key).dock
            return Element("boat", f"{title} at {place_name(dock)}", title, f"dock/{dock}", data)
        at = f"island/{place.island}" if place.island else ""
        if not place.is_room:
            unsafe = ", an unsafe passage" if place.is_unsafe else ""
            return Element("passage", f"{title}{unsafe}", title, at, {**data, "unsafe": place.is_unsafe})
        has_camera = key == self.layout.security_room
        data |= {"colour": place.colour.value if place.colour else "", "camera": has_camera}
        return Element("room", f"{title}{', with the camera' if has_camera else ''}", title, at, data)

    def on_the_map(self) -> _Elements:
        """Yield the books, cards and Portals of Rooms, blocks, Fishmen, and the figures of all seats."""
        state = self.state
        for room in state.rooms:
            where, at = place_name(room.room), f"place/{room.room}"
            name = f"{count(room.books, 'book')} in {where}"
            yield f"books/{room.room}", Element("books", name, room.books, at)
            name = f"Cards in {where}: {self.cards(room.cards)}"
            yield f"cards/{room.room}", Element("room_cards", name, len(room.cards), at, _faces(room.cards))
            if room.has_portal:
                yield f"portal/{room.room}", Element("portal", f"Portal in {where}", at=at)
        for place in state.blocks:
            what = "the route of " if place in self.layout.boats else ""
            name = f"Tentacle block closes {what}{place_name(place)}"
            yield f"block/{place}", Element("block", name, at=f"place/{place}")
        for place, number in Counter(state.fishmen).items():
            name = f"{'Fishman' if number == 1 else f'{number} Fishmen'} on {place_name(place)}"
            yield f"fishman/{place}", Element("fishman", name, number, f"place/{place}")
        for seat, character in enumerate(state.characters):
            if character.place:
                yield f"figure/{seat}", self.figure(seat, character)

    def figure(self, seat: Seat, character: Character) -> Element:
        """Return the figure of a seat on the map."""
        name = f"{'Ghost' if character.is_ghost else 'Character'} of seat {seat} at {place_name(character.place)}"
        name += f", bound for {place_name(character.bound_for)}" if character.bound_for else ""
        data = {"ghost": character.is_ghost, "active": self.is_active(seat)}
        return Element("figure", name, str(seat), f"place/{character.place}", data)

    def is_active(self, seat: Seat) -> bool:
        """Return whether a seat is the active Character."""
        return self.state.round > 0 and self.state.active == seat

    def decks(self) -> _Elements:
        """Yield the decks and piles; the open table also sees what comes next."""
        state = self.state
        piles: dict[str, tuple[str, Sequence[Face]]] = {
            "unsafe": ("Unsafe Passage deck", state.unsafe),
            "unsafe_discard": ("Unsafe Passage discard", state.unsafe_discard),
            "draw_pile": ("Draw pile", state.draw_pile),
            "discard": ("Discard pile", state.discard),
            "discarded_unseen": ("Discarded unseen", state.discarded_unseen),
            "aside": ("Set aside", state.aside),
            "pool": ("Gifts being shuffled", state.pool),
        }
        for pile, (title, cards) in piles.items():
            coming = cards[-1] if cards and pile in ("unsafe", "draw_pile") else Face.HIDDEN
            data = {"title": title, **_faces(cards), "next": self.coming(coming)}
            name = f"{title}: {self.cards(cards)}" + (f"; next: {data['next']}" if data["next"] else "")
            yield f"deck/{pile}", Element("deck", name, len(cards), data=data)
        yield "deck/events", self.events()
        gone = [self.names.event(card) for card in state.events_gone]
        name = f"Past events: {listed(gone) or 'none'}"
        data = {"title": "Past events", "faces": {}, "next": "", "last": gone[-1] if gone else ""}
        yield "deck/events_gone", Element("deck", name, len(gone), data=data)

    def events(self) -> Element:
        """Return the Event deck."""
        cards = self.state.events
        coming = self.coming(cards[-1]) if cards else ""
        name = f"Event deck: {count(len(cards), 'card')}" + (f"; next: {coming}" if coming else "")
        return Element("deck", name, len(cards), data={"title": "Event deck", "faces": {}, "next": coming})

    def coming(self, card: Face | EventCard) -> str:
        """Return the name of the next card of a deck for the open table; empty for everybody else."""
        if not self.is_open or card in (Face.HIDDEN, EventCard.HIDDEN):
            return ""
        return self.names.face(card) if isinstance(card, Face) else self.names.event(card)

    def seat(self, seat: Seat, character: Character) -> _Elements:
        """Yield the area of a seat."""
        key = f"seat/{seat}"
        marks = ["first"] if self.state.round and self.state.first == seat else []
        if character.was_voted_out:
            marks.append("voted out")
        if character.is_ghost:
            marks.append("Ghost")
        where = place_name(character.place)
        ended = place_name(character.ended_on)
        words = [f"Seat {seat}", *([f"at {where}"] if where else []), *marks]
        words += [f"ended its movement on {ended}"] if ended else []
        words += ["active"] if self.is_active(seat) else []
        data = {"active": self.is_active(seat), "where": where, "ended": ended, "marks": marks}
        yield key, Element("seat", ", ".join(words), str(seat), data=data)
        yield f"{key}/role", self.role(seat, character)
        yield f"{key}/route", self.route(seat, character)
        start = self.known(character.start)
        name = f"Start card of seat {seat}: {start or 'not known'}"
        yield f"{key}/start", Element("start", name, _face(character.start), key)
        yield from self.stacks(seat, "hand", character.hand)
        yield from self.stacks(seat, "pulse", character.pulse)
        yield from self.memories(seat, character)

    def role(self, seat: Seat, character: Character) -> Element:
        """Return the role marker of a seat, as far as it is known."""
        if character.role is CharacterRole.HIDDEN:
            side = "" if character.side is Side.HIDDEN else self.names.side(character.side)
            name = f"Role of seat {seat}: not known{f', with {side}' if side else ''}"
            return Element("role", name, at=f"seat/{seat}", data={"of": "", "side": side})
        role = self.names.role(character.role, character.number)
        side = "" if character.side is Side.HIDDEN else self.names.side(character.side)
        name = f"Role of seat {seat}: {role}{f', with {side}' if side else ''}"
        return Element("role", name, role, f"seat/{seat}", {"of": character.role.value, "side": side})

    def route(self, seat: Seat, character: Character) -> Element:
        """Return the Route card of a seat with the colours of this round, if it is known."""
        rounds = self.layout.routes.get(character.route, ())
        now = [colour.value for colour in rounds[self.state.round - 1]] if rounds and self.state.round else []
        words = listed([colour.replace("_", " ") for colour in now])
        name = f"Route card of seat {seat}: {character.route or 'not known'}"
        name += f", in this round {words}" if words else ""
        return Element("route", name, character.route or None, f"seat/{seat}", {"colours": now})

    def stacks(self, seat: Seat, pile: str, cards: Sequence[Face]) -> _Elements:
        """Yield the cards in a hand or a Pulse deck, those of one face together."""
        title = "Hand" if pile == "hand" else "Pulse deck"
        key = f"seat/{seat}/{pile}"
        yield key, Element("pile", f"{title} of seat {seat}: {count(len(cards), 'card')}", len(cards))
        for face, number in sorted(Counter(cards).items()):
            known = self.known(face)
            name = f"{title} of seat {seat}: {number} {known or 'face down'}"
            data = {"face": _face(face) or ""}
            yield f"{key}/{_face(face) or 'hidden'}", Element("stack", name, number, key, data)

    def cards(self, cards: Sequence[Face]) -> str:
        """Return what lies in a pile: the known faces and the number of the others."""
        known = [face for face in cards if face is not Face.HIDDEN]
        hidden = len(cards) - len(known)
        words = [self.names.faces(known)] if known else []
        words += [f"{hidden} face down"] if hidden else []
        return ", ".join(words) or "none"

    def known(self, face: Face) -> str:
        """Return the name of a face; empty for a back."""
        return "" if face is Face.HIDDEN else self.names.face(face)

    def memories(self, seat: Seat, character: Character) -> _Elements:
        """Yield what a player did and saw in secret, as far as the viewer knows."""
        for place, gift in enumerate(character.gifts):
            to = f"seat {gift.to}" if gift.to >= 0 else "somebody"
            words = f"{self.known(gift.face) or 'a card'} to {to}"
            yield self.memory(seat, "gift", place, gift.round, "gave", words)
        for place, task in enumerate(character.tasks):
            into = place_name(task.room) if task.room else "Unsafe Passage deck"
            words = f"{self.known(task.face) or 'a card'} into {into}"
            yield self.memory(seat, "task", place, task.round, "played", words)
        for place, seen in enumerate(character.seen_pulses):
            words = f"pulse of seat {seen.target}: {seen.alive} Alive, {seen.dead} Dead"
            yield self.memory(seat, "pulse", place, seen.round, "saw", words)
        for place, looked in enumerate(character.seen_rooms):
            words = f"{place_name(looked.room)}: {self.names.faces(looked.cards)}"
            yield self.memory(seat, "room", place, looked.round, "saw", words)

    def memory(
        self, seat: Seat, of: str, place: int, in_round: int, verb: str, words: str
    ) -> tuple[str, Element]:
        """Return one thing that a player did or saw in secret."""
        name = f"Seat {seat} in round {in_round}: {verb} {words}"
        data = {"of": of, "round": in_round}
        return f"seat/{seat}/secret/{of}/{place}", Element("secret", name, words, f"seat/{seat}/secret", data)


def _face(face: Face) -> str | None:
    return None if face is Face.HIDDEN else face.value


def _faces(cards: Sequence[StrEnum]) -> dict[str, Any]:
    known = Counter([card.value for card in cards if card is not Face.HIDDEN])
    return {"faces": dict(sorted(known.items()))}
