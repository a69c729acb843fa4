"""`referee play`: workers, rotation, tallies, bots of users, and what remains after an interruption."""

from __future__ import annotations

import io
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from referee.cli.commands import play
from referee.cli.display.console import console
from referee.cli.display.match_summary import MatchSummary, summarize
from referee.cli.display.progress_line import ProgressLine
from referee.cli.display.tally import Tally
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.match.charters import new_charter
from tests.cli.running import SECONDS, Ran, inside, referee, served

REPLAYS = Path(__file__).parents[2] / "replays"
TWO = ("play", "abyss", "--seats", "2")

OWN = """
import sys
from dataclasses import dataclass
from referee_client import Bot
from neighbour import FIRST

class Mine(Bot):
    wants_view = False
    def decide(self, view, question):
        print("thinking")
        return question.default_picks

class Seeded(Mine):
    def __init__(self, seed):
        self.seed = seed
    def decide(self, view, question):
        assert self.seed.endswith("/bot/1"), self.seed
        return FIRST if question.most == 1 else question.default_picks

class Broken(Mine):
    def decide(self, view, question):
        return {}["no such key"]

class Mute(Mine):
    def decide(self, view, question):
        return None

class Wrong(Mine):
    def decide(self, view, question):
        return 4096

class Persistent(Wrong):
    def refused(self, question, refused):
        assert refused.refusal, refused
        return question.default_picks

class Deaf(Mine):
    def seated(self, match, seat):
        sys.exit("not here")

class Gone(Mine):
    def decide(self, view, question):
        import os
        os._exit(7)
"""

PROGRAM = """
import json, sys
seen = []
for line in sys.stdin:
    ((hook, value),) = json.loads(line).items()
    seen.append(hook)
    if hook == "decide":
        print(json.dumps({"say": {"text": "Hm."}}))
        print(json.dumps({"picks": value["question"].get("defaultPicks", [])}), flush=True)
    if hook == "seated":
        assert value["seed"] and value["match"]["game"] == "abyss", value
assert seen[0] == "seated" and seen[-1] == "ended" and "told" in seen and "hear" in seen, seen
open(sys.argv[1], "a").write("played\\n")
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with bots of a user, and a program."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.py").write_text(OWN)
    (folder / "neighbour.py").write_text("FIRST = 0\n")
    (folder / "bad.py").write_text("1 / 0")
    (folder / "program.py").write_text(PROGRAM)
    return folder / "own.py"


def rows(ran: Ran) -> dict[str, list[str]]:
    """Return the rows of the tally by their first column."""
    lines = ran.out.partition("confidence intervals\n")[2].splitlines()
    return {cells[0]: cells[1:] for line in lines if (cells := re.split(r"  +", line.strip()))}


# --- workers ---


def test_workers_play_the_same_matches_in_the_same_order(tmp_path: Path) -> None:
    arguments = (*TWO, "--matches", "5", "--bots", "sensible,random", "--rotate", "--json")
    alone = inside(*arguments, "--save", str(tmp_path / "alone"), "-j", "1")
    several = referee(*arguments, "--save", str(tmp_path / "several"), "-j", "2")
    assert (several.code, several.err) == (0, "")
    assert several.out == alone.out.replace("/alone/", "/several/")
    for file in (tmp_path / "alone").iterdir():
        assert file.read_bytes() == (tmp_path / "several" / file.name).read_bytes()


def test_results_before_an_error_are_those_of_one_worker(own: Path) -> None:
    """The first error in order is the one that is reported, after the results before it."""
    arguments = (*TWO, "--matches", "4", "--bots", f"{own}:Seeded,random", "--rotate")
    for ran in (inside(*arguments), referee(*arguments, "-j", "2")):
        assert ran.code == 2
        assert ran.err.startswith(f"referee play: match 1: {own}:Seeded in seat 0 failed at question 1 (")
        assert len(ran.err.splitlines()) == 1
        assert ran.out == ""


def test_a_worker_that_dies_is_noticed(own: Path) -> None:
    ran = referee(*TWO, "--matches", "3", "--bots", f"{own}:Gone,random", "-j", "2")
    assert ran.code == 2
    assert "has ended; try -j 1" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_no_workers_are_refused() -> None:
    ran = inside(*TWO, "-j", "0")
    assert (ran.code, ran.out) == (2, "")
    assert "-j must be at least 1" in ran.err


# --- seats and tallies ---


def test_rotation_moves_every_bot_to_every_seat() -> None:
    arguments = ("play", "abyss", "--seats", "3", "--bots", "sensible,random,random", "--json")
    ran = inside(*arguments, "--matches", "4", "--rotate")
    assert [line["bots"].index("sensible") for line in ran.lines] == [0, 1, 2, 0]
    assert len({line["head"] for line in ran.lines}) == 4
    still = inside(*arguments)
    assert still.lines[0] == ran.lines[0]


def test_the_tally_counts_bots_seats_and_endings() -> None:
    ran = inside(*TWO, "--matches", "4", "--bots", "sensible,random", "--rotate", "--quiet")
    assert ran.code == 0
    assert ran.out.startswith("4 matches, with 95 % confidence intervals\n")
    found = rows(ran)
    assert found["sensible"][:5] == ["4", "4", "100 %", "51–100 %", "4.0"]
    assert found["random"][:5] == ["4", "0", "0 %", "0–49 %", "0.0"]
    assert found["seat 0"][:5] == found["seat 1"][:5] == ["4", "2", "50 %", "15–85 %", "2.0"]
    endings = [cells for name, cells in found.items() if name.startswith("A seat ")]
    assert sum(int(cells[0]) for cells in endings) == 4


def test_shared_wins_are_counted_and_divided(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody wins if a game is lost by all, and then nothing is divided."""
    console.cache_clear()
    tally = Tally("unfathomable")
    for winners in ((0, 1), (), (0, 1), (2,)):
        outcome = Ended("arrived", winners, ())
        tally.add(MatchSummary("unfathomable", outcome, 9, 9, 9, ""), ["a", "b", "a"])
    tally.print()
    found = rows(Ran(0, capsys.readouterr().out, ""))
    console.cache_clear()
    assert found["a"] == ["8", "3", "38 %", "14–69 %", "2.0"]
    assert found["b"] == ["4", "2", "50 %", "15–85 %", "1.0"]
    assert found["seat 2"][:2] == ["4", "1"]


