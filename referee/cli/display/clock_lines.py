"""The clocks of all seats in a line of text, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.cli.sitting.screens import clock_text
from referee_api.v1 import referee_pb2 as api


def clock_line(clocks: api.SeatClocks, names: Sequence[str]) -> str:
    """Return the clocks of all seats: the bank or the time left; `*` marks the clocks that run.

    >>> running = api.SeatClock(seat=0, bank={"seconds": 61}, time_left={"seconds": 59}, is_running=True)
    >>> clock_line(api.SeatClocks(clocks=[running, api.SeatClock(seat=1, bank={"seconds": 5})]), ["Ada", "Bob"])
    'clocks: Ada 1:01*, Bob 0:05'
    """
    parts = []
    for each in clocks.clocks:
        shown = each.bank if each.HasField("bank") else each.time_left
        is_known = each.HasField("bank") or each.HasField("time_left")
        time = clock_text(shown.ToMilliseconds() / 1000) if is_known else "-"
        parts.append(f"{names[each.seat]} {time}{'*' if each.is_running else ''}")
    return f"clocks: {', '.join(parts)}"


def clocks_as_json(clocks: api.SeatClocks) -> dict[str, Any]:
    """Return the clocks of all seats as `--json` prints them, in seconds."""
    return {
        "frame": clocks.frame,
        "clocks": [
            {
                "seat": each.seat,
                "bank": each.bank.ToMilliseconds() / 1000 if each.HasField("bank") else None,
                "away": each.away.ToMilliseconds() / 1000 if each.HasField("away") else None,
                "left": each.time_left.ToMilliseconds() / 1000 if each.HasField("time_left") else None,
                "is_running": each.is_running,
            }
            for each in clocks.clocks
        ],
    }
