"""The log of an event, in a store: the same hash chain, durability and tools as for matches.

An event has a database of its own, with its log and, if it is played here, all its matches. A result and the match that
led to it are written together, so that neither exists without the other. Only one arena can open an event at a time;
anyone may read it meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from secrets import token_bytes

import msgspec

from referee.arena.event_entries import EventOpened, LoggedEntry, decode_entry, encode_entry
from referee.arena.event_file import read_event_file
from referee.arena.event_luck import commitment_to_secret, event_seed, schedule_luck
from referee.arena.event_state import EventState, fold_event
from referee.kernel.chance import SEED_BYTES, Chance, seed_from_text
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, EntryAppended, MatchOpened, Record
from referee.log.sqlite import SqliteStore
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreDamaged
from referee.server.clocks import now_ms

EVENT = "event"
"""Name of the event's chain in its database, and what stands in place of its game."""


class EventChanged(Exception):
    """The event file differs from the one with which the event was opened."""


class _Settings(msgspec.Struct, frozen=True):
    """What is stored with the chain and not hashed."""

    secret: str


class EventRecord:
    """The log of an event, for reading."""

    def __init__(self, store: SqliteReader) -> None:
        self._store = store
        row = store.match(EVENT)
        if row is None:
            raise StoreDamaged("this database has no event")
        self._settings = msgspec.json.decode(row.policy, type=_Settings)
        entries = store.entries(EVENT)
        self.state: EventState = fold_event([decode_entry(entry.body) for entry in entries])
        self.entries: list[LoggedEntry] = [decode_entry(entry.body) for entry in entries]
        self.times = [entry.at for entry in entries]
        """When each entry was written, in milliseconds since the Unix epoch."""
        self.head = entries[-1].hash

    @property
    def secret(self) -> bytes:
        """The arena's part of the luck. It reveals all deals to come."""
        return bytes.fromhex(self._settings.secret)

    @property
    def seed(self) -> bytes:
        """The seed of the event, once the luck is settled."""
        assert self.state.entropy is not None
        return event_seed(self.secret, [bytes.fromhex(part) for part in self.state.entropy])

    @property
    def luck(self) -> Chance:
        """The chance with which rounds are drawn; the same draws every time."""
        return schedule_luck(self.seed)

    def close(self) -> None:
        """Close the database."""
        self._store.close()


class EventLog(EventRecord):
    """The log of an event, for the arena that runs it."""

    def __init__(self, store: SqliteStore) -> None:
        super().__init__(store)
        self._writable = store

    def append(self, entries: Sequence[LoggedEntry], records: Sequence[Record] = ()) -> None:
        """Write entries, and other records with them, all or none; the state changes once they are durable."""
        at, head, written = now_ms(), self.head, list(records)
        for place, entry in enumerate(entries):
            body = encode_entry(entry)
            head = link(head, body)
            written.append(EntryAppended(EVENT, len(self.entries) + place, NO_SEAT, "", at, body, head))
        self._writable.write(written)
        for entry in entries:
            self.state.apply(entry)
        self.entries += entries
        self.times += [at] * len(entries)
        self.head = head


def open_event(path: Path, text: str, file: str) -> EventLog:
    """Open the event in a database, or create it from the text of an event file.

    Raise `EventFileError` for a bad file, and `EventChanged` if the event was opened with another text.
    """
    event = read_event_file(text, file)
    store = SqliteStore(path)
    try:
        if store.match(EVENT) is None:
            secret = seed_from_text(event.seed) if event.seed else token_bytes(SEED_BYTES)
            body = encode_entry(EventOpened(text, commitment_to_secret(secret).hex()))
            settings = msgspec.json.encode(_Settings(secret.hex()))
            store.write([MatchOpened(EVENT, now_ms(), EVENT, body, link(GENESIS, body), settings)])
        log = EventLog(store)
        opened = log.entries[0]
        assert isinstance(opened, EventOpened)
        if opened.file != text:
            raise EventChanged(
                f"{file} was changed after the event was opened; restore it ('referee event show' prints it), "
                "or give the event another name"
            )
    except BaseException:
        store.close()
        raise
    return log


def read_event(path: Path) -> EventRecord:
    """Open the event in a database for reading, which is possible while it is played."""
    store = SqliteReader(path)
    try:
        return EventRecord(store)
    except BaseException:
        store.close()
        raise
