"""The ledger: the one way to write beside a match. A step is checked, signed, and ready for the log."""

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
    """How the audit log of a match stands.

    It does not change: writing gives the next one. So whoever could not store what was written goes on with the ledger
    at hand, as if nothing had happened.
    """

    match: str
    docket: Docket = Docket()
    last_hash: bytes = GENESIS
    """The hash of the last audit entry."""

    @staticmethod
    def restored(match: str, records: Iterable[AuditAppended]) -> Ledger:
        """The ledger of a match as the referee's own log has it; the store has checked the hashes."""
        ledger = Ledger(match)
        for record in records:
            docket = fold(ledger.docket, read_own(record.note.decode()))
            ledger = Ledger(match, docket, record.hash)
        return ledger

    def write(
        self, body: Body, table: Table, *, at: int, head: bytes, key: SigningKey
    ) -> tuple[Ledger, AuditAppended]:
        """The next ledger, and what the log is to keep; raises a CaseError for what must not be written.

        `at` is the time, `head` the hash of the last entry of the match.
        """
        check(self.docket, body, table)
        entry = AuditEntry(self.match, self.docket.last + 1, self.last_hash, at, table.entry, head, body)
        note = sign(entry, key)
        hash_ = hash_of(note)
        record = AuditAppended(self.match, entry.seq, at, note.encode(), hash_, topics_of(body))
        return Ledger(self.match, fold(self.docket, entry), hash_), record
