"""Admission to an event: `referee check-bot` finds nothing wrong with a bot, if the event file asks for that."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable

from referee.arena.event_entries import EntrantWithdrawn
from referee.arena.event_file import EventFile

ARENA = "arena"
"""Who made the entries that no official made."""


def not_admitted(event: EventFile, entrants: Iterable[int]) -> list[EntrantWithdrawn]:
    """Check the local bots among these entrants, and return the withdrawals of those with which something is wrong.

    Each is checked in a process of its own, which may start threads and servers.
    """
    withdrawals = []
    for number in entrants:
        entrant = event.entrants[number]
        if entrant.dial_in:
            continue
        command = [sys.executable, "-m", "referee", "check-bot", entrant.bot_name, event.game, "--json"]
        command += ["--seconds", f"{event.seconds_per_answer:g}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if reason := _reason(done):
            withdrawals.append(EntrantWithdrawn(by=ARENA, reason=f"check-bot: {reason}", entrant=number))
    return withdrawals


def _reason(done: subprocess.CompletedProcess[str]) -> str:
    """Return the first problem that a check has found, or an empty text."""
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return " ".join(done.stderr.split())[-200:] or f"it ended with exit code {done.returncode}"
    problems = found["problems"]
    return f"{problems[0]['what']} (first in {problems[0]['where']})" if problems else ""
