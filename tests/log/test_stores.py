"""The contract of a store, whatever its implementation."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.log.chain import audit_hash
from referee.log.memory import MemoryStore
from referee.log.records import (
    NO_SEAT,
    AuditAppended,
    EntropyGiven,
    EntryAppended,
    IntentRejected,
    MatchClosed,
    MatchCount,
    MatchPlace,
    MatchRow,
    OrdersGiven,
    PrecedentPlace,
    Record,
    SeatTaken,
    WaitingMatch,
)
from referee.log.sqlite import SqliteStore
from referee.log.store import Store, StoreConflict, StoreDamaged
from tests.log.courses import STARTED, Course, noted

KINDS: dict[str, Callable[[Path], Store]] = {
    "memory": lambda _: MemoryStore(),
    "sqlite": lambda folder: SqliteStore(folder / "log.db"),
}


def ruled(match: str, seq: int, at: int, topics: str, *, is_approved: bool = False) -> AuditAppended:
    """Return a ruling that is kept as a precedent."""
    return msgspec.structs.replace(noted(match, seq, topics), at=at, is_approved=is_approved)


def place(record: AuditAppended) -> PrecedentPlace:
    return PrecedentPlace(record.at, record.match, record.seq)


@pytest.fixture(params=list(KINDS))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Yield an empty store of each kind."""
    opened = KINDS[request.param](tmp_path)
    yield opened
    opened.close()


def seat_of(match: str, seat: int = 0) -> SeatTaken:
    return SeatTaken(match, seat, "seat", bytes([seat]) * 32, "Ann", STARTED)


def refusal_of(match: str, key: str = "k") -> IntentRejected:
    return IntentRejected(match, 1, key, STARTED, b'{"buy":9}', b'{"refusal":"pearls_short"}')


def order_of(match: str, seat: int = 0, seq: int = 0) -> OrdersGiven:
    return OrdersGiven(match, seat, seq, STARTED, b'[{"questions":"parlour.*"}]')


def entropy_of(match: str, seat: int = 0, entropy: bytes = b"") -> EntropyGiven:
    return EntropyGiven(match, seat, STARTED, bytes([seat]) * 32, entropy)


