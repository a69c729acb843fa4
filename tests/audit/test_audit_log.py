"""The audit log: what was checked and signed is stored, and is read back unchanged."""

from pathlib import Path

import pytest

from referee.audit.audit_log import AuditLog
from referee.audit.chain import note_hash
from referee.audit.problems import CaseError, CaseProblem
from referee.log.memory import MemoryStore
from referee.log.sqlite import SqliteStore
from tests.audit.scenes import (
    KEY,
    KEYS,
    MATCH,
    SNAPSHOT,
    STARTED,
    Log,
    appealed,
    first_break,
    head_at,
    opened,
    ruled,
)
from tests.log.courses import Course


def test_what_the_log_keeps() -> None:
    log = Log(opened(), ruled(rules=("deal", "trick"), precedent=True))
    first, second = log.records
    assert (first.match, first.seq, first.at, first.topics) == (MATCH, 1, STARTED + 1, "")
    assert (second.match, second.seq, second.at, second.topics) == (MATCH, 2, STARTED + 2, "deal trick")
    assert second.hash == note_hash(second.note.decode()) == log.audit_log.last_hash
    assert log.entries[1].previous == first.hash
    assert (log.entries[1].entry, log.entries[1].head) == (7, head_at(7))


def test_writing_gives_the_next_audit_log_and_leaves_this_one() -> None:
    audit_log = AuditLog(MATCH)
    following, _ = audit_log.write(opened(), SNAPSHOT, at=STARTED, head=head_at(7), key=KEY)
    assert audit_log == AuditLog(MATCH)
    assert following.state.cases.keys() == {1}
    with pytest.raises(CaseError) as refused:
        audit_log.write(ruled(), SNAPSHOT, at=STARTED, head=head_at(7), key=KEY)
    assert refused.value.problem is CaseProblem.NO_SUCH_CASE


def test_a_match_goes_on_where_its_log_ends(tmp_path: Path) -> None:
    """The store, which cannot read notes, checks the same hash that the next note names."""
    for store in (MemoryStore(), SqliteStore(tmp_path / "log.db")):
        log = Log(opened(), ruled(), appealed())
        store.write([Course(MATCH).opened, *log.records])
        restored = AuditLog.restored(MATCH, store.audit(MATCH))
        assert restored == log.audit_log
        _, record = restored.write(ruled(cites=2), SNAPSHOT, at=STARTED, head=head_at(7), key=KEY)
        store.write([record])
        kept = store.audit(MATCH)
        assert first_break([each.note.decode() for each in kept], MATCH, KEYS, head=record.hash) is None
        assert AuditLog.restored(MATCH, kept).state.cases[1].state == "closed"
        store.close()
