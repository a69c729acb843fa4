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


def names_by_edition(game: str) -> dict[str, dict[str, str]]:
    """Return, for each edition in the table `names` of a game, our name of each thing with the name in that edition.

    Rows whose English word is not capitalised are words and not names, and are left out.
    """
    rows = read_table(game, "names")
    editions = [column for column in rows[0] if column not in ("term", "en")]
    named = [row for row in rows if row["en"][0].isupper()]
    return {edition: {row["en"]: row[edition] for row in named if row[edition]} for edition in editions}
