"""An event in a database that may grow meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import msgspec

from referee.arena.event_file import EventFileError
from referee.arena.event_record import EventRecord, read_event
from referee.inspector.event_pages.event_report import EventReport
from referee.inspector.event_pages.public_log import public_event
from referee.inspector.event_pages.rating_history import RatingHistories
from referee.log.records import EntryAppended
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreError

REST = 4.0
"""Times as long as reading took, the log is then left alone, so that an arena on the same machine can work."""
SHORTEST_REST = 0.5
"""Seconds between two readings at least."""

FileStamps = tuple[tuple[int, int], ...]


class UnreadableEvent(Exception):
    """An event that cannot be shown; the text says what is wrong and what to do."""


class FollowedEvent:
    """The newest report of an event. Any thread may ask."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._lock = Lock()
        self._stamp: FileStamps | None = None
        self._report: EventReport | None = None
        self._problem = ""
        self._rested_at = 0.0
        self._histories = RatingHistories()
        self.is_closed = False
        """Whether nobody is told of changes any more."""
        self.number = 0
        """Increments whenever the report changes."""

    def close(self) -> None:
        """Tell nobody of changes any more, so that the pages can end."""
        self.is_closed = True

    def report(self) -> EventReport:
        """Return the newest report; raise `UnreadableEvent`."""
        self.refresh()
        if self._problem or self._report is None:
            raise UnreadableEvent(self._problem)
        return self._report

    def refresh(self) -> int:
        """Read the log again if it has grown, and return the number of the report."""
        with self._lock:
            stamp, began = self._stamp_now(), time.monotonic()
            is_known = stamp == self._stamp and not self._problem
            if is_known or began < self._rested_at:
                return self.number
            before = self._problem
            try:
                report = self._read()
                # Worked out here, so that pages do not do it at the same time.
                _ = report.overview
                self._report, self._problem = report, ""
            except UnreadableEvent as problem:
                self._problem = str(problem)
            self._stamp = stamp
            self._rested_at = time.monotonic() + max(SHORTEST_REST, REST * (time.monotonic() - began))
            self.number += not self._problem or self._problem != before
            return self.number

    def _stamp_now(self) -> FileStamps:
        found = []
        for end in ("", "-wal"):
            try:
                status = self.database.with_name(self.database.name + end).stat()
                found.append((status.st_mtime_ns, status.st_size))
            except OSError:
                found.append((0, 0))
        return tuple(found)

    def _read(self) -> EventReport:
        record = self._open()
        try:
            public = public_event(record.entries, record.times)
            luck = record.luck if record.state.entropy is not None else None
        finally:
            record.close()
        # Read afterwards: a result is written together with its match.
        with self._opened_store() as store:
            kept = frozenset([match.match for match in store.matches("ended")])
        return EventReport(public, luck, kept, self._histories)

    def _open(self) -> EventRecord:
        if not self.database.exists():
            raise UnreadableEvent(
                f"The log of this event is gone: there is no {self.database}. Put it back, and reload the page."
            )
        try:
            return read_event(self.database)
        except StoreError as problem:
            raise UnreadableEvent(f"{_capital(str(problem))}.") from problem
        except (msgspec.DecodeError, EventFileError) as problem:
            raise UnreadableEvent(
                f"{self.database} was written by another version of the referee: {problem}. Update this one."
            ) from problem
        except (KeyError, ValueError, IndexError) as problem:
            raise UnreadableEvent(
                f"{self.database} is damaged: its entries do not follow from its schedule ({problem}). Restore it from "
                "a backup."
            ) from problem

    def entries(self, record: str) -> list[EntryAppended]:
        """Return the entries of a match that is kept with the event; raise `UnreadableEvent`."""
        with self._opened_store() as store:
            return store.entries(record)

    @contextmanager
    def _opened_store(self) -> Iterator[SqliteReader]:
        try:
            store = SqliteReader(self.database)
            try:
                yield store
            finally:
                store.close()
        except StoreError as problem:
            raise UnreadableEvent(f"{_capital(str(problem))}.") from problem


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