def test_the_tally_counts_the_wins_of_each_side() -> None:
    """Also of each bot on each side."""
    arguments = ("play", "unfathomable", "--seats", "3", "--matches", "2", "--bots", "sensible,random")
    lines = inside(*arguments, "--json").lines
    assert all([set(line["sides"]) == {"humans", "traitors"} for line in lines])
    won = [{line["sides"][seat] for seat in line["winners"]} for line in lines]
    found = rows(inside(*arguments))
    for side in ("humans", "traitors"):
        assert int(found[side][0]) == sum([side in each for each in won])
    for bot, matches in (("sensible", 4), ("random", 2)):
        on_sides = [found.get(f"{bot}, {side}", ["0"]) for side in ("humans", "traitors")]
        assert sum([int(cells[0]) for cells in on_sides]) == matches


@pytest.mark.parametrize("path", ["unfathomable/arrived", "among_cultists/4-seats", "abyss/4-seats"])
def test_the_sides_of_a_recorded_match_are_known(path: str) -> None:
    summary = summarize((REPLAYS / f"{path}.replay").read_bytes())
    if path.startswith("abyss"):
        assert summary.sides == ()
    else:
        assert len({summary.sides[seat] for seat in summary.winners}) == 1
        assert len(set(summary.sides)) > 1


def test_the_tally_follows_an_empty_line_unless_it_is_alone() -> None:
    assert "\n\n2 matches, with" in inside(*TWO, "--matches", "2").out
    assert inside(*TWO, "--matches", "2", "--quiet").out.startswith("2 matches, with")


def test_one_match_has_no_tally() -> None:
    assert "intervals" not in inside(*TWO).out


@pytest.mark.parametrize(
    ("bots", "said"), [("a,b,c", "3 bots for 2 seats"), ("random,,", "a name is missing")]
)
def test_every_listed_bot_needs_a_seat(bots: str, said: str) -> None:
    ran = inside(*TWO, "--bots", bots)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


# --- replays ---


