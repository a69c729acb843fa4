"""Statistics of decisions: they add up to the records, and leave out deals that are still being played."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from referee import games
from referee.arena.decision_statistics import choice_words, decision_statistics
from referee.arena.event_entries import EventOpened, ResultRecorded, RoundPaired
from referee.arena.event_record import EventLog
from referee.arena.event_state import EventState
from referee.arena.schedule import Pairing
from referee.log.chain import GENESIS, link
from referee.log.records import EntryAppended, MatchOpened
from referee.log.sqlite import SqliteStore
from referee.log.sqlite_reader import SqliteReader
from referee.match.entries import read_entries
from tests.arena.events import event_text, played_event
from tests.cli.running import inside

TEXT = event_text("random", "sensible", "random", seats=3, more="deals = 2\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("statistics")


@pytest.fixture(scope="module")
def log(folder: Path) -> EventLog:
    return played_event(folder, TEXT)


def test_they_add_up_to_the_records_read_in_full(log: EventLog, folder: Path) -> None:
    answers: Counter[tuple[int, str]] = Counter()
    kinds: Counter[tuple[int, str, str]] = Counter()
    facts = 0
    with closing(SqliteReader(folder / "referee.db")) as store:
        found = decision_statistics(log.state, store)
        for progress in log.state.matches.values():
            assert progress.recorded is not None
            for entry in read_entries(games.game("abyss"), store.entries(progress.recorded.record)):
                facts += len(entry.facts)
                if entry.by != "start":
                    entrant = progress.match.seating[entry.seat]
                    answers[entrant, entry.asked] += 1
                    tags = [type(choice).__struct_config__.tag for choice in entry.answer]
                    kinds.update([(entrant, entry.asked, str(tag)) for tag in tags])
    assert [each.matches for each in found] == [6, 6, 6]
    assert [each.facts for each in found] == [facts] * 3
    by_question = [(n, each.questions) for n, each in enumerate(found)]
    assert answers == {(n, name): q.answers for n, some in by_question for name, q in some.items()}
    assert kinds == {
        (n, name, kind): times
        for n, some in by_question
        for name, q in some.items()
        for kind, times in q.choices.items()
    }
    assert [(each.by_clock, each.by_order, each.failures) for each in found] == [(0, 0, 0)] * 3


def test_a_deal_that_is_still_played_is_left_out(log: EventLog, folder: Path) -> None:
    """The last match of the second deal has no result yet."""
    opened = log.entries[0]
    assert isinstance(opened, EventOpened)
    state = EventState(opened)
    for entry in log.entries[1:]:
        if not (isinstance(entry, ResultRecorded) and entry.match == "1.1.2.3"):
            state.apply(entry)
    with closing(SqliteReader(folder / "referee.db")) as store:
        assert [each.matches for each in decision_statistics(state, store)] == [3, 3, 3]


def test_clocks_orders_talk_and_failures_are_counted_apart(tmp_path: Path, log: EventLog) -> None:
    store = SqliteStore(tmp_path / "referee.db")
    head = link(GENESIS, b"{}")
    store.write([MatchOpened("m", 0, "abyss", b"{}", head, b"{}")])
    ways = ["start", "seat", "clock", "clock", "order", "talk"]
    for seq, by in enumerate(ways, start=1):
        seat = -1 if by == "start" else 0
        body = (
            f'{{"seq":{seq},"seat":{seat},"question":1,"asked":"abyss.turn","by":"{by}",'
            '"answer":[{"kind":"abyss.explore"}],"draws":[],"facts":[["a",{}],["b",{}]]}'
        ).encode()
        head = link(head, body)
        store.write([EntryAppended("m", seq, seat, "", 0, body, head)])
    state = EventState(EventOpened(event_text("random", "random", more="duplicate = false\n"), ""))
    state.apply(RoundPaired(1, (Pairing(1, 1, (1, 0)),)))
    (match,) = state.matches
    result = next(result for _, result in log.state.results())
    state.apply(ResultRecorded(match, 1, result, "m", "00", ("it crashed", "")))
    idle, busy = decision_statistics(state, store)
    store.close()
    assert (idle.matches, idle.answers, idle.failures, idle.facts) == (1, 0, 0, 10)
    assert (busy.answers, busy.by_clock, busy.by_order, busy.failures) == (4, 2, 1, 1)
    assert busy.questions["abyss.turn"].choices == {"abyss.explore": 4}


@pytest.mark.parametrize("name", ["abyss", "unfathomable", "among_cultists"])
def test_every_kind_of_choice_has_words(name: str) -> None:
    for kind in games.game(name).choices:
        words = choice_words(name, str(kind.__struct_config__.tag))
        assert words[0].isupper()
        assert "_" not in words


def test_the_command(tmp_path: Path) -> None:
    file, data = tmp_path / "cup.toml", ["--data-dir", str(tmp_path / "data")]
    file.write_text(event_text("random", "random"))
    assert "has not begun" in inside("event", "statistics", str(file), *data).err
    inside("event", "start", str(file), "--quiet", *data)
    rows = inside("event", "statistics", str(file), "--json", *data).lines
    assert [row["name"] for row in rows] == ["E0", "E1"]
    for row in rows:
        assert row["matches"] == 2
        assert row["facts_per_match"] > 50
        assert sum([each["answers"] for each in row["questions"]]) == row["answers"] > 0
    shown = inside("event", "statistics", str(file), *data).out
    assert "E0 1: 2 matches with" in shown
    assert "Explore the depths" in " ".join(shown.split())


def test_an_event_without_a_complete_deal_says_so(tmp_path: Path) -> None:
    file, data = tmp_path / "cup.toml", ["--data-dir", str(tmp_path / "data")]
    file.write_text(event_text("random", "random").replace('bot = "random"', "dial_in = true"))
    inside("event", "tokens", str(file), *data)
    ran = inside("event", "statistics", str(file), *data)
    assert (ran.code, ran.out) == (2, "")
    assert "Cup has no statistics yet" in ran.err
