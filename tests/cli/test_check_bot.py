"""`referee check-bot`: lines, JSON and exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import inside

BROKEN = """
from referee_client import Bot

class Broken(Bot):
    def decide(self, view, question):
        raise RuntimeError("out of ideas")
"""


def test_a_broken_bot_has_one_line_per_problem_and_exit_code_1(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    ran = inside("check-bot", f"{file}:Broken", "abyss")
    problem, total = ran.out.splitlines()
    assert (ran.code, ran.err) == (1, "")
    assert problem.startswith(
        f"problem: decide raised RuntimeError: out of ideas ({file}, line 6) (first in "
    )
    assert problem.endswith("`return question.default_picks` is always a valid answer.")
    assert "1 problem, 0 warnings" in total


def test_json_has_ok_and_the_problems(tmp_path: Path) -> None:
    file = tmp_path / "broken_too.py"
    file.write_text(BROKEN)
    ran = inside("check-bot", f"{file}:Broken", "abyss", "--json")
    (report,) = ran.lines
    assert (ran.code, report["ok"]) == (1, False)
    (problem,) = report["problems"]
    assert problem["kind"] == "exception"
    assert problem["times"] > 1
    assert problem.keys() == {"kind", "what", "where", "times", "remedy"}


def test_what_a_bot_prints_is_not_mixed_with_the_report(tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text(
        BROKEN.replace('raise RuntimeError("out of ideas")', 'print("hm"); return question.default_picks')
    )
    ran = inside("check-bot", f"{file}:Broken", "abyss", "--json")
    assert ran.code == 1
    assert "hm" in ran.err
    assert len(ran.out.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nobody", "abyss"), "unknown bot 'nobody'"),
        (("none.py:Bot", "abyss"), "there is no file none.py"),
        (("cmd:no-such-program", "abyss"), "there is no program no-such-program"),
        (("random", "abys"), "did you mean abyss?"),
        (("random", "abyss", "--seats", "9"), "abyss is played by 2 to 4 seats, not 9"),
        (("random", "abyss", "--matches", "0"), "--matches must be at least 1"),
        (("random", "abyss", "--seconds", "0"), "--seconds 0 is not above 0"),
        (("random", "abyss", "--seconds", "nan"), "--seconds nan is not above 0"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    ran = inside("check-bot", *arguments)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert said in line
