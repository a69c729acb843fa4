"""The time sheet of a match: when each answer was asked for and given, and what it cost the seat.

A time sheet accompanies the record of a match with a clock. No hash of the record covers it, and a re-run does not read
it: the rules never see a clock. In a replay it follows the head, after an empty line, as a signed note:

    referee time sheet 1
    match 3f09ab12
    head 15e4...                    the head of the record
    clock fischer 10m+5s
    {"entry":2,"seat":1,...}        one line per answer, in the order of the entries

    — referee ...                   the signature
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from referee.kernel.facts import Seat
from referee.match.entries import By, Entry

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
_decisions = msgspec.json.Decoder(TimedDecision)
_FIRST_LINE = "referee time sheet 1"
_DIVISION = f"\n\n{_FIRST_LINE}\n"
_HEADER = re.compile(
    rf"{_FIRST_LINE}\nmatch (?P<match>[0-9A-Za-z._~-]{{1,128}})\nhead (?P<head>[0-9a-f]{{64}})\n"
    r"clock (?P<clock>[a-z0-9+, -]{1,200})\n"
)


class BadTimeSheet(ValueError):
    """A time sheet that is not as it is written, or that does not fit the record; the message says what is wrong."""


class TimeSheet(msgspec.Struct, frozen=True):
    """The time sheet of a match."""

    match: str
    head: str
    """The head of the record that it belongs to."""
    clock: str
    """The time control, as people write it."""
    decisions: tuple[TimedDecision, ...]

    def text(self) -> str:
        """Return the text to sign."""
        lines = [_FIRST_LINE, f"match {self.match}", f"head {self.head}", f"clock {self.clock}"]
        return "\n".join([*lines, *[_encoder.encode(each).decode() for each in self.decisions], ""])


def divide(text: str) -> tuple[str, str]:
    """Return the record of a replay, and the signed time sheet after it; empty if there is none."""
    record, division, rest = text.partition(_DIVISION)
    return (f"{record}\n", f"{_FIRST_LINE}\n{rest}") if division else (text, "")


def with_time_sheet(replay: str, note: str) -> str:
    """Return a replay with its signed time sheet."""
    return f"{replay}\n{note}"


def read_time_sheet(note: str, head: str, entries: Sequence[Entry]) -> TimeSheet:
    """Read a time sheet and check that it fits the record, but not its signature; raise `BadTimeSheet`."""
    text, _, _ = note.rpartition("\n\n")
    header = _HEADER.match(f"{text}\n")
    if header is None:
        raise BadTimeSheet("it does not begin with its match, head and clock, or has no signature")
    lines = f"{text}\n"[header.end() :].splitlines()
    try:
        decisions = tuple([_decisions.decode(line) for line in lines])
    except msgspec.MsgspecError as unfit:
        raise BadTimeSheet(f"a line cannot be read: {unfit}") from None
    sheet = TimeSheet(header["match"], header["head"], header["clock"], decisions)
    if sheet.text() != f"{text}\n":
        raise BadTimeSheet("it is not as time sheets are written")
    if sheet.head != head:
        raise BadTimeSheet(f"it belongs to the head {sheet.head[:16]}, not {head[:16]}")
    last = 0
    for each in decisions:
        entry = entries[each.entry - 1] if last < each.entry <= len(entries) else None
        if entry is None or (entry.seat, entry.question, entry.by) != (each.seat, each.question, each.by):
            raise BadTimeSheet(f"entry {each.entry} is not this answer of seat {each.seat}")
        last = each.entry
    return sheet
