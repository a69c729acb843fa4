"""The reading half of the embedded store: any process may read a SQLite file while one writes to it."""

import os
import sqlite3
from pathlib import Path
from threading import Lock
from typing import Any

from referee.log.chain import GENESIS, ChainBreak, first_audit_break, first_chain_break
from referee.log.database import check_kind, failure, open_reader
from referee.log.records import (
    AuditAppended,
    DecisionTimed,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchCount,
    MatchPlace,
    MatchRow,
    MatchStatus,
    OrdersGiven,
    PrecedentPlace,
    SeatTaken,
    WaitingMatch,
)
from referee.log.rows import damage_of_match, damage_of_seat
from referee.log.store import EVER, StoreDamaged

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

_DECISION_TIMES = """
    SELECT :match, seq, decision_times.at, CAST(body AS BLOB)
        FROM decision_times JOIN matches ON matches.id = decision_times.match
        WHERE matches.name = :match ORDER BY decision_times.rowid"""

_ENTROPY = """
    SELECT :match, seat, entropy.at, commitment, entropy.entropy
        FROM entropy JOIN matches ON matches.id = entropy.match
        WHERE matches.name = :match ORDER BY entropy.rowid"""

_AUDIT = """
    SELECT :match, seq, audit.at, CAST(audit.note AS BLOB), hash, topics, request, approved
        FROM audit JOIN matches ON matches.id = audit.match
        WHERE matches.name = :match ORDER BY audit.rowid"""

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


class SqliteReader:
    """What a SQLite file contains, for reading only. It sees every commit that has returned."""

    def __init__(self, path: str | os.PathLike[str], connection: sqlite3.Connection | None = None) -> None:
        """Open a file that exists, or use a connection that is open already."""
        self._path = Path(path).resolve()
        self._reading = Lock()
        try:
            self._reader = connection or open_reader(self._path)
            if connection is None:
                check_kind(self._path, self._reader)
        except sqlite3.Error as error:
            raise failure(self._path, error) from error

    def close(self) -> None:
        """Close the file."""
        with self._reading:
            self._reader.close()

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

    def decision_times(self, match: str) -> list[DecisionTimed]:
        """Return the times of the answers of the match, in the order of the answers."""
        return [DecisionTimed(*row) for row in self._read(_DECISION_TIMES, {"match": match})]

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
