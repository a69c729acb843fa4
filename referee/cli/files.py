"""Replay files from disk."""

from __future__ import annotations

from pathlib import Path

from referee.cli.problems import Problem
from referee.match.replays import BadReplay, Replay, read_replay

LARGEST = 64 * 1024 * 1024


def read_file(path: str) -> bytes:
    """Read a replay file, or say why it cannot be read."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST:
            raise Problem(f"{path} is larger than any replay; is it the right file?")
        return file.read_bytes()
    except IsADirectoryError:
        raise Problem(f"{path} is a folder; name the replay files in it") from None
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from error


def open_replay(path: str) -> Replay:
    """Read a replay from its file, or say where it is damaged."""
    data = read_file(path)
    try:
        return read_replay(data)
    except BadReplay as bad:
        raise Problem(f"{path} is damaged at {bad}; 'referee verify' tells more") from bad
    except ValueError as unknown:
        raise Problem(f"{path} cannot be read here: {unknown}") from unknown


def names_in(replay: Replay) -> list[str]:
    """Who sits where; a seat without a name goes by its number."""
    return [replay.names.get(seat) or f"seat {seat}" for seat in range(replay.charter.seats)]
