"""Files and directories that only their owner can read, because they hold keys, seeds or hidden information."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

PRIVATE_DIRECTORY, PRIVATE_FILE = 0o700, 0o600
_OTHERS = 0o077
"""The permissions of everyone but the owner."""


def make_private_directory(path: Path) -> None:
    """Create a directory and its missing parents, all private. An existing directory is left as it is."""
    if not path.is_dir():
        make_private_directory(path.parent)
        path.mkdir(mode=PRIVATE_DIRECTORY, exist_ok=True)


def is_open_to_others(path: Path) -> bool:
    """Return whether anyone but the owner has any permission. Raise OSError if the file does not exist."""
    return bool(path.stat().st_mode & _OTHERS)


def write_private(path: Path, data: bytes) -> None:
    """Replace a file atomically with one that only its owner can read. A crash leaves the old or the new file."""
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
