"""Times and durations as messages, and back."""

from __future__ import annotations

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from referee.server.settings import LONGEST_SECONDS
from referee.wire.statuses import invalid

_FIRST_SECOND, _LAST_SECOND = -62_135_596_800, 253_402_300_799
"""The years 1 to 9999, which google.protobuf.Timestamp defines."""


def whole_seconds(duration: Duration, field: str) -> int:
    """Return a duration in seconds, rounded up; 0 if it is not set. Refuse one that is negative or too long."""
    if duration.seconds < 0 or duration.nanos < 0 or duration.nanos >= 10**9:
        raise invalid("A duration cannot be negative.", field)
    seconds = duration.seconds + (1 if duration.nanos else 0)
    if seconds > LONGEST_SECONDS:
        raise invalid("A duration is at most 7 days.", field)
    return seconds


def duration(seconds: float) -> Duration:
    """Return a number of seconds as a message."""
    whole, rest = divmod(round(seconds * 1000), 1000)
    return Duration(seconds=whole, nanos=rest * 1_000_000)


def requested_time(timestamp: Timestamp, field: str) -> int:
    """Return a time of a request in milliseconds, or refuse one outside the years 1 to 9999."""
    if not _FIRST_SECOND <= timestamp.seconds <= _LAST_SECOND or not 0 <= timestamp.nanos < 10**9:
        raise invalid("A time is in the years 1 to 9999, and its nanoseconds are below a second.", field)
    return milliseconds(timestamp)


def milliseconds(timestamp: Timestamp) -> int:
    """Return a time in milliseconds since the Unix epoch, rounded down."""
    return timestamp.seconds * 1000 + timestamp.nanos // 1_000_000


def timestamp(milliseconds: int) -> Timestamp:
    """Return a time in milliseconds since the Unix epoch as a message."""
    seconds, rest = divmod(milliseconds, 1000)
    return Timestamp(seconds=seconds, nanos=rest * 1_000_000)
