"""The SQLite file: one process writes it, anybody reads it, and damage is never taken for data."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
import sqlite_utils

from referee.log.database import APPLICATION_ID, SCHEMA_VERSION
from referee.log.records import EntropyGiven, IntentRejected, MatchClosed, OrdersGiven, SeatTaken
from referee.log.sqlite import SqliteStore
from referee.log.sqlite_reader import _NEWEST, _PRECEDENTS
from referee.log.store import StoreBusy, StoreConflict, StoreDamaged, StoreFailed
from tests.log.courses import Course, noted


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log.db"


def filled(path: Path, *courses: Course, length: int = 40) -> None:
    """Make a file with these matches, their entries interleaved."""
    store = SqliteStore(path)
    store.write([course.opened for course in courses])
    for seq in range(1, length):
        store.write([entry for course in courses for entry in course.more(size=300)])
        store.write([noted(course.opened.match, seq, "a b", size=300) for course in courses])
    store.close()


def change(path: Path, *statements: str) -> None:
    """Change the file as only a forger or a fault would."""
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


LATER = (
    "ALTER TABLE seats DROP COLUMN client",
    "ALTER TABLE audit DROP COLUMN request",
    "ALTER TABLE audit DROP COLUMN approved",
    "DROP INDEX newest",
    "DROP INDEX newest_by_status",
    "DROP TABLE decision_times",
)
"""Remove what files had not before version 7."""


def without_hashes(path: Path) -> None:
    """Remove the hashes of matches and seats, which files had not before version 6, and what was added later."""
    change(path, *LATER)
    change(path, *[f"ALTER TABLE {table} DROP COLUMN row_hash" for table in ("matches", "seats")])


class TestReopening:
    def test_everything_is_there_again(self, path: Path) -> None:
        course, other = Course("m1"), Course("m2")
        filled(path, course, other)
        seat = SeatTaken("m1", 0, "seat", b"t" * 32, "Ann", 1)
        refusal = IntentRejected("m1", 0, "k", 1, b"{}", b"{}")
        order = OrdersGiven("m1", 0, 2, 1, b"[]")
        entropy = EntropyGiven("m1", 0, 1, b"c" * 32, b"e" * 32)
        for round_ in range(3):
            store = SqliteStore(path)
            assert store.entries("m1") == course.entries
            assert store.orders("m1") == [order] * round_
            assert store.entropy("m1") == [entropy] * round_
            assert [entry.seq for entry in store.audit("m1")] == list(range(1, 40 + round_))
            assert store.entries("m2") == other.entries
            assert store.seats("m1") == [seat] * round_
            assert store.rejections("m1") == [refusal] * round_
            store.write([*course.more(5), seat, refusal, order, entropy, noted("m1", 40 + round_)])
            store.close()

    def test_a_chain_goes_on_where_it_ended(self, path: Path) -> None:
        course = Course()
        filled(path, course)
        store = SqliteStore(path)
        with pytest.raises(StoreConflict, match="expects entry 40, not 39"):
            store.write([course.entries[39]])
        with pytest.raises(StoreConflict, match="expects audit entry 40, not 39"):
            store.write([noted("m1", 39)])
        store.write(course.more())
        assert store.entries("m1") == course.entries
        store.close()

    def test_closed_matches_stay_closed(self, path: Path) -> None:
        filled(path, Course("m1"), Course("m2"))
        store = SqliteStore(path)
        store.write([MatchClosed("m1", 5, "ended")])
        store.close()
        store = SqliteStore(path)
        assert [row.match for row in store.matches("open")] == ["m2"]
        store.close()

    def test_a_closed_store_says_so(self, path: Path) -> None:
        store = SqliteStore(path)
        store.close()
        with pytest.raises(StoreFailed, match="closed"):
            store.matches()
        with pytest.raises(StoreFailed, match="closed"):
            store.write([Course().opened])


class TestDurability:
    def test_every_commit_waits_for_the_disk(self, path: Path) -> None:
        store = SqliteStore(path)
        assert store._writer.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        store.close()

    def test_the_reading_side_cannot_write(self, path: Path) -> None:
        store = SqliteStore(path)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            store._reader.execute("DELETE FROM entries")
        store.close()


class TestSecrecy:
    def test_only_the_owner_may_read_a_new_log(self, path: Path) -> None:
        store = SqliteStore(path)
        store.write([Course().opened])
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        store.close()
        names = ("log.db", "log.db-wal", "log.db-shm", "log.db.lock", "log.db.head")
        assert modes == dict.fromkeys(names, 0o600)
        assert path.parent.stat().st_mode & 0o777 == 0o700


class TestDeletedWriteAheadLog:
    """After a crash, the newest commits are only in the write-ahead log, and SQLite does not miss it."""

    @pytest.fixture
    def crashed(self, path: Path, tmp_path: Path) -> Path:
        """A copy of the files as a killed process leaves them, without the write-ahead log."""
        course = Course()
        filled(path, course, length=5)
        store = SqliteStore(path)
        store.write(course.more(20))
        copied = tmp_path / "crashed" / path.name
        shutil.copytree(path.parent, copied.parent)
        store.close()
        return copied

    def test_with_it_nothing_is_missing(self, crashed: Path) -> None:
        store = SqliteStore(crashed)
        assert len(store.entries("m1")) == 25
        store.close()

    def test_another_program_may_check_point_it(self, crashed: Path) -> None:
        """As `sqlite3` does when an operator looks at the file after a crash."""
        change(crashed, "CREATE TABLE IF NOT EXISTS remark (text)", "DROP TABLE remark")
        assert not crashed.with_name(f"{crashed.name}-wal").exists()
        store = SqliteStore(crashed)
        assert len(store.entries("m1")) == 25
        store.close()

    def test_without_it_the_store_is_refused(self, crashed: Path) -> None:
        crashed.with_name(f"{crashed.name}-wal").unlink()
        for _ in range(2):
            with pytest.raises(
                StoreDamaged, match=r"has 5 entries, but 25 were stored; was log\.db-wal deleted"
            ):
                SqliteStore(crashed)
        crashed.with_name(f"{crashed.name}.head").unlink()
        store = SqliteStore(crashed)
        assert len(store.entries("m1")) == 5
        store.close()

    @pytest.mark.parametrize("content", [b"", b"?", b"\0" * 21], ids=ascii)
    def test_a_damaged_head_file_is_no_obstacle(self, content: bytes, crashed: Path) -> None:
        """It is never synced, so a power cut may leave anything."""
        crashed.with_name(f"{crashed.name}.head").write_bytes(content)
        store = SqliteStore(crashed)
        assert len(store.entries("m1")) == 25
        store.close()


class TestOtherPrograms:
    def test_a_log_can_be_queried_while_it_is_written(self, path: Path) -> None:
        course = Course()
        store = SqliteStore(path)
        store.write([course.opened, *course.more(3)])
        reader = sqlite_utils.Database(path)
        query = (
            "SELECT json_extract(body, '$.n') AS n FROM entries JOIN matches ON matches.id = entries.match"
        )
        assert [row["n"] for row in reader.query(f"{query} WHERE name = 'm1' AND seq > 0")] == [1, 2, 3]
        store.write(course.more())
        assert [row["n"] for row in reader.query(f"{query} WHERE seq = 4")] == [4]
        reader.close()
        store.close()

    def test_another_program_that_writes_is_named_as_the_obstacle(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("referee.log.database._BUSY_SECONDS", 0.01)
        course = Course()
        store = SqliteStore(path)
        store.write([course.opened])
        intruder = sqlite3.connect(path, isolation_level=None)
        intruder.execute("BEGIN IMMEDIATE")
        entries = course.more()
        with pytest.raises(StoreBusy, match=r"another program is writing to .*log\.db; close it"):
            store.write(entries)
        intruder.execute("ROLLBACK")
        intruder.close()
        store.write(entries)
        assert store.entries("m1") == course.entries
        store.close()

    def test_a_second_store_in_this_process_is_refused(self, path: Path) -> None:
        store = SqliteStore(path)
        with pytest.raises(StoreBusy, match="in use by another referee"):
            SqliteStore(path)
        store.close()
        SqliteStore(path).close()

    def test_a_second_process_is_refused_and_told_what_to_do(self, path: Path) -> None:
        store = SqliteStore(path)
        script = "import sys; from referee.log.sqlite import SqliteStore; SqliteStore(sys.argv[1])"
        second = subprocess.run(
            [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False
        )
        assert second.returncode == 1
        last = second.stderr.splitlines()[-1]
        assert "StoreBusy" in last
        assert "stop it or use another database" in last
        store.write([Course().opened])
        store.close()


class TestWrongFiles:
    def test_a_file_that_is_no_database(self, path: Path) -> None:
        path.parent.mkdir()
        path.write_bytes(b"Dear diary, today I lost at Abyss again.\n" * 100)
        with pytest.raises(StoreDamaged, match="file is not a database"):
            SqliteStore(path)
        assert path.read_bytes().startswith(b"Dear diary")

    def test_the_database_of_another_program(self, path: Path) -> None:
        path.parent.mkdir()
        change(path, "CREATE TABLE diary (day TEXT)")
        before = path.read_bytes()
        with pytest.raises(StoreDamaged, match="not a referee log; choose another file"):
            SqliteStore(path)
        assert path.read_bytes() == before

    def test_a_log_of_another_version(self, path: Path) -> None:
        filled(path, Course())
        change(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
        with pytest.raises(
            StoreDamaged, match=r"another version of the referee \(schema 12, this one reads 11\)"
        ):
            SqliteStore(path)

    @pytest.mark.parametrize("version", [2, 3, 4, 5])
    def test_a_log_from_before_matches_and_seats_had_hashes(self, path: Path, version: int) -> None:
        seats = [
            SeatTaken(name, seat, "seat", bytes([seat]) * 32, "Ω", 7)
            for name in ("m1", "m2")
            for seat in (0, 1)
        ]
        store = SqliteStore(path)
        store.write([Course("m1").opened, Course("m2").opened, *seats])
        store.write([MatchClosed("m2", 9, "faulted", "why")])
        rows = store.matches()
        store.close()
        without_hashes(path)
        change(path, *[f"DROP TABLE {table}" for table in ("orders", "audit", "entropy")[version - 2 :]])
        change(path, f"PRAGMA user_version = {version}")
        for _ in range(2):
            store = SqliteStore(path)
            assert store._writer.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
            assert store.matches() == rows
            assert store.seats("m1") + store.seats("m2") == seats
            store.close()
        change(path, "UPDATE seats SET role = 'arbiter' WHERE match = 2")
        store = SqliteStore(path)
        assert store.seats("m1") == seats[:2]
        with pytest.raises(StoreDamaged, match="match 'm2', a seat or its role does not match its hash"):
            store.seats("m2")
        store.close()

    def test_a_log_from_before_clients_described_themselves(self, path: Path) -> None:
        filled(path, Course())
        seat = SeatTaken("m1", 0, "seat", b"t" * 32, "Ann", 1)
        store = SqliteStore(path)
        store.write([seat])
        store.close()
        change(path, *LATER, "PRAGMA user_version = 6")
        described = SeatTaken("m1", 1, "seat", b"u" * 32, "Bob", 2, b'{"name":"x"}')
        store = SqliteStore(path)
        store.write([described])
        assert store.seats("m1") == [seat, described]
        store.close()
        change(path, """UPDATE seats SET client = '{"name":"y"}' WHERE seat = 1""")
        store = SqliteStore(path)
        with pytest.raises(StoreDamaged, match="a seat or its role does not match its hash"):
            store.seats("m1")
        store.close()

    def test_a_log_from_before_requests_had_ids(self, path: Path) -> None:
        filled(path, Course())
        store = SqliteStore(path)
        before = store.audit("m1")
        store.close()
        change(path, *LATER[1:], "PRAGMA user_version = 7")
        store = SqliteStore(path)
        assert store.audit("m1") == before
        repeatable = msgspec.structs.replace(noted("m1", len(before) + 1, "a"), request="seat/0 id digest")
        store.write([repeatable])
        assert store.audit("m1") == [*before, repeatable]
        store.close()

    @pytest.mark.parametrize("version", [2, 3, 4])
    def test_a_log_from_before_there_were_orders_audit_entries_or_entropy(
        self, path: Path, version: int
    ) -> None:
        course = Course()
        filled(path, course)
        order = OrdersGiven("m1", 0, 2, 1, b"[]")
        entropy = EntropyGiven("m1", 0, 1, b"c" * 32)
        store = SqliteStore(path)
        store.write([order])
        store.close()
        audited = 39 if version == 4 else 0
        without_hashes(path)
        change(path, *[f"DROP TABLE {table}" for table in ("orders", "audit", "entropy")[version - 2 :]])
        change(path, f"PRAGMA user_version = {version}")
        given = [order] * (version > 2)
        for round_ in range(3):
            store = SqliteStore(path)
            assert store._writer.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
            assert store.entries("m1") == course.entries
            assert store.orders("m1") == given + [order] * round_
            assert store.entropy("m1") == [entropy] * round_
            assert len(store.audit("m1")) == audited + round_
            store.write([order, entropy, noted("m1", audited + round_ + 1, "a")])
            store.close()

    @pytest.mark.parametrize("version", [1, 0, -3])
    def test_a_log_of_a_version_too_old(self, path: Path, version: int) -> None:
        filled(path, Course())
        change(path, f"PRAGMA user_version = {version}")
        with pytest.raises(StoreDamaged, match="written by another version of the referee"):
            SqliteStore(path)

    def test_a_folder_where_the_file_should_be(self, path: Path) -> None:
        path.mkdir(parents=True)
        with pytest.raises(StoreFailed, match="cannot use"):
            SqliteStore(path)

    def test_a_file_where_the_folder_should_be(self, path: Path) -> None:
        path.parent.write_text("")
        with pytest.raises(StoreFailed, match=r"cannot use .*: File exists"):
            SqliteStore(path)

    def test_a_refused_file_is_let_go_of(self, path: Path) -> None:
        path.parent.mkdir()
        path.write_bytes(b"not a database" * 100)
        for _ in range(2):
            with pytest.raises(StoreDamaged):
                SqliteStore(path)
        path.unlink()
        SqliteStore(path).close()

    def test_an_empty_file_is_a_new_log(self, path: Path) -> None:
        path.parent.mkdir()
        path.touch()
        store = SqliteStore(path)
        assert store._writer.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        store.close()


def read_everything(path: Path) -> None:
    """Open a file and read everything."""
    store = SqliteStore(path)
    try:
        for row in store.matches():
            store.entries(row.match)
            store.seats(row.match)
            store.rejections(row.match)
            store.orders(row.match)
            store.entropy(row.match)
            store.audit(row.match)
    finally:
        store.close()


class TestDamagedFiles:
    @pytest.mark.parametrize("tenths", range(1, 10))
    def test_a_truncated_file(self, path: Path, tenths: int) -> None:
        filled(path, Course("m1"), Course("m2"))
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) * tenths // 10])
        with pytest.raises(StoreDamaged, match="restore it from a backup"):
            read_everything(path)

    def test_an_overwritten_page_is_never_taken_for_data(self, path: Path) -> None:
        """Every page in turn: either a reader notices, or the page held no written data."""
        courses = [Course("m1"), Course("m2")]
        filled(path, *courses)
        whole = path.read_bytes()
        noticed = 0
        for start in range(0, len(whole), 4096):
            path.write_bytes(whole[:start] + b"\xa5" * 4096 + whole[start + 4096 :])
            try:
                read_everything(path)
            except StoreDamaged:
                noticed += 1
                continue
            store = SqliteStore(path)
            for course in courses:
                assert store.entries(course.opened.match) == course.entries
            store.close()
        assert noticed >= len(whole) // 4096 - 7, (
            "only empty pages or indexes that are not used may go unnoticed"
        )


class Damage(NamedTuple):
    """What is done to the file, and what must be reported."""

    statements: tuple[str, ...]
    entry: int
    what: str


COPY = "SELECT 1000, match, seq, previous, seat, key, at, body, hash FROM entries"
DAMAGES = {
    "body": Damage(("UPDATE entries SET body = replace(body, 'x', 'y') WHERE seq = 17",), 17, "hash"),
    "hash": Damage(("UPDATE entries SET hash = zeroblob(32) WHERE seq = 17",), 17, "hash"),
    "kind of body": Damage(("UPDATE entries SET body = 5 WHERE seq = 17",), 17, "hash"),
    "charter": Damage(("UPDATE entries SET body = '{}' WHERE seq = 0",), 0, "hash"),
    "deletion": Damage(("DELETE FROM entries WHERE seq = 17",), 17, "sequence"),
    "deletion, renumbered": Damage(
        ("DELETE FROM entries WHERE seq = 17", "UPDATE entries SET seq = seq - 1 WHERE seq > 17"), 17, "hash"
    ),
    "deletion, linked anew": Damage(
        ("DELETE FROM entries WHERE seq = 17", "UPDATE entries SET previous = 17 WHERE seq = 18"),
        17,
        "sequence",
    ),
    "swap": Damage(("UPDATE entries SET seq = 35 - seq WHERE seq IN (17, 18)",), 17, "sequence"),
    "repetition": Damage(
        (f"INSERT INTO entries {COPY} WHERE seq = 17", "UPDATE entries SET previous = 1000 WHERE seq = 18"),
        18,
        "previous row",
    ),
    "number": Damage(("UPDATE entries SET seq = 4 WHERE seq = 17",), 17, "sequence"),
    "moved to another match": Damage(("UPDATE entries SET match = 7 WHERE seq = 17",), 17, "sequence"),
    "previous row": Damage(("UPDATE entries SET previous = 3 WHERE seq = 17",), 17, "previous row"),
    "row after it": Damage(("UPDATE entries SET previous = 30 WHERE seq = 17",), 17, "previous row"),
    "truncation": Damage(("DELETE FROM entries WHERE seq > 17",), 18, "sequence"),
    "no entry left": Damage(("DELETE FROM entries",), 0, "sequence"),
    "no head": Damage(("DELETE FROM heads",), 40, "sequence"),
}


@pytest.mark.parametrize("after", [-1, 3, 16, 38])
@pytest.mark.parametrize("what", DAMAGES)
def test_damage_is_named_to_the_entry(path: Path, what: str, after: int) -> None:
    filled(path, Course())
    statements, entry, kind = DAMAGES[what]
    change(path, *statements)
    store = SqliteStore(path)
    try:
        if after < entry:
            with pytest.raises(StoreDamaged, match=rf"damaged: match 'm1', entry {entry}: {kind} should be"):
                store.entries("m1", after)
        assert store.matches(), "the other matches are still there"
    finally:
        store.close()


AUDIT_DAMAGES = {
    "note": ("UPDATE audit SET note = replace(note, 'x', 'y') WHERE seq = 17", 17, "hash"),
    "hash": ("UPDATE audit SET hash = zeroblob(32) WHERE seq = 17", 17, "hash"),
    "deletion": ("DELETE FROM audit WHERE seq = 17", 17, "sequence"),
    "number": ("UPDATE audit SET seq = 4 WHERE seq = 17", 17, "sequence"),
    "moved to another match": ("UPDATE audit SET match = 7 WHERE seq = 17", 17, "sequence"),
    "repetition": ("INSERT INTO audit SELECT * FROM audit WHERE seq = 17", 40, "sequence"),
}


@pytest.mark.parametrize("what", AUDIT_DAMAGES)
def test_damage_beside_a_match_is_named_to_the_entry(path: Path, what: str) -> None:
    filled(path, Course())
    statement, entry, kind = AUDIT_DAMAGES[what]
    change(path, statement)
    store = SqliteStore(path)
    try:
        with pytest.raises(StoreDamaged, match=rf"match 'm1', audit entry {entry}: {kind} should be"):
            store.audit("m1")
        assert len(store.entries("m1")) == 40, "the match itself is intact"
    finally:
        store.close()


SEARCHES = {
    "precedents": (_PRECEDENTS, "precedents"),
    "newest matches": (_NEWEST.format(status="TRUE"), "newest"),
    "newest open matches": (_NEWEST.format(status="status = :status"), "newest_by_status"),
}


@pytest.mark.parametrize("what", SEARCHES)
def test_what_is_newest_is_found_without_a_walk_through_everything(path: Path, what: str) -> None:
    query, index = SEARCHES[what]
    values = dict.fromkeys(("rule", "game", "match", "status"), "a")
    numbers = dict.fromkeys(("approved", "at", "seq", "since", "until", "limit"), 1)
    store = SqliteStore(path)
    plan = store._reader.execute(f"EXPLAIN QUERY PLAN {query}", {**values, **numbers}).fetchall()
    assert f"INDEX {index} (" in plan[0][-1], plan
    store.close()


FLIPPED = {
    "matches": ("policy", "status", "closed_at", "note"),
    "seats": ("role", "seat", "token_hash", "name"),
}


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, columns in FLIPPED.items() for column in columns]
)
def test_every_bit_of_a_match_and_its_seats_is_under_a_hash(path: Path, table: str, column: str) -> None:
    store = SqliteStore(path)
    store.write([Course().opened, SeatTaken("m1", 0, "seat", bytes(range(32)), "Ann", 7)])
    store.write([MatchClosed("m1", 9, "ended", "why")])
    read = store.seats if table == "seats" else store.match
    forger = sqlite3.connect(path, isolation_level=None)
    (before,) = forger.execute(f"SELECT CAST({column} AS BLOB) FROM {table}").fetchone()
    is_number = column in ("seat", "closed_at")
    kind = "INTEGER" if is_number else "BLOB" if column == "token_hash" else "TEXT"
    number = int(before) if is_number else int.from_bytes(before, "big")
    size = 31 if is_number else 8 * len(before)
    assert read("m1")
    for bit in range(size):
        flipped = number ^ (1 << bit)
        value = flipped if is_number else flipped.to_bytes(len(before), "big")
        forger.execute(f"UPDATE {table} SET {column} = CAST(? AS {kind})", (value,))
        with pytest.raises(StoreDamaged, match="match 'm1'"):
            read("m1")
    forger.execute(f"UPDATE {table} SET {column} = CAST(? AS {kind})", (number if is_number else before,))
    assert read("m1")
    forger.close()
    store.close()
