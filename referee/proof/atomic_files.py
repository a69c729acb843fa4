"""Files that are replaced as a whole, so that a crash leaves the old content or the new."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with these permissions and put it in place of the old one; raise `OSError`."""
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def sync_folder(path: Path) -> None:
    """Make durable which files a folder contains."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
