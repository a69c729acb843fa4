"""Keyrings, receipt files and key lists on disk."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.data_dir import KEYS_FOLDER, data_dir_path
from referee.cli.errors import CommandError, as_command_error
from referee.cli.match_files import read_text
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.proof.checkpoints import read_receipts
from referee.proof.keys import BadKeyring, KeyList, Keyring
from referee.proof.notes import BadNote, SigningKey


def open_keyring(data_dir: str | None) -> Keyring:
    """Open the keyring of a data directory. None is created, so that a mistyped directory gets no keys."""
    folder = data_dir_path(data_dir) / KEYS_FOLDER
    if not folder.exists():
        raise CommandError(
            f"no keys in {folder} to sign with; check --data-dir, or run 'referee keys' to create one"
        )
    with as_command_error(BadKeyring):
        return Keyring(folder)


def signing_keys(data_dir: str | None) -> tuple[SigningKey, str] | None:
    """Return the key that signs and the published list of a data directory; None if it has no keys."""
    if not (data_dir_path(data_dir) / KEYS_FOLDER).exists():
        return None
    keyring = open_keyring(data_dir)
    return keyring.signer, keyring.published


def read_receipt_files(paths: Sequence[str]) -> list[NamedReceipt]:
    """Read all receipts from some files, each labelled with its number and file."""
    found = []
    for path in paths:
        try:
            notes = read_receipts(read_text(path))
        except BadNote as bad:
            raise CommandError(f"{path} is not a receipts file: {bad}") from bad
        found += [NamedReceipt(f"receipt {number} of {path}", note) for number, note in enumerate(notes, 1)]
    return found


def read_key_file(path: str) -> str:
    """Read the list of keys that an official published; return an empty text if no path is given."""
    if not path:
        return ""
    published = read_text(path)
    try:
        KeyList.parse(published)
    except BadNote as bad:
        raise CommandError(f"{path} is not a key file: {bad}; ask the official for it") from bad
    return published
