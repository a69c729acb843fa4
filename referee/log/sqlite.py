"""The embedded store: one SQLite file that one process writes and other programs may read.

**Durable.** A write-ahead log with `synchronous=FULL`: COMMIT returns when the disk has the data. A commit
costs about a third of a millisecond whatever is in it, so callers write in groups (see `writer`).

**Quick.** Entries of all matches go to the end of one table. An index by match would touch a page per match
in every commit and nearly halve the speed. Instead each entry keeps the row of the one before it in its
match, the small table `heads`, kept by a trigger, the row of each match's last, and a match is read by walking
back from its head. Rows are inserted many to a statement, and where one statement is all there is to a write, it is its
own transaction: every statement gives up Python's lock a few times, and in a busy server it is getting it back
that takes time.

**Readable.** Bodies are JSON text, so `sqlite-utils` and Datasette can query a log as it is, also while the
referee runs. Whoever asks often by match adds an index to a copy:
`sqlite-utils create-index COPY.db entries match`.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from referee.log.chain import GENESIS, Break, first_audit_break, first_break
from referee.log.database import claimed, failure, keep_private, open_reader, open_writer
from referee.log.records import (
    NO_SEAT,
    AuditAppended,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchOpened,
    MatchRow,
    OrdersGiven,
    Record,
    SeatTaken,
    Status,
)
from referee.log.store import Misfit, StoreDamaged

_ROWS_A_STATEMENT = 64

# JSON is bound as bytes and cast: text to those who query, the very bytes that were hashed to us.
# Tables stand in the order they are written: a head is there before its entries, which move it.
_ROW = {
    "matches": "(?,?,?,?,CAST(? AS TEXT),?,?,?)",
    "heads": "(?,?)",
    "entries": "(?,?,?,?,?,?,?,CAST(? AS TEXT),?)",
    "seats": "(?,?,?,?,?,?)",
    "rejections": "(?,?,?,?,CAST(? AS TEXT),CAST(? AS TEXT))",
    "orders": "(?,?,?,?,CAST(? AS TEXT))",
    "audit": "(?,?,?,CAST(? AS TEXT),?,?)",
    "entropy": "(?,?,?,?,?)",
}
_WIDTH = {table: row.count("?") for table, row in _ROW.items()}

_CLOSE = "UPDATE matches SET status = ?, closed_at = ?, note = ? WHERE name = ?"

_HEAD = """
    SELECT matches.id, entries.id, entries.seq FROM matches
        JOIN heads ON heads.match = matches.id
        JOIN entries ON entries.id = heads.entry
        WHERE matches.name = ?"""

_MATCHES = "SELECT name, at, game, CAST(policy AS BLOB), status, closed_at, note FROM matches"

_SEATS = """
    SELECT :match, seat, role, token_hash, seats.name, seats.at
        FROM seats JOIN matches ON matches.id = seats.match
        WHERE matches.name = :match ORDER BY seats.rowid"""

_REJECTIONS = """
    SELECT :match, seat, key, rejections.at, CAST(body AS BLOB), CAST(reply AS BLOB)
        FROM rejections JOIN matches ON matches.id = rejections.match
        WHERE matches.name = :match ORDER BY rejections.rowid"""

_ORDERS = """
    SELECT :match, seat, seq, orders.at, CAST(body AS BLOB)
        FROM orders JOIN matches ON matches.id = orders.match
        WHERE matches.name = :match ORDER BY orders.rowid"""

_ENTROPY = """
    SELECT :match, seat, entropy.at, commitment, entropy.entropy
        FROM entropy JOIN matches ON matches.id = entropy.match
        WHERE matches.name = :match ORDER BY entropy.rowid"""

_AUDIT = """
    SELECT :match, seq, audit.at, CAST(audit.note AS BLOB), hash, topics
        FROM audit JOIN matches ON matches.id = audit.match
        WHERE matches.name = :match ORDER BY audit.rowid"""

_LAST_AUDIT = """
    SELECT coalesce(max(seq), 0) FROM audit JOIN matches ON matches.id = audit.match WHERE matches.name = ?"""

_PRECEDENTS = """
    SELECT matches.name, seq, audit.at, CAST(audit.note AS BLOB), hash, topics
        FROM audit INDEXED BY precedents JOIN matches ON matches.id = audit.match
        WHERE topics <> '' AND instr(' ' || topics || ' ', ' ' || :rule || ' ') AND NOT instr(:rule, ' ')
        ORDER BY audit.rowid DESC"""

_SEARCH = """
    SELECT entries.id, previous, :match, seq, seat, key, entries.at, CAST(body AS BLOB), hash
        FROM entries JOIN matches ON matches.id = entries.match
        WHERE matches.name = :match ORDER BY entries.id"""

# Rows only ever point back, so that even in a damaged file the walk cannot run in circles.
_WALK_BACK = """
    WITH RECURSIVE walk AS (
        SELECT entries.* FROM matches
            JOIN heads ON heads.match = matches.id
            JOIN entries ON entries.id = heads.entry AND entries.match = matches.id
            WHERE matches.name = :match
        UNION ALL
        SELECT entries.* FROM walk
            JOIN entries ON entries.id = walk.previous
                AND entries.id < walk.id AND entries.match = walk.match
            WHERE walk.seq > :after
    )
    SELECT :match, seq, seat, key, at, CAST(body AS BLOB), hash FROM walk"""


_Head = tuple[int, int, int]
"""Where a chain ends: the number of its match, the row of its last entry, and that entry's place."""


