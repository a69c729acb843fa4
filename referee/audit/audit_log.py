"""The audit log of a match. Every new entry is checked, signed and returned as a record to store."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.audit.audit_state import AuditState, fold
from referee.audit.case_limits import check_quotas
from referee.audit.chain import note_hash, read_own, sign
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import AuditEntry, Body, CaseRuled, topics_of
from referee.audit.official_checks import is_ruling_approved
from referee.audit.public_head import next_head
from referee.log.chain import GENESIS
from referee.log.records import AuditAppended
from referee.proof.checkpoints import NO_AUDIT, AuditHead
from referee.proof.notes import SigningKey


def state_with(audit_log: AuditLog, body: Body, snapshot: MatchSnapshot) -> AuditState:
    """Return the state after one more entry, which is not written yet."""
    state = audit_log.state
    return fold(state, AuditEntry(audit_log.match, state.last + 1, b"", 0, snapshot.entry, b"", body))


class AuditLog(msgspec.Struct, frozen=True):
    """The audit log of a match.

    It is immutable: writing returns a new one. A caller that fails to store an entry keeps using the old one.
    """

    match: str
    state: AuditState = AuditState()
    """The state folded from all entries."""
    last_hash: bytes = GENESIS
    """The hash of the last audit entry."""
    public: AuditHead = NO_AUDIT
    """What receipts cover: the entries that everyone may know."""

    @staticmethod
    def restored(match: str, records: Iterable[AuditAppended]) -> AuditLog:
        """Rebuild the audit log of a match from the referee's own log. The store has checked the hashes."""
        audit_log = AuditLog(match)
        for record in records:
            entry = read_own(record.note.decode())
            public = next_head(audit_log.public, entry.body)
            audit_log = AuditLog(match, fold(audit_log.state, entry), record.hash, public)
        return audit_log

    def write(
        self, body: Body, snapshot: MatchSnapshot, *, at: int, head: bytes, key: SigningKey
    ) -> tuple[AuditLog, AuditAppended]:
        """Add an entry. Return the new audit log and the record to store. Raise CaseError if it must not be written.

        `at` is the time in milliseconds since the Unix epoch, `head` the hash of the last entry of the match.
        """
        check(self.state, body, snapshot)
        check_quotas(self.state, body)
        entry = AuditEntry(self.match, self.state.last + 1, self.last_hash, at, snapshot.entry, head, body)
        note = sign(entry, key)
        hash_ = note_hash(note)
        is_by_approved = (
            isinstance(body, CaseRuled) and body.precedent and is_ruling_approved(self.state, body)
        )
        record = AuditAppended(
            self.match,
            entry.seq,
            at,
            note.encode(),
            hash_,
            topics_of(body),
            is_approved=is_by_approved,
        )
        return AuditLog(self.match, fold(self.state, entry), hash_, next_head(self.public, body)), record
