"""Events that are killed (-9) at random moments end like events that were never killed."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from referee.arena.event_record import EVENT, read_event
from referee.arena.ratings import rate
from referee.arena.standings import standings_of
from tests.arena.events import event_text

SCRIPT = (
    "import sys; from pathlib import Path; from tests.arena.events import played_event; "
    "played_event(Path(sys.argv[1]), Path(sys.argv[2]).read_text(), workers=2)"
)


class Tournament(NamedTuple):
    """An event of 24 entrants at tables of four."""

    game: str
    more: str
    kills: int


TOURNAMENTS = (
    Tournament("abyss", 'format = "league"\nrounds = 2\n', 20),
    Tournament("unfathomable", 'format = "pods"\nrounds = 2\nduplicate = false\n', 16),
    Tournament("among_cultists", 'format = "knockout"\nadvance = 2\nduplicate = false\n', 18),
)


class Ended(NamedTuple):
    """What has come of an event."""

    head: str
    schedule: list[str]
    results: dict[str, object]
    standings: list[tuple[int, int, str]]


def command(folder: Path, text: str) -> list[str]:
    """Return the command that plays an event in a folder, or goes on with it."""
    folder.mkdir(exist_ok=True)
    file = folder / "cup.toml"
    file.write_text(text)
    return [sys.executable, "-c", SCRIPT, str(folder), str(file)]


def ended(folder: Path) -> Ended:
    """Return what has come of an event that is over."""
    record = read_event(folder / "referee.db")
    record.close()
    state = record.state
    assert state.finished is not None
    assert state.unplayed() == []
    assert all([each.failures == [] for each in state.matches.values()])
    rows = standings_of(state, rate(state.results()), record.luck)
    return Ended(
        record.head.hex(),
        [f"{pairing}" for pairings in state.rounds.values() for pairing in pairings],
        {match.id: result for match, result in state.results()},
        [(row.rank, row.record.entrant, str(row.record.points)) for row in rows],
    )


def entries_of(database: Path) -> int:
    """Return the number of entries in the log, without reading them."""
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            row = connection.execute(
                "SELECT count(*) FROM entries WHERE match = (SELECT id FROM matches WHERE name = ?)", (EVENT,)
            ).fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(row[0])


def kill_at_random(arena: subprocess.Popen[bytes], database: Path, moments: Random) -> bool:
    """Kill an arena some time after its log has grown a little; return whether it was still running."""
    wanted = entries_of(database) + moments.randrange(3)
    while arena.poll() is None and entries_of(database) < wanted:
        time.sleep(0.02)
    time.sleep(moments.random() / 5)
    was_running = arena.poll() is None
    arena.send_signal(signal.SIGKILL)
    arena.wait()
    return was_running


def killed_and_ended(folder: Path, text: str, kills: int, moments: Random) -> tuple[Ended, int]:
    """Play an event that is killed again and again; return what has come of it, and how often it was killed."""
    again = command(folder, text)
    killed = 0
    for _ in range(kills):
        killed += kill_at_random(subprocess.Popen(again), folder / "referee.db", moments)
    # At once, although the workers of the arena that was killed may still finish their matches.
    subprocess.run(again, check=True)
    return ended(folder), killed


def test_an_event_that_was_killed_ends_like_one_that_was_not(tmp_path: Path, seed: str) -> None:
    text = event_text(*["sensible", "random"] * 3, more="rounds = 2\n")
    subprocess.run(command(tmp_path / "whole", text), check=True)
    found, _ = killed_and_ended(tmp_path / "killed", text, 3, Random(seed))
    assert found == ended(tmp_path / "whole")


@pytest.mark.campaign
def test_tournaments_that_were_killed_at_fifty_moments(tmp_path: Path, seed: str) -> None:
    """24 entrants at tables of four, by the formats of three games: same schedule, results and standings."""
    moments = Random(seed)
    report = []
    for game, more, kills in TOURNAMENTS:
        text = event_text(*["random"] * 24, game=game, seats=4, more=more)
        whole, folder = tmp_path / f"{game}-whole", tmp_path / f"{game}-killed"
        subprocess.run(command(whole, text), check=True)
        found, killed = killed_and_ended(folder, text, kills, moments)
        assert found == ended(whole)
        report.append({"game": game, "matches": len(found.results), "killed": killed})
    print(json.dumps(report))  # noqa: T201
