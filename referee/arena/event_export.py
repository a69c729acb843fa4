"""The log of an event as text."""

from __future__ import annotations

import msgspec

from referee.arena.event_record import EventRecord


def as_json_lines(record: EventRecord) -> str:
    """Return the whole log, an entry per line."""
    lines = []
    for seq, (entry, at) in enumerate(zip(record.entries, record.times, strict=True)):
        lines.append(msgspec.json.encode({"seq": seq, "at": at, "entry": entry}).decode())
    return "".join([f"{line}\n" for line in lines])
