"""The ledger: what was checked and signed goes to the log, and comes back from it as it was."""

from pathlib import Path

import pytest

from referee.audit.chain import hash_of
from referee.audit.checks import CaseError, CaseProblem
from referee.audit.ledger import Ledger
from referee.log.memory import MemoryStore
from referee.log.sqlite import SqliteStore
from tests.audit.scenes import (
    KEY,
    KEYS,
    MATCH,
    STARTED,
    TABLE,
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
    assert second.hash == hash_of(second.note.decode()) == log.ledger.last_hash
    assert log.entries[1].previous == first.hash
    assert (log.entries[1].entry, log.entries[1].head) == (7, head_at(7))


def test_writing_gives_the_next_ledger_and_leaves_this_one() -> None:
    ledger = Ledger(MATCH)
    following, _ = ledger.write(opened(), TABLE, at=STARTED, head=head_at(7), key=KEY)
    assert ledger == Ledger(MATCH)
    assert following.docket.cases.keys() == {1}
    with pytest.raises(CaseError) as refused:
        ledger.write(ruled(), TABLE, at=STARTED, head=head_at(7), key=KEY)
    assert refused.value.problem is CaseProblem.NO_SUCH_CASE


def test_a_match_goes_on_where_its_log_ends(tmp_path: Path) -> None:
    """The store, which cannot read notes, checks the very hash that the next note names."""
    for store in (MemoryStore(), SqliteStore(tmp_path / "log.db")):
        log = Log(opened(), ruled(), appealed())
        store.write([Course(MATCH).opened, *log.records])
        restored = Ledger.restored(MATCH, store.audit(MATCH))
        assert restored == log.ledger
        _, record = restored.write(ruled(cites=2), TABLE, at=STARTED, head=head_at(7), key=KEY)
        store.write([record])
        kept = store.audit(MATCH)
        assert first_break([each.note.decode() for each in kept], MATCH, KEYS, head=record.hash) is None
        assert Ledger.restored(MATCH, kept).docket.cases[1].state == "closed"
        store.close()
