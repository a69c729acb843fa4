"""Where an event is kept: a folder in the data directory, with a database of its own."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from referee.arena.event_file import EventFile, EventFileError, read_event_file
from referee.arena.event_record import EVENT, EventChanged, EventLog, EventRecord, open_event, read_event
from referee.cli.data_dir import DATABASE, data_dir_path, make_data_dir
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import read_text
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreError

EVENTS_FOLDER = "events"
BOTS_FOLDER = "bots"


class EventFolder:
    """The file of an event and the folder with its log."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Read the file; a `CommandError` names the line of a mistake."""
        self.text = read_text(args.file)
        self._file = args.file
        with as_command_error(EventFileError):
            self.event: EventFile = read_event_file(self.text, args.file)
        data_dir = data_dir_path(getattr(args, "data_dir", None))
        self.path = data_dir / EVENTS_FOLDER / re.sub(r"[^a-z0-9]+", "-", self.event.name.lower()).strip("-")

    @property
    def database(self) -> Path:
        """The database with the log of the event."""
        return self.path / DATABASE

    @property
    def bots(self) -> Path:
        """The folder for the output of programs."""
        return self.path / BOTS_FOLDER

    @property
    def exists(self) -> bool:
        """Whether the event has been opened."""
        return self.database.exists()

    def open(self) -> EventLog:
        """Open the event for writing; create it if it does not exist."""
        make_data_dir(self.path)
        self.bots.mkdir(mode=0o700, exist_ok=True)
        with as_command_error(EventChanged, StoreError):
            return open_event(self.database, self.text, self._file)

    def read(self) -> EventRecord:
        """Open the event for reading."""
        with as_command_error(StoreError):
            return read_event(self.existing_database())

    def existing_database(self) -> Path:
        """Return the database; a `CommandError` says that the event has not begun."""
        if not self.exists:
            raise CommandError(f"{self.event.name} has not begun; start it: referee event start {self._file}")
        return self.database


def event_database(folder: Path) -> Path | None:
    """Return the database of the event in a directory: its own, or a data directory with one event.

    None if the directory has nothing to do with events. A `CommandError` says what to name instead if it has several,
    or if it is the data directory of a server.
    """
    if (folder / DATABASE).is_file():
        if _has_event(folder / DATABASE):
            return folder / DATABASE
        if not (folder / EVENTS_FOLDER).is_dir():
            raise CommandError(
                f"{folder} is the data directory of a server; name the address of the server (HOST:PORT), or an event "
                "file such as cup.toml"
            )
    found = sorted([*folder.glob(f"*/{DATABASE}"), *folder.glob(f"{EVENTS_FOLDER}/*/{DATABASE}")])
    found = [database for database in found if database.parent.parent.name == EVENTS_FOLDER]
    if len(found) > 1:
        names = ", ".join([str(database.parent) for database in found])
        raise CommandError(f"{folder} has {len(found)} events; name one of them: {names}")
    return found[0] if found else None


def _has_event(database: Path) -> bool:
    """Return whether a database is that of an event; a damaged one is a `CommandError`."""
    with as_command_error(StoreError):
        store = SqliteReader(database)
        try:
            return store.match(EVENT) is not None
        finally:
            store.close()
