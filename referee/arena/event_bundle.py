"""The bundle of an event: one zip file with everything that is needed to check the event without a network.

- `event.jsonl`: the log, an entry per line.
- `matches/1.1.1.1.replay`: every match that was played.
- `results.csv` and `standings.csv`: the same for people; ratings are for information, everything else is checked.
- `keys` and `event.note`: the published keys of the organiser, and the signed hash of the log, if it was signed.
- `README.txt`: how to check all of it.

`event_examination` checks it, and `replays/check_draws.py` checks the luck alone.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from referee.arena.event_export import as_json_lines, results_csv, standings_csv
from referee.arena.event_record import EventRecord
from referee.log.sqlite_reader import SqliteReader
from referee.proof.notes import SigningKey, sign_note
from referee.replay.writing import write_replay

LOG, RESULTS, STANDINGS, KEYS, NOTE, README = (
    "event.jsonl",
    "results.csv",
    "standings.csv",
    "keys",
    "event.note",
    "README.txt",
)
MATCHES = "matches/"

_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same event gives the same bytes."""

_README = """\
This is the event {name!r}, complete: its log, every match that was played, the results and the standings.

To check it, luck included, without a network:

    referee verify FILE.zip --keys PUBLISHED_KEYS

This runs every match again, draws the schedule again, adds up the points again, and compares the deals with the seed
that the arena committed to before anybody was paired. replays/check_draws.py of the referee checks the luck alone, with
nothing but Python:

    python3 check_draws.py FILE.zip

The last hash of the log is {head}.
"""


class EventNotOver(ValueError):
    """An event whose luck is still secret."""


def write_event_bundle(
    path: Path, record: EventRecord, database: Path, keys: tuple[SigningKey, str] | None
) -> int:
    """Write the bundle of an event that is over, and return the number of matches in it.

    `keys` are the key that signs and the published list of keys. Raise `EventNotOver` if matches are still to come.
    """
    if record.state.finished is None:
        raise EventNotOver(
            f"{record.state.event.name} is not over, and its bundle would reveal the luck to come; "
            "end it with 'referee event stop' or play it to its end"
        )
    store = SqliteReader(database)
    written = 0
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text in _texts(record, keys):
                bundle.writestr(zipfile.ZipInfo(name, _DATE), text, zipfile.ZIP_DEFLATED)
            for name, text in _replays(record, store):
                bundle.writestr(zipfile.ZipInfo(name, _DATE), text, zipfile.ZIP_DEFLATED)
                written += 1
    finally:
        store.close()
    return written


def head_text(head: str) -> str:
    """Return the text that the organiser signs."""
    return f"referee event 1\nhead {head}\n"


def _texts(record: EventRecord, keys: tuple[SigningKey, str] | None) -> Iterator[tuple[str, str]]:
    head = record.head.hex()
    yield README, _README.format(name=record.state.event.name, head=head)
    yield LOG, as_json_lines(record)
    yield RESULTS, results_csv(record.state)
    yield STANDINGS, standings_csv(record)
    if keys is not None:
        yield KEYS, keys[1]
        yield NOTE, sign_note(head_text(head), keys[0])


def _replays(record: EventRecord, store: SqliteReader) -> Iterator[tuple[str, str]]:
    """Yield every match that was played, also those whose result was corrected."""
    for name, progress in record.state.matches.items():
        if progress.recorded is not None and progress.recorded.head:
            stored = store.entries(progress.recorded.record)
            names = {taken.seat: taken.name for taken in store.seats(progress.recorded.record)}
            yield f"{MATCHES}{name}.replay", write_replay(stored, names=names)
