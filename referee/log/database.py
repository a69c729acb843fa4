"""The SQLite file of a store: locking, creating and checking it, and translating its errors."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from referee.log.readable_views import VIEWS
from referee.log.rows import match_hash, seat_hash
from referee.log.store import StoreBusy, StoreDamaged, StoreError, StoreFailed, StoreFull
from referee.proof.private_files import PRIVATE_FILE

APPLICATION_ID = 0x52464C47
"""SQLite application id of a referee log: "RFLG" in the file header."""

SCHEMA_VERSION = 11
"""Stored as `user_version`. A file of an unknown version is refused."""

_OLDEST = 2
"""The oldest readable version. It has no tables for standing orders, audit entries and entropy, no views, and fewer
columns; opening adds them."""

_HASHED = 6
"""The first version with hashes of matches and seats."""

_CHANGES_SINCE = {
    7: ("ALTER TABLE seats ADD COLUMN client TEXT NOT NULL DEFAULT ''",),
    8: ("ALTER TABLE audit ADD COLUMN request TEXT NOT NULL DEFAULT ''",),
    9: (
        # Rulings in older files count as not approved.
        "ALTER TABLE audit ADD COLUMN approved INTEGER NOT NULL DEFAULT 0",
        "DROP INDEX IF EXISTS precedents",
        "CREATE INDEX precedents ON audit (at) WHERE topics <> ''",
        "CREATE INDEX newest ON matches (at, name)",
        "CREATE INDEX newest_by_status ON matches (status, at, name)",
    ),
    11: (
        "CREATE TABLE decision_times (match INTEGER REFERENCES matches(id), seq INTEGER, at INTEGER, body TEXT)",
        "CREATE INDEX idx_decision_times_match ON decision_times (match)",
    ),
}
"""Columns, tables and indexes that were added later, by the first version that has them."""

_HEAD_DIGITS = 20
_BUSY_SECONDS = 5.0  # how long to wait for another program's write
_SYNCHRONOUS_FULL = 2


_FOLLOW = """
    CREATE TRIGGER follow AFTER INSERT ON entries
        BEGIN UPDATE heads SET entry = new.id WHERE match = new.match AND entry = new.previous; END"""
"""Moves the head of a match in the statement that inserts an entry, if the entry follows the head."""


HASH_OF_MATCH = """match_hash(
    CAST(name AS BLOB), at, CAST(game AS BLOB), CAST(policy AS BLOB), CAST(status AS BLOB), closed_at,
    CAST(note AS BLOB))"""
"""The hash of a row of `matches`, in SQL."""

_HASH_ROWS = (
    "ALTER TABLE matches ADD COLUMN row_hash BLOB",
    f"UPDATE matches SET row_hash = {HASH_OF_MATCH}",
    "ALTER TABLE seats ADD COLUMN row_hash BLOB",
    """UPDATE seats SET row_hash = seat_hash(
        (SELECT CAST(matches.name AS BLOB) FROM matches WHERE matches.id = seats.match),
        seat, CAST(role AS BLOB), token_hash, CAST(name AS BLOB), at)""",
)
"""Add hashes to the matches and seats of a file from before there were any. Their contents are taken as they are."""


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Lock the file for this process. The operating system releases the lock if the process dies.

    SQLite's exclusive mode is not used, because it would shut out readers too.
    """
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
            raise StoreBusy(
                f"{path} is in use by another referee (process {owner}); stop it or use another database"
            ) from None
        os.ftruncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(lock)


def keep_private(path: Path) -> None:
    """Create the file if it does not exist, readable only by its owner, because it contains hidden information."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))


def is_closed(path: Path) -> bool:
    """Return whether no write-ahead log is left; a process that closes the file deletes it."""
    log = path.with_name(f"{path.name}-wal")
    return not log.exists() or log.stat().st_size == 0


class HeadFile:
    """A small file with the number of the last committed entry, apart from the database.

    If the write-ahead log is deleted after a crash, SQLite opens the database without the commits in it, and nothing
    in the database shows that they are missing. The number is written after each commit and never synced, which takes
    a few microseconds: it survives a killed process, and after a power cut it may only be too low.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}.head")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def check(self, path: Path, last: int) -> None:
        """Raise StoreDamaged if the database ends before the entry that was committed last."""
        text = os.pread(self._file, _HEAD_DIGITS, 0)
        known = int(text) if text.isdigit() else 0
        if last < known:
            raise StoreDamaged(
                f"{path} has {last} entries, but {known} were stored; was {path.name}-wal deleted? "
                f"Restore it, or remove {self.path} to go on without them"
            )

    def write(self, last: int) -> None:
        """Note the last committed entry. A failure is ignored, because the commit has succeeded."""
        with suppress(OSError):
            os.pwrite(self._file, b"%0*d\n" % (_HEAD_DIGITS, last), 0)


