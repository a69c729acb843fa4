"""Settings: of one match, and of the server."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from referee.match.charters import CharterError
from referee.server.time_control import BadTimeControl, TimeControl, check_time_control, limit_per_decision

NAME_LENGTH = 64
"""Maximum length of a player's name, in characters."""

CLIENT_LENGTH = 64
"""Maximum length of each text by which a program describes itself, in characters."""


class ClientInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program that plays, as it describes itself when it takes a seat."""

    name: str = ""
    version: str = ""
    language: str = ""

    def __str__(self) -> str:
        """Return the program as replays name it.

        >>> str(ClientInfo("my-bot", "1.2", "rust")), str(ClientInfo(name="my-bot")), str(ClientInfo(language="rust"))
        ('my-bot 1.2 (rust)', 'my-bot', '(rust)')
        """
        language = f"({self.language})" if self.language else ""
        return " ".join([part for part in (self.name, self.version, language) if part])


def read_client(stored: bytes) -> ClientInfo:
    """Return the program that took a seat, as it is stored with the seat."""
    return msgspec.json.decode(stored, type=ClientInfo)


ReportFault = Callable[[str, Exception], object]
"""Called with a match id and a fault of the server. For the server's own log, never for clients."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a match that do not affect the rules, and so are not part of its charter."""

    seconds_per_decision: int = 0
    """Seconds after which the default answer to a question is taken; 0 for no limit, or if there is a time control."""
    spectators: bool = True
    """Whether anyone who knows the match id may watch, without a token, what every seat sees."""
    seconds_to_reveal: int = 60
    """Seconds the match waits, once every seat is taken, for the entropy that seats committed to."""
    seconds_frozen: int = 600
    """Seconds after which the match goes on although a seat has frozen it and the case has no ruling yet."""
    seed_given: bool = True
    """Whether the creator gave the seed; False if the referee drew it. Older matches do not say, so it may be known."""
    seconds_to_fill: int = 24 * 60 * 60
    """Seconds after which a match that has not begun is cancelled; 0 for never."""
    unrefereed: bool = True
    """Whether whoever created the match is its arbiter, who sees everything, rules alone and may take a seat. Such a
    match is for practice, and says so. Otherwise the creator is its organiser, who sees no hidden information and
    appoints judges. True by default because it is true of all matches that were recorded before there was a choice."""
    owner: str = ""
    """Id of the API key that created the match, or ""."""
    invite_hash: str = ""
    """SHA-256 of the invite code that is needed to take a seat, in hexadecimal; empty if none is needed."""
    time_control: TimeControl | None = None
    """How much time the seats have, if it is more than a time for each decision."""

    @property
    def clock(self) -> TimeControl:
        """How much time the seats have."""
        return self.time_control or limit_per_decision(self.seconds_per_decision)


LONGEST_SECONDS = 7 * 24 * 60 * 60
"""Longest time limit of a match, in seconds."""


class BadPolicy(CharterError):
    """A time limit that a match cannot have; the message says what is allowed."""


def check_policy(policy: Policy) -> None:
    """Raise `BadPolicy` if a time limit of a new match is out of range."""
    limits = {
        "seconds per decision": (policy.seconds_per_decision, 0),
        "seconds to reveal entropy": (policy.seconds_to_reveal, 1),
        "seconds to fill the seats": (policy.seconds_to_fill, 0),
        "seconds that a seat can freeze the match": (policy.seconds_frozen, 1),
    }
    for what, (seconds, least) in limits.items():
        if not least <= seconds <= LONGEST_SECONDS:
            raise BadPolicy(f"{what}: {least} to {LONGEST_SECONDS} (7 days) are possible, not {seconds}")
    if policy.time_control is not None:
        if policy.seconds_per_decision:
            raise BadPolicy("give the time per decision or a time control, not both")
        try:
            check_time_control(policy.time_control)
        except BadTimeControl as bad:
            raise BadPolicy(str(bad)) from None


class SessionLimits(msgspec.Struct, frozen=True):
    """Limits on the memory and the readers of the server."""

    idle_seconds: float = 600.0
    """Seconds without a call after which a match leaves the memory."""
    live_matches: int = 20_000
    """Maximum number of matches in memory; above it, the least recently used leave early."""
    lag_frames: int = 256
    """Maximum number of frames waiting for a reader; a reader with more is cut off."""
    lag_seconds: float = 30.0
    """Seconds a reader may leave frames waiting before it is cut off."""
    feed_bytes: int = 64 * 1024 * 1024
    """Maximum size of the feeds of finished matches that are kept for readers, as the log has them, in bytes."""
    readers: int = 16
    """Maximum number of simultaneous readers of the feed of a seat, or of the arbiter."""
    spectators: int = 1024
    """Maximum number of simultaneous readers of the spectators' feed."""
