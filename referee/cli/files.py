"""Replay files from disk."""

from __future__ import annotations

from pathlib import Path

from referee.cli.problems import Problem

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
