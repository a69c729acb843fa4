"""The value of the option --clock: a time control as people write it."""

from __future__ import annotations

from referee.cli.errors import CommandError
from referee.server.time_control import BadTimeControl, read_time_control
from referee.wire.clock_messages import time_control_message
from referee_api.v1 import referee_pb2 as api


def parse_clock(text: str) -> api.TimeControl | None:
    """Return the time control that the option gives; None for no limit."""
    try:
        return time_control_message(read_time_control(text))
    except BadTimeControl as bad:
        raise CommandError(f"--clock {text}: {bad}") from None