class _Tail:
    """The end of the file as known: the numbers given last, and the heads of matches lately written."""

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
        """Where the chain of a match ends, or None if there is no such match."""
        head = self.heads.get(name)
        if head is None:
            head = self._connection.execute(_HEAD, (name,)).fetchone()
            if head is not None:
                self.heads[name] = head
        return head

    def audit(self, name: str) -> int:
        """The place of the last audit entry of a match, 0 if it has none."""
        seq = self.audits.get(name)
        if seq is None:
            seq = self.audits[name] = self._connection.execute(_LAST_AUDIT, (name,)).fetchone()[0]
        return seq

    def move(self, draft: "_Draft") -> None:
        """Take in what was committed."""
        self.matches, self.entries = draft.matches, draft.entries
        self.heads.update(draft.heads)
        self.audits.update(draft.audits)
        for *_, name in draft.closings:
            self.heads.pop(name, None)
            self.audits.pop(name, None)


class _Draft:
    """What a write is about to add: flat values per table, and where each chain will then end."""

    def __init__(self, tail: _Tail, records: Sequence[Record]) -> None:
        self._tail = tail
        self.matches, self.entries = tail.matches, tail.entries
        self.heads: dict[str, _Head] = {}
        self.audits: dict[str, int] = {}
        self.values: defaultdict[str, list[object]] = defaultdict(list)
        self.closings: list[tuple[str, int, str, str]] = []
        self._take(records)

    def _take(self, records: Sequence[Record]) -> None:
        """Take in the records. Nearly all are entries, so this loop is the store's own share of the time."""
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
                raise Misfit(f"match {name!r} expects entry {last + 1}, not {seq}")
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
        | EntropyGiven
        | MatchClosed
        | AuditAppended,
    ) -> EntryAppended | None:
        """Take in a record that is not an entry; give the entry that a new match begins with."""
        name, at = record.match, record.at
        match record:
            case MatchOpened(game=game, policy=policy):
                if name in self.heads or self._tail.head(name):
                    raise Misfit(f"match {name!r} is already open")
                self.matches += 1
                self.values["matches"] += (self.matches, name, game, at, policy, "open", 0, "")
                self.values["heads"] += (self.matches, 0)
                self.heads[name] = (self.matches, 0, -1)
                return EntryAppended(name, 0, NO_SEAT, "", at, record.body, record.hash)
            case SeatTaken(seat=seat, role=role, token_hash=token_hash):
                self.values["seats"] += (self._head(name)[0], seat, role, token_hash, record.name, at)
            case IntentRejected(seat=seat, key=key, body=body, reply=reply):
                self.values["rejections"] += (self._head(name)[0], seat, key, at, body, reply)
            case OrdersGiven(seat=seat, seq=seq, body=body):
                self.values["orders"] += (self._head(name)[0], seat, seq, at, body)
            case EntropyGiven(seat=seat, commitment=commitment, entropy=entropy):
                self.values["entropy"] += (self._head(name)[0], seat, at, commitment, entropy)
            case AuditAppended(seq=seq, note=signed, hash=hash_, topics=topics):
                number, *_ = self._head(name)
                expected = self._last_audit(name) + 1
                if seq != expected:
                    raise Misfit(f"match {name!r} expects audit entry {expected}, not {seq}")
                self.values["audit"] += (number, seq, at, signed, hash_, topics)
                self.audits[name] = seq
            case MatchClosed(status=status, note=note):
                self._head(name)
                self.closings.append((status, at, note, name))
        return None

    def inserts(self) -> Iterator[tuple[str, list[object]]]:
        """The statements that add it, each with its values."""
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
            raise Misfit(f"there is no match {name!r}")
        return head


