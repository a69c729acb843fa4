"""The state of the stepper: everything that a key can change."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.cli.stepping.filters import FactFilter
from referee.kernel.facts import OPEN_TABLE, Seat

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Facts per second while the match plays by itself."""


class StepperState(msgspec.Struct, frozen=True):
    """What the stepper shows, and what the next key refers to."""

    columns: int
    rows: int
    """Size of the terminal."""
    fact: int
    """Number of the fact that was last reached. The viewer or the filter may leave it out; see `place_of`."""
    viewer: Seat = OPEN_TABLE
    chosen: FactFilter = FactFilter()
    """The filter in force."""
    search: str = ""
    """The text that was last searched for."""
    prompt: Literal["", "go", "search", "filter"] = ""
    """What the line at the bottom asks for."""
    typed: str = ""
    """What has been typed there."""
    overlay: Literal["", "why", "help"] = ""
    """What is shown instead of the table."""
    top: int = 0
    """Index of the first line of the overlay that is shown."""
    is_playing: bool = False
    speed: int = 2
    """Index into `SPEEDS`."""
    message: str = ""
    """A reply to the last key."""
    has_quit: bool = False