def test_replays_sort_by_number_and_are_not_overwritten(tmp_path: Path) -> None:
    arguments = (*TWO, "--matches", "10", "--save", str(tmp_path), "--quiet")
    assert inside(*arguments).code == 0
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [f"abyss-2-seats-{number:02}.replay" for number in range(1, 11)]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    again = inside(*arguments, "--seed", "another")
    assert (again.code, again.out) == (2, "")
    assert "exists already; choose another file, or overwrite it with --force" in again.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert inside(*arguments, "--seed", "another", "--force").code == 0
    assert {path: path.read_bytes() for path in tmp_path.iterdir()}.keys() == before.keys()
    assert all(path.read_bytes() != data for path, data in before.items())


def test_ctrl_c_prints_the_tally_so_far(tmp_path: Path) -> None:
    """As a terminal does it: every process of the group gets the signal."""
    command = [sys.executable, "-m", "referee", *TWO, "--matches", "5000", "--save", str(tmp_path), "-j", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None
        first = [running.stdout.readline() for _ in range(3)]
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=SECONDS)
    assert running.returncode == 130
    assert err == "interrupted\n"
    shown = "".join([*first, out])
    played = int(re.findall(r"^(\d+) matches, with", shown, re.MULTILINE)[0])
    saved = sorted(tmp_path.glob("*.replay"))
    assert played <= len(saved) <= played + 1
    assert {path.suffix for path in tmp_path.iterdir()} == {".replay"}, "no half of a file is left"
    assert inside("verify", *map(str, saved[:3]), str(saved[-1])).code == 0


def test_ctrl_c_leaves_no_program_behind(tmp_path: Path) -> None:
    """Not even one that never reads its input and never answers."""
    stuck = tmp_path / "stuck.py"
    stuck.write_text(
        "import os, sys, time\nopen(f'{sys.argv[1]}/{os.getpid()}.pid', 'w').close()\ntime.sleep(600)\n"
    )
    bots = f"cmd:{sys.executable} {stuck} {tmp_path},random"
    command = [sys.executable, "-m", "referee", *TWO, "--matches", "2", "--bots", bots, "-j", "2"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as run:
        until = time.monotonic() + SECONDS
        while len(started := [*tmp_path.glob("*.pid")]) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=SECONDS)
    assert (run.returncode, err) == (130, b"interrupted\n")
    for file in started:
        with pytest.raises(ProcessLookupError):
            os.kill(int(file.stem), 0)


def test_what_workers_need_can_be_sent_to_a_new_process() -> None:
    """Where the system cannot copy this one."""
    charter = new_charter("abyss", 2, seed="")
    plan = play.MatchPlan(1, "s", ["random", "random"])
    work, plan = pickle.loads(pickle.dumps((partial(play.play_match, charter, True), plan)))
    played = work(plan)
    assert pickle.loads(pickle.dumps(played)) == played


def test_ctrl_c_without_workers_prints_the_tally_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def play_two(charter: Charter, is_saved: bool, plan: play.MatchPlan) -> play.PlayedMatch:
        if plan.number > 2:
            raise KeyboardInterrupt
        return play_match(charter, is_saved, plan)

    play_match = play.play_match
    monkeypatch.setattr(play, "play_match", play_two)
    ran = inside(*TWO, "--matches", "9", "--quiet")
    assert (ran.code, ran.err) == (130, "interrupted\n")
    assert ran.out.startswith("2 matches, with")


# --- progress ---


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals_and_can_be_silenced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.display.progress_line.SECONDS_BETWEEN", 0)
    shown = {}
    streams = {"terminal": Terminal(), "quiet": Terminal(), "pipe": io.StringIO()}
    for name, stream in streams.items():
        monkeypatch.setattr("sys.stderr", stream)
        progress = ProgressLine(40, "matches", is_quiet=name == "quiet")
        time.sleep(0.001)
        progress.show(10)
        progress.clear()
        progress.clear()
        shown[name] = stream.getvalue()
    assert re.fullmatch(
        r"\r\x1b\[K10 of 40 matches, [\d.]+ per second, \d+ s left\r\x1b\[K", shown["terminal"]
    )
    assert shown["quiet"] == shown["pipe"] == ""


# --- bots of users ---


def test_a_class_in_a_file_plays_with_its_neighbours_and_prints_elsewhere(own: Path) -> None:
    ran = inside(*TWO, "--bots", f"{own}:Mine,{own}:Seeded", "--json")
    assert ran.code == 0, ran.err
    assert ran.lines[0]["bots"] == [f"{own}:Mine", f"{own}:Seeded"]
    assert "thinking" in ran.err
    assert "Mine-0" in inside(*TWO, "--bots", f"{own}:Mine,random").out


