"""Whole events with local bots: formats, failures of bots, resuming, officials."""

from __future__ import annotations

import multiprocessing
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from referee.arena.event_entries import (
    AttemptFailed,
    EntrantWithdrawn,
    EventFinished,
    EventPaused,
    EventResumed,
    ResultCorrected,
    ResultRecorded,
)
from referee.arena.event_file import EventFileError
from referee.arena.event_luck import commitment_to_secret, deal_seed
from referee.arena.event_record import EVENT, EventChanged, read_event
from referee.arena.local_arena import LocalArena
from referee.arena.official_steps import (
    OfficialStepRefused,
    check_step,
    corrected_seats,
    leave_request,
    take_official_step,
    take_requests,
)
from referee.arena.ratings import Ratings
from referee.arena.standings import records_of, standings_of
from referee.local import program_limits
from referee.local.local_errors import LocalError
from referee.local.program_bot import ProgramBot
from referee.local.program_limits import ProgramFailed, ProgramLimits
from referee.log.sqlite_reader import SqliteReader
from referee.log.store import StoreBusy, StoreDamaged
from referee.match.charters import settle
from referee.match.entries import decode_charter
from referee_api.abyss.v1.abyss_pb2 import View
from referee_api.v1 import referee_pb2 as api
from tests.arena.events import event_text, opened, places, played_event

BROKEN_BOTS = '''
import os
import time
from referee_client import Bot

class Exits(Bot):
    wants_view = False
    def decide(self, view, question):
        os._exit(3)

class Hogs(Bot):
    wants_view = False
    def decide(self, view, question):
        self.kept = bytearray(1 << 40)

class Cannot(Bot):
    def __init__(self, seed):
        raise ValueError("no book of openings")

class Talks(Bot):
    """Floods the table with statements."""
    wants_view = False
    def decide(self, view, question):
        for number in range(1000):
            self.say("spam")
        return question.default_picks

class Deaf(Bot):
    """Waits where no signal of Python is noticed, and leaves a child behind."""
    wants_view = False
    def decide(self, view, question):
        os.system("sleep 61")

class Writes(Bot):
    wants_view = False
    def decide(self, view, question):
        print("thinking about", question.number)
        return question.default_picks

class Raises(Bot):
    """Fails at its third question."""
    wants_view = False
    asked = 0
    def decide(self, view, question):
        self.asked += 1
        if self.asked == 3:
            raise RuntimeError("out of ideas")
        return question.default_picks

class Sleeps(Bot):
    wants_view = False
    def decide(self, view, question):
        time.sleep(60)

class Illegal(Bot):
    """Answers what is not offered, again and again."""
    wants_view = False
    def decide(self, view, question):
        return 999
    def refused(self, question, refused):
        return 999

class Nothing(Bot):
    wants_view = False
    def decide(self, view, question):
        return None

class BadOrders(Bot):
    wants_view = False
    def seated(self, match, seat):
        self.orders = ("no such order",)
    def decide(self, view, question):
        return question.default_picks
'''


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN_BOTS)
    return file


def test_a_class_knows_nothing_of_the_referee_and_its_output_is_kept(broken: Path, tmp_path: Path) -> None:
    text = event_text(f"{broken}:Writes", "random", more="duplicate = false\n")
    played_event(tmp_path / "event", text)
    log = tmp_path / "event" / "E0.log"
    assert log.read_text().startswith("thinking about 1\n")
    assert log.stat().st_mode & 0o077 == 0


