"""The check of a bot: every planted fault is found with its place and its remedy, and good bots pass."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee.arena import bot_check
from referee.arena.bot_check import MATCHES, CheckMatch, CheckPlan, check_bot, play_kind
from referee.arena.bot_problems import REMEDIES, BotProblem, BotReport
from referee.arena.cut_connection import CutConnection
from referee.arena.watched_bot import DISTURBED_AT
from referee.games import GAMES, game
from referee.local.local_errors import LocalError

HEAD = """
import asyncio, itertools, os, random, subprocess, sys, threading, time
from referee_client import Bot, order
COUNTER = itertools.count()

class Default(Bot):
    wants_view = False
    def decide(self, view, question):
        return question.default_picks

class Planted(Default):
"""

FAULTS = {
    "cannot_start": """
    def __init__(self, seed):
        self.level = int(seed)  # HERE
""",
    "exception": """
    def decide(self, view, question):
        return question.no_such_field  # HERE
""",
    "wrong_type": """
    def decide(self, view, question):
        return "the first one"
""",
    "not_offered": """
    def decide(self, view, question):
        return 999
""",
    "refused_again": """
    def decide(self, view, question):
        return 999
    def refused(self, question, refused):
        return 999
""",
    "fails_when_refused": """
    def refused(self, question, refused):
        raise RuntimeError("I am never wrong")  # HERE
""",
    "fails_when_restarted": """
    facts = 0
    match = None
    def seated(self, match, seat):
        assert self.match is None  # HERE
        self.match = match
    def told(self, facts):
        self.facts += len(facts)
""",
    "fails_when_asked_again": """
    last = 0
    def decide(self, view, question):
        assert question.number > self.last  # HERE
        self.last = question.number
        return question.default_picks
""",
    "too_slow": """
    def decide(self, view, question):
        time.sleep(30)  # HERE
""",
    "bad_orders": """
    def seated(self, match, seat):
        self.orders = ("no such question",)
""",
    "bad_statement": """
    def seated(self, match, seat):
        self.say(42)
""",
    "refused_statement": """
    def decide(self, view, question):
        self.say("Hello.")
        return question.default_picks
""",
    "prints": """
    def ended(self, outcome):
        print("well played")  # HERE
""",
    "leaves_processes": """
    def ended(self, outcome):
        self.child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"])
        CHILDREN.append(self.child)
CHILDREN = []
""",
    "leaves_threads": """
    def ended(self, outcome):
        threading.Thread(target=STOP.wait, args=(20,)).start()
STOP = threading.Event()
""",
    "not_deterministic": """
    def decide(self, view, question):
        return next(COUNTER) % 2 if question.option_count > 1 and question.most == 1 else question.default_picks
""",
}
"""The body of a class with a fault, by the kind of problem that it is."""

PROGRAM_HEAD = """
import json, subprocess, sys, time
def answer(value):
    print(json.dumps({"picks": value["question"].get("defaultPicks", [])}), flush=True)
def main():
    for line in sys.stdin:
        ((hook, value),) = json.loads(line).items()
"""

PROGRAMS = {
    "program_failed": """
        if hook == "decide":
            print("hello", flush=True)
main()
""",
    "fails_when_refused": """
        if hook == "refused":
            sys.exit(3)
        if hook == "decide":
            answer(value)
main()
""",
    "unasked_output": """
        if hook in ("decide", "refused"):
            answer(value)
        if hook == "seated":
            print("ready", flush=True)
main()
""",
    "does_not_end": """
        if hook in ("decide", "refused"):
            answer(value)
main()
time.sleep(30)
""",
    "exit_code": """
        if hook in ("decide", "refused"):
            answer(value)
main()
sys.exit(4)
""",
    "leaves_processes": """
        if hook in ("decide", "refused"):
            answer(value)
        if hook == "ended":
            subprocess.Popen(["sleep", "20"], stdout=subprocess.DEVNULL)
main()
""",
}
"""The rest of a program with a fault, by the kind of problem that it is."""

GOOD_PROGRAM = f"""{PROGRAM_HEAD}
        if hook in ("decide", "refused"):
            answer(value)
