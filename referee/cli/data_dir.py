"""The data directory of a service: where it is and what it contains."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from referee.cli.errors import CommandError
from referee.proof.private_files import (
    PRIVATE_DIRECTORY,
    PRIVATE_FILE,
    is_open_to_others,
    make_private_directory,
)

DEFAULT_DATA_DIR = "referee-data"
KEYS_FOLDER = "keys"
DATABASE = "referee.db"


def data_dir_path(option: str | None) -> Path:
    """Return the data directory: the option, else REFEREE_DATA_DIR, else the default."""
    return Path(option or os.environ.get("REFEREE_DATA_DIR") or DEFAULT_DATA_DIR)


def keep_from_git(folder: Path) -> None:
    """Have git ignore a data directory wherever it is, because it holds private keys and hidden information."""
    file = folder / ".gitignore"
    try:
        if folder.is_dir() and not file.exists():
            file.write_text("*\n", encoding="utf-8")
            file.chmod(PRIVATE_FILE)
    except OSError as error:
        raise CommandError(f"cannot write {file}: {error.strerror}") from error


def make_data_dir(folder: Path) -> None:
    """Create a data directory that only its owner can read. Refuse one that others can read, or whose database is so.

    The database contains the seeds and hidden information of running matches.
    """
    try:
        make_private_directory(folder)
        database = folder / DATABASE
        files = [database.with_name(DATABASE + end) for end in ("", "-wal", "-shm")]
        for path, mode in [
            (folder, PRIVATE_DIRECTORY),
            *[(file, PRIVATE_FILE) for file in files if file.exists()],
        ]:
            if is_open_to_others(path):
                command = shlex.join(["chmod", f"{mode:o}", str(path)])
                raise CommandError(f"other users can read {path}; make it private: {command}")
    except (FileExistsError, NotADirectoryError):
        raise CommandError(f"cannot use {folder} as --data-dir: it is a file; name a directory") from None
    except OSError as error:
        raise CommandError(f"cannot use {folder} as --data-dir: {error.strerror}") from error
    keep_from_git(folder)
