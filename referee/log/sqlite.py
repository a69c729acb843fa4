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
from typing import Any

from referee.log.chain import GENESIS, ChainBreak, first_audit_break, first_chain_break
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
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchCount,
    MatchOpened,
    MatchPlace,
    MatchRow,
    MatchStatus,
    OrdersGiven,
    PrecedentPlace,
    Record,
    SeatTaken,
    WaitingMatch,
)
from referee.log.rows import damage_of_match, damage_of_seat, hash_of_seat, match_hash
from referee.log.store import EVER, StoreConflict, StoreDamaged
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

_MATCHES = "SELECT name, at, game, CAST(policy AS BLOB), status, closed_at, note, row_hash FROM matches"

_WAITING = """
    SELECT name, CAST(policy AS BLOB), entries.seq > 0,
            EXISTS (SELECT 1 FROM audit WHERE audit.match = matches.id) FROM matches
        JOIN heads ON heads.match = matches.id
        JOIN entries ON entries.id = heads.entry
        WHERE status = 'open'
            AND (entries.seq > 0 OR EXISTS (SELECT 1 FROM entropy WHERE entropy.match = matches.id))
        ORDER BY matches.id"""

_TALLY = """
    SELECT game, status, 0, count(*) FROM matches WHERE status <> 'open' GROUP BY game, status
    UNION ALL
    SELECT game, status, coalesce(entries.seq > 0, 0) AS has_begun, count(*) FROM matches
        LEFT JOIN heads ON heads.match = matches.id
        LEFT JOIN entries ON entries.id = heads.entry
        WHERE status = 'open' GROUP BY game, has_begun
    ORDER BY 1, 2, 3"""

_SEATS = """
    SELECT :match, seat, role, token_hash, seats.name, seats.at, CAST(client AS BLOB), seats.row_hash
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
    SELECT :match, seq, audit.at, CAST(audit.note AS BLOB), hash, topics, request, approved
        FROM audit JOIN matches ON matches.id = audit.match
        WHERE matches.name = :match ORDER BY audit.rowid"""

_LAST_AUDIT = """
    SELECT coalesce(max(seq), 0) FROM audit JOIN matches ON matches.id = audit.match WHERE matches.name = ?"""

# The last condition and the order are those of `PrecedentPlace`.
_PRECEDENTS = """
    SELECT audit.at, matches.name, seq
        FROM audit INDEXED BY precedents JOIN matches ON matches.id = audit.match
        WHERE topics <> '' AND approved >= :approved AND audit.at <= :at
            AND instr(' ' || topics || ' ', ' ' || :rule || ' ') AND :rule <> '' AND NOT instr(:rule, ' ')
            AND matches.status <> 'open' AND (:game = '' OR matches.game = :game)
            AND (audit.at, matches.name, seq) < (:at, :match, :seq)
        ORDER BY audit.at DESC, matches.name DESC, seq DESC LIMIT :limit"""

_NEWEST = f"""
    {_MATCHES}
        WHERE at >= :since AND at < :until AND (at, name) < (:at, :match) AND (:game = '' OR game = :game)
            AND {{status}}
        ORDER BY at DESC, name DESC LIMIT :limit"""

_SEARCH = """
    SELECT entries.id, previous, :match, seq, seat, key, entries.at, CAST(body AS BLOB), hash
        FROM entries JOIN matches ON matches.id = entries.match
        WHERE matches.name = :match ORDER BY entries.id"""

# Rows only point back, so the walk ends even in a damaged file.
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


