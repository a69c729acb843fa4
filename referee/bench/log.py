"""Durable entries per second, compared with plain sqlite3 writing the same bytes in the same groups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended, MatchOpened
from referee.log.sqlite import SqliteStore

GROUP = 64
"""Number of entries per commit, as many as 64 busy matches produce at once."""
BODY = (
    b'{"seq":1,"seat":2,"question":17,"name":"abyss.offer","by":"seat","answer":[],"draws":[],"facts":['
    + b" " * 160
)


def measure(effort: Effort) -> Figures:
    """Write groups to both alternately."""
    with (
        TemporaryDirectory(prefix="referee-bench-") as folder,
        _our_groups(Path(folder)) as ours,
        _plain_groups(Path(folder)) as plain,
    ):
        compared = compare(ours, plain, effort)
    return {
        "log.appends_per_s": compared.ours,
        "log.yardstick_per_s": compared.yardstick,
        "log.ratio": compared.ratio,
    }


@contextmanager
def _our_groups(folder: Path) -> Iterator[Work]:
    store = SqliteStore(folder / "ours.db")
    matches = [f"match-{number}" for number in range(GROUP)]
    heads = {match: link(GENESIS, b"{}") for match in matches}
    store.write([MatchOpened(match, 0, "abyss", b"{}", head) for match, head in heads.items()])
    numbers = count(1)

    def write_group() -> int:
        seq = next(numbers)
        entries = []
        for match in matches:
            head = heads[match] = link(heads[match], BODY)
            entries.append(EntryAppended(match, seq, 2, f"key-{seq}", 1_700_000_000_000, BODY, head))
        store.write(entries)
        return GROUP

    try:
        yield write_group
    finally:
        store.close()


@contextmanager
def _plain_groups(folder: Path) -> Iterator[Work]:
    db = sqlite3.connect(folder / "plain.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute(
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, match TEXT, seq INTEGER, seat INTEGER, key TEXT,"
        " at INTEGER, body TEXT, hash BLOB)"
    )
    body = BODY.decode()
    heads = {f"match-{number}": link(GENESIS, b"{}") for number in range(GROUP)}
    numbers = count(1)

    def write_group() -> int:
        seq = next(numbers)
        rows = []
        for match, before in heads.items():
            # Hashing is not the log's work. Both sides do it, so that it does not affect the ratio.
            head = heads[match] = link(before, BODY)
            rows.append((match, seq, 2, f"key-{seq}", 1_700_000_000_000, body, head))
        db.execute("BEGIN IMMEDIATE")
        db.executemany(
            "INSERT INTO entries (match, seq, seat, key, at, body, hash) VALUES (?,?,?,?,?,?,?)", rows
        )
        db.execute("COMMIT")
        return GROUP

    try:
        yield write_group
    finally:
        db.close()
