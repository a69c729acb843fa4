"""Review rooms: whoever opens one leads it, and the pages of the others go to the moment that the leader looks at."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections import OrderedDict

import msgspec

MOST_ROOMS = 50
"""Number of rooms at the same time; the one that was not used for the longest time ends for a new one."""
MOST_FOLLOWERS = 100
"""Number of followers of one room."""
SECONDS_TO_WAIT = 20.0
"""Seconds after which a follower is answered even if nothing happened."""


class NoSuchRoom(Exception):
    """The room has ended, or is not about this match."""


class RoomFull(Exception):
    """The room has as many followers as it can have."""


class OpenedRoom(msgspec.Struct, frozen=True):
    """A new room, for its leader."""

    room: str
    lead: str
    """The secret that only the leader has."""


class LeaderPlace(msgspec.Struct, frozen=True):
    """Where the leader is."""

    version: int
    fact: int
    followers: int


class _Room:
    """A room about one match."""

    def __init__(self, about: str, fact: int) -> None:
        self.about = about
        self.lead = secrets.token_urlsafe(16)
        self.fact = fact
        self.version = 1
        self.waiting = 0
        self.changed = asyncio.Event()

    def note_change(self) -> None:
        self.version += 1
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    @property
    def state(self) -> LeaderPlace:
        return LeaderPlace(self.version, self.fact, self.waiting)


class ReviewRooms:
    """All rooms. Use it on one event loop."""

    def __init__(self) -> None:
        self._rooms: OrderedDict[str, _Room] = OrderedDict()

    def open(self, about: str, fact: int) -> OpenedRoom:
        """Open a room about a match."""
        room_id, room = secrets.token_urlsafe(12), _Room(about, fact)
        self._rooms[room_id] = room
        while len(self._rooms) > MOST_ROOMS:
            self._end(next(iter(self._rooms)))
        return OpenedRoom(room_id, room.lead)

    def move(self, about: str, room_id: str, lead: str, fact: int) -> LeaderPlace:
        """Go to a fact, as the leader. Raise `NoSuchRoom`, also if the secret is wrong."""
        room = self._led(about, room_id, lead)
        if fact != room.fact:
            room.fact = fact
            room.note_change()
        return room.state

    def close(self, about: str, room_id: str, lead: str) -> None:
        """End a room, as its leader. Raise `NoSuchRoom`."""
        self._led(about, room_id, lead)
        self._end(room_id)

    async def follow(self, about: str, room_id: str, seen: int) -> LeaderPlace:
        """Return where the leader is, as soon as that is newer than what was seen. Raise `NoSuchRoom`, `RoomFull`."""
        room = self._find(about, room_id)
        if room.waiting >= MOST_FOLLOWERS:
            raise RoomFull
        room.waiting += 1
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT):
                while room.version <= seen and room_id in self._rooms:
                    await room.changed.wait()
        except TimeoutError:
            pass
        finally:
            room.waiting -= 1
        return self._find(about, room_id).state

    def poke(self, about: str) -> None:
        """Answer everyone who follows a room about a match, because its notes have changed."""
        for room in self._rooms.values():
            if room.about == about:
                room.note_change()

    def _find(self, about: str, room_id: str) -> _Room:
        room = self._rooms.get(room_id)
        if room is None or room.about != about:
            raise NoSuchRoom
        self._rooms.move_to_end(room_id)
        return room

    def _led(self, about: str, room_id: str, lead: str) -> _Room:
        room = self._find(about, room_id)
        if not hmac.compare_digest(room.lead.encode(), lead.encode()):
            raise NoSuchRoom
        return room

    def _end(self, room_id: str) -> None:
        self._rooms.pop(room_id).note_change()
