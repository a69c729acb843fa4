"""Time controls for `create_match`. All times are in seconds; the server refuses what is not possible.

    referee.create_match("abyss", 2, time_control=time_controls.fischer(600, 5, away=60))

The usual kinds are functions. Each takes what all of them can have besides: `cap`, the longest time for one decision;
`grace`, additional time for the first one; `away`, time without a stream that costs nothing; `lag`, most measured
round-trip time that is credited; and `at_zero`, what happens when the time of a seat is up.
"""

from __future__ import annotations

from typing import Literal

from referee_api.v1 import referee_pb2 as api
from referee_client.official_calls import duration_message

AtZero = Literal["default", "until_back", "resign"]
"""What happens at zero: the default answers this question, all until the player is back, or all for ever."""

_AT_ZERO = {
    "default": api.AT_ZERO_DEFAULT,
    "until_back": api.AT_ZERO_UNTIL_BACK,
    "resign": api.AT_ZERO_RESIGN,
}


def fischer(bank: float, increment: float, *, at_zero: AtZero = "default", **more: float) -> api.TimeControl:
    """Return a bank to which the increment is added at the beginning of each turn."""
    return _control(api.INCREMENT_KIND_FISCHER, at_zero, bank=bank, increment=increment, **more)


def bronstein(
    bank: float, increment: float, *, at_zero: AtZero = "default", **more: float
) -> api.TimeControl:
    """Return a bank that gets back what a turn has cost, up to the increment."""
    return _control(api.INCREMENT_KIND_BRONSTEIN, at_zero, bank=bank, increment=increment, **more)


def delay(bank: float, increment: float, *, at_zero: AtZero = "default", **more: float) -> api.TimeControl:
    """Return a bank that pays nothing for the first part of each turn, as long as the increment."""
    return _control(api.INCREMENT_KIND_DELAY, at_zero, bank=bank, increment=increment, **more)


def bank_only(bank: float, *, at_zero: AtZero = "default", **more: float) -> api.TimeControl:
    """Return a bank for the whole match."""
    return _control(api.INCREMENT_KIND_UNSPECIFIED, at_zero, bank=bank, **more)


def per_decision(cap: float, *, at_zero: AtZero = "default", **more: float) -> api.TimeControl:
    """Return a time for each decision."""
    return _control(api.INCREMENT_KIND_UNSPECIFIED, at_zero, cap=cap, **more)


def _control(kind: api.IncrementKind, at_zero: AtZero, **times: float) -> api.TimeControl:
    durations = {name: duration_message(seconds) for name, seconds in times.items()}
    return api.TimeControl(increment_kind=kind, at_zero=_AT_ZERO[at_zero], **durations)
