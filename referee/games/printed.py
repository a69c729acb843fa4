"""Read what is printed on the cards and boards of a game, from the CSV files in its package."""

from __future__ import annotations

import csv
from importlib import resources


def table_text(game: str, table: str) -> str:
    """Return the text of a table of a game."""
    return resources.files(__package__).joinpath(game, f"{table}.csv").read_text(encoding="utf-8")


def read_table(game: str, table: str) -> list[dict[str, str]]:
    """Return the rows of a table of a game."""
    return list(csv.DictReader(table_text(game, table).splitlines()))
