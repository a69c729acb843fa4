"""The worked example of EVENTS.md, run as it stands: an event that loses power twice and is verified at the end."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.test_killed_events import entries_of
from tests.cli.running import Ran, inside
from tests.tidy.tree import ROOT

PAGE = (ROOT / "referee" / "arena" / "EVENTS.md").read_text()
DATABASE = Path("referee-data/events/spring-cup/referee.db")


def commands() -> list[list[str]]:
    """Return the commands of the page, in order."""
    return [shlex.split(line) for line in re.findall(r"^    referee (.*)$", PAGE, re.MULTILINE)]


def lose_power(arguments: list[str], more: int) -> None:
    """Run a command, and kill it (-9) when the log has grown."""
    wanted = entries_of(DATABASE) + more
    arena = subprocess.Popen([sys.executable, "-m", "referee", *arguments, "--quiet"])
    while entries_of(DATABASE) < wanted:
        assert arena.poll() is None
    arena.kill()
    arena.wait()


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[list[str], Ran]]]:
    """Every command of the page and its output, in a folder with the event file of the page."""
    folder = tmp_path_factory.mktemp("example")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        found = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
        assert found is not None
        (folder / "cup.toml").write_text(found[1])
        done, failures = [], [4, 3]
        for arguments in commands():
            if arguments[:2] == ["event", "start"] and failures:
                lose_power(arguments, failures.pop(0))
            else:
                done.append((arguments, inside(*arguments)))
        yield done


def output_of(ran: list[tuple[list[str], Ran]], *words: str) -> str:
    """Return what the last command with these words printed."""
    return [each.out for arguments, each in ran if set(words) <= set(arguments)][-1]


def test_every_command_works(ran: list[tuple[list[str], Ran]]) -> None:
    assert [(arguments, each.err) for arguments, each in ran if each.code] == []
    assert len(ran) == 21


def test_the_event_was_played_to_its_end_and_is_ruled_on(ran: list[tuple[list[str], Ran]]) -> None:
    assert "Spring Cup: finished, 16 of 16 matches played" in output_of(ran, "start")
    assert re.search(r"1\.1\.1\.2 .* 2 1 3 4 \(corrected\)", output_of(ran, "pairings"))
    assert re.search(r"Alder 1 .* ± ", output_of(ran, "standings"))
    assert "advantage of the seats in rating points" in output_of(ran, "standings")


def test_the_bundle_is_verified_with_the_published_key(ran: list[tuple[list[str], Ran]]) -> None:
    out = output_of(ran, "verify")
    assert "event Spring Cup, 16 matches" in out
    assert "luck, schedule, results and standings are as committed and played; signed by referee" in out
    assert re.search(
        r"steps of officials: 6 by referee\+[0-9a-f]{8}, 1 by judge-bob\+[0-9a-f]{8}\n",
        output_of(ran, "verify"),
    )


def test_the_first_judge_is_refused_on_appeal(ran: list[tuple[list[str], Ran]]) -> None:
    by_ada = ["--by", "Judge Ada", "--reason", "again"]
    inside("event", "dispute", "cup.toml", "1.1.1.2", "--by", "Cedar", "--reason", "no")
    refused = inside("event", "uphold", "cup.toml", "1.1.1.2", *by_ada)
    assert refused.code == 2
    assert "Judge Ada has ruled on match 1.1.1.2 before; somebody else rules on an appeal" in refused.err
    same_key = inside("event", "uphold", "cup.toml", "1.1.1.2", "--by", "Cleo", "--reason", "again")
    assert same_key.code == 2
    assert "so an appeal is ruled on with another key (--key-dir DIR)" in same_key.err
