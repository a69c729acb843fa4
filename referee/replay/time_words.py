"""The times of a time sheet in words."""

from __future__ import annotations

from referee.replay.time_sheet import Credited, TimedDecision

GIVEN = {"seat": "", "clock": "time out", "order": "order"}
"""Who gave an answer, unless the player did."""
_CREDITED: dict[Credited, str] = {
    "held": "pause or freeze",
    "restart": "restart",
    "overload": "server busy",
    "lag": "lag",
}


def seconds_text(time_ms: int) -> str:
    """Return a time in seconds, to a tenth.

    >>> seconds_text(61_240)
    '61.2'
    """
    return f"{time_ms // 1000}.{time_ms % 1000 // 100}"


def credits_text(decision: TimedDecision) -> str:
    """Return what was credited, and why."""
    return ", ".join(
        [f"{seconds_text(time_ms)} {_CREDITED[why]}" for why, time_ms in decision.credits.items() if time_ms]
    )


def away_text(decision: TimedDecision) -> str:
    """Return whether the player was away, and what the away budget has paid; empty if the player was not."""
    if decision.away_ms:
        return f"away {seconds_text(decision.away_ms)} paid"
    return "away" if decision.was_away else ""


def time_of_day(time_ms: int) -> str:
    """Return a time of day in UTC.

    >>> time_of_day(1_800_000_000_250)
    '08:00:00'
    """
    minutes, second = divmod(time_ms // 1000, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours % 24:02}:{minute:02}:{second:02}"
