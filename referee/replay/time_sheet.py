"""The time sheet of a match: when each answer was asked for and given, and what it cost the seat.

A time sheet accompanies the record of a match with a clock. No hash of the record covers it, and a re-run does not read
it: the rules never see a clock.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.kernel.facts import Seat
from referee.match.entries import By

Credited = Literal["held", "restart", "overload", "lag"]
"""Why time was not charged: the match was paused or frozen, the server was restarted or lost the match, the server was
too busy, or the frame with the question took this long to be acknowledged."""


class TimedDecision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The times of one answer.

    `*_at` are times of day in milliseconds since the Unix epoch. `*_ms` are times in milliseconds. The others are
    milliseconds on a clock of the server that is never set, whose zero changes with every restart.
    """

    entry: int
    """Number of the entry with the answer."""
    seat: Seat
    question: int
    by: By
    asked_at: int
    received_at: int
    """When the answer arrived, or when the time was up."""
    decided_at: int
    asked: int
    received: int
    decided: int
    delivered_at: int = 0
    """When the client acknowledged the frame with the question; 0 if it did not before the answer."""
    delivered: int = 0
    used_ms: int = 0
    """The time that counted: without what was credited, and what the away budget has paid."""
    charged_ms: int = 0
    """What the bank has paid; without a bank, what the decision has cost of its time limit."""
    away_ms: int = 0
    """What the away budget has paid."""
    credits: dict[Credited, int] = {}
    """Time that was not charged, by reason."""
    was_away: bool = False
    """Whether the player was without a connection at some time while the seat was asked."""
    bank_ms: int = 0
    """What is left in the bank."""


_encoder = msgspec.json.Encoder(order="deterministic")


def encode_timed(decision: TimedDecision) -> bytes:
    """Return the canonical JSON of the times of an answer."""
    return _encoder.encode(decision)
