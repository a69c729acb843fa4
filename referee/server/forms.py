"""What goes over the desk: what it allows, what it gives back, and how it says no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from referee.audit.docket import Docket
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.run import Question
from referee.kernel.table import Ended
from referee.log.records import Status
from referee.server.rooms import Policy

NAME_LENGTH = 64
"""The longest name of whoever sits at a seat."""


class NotOpenYet(Exception):
    """The replay of a match that goes on is for its arbiter alone."""


class NoSuchFrame(ValueError):
    """A feed was asked for from a frame that was never told."""


class TooManyReaders(Exception):
    """So many streams read this feed already that one more is refused."""


class Limits(msgspec.Struct, frozen=True):
    """What the desk allows itself and its clients."""

    idle_seconds: float = 600.0
    """A match nobody speaks of for so long leaves the memory."""
    live_matches: int = 20_000
    """Beyond so many in memory, the ones not spoken of for the longest leave it early."""
    lag_frames: int = 256
    """A reader that has so many frames waiting is cut off."""
    lag_seconds: float = 30.0
    """A reader that leaves frames lying for so long is cut off."""
    readers: int = 16
    """How many may read the feed of one seat, or the arbiter's, at once."""
    spectators: int = 1024
    """How many may read what everyone sees at once."""


class Created(NamedTuple):
    """A match that was opened. The token is told only here."""

    match: str
    arbiter_token: str


class Joined(NamedTuple):
    """A seat that was taken. The token is told only here."""

    seat: Seat
    token: str


class Description(NamedTuple):
    """What everyone with access may know of a match. The seed is not among it."""

    match: str
    charter: Charter
    """With an empty seed: who knows the seed, knows the luck to come."""
    policy: Policy
    names: dict[Seat, str]
    """Who sits where, of the seats that are taken."""
    status: Status
    commitment: bytes
    """The hash of the charter, seed and all: what the referee is bound to before anybody joins."""
    standing: Standing
    version: int
    """Of what stands beside the match: it grows with every change."""


class Standing(NamedTuple):
    """What stands beside a match, as everyone at the table may know it."""

    docket: Docket
    seats: int
    awaited: tuple[Seat, ...] = ()
    """The seats that are to reveal their entropy before the match begins."""
    is_doubted: bool = False
    """The ruling that this match came of is appealed."""


class Look(NamedTuple):
    """The table as one viewer knows it, after the last frame that was told."""

    number: int
    """The number of that frame; 0 before the match begins."""
    state: Any
    """The game's state as this viewer knows it. Only to be read, and only until the next frame comes."""
    question: Question | None
    waiting_for: tuple[Seat, ...]
    outcome: Ended | None


Report = Callable[[str, Exception], object]
"""Told of a fault: the match, and what went wrong. For the server's own log, never for clients."""