class TestReading:
    def test_an_empty_store_holds_nothing(self, store: Store) -> None:
        assert store.matches() == []
        assert store.match("m1") is None
        assert store.entries("m1") == []
        assert store.entries("m1", after=3) == []
        assert store.seats("m1") == []
        assert store.rejections("m1") == []
        assert store.orders("m1") == []
        assert store.entropy("m1") == []
        assert store.audit("m1") == []
        assert store.precedents("council", 9, with_unapproved=True) == []
        assert store.newest_matches(9) == []
        assert store.waiting() == []

    def test_a_match_begins_with_its_charter(self, store: Store) -> None:
        course = Course("m1")
        opened = msgspec.structs.replace(course.opened, policy=b'{"minutes":5}')
        store.write([opened])
        row = MatchRow("m1", STARTED, "parlour", b'{"minutes":5}', "open", 0, "")
        assert store.match("m1") == row
        assert store.matches() == [row]
        assert store.entries("m1") == [EntryAppended("m1", 0, NO_SEAT, "", STARTED, opened.body, opened.hash)]

    def test_entries_come_back_as_they_were_put(self, store: Store) -> None:
        course = Course()
        store.write([course.opened])
        store.write(course.more(3))
        store.write(course.more(150, size=500))
        assert store.entries("m1") == course.entries

    @pytest.mark.parametrize("after", [-1, 0, 1, 8, 9, 10, 99])
    def test_entries_after_one(self, store: Store, after: int) -> None:
        course = Course()
        store.write([course.opened, *course.more(9)])
        assert store.entries("m1", after) == course.entries[after + 1 :]

    def test_matches_do_not_mix(self, store: Store) -> None:
        courses = [Course(f"m{number}") for number in range(5)]
        store.write([course.opened for course in courses])
        for _ in range(20):
            store.write([entry for course in courses for entry in course.more()])
        for course in courses:
            assert store.entries(course.opened.match) == course.entries

    def test_bodies_are_kept_to_the_byte(self, store: Store) -> None:
        course = Course()
        store.write([course.opened])
        odd = ['{"said":"Ω 🦑"}'.encode(), b'{"nul":"\x00"}', b"", b"\xff\xfe", b" {} \r\n"]
        store.write([course.say(body) for body in odd])
        assert store.entries("m1") == course.entries

    def test_seats_and_refusals_come_back_in_order(self, store: Store) -> None:
        seats = [
            seat_of("m1", 2),
            seat_of("m1", 0),
            SeatTaken("m1", NO_SEAT, "arbiter", b"t" * 32, "", STARTED),
        ]
        refusals = [refusal_of("m1", "k2"), refusal_of("m1", "k1"), refusal_of("m1", "k1")]
        store.write([Course("m1").opened, Course("m2").opened, seat_of("m2"), refusal_of("m2")])
        store.write(seats)
        store.write(refusals)
        assert store.seats("m1") == seats
        assert store.rejections("m1") == refusals
        assert store.seats("m2") == [seat_of("m2")]
        assert len(store.entries("m1")) == 1, "a refusal is not part of the chain"

    def test_orders_come_back_in_order(self, store: Store) -> None:
        given = [order_of("m1", 1, 0), order_of("m1", 0, 4), order_of("m1", 1, 9)]
        store.write([Course("m1").opened, Course("m2").opened, order_of("m2")])
        store.write(given)
        assert store.orders("m1") == given
        assert store.orders("m2") == [order_of("m2")]
        assert len(store.entries("m1")) == 1, "an order is not part of the chain"

    def test_entropy_comes_back_in_order_and_to_the_byte(self, store: Store) -> None:
        """F1: what a seat committed to and revealed determines the draws, so not one bit of it may change."""
        given = [entropy_of("m1", 1), entropy_of("m1", 0), entropy_of("m1", 1, b"\x00\xff\n" * 10 + b"ab")]
        store.write([Course("m1").opened, Course("m2").opened, entropy_of("m2")])
        store.write(given)
        assert store.entropy("m1") == given
        assert store.entropy("m2") == [entropy_of("m2")]
        assert len(store.entries("m1")) == 1, "entropy is not part of the chain before the match begins"

    def test_what_is_written_beside_a_match_comes_back_in_order(self, store: Store) -> None:
        course = Course("m1")
        store.write([course.opened, Course("m2").opened, noted("m2", 1)])
        store.write([noted("m1", 1), noted("m1", 2, "council explore.offer")])
        store.write([*course.more(), noted("m1", 3), noted("m2", 2)])
        assert store.audit("m1") == [noted("m1", 1), noted("m1", 2, "council explore.offer"), noted("m1", 3)]
        assert store.audit("m2") == [noted("m2", 1), noted("m2", 2)]
        assert store.entries("m1") == course.entries, "an audit entry is not part of the chain"

    def test_notes_are_kept_to_the_byte(self, store: Store) -> None:
        note = "— name Ω\r\n\n".encode()
        kept = AuditAppended("m1", 1, STARTED, note, audit_hash(note), "", "seat/0 id digest")
        store.write([Course().opened, kept])
        assert store.audit("m1") == [kept]

    def test_precedents_are_found_by_rule_the_newest_first(self, store: Store) -> None:
        one, two, three = (
            ruled("m2", 1, STARTED + 1, "council explore.offer", is_approved=True),
            ruled("m1", 1, STARTED + 2, "explore.offer"),
            ruled("m2", 3, STARTED + 3, "council.support explore.offers council"),
        )
        store.write([Course("m1").opened, Course("m2").opened, one])
        store.write([two])
        store.write([noted("m2", 2), three])
        assert store.audit("m2") == [one, noted("m2", 2), three]
        found = partial(store.precedents, with_unapproved=True)
        assert found("council", 9) == [], "both matches go on"
        store.write([MatchClosed(match, 1, "ended") for match in ("m1", "m2")])
        assert found("council", 9) == [place(three), place(one)]
        assert found("explore.offer", 9) == [place(two), place(one)]
        for unknown in ("council.", "counci", "", " ", "%", "explore_offer", "council explore.offer"):
            assert found(unknown, 9) == [], unknown

    def test_precedents_are_those_of_approved_officials_unless_all_are_wanted(self, store: Store) -> None:
        kept = [ruled("m1", seq, STARTED + seq, "council", is_approved=seq % 2 == 0) for seq in range(1, 6)]
        store.write([Course("m1").opened, *kept, MatchClosed("m1", 1, "superseded")])
        assert [each.seq for each in store.precedents("council", 9)] == [4, 2]
        assert [each.seq for each in store.precedents("council", 9, with_unapproved=True)] == [5, 4, 3, 2, 1]

    def test_precedents_come_in_pages_that_new_ones_do_not_move(self, store: Store) -> None:
        """Those of one millisecond are told apart by their match and number."""
        courses = [Course(name) for name in ("a", "b", "c")]
        kept = [ruled(name, seq, STARTED + seq // 2, "council") for name in "abc" for seq in (1, 2, 3)]
        closed = [MatchClosed(name, 1, "ended") for name in "abc"]
        store.write([*[course.opened for course in courses], *kept, *closed])
        everything = store.precedents("council", 99, with_unapproved=True)
        assert everything == sorted([place(each) for each in kept], reverse=True)
        pages, before = [], None
        for number in range(5):
            page = store.precedents("council", 2, before=before, with_unapproved=True)
            before = page[-1]
            pages += page
            store.write([ruled("a", 4 + number, STARTED + 50 + number, "council")])
        assert pages == everything
        assert store.precedents("council", 2, before=before, with_unapproved=True) == []

    def test_precedents_of_one_game(self, store: Store) -> None:
        other = msgspec.structs.replace(Course("b").opened, game="other")
        kept = [ruled(name, 1, STARTED, "council") for name in "ab"]
        store.write([Course("a").opened, other, *kept, *[MatchClosed(name, 1, "ended") for name in "ab"]])
        for game, names in (("other", ["b"]), ("parlour", ["a"]), ("", ["b", "a"]), ("oth", [])):
            found = store.precedents("council", 9, game=game, with_unapproved=True)
            assert [each.match for each in found] == names

    def test_newest_matches_come_in_pages(self, store: Store) -> None:
        """Those of one millisecond are told apart by their id."""
        opened = [
            msgspec.structs.replace(Course(name).opened, at=STARTED + at, game=game)
            for name, at, game in (("z", 1, "a"), ("b", 2, "b"), ("c", 2, "a"), ("a", 3, "a"), ("y", 0, "b"))
        ]
        store.write([*opened, MatchClosed("c", 9, "ended")])

        def names(limit: int = 9, **wanted: Any) -> list[str]:
            return [row.match for row in store.newest_matches(limit, **wanted)]

        assert names() == ["a", "c", "b", "z", "y"]
        assert names(2) == ["a", "c"]
        assert names(2, before=MatchPlace(STARTED + 2, "c")) == ["b", "z"]
        assert names(before=MatchPlace(STARTED + 2, "b")) == ["z", "y"]
        assert names(status="open") == ["a", "b", "z", "y"]
        assert names(status="ended", before=MatchPlace(STARTED + 2, "c")) == []
        assert names(game="b") == ["b", "y"]
        assert names(opened=range(STARTED + 1, STARTED + 3)) == ["c", "b", "z"]
        assert store.newest_matches(9, status="ended") == store.matches("ended")

    def test_a_note_that_does_not_fit_its_hash_is_not_handed_out(self, store: Store) -> None:
        wrong = msgspec.structs.replace(noted("m1", 2), hash=noted("m1", 1).hash)
        store.write([Course().opened, noted("m1", 1), wrong])
        with pytest.raises(StoreDamaged, match="'m1', audit entry 2: hash should be"):
            store.audit("m1")

    def test_matches_are_listed_by_status_in_the_order_they_were_opened(self, store: Store) -> None:
        for name in ("z", "a", "m"):
            store.write([Course(name).opened])
        store.write([MatchClosed("z", 7, "ended"), MatchClosed("m", 8, "faulted", "self-check at entry 4")])
        assert [row.match for row in store.matches()] == ["z", "a", "m"]
        assert [row.match for row in store.matches("open")] == ["a"]
        assert [(row.match, row.closed_at) for row in store.matches("ended")] == [("z", 7)]
        assert [(row.match, row.note) for row in store.matches("faulted")] == [("m", "self-check at entry 4")]

    def test_tokens_of_officials_and_cancelled_matches_are_kept(self, store: Store) -> None:
        """A token that replaces another follows it; one that was revoked has an empty hash."""
        tokens = [
            SeatTaken("m1", NO_SEAT, "organiser", b"o" * 32, "", 1),
            SeatTaken("m1", 1, "judge", b"j" * 32, "Grace", 2),
            SeatTaken("m1", 2, "head_judge", b"h" * 32, "Ada", 3),
            SeatTaken("m1", 1, "judge", b"", "Grace", 4),
            SeatTaken("m1", 0, "seat", b"s" * 32, "Ann", 5, b'{"name":"bot","language":"Rust"}'),
        ]
        store.write([Course().opened, *tokens])
        store.write([MatchClosed("m1", 9, "cancelled", "rain")])
        assert store.seats("m1") == tokens
        assert [(row.match, row.note) for row in store.matches("cancelled")] == [("m1", "rain")]

    def test_matches_that_wait_are_open_and_have_begun_or_await_entropy(self, store: Store) -> None:
        courses = {name: Course(name) for name in ("z", "new", "ended", "entropy", "a")}
        store.write([msgspec.structs.replace(courses["z"].opened, policy=b'{"n":1}')])
        store.write([course.opened for name, course in courses.items() if name != "z"])
        store.write([entropy_of("entropy", 0), entropy_of("entropy", 1), MatchClosed("ended", 7, "ended")])
        for name in ("z", "ended", "a"):
            store.write(courses[name].more(2))
        store.write([entropy_of("a")])
        store.write([noted("a", 1)])
        assert store.waiting() == [
            WaitingMatch("z", b'{"n":1}', True),
            WaitingMatch("entropy", b"{}", False),
            WaitingMatch("a", b"{}", True, has_audit=True),
        ]
        game = courses["a"].opened.game
        assert store.tally() == [
            MatchCount(game, "ended", False, 1),
            MatchCount(game, "open", False, 2),
            MatchCount(game, "open", True, 2),
        ]

    def test_a_wrong_hash_is_not_handed_out(self, store: Store) -> None:
        course = Course()
        good, wrong = course.more(2)
        store.write([course.opened, good, msgspec.structs.replace(wrong, hash=good.hash)])
        with pytest.raises(StoreDamaged, match="'m1', entry 2: hash should be"):
            store.entries("m1")
        with pytest.raises(StoreDamaged, match="'m1', entry 2: hash should be"):
            store.entries("m1", after=1)


class TestRows:
    """Matches and seats are in no chain, but a changed one is noticed all the same."""

    def test_a_changed_match_is_not_handed_out(self, store: Store) -> None:
        store.write([Course("m1").opened, Course("m2").opened])
        for column, value in (("status", "ended"), ("status", "opem"), ("policy", b"{ }"), ("note", "x")):
            with changed(store, "matches", column, value):
                with pytest.raises(StoreDamaged, match="match 'm1', its status or settings do not match"):
                    store.match("m1")
                with pytest.raises(StoreDamaged, match="match 'm1'"):
                    store.matches()
                assert store.match("m2") is not None, "the other matches are still there"
        assert store.match("m1") is not None

    def test_a_changed_seat_is_not_handed_out(self, store: Store) -> None:
        store.write([Course("m1").opened, Course("m2").opened, seat_of("m1"), seat_of("m2")])
        for column, value in (("role", "arbiter"), ("role", "scat"), ("seat", 1), ("token_hash", b"t" * 32)):
            with changed(store, "seats", column, value):
                with pytest.raises(StoreDamaged, match="match 'm1', a seat or its role does not match"):
                    store.seats("m1")
                assert store.seats("m2") == [seat_of("m2")], "the other matches are still there"
        assert store.seats("m1") == [seat_of("m1")]

    def test_closing_a_damaged_match_does_not_hide_the_damage(self, store: Store) -> None:
        store.write([Course().opened])
        with changed(store, "matches", "policy", b"{ }"):
            store.write([MatchClosed("m1", 9, "ended")])
            with pytest.raises(StoreDamaged, match="match 'm1'"):
                store.match("m1")

    @pytest.mark.parametrize(
        "unknown",
        [{"role": "umpire"}, {"role": ""}, {"seat": NO_SEAT}, {"role": "arbiter", "seat": 0}],
        ids=str,
    )
    def test_a_role_that_is_unknown_is_not_handed_out(self, store: Store, unknown: dict[str, Any]) -> None:
        """The hash fits: another version of the referee wrote it."""
        store.write([Course().opened, msgspec.structs.replace(seat_of("m1"), **unknown)])
        with pytest.raises(StoreDamaged, match="match 'm1', the role of a seat is unknown"):
            store.seats("m1")

    def test_a_status_that_is_unknown_is_not_handed_out(self, store: Store) -> None:
        unknown: Any = "paused"
        store.write([Course().opened, MatchClosed("m1", 9, unknown)])
        with pytest.raises(StoreDamaged, match="match 'm1', its status is unknown"):
            store.match("m1")


@contextmanager
def changed(store: Store, table: str, column: str, value: Any) -> Iterator[None]:
    """Change a column of match m1 or of its seat behind the back of a store, and change it back at the end."""
    if isinstance(store, MemoryStore):
        before = store._matches["m1"] if table == "matches" else store._seats["m1"][0]
        if table == "matches":
            store._matches["m1"] = msgspec.structs.replace(store._matches["m1"], **{column: value})
        else:
            taken, hash_ = store._seats["m1"][0]
            store._seats["m1"][0] = (msgspec.structs.replace(taken, **{column: value}), hash_)
        yield
        if isinstance(before, MatchRow):
            store._matches["m1"] = before
        else:
            store._seats["m1"][0] = before
        return
    assert isinstance(store, SqliteStore)
    update = f"UPDATE {table} SET {column} = ? WHERE rowid = 1"
    with closing(sqlite3.connect(store._path, isolation_level=None)) as forger:
        (before,) = forger.execute(f"SELECT {column} FROM {table} WHERE rowid = 1").fetchone()
        forger.execute(update, (value,))
        yield
        forger.execute(update, (before,))


class TestWriting:
    def test_a_verdict_may_follow_the_end(self, store: Store) -> None:
        store.write([Course().opened, noted("m1", 1), MatchClosed("m1", 9, "superseded"), noted("m1", 2)])
        store.write([noted("m1", 3)])
        assert store.audit("m1") == [noted("m1", 1), noted("m1", 2), noted("m1", 3)]
        assert [row.match for row in store.matches("superseded")] == ["m1"]

    def test_everything_of_a_match_in_one_write(self, store: Store) -> None:
        course = Course()
        store.write(
            [course.opened, seat_of("m1"), *course.more(3), refusal_of("m1"), MatchClosed("m1", 9, "ended")]
        )
        assert store.entries("m1") == course.entries
        assert store.seats("m1") == [seat_of("m1")]
        assert store.rejections("m1") == [refusal_of("m1")]
        row = store.match("m1")
        assert row is not None
        assert (row.status, row.closed_at) == ("ended", 9)

    def test_writing_nothing_is_allowed(self, store: Store) -> None:
        store.write([])
        assert store.matches() == []

    def test_a_ruling_may_follow_the_end(self, store: Store) -> None:
        course = Course()
        store.write([course.opened, MatchClosed("m1", 9, "faulted", "why")])
        store.write(course.more())
        store.write([MatchClosed("m1", 11, "ended"), *course.more()])
        assert store.entries("m1") == course.entries
        row = store.match("m1")
        assert row is not None
        assert (row.status, row.closed_at, row.note) == ("ended", 11, "")

    def test_of_two_ends_in_one_write_the_last_counts(self, store: Store) -> None:
        course = Course()
        store.write([course.opened, MatchClosed("m1", 8, "faulted"), MatchClosed("m1", 9, "ended")])
        store.write(course.more())
        row = store.match("m1")
        assert row is not None
        assert (row.status, row.closed_at) == ("ended", 9)
        assert store.entries("m1") == course.entries

    def misfits(self) -> dict[str, tuple[list[Record], str]]:
        course = Course()
        one, two, _ = course.more(3)
        return {
            "a gap": ([two], "expects entry 1, not 2"),
            "a gap inside": ([one, course.entries[3]], "expects entry 2, not 3"),
            "a repetition": ([one, one], "expects entry 2, not 1"),
            "a second charter": ([course.entries[0]], "expects entry 1, not 0"),
            "a second opening": ([course.opened], "'m1' is already open"),
            "two openings at once": ([Course("m2").opened, Course("m2").opened], "'m2' is already open"),
            "an entry of no match": ([msgspec.structs.replace(one, match="m9")], "there is no match 'm9'"),
            "a seat of no match": ([seat_of("m9")], "there is no match 'm9'"),
            "a refusal of no match": ([refusal_of("m9")], "there is no match 'm9'"),
            "an order in no match": ([order_of("m9")], "there is no match 'm9'"),
            "an audit entry of no match": ([noted("m9", 1)], "there is no match 'm9'"),
            "a gap beside the match": ([noted("m1", 3)], "expects audit entry 2, not 3"),
            "a gap inside, beside it": ([noted("m1", 2), noted("m1", 4)], "expects audit entry 3, not 4"),
            "an audit entry twice": ([noted("m1", 1)], "expects audit entry 2, not 1"),
            "an audit entry 0": ([noted("other", 0)], "expects audit entry 2, not 0"),
            "entropy of no match": ([entropy_of("m9")], "there is no match 'm9'"),
            "an end of no match": ([MatchClosed("m9", 1, "ended")], "there is no match 'm9'"),
        }

    def test_a_misfit_is_refused_and_nothing_of_the_write_is_kept(self, store: Store) -> None:
        course = Course()
        store.write([course.opened, noted("m1", 1)])
        before = course.entries[:]
        other = Course("other")
        beside: list[Record] = [seat_of("m1"), refusal_of("m1"), order_of("m1"), entropy_of("m1")]
        beside.append(noted("other", 1, "a"))
        for what, (records, message) in self.misfits().items():
            with pytest.raises(StoreConflict, match=message):
                store.write([other.opened, *beside, *records])
            assert store.matches("open") == store.matches(), what
            assert [row.match for row in store.matches()] == ["m1"], what
            assert store.entries("m1") == before, what
            assert store.seats("m1") == [], what
            assert store.rejections("m1") == [], what
            assert store.orders("m1") == [], what
            assert store.entropy("m1") == [], what
            assert store.audit("m1") == [noted("m1", 1)], what
            assert store.precedents("a", 9, with_unapproved=True) == [], what
        store.write([other.opened, *course.more(2)])
        assert store.entries("m1") == course.entries

    def test_reads_from_another_thread_see_what_was_written(self, store: Store) -> None:
        course = Course()
        store.write([course.opened])
        written, wrong = 0, []

        def read() -> None:
            while written < 100:
                least = written
                found = len(store.entries("m1")) - 1
                if found < least:
                    wrong.append((least, found))

        reader = threading.Thread(target=read)
        reader.start()
        for _ in range(100):
            store.write(course.more())
            written += 1
        reader.join()
        assert wrong == []

    def test_a_match_that_is_being_opened_is_there_whole_or_not_at_all(self, store: Store) -> None:
        opened, wrong = threading.Event(), []

        def read() -> None:
            while not opened.is_set():
                for number in range(50):
                    found = len(store.entries(f"m{number}"))
                    if found not in (0, 2):
                        wrong.append((number, found))

        reader = threading.Thread(target=read)
        reader.start()
        for number in range(50):
            course = Course(f"m{number}")
            store.write([course.opened, *course.more()])
        opened.set()
        reader.join()
        assert wrong == []

    @pytest.mark.parametrize("kind", KINDS)
    def test_closing_twice_does_no_harm(self, kind: str, tmp_path: Path) -> None:
        """What a store on disk holds is there after the second close, and another process can open the file."""
        store, course = KINDS[kind](tmp_path), Course()
        store.write([course.opened, *course.more()])
        store.close()
        store.close()
        with closing(KINDS[kind](tmp_path)) as again:
            assert again.entries("m1") == ([] if kind == "memory" else course.entries)
            later = Course("m2")
            again.write([later.opened])
            assert again.entries("m2") == later.entries
