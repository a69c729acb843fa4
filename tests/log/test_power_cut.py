"""Promise R1: no acknowledged entry is lost at a power cut.

The store writes through a disk that remembers. Then the power goes at any moment: what was synced is there, and
each sector that was not is there or not by chance. Whatever is left must open, hold, and contain all that
was acknowledged by then.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.log.records import Record
from referee.log.sqlite import SqliteStore
from referee.log.store import StoreDamaged
from tests.log.courses import Course
from tests.log.disk import Deed, Disk, PowerCut


def workload(courses: list[Course], groups: int, chance: random.Random) -> Iterator[list[Record]]:
    """Give groups of entries of several matches, large and small, as a busy server would write them."""
    yield [course.opened for course in courses]
    for _ in range(groups):
        size = chance.choice((1, 1, 2, 5, 20))
        yield [chance.choice(courses).more(size=chance.choice((10, 400, 3000)))[0] for _ in range(size)]


def remembered(folder: Path, courses: list[Course], chance: random.Random, synchronous: str) -> list[Deed]:
    """Write the workload, with a note after each write that was acknowledged: how many entries there are now."""
    disk = Disk()
    with disk.inserted():
        store = SqliteStore(folder / "log.db")
        # So that checkpoints and restarts of the write-ahead log happen often.
        store._writer.execute("PRAGMA wal_autocheckpoint = 30")
        store._writer.execute(f"PRAGMA synchronous = {synchronous}")
        for group in workload(courses, 120, chance):
            store.write(group)
            disk.note(sum(len(course.entries) for course in courses))
        deeds = list(disk.deeds)
        store.close()
    return deeds


def lost(folder: Path, courses: list[Course], acknowledged: int) -> int:
    """Open what the power cut left; count the acknowledged entries that are gone. What is there must be true."""
    store = SqliteStore(folder / "log.db")
    there = 0
    try:
        for course in courses:
            found = store.entries(course.opened.match)
            assert found == course.entries[: len(found)]
            there += len(found)
    finally:
        store.close()
    return max(0, acknowledged - there)


def losses(tmp_path: Path, images: int, seed: str, synchronous: str) -> int:
    """Cut the power at many moments; count the images in which something acknowledged is lost or damaged."""
    chance = random.Random(seed)
    courses = [Course(f"m{number}") for number in range(4)]
    before = tmp_path / "before"
    deeds = remembered(before, courses, chance, synchronous)
    cuts = sorted(chance.randrange(1, len(deeds)) for _ in range(images))
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
                bad += lost(after, courses, acknowledged) > 0
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


def test_commits_that_do_not_wait_for_the_disk_are_caught(tmp_path: Path, seed: str) -> None:
    assert losses(tmp_path, 50, seed, "NORMAL") > 0
