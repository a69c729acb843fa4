"""The SQLite file behind a store: claiming it, making it, checking it, and putting its errors into words."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.log.store import StoreBusy, StoreDamaged, StoreError, StoreFailed, StoreFull

APPLICATION_ID = 0x52464C47
"""Marks a file as ours: "RFLG" in the SQLite header."""

SCHEMA_VERSION = 5
"""Kept as `user_version`. A file of an unknown version is refused, never guessed at."""

_OLDEST = 2
"""The version before there were standing orders, audit entries and entropy; such a file is given tables for them."""

_PATIENCE_S = 5.0  # how long to wait for another program's write before giving up
_SYNCHRONOUS_FULL = 2


_FOLLOW = """
    CREATE TRIGGER follow AFTER INSERT ON entries
        BEGIN UPDATE heads SET entry = new.id WHERE match = new.match AND entry = new.previous; END"""
"""The head of a match follows its entries, in the very statement that adds them. Only what comes after it moves it."""


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Hold the file for this process alone, through a lock that the system drops when the process dies.

    Not SQLite's own exclusive mode: that would shut out readers too.
    """
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
            raise StoreBusy(
                f"{path} is in use by another referee (process {owner}); stop it or choose another database"
            ) from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(lock)


def keep_private(path: Path) -> None:
    """Make the file, if there is none, so that only its owner may read it: it holds what players hide."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def failure(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """Say what went wrong in words of ours, and what to do about it."""
    if isinstance(error, OSError):
        return StoreFailed(f"{path} cannot be used: {error.strerror}; choose another place or mend this one")
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte names the family
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(f"another program is writing to {path}; close it and try again")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(f"{path} is damaged ({error}); restore it from a copy")
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(f"no room left on the disk for {path}; free some and try again")
    return StoreFailed(f"{path} cannot be used: {error}; see that the disk is there and may be written")


def open_writer(path: Path) -> sqlite3.Connection:
    """Open the one connection that writes and checkpoints; the file is checked, or made if there is none."""
    connection = _connect(path, "rwc")
    try:
        if _is_blank(connection):
            _make_durable(path, connection)
            _make_schema(connection)
        else:
            version = _check_kind(path, connection)
            _make_durable(path, connection)
            _check_tables(path, connection)
            if version < SCHEMA_VERSION:
                connection.execute("BEGIN IMMEDIATE")
                _add_since(version, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_reader(path: Path) -> sqlite3.Connection:
    """Open a connection that cannot write.

    Each of its statements sees every commit that returned before it began: a commit puts its mark in
    the shared index of the write-ahead log, and a reader looks there first.
    """
    return _connect(path, "ro")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Statements are cached by text, and inserts differ in their number of rows.
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=_PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )


def _pragma(connection: sqlite3.Connection, text: str) -> object:
    return connection.execute(f"PRAGMA {text}").fetchone()[0]


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Whether nothing was ever made in this file; it may hold the header that a crash left behind."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(connection, "application_id") == 0


def _check_kind(path: Path, connection: sqlite3.Connection) -> int:
    """Look whether the file is one of ours, and of a version that can be read; return that."""
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreDamaged(f"{path} is a database, but not the log of a referee; choose another file")
    version = _pragma(connection, "user_version")
    if not isinstance(version, int) or not _OLDEST <= version <= SCHEMA_VERSION:
        raise StoreDamaged(
            f"{path} was written by another version of the referee "
            f"(schema {version}, this one reads {SCHEMA_VERSION}); use that version"
        )
    return version


def _make_durable(path: Path, connection: sqlite3.Connection) -> None:
    """Have every commit wait for the disk, and make sure that SQLite took the order."""
    if _pragma(connection, "journal_mode = WAL") != "wal":
        raise StoreFailed(f"{path} lies on a file system without shared memory; choose a local disk")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # what a sync takes on macOS; means nothing elsewhere
    if _pragma(connection, "synchronous") != _SYNCHRONOUS_FULL:
        raise StoreFailed(f"this SQLite ({sqlite3.sqlite_version}) cannot be made durable; use another build")


def _check_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Look for damage in the small tables. Entries need no look: each is checked by its hash when read."""
    for table in ("matches", "heads"):
        found = _pragma(connection, f"quick_check({table})")
        if found != "ok":
            raise StoreDamaged(f"{path} is damaged ({found}); restore it from a copy")


def _make_schema(connection: sqlite3.Connection) -> None:
    """Make all tables or none, so that a crash on the way leaves a file that counts as blank."""
    # Imported late: it takes longer than opening a log that is already there.
    import sqlite_utils

    db = sqlite_utils.Database(connection, recursive_triggers=False, execute_plugins=False)
    connection.execute("BEGIN IMMEDIATE")
    db.table("matches").create(
        {
            "id": int,
            "name": str,
            "game": str,
            "at": int,
            "policy": str,
            "status": str,
            "closed_at": int,
            "note": str,
        },
        pk="id",
    )
    db.table("matches").create_index(["name"], unique=True)
    db.table("matches").create_index(["status"])
    of_match = [("match", "matches", "id")]
    db.table("entries").create(
        {
            "id": int,
            "match": int,
            "seq": int,
            "previous": int,
            "seat": int,
            "key": str,
            "at": int,
            "body": str,
            "hash": bytes,
        },
        pk="id",
        foreign_keys=of_match,
    )
    db.table("heads").create(
        {"match": int, "entry": int}, pk="match", foreign_keys=[*of_match, ("entry", "entries", "id")]
    )
    connection.execute(_FOLLOW)
    db.table("seats").create(
        {"match": int, "seat": int, "role": str, "token_hash": bytes, "name": str, "at": int},
        foreign_keys=of_match,
    )
    db.table("rejections").create(
        {"match": int, "seat": int, "key": str, "at": int, "body": str, "reply": str}, foreign_keys=of_match
    )
    for table in ("seats", "rejections"):
        db.table(table).create_index(["match"])
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    _add_since(_OLDEST, connection)


def _add_since(version: int, connection: sqlite3.Connection) -> None:
    """Make the tables that came after a version, and with them the file one of this version."""
    import sqlite_utils

    db = sqlite_utils.Database(connection, recursive_triggers=False, execute_plugins=False)
    columns = {
        "orders": {"match": int, "seat": int, "seq": int, "at": int, "body": str},
        "audit": {"match": int, "seq": int, "at": int, "note": str, "hash": bytes, "topics": str},
        "entropy": {"match": int, "seat": int, "at": int, "commitment": bytes, "entropy": bytes},
    }
    for table in list(columns)[version - _OLDEST :]:
        db.table(table).create(columns[table], foreign_keys=[("match", "matches", "id")])
        db.table(table).create_index(["match"])
    connection.execute("CREATE INDEX IF NOT EXISTS precedents ON audit (topics) WHERE topics <> ''")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")