main()
"""


def checked(bot: str, game_name: str = "abyss", seconds: float = 20.0) -> BotReport:
    """Check a bot with the fewest seats."""
    return check_bot(CheckPlan(bot, game_name, game(game_name).seats[0], 1, "test", seconds))


FOUND_IN = {
    "fails_when_refused": "with refusals",
    "fails_when_restarted": "with restarts",
    "fails_when_asked_again": "with repeated questions",
}
"""The match in which a fault is found, if not in the one against `random`."""


def played(kind: str, bot: str, seconds: float = 20.0) -> BotReport:
    """Play the match in which a kind of problem is found."""
    report = BotReport()
    (match,) = [each for each in MATCHES if each.name == FOUND_IN.get(kind, "against random")]
    play_kind(CheckPlan(bot, "abyss", 2, 1, "test", seconds), report, match, 1)
    return report


def only(report: BotReport, kind: str) -> BotProblem:
    """Return the first problem of a kind."""
    return next(problem for problem, _ in report.counted() if problem.kind == kind)


def program(folder: Path, text: str) -> str:
    """Write a program, and return its name as a bot."""
    file = folder / "bot.py"
    file.write_text(text)
    return f"cmd:{sys.executable} {file}"


@pytest.mark.parametrize("kind", FAULTS)
def test_a_planted_fault_is_found_with_its_place_and_its_remedy(kind: str, tmp_path: Path) -> None:
    text = HEAD + FAULTS[kind]
    file = tmp_path / f"{kind}.py"
    file.write_text(text)
    report = played(kind, f"{file}:Planted", seconds=0.2 if kind == "too_slow" else 20.0)
    _clean_up(kind)
    found = only(report, kind)
    assert found.remedy == REMEDIES[kind]
    assert "match 1" in found.where
    assert found.is_warning == (kind == "not_deterministic")
    assert report.is_ok == (kind == "not_deterministic")
    if "# HERE" in text:
        line = text[: text.index("# HERE")].count("\n") + 1
        assert f"({file}, line {line})" in found.what


def _clean_up(kind: str) -> None:
    module = sys.modules.pop(f"own_bot_{kind}")
    for child in getattr(module, "CHILDREN", ()):
        child.kill()
        child.wait()
    if hasattr(module, "STOP"):
        module.STOP.set()


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_planted_fault_of_a_program_is_found(kind: str, tmp_path: Path) -> None:
    report = played(kind, program(tmp_path, PROGRAM_HEAD + PROGRAMS[kind]))
    # A line that arrives after the next question is read as its answer, so that may be a second problem.
    assert report.has("exit_code") == (kind == "exit_code")
    assert only(report, kind).remedy == REMEDIES[kind]
    assert not report.is_ok


def test_an_answer_that_is_not_offered_is_shown_with_what_was_offered(tmp_path: Path) -> None:
    file = tmp_path / "high.py"
    file.write_text(HEAD + FAULTS["not_offered"])
    found = only(played("not_offered", f"{file}:Planted"), "not_offered")
    assert "answered 999, which was refused: out_of_range" in found.what
    assert "it offers " in found.what
    assert "question 1 (abyss." in found.where


def test_an_asynchronous_bot_is_told_where_it_can_play(tmp_path: Path) -> None:
    file = tmp_path / "later.py"
    file.write_text(f"{HEAD}\n    async def decide(self, view, question):\n        return 0\n")
    assert "works only over the network" in only(played("wrong_type", f"{file}:Planted"), "wrong_type").what


def test_a_slow_bot_is_not_waited_for_in_every_match(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(HEAD + FAULTS["too_slow"])
    report = checked(f"{file}:Planted", seconds=0.2)
    assert (report.is_cut_short, report.matches) == (True, 1)
    assert report.worst_seconds >= 0.2


def test_talk_that_the_bot_overdoes_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "talker.py"
    file.write_text(f"""{HEAD}
    def decide(self, view, question):
        for _ in range(9):
            self.say(statement())
        return question.default_picks
from referee_api.unfathomable.v1 import unfathomable_pb2 as unfathomable
def statement():
    return unfathomable.HelpOffered(help=unfathomable.HELP_LOT)
""")
    report = BotReport()
    plan = CheckPlan(f"{file}:Planted", "unfathomable", 3, 1, "test", 20.0)
    play_kind(plan, report, CheckMatch("with talk", "random", talk="palette"), 1)
    assert only(report, "too_much_talk").is_warning
    assert report.is_ok


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_the_reference_bots_have_no_problems(bot: str, game_name: str) -> None:
    report = checked(bot, game_name)
    assert [problem for problem, _ in report.counted() if not problem.is_warning] == []
    assert report.answers > 100


def test_a_good_program_has_no_problems_and_no_warnings(tmp_path: Path) -> None:
    report = checked(program(tmp_path, GOOD_PROGRAM))
    assert report.counted() == []
    assert report.matches == 7


def test_the_connection_to_the_server_is_cut_and_the_match_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = []

    class Counting(CutConnection):
        def cut(self) -> None:
            cuts.append(len(self._ends))
            super().cut()

    monkeypatch.setattr(bot_check, "CutConnection", Counting)
    report = BotReport()
    bot_check.play_on_server(CheckPlan("random", "abyss", 2, 1, "test", 20.0), report)
    assert report.counted() == []
    # The last one closes the connection after the match.
    assert len(cuts) == len(DISTURBED_AT) + 1
    assert all(cuts[:-1])


def test_a_bot_that_does_not_exist_is_refused_without_a_match(tmp_path: Path) -> None:
    for name in ("nobody", f"{tmp_path}/none.py:Bot", "cmd:no-such-program"):
        with pytest.raises(LocalError) as refused:
            checked(name)
        assert "--bots" not in str(refused.value)
