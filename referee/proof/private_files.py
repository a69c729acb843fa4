"""Files and directories that only their owner can read, because they hold keys, seeds or hidden information."""

from __future__ import annotations

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
