"""The process that serves the pages of `referee event start --http`. It reads the log that the arena writes."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Thread

import msgspec

from referee.inspector.event_pages.event_app import serve_event
from referee.inspector.event_pages.followed_event import FollowedEvent
from referee.inspector.page_process import given_settings

MODULE = "referee.inspector.event_pages.event_process"


class EventPageSettings(msgspec.Struct, frozen=True):
    """What the pages show, and to whom."""

    database: str
    hosts: list[str]
    """Names under which the pages are reached; `*` for any."""


def _end_with_stdin() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Run the process."""
    settings, listening = given_settings(EventPageSettings)
    watch = Thread(target=_end_with_stdin, daemon=True)
    serve_event(FollowedEvent(Path(settings.database)), settings.hosts, listening, watch.start)


if __name__ == "__main__":
    main()