class SqliteStore:
    """A store in one SQLite file, which is created if it does not exist and locked for this process."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path).resolve()
        self._writing = Lock()
        self._reading = Lock()
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
                self._reader = opened.enter_context(closing(open_reader(self._path)))
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

    def matches(self, status: MatchStatus | None = None) -> list[MatchRow]:
        """Return all matches, or those with one status, in the order they were opened, without reading entries."""
        if status is None:
            rows = self._read(f"{_MATCHES} ORDER BY id", {})
        else:
            rows = self._read(f"{_MATCHES} WHERE status = :status ORDER BY id", {"status": status})
        return [self._checked_match(row) for row in rows]

    def newest_matches(
        self,
        limit: int,
        *,
        before: MatchPlace | None = None,
        status: MatchStatus | None = None,
        game: str = "",
        opened: range = EVER,
    ) -> list[MatchRow]:
        """Return up to `limit` matches from before a place, newest first."""
        values = {
            "status": status,
            "game": game,
            "since": opened.start,
            "until": opened.stop,
            "limit": limit,
            **(before or MatchPlace(EVER.stop, ""))._asdict(),
        }
        query = _NEWEST.format(status="TRUE" if status is None else "status = :status")
        return [self._checked_match(row) for row in self._read(query, values)]

    def match(self, match: str) -> MatchRow | None:
        """Return one match, or None if it was never opened."""
        rows = self._read(f"{_MATCHES} WHERE name = :match", {"match": match})
        return self._checked_match(rows[0]) if rows else None

    def _checked_match(self, values: tuple[Any, ...]) -> MatchRow:
        row = MatchRow(*values[:-1])
        self._refuse(damage_of_match(row, values[-1]))
        return row

    def _checked_seat(self, values: tuple[Any, ...]) -> SeatTaken:
        taken = SeatTaken(*values[:-1])
        self._refuse(damage_of_seat(taken, values[-1]))
        return taken

    def _refuse(self, damage: str) -> None:
        """Raise `StoreDamaged` if there is any damage."""
        if damage:
            raise StoreDamaged(f"{self._path} is damaged: {damage}; restore it from a backup")

    def waiting(self) -> list[WaitingMatch]:
        """Return the open matches that have begun, or in which seats have committed to entropy."""
        rows = self._read(_WAITING, {})
        return [
            WaitingMatch(match, policy, bool(has_begun), bool(has_audit))
            for match, policy, has_begun, has_audit in rows
        ]

    def tally(self) -> list[MatchCount]:
        """Return the number of matches by game and status."""
        rows = self._read(_TALLY, {})
        return [MatchCount(game, status, bool(has_begun), count) for game, status, has_begun, count in rows]

    def entries(self, match: str, after: int = -1) -> list[EntryAppended]:
        """Return the entries of a match after entry `after`, each checked against its hash."""
        # Checked first: a match opened in the meantime must not look like one that lost its entries.
        if self.match(match) is None:
            return []
        rows = self._read(_WALK_BACK, {"match": match, "after": after})
        chain = [EntryAppended(*row) for row in reversed(rows)]
        if chain and chain[-1].seq <= after:
            return []
        previous = GENESIS
        if chain and after >= 0:
            # The walk includes the entry before the requested ones, because the first of them must follow its hash.
            previous, chain = chain[0].hash, chain[1:]
        if not chain or first_chain_break(chain, start=after + 1, previous=previous):
            self._refuse(f"match {match!r}, {self._find_break(match)}")
        return chain

    def _find_break(self, match: str) -> ChainBreak:
        """Return the entry at which a walk failed, by a slow search that does not rely on the links between rows."""
        rows = self._read(_SEARCH, {"match": match})
        chain = [EntryAppended(*row[2:]) for row in rows]
        broken = first_chain_break(chain)
        before = 0
        for seq, (row, previous, *_) in enumerate(rows[: broken.entry if broken else None]):
            if previous != before:
                return ChainBreak(seq, "previous row", str(before), str(previous))
            before = row
        return broken or ChainBreak(len(chain), "sequence", str(len(chain)), "missing")

    def seats(self, match: str) -> list[SeatTaken]:
        """Return the tokens issued for the match, in the order they were issued."""
        return [self._checked_seat(row) for row in self._read(_SEATS, {"match": match})]

    def rejections(self, match: str) -> list[IntentRejected]:
        """Return the refused intents of the match, in the order they arrived."""
        return [IntentRejected(*row) for row in self._read(_REJECTIONS, {"match": match})]

    def orders(self, match: str) -> list[OrdersGiven]:
        """Return the standing orders of the match, in the order they were given."""
        return [OrdersGiven(*row) for row in self._read(_ORDERS, {"match": match})]

    def entropy(self, match: str) -> list[EntropyGiven]:
        """Return the commitments and reveals of entropy, in the order they arrived."""
        return [EntropyGiven(*row) for row in self._read(_ENTROPY, {"match": match})]

    def audit(self, match: str) -> list[AuditAppended]:
        """Return the audit entries of the match, each checked against its hash."""
        rows = self._read(_AUDIT, {"match": match})
        noted = [
            AuditAppended(name, seq, at, note, hash_, topics, request, bool(approved))
            for name, seq, at, note, hash_, topics, request, approved in rows
        ]
        broken = first_audit_break(noted)
        self._refuse(f"match {match!r}, audit {broken}" if broken else "")
        return noted

    def precedents(
        self,
        rule: str,
        limit: int,
        *,
        before: PrecedentPlace | None = None,
        game: str = "",
        with_unapproved: bool = False,
    ) -> list[PrecedentPlace]:
        """Return up to `limit` rulings of closed matches kept as precedents for a rule from before a place."""
        values = {
            "rule": rule,
            "approved": not with_unapproved,
            "game": game,
            "limit": limit,
            **(before or PrecedentPlace(EVER.stop, "", 0))._asdict(),
        }
        return [PrecedentPlace(*row) for row in self._read(_PRECEDENTS, values)]

    def _read(self, query: str, values: dict[str, object]) -> list[tuple[Any, ...]]:
        # All rows at once: an open statement would keep its snapshot of the file and block checkpoints.
        try:
            with self._reading:
                return self._reader.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise failure(self._path, error) from error


@cache
def _insert(table: str, rows: int) -> str:
    return f"INSERT INTO {table} VALUES {','.join([_ROW[table]] * rows)}"
