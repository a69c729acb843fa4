"""The keys of a data directory, for commands that sign; and the receipts and key lists that others handed out."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.commands.keys import FOLDER, data_dir
from referee.cli.errors import Problem, told_as_problem
from referee.cli.match_files import read_text
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.proof.checkpoints import read_receipts
from referee.proof.keys import BadKeyring, KeyList, Keyring
from referee.proof.notes import BadNote


def keyring_in(given: str | None) -> Keyring:
    """The keys of a data directory; a mistyped one gets none."""
    folder = data_dir(given) / FOLDER
    if not folder.exists():
        raise Problem(
            f"there are no keys in {folder} to sign with; is it the right --data-dir? 'referee keys' makes one"
        )
    with told_as_problem(BadKeyring):
        return Keyring(folder)


def receipts_in(paths: Sequence[str]) -> list[NamedReceipt]:
    """All receipts of some files, each with a name by which it can be told of."""
    found = []
    for path in paths:
        try:
            notes = read_receipts(read_text(path))
        except BadNote as bad:
            raise Problem(f"{path} is no receipts file: {bad}") from bad
        found += [NamedReceipt(f"receipt {number} of {path}", note) for number, note in enumerate(notes, 1)]
    return found


def published_in(path: str) -> str:
    """The list of keys that an official published; none for no file."""
    if not path:
        return ""
    published = read_text(path)
    try:
        KeyList.parse(published)
    except BadNote as bad:
        raise Problem(f"{path} is no key file: {bad}; ask the official for it") from bad
    return published
