"""What is printed on the board and the cards: the tables beside this file, row by row."""

from __future__ import annotations

import csv
from importlib import resources


def printed(name: str) -> list[dict[str, str]]:
    """Read a table, a row for each thing it names."""
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
