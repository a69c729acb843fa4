"""The SQL views of a log, on matches that a server played."""

from __future__ import annotations

import asyncio
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.log.database import SCHEMA_VERSION
from referee.log.readable_views import VIEWS
from referee.log.sqlite import SqliteStore
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import answer_to, matches_on, newest_question, pass_time, take_seats
from tests.tidy.tree import ROOT

CHARTER = toy.charter(2, "views", rounds="2")
PAGE = ROOT / "referee/log/DATABASE.md"
TIME = re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d")


def rows(path: Path, view: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f"SELECT * FROM {view}")]


async def write_log(tmp_path: Path) -> tuple[Path, list[str]]:
    """A log with a match that is over, one that runs and one that waits for players; and their ids."""
    path = tmp_path / "referee.db"
    store = SqliteStore(path)
    async with matches_on(store) as matches:
        over = await take_seats(matches, CHARTER, Policy(seconds_per_decision=1000))
        accesses = await over.access(matches)
        assert (await matches.submit(accesses[0], 1, (toy.PlaceBid(9),), "no")).refused is not None
        await pass_time(1001)
        # The time-out may still be on its way to the disk, and then nobody is asked anything.
        while (await matches.view(accesses[0])).outcome is None:
            for access in accesses:
                question = await newest_question(matches, access)
                if question is not None:
                    await matches.submit(
                        access, question.number, answer_to(access, question), f"{question.number}"
                    )
            await asyncio.sleep(0)
        running = await take_seats(matches, CHARTER)
        waiting = await matches.create(CHARTER, Policy())
        ids = [over.match, running.match, waiting.match_id]
    store.close()
    return path, ids


async def test_the_views_show_matches_results_refusals_and_time_outs(tmp_path: Path) -> None:
    path, (over, running, waiting) = await write_log(tmp_path)
    found = {row["match"]: row for row in rows(path, "v_matches")}
    assert [found[match]["status"] for match in (over, running, waiting)] == ["ended", "running", "waiting"]
    assert [found[match]["players"] for match in (over, waiting)] == ["player 0, player 1", None]
    assert TIME.fullmatch(found[over]["closed"])
    assert found[running]["closed"] is None
    (result,) = rows(path, "v_results")
    assert result["match"] == over
    assert result["ending"] in {str(ending) for ending in toy.GAME.endings}
    assert re.fullmatch(r"\[[01](,[01])?\]", result["winners"])
    assert result["winner_names"] == ", ".join(
        f"player {seat}" for seat in re.findall(r"\d", result["winners"])
    )
    assert TIME.fullmatch(result["ended"])
    (refusal,) = rows(path, "v_refusals")
    assert (refusal["match"], refusal["player"], refusal["refusal"]) == (over, "player 0", "not_offered")
    assert (refusal["rule"], refusal["obstacle"], refusal["question"]) == ("toy.bidding", "too_rich", 1)
    late = rows(path, "v_late")
    assert {row["player"] for row in late} == {"player 0", "player 1"}
    assert {row["match"] for row in late} == {over}


async def test_older_files_get_the_views_when_they_are_opened(tmp_path: Path) -> None:
    path, _ = await write_log(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP VIEW v_late")
        connection.execute("DROP VIEW v_results")
        connection.execute("CREATE VIEW v_results AS SELECT 1")
        connection.execute("DROP TABLE decision_times")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION - 1}")
    SqliteStore(path).close()
    assert {view: bool(rows(path, view)) for view in VIEWS} == dict.fromkeys(VIEWS, True)


async def test_the_page_names_every_view_and_column(tmp_path: Path) -> None:
    path, _ = await write_log(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    described = {
        name: re.findall(r"`(\w+)`", columns)
        for name, columns in re.findall(r"^\| `(v_\w+)` \| .* \| (.*) \|$", text, re.MULTILINE)
    }
    assert described == {view: [*rows(path, view)[0]] for view in VIEWS}


async def test_the_copy_of_the_page_works_and_so_do_its_queries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = await write_log(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    (tmp := path.parent / "referee-data").mkdir()
    path.rename(tmp / "referee.db")
    monkeypatch.chdir(path.parent)
    command = re.sub(
        r" \\\n +", " ", next(iter(re.findall(r"^    python -c .*?\n\n", text, re.MULTILINE | re.DOTALL)))
    )
    subprocess.run([sys.executable, *shlex.split(command)[1:]], check=True)
    queries = [
        re.sub(r"\s+", " ", query)
        for query in re.findall(r'sqlite-utils query copy\.db "(.*?)"', text, re.DOTALL)
    ]
    assert len(queries) >= 3
    with closing(sqlite3.connect(path.parent / "copy.db")) as connection:
        for query in queries:
            assert connection.execute(query).fetchall(), query
