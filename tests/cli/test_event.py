"""`referee event`: a tournament from the command line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from referee.arena.event_file import read_event_file
from tests.arena.events import event_text
from tests.cli.running import Ran, inside

NAMES = ["E0", "E1"]


class Cup:
    """An event file and its data directory."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cup.toml"
        self.file.write_text(event_text("random", "random"))
        self.data = folder / "data"

    def __call__(self, action: str, *arguments: str) -> Ran:
        return inside("event", action, str(self.file), *arguments, "--data-dir", str(self.data))


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path)


def test_an_event_from_its_example_to_its_export(cup: Cup, tmp_path: Path) -> None:
    assert cup("start", "--quiet").code == 0
    (status,) = cup("status", "--json").lines
    assert (status["matches"], status["done"], status["attempts"], status["faults"]) == (2, 2, 2, 0)
    assert status["blocks"] == 1
    assert status["finished"] == "all rounds are played"
    rows = cup("standings", "--json").lines
    assert sorted([row["name"] for row in rows]) == NAMES
    assert {"rank", "name", "points", "played", "rating", "low", "high", "sides", "faults"} <= rows[0].keys()
    assert rows[0]["low"] < rows[0]["rating"] < rows[0]["high"]
    pairings = cup("pairings", "--json").lines
    assert [sorted(row["seating"]) for row in pairings] == [NAMES, NAMES]
    exported = cup("export", "--format", "csv", "-o", str(tmp_path / "cup.csv"))
    assert exported.code == 0
    lines = list(csv.DictReader(io.StringIO((tmp_path / "cup.csv").read_text())))
    assert [line["match"] for line in lines] == ["1.1.1.1", "1.1.1.1", "1.1.1.2", "1.1.1.2"]
    log = cup("export").lines
    assert [line["seq"] for line in log] == list(range(len(log)))
    assert log[0]["entry"]["kind"] == "event_opened"
    again = cup("start", "--json")
    assert again.lines == rows


def test_people_read_tables(cup: Cup) -> None:
    out = cup("start").out
    assert "Cup: finished, 2 of 2 matches played" in out
    assert "95 % interval" in out
    assert "1.1.1.2" in cup("pairings").out
    assert "commitment" in cup("status").out


def test_the_example_is_a_good_file(tmp_path: Path) -> None:
    text = inside("event", "example").out
    assert len(read_event_file(text).entrants) == 8
    file = tmp_path / "cup.toml"
    file.write_text(text)
    (found,) = inside("event", "check", str(file), "--json").lines
    assert (found["matches"], found["entrants"], found["most_byes"]) == (16, 8, 0)
    assert "matches          16" in inside("event", "check", str(file)).out


def test_a_result_is_corrected_and_an_entrant_withdrawn(cup: Cup) -> None:
    cup("start", "--quiet")
    places = cup("pairings", "--json").lines[0]["places"]
    swapped = ",".join(map(str, places[::-1]))
    assert cup("correct", "1.1.1.1", swapped, "--reason", "appeal").code == 0
    row = cup("pairings", "--json").lines[0]
    assert (row["places"], row["corrected"]) == (places[::-1], True)
    assert "(corrected)" in cup("pairings").out


def test_penalties_grow_more_severe(cup: Cup) -> None:
    cup("start", "--quiet")
    about = ["--reason", "late", "--rule", "clock"]
    assert cup("penalize", "E0", *about).err == "E0: warning\n"
    assert "E0 loses a match; name it: loss_of_match --match 2.1.1.3" in cup("penalize", "E0", *about).err
    assert cup("penalize", "E0", "--match", "1.1.1.1", *about).err == "E0: loss_of_match\n"
    assert cup("penalize", "E0", *about).err == "E0: expulsion\n"
    assert "E0 was expelled already" in cup("penalize", "E0", "--reason", "again").err
    assert cup("penalize", "E1", "expulsion", "--reason", "cheated").err == ""
    assert [row["withdrawn"] for row in cup("standings", "--json").lines] == [True, True]
    entries = [line["entry"] for line in cup("export").lines if line["entry"]["kind"] == "penalty_given"]
    assert [entry["rule"] for entry in entries] == ["clock"] * 3 + [""]
    assert ["match" in entry for entry in entries] == [False, True, False, False]


def test_a_match_is_lost_by_a_penalty(cup: Cup) -> None:
    cup("start", "--quiet")
    played = cup("pairings", "--json").lines[0]
    winner = played["seating"][played["places"].index(1)]
    lost = cup("penalize", winner, "loss_of_match", "--match", "1.1.1.1", "--reason", "left", "--by", "Ada")
    assert lost.code == 0
    row = cup("pairings", "--json").lines[0]
    assert (row["places"], row["corrected"]) == (played["places"][::-1], True)
    assert sorted(row["kinds"]) == ["played", "ruling"]
    assert cup("start", "--json").lines == cup("standings", "--json").lines
    before = cup("export").lines[-1]["entry"]
    assert (before["kind"], before["match"]) == ("penalty_given", "1.1.1.1")


