"""The standings of an event on the terminal while it is played."""

from __future__ import annotations

import os
import sys
import time

from rich.console import Group
from rich.live import Live
from rich.text import Text

from referee.arena.event_record import EventRecord
from referee.arena.event_state import EventState
from referee.cli.display.console import console
from referee.cli.display.event_tables import progress_of, rated, standings_table
from referee.cli.display.progress_line import ProgressLine, duration_in_words

SECONDS_BETWEEN = 1.0
"""Least time between two pictures, in seconds."""

SHARE = 0.02
"""Share of the time that may go into pictures."""


class LiveStandings:
    """Draws the standings again and again on a terminal, or a line of progress if the output goes elsewhere."""

    def __init__(self, record: EventRecord, *, is_shown: bool) -> None:
        is_terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._record = record
        self._line = ProgressLine(len(record.state.unplayed()) or 1, "matches", is_quiet=not is_shown)
        self._live: Live | None = None
        if is_shown and is_terminal:
            # Drawn only when it is asked for: a thread would be copied into the worker processes.
            self._live = Live(console=console(), auto_refresh=False, transient=True)
        self._began = time.monotonic()
        self._done_before = record.state.done
        self._next = self._began + SECONDS_BETWEEN

    def show(self) -> None:
        """Show how far the event is, but not too often."""
        state = self._record.state
        if self._live is None:
            self._line.total = expected_matches(state)
            self._line.show(state.done)
            return
        began = time.monotonic()
        if began < self._next or not state.matches:
            return
        if not self._live.is_started:
            self._live.start()
        self._live.update(
            Group(self._headline(began), standings_table(state, rated(self._record, 0))), refresh=True
        )
        ended = time.monotonic()
        self._next = ended + max(SECONDS_BETWEEN, (ended - began) / SHARE)

    def _headline(self, now: float) -> Text:
        state = self._record.state
        rate = (state.done - self._done_before) / (now - self._began)
        total = expected_matches(state)
        parts = [f"{state.event.name}: {progress_of(state)}"]
        if rate:
            parts.append(f"{60 * rate:.0f} per minute")
            if state.event.format != "ladder" or state.event.rounds:
                parts.append(f"about {duration_in_words((total - state.done) / rate)} left")
        faults = sum([state.faults(number) for number in range(len(state.event.entrants))])
        if faults:
            parts.append(f"{faults} faults")
        return Text(", ".join(parts), style="bold")

    def clear(self) -> None:
        """Remove what is shown, so that something else can be printed."""
        self._line.clear()
        if self._live is not None and self._live.is_started:
            self._live.stop()


def expected_matches(state: EventState) -> int:
    """Return the number of matches of the whole event, as far as it is known."""
    paired = len(state.matches)
    rounds = state.event.rounds or 1
    if state.event.format not in ("league", "pods", "gauntlet", "ladder") or not state.last_round:
        return paired
    return max(paired, paired * rounds // state.last_round)