class SqliteStore:
    """A store in one SQLite file, which is made if there is none and claimed for this process."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path).resolve()
        self._writing = Lock()
        self._reading = Lock()
        self._tail: _Tail | None = None
        try:
            with ExitStack() as opened:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                opened.enter_context(claimed(self._path))
                keep_private(self._path)
                # Closed in reverse: the last to close checkpoints, and only the writer may.
                self._writer = opened.enter_context(closing(open_writer(self._path)))
                self._reader = opened.enter_context(closing(open_reader(self._path)))
                self._opened = opened.pop_all()
        except (sqlite3.Error, OSError) as error:
            raise failure(self._path, error) from error

    def close(self) -> None:
        """Close the file and let other processes have it."""
        with self._writing, self._reading:
            self._opened.close()

    def write(self, records: Sequence[Record]) -> None:
        """Write all the records or none; once it returns, they survive a power cut."""
        with self._writing:
            try:
                tail = self._tail or _Tail(self._writer)
                draft = _Draft(tail, records)
                # If the commit fails, what the file holds is for the file to say: the next write looks anew.
                self._tail = None
                self._commit(draft)
            except sqlite3.Error as error:
                raise failure(self._path, error) from error
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

    def matches(self, status: Status | None = None) -> list[MatchRow]:
        """All matches, or those of one status, in the order they were opened. Reads no entries."""
        if status is None:
            rows = self._read(f"{_MATCHES} ORDER BY id", {})
        else:
            rows = self._read(f"{_MATCHES} WHERE status = :status ORDER BY id", {"status": status})
        return [MatchRow(*row) for row in rows]

    def match(self, match: str) -> MatchRow | None:
        """One match, or None if it was never opened."""
        rows = self._read(f"{_MATCHES} WHERE name = :match", {"match": match})
        return MatchRow(*rows[0]) if rows else None

    def entries(self, match: str, after: int = -1) -> list[EntryAppended]:
        """The entries of a match that follow entry `after`, each checked against its hash."""
        # Asked first: a match that is opened in between must not look like one that lost its entries.
        if self.match(match) is None:
            return []
        rows = self._read(_WALK_BACK, {"match": match, "after": after})
        chain = [EntryAppended(*row) for row in reversed(rows)]
        if chain and chain[-1].seq <= after:
            return []
        previous = GENESIS
        if chain and after >= 0:
            # The walk went one further, for the hash that the first entry asked for must follow.
            previous, chain = chain[0].hash, chain[1:]
        if not chain or first_break(chain, start=after + 1, previous=previous):
            broken = self._find_break(match)
            raise StoreDamaged(f"{self._path} is damaged: match {match!r}, {broken}; restore it from a copy")
        return chain

    def _find_break(self, match: str) -> Break:
        """Name the entry where a walk went wrong, by a slow search that trusts no row to lead to another."""
        rows = self._read(_SEARCH, {"match": match})
        chain = [EntryAppended(*row[2:]) for row in rows]
        broken = first_break(chain)
        before = 0
        for seq, (row, previous, *_) in enumerate(rows[: broken.entry if broken else None]):
            if previous != before:
                return Break(seq, "row before it", str(before), str(previous))
            before = row
        return broken or Break(len(chain), "sequence", str(len(chain)), "missing")

    def seats(self, match: str) -> list[SeatTaken]:
        """Who was given a token for the match, in the order it happened."""
        return [SeatTaken(*row) for row in self._read(_SEATS, {"match": match})]

    def rejections(self, match: str) -> list[IntentRejected]:
        """The refused intents of the match, in the order they arrived."""
        return [IntentRejected(*row) for row in self._read(_REJECTIONS, {"match": match})]

    def orders(self, match: str) -> list[OrdersGiven]:
        """The standing orders left in the match, in the order they were given."""
        return [OrdersGiven(*row) for row in self._read(_ORDERS, {"match": match})]

    def entropy(self, match: str) -> list[EntropyGiven]:
        """What seats committed to and revealed, in the order they did."""
        return [EntropyGiven(*row) for row in self._read(_ENTROPY, {"match": match})]

    def audit(self, match: str) -> list[AuditAppended]:
        """What is written beside a match, in order, each entry checked against its hash."""
        noted = [AuditAppended(*row) for row in self._read(_AUDIT, {"match": match})]
        broken = first_audit_break(noted)
        if broken is not None:
            raise StoreDamaged(
                f"{self._path} is damaged: match {match!r}, audit {broken}; restore it from a copy"
            )
        return noted

    def precedents(self, rule: str) -> list[AuditAppended]:
        """The rulings of all matches kept as precedent for a rule, the newest first."""
        return [AuditAppended(*row) for row in self._read(_PRECEDENTS, {"rule": rule})]

    def _read(self, query: str, values: dict[str, object]) -> list[tuple[Any, ...]]:
        # All rows at once: a statement left open would hold its view of the file, and the checkpoint with it.
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise failure(self._path, error) from error


@cache
def _insert(table: str, rows: int) -> str:
    return f"INSERT INTO {table} VALUES {','.join([_ROW[table]] * rows)}"
