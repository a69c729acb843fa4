"""The entrants of an event that dial in: who is connected, and which seats they have.

A seat is given to an entrant when its match begins, and again whenever the entrant comes back, until the match is
over. It is taken away if the entrant is away for too long. Nothing here is stored: after a restart, all seats are given
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from referee.arena.event_file import EventFile
from referee.audit.entries import ResultKind
from referee.kernel.facts import Seat
from referee_api.v1 import arena_pb2 as arena

SECONDS_BETWEEN_CHECKS = 0.25

CLOSINGS: dict[ResultKind, arena.SeatClosing] = {
    "no_show": arena.SEAT_CLOSING_AWAY,
    "crash": arena.SEAT_CLOSING_AWAY,
    "time": arena.SEAT_CLOSING_LATE,
    "withdrawn": arena.SEAT_CLOSING_WITHDRAWN,
}
"""Why a seat was taken from an entrant, by the kind of the result."""


class Connection(Protocol):
    """The open stream of an entrant."""

    def put(self, message: arena.EnterResponse) -> None:
        """Send a message soon. Never waits."""

    def replace(self) -> None:
        """End the stream because the same entrant has opened another one."""


class Loss(NamedTuple):
    """Why an entrant has lost a seat."""

    kind: ResultKind
    reason: str


class GivenSeat:
    """A seat that belongs to an entrant, until the match is over or the seat is lost."""

    def __init__(self, entrant: int, match: str, seat: Seat, token: str, game: str, given_at: float) -> None:
        self.entrant = entrant
        self.match = match
        """The id of the match at the referee."""
        self.message = arena.EventSeat(match_id=match, seat=seat, token=token, game=game)
        self.given_at = given_at
        self.was_received = False
        """Whether the entrant has acknowledged it."""
        self.loss: asyncio.Future[Loss] = asyncio.get_running_loop().create_future()

    def lose(self, loss: Loss) -> None:
        """Take the seat away. Only the first reason counts."""
        if not self.loss.done():
            self.loss.set_result(loss)


class DialledIn:
    """An entrant that dials in."""

    def __init__(self, number: int, now: float) -> None:
        self.number = number
        self.connection: Connection | None = None
        self.left_at = now
        """When its last stream ended, or the arena was started."""
        self.seats: dict[str, GivenSeat] = {}
        """The seats it has now, by match."""


class Entrances:
    """The entrants of one event that dial in."""

    def __init__(self, event: EventFile, clock: Callable[[], float] | None = None) -> None:
        self._event = event
        self._clock = clock or asyncio.get_running_loop().time
        self._entrants = {
            number: DialledIn(number, self._clock())
            for number, entrant in enumerate(event.entrants)
            if entrant.dial_in
        }
        self.changed = asyncio.Event()
        """Set when an entrant comes, goes or sends something."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the entrants that dial in."""
        return list(self._entrants)

    def is_connected(self, number: int) -> bool:
        """Return whether an entrant has an open stream."""
        return self._entrants[number].connection is not None

    def connect(self, number: int, connection: Connection, first: arena.EnterResponse) -> None:
        """Begin a stream of an entrant, and end its earlier one; it is sent `first` and all seats that it has."""
        entrant = self._entrants[number]
        if entrant.connection is not None:
            entrant.connection.replace()
        entrant.connection = connection
        connection.put(first)
        for seat in entrant.seats.values():
            connection.put(arena.EnterResponse(seat=seat.message))
        self.changed.set()

    def disconnect(self, number: int, connection: Connection) -> None:
        """Note that a stream has ended, unless another one has replaced it."""
        entrant = self._entrants[number]
        if entrant.connection is connection:
            entrant.connection = None
            entrant.left_at = self._clock()
            self.changed.set()

    def receive(self, number: int, match: str) -> bool:
        """Note that a seat has arrived; return False if the entrant has none in this match."""
        seat = self._entrants[number].seats.get(match)
        if seat is not None:
            seat.was_received = True
        return seat is not None

    def give(self, number: int, match: str, seat: Seat, token: str) -> GivenSeat:
        """Give an entrant a seat. It is sent now, if the entrant is connected, and whenever it comes back."""
        entrant = self._entrants[number]
        given = GivenSeat(number, match, seat, token, self._event.game, self._clock())
        entrant.seats[match] = given
        self.tell(number, arena.EnterResponse(seat=given.message))
        return given

    def close(self, given: GivenSeat, reason: arena.SeatClosing, sentence: str) -> None:
        """Tell an entrant that a seat is no longer its own, and why."""
        if self._entrants[given.entrant].seats.pop(given.match, None) is not None:
            closed = arena.SeatClosed(match_id=given.match, reason=reason, sentence=sentence)
            self.tell(given.entrant, arena.EnterResponse(closed=closed))

    def withdraw(self, number: int, reason: str) -> None:
        """Take all seats from an entrant that has left the event."""
        entrant = self._entrants.get(number)
        for seat in [] if entrant is None else list(entrant.seats.values()):
            seat.lose(Loss("withdrawn", reason))

    def tell(self, number: int, message: arena.EnterResponse) -> None:
        """Send a message to an entrant, if it is connected."""
        connection = self._entrants[number].connection
        if connection is not None:
            connection.put(message)

    def tell_all(self, message: arena.EnterResponse) -> None:
        """Send a message to everyone who is connected."""
        for number in self._entrants:
            self.tell(number, message)

    async def check_presence(self) -> None:
        """Take the seats of entrants that are away for too long, until cancelled."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_CHECKS)
            now, longest = self._clock(), self._event.dial_in.seconds_away
            for entrant in self._entrants.values():
                if entrant.connection is not None:
                    continue
                for seat in entrant.seats.values():
                    if now - max(entrant.left_at, seat.given_at) > longest:
                        seat.lose(_loss_of_absent(seat, longest))


def _loss_of_absent(seat: GivenSeat, longest: float) -> Loss:
    if seat.was_received:
        return Loss("crash", f"was away for more than {longest:g} seconds")
    return Loss("no_show", f"did not take the seat within {longest:g} seconds")