def test_a_bot_may_answer_again(own: Path) -> None:
    assert inside(*TWO, "--bots", f"{own}:Persistent,random").code == 0


FAULTS: dict[str, tuple[str, str]] = {
    "an exception": ("{own}:Broken", r"match 1: .*:Broken in seat 0 failed at question \d+ \(abyss\.\w+\): KeyError"),
    "its place": ("{own}:Broken", r"own\.py, line \d+\)"),
    "no answer": ("{own}:Mute", ":Mute in seat 0 .* decided None, which is not .* a list or an Answer$"),
    "an answer that is refused": ("{own}:Wrong", r"Wrong in seat 0 failed at question .*: Refused: \w+"),
    "no such class": ("{own}:Other", "there is no bot 'Other' in .* \\(choose from Mine, Seeded, "),
    "no such file": ("nowhere.py:Mine", "there is no file nowhere.py"),
    "a module": ("own:Mine", "a class is named with its file, such as mybot.py:MyBot"),
    "a file that cannot be imported": ("{folder}/bad.py:Mine", "cannot be imported: ZeroDivisionError"),
    "no such program": ("cmd:no-such-program -x", "there is no program no-such-program"),
    "no program": ("cmd:", "needs a command"),
    "open quotes": ("cmd:'x", "No closing quotation"),
    "a program that ends": ("cmd:false", "cmd:false in seat 0 failed.*: ProgramFailed: it ended with exit code 1"),
    "a program that babbles": ("cmd:yes", "it answered 'y', which is not an answer such as"),
    "an unknown name": ("hal", "unknown bot 'hal' .* a bot of your own is mybot.py:MyBot or cmd:PROGRAM"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_with_a_bot_is_one_line(case: str, own: Path) -> None:
    bot, said = FAULTS[case]
    ran = inside(*TWO, "--bots", bot.format(own=own, folder=own.parent) + ",random")
    assert (ran.code, ran.out) == (2, "")
    assert re.search(said, ran.err), ran.err
    assert len([line for line in ran.err.splitlines() if line != "thinking"]) == 1


def test_a_program_plays_and_talks(own: Path, tmp_path: Path) -> None:
    program = f"cmd:{sys.executable} {own.parent}/program.py '{tmp_path}/a,b'"
    ran = inside(*TWO, "--bots", f"{program},random", "--talk", "free", "--matches", "2", "--json")
    assert ran.code == 0, ran.err
    assert ran.lines[0]["bots"] == [program, "random"]
    assert (tmp_path / "a,b").read_text() == "played\n" * 2


def test_a_program_that_does_not_answer_is_noticed(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.local.program_bot.SECONDS_PER_ANSWER", 0.2)
    ran = inside(*TWO, "--bots", "cmd:sleep 30,random")
    assert ran.code == 2
    assert "it did not answer within 0.2 seconds" in ran.err


def test_own_bots_play_on_a_server(own: Path, tmp_path: Path) -> None:
    with served(tmp_path) as (_, address):
        fine = inside(*TWO, "--bots", f"{own}:Mine,random", "--server", address, "--json")
        ran = inside(*TWO, "--bots", f"{own}:Broken,random", "--server", address, "--json")
        mute = inside(*TWO, "--bots", f"{own}:Mute,random", "--server", address)
    assert fine.code == 0, fine.err
    assert (ran.code, ran.out) == (2, "")
    assert re.search("match [0-9a-f]{32} was left; token of the organiser: [0-9a-f]{64}\n", ran.err)
    assert re.search(
        r"a bot failed: KeyError: 'no such key' \(.*own\.py, line \d+\) at seat 0 of match", ran.err
    )
    assert re.search(r"decided None, [\w ,]+ Answer at seat 0 of match .*, bot Mute$", mute.err), mute.err


def test_a_bot_that_fails_ends_the_demo(own: Path) -> None:
    """Also where the match is shown, although it never ends for those who watch."""
    for options in ((), ("--quiet",)):
        ran = inside("demo", "abyss", "--seats", "2", "--bots", f"{own}:Mute,random", *options)
        assert ran.code == 2
        assert "referee demo: a bot failed: TypeError: the bot decided None" in ran.err
        assert len(ran.err.splitlines()) == 1, ran.err
