"""The pages of `referee event start --http`, in a process of their own."""

from __future__ import annotations

import argparse
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.cli.commands.inspect import MAX_PORT, listening_on
from referee.cli.errors import CommandError
from referee.inspector.event_pages.event_process import MODULE, EventPageSettings
from referee.inspector.http_server import address_of, allowed_hosts
from referee.inspector.page_process import PageProcess


class EventPages:
    """The pages of an event that is about to start; without a port there are none."""

    def __init__(self, listening: socket.socket | None, settings: EventPageSettings) -> None:
        self._listening = listening
        self._settings = settings
        self._process: PageProcess | None = None
        self._address = address_of(listening) if listening is not None else ""

    def start(self) -> None:
        """Start the process, and print where the pages are."""
        if self._listening is None:
            return
        self._process = PageProcess(MODULE, self._settings, self._listening)
        print(f"event page on {self._address}", file=sys.stderr, flush=True)

    def keep(self) -> None:
        """Keep the pages until Ctrl-C, when the event is over."""
        if self._process is not None:
            print(
                f"the event is over; its page stays on {self._address} until Ctrl-C",
                file=sys.stderr,
                flush=True,
            )
            with suppress(KeyboardInterrupt):
                signal.pause()

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
        if self._listening is not None:
            self._listening.close()


@contextmanager
def prepared_event_pages(args: argparse.Namespace, database: Path) -> Iterator[EventPages]:
    """Listen for browsers if --http asks for it, and yield the pages; end their process afterwards."""
    if args.http > MAX_PORT:
        raise CommandError(f"--http {args.http} is not between 0 (any free port) and {MAX_PORT}")
    is_wanted = args.http >= 0
    listening = listening_on(args.http_host, args.http, "--http port or --http-host") if is_wanted else None
    pages = EventPages(listening, EventPageSettings(str(database), allowed_hosts(args.http_host)))
    try:
        yield pages
    finally:
        pages.end()
