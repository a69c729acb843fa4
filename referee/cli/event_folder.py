"""Where an event is kept: a folder in the data directory, with a database of its own."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from referee.arena.event_file import EventFile, EventFileError, read_event_file
from referee.arena.event_record import EventChanged, EventLog, EventRecord, open_event, read_event
from referee.cli.data_dir import DATABASE, data_dir_path, make_data_dir
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import read_text
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
    def bots(self) -> Path:
        """The folder for the output of programs."""
        return self.path / BOTS_FOLDER

    @property
    def exists(self) -> bool:
        """Whether the event has been opened."""
        return (self.path / DATABASE).exists()

    def open(self) -> EventLog:
        """Open the event for writing; create it if it does not exist."""
        make_data_dir(self.path)
        self.bots.mkdir(mode=0o700, exist_ok=True)
        with as_command_error(EventChanged, StoreError):
            return open_event(self.path / DATABASE, self.text, self._file)

    def read(self) -> EventRecord:
        """Open the event for reading."""
        if not self.exists:
            raise CommandError(f"{self.event.name} has not begun; start it: referee event start {self._file}")
        with as_command_error(StoreError):
            return read_event(self.path / DATABASE)
