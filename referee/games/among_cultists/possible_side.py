"""One possibility of who the Cultists are, and what it says about the cards that a viewer was told of."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.among_cultists.cards import Face
from referee.kernel.facts import Seat

Dead = tuple[int, int]
"""The least and the greatest number of Dead cards that a Pulse deck may hold."""


class PossibleSide:
    """The deals that agree on the Cultists, the Sleeper and the Poltergeist; -1 if a role is not in play."""

    def __init__(
        self, seats: int, cultists: tuple[Seat, ...], sleeper: Seat = -1, poltergeist: Seat = -1
    ) -> None:
        self.cultists = cultists
        self.sleeper = sleeper
        self.poltergeist = poltergeist
        self.is_possible = True
        self.has_swapped = False
        self._swapped_with: Seat = -1
        self._rooms: dict[str, int] = {}
        """For each Room, the number of its cards that may be a Sabotage."""
        self.starts: list[dict[Face, Dead]] = [
            {Face.ALIVE: (0, 0)} if seat in cultists else {Face.ALIVE: (0, 0), Face.DEAD: (1, 1)}
            for seat in range(seats)
        ]
        """For each seat, the start cards that fit what was seen, each with what the Pulse deck may hold by now."""

    def keep_if(self, fits: bool) -> None:
        """Rule this possibility out unless it fits."""
        self.is_possible = self.is_possible and fits

    # --- who may do what ---

    def swap(self, sleeper: Seat, active: Seat) -> None:
        """Note that the Sleeper swapped hands with the active Character."""
        self.has_swapped = True
        self.keep_if(self.sleeper == sleeper)
        self._swapped_with = active

    @property
    def is_sleeper_cultist(self) -> bool:
        """Whether the Sleeper became a Cultist: it swapped hands with one."""
        return self.has_swapped and self._swapped_with in self.cultists

    def _first_holder(self, seat: Seat) -> Seat:
        """Return the seat to which this seat's hand was dealt, apart from cards that everybody has."""
        if not self.has_swapped or seat not in (self.sleeper, self._swapped_with):
            return seat
        return self._swapped_with if seat == self.sleeper else self.sleeper

    def may_kill(self, seat: Seat) -> bool:
        """Return whether a seat may hold Dead cards."""
        return self._first_holder(seat) in self.cultists

    def may_sabotage(self, seat: Seat) -> bool:
        """Return whether a seat may hold Sabotage cards."""
        return self._first_holder(seat) in (*self.cultists, self.poltergeist)

    def may_lie(self, seat: Seat) -> bool:
        """Return whether a seat may call a dead Character alive."""
        return seat in self.cultists or (seat == self.sleeper and self.is_sleeper_cultist)

    def seats_with_cultists(self, ghosts: Sequence[Seat]) -> list[Seat]:
        """Return the seats on the side of the Cultists, given the Ghosts; the Poltergeist is, once it is one."""
        found = list(self.cultists)
        if self.is_sleeper_cultist:
            found.append(self.sleeper)
        if self.poltergeist in ghosts:
            found.append(self.poltergeist)
        return found

    def is_eliminated(self, out: Sequence[Seat]) -> bool:
        """Return whether all Cultists are out, a Sleeper who became one included."""
        sleeper = [self.sleeper] if self.is_sleeper_cultist else []
        return all([seat in out for seat in (*self.cultists, *sleeper)])

    # --- Pulse decks ---

    def keep_start(self, seat: Seat, face: Face) -> None:
        """Keep the deals that give this seat this start card."""
        self.starts[seat] = {start: dead for start, dead in self.starts[seat].items() if start is face}

    def add_pulse(self, seat: Seat, least: int, most: int) -> None:
        """Add a card to a Pulse deck, given the least and the greatest number of Dead cards that it adds."""
        self.starts[seat] = {
            start: (low + least, high + most) for start, (low, high) in self.starts[seat].items()
        }

    def see_pulse(self, seat: Seat, least: int, most: int | None) -> None:
        """Keep the deals in which a Pulse deck may hold this number of Dead cards now."""
        kept = {}
        for start, (low, high) in self.starts[seat].items():
            fewest, greatest = max(low, least), high if most is None else min(high, most)
            if fewest <= greatest:
                kept[start] = fewest, greatest
        self.starts[seat] = kept

    # --- Rooms ---

    def fill_room(self, seat: Seat, room: str, face: Face) -> None:
        """Put a card into a Room; its face may be hidden."""
        may_be = self.may_sabotage(seat) if face is Face.HIDDEN else face is Face.SABOTAGE
        self._rooms[room] = self._rooms.get(room, 0) + (1 if may_be else 0)

    def empty_room(self, room: str) -> None:
        """Take all cards out of a Room."""
        self._rooms[room] = 0

    def see_sabotages(self, room: str, number: int) -> None:
        """Rule this possibility out if a Room cannot hold this number of Sabotage cards."""
        self.keep_if(self._rooms.get(room, 0) >= number)
