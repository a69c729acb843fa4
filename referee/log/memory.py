"""A store in memory, for tests and for matches played in process."""

from collections import Counter
from collections.abc import Sequence
from threading import Lock

import msgspec

from referee.log.chain import first_audit_break, first_chain_break
from referee.log.records import (
    NO_SEAT,
    AuditAppended,
    DecisionTimed,
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
from referee.log.rows import damage_of_match, damage_of_seat, hash_of_match, hash_of_seat
from referee.log.store import EVER, StoreConflict, StoreDamaged


class MemoryStore:
    """A store that keeps records in lists and loses them when it is closed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._matches: dict[str, MatchRow] = {}
        self._entries: dict[str, list[EntryAppended]] = {}
        self._match_hashes: dict[str, bytes] = {}
        self._seats: dict[str, list[tuple[SeatTaken, bytes]]] = {}
        """Each seat with its hash."""
        self._rejections: dict[str, list[IntentRejected]] = {}
        self._orders: dict[str, list[OrdersGiven]] = {}
        self._times: dict[str, list[DecisionTimed]] = {}
        self._entropy: dict[str, list[EntropyGiven]] = {}
        self._audit: dict[str, list[AuditAppended]] = {}
        self._precedents: list[AuditAppended] = []

    def write(self, records: Sequence[Record]) -> None:
        """Write all the records or none."""
        with self._lock:
            self._check(records)
            for record in records:
                self._keep(record)

    def _check(self, records: Sequence[Record]) -> None:
        """Raise StoreConflict, before anything is changed, if a record does not fit."""
        last: dict[str, int] = {}
        noted: dict[str, int] = {}
        for record in records:
            name = record.match
            known = name in last or name in self._matches
            if isinstance(record, MatchOpened):
                if known:
                    raise StoreConflict(f"match {name!r} is already open")
                last[name] = 0
            elif not known:
                raise StoreConflict(f"there is no match {name!r}")
            elif isinstance(record, EntryAppended):
                expected = last.get(name, len(self._entries.get(name, ())) - 1) + 1
                if record.seq != expected:
                    raise StoreConflict(f"match {name!r} expects entry {expected}, not {record.seq}")
                last[name] = record.seq
            elif isinstance(record, AuditAppended):
                expected = noted.get(name, len(self._audit.get(name, ()))) + 1
                if record.seq != expected:
                    raise StoreConflict(f"match {name!r} expects audit entry {expected}, not {record.seq}")
                noted[name] = record.seq

    def _keep(self, record: Record) -> None:
        match record:
            case EntryAppended():
                self._entries[record.match].append(record)
            case MatchOpened(match=name, at=at):
                self._matches[name] = MatchRow(name, at, record.game, record.policy, "open", 0, "")
                self._match_hashes[name] = hash_of_match(self._matches[name])
                self._entries[name] = [EntryAppended(name, 0, NO_SEAT, "", at, record.body, record.hash)]
            case SeatTaken():
                self._seats.setdefault(record.match, []).append((record, hash_of_seat(record)))
            case IntentRejected():
                self._rejections.setdefault(record.match, []).append(record)
            case OrdersGiven():
                self._orders.setdefault(record.match, []).append(record)
            case DecisionTimed():
                self._times.setdefault(record.match, []).append(record)
            case EntropyGiven():
                self._entropy.setdefault(record.match, []).append(record)
            case AuditAppended():
                self._audit.setdefault(record.match, []).append(record)
                if record.topics:
                    self._precedents.append(record)
            case MatchClosed(match=name):
                had = self._matches[name]
                row = msgspec.structs.replace(
                    had, status=record.status, closed_at=record.at, note=record.note
                )
                # A match that was damaged before gets no hash, so that the damage is still noticed.
                is_intact = self._match_hashes[name] == hash_of_match(had)
                self._match_hashes[name] = hash_of_match(row) if is_intact else b""
                self._matches[name] = row

    def matches(self, status: MatchStatus | None = None) -> list[MatchRow]:
        """Return all matches, or those with one status, in the order they were opened."""
        with self._lock:
            found = [row for row in self._matches.values() if status is None or row.status == status]
            return [self._checked(row) for row in found]

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
        with self._lock:
            found = [
                row
                for row in self._matches.values()
                if (status is None or row.status == status)
                and (not game or row.game == game)
                and row.at in opened
                and (before is None or (row.at, row.match) < before)
            ]
            newest = sorted(found, key=lambda row: (row.at, row.match), reverse=True)[:limit]
            return [self._checked(row) for row in newest]

    def match(self, match: str) -> MatchRow | None:
        """Return one match, or None if it was never opened."""
        with self._lock:
            row = self._matches.get(match)
            return None if row is None else self._checked(row)

    def _checked(self, row: MatchRow) -> MatchRow:
        _refuse(damage_of_match(row, self._match_hashes[row.match]))
        return row

    def waiting(self) -> list[WaitingMatch]:
        """Return the open matches that have begun, or in which seats have committed to entropy."""
        with self._lock:
            found = [
                WaitingMatch(
                    row.match, row.policy, len(self._entries[row.match]) > 1, row.match in self._audit
                )
                for row in self._matches.values()
                if row.status == "open"
            ]
            return [each for each in found if each.has_begun or each.match in self._entropy]

    def tally(self) -> list[MatchCount]:
        """Return the number of matches by game and status."""
        with self._lock:
            found = Counter(
                [
                    (row.game, row.status, row.status == "open" and len(self._entries[row.match]) > 1)
                    for row in self._matches.values()
                ]
            )
        return [MatchCount(*kind, count) for kind, count in sorted(found.items())]

    def entries(self, match: str, after: int = -1) -> list[EntryAppended]:
        """Return the entries of a match after entry `after`, checked against their hashes."""
        with self._lock:
            chain = list(self._entries.get(match, ()))
        broken = first_chain_break(chain)
        _refuse(f"match {match!r}, {broken}" if broken else "")
        return chain[after + 1 :]

    def seats(self, match: str) -> list[SeatTaken]:
        """Return the tokens issued for the match, in the order they were issued."""
        with self._lock:
            found = list(self._seats.get(match, ()))
        for taken, hash_ in found:
            _refuse(damage_of_seat(taken, hash_))
        return [taken for taken, _ in found]

    def rejections(self, match: str) -> list[IntentRejected]:
        """Return the refused intents of the match, in the order they arrived."""
        with self._lock:
            return list(self._rejections.get(match, ()))

    def orders(self, match: str) -> list[OrdersGiven]:
        """Return the standing orders of the match, in the order they were given."""
        with self._lock:
            return list(self._orders.get(match, ()))

    def decision_times(self, match: str) -> list[DecisionTimed]:
        """Return the times of the answers of the match, in the order of the answers."""
        with self._lock:
            return list(self._times.get(match, ()))

    def entropy(self, match: str) -> list[EntropyGiven]:
        """Return the commitments and reveals of entropy, in the order they arrived."""
        with self._lock:
            return list(self._entropy.get(match, ()))

    def audit(self, match: str) -> list[AuditAppended]:
        """Return the audit entries of the match, checked against their hashes."""
        with self._lock:
            noted = list(self._audit.get(match, ()))
        broken = first_audit_break(noted)
        _refuse(f"match {match!r}, audit {broken}" if broken else "")
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
        with self._lock:
            found = [
                PrecedentPlace(kept.at, kept.match, kept.seq)
                for kept in self._precedents
                if rule in kept.topics.split(" ")
                and (with_unapproved or kept.is_approved)
                and self._matches[kept.match].status != "open"
                and (not game or self._matches[kept.match].game == game)
            ]
        return sorted([place for place in found if before is None or place < before], reverse=True)[:limit]

    def close(self) -> None:
        """Discard everything."""
        with self._lock:
            self._forget()


def _refuse(damage: str) -> None:
    """Raise `StoreDamaged` if there is any damage."""
    if damage:
        raise StoreDamaged(damage)
