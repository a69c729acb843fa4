"""The embedded store: one SQLite file, written by one process and readable by other programs.

**Durable.** The file uses a write-ahead log with `synchronous=FULL`, so COMMIT returns when the data is on disk. A
commit takes about a third of a millisecond, however many records it has, so callers write in groups (see `writer`).

**Fast.** Entries of all matches are appended to one table. An index by match would touch one page per match in every
commit and nearly halve the speed. Instead, each entry stores the row of the previous entry of its match, and the small
table `heads`, maintained by a trigger, stores the row of the last one. A match is read by walking back from its head.
One statement inserts many rows, and a write of a single statement is its own transaction: every statement releases
Python's global lock a few times, and reacquiring it takes time in a busy server.

**Readable.** Bodies are JSON text and there are views for people (`readable_views`), so `sqlite-utils` and Datasette
can query a log directly, even while the referee runs. `DATABASE.md` shows how.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from threading import Lock

from referee.log.database import (
    HASH_OF_MATCH,
    HeadFile,
    claimed,
    failure,
    is_closed,
    keep_private,
    open_reader,
    open_writer,
)
from referee.log.records import (
    NO_SEAT,
    AuditAppended,
    DecisionTimed,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchOpened,
    OrdersGiven,
    Record,
    SeatTaken,
)
from referee.log.rows import hash_of_seat, match_hash
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreConflict
from referee.proof.private_files import make_private_directory

_ROWS_A_STATEMENT = 64

# JSON is bound as bytes and cast to text, so that queries see text and the hashed bytes are kept exactly.
# The tables are listed in the order they are written: a head must exist before its entries, which move it.
_ROW = {
    "matches": "(?,?,?,?,CAST(? AS TEXT),?,?,?,?)",
    "heads": "(?,?)",
    "entries": "(?,?,?,?,?,?,?,CAST(? AS TEXT),?)",
    "seats": "(?,?,?,?,?,?,?,CAST(? AS TEXT))",
    "rejections": "(?,?,?,?,CAST(? AS TEXT),CAST(? AS TEXT))",
    "orders": "(?,?,?,?,CAST(? AS TEXT))",
    "decision_times": "(?,?,?,CAST(? AS TEXT))",
    "audit": "(?,?,?,CAST(? AS TEXT),?,?,?,?)",
    "entropy": "(?,?,?,?,?)",
}
_WIDTH = {table: row.count("?") for table, row in _ROW.items()}

# A match that was damaged before gets no hash, so that the damage is still noticed.
_CLOSE = f"""
    UPDATE matches SET status = ?1, closed_at = ?2, note = ?3,
        row_hash = CASE row_hash WHEN {HASH_OF_MATCH} THEN match_hash(
            CAST(name AS BLOB), at, CAST(game AS BLOB), CAST(policy AS BLOB), ?1, ?2, ?3) END
        WHERE name = ?4"""

_HEAD = """
    SELECT matches.id, entries.id, entries.seq FROM matches
        JOIN heads ON heads.match = matches.id
        JOIN entries ON entries.id = heads.entry
        WHERE matches.name = ?"""

# By entries or heads: if only one of them is missing, the match is named when it is read, and the others are served.
_LAST_HEAD = """
    SELECT max(coalesce((SELECT max(id) FROM entries), 0), coalesce((SELECT max(entry) FROM heads), 0))"""

_LAST_AUDIT = """
    SELECT coalesce(max(seq), 0) FROM audit JOIN matches ON matches.id = audit.match WHERE matches.name = ?"""

_Head = tuple[int, int, int]
"""The end of a chain: row id of the match, row id of the last entry, and number of that entry."""


class _Tail:
    """Cached state of the file: the highest row ids, and the heads of recently written matches."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.matches = self._highest("matches")
        self.entries = self._highest("entries")
        self.heads: dict[str, _Head] = {}
        self.audits: dict[str, int] = {}

    def _highest(self, table: str) -> int:
        number: int = self._connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]
        return number

    def head(self, name: str) -> _Head | None:
        """Return the end of a match's chain, or None if there is no such match."""
        head = self.heads.get(name)
        if head is None:
            head = self._connection.execute(_HEAD, (name,)).fetchone()
            if head is not None:
                self.heads[name] = head
        return head

    def audit(self, name: str) -> int:
        """Return the number of the last audit entry of a match, 0 if it has none."""
        seq = self.audits.get(name)
        if seq is None:
            seq = self.audits[name] = self._connection.execute(_LAST_AUDIT, (name,)).fetchone()[0]
        return seq

    def move(self, draft: "_Draft") -> None:
        """Update the cache after a commit."""
        self.matches, self.entries = draft.matches, draft.entries
        self.heads.update(draft.heads)
        self.audits.update(draft.audits)
        for *_, name in draft.closings:
            self.heads.pop(name, None)
            self.audits.pop(name, None)


