"""Files that are written as a whole, so that a crash leaves the old content or the new."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from errno import EEXIST
from pathlib import Path


def replace_file(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with these permissions and put it in place of the old one; raise `OSError`."""
    _write_then(os.replace, path, data, mode)


def create_file(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with these permissions; raise `FileExistsError` if there is one, or another `OSError`."""
    _write_then(_move_to_free_name, path, data, mode)


def _move_to_free_name(name: str, path: Path) -> None:
    try:
        # Unlike a rename, a link fails if the name is taken in the meantime.
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems have no hard links.
        if os.path.lexists(path):
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(path)) from None
        os.replace(name, path)
    else:
        os.unlink(name)


def _write_then(put: Callable[[str, Path], object], path: Path, data: bytes, mode: int) -> None:
    """Write a temporary file next to the path, make it durable, and put it there."""
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        os.chmod(name, mode)
        put(name, path)
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