def test_output_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full file is kept as the one before; what goes beyond the limit is an error of the program."""
    monkeypatch.setattr(program_limits, "MAX_OUTPUT_BYTES", 1024)
    log = tmp_path / "E0.log"
    log.write_bytes(b"x" * 600)
    limits = ProgramLimits(10.0, log=log)
    bot = ProgramBot(["sh", "-c", "yes >&2"], "", limits)
    with pytest.raises(ProgramFailed):
        bot.decide(View(), api.Question())
    bot.close()
    assert (tmp_path / "E0.log.1").stat().st_size == 600
    assert 0 < log.stat().st_size <= 1024


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    marker = "4321.125"
    bot = ProgramBot(["sh", "-c", f"sleep {marker} & cat"], "", ProgramLimits(10.0, log=tmp_path / "E0.log"))
    bot.close()
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"sleep {marker}" not in running


def test_a_lost_worker_costs_an_attempt_and_nothing_else(tmp_path: Path) -> None:
    """Kill both workers of an event while it is played: the same deals are played again, and it is listed."""
    text = event_text(*["sensible"] * 4, more="rounds = 3\n")
    expected = played_event(tmp_path / "whole", text)
    killed: list[int] = []

    def kill_workers() -> None:
        workers = multiprocessing.active_children()
        if log.state.done == 1 and not killed:
            for worker in workers:
                worker.kill()
                killed.append(worker.pid or 0)

    folder = tmp_path / "killed"
    folder.mkdir()
    log = opened(folder, text)
    LocalArena(log, folder, 2, on_entries=kill_workers).run()
    log.close()
    failed = [entry for entry in log.entries if isinstance(entry, AttemptFailed)]
    assert len(killed) == 2
    assert 1 <= len(failed) <= 2
    assert {entry.reason for entry in failed} == {"its worker process has ended"}
    assert places(log) == places(expected)


FORMATS = {
    "league": ('format = "league"\nrounds = 3\n', 4),
    "pods": ('format = "pods"\nrounds = 3\n', 4),
    "gauntlet": ('format = "gauntlet"\nhero = "E1"\nrounds = 1\n', 4),
    "knockout": ('format = "knockout"\n', 4),
    "ladder": ('format = "ladder"\nrounds = 2\n', 4),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_end(name: str, tmp_path: Path) -> None:
    more, entrants = FORMATS[name]
    log = played_event(tmp_path, event_text(*["random"] * entrants, more=more))
    assert isinstance(log.entries[-1], EventFinished)
    assert log.state.unplayed() == []
    assert sum([record.played for record in records_of(log.state)]) == 2 * len(log.state.matches)
    rows = standings_of(log.state, Ratings({}, {}, {}, {}), log.luck)
    assert [row.rank for row in rows] == list(range(1, entrants + 1))


def test_a_knockout_ends_with_a_final_and_its_winner_leads(tmp_path: Path) -> None:
    log = played_event(tmp_path, event_text(*["random"] * 5, more='format = "knockout"\n'))
    *_, final = log.state.rounds.values()
    assert len(final) == 1
    rows = standings_of(log.state, Ratings({}, {}, {}, {}), log.luck)
    assert {row.record.entrant for row in rows[:2]} == set(final[0].entrants)


def test_a_duel_stops_when_it_is_decided(tmp_path: Path) -> None:
    more = 'format = "duel"\n'
    text = event_text("sensible", "random", more=more, tables="\n[duel]\nelo1 = 200\nmost_blocks = 40\n")
    log = played_event(tmp_path, text)
    finished = log.entries[-1]
    assert isinstance(finished, EventFinished)
    assert finished.reason == "the test has ended: A is stronger"
    assert log.state.last_round < 40


def test_a_block_is_one_deal_in_all_seatings(tmp_path: Path) -> None:
    log = played_event(tmp_path, event_text("random", "random", "random", seats=3))
    states = list(log.state.matches.values())
    assert {seat: {each.match.seating[seat] for each in states} for seat in range(3)} == {
        seat: {0, 1, 2} for seat in range(3)
    }
    store = SqliteReader(tmp_path / "referee.db")
    seeds = set()
    for each in states:
        assert each.recorded is not None
        charter = decode_charter(store.entries(each.recorded.record)[0].body)
        settle(charter)
        seeds.add(charter.seed)
    store.close()
    assert seeds == {deal_seed(log.seed, "1.1.1").hex()}


def test_the_luck_was_committed_to_and_is_revealed_at_the_end(tmp_path: Path) -> None:
    log = played_event(tmp_path, event_text("random", "random"))
    finished = log.entries[-1]
    assert isinstance(finished, EventFinished)
    assert commitment_to_secret(bytes.fromhex(finished.secret)).hex() == log.state.commitment
    assert all([finished.secret not in str(entry) for entry in log.entries[:-1]])


def test_matches_are_stored_with_their_results_and_verify(tmp_path: Path) -> None:
    log = played_event(tmp_path, event_text("random", "random"))
    store = SqliteReader(tmp_path / "referee.db")
    for each in log.state.matches.values():
        recorded = each.recorded
        assert recorded is not None
        row = store.match(recorded.record)
        assert row is not None
        assert row.status == "ended"
        assert store.entries(recorded.record)[-1].hash.hex() == recorded.head
        assert [seat.name for seat in store.seats(recorded.record)] == [f"E{e}" for e in each.match.seating]
    store.close()


def test_two_workers_give_the_same_results_as_one(tmp_path: Path) -> None:
    text = event_text(*["random"] * 4, more="rounds = 2\n")
    one = played_event(tmp_path / "one", text)
    two = played_event(tmp_path / "two", text, workers=2)
    assert places(one) == places(two)
    assert one.entries == two.entries
    assert one.head == two.head


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        ("Raises", "crash", "RuntimeError: out of ideas"),
        ("Sleeps", "time", "no answer within 2 seconds"),
        ("Illegal", "crash", "3 answers to a question were refused"),
        ("Nothing", "crash", "TypeError: the bot decided None"),
        ("BadOrders", "crash", ""),
        ("Exits", "crash", "it ended with exit code 3"),
        ("Hogs", "crash", "MemoryError"),
        ("Cannot", "crash", "ValueError: no book of openings"),
        ("Talks", "crash", "1000 statements at once; 100 are allowed"),
        ("Deaf", "time", "no answer within 2 seconds"),
    ],
)
@pytest.mark.parametrize("policy", ["defaults", "forfeit"])
def test_a_bot_that_fails_harms_nobody_else(
    bot: str, kind: str, words: str, policy: str, broken: Path, tmp_path: Path
) -> None:
    # On a busy machine an honest bot may need a second, too.
    seconds = 2.0 if bot in ("Sleeps", "Deaf") else 60.0
    more = f'on_crash = "{policy}"\nseconds_per_answer = {seconds}\nduplicate = false\n'
    log = played_event(tmp_path / "event", event_text(f"{broken}:{bot}", "random", more=more))
    (entry,) = [entry for entry in log.entries if isinstance(entry, ResultRecorded)]
    seat = log.state.matches[entry.match].match.seating.index(0)
    assert words in entry.faults[seat]
    assert entry.faults[1 - seat] == ""
    assert entry.result.seats[seat].kind == ("played" if policy == "defaults" else kind)
    assert entry.result.seats[1 - seat].kind == "played"
    assert log.state.faults(0) == 1


def test_an_event_stops_after_too_many_failures_and_goes_on_when_resumed(
    broken: Path, tmp_path: Path
) -> None:
    text = event_text(f"{broken}:Raises", "random", more='on_crash = "stop"\ncrashes = 2\ndeals = 2\n')
    log = opened(tmp_path, text)
    LocalArena(log, tmp_path, 1).run()
    assert log.state.paused is not None
    assert "E0 has failed 2 times: RuntimeError: out of ideas" in log.state.paused.reason
    take_official_step(log, EventResumed(by="organiser", reason="it is known to be broken"))
    for _ in range(3):
        LocalArena(log, tmp_path, 1).run()
        if log.state.paused is not None:
            take_official_step(log, EventResumed(by="organiser", reason="it is known to be broken"))
    assert log.state.finished is not None
    log.close()


@pytest.mark.parametrize("program", [["true"], ["sleep", "9"], ["sh", "-c", "echo nonsense; cat"]])
def test_programs_that_fail(program: list[str], tmp_path: Path) -> None:
    words = ", ".join([f'"{word}"' for word in program])
    more = 'on_crash = "forfeit"\nseconds_per_answer = 2.0\nduplicate = false\n'
    log = played_event(tmp_path / "event", event_text(f"[{words}]", "random", more=more))
    assert log.state.faults(0) == 1


def test_what_a_program_prints_is_kept(tmp_path: Path) -> None:
    text = event_text('["sh", "-c", "echo lost >&2; exit 3"]', "random", more="duplicate = false\n")
    played_event(tmp_path / "event", text)
    assert (tmp_path / "event" / "E0.log").read_text() == "lost\n"


def test_a_clock_needs_a_server(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random", more='clock = "fischer 5m+2s"\n'))
    with pytest.raises(LocalError, match="the event has a clock, which only a server keeps: give --server"):
        LocalArena(log, tmp_path, 1).run()
    assert log.state.matches == {}
    log.close()


def test_a_missing_bot_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", '["no-such-program"]'))
    with pytest.raises(LocalError, match="entrant E1: there is no program no-such-program"):
        LocalArena(log, tmp_path, 1).run()
    assert log.state.matches == {}
    log.close()


# --- resuming ---


def test_starting_twice_is_harmless(tmp_path: Path) -> None:
    text = event_text("random", "random")
    first = played_event(tmp_path, text)
    assert played_event(tmp_path, text).entries == first.entries


def test_a_second_arena_on_the_same_event_is_refused(tmp_path: Path) -> None:
    text = event_text("random", "random")
    log = opened(tmp_path, text)
    with pytest.raises(StoreBusy):
        opened(tmp_path, text)
    log.close()


def test_an_edited_file_is_refused(tmp_path: Path) -> None:
    text = event_text("random", "random")
    opened(tmp_path, text).close()
    with pytest.raises(EventChanged, match=r"cup.toml was changed after the event was opened"):
        opened(tmp_path, text.replace("seats = 2", "seats = 2\nrounds = 5"))
    with pytest.raises(EventFileError):
        opened(tmp_path, "name = 1")
    opened(tmp_path, text).close()


# --- officials ---


def test_a_withdrawn_entrant_is_not_paired_any_more(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text(*["random"] * 4, more='format = "pods"\nrounds = 2\n'))

    def withdraw() -> None:
        if log.state.last_round == 1 and 0 not in log.state.withdrawn and not log.state.finished:
            take_official_step(log, EntrantWithdrawn(by="organiser", reason="left", entrant=0))

    LocalArena(log, tmp_path, 1, on_entries=withdraw).run()
    assert any([0 in pairing.entrants for pairing in log.state.rounds[1]])
    assert not any([0 in pairing.entrants for pairing in log.state.rounds[2]])
    kinds = {
        seat.kind
        for match, result in log.state.results()
        for number, seat in zip(match.seating, result.seats, strict=True)
        if number == 0
    }
    assert kinds <= {"played", "withdrawn"}
    log.close()


def test_a_correction_changes_the_standings_and_keeps_the_old_result(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random", more="duplicate = false\n"))
    LocalArena(log, tmp_path, 1).run()
    (state,) = log.state.matches.values()
    assert state.recorded is not None
    before = [seat.place for seat in state.recorded.result.seats]
    seats = corrected_seats(log.state, state.match.id, before[::-1])
    take_official_step(
        log, ResultCorrected(by="head judge", reason="appeal", match=state.match.id, seats=seats)
    )
    assert [seat.place for seat in state.recorded.result.seats] == before
    assert state.result is not None
    assert [seat.place for seat in state.result.seats] == before[::-1]
    assert {seat.kind for seat in state.result.seats} == {"ruling"}
    record = records_of(log.state)[state.match.seating[before.index(1)]]
    assert record.points == 0
    assert record.won == 0
    log.close()


def test_steps_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random", more="duplicate = false\n"))
    with pytest.raises(OfficialStepRefused, match="the event is not paused"):
        check_step(log.state, EventResumed(by="a", reason="b"))
    take_official_step(log, EventPaused(by="a", reason="lunch"))
    with pytest.raises(OfficialStepRefused, match="the event is paused already: lunch"):
        check_step(log.state, EventPaused(by="a", reason="b"))
    LocalArena(log, tmp_path, 1).run()
    assert log.state.matches == {}
    take_official_step(log, EventResumed(by="a", reason="b"))
    LocalArena(log, tmp_path, 1).run()
    for places_given, message in (([1], "has 2 seats"), ([2, 2], "from 1"), ([1, 3], "from 1")):
        with pytest.raises(OfficialStepRefused, match=message):
            corrected_seats(log.state, "1.1.1.1", places_given)
    with pytest.raises(OfficialStepRefused, match=r"there is no match '9.9'"):
        corrected_seats(log.state, "9.9", [1, 2])
    with pytest.raises(OfficialStepRefused, match="the event is over"):
        check_step(log.state, EntrantWithdrawn(by="a", reason="b", entrant=0))
    with pytest.raises(OfficialStepRefused, match="the event is over"):
        check_step(log.state, EventPaused(by="a", reason="b"))
    log.close()


def test_a_request_is_carried_out_once(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random"))
    left = leave_request(tmp_path, EventPaused(by="a", reason="lunch"))
    file = tmp_path / "requests" / f"{left.request}.json"
    kept = file.read_bytes()
    assert take_requests(log, tmp_path) == []
    assert log.state.paused == left
    assert not file.exists()
    # As if the arena had been killed before it could remove the file.
    file.write_bytes(kept)
    assert take_requests(log, tmp_path) == []
    assert [entry for entry in log.entries if isinstance(entry, EventPaused)] == [left]
    again = leave_request(tmp_path, EventPaused(by="a", reason="again"))
    assert take_requests(log, tmp_path) == [again]
    log.close()


def test_the_log_of_an_event_is_a_chain_that_shows_edits(tmp_path: Path) -> None:
    played_event(tmp_path, event_text("random", "random"))
    store = SqliteReader(tmp_path / "referee.db")
    entries = store.entries(EVENT)
    store.close()
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    with closing(sqlite3.connect(tmp_path / "referee.db")) as database:
        database.execute("UPDATE entries SET body = replace(body, 'result_recorded', 'result_corrected')")
        database.commit()
    with pytest.raises(StoreDamaged, match="event"):
        read_event(tmp_path / "referee.db")
