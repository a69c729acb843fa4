"""Data files changed at random: a match either is refused with the file that is wrong, or can be played to its end."""

from __future__ import annotations

import csv
import io
import re
from random import Random

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import Board
from referee.games.among_cultists.data import COLUMNS, join_files, own_files
from referee.match.charters import UnplayableOptions, new_charter, settle
from tests.games.among_cultists.test_matches import ROLES, play_out

CELLS = """
    0 1 2 9 999 x ? yes no both islands university 4 7-8 4-8 red boat_1 security_room centre cultist investigator
    boat room foyer corridor wooden_bridge
"""
"""What cells are replaced by, next to nothing at all and the cells of other rows."""

NAMED = re.compile(r"[a-z_]+\.csv|at most \d")
"""What a refusal names: the file, or how many roles are allowed."""


def change(files: dict[str, str], rng: Random) -> None:
    """Remove, repeat or change a row of one file."""
    file = rng.choice(list(COLUMNS))
    rows = list(csv.reader(files.get(file, own_files()[file]).splitlines()))
    place = rng.randrange(1, len(rows))
    column = rng.randrange(len(COLUMNS[file]) - 2)
    kind = rng.randrange(5)
    if kind == 0 and len(rows) > 2:
        del rows[place]
    elif kind == 1:
        rows.append(list(rows[place]))
    else:
        others = [row[column] for row in rows[1:]] if kind == 2 else [*CELLS.split(), ""]
        rows[place][column] = rng.choice(others)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    files[file] = text.getvalue()


def try_changes(rng: Random, matches: int) -> tuple[list[str], int]:
    """Create matches with changed data; return why some were refused, and how many were played."""
    refused, played = [], 0
    for number in range(matches):
        files: dict[str, str] = {}
        for _ in range(rng.choice((1, 1, 2, 3))):
            change(files, rng)
        options = {role: "true" for role in ROLES if rng.random() < 0.2}
        options |= {"board": rng.choice(list(Board)).value, "data": join_files(files)}
        try:
            charter = new_charter(
                "among_cultists", rng.choice(GAME.seats), seed=str(number), options=options, talk="none"
            )
        except UnplayableOptions as fault:
            refused.append(str(fault))
        else:
            play_out(settle(charter), rng)
            played += 1
    return refused, played


def test_changed_data_are_refused_or_can_be_played(seed: str) -> None:
    refused, played = try_changes(Random(seed), 60)
    assert min(len(refused), played) > 0
    assert [fault for fault in refused if not NAMED.search(fault)] == []


@pytest.mark.campaign
def test_thousands_of_changed_data_are_refused_or_can_be_played(seed: str) -> None:
    refused, played = try_changes(Random(seed), 20_000)
    print(f"seed {seed!r}: {len(refused)} refused, {played} played")  # noqa: T201
    assert min(len(refused), played) > 1000
    assert [fault for fault in refused if not NAMED.search(fault)] == []
