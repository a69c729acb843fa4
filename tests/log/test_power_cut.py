"""Promise R1: no acknowledged entry is lost in a power cut.

The store writes through a disk that remembers. Then the power fails at any moment: what was synced is there, and
each sector that was not is there or not, at random. The remaining files must open, be consistent, and contain
everything acknowledged by then.
"""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.log.records import Record, SeatTaken
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreDamaged
from tests.log.courses import Course, noted
from tests.log.disk import Deed, Disk, PowerCut
from tests.log.test_sqlite import LATER


def workload(courses: list[Course], groups: int, chance: random.Random) -> Iterator[list[Record]]:
    """Yield groups of entries of several matches, large and small, as a busy server would write them.

    Each comes with an audit entry of the first match, which shows which groups are there.
    """
    yield [course.opened for course in courses]
    for group in range(1, groups + 1):
        size = chance.choice((1, 1, 2, 5, 20))
        entries = [chance.choice(courses).more(size=chance.choice((10, 400, 3000)))[0] for _ in range(size)]
        yield [*entries, noted(courses[0].opened.match, group, size=chance.choice((10, 3000)))]


def remembered(folder: Path, courses: list[Course], chance: random.Random, synchronous: str) -> list[Deed]:
    """Write the workload, with a marker after each acknowledged write: the number of entries so far."""
    disk = Disk()
    with disk.inserted():
        store = SqliteStore(folder / "log.db")
        # Small, so that checkpoints and restarts of the write-ahead log happen often.
        store._writer.execute("PRAGMA wal_autocheckpoint = 30")
        store._writer.execute(f"PRAGMA synchronous = {synchronous}")
        for group in workload(courses, 120, chance):
            store.write(group)
            disk.note(sum(len(course.entries) for course in courses))
        deeds = list(disk.deeds)
        store.close()
    return deeds


def lost(folder: Path, courses: list[Course], acknowledged: int, totals: list[int]) -> int:
    """Open what the power cut left; return the number of acknowledged entries that are gone.

    What is there must be correct, and what was written together must be there together or not at all: `totals` gives
    the number of entries after each group.
    """
    store = SqliteStore(folder / "log.db")
    there = 0
    try:
        for course in courses:
            found = store.entries(course.opened.match)
            assert found == course.entries[: len(found)]
            there += len(found)
        audited = len(store.audit(courses[0].opened.match))
        assert there == (totals[audited] if there else 0)
    finally:
        store.close()
    return max(0, acknowledged - there)


def losses(tmp_path: Path, images: int, seed: str, synchronous: str) -> int:
    """Cut the power at many moments; return the number of images in which something acknowledged is lost or damaged."""
    chance = random.Random(seed)
    courses = [Course(f"m{number}") for number in range(4)]
    before = tmp_path / "before"
    deeds = remembered(before, courses, chance, synchronous)
    cuts = sorted(chance.randrange(1, len(deeds)) for _ in range(images))
    totals = [deed.at for deed in deeds if deed.kind == "note"]
    power, acknowledged, done, bad = PowerCut(), 0, 0, 0
    for number, cut in enumerate(cuts):
        for deed in deeds[done:cut]:
            power.follow(deed)
            acknowledged = deed.at if deed.kind == "note" else acknowledged
        done = cut
        after = tmp_path / f"after-{number}"
        after.mkdir()
        power.leave(after, chance)
        with Disk().inserted():
            try:
                bad += lost(after, courses, acknowledged, totals) > 0
            except StoreDamaged:
                bad += 1
        for file in after.iterdir():
            file.unlink()
    return bad


@pytest.mark.parametrize(
    "images", [pytest.param(200, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.campaign)]
)
def test_nothing_acknowledged_is_lost(tmp_path: Path, images: int, seed: str) -> None:
    assert losses(tmp_path, images, seed, "FULL") == 0


def test_a_log_that_was_cut_off_while_it_was_made_can_be_made_again(tmp_path: Path, seed: str) -> None:
    chance = random.Random(seed)
    disk, power = Disk(), PowerCut()
    with disk.inserted():
        SqliteStore(tmp_path / "before" / "log.db").close()
    for number, deed in enumerate(disk.deeds):
        for again in range(3):
            after = tmp_path / f"after-{number}-{again}"
            after.mkdir()
            power.leave(after, chance)
            with Disk().inserted():
                store = SqliteStore(after / "log.db")
                assert store.matches() == []
                store.write([Course().opened])
                store.close()
        power.follow(deed)


@pytest.mark.parametrize("version", [2, 3, 4, 5])
def test_a_log_that_was_cut_off_while_it_was_brought_up_to_date_loses_nothing(
    tmp_path: Path, version: int, seed: str
) -> None:
    chance, course = random.Random(seed), Course()
    path = tmp_path / "log.db"
    store = SqliteStore(path)
    seat = SeatTaken("m1", 0, "seat", b"t" * 32, "Ann", 7)
    store.write([course.opened, seat, *course.more(5)])
    store.close()
    old = sqlite3.connect(path)
    for statement in LATER:
        old.execute(statement)
    for table in ("orders", "audit", "entropy")[version - 2 :]:
        old.execute(f"DROP TABLE {table}")
    for table in ("matches", "seats"):
        old.execute(f"ALTER TABLE {table} DROP COLUMN row_hash")
    old.execute(f"PRAGMA user_version = {version}")
    old.close()
    disk, power = Disk(), PowerCut()
    power.follow(Deed("write", path.name, 0, path.read_bytes()))
    power.follow(Deed("sync", path.name))
    with disk.inserted():
        SqliteStore(path).close()
    assert disk.deeds
    for number, deed in enumerate([*disk.deeds, Deed("note", "")]):
        for again in range(3):
            after = tmp_path / f"after-{number}-{again}"
            after.mkdir()
            power.leave(after, chance)
            with Disk().inserted():
                store = SqliteStore(after / path.name)
                assert store.entries("m1") == course.entries
                assert [row.match for row in store.matches()] == ["m1"]
                assert store.seats("m1") == [seat]
                store.write([noted("m1", 1)])
                assert store.audit("m1") == [noted("m1", 1)]
                store.close()
        power.follow(deed)


def test_commits_that_do_not_wait_for_the_disk_are_caught(tmp_path: Path, seed: str) -> None:
    assert losses(tmp_path, 50, seed, "NORMAL") > 0
