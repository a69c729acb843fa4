"""Checkpoints: the signed text that states how much of its feed a viewer has received. A signed one is a receipt.

The text is a C2SP tlog-checkpoint with three extension lines after the root:

    referee/<match>/<viewer>        the viewer: seat/<number>, spectator or open
    <size>                          number of frames sent to the viewer
    <root>                          Merkle root of those frames, in base64
    frames 1                        leaf format: frames, version 1
    answered <n>                    number of the seat's questions that have been answered
    audit <n> <hash>                number and last hash, in base64, of the audit entries that everyone may know

The last line is missing in receipts from before audit logs were covered.
Numbers are decimal without leading zeros. A receipts file is a sequence of signed notes, each followed by an empty
line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from referee.proof.merkle import EMPTY_ROOT, HASH_BYTES
from referee.proof.notes import BadNote, from_base64, note_keys, to_base64

LARGEST = 2**63 - 1

_FORM = re.compile(
    r"referee/(?P<match>[^/\n]+)/(?P<viewer>[^\n]+)\n"
    r"(?P<size>[0-9]{1,19})\n(?P<root>[^\n]+)\nframes 1\nanswered (?P<answered>[0-9]{1,19})\n"
    r"(?:audit (?P<count>[0-9]{1,19}) (?P<hash>[^\n]+)\n)?"
)
_MATCH = re.compile(r"[0-9A-Za-z._~-]{1,128}")
_VIEWER = re.compile(r"seat/(?:0|[1-9][0-9]{0,2})|spectator|open")


class AuditHead(NamedTuple):
    """How far the public part of an audit log had come."""

    size: int
    """Number of audit entries that everyone may know."""
    hash: bytes
    """Hash of the last of them, which covers those before it; zeros if there are none."""


NO_AUDIT = AuditHead(0, bytes(HASH_BYTES))
"""The head of an audit log without public entries."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The state of a viewer's feed at one moment."""

    match: str
    viewer: str
    """ "seat/<number>", "spectator" or "open"."""
    size: int
    """Number of frames."""
    root: bytes
    """Merkle root of the frames."""
    answered: int
    """Number of the seat's questions that have been answered."""
    audit: AuditHead | None = None
    """The audit log as everyone knew it at that moment; None in old receipts."""

    def __post_init__(self) -> None:
        if not _MATCH.fullmatch(self.match):
            raise BadNote(f"{self.match!r} is not a valid match id")
        if not _VIEWER.fullmatch(self.viewer):
            raise BadNote(f"{self.viewer!r} is not a viewer (seat/<number>, spectator or open)")
        if not 0 <= self.size <= LARGEST or not 0 <= self.answered <= LARGEST:
            raise BadNote("a number in the checkpoint is negative or too large")
        if len(self.root) != HASH_BYTES:
            raise BadNote(f"a root has {HASH_BYTES} bytes, not {len(self.root)}")
        if self.size == 0 and self.root != EMPTY_ROOT:
            raise BadNote("the checkpoint has no frames, but not the root of an empty tree")
        if self.audit is not None:
            _check_audit(self.audit)

    @property
    def origin(self) -> str:
        """The first line: identifies the feed across all matches."""
        return f"referee/{self.match}/{self.viewer}"

    def text(self) -> str:
        """Return the text to sign.

        >>> print(Checkpoint("m1", "seat/2", 0, EMPTY_ROOT, 0).text(), end="")
        referee/m1/seat/2
        0
        47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
        frames 1
        answered 0
        """
        lines = f"{self.origin}\n{self.size}\n{to_base64(self.root)}\nframes 1\nanswered {self.answered}\n"
        return (
            lines if self.audit is None else f"{lines}audit {self.audit.size} {to_base64(self.audit.hash)}\n"
        )

    @staticmethod
    def parse(text: str) -> Checkpoint:
        """Parse the text of a checkpoint. Raise BadNote if it is not one."""
        form = _FORM.fullmatch(text)
        if form is None:
            raise BadNote("the text is not a checkpoint of frames")
        audit = form["count"] and AuditHead(int(form["count"]), from_base64(form["hash"]))
        found = Checkpoint(
            form["match"],
            form["viewer"],
            int(form["size"]),
            from_base64(form["root"]),
            int(form["answered"]),
            audit or None,
        )
        if found.text() != text:
            raise BadNote("a number in the checkpoint has leading zeros")
        return found


def _check_audit(audit: AuditHead) -> None:
    if not 0 <= audit.size <= LARGEST:
        raise BadNote("a number in the checkpoint is negative or too large")
    if len(audit.hash) != HASH_BYTES:
        raise BadNote(f"the hash of an audit log has {HASH_BYTES} bytes, not {len(audit.hash)}")
    if audit.size == 0 and audit != NO_AUDIT:
        raise BadNote("the checkpoint covers no audit entries, but has a hash of some")


def write_receipts(notes: Iterable[str]) -> str:
    """Return the content of a receipts file with these notes."""
    kept = list(notes)
    data = "".join([f"{note}\n" for note in kept])
    if read_receipts(data) != kept:
        raise BadNote("a receipts file cannot contain a receipt with an empty line in its text")
    return data


def read_receipts(data: str) -> list[str]:
    """Return the notes of a receipts file, in order. Their form is checked, their signatures are not."""
    *parts, rest = data.split("\n\n")
    if rest or len(parts) % 2 or any(part.startswith("\n") for part in parts):
        raise BadNote("not a receipts file: expected signed notes, each followed by an empty line")
    notes = [f"{text}\n\n{lines}\n" for text, lines in zip(parts[::2], parts[1::2], strict=True)]
    for number, note in enumerate(notes, 1):
        try:
            note_keys(note)
        except BadNote as problem:
            raise BadNote(f"receipt {number}: {problem}") from None
    return notes
