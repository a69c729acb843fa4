"""Output files: never a replaced device or link, never a lost file.

`-` is stdout. A regular file is written whole and then put in place, and an existing one only with `--force`. Anything
else that has a name (a FIFO, a device, an open descriptor) is written to as it is.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from referee.cli.display.printable import FilteredStream
from referee.cli.errors import CommandError
from referee.proof.atomic_files import create_file, replace_file
from referee.proof.private_files import PRIVATE_FILE

STDOUT = "-"
_DESCRIPTORS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")
"""Names of what the shell has opened already. It may be a regular file, which then belongs to the shell."""


def check_output(path: str, *, force: bool) -> None:
    """Refuse an output before any work is done for it; raise `CommandError`."""
    if path == STDOUT:
        return
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        folder = Path(path).parent
        if not folder.is_dir():
            raise CommandError(f"cannot write {path}: there is no directory {folder}") from None
        return
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from error
    if stat.S_ISDIR(mode):
        raise CommandError(f"cannot write {path}: it is a directory; name a file in it")
    if stat.S_ISREG(mode) and not force and not _is_descriptor(path):
        raise _exists(path)


def refuse_mixture(path: str, *, as_json: bool) -> None:
    """Refuse `--json` for an output on stdout, where nothing but the output may be; raise `CommandError`."""
    if path == STDOUT and as_json:
        raise CommandError("-o - and --json both write to stdout; choose one")


def write_output(path: str, text: str, *, force: bool, is_private: bool = False) -> None:
    """Write a text to an output. Only its owner reads a private file. Raise `CommandError` if it cannot be written.

    After a failure an existing file has its old content.
    """
    if path == STDOUT:
        _write_to_stdout(text)
        return
    check_output(path, force=force)
    try:
        if _is_descriptor(path) or (os.path.exists(path) and not os.path.isfile(path)):
            _write_through(path, text.encode())
            return
        # A link stays a link: the file behind it is written.
        file = Path(os.path.realpath(path))
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~_umask()
        put = replace_file if force else create_file
        put(file, text.encode(), mode & PRIVATE_FILE if is_private else mode)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror}") from error


def _exists(path: str) -> CommandError:
    return CommandError(f"{path} exists already; choose another file, or overwrite it with --force")


def _is_descriptor(path: str) -> bool:
    return os.path.abspath(path).startswith(_DESCRIPTORS)


def _write_through(path: str, data: bytes) -> None:
    """Write to something that is not a regular file, which is neither created nor truncated."""
    with open(os.open(path, os.O_WRONLY), "wb") as out:
        out.write(data)


def _write_to_stdout(text: str) -> None:
    """Write a text byte for byte, past the filter: it is a file, not something to read on a terminal."""
    stream = sys.stdout.stream if isinstance(sys.stdout, FilteredStream) else sys.stdout
    stream.flush()
    buffer = getattr(stream, "buffer", None)
    if buffer is None:
        stream.write(text)
    else:
        buffer.write(text.encode())
        buffer.flush()


def _umask() -> int:
    """Return the file mode mask of this process, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
