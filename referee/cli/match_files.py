"""Replays and bundles on disk."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import NamedTuple

from referee.audit.audit_state import AuditState, fold_all
from referee.audit.chain import BrokenAudit, read_all
from referee.audit.entries import AuditEntry
from referee.cli.errors import CommandError
from referee.disputes.evidence.bundles import BadBundle, Bundle, is_bundle, read_bundle
from referee.disputes.evidence.examination import EvidenceMismatch, newer_keys
from referee.proof.keys import KeyList
from referee.replay.differences import Difference
from referee.replay.format import NEWER_FORMAT, NOT_A_REPLAY, WINDOWS_LINE_ENDS, BadReplay, Replay
from referee.replay.reading import read_replay

MAX_FILE_BYTES = 64 * 1024 * 1024


class MatchFile(NamedTuple):
    """A replay, and the bundle that contains it, if any."""

    replay: Replay
    bundle: Bundle | None


def read_file(path: str) -> bytes:
    """Read a file of limited size."""
    if not path:
        raise no_file_name()
    file = Path(path)
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(f"{path} is too large to be a replay; is it the right file?")
        return file.read_bytes()
    except IsADirectoryError:
        raise CommandError(f"{path} is a directory; name the replay files in it") from None
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error


def read_text(path: str) -> str:
    """Read a UTF-8 file, such as receipts or a key list."""
    try:
        text = read_file(path).decode()
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not UTF-8 text; is it the right file?") from None
    if "\r\n" in text:
        raise windows_line_ends(path)
    return text


def open_match_file(path: str) -> MatchFile:
    """Read a replay or a bundle."""
    return parse_match_file(path, read_file(path))


def parse_match_file(path: str, data: bytes) -> MatchFile:
    """Read the content of a replay or a bundle; `path` is what messages call it."""
    try:
        bundle = read_bundle(data) if is_bundle(data) else None
        return MatchFile(read_replay(bundle.replay.encode() if bundle else data), bundle)
    except (BadBundle, BadReplay) as bad:
        if bad.difference.what == WINDOWS_LINE_ENDS:
            raise windows_line_ends(path) from bad
        if bad.difference.what == NEWER_FORMAT:
            raise newer_format(path, bad.difference) from bad
        if bad.difference.what == NOT_A_REPLAY:
            raise CommandError(f"{path} is not a replay or a bundle; is it the right file?") from bad
        raise CommandError(f"{path} is damaged at {bad}; 'referee verify' shows more") from bad
    except ValueError as unknown:
        raise CommandError(f"cannot read {path} with this version: {unknown}") from unknown


def no_file_name() -> CommandError:
    """Return the error for an empty name, which Python takes for the current directory.

    In a script, it comes from a variable that was never set.
    """
    return CommandError("the name of a file is empty; is a variable not set?")


def newer_format(path: str, difference: Difference) -> CommandError:
    """Return the error for a file with a format of the future."""
    return CommandError(f"{path} was {NEWER_FORMAT}: it is a {difference.found!r}; update this one")


def windows_line_ends(path: str) -> CommandError:
    """Return the error for a file that was converted."""
    name = shlex.quote(path)
    return CommandError(f"{path} has {WINDOWS_LINE_ENDS}; restore it: tr -d '\\r' < {name} > NEW")


def open_replay(path: str) -> Replay:
    """Read a replay from its own file or from a bundle."""
    return open_match_file(path).replay


def read_audit_log(path: str, file: MatchFile, published: str = "") -> tuple[list[AuditEntry], AuditState]:
    """Return the verified audit entries of a bundle and the cases they add up to; a replay alone has none.

    Signatures are checked against the key list that the official published, or else against the bundle's own.
    """
    bundle = file.bundle
    if bundle is None:
        return [], AuditState()
    try:
        keys = newer_keys(KeyList.parse(published), bundle.keys) if published else KeyList.parse(bundle.keys)
        entries = read_all(bundle.audit, bundle.match, keys)
        return entries, fold_all(entries)
    except (BrokenAudit, KeyError, EvidenceMismatch) as broken:
        raise CommandError(f"{path} does not verify: {broken}; 'referee verify' shows more") from broken
