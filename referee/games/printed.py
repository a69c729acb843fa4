"""What is printed on the cards and boards of a game: the tables beside its files, row by row."""

from __future__ import annotations

import csv
from importlib import resources


def printed(game: str, table: str) -> list[dict[str, str]]:
    """Read a table of a game, a row for each thing it names."""
    text = resources.files(__package__).joinpath(game, f"{table}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
