"""Every reading of every ruling is played by some test: the file that lays it out names the ruling and the reading."""

from __future__ import annotations

import pytest

from referee.games.unfathomable import GAME
from tests.tidy import tree

BOOK = GAME.rulebook
READINGS = [
    (key, reading)
    for key, ruling in BOOK.rulings.items()
    for reading in ruling.readings
    if reading != ruling.default
]
TESTS = {
    path: tree.read(path)
    for path in tree.written(".py", under=("tests/games/unfathomable/",))
    if path.rpartition("/")[2].startswith("test_") and not path.endswith("test_readings.py")
}


@pytest.mark.parametrize(("key", "reading"), READINGS, ids=".".join)
def test_a_reading_is_played_by_a_test(key: str, reading: str) -> None:
    naming = [path for path, text in TESTS.items() if f'"{key}"' in text and f'"{reading}"' in text]
    assert naming, f"no test plays {key} = {reading}"


def test_a_reading_nobody_plays_would_be_found() -> None:
    assert not [path for path, text in TESTS.items() if '"no.such.ruling"' in text]
