"""Replays and bundles from disk, and files replaced as a whole."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from referee.cli.errors import Problem
from referee.disputes.evidence.bundles import BadBundle, Bundle, is_bundle, read_bundle
from referee.replay.format import NOT_A_REPLAY, BadReplay, Replay
from referee.replay.reading import read_replay

LARGEST = 64 * 1024 * 1024


class Record(NamedTuple):
    """A match from a file, and the bundle it came in, if it came in one."""

    replay: Replay
    bundle: Bundle | None


def read_file(path: str) -> bytes:
    """Read a file, or say why it cannot be read."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST:
            raise Problem(f"{path} is larger than any replay; is it the right file?")
        return file.read_bytes()
    except IsADirectoryError:
        raise Problem(f"{path} is a folder; name the replay files in it") from None
    except OSError as error:
        raise Problem(f"cannot read {path}: {error.strerror}") from error


def read_text(path: str) -> str:
    """Read a file of signed notes."""
    try:
        return read_file(path).decode()
    except UnicodeDecodeError:
        raise Problem(f"{path} is not a text in UTF-8; is it the right file?") from None


def open_record(path: str) -> Record:
    """Read a replay, or a bundle and the replay in it, or say where the file is damaged."""
    data = read_file(path)
    try:
        bundle = read_bundle(data) if is_bundle(data) else None
        return Record(read_replay(bundle.replay.encode() if bundle else data), bundle)
    except (BadBundle, BadReplay) as bad:
        if bad.difference.what == NOT_A_REPLAY:
            raise Problem(f"{path} is not a replay, nor a bundle; is it the right file?") from bad
        raise Problem(f"{path} is damaged at {bad}; 'referee verify' tells more") from bad
    except ValueError as unknown:
        raise Problem(f"{path} cannot be read here: {unknown}") from unknown


def open_replay(path: str) -> Replay:
    """Read a replay from its file, or out of a bundle."""
    return open_record(path).replay


def names_in(replay: Replay) -> list[str]:
    """Who sits where; a seat without a name goes by its number."""
    return [replay.names.get(seat) or f"seat {seat}" for seat in range(replay.charter.seats)]


def write_file(path: str, text: str) -> None:
    """Write a file, or replace it as a whole: whatever goes wrong, it is the old one or the new one."""
    file = Path(path)
    try:
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with open(handle, "wb") as out:
                out.write(text.encode())
                out.flush()
                os.fsync(handle)
            os.chmod(name, mode)
            os.replace(name, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from error


def _umask() -> int:
    """What this process takes away from the mode of its files; the system tells it only to who sets it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
