"""An arena with several events, which are registered over the API and found again after a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex

from referee.arena.dial_in.arena_server import EventsHere
from referee.arena.dial_in.event_calls import token_step
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_entries import EventOpened
from referee.arena.event_file import EventFileError, read_event_file
from referee.arena.event_record import EventChanged, EventLog, open_event, read_event
from referee.proof.private_files import make_private_directory
from referee.wire.guard import note_fault
from referee.wire.statuses import CallStatus, Code, Reason, Refuse, as_sentence
from referee_api.v1 import arena_pb2 as arena
from referee_client import aio

EVENT_FILE = "The event file"
"""What messages call a file that came over the API."""

LOCAL_BOTS = CallStatus(
    Code.INVALID_ARGUMENT,
    "Over the API, every entrant dials in or is a bot known by name: programs of strangers are not run here.",
    Reason.BAD_EVENT_FILE,
    "file",
)
EVENT_EXISTS = CallStatus(
    Code.ALREADY_EXISTS,
    "There is an event with this name, from another file; give the event another name.",
    Reason.EVENT_EXISTS,
    "file",
)


class EventHost:
    """The events of a folder. Each has a folder of its own, as with `referee event start`."""

    def __init__(
        self, folder: Path, database: str, referee: aio.Client, matches_at_once: int, referee_address: str
    ) -> None:
        """`database` is the name of the database in the folder of each event."""
        self._folder = folder
        self._database = database
        self._referee = referee
        self._matches_at_once = matches_at_once
        self.events = EventsHere(referee_address, self.create)
        self._playing: list[asyncio.Task[None]] = []
        self._logs: list[EventLog] = []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Go on with the events that were registered before, until the end of the block."""
        for database in sorted(self._folder.glob(f"*/{self._database}")):
            record = read_event(database)
            opened = record.entries[0]
            record.close()
            assert isinstance(opened, EventOpened)
            self._start(open_event(database, opened.file, EVENT_FILE), database)
        try:
            yield
        finally:
            for playing in self._playing:
                playing.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)
            for log in self._logs:
                log.close()

    async def create(self, text: str) -> tuple[ServerArena, list[arena.EntrantToken]]:
        """Register an event and start it; return it with the tokens of its entrants if it is new."""
        try:
            event = read_event_file(text, EVENT_FILE)
        except EventFileError as wrong:
            status = CallStatus(Code.INVALID_ARGUMENT, as_sentence(str(wrong)), Reason.BAD_EVENT_FILE, "file")
            raise Refuse(status) from None
        if any([entrant.python or entrant.command for entrant in event.entrants]):
            raise Refuse(LOCAL_BOTS)
        there = self.events.events.get(event.name)
        if there is not None:
            opened = there.log.entries[0]
            if not isinstance(opened, EventOpened) or opened.file != text:
                raise Refuse(EVENT_EXISTS)
            return there, []
        folder = self._folder / re.sub(r"[^a-z0-9]+", "-", event.name.lower()).strip("-")
        make_private_directory(folder)
        try:
            log = open_event(folder / self._database, text, EVENT_FILE)
        except EventChanged:
            # Another name that gives the same folder.
            raise Refuse(EVENT_EXISTS) from None
        tokens = []
        for number, entrant in enumerate(event.entrants):
            if entrant.dial_in:
                token = token_hex(32)
                log.append([token_step(number, token, "organiser", "")])
                tokens.append(arena.EntrantToken(entrant=entrant.name, token=token))
        return self._start(log, folder / self._database), tokens

    def _start(self, log: EventLog, database: Path) -> ServerArena:
        self._logs.append(log)
        event = ServerArena(log, database, self._referee, self._matches_at_once)
        self.events.add(event)
        playing = asyncio.create_task(event.play())
        playing.add_done_callback(_note_end)
        self._playing.append(playing)
        return event


def _note_end(playing: asyncio.Task[None]) -> None:
    """Log a fault that has ended an event; the others go on."""
    if not playing.cancelled() and (fault := playing.exception()) is not None:
        note_fault(fault, event=playing.get_name())