def failure(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """Return a StoreError that says what went wrong and what to do about it."""
    if isinstance(error, OSError):
        return StoreFailed(f"cannot use {path}: {error.strerror}; choose another path, or fix this one")
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the primary result code
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusy(f"another program is writing to {path}; close it and try again")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(f"{path} is damaged ({error}); restore it from a backup")
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(f"no space left on the disk for {path}; free some and try again")
    return StoreFailed(f"cannot use {path}: {error}; check that the disk is available and writable")


def open_writer(path: Path) -> sqlite3.Connection:
    """Open the only connection that writes and checkpoints. The file is created, or checked if it exists.

    SQLite before 3.51.3 can lose a commit if one connection checkpoints at the moment at which another one resets the
    write-ahead log (the WAL-reset bug). With a single connection that does both, behind the lock of `claimed`, this
    cannot happen, so older versions are safe here, unless another program writes to the file.
    """
    connection = _connect(path, "rwc")
    connection.create_function("match_hash", 7, match_hash, deterministic=True)
    connection.create_function("seat_hash", 6, seat_hash, deterministic=True)
    try:
        if _is_blank(connection):
            _make_durable(path, connection)
            _make_schema(connection)
        else:
            version = check_kind(path, connection)
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
    """Open a read-only connection.

    Each of its statements sees every commit that returned before it began, because readers consult the shared index
    of the write-ahead log, which every commit updates.
    """
    connection = _connect(path, "ro")
    # Damaged text is read as something else, so that its hash does not match.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Statements are cached by their text, and the inserts differ in their number of rows.
    return sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )


def _pragma(connection: sqlite3.Connection, text: str) -> object:
    return connection.execute(f"PRAGMA {text}").fetchone()[0]


def _is_blank(connection: sqlite3.Connection) -> bool:
    """Return whether the file has no schema yet. A crash may have left a file header."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _pragma(connection, "application_id") == 0


def check_kind(path: Path, connection: sqlite3.Connection) -> int:
    """Check that the file is a referee log of a readable version, and return the version."""
    if _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreDamaged(f"{path} is a database, but not a referee log; choose another file")
    version = _pragma(connection, "user_version")
    if not isinstance(version, int) or not _OLDEST <= version <= SCHEMA_VERSION:
        raise StoreDamaged(
            f"{path} was written by another version of the referee "
            f"(schema {version}, this one reads {SCHEMA_VERSION}); use that version"
        )
    return version


def _make_durable(path: Path, connection: sqlite3.Connection) -> None:
    """Make every commit wait for the disk, and check that SQLite accepted the settings."""
    if _pragma(connection, "journal_mode = WAL") != "wal":
        raise StoreFailed(f"{path} is on a file system that does not support WAL; use a local disk")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # required for a real sync on macOS, ignored elsewhere
    if _pragma(connection, "synchronous") != _SYNCHRONOUS_FULL:
        raise StoreFailed(
            f"SQLite {sqlite3.sqlite_version} does not support synchronous=FULL here; use another build"
        )


def _check_tables(path: Path, connection: sqlite3.Connection) -> None:
    """Check the small tables for damage. Entries are checked by their hashes when they are read."""
    for table in ("matches", "heads"):
        found = _pragma(connection, f"quick_check({table})")
        if found != "ok":
            raise StoreDamaged(f"{path} is damaged ({found}); restore it from a backup")


def _make_schema(connection: sqlite3.Connection) -> None:
    """Create all tables or none, so that a crash leaves a file that counts as blank."""
    # Imported here because the import takes longer than opening an existing log.
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
    """Add what was added to files after a version, and commit the file as one of the current version."""
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
    if version < _HASHED:
        for statement in _HASH_ROWS:
            connection.execute(statement)
    for since, statements in _CHANGES_SINCE.items():
        if version < since:
            for statement in statements:
                connection.execute(statement)
    # Version 10 has the views; whatever changes in one of them raises the version, so that files get the new one.
    for name, query in VIEWS.items():
        db.create_view(name, query, replace=True)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")
