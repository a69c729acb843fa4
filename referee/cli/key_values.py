"""Options of the form KEY=VALUE."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from referee.cli.errors import CommandError, as_command_error
from referee.games import GAMES


def parse_key_values(values: Sequence[str], option: str) -> dict[str, str]:
    """Parse the values of an option that may be repeated."""
    found = {}
    for text in values:
        key, separator, value = text.partition("=")
        if not separator or not key or not value:
            raise CommandError(f"{option} {text!r} is not of the form KEY=VALUE")
        found[key] = value
    return found


def parse_options(game: str, values: Sequence[str]) -> dict[str, str]:
    """Parse the options of a match; `data=@DIR` takes the CSV files in a directory as the data files of the game."""
    found = parse_key_values(values, "--option")
    for key, value in found.items():
        if value.startswith("@"):
            found[key] = read_data_files(game, Path(value.removeprefix("@")))
    return found


def read_data_files(game: str, folder: Path) -> str:
    """Join the CSV files in a directory to the text that a match carries; what is missing comes from the game."""
    if game not in GAMES or find_spec(f"referee.games.{game}.data") is None:
        raise CommandError(f"{game} has no data files that could be replaced")
    try:
        # Spreadsheets put a byte order mark in front of UTF-8.
        files = {path.stem: path.read_text(encoding="utf-8-sig") for path in sorted(folder.glob("*.csv"))}
    except (OSError, UnicodeDecodeError) as problem:
        raise CommandError(f"cannot read {folder}: {problem}") from None
    if not files:
        raise CommandError(f"there are no CSV files in {folder}")
    with as_command_error(ValueError):
        joined: str = import_module(f"referee.games.{game}.data").join_files(files)
        return joined