def test_the_ledger_of_penalties(cup: Cup, tmp_path: Path) -> None:
    cup("start", "--quiet")
    assert cup("penalties").out == "no penalties\n"
    cup("penalize", "E0", "--reason", "late", "--rule", "4.2", "--by", "Ada")
    cup("penalize", "E0", "loss_of_match", "--match", "1.1.1.2", "--reason", "left")
    cup("penalize", "E1", "expulsion", "--reason", "cheated")
    first, second, third = cup("penalties", "--json").lines
    assert first == {
        "entrant": "E0",
        "penalty": "warning",
        "match": "",
        "rule": "4.2",
        "reason": "late",
        "by": "Ada",
        "count": 1,
        "next": "loss_of_match",
    }
    assert (second["match"], second["count"], second["next"]) == ("1.1.1.2", 2, "expulsion")
    assert (third["entrant"], third["count"], third["next"]) == ("E1", 1, None)
    assert "loss_of_match" in cup("penalties").out
    cup("export", "--format", "penalties", "-o", str(tmp_path / "penalties.csv"))
    header, *rows = (tmp_path / "penalties.csv").read_text().splitlines()
    assert header == ",".join(first)
    assert rows[0] == "E0,warning,,4.2,late,Ada,1,loss_of_match"
    assert rows[2] == "E1,expulsion,,,cheated,organiser,1,"


BAD = {
    "no event yet": (["standings"], "Cup has not begun; start it: referee event start"),
    "no pause to end": (["resume", "--reason", "x"], "has not begun"),
}
BAD_AFTERWARDS = {
    "unknown match": (["correct", "9.9", "1,2", "--reason", "x"], "there is no match '9.9'"),
    "places": (["correct", "1.1.1.1", "first", "--reason", "x"], "'first' is not a list of places"),
    "too many places": (["correct", "1.1.1.1", "1,2,3", "--reason", "x"], "has 2 seats, but 3 places"),
    "unknown entrant": (["withdraw", "E9", "--reason", "x"], "no entrant 'E9' (choose from E0, E1)"),
    "unknown penalty": (["penalize", "E0", "exile", "--reason", "x"], "unknown penalty 'exile' (choose"),
    "no time to lose": (
        ["penalize", "E0", "loss_of_time", "--reason", "x"],
        "the event has no clock, so nobody can lose time (choose from warning, loss_of_match, expulsion)",
    ),
    "no match to lose": (
        ["penalize", "E0", "loss_of_match", "--reason", "x"],
        "E0 loses a match; name it: loss_of_match --match",
    ),
    "unknown match to lose": (
        ["penalize", "E0", "loss_of_match", "--match", "9.9", "--reason", "x"],
        "there is no match '9.9'",
    ),
    "a match and a warning": (
        ["penalize", "E0", "warning", "--match", "1.1.1.1", "--reason", "x"],
        "only a loss_of_match names a match, not a warning",
    ),
    "no key to sign with": (
        ["dispute", "1.1.1.1", "--key-dir", "nowhere", "--reason", "x"],
        "no keys in nowhere/keys to sign with",
    ),
    "too late": (["withdraw", "E0", "--reason", "x"], "the event is over"),
    "not paused": (["resume", "--reason", "x"], "the event is not paused"),
    "no such round": (["pairings", "--round", "7"], "there is no round 7; 1 are paired"),
}


@pytest.mark.parametrize("case", BAD)
def test_before_the_event(case: str, cup: Cup) -> None:
    (action, *rest), message = BAD[case]
    ran = cup(action, *rest)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_what_is_refused_changes_nothing(cup: Cup) -> None:
    cup("start", "--quiet")
    before = cup("status", "--json").out
    for (action, *rest), message in BAD_AFTERWARDS.values():
        ran = cup(action, *rest)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err
    assert cup("status", "--json").out == before


def test_a_key_is_refused_for_a_step_at_an_arena() -> None:
    ran = inside("event", "pause", "Cup", "--reason", "x", "--server", "localhost:1", "--key-dir", "x")
    assert (ran.code, ran.out) == (2, "")
    assert "an arena takes steps unsigned; leave out --key-dir or --server" in ran.err


def test_bad_files(cup: Cup) -> None:
    cup.file.write_text(cup.file.read_text().replace("seats = 2", "seats = 9"))
    ran = cup("start")
    assert ran.code == 2
    assert ran.err.endswith("line 3: abyss is played by 2 to 4 seats, not 9\n")
    assert not cup.data.exists()
    cup.file.unlink()
    assert "cannot read" in cup("status").err


def test_a_changed_file_is_refused(cup: Cup) -> None:
    cup("start", "--quiet")
    cup.file.write_text(cup.file.read_text() + "# a remark\n")
    ran = cup("start")
    assert ran.code == 2
    assert "was changed after the event was opened" in ran.err
