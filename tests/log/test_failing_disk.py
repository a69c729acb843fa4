"""Promise R3: a full or failing disk never yields a false acknowledgement.

The disk fails at every single write, sync and truncation in turn, once or until it is repaired: in the campaign in
every way, in other runs in two or three of them.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.log import writer as writing
from referee.log.records import Record
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreError, StoreFailed, StoreFull
from referee.log.writer import GroupCommit
from tests.log.courses import Course
from tests.log.disk import FULL, IO_ERROR, Deed, Disk

GROUPS = 8
STEP = 3
"""Every run lets each third operation fail, the campaign every one."""
WRITTEN = {FULL: StoreFull, IO_ERROR: StoreFailed}


class LyingStore(SqliteStore):
    """Control: a store that reports success whatever happened."""

    def write(self, records: Sequence[Record]) -> None:
        try:
            super().write(records)
        except StoreError:
            return


class Run:
    """A store on a disk that fails at one operation, or from that operation on until it is repaired."""

    def __init__(self, path: Path, kind: type[SqliteStore] = SqliteStore) -> None:
        self.path = path
        self.kind = kind
        self.disk = Disk()
        self.errors: list[StoreError] = []
        self.course = Course()
        self.acknowledged = 0
        self.opened_after = 0
        """The number of operations that opening the store took."""

    def fail_at(self, number: int, code: int, *, lasting: bool) -> None:
        """Make an operation fail, and perhaps all after it."""

        def fault(now: int, deed: Deed) -> int:
            # A delete needs no space, so a full disk can still do it.
            hit = now >= number if lasting else now == number
            return code if hit and not (code == FULL and deed.kind in ("delete", "truncate")) else 0

        self.disk.fault = fault

    def play(self) -> int:
        """Write the whole course whatever happens; return the number of operations it took."""
        with self.disk.inserted():
            store = self._opened()
            if store is not None:
                asyncio.run(self._write(store))
                found = store.entries("m1")
                assert found == self.course.entries[: len(found)]
                store.close()
        return len(self.disk.deeds)

    def _opened(self) -> SqliteStore | None:
        try:
            store = self.kind(self.path)
            store._writer.execute("PRAGMA wal_autocheckpoint = 8")
        except StoreError as error:
            self.errors.append(error)
            self.disk.fault = None
            return None
        self.opened_after = len(self.disk.deeds)
        return store

    async def _write(self, store: SqliteStore) -> None:
        writer = GroupCommit(store)
        records: list[Record] = [self.course.opened]
        for _ in range(GROUPS):
            try:
                await writer.put(records)
            except StoreError as error:
                self.errors.append(error)
                self.disk.fault = None
                assert len(store.entries("m1")) == self.acknowledged, "nothing of a failed write is kept"
                # Written again when the disk is repaired, as a client would retry.
                await writer.put(records)
            self.acknowledged = len(self.course.entries)
            records = [*self.course.more(2, size=900)]
        await writer.close()

    def is_true(self) -> bool:
        """Return whether everything acknowledged is there when the store is opened again."""
        with Disk().inserted():
            store = SqliteStore(self.path)
            found = store.entries("m1")
            store.close()
        return len(found) >= self.acknowledged and found == self.course.entries[: len(found)]


def runs(
    tmp_path: Path,
    code: int,
    *,
    lasting: bool,
    kind: type[SqliteStore] = SqliteStore,
    first: int = 0,
    step: int = 1,
    is_opened: bool = False,
) -> list[Run]:
    """Play the course once for each operation that can fail, or for each one after the store is opened."""
    whole = Run(tmp_path / "whole" / "log.db")
    deeds = whole.play()
    assert whole.is_true()
    assert whole.errors == []
    made = []
    for number in range((whole.opened_after if is_opened else 0) + first, deeds, step):
        run = Run(tmp_path / str(number) / "log.db", kind)
        run.fail_at(number, code, lasting=lasting)
        run.play()
        made.append(run)
    return made


class Way(NamedTuple):
    """How the disk fails, and for how many commits a thread writes before the loop does."""

    spell: int
    code: int
    is_lasting: bool


WAYS = {
    f"{who}-{what}-{how}": Way(spell, code, is_lasting)
    for who, spell in (("by_the_loop", 0), ("by_the_thread", writing._THREAD_COMMITS))
    for what, code in (("full", FULL), ("broken", IO_ERROR))
    for how, is_lasting in (("once", False), ("lasting", True))
}


def check(tmp_path: Path, patch: pytest.MonkeyPatch, way: Way, first: int, step: int) -> None:
    """Check that nothing acknowledged is lost, whichever of these operations fails."""
    patch.setattr(writing, "_THREAD_COMMITS", way.spell)
    # A store is opened in the same way whoever writes to it afterwards.
    played = runs(tmp_path, way.code, lasting=way.is_lasting, first=first, step=step, is_opened=way.spell > 0)
    assert len(played) > 50 / step
    assert all(run.is_true() for run in played)
    errors = [error for run in played for error in run.errors]
    assert len(errors) > len(played) // 3, "most operations are part of a commit"
    assert {type(error) for error in errors} <= {WRITTEN[way.code], StoreFailed}


@pytest.mark.parametrize("name", WAYS)
def test_what_was_acknowledged_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    check(tmp_path, monkeypatch, WAYS[name], list(WAYS).index(name) % STEP, STEP)


@pytest.mark.campaign
@pytest.mark.parametrize("name", WAYS)
def test_what_was_acknowledged_is_there_whatever_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    check(tmp_path, monkeypatch, WAYS[name], 0, 1)


def test_a_store_that_hides_a_failure_is_caught(tmp_path: Path) -> None:
    assert not all(run.is_true() for run in runs(tmp_path, IO_ERROR, lasting=True, kind=LyingStore, step=9))
