"""The ledger: the only way to write audit entries. Each is checked, signed and returned as a record for the log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.audit.chain import hash_of, read_own, sign
from referee.audit.checks import Table, check
from referee.audit.docket import Docket, fold
from referee.audit.entries import AuditEntry, Body, topics_of
from referee.log.chain import GENESIS
from referee.log.records import AuditAppended
from referee.proof.notes import SigningKey


class Ledger(msgspec.Struct, frozen=True):
    """The audit log of a match.

    It is immutable: writing returns a new one. A caller that fails to store an entry keeps using the old one.
    """

    match: str
    docket: Docket = Docket()
    last_hash: bytes = GENESIS
    """The hash of the last audit entry."""

    @staticmethod
    def restored(match: str, records: Iterable[AuditAppended]) -> Ledger:
        """Rebuild the audit log of a match from the referee's own log. The store has checked the hashes."""
        ledger = Ledger(match)
        for record in records:
            docket = fold(ledger.docket, read_own(record.note.decode()))
            ledger = Ledger(match, docket, record.hash)
        return ledger

    def write(
        self, body: Body, table: Table, *, at: int, head: bytes, key: SigningKey
    ) -> tuple[Ledger, AuditAppended]:
        """Add an entry. Return the new audit log and the record to store. Raise CaseError if it must not be written.

        `at` is the time in milliseconds since the Unix epoch, `head` the hash of the last entry of the match.
        """
        check(self.docket, body, table)
        entry = AuditEntry(self.match, self.docket.last + 1, self.last_hash, at, table.entry, head, body)
        note = sign(entry, key)
        hash_ = hash_of(note)
        record = AuditAppended(self.match, entry.seq, at, note.encode(), hash_, topics_of(body))
        return Ledger(self.match, fold(self.docket, entry), hash_), record
