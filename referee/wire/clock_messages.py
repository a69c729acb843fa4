"""Time controls and clocks as messages, and time controls back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from google.protobuf.duration_pb2 import Duration

from referee.server.clocks import ClockReading, PublicClock, now_ms
from referee.server.settings import LONGEST_SECONDS
from referee.server.time_control import (
    AtZero,
    BadTimeControl,
    IncrementKind,
    TimeControl,
    check_time_control,
    time_control_text,
)
from referee.wire.statuses import invalid
from referee.wire.times import duration, timestamp
from referee_api.v1 import referee_pb2 as api

_KINDS: Mapping[IncrementKind, api.IncrementKind] = {
    "fischer": api.INCREMENT_KIND_FISCHER,
    "bronstein": api.INCREMENT_KIND_BRONSTEIN,
    "delay": api.INCREMENT_KIND_DELAY,
}
_AT_ZERO: Mapping[AtZero, api.AtZero] = {
    "default": api.AT_ZERO_DEFAULT,
    "until_back": api.AT_ZERO_UNTIL_BACK,
    "resign": api.AT_ZERO_RESIGN,
}
_KIND_NAMES: dict[int, IncrementKind] = {number: kind for kind, number in _KINDS.items()}
_AT_ZERO_NAMES: dict[int, AtZero] = {number: at_zero for at_zero, number in _AT_ZERO.items()}


def requested_time_control(given: api.TimeControl) -> TimeControl:
    """Return the time control of a request, or refuse it."""
    kind = _KIND_NAMES.get(given.increment_kind or api.INCREMENT_KIND_FISCHER)
    at_zero = _AT_ZERO_NAMES.get(given.at_zero or api.AT_ZERO_DEFAULT)
    if kind is None:
        raise invalid("There is no such kind of increment.", "time_control.increment_kind")
    if at_zero is None:
        raise invalid("There is no such policy at zero.", "time_control.at_zero")
    control = TimeControl(
        bank_ms=_milliseconds(given.bank, "bank"),
        increment_ms=_milliseconds(given.increment, "increment"),
        increment_kind=kind,
        cap_ms=_milliseconds(given.cap, "cap"),
        grace_ms=_milliseconds(given.grace, "grace"),
        away_ms=_milliseconds(given.away, "away"),
        lag_ms=_milliseconds(given.lag, "lag"),
        at_zero=at_zero,
    )
    if not control.is_on:
        raise invalid("A time control needs a bank, a cap for each decision, or both.", "time_control")
    try:
        check_time_control(control)
    except BadTimeControl as bad:
        field = bad.field.removesuffix("_ms")
        raise invalid(f"{str(bad)[0].upper()}{str(bad)[1:]}.", f"time_control.{field}") from None
    return control


def clock_in_words(match: api.Match) -> str:
    """Return the time control of a match as people write it; empty if it has no time limit."""
    given = match.time_control
    return time_control_text(
        TimeControl(
            given.bank.ToMilliseconds(),
            given.increment.ToMilliseconds(),
            # A newer server may have others than we know.
            _KIND_NAMES.get(given.increment_kind, "fischer"),
            given.cap.ToMilliseconds(),
            given.grace.ToMilliseconds(),
            given.away.ToMilliseconds(),
            given.lag.ToMilliseconds(),
            _AT_ZERO_NAMES.get(given.at_zero, "default"),
        )
    )


def _milliseconds(given: Duration, field: str) -> int:
    """Return a time in whole milliseconds, rounded up; refuse one that is negative or too long."""
    if not 0 <= given.seconds <= LONGEST_SECONDS or not 0 <= given.nanos < 10**9:
        raise invalid("A time of a clock is 0 to 7 days.", f"time_control.{field}")
    return given.seconds * 1000 - -given.nanos // 1_000_000


def time_control_message(control: TimeControl) -> api.TimeControl | None:
    """Return a time control as a message; None for no time limit."""
    if not control.is_on:
        return None
    return api.TimeControl(
        bank=_set_duration(control.bank_ms),
        increment=_set_duration(control.increment_ms),
        increment_kind=_KINDS[control.increment_kind] if control.increment_ms else None,
        cap=_set_duration(control.cap_ms),
        grace=_set_duration(control.grace_ms),
        away=_set_duration(control.away_ms),
        lag=_set_duration(control.lag_ms),
        at_zero=_AT_ZERO[control.at_zero],
    )


def _set_duration(time_ms: int) -> Duration | None:
    return duration(time_ms / 1000) if time_ms else None


def _known_duration(time_ms: int | None) -> Duration | None:
    return None if time_ms is None else duration(time_ms / 1000)


def clock_message(reading: ClockReading | None) -> api.Clock | None:
    """Return the clock of a seat as a message."""
    if reading is None:
        return None
    return api.Clock(
        deadline=timestamp(reading.deadline_ms),
        time_left=duration(reading.left_ms / 1000),
        server_time=timestamp(reading.now_ms),
        bank=_known_duration(reading.bank_ms),
        away=_known_duration(reading.away_ms),
    )


def seat_clocks_message(clocks: Sequence[PublicClock], frame: int) -> api.SeatClocks | None:
    """Return the clocks of all seats as a message; None if the match has no time limit."""
    if not clocks:
        return None
    return api.SeatClocks(
        frame=frame,
        server_time=timestamp(now_ms()),
        clocks=[
            api.SeatClock(
                seat=clock.seat,
                bank=_known_duration(clock.bank_ms),
                away=_known_duration(clock.away_ms),
                time_left=_known_duration(clock.left_ms),
                is_running=clock.is_running,
            )
            for clock in clocks
        ],
    )