class _Draft:
    """The rows that a write will insert, as flat values per table, and the new end of each chain."""

    def __init__(self, tail: _Tail, records: Sequence[Record]) -> None:
        self._tail = tail
        self.matches, self.entries = tail.matches, tail.entries
        self.heads: dict[str, _Head] = {}
        self.audits: dict[str, int] = {}
        self.values: defaultdict[str, list[object]] = defaultdict(list)
        self.closings: list[tuple[str, int, str, str]] = []
        self._take(records)

    def _take(self, records: Sequence[Record]) -> None:
        """Add the records. Nearly all are entries, so this loop dominates the store's own share of the time."""
        heads, values, row = self.heads, self.values["entries"], self.entries
        for record in records:
            if not isinstance(record, EntryAppended):
                charter = self._add(record)
                if charter is None:
                    continue
                record = charter
            name, seq = record.match, record.seq
            number, before, last = heads.get(name) or self._head(name)
            if seq != last + 1:
                raise StoreConflict(f"match {name!r} expects entry {last + 1}, not {seq}")
            row += 1
            values += (row, number, seq, before, record.seat, record.key, record.at, record.body, record.hash)
            heads[name] = (number, row, seq)
        self.entries = row

    def _add(
        self,
        record: MatchOpened
        | SeatTaken
        | IntentRejected
        | OrdersGiven
        | DecisionTimed
        | EntropyGiven
        | MatchClosed
        | AuditAppended,
    ) -> EntryAppended | None:
        """Add a record that is not an entry. Return the first entry if the record opens a match."""
        name, at = record.match, record.at
        match record:
            case MatchOpened(game=game, policy=policy):
                if name in self.heads or self._tail.head(name):
                    raise StoreConflict(f"match {name!r} is already open")
                self.matches += 1
                hash_ = match_hash(name, at, game, policy, "open", 0, "")
                self.values["matches"] += (self.matches, name, game, at, policy, "open", 0, "", hash_)
                self.values["heads"] += (self.matches, 0)
                self.heads[name] = (self.matches, 0, -1)
                return EntryAppended(name, 0, NO_SEAT, "", at, record.body, record.hash)
            case SeatTaken(seat=seat, role=role, token_hash=token_hash):
                number, hash_ = self._head(name)[0], hash_of_seat(record)
                row = (number, seat, role, token_hash, record.name, at, hash_, record.client)
                self.values["seats"] += row
            case IntentRejected(seat=seat, key=key, body=body, reply=reply):
                self.values["rejections"] += (self._head(name)[0], seat, key, at, body, reply)
            case OrdersGiven(seat=seat, seq=seq, body=body):
                self.values["orders"] += (self._head(name)[0], seat, seq, at, body)
            case DecisionTimed(seq=seq, body=body):
                self.values["decision_times"] += (self._head(name)[0], seq, at, body)
            case EntropyGiven(seat=seat, commitment=commitment, entropy=entropy):
                self.values["entropy"] += (self._head(name)[0], seat, at, commitment, entropy)
            case AuditAppended(seq=seq, note=signed, hash=hash_, topics=topics, is_approved=is_approved):
                number, *_ = self._head(name)
                expected = self._last_audit(name) + 1
                if seq != expected:
                    raise StoreConflict(f"match {name!r} expects audit entry {expected}, not {seq}")
                self.values["audit"] += (number, seq, at, signed, hash_, topics, record.request, is_approved)
                self.audits[name] = seq
            case MatchClosed(status=status, note=note):
                self._head(name)
                self.closings.append((status, at, note, name))
        return None

    def inserts(self) -> Iterator[tuple[str, list[object]]]:
        """Yield the INSERT statements with their values."""
        for table in _ROW:
            values = self.values[table]
            for start in range(0, len(values), step := _WIDTH[table] * _ROWS_A_STATEMENT):
                some = values[start : start + step]
                yield _insert(table, len(some) // _WIDTH[table]), some

    def _last_audit(self, name: str) -> int:
        seq = self.audits.get(name)
        return self._tail.audit(name) if seq is None else seq

    def _head(self, name: str) -> _Head:
        head = self.heads.get(name) or self._tail.head(name)
        if head is None:
            raise StoreConflict(f"there is no match {name!r}")
        return head


class SqliteStore(SqliteReader):
    """A store in one SQLite file, which is created if it does not exist and locked for this process."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path).resolve()
        self._writing = Lock()
        self._tail: _Tail | None = None
        try:
            with ExitStack() as opened:
                make_private_directory(self._path.parent)
                opened.enter_context(claimed(self._path))
                self.was_closed = is_closed(self._path)
                """Whether the file was closed by its last process, or is new. If not, SQLite recovers its commits."""
                keep_private(self._path)
                # Closed in reverse order: the last connection to close checkpoints, and only the writer may.
                self._writer = opened.enter_context(closing(open_writer(self._path)))
                super().__init__(self._path, opened.enter_context(closing(open_reader(self._path))))
                self._head = opened.enter_context(closing(HeadFile(self._path)))
                self._head.check(self._path, self._writer.execute(_LAST_HEAD).fetchone()[0])
                self._opened = opened.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise failure(self._path, error) from error

    def close(self) -> None:
        """Close the file and release its lock."""
        with self._writing, self._reading:
            self._opened.close()

    def write(self, records: Sequence[Record]) -> None:
        """Write all records or none. Once it returns, they survive a power cut."""
        with self._writing:
            try:
                tail = self._tail or _Tail(self._writer)
                draft = _Draft(tail, records)
                # If the commit fails, the cache may be wrong, so the next write reads the file again.
                self._tail = None
                self._commit(draft)
            except sqlite3.Error as error:
                raise failure(self._path, error) from error
            self._head.write(draft.entries)
            tail.move(draft)
            self._tail = tail

    def _commit(self, draft: _Draft) -> None:
        execute = self._writer.execute
        inserts = list(draft.inserts())
        if len(inserts) == 1 and not draft.closings:
            execute(*inserts[0])
            return
        execute("BEGIN IMMEDIATE")
        try:
            for statement, values in inserts:
                execute(statement, values)
            if draft.closings:
                self._writer.executemany(_CLOSE, draft.closings)
            execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                execute("ROLLBACK")
            raise


@cache
def _insert(table: str, rows: int) -> str:
    return f"INSERT INTO {table} VALUES {','.join([_ROW[table]] * rows)}"
