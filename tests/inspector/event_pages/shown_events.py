"""A small event for the tests of its pages, as a whole and as it was at earlier moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from unittest.mock import patch

from starlette.applications import Starlette

from referee.arena.event_entries import LoggedEntry, ResultRecorded
from referee.arena.event_record import EventLog, open_event, read_event
from referee.arena.local_arena import LocalArena
from referee.inspector.event_pages.event_app import event_app
from referee.inspector.event_pages.followed_event import FollowedEvent
from referee.log.records import MatchClosed, MatchOpened, Record
from referee.log.sqlite_reader import SqliteReader
from tests.inspector.requests import HOST

DATABASE = "referee.db"
SEED = "a seed that nobody may read"
NAMES = ("Alder", "Birch", "Cedar+1", "Dog wood", "Elm")
TEXT = f"""
name = "Autumn Cup"
game = "abyss"
seats = 2
format = "league"
rounds = 3
seed = "{SEED}"
""" + "".join([f'\n[[entrants]]\nname = "{name}"\nbot = "random"\n' for name in NAMES])
BEGUN_AT = 1_800_000_000_000
"""When the first entry of a written event was written, in milliseconds; the others follow, a second each."""


def play(folder: Path) -> EventLog:
    """Play the event to its end, and return its log, which is closed."""
    folder.mkdir(exist_ok=True)
    log = open_event(folder / DATABASE, TEXT, "cup.toml")
    try:
        LocalArena(log, folder, 1).run()
    finally:
        log.close()
    return log


def write_event(folder: Path, entries: Sequence[LoggedEntry], source: Path) -> Path:
    """Write an event with these entries, and the matches of `source` that they mention; return its folder."""
    folder.mkdir(exist_ok=True)
    store = SqliteReader(source / DATABASE)
    clock = count(BEGUN_AT, 1000)
    with patch("referee.arena.event_record.now_ms", lambda: next(clock)):
        log = open_event(folder / DATABASE, TEXT, "cup.toml")
        try:
            append(log, entries[1:], store)
        finally:
            log.close()
            store.close()
    return folder


def append(log: EventLog, entries: Iterable[LoggedEntry], store: SqliteReader) -> None:
    """Append entries one by one, each result with the record of its match."""
    for entry in entries:
        is_result = isinstance(entry, ResultRecorded)
        log.append([entry], records_of_match(store, entry.record) if is_result else [])  # type: ignore[union-attr]


def records_of_match(store: SqliteReader, name: str) -> list[Record]:
    """Return the records of a match, as the arena wrote them."""
    row = store.match(name)
    assert row is not None
    first, *rest = store.entries(name)
    opened = MatchOpened(name, 0, row.game, first.body, first.hash, row.policy)
    return [opened, *store.seats(name), *rest, MatchClosed(name, 0, "ended")]


def entries_in(folder: Path) -> list[LoggedEntry]:
    """Return the log of an event."""
    record = read_event(folder / DATABASE)
    record.close()
    return record.entries


def until_result(entries: Sequence[LoggedEntry], number: int) -> list[LoggedEntry]:
    """Return the log up to a result, counted from 1."""
    places = [place for place, entry in enumerate(entries) if isinstance(entry, ResultRecorded)]
    return list(entries[: places[number - 1] + 1])


def app_of(folder: Path) -> Starlette:
    """Return the application that shows an event."""
    return event_app(FollowedEvent(folder / DATABASE), [HOST])
