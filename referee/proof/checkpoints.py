"""Checkpoints: how far a viewer's feed had come, as a text to be signed; and files of signed ones, the receipts.

The text is a C2SP tlog-checkpoint with two lines of our own after the root:

    referee/<match>/<viewer>        the viewer is seat/2, spectator or open
    <size>                          how many frames the viewer had been told
    <root>                          the Merkle root of those frames, base64
    frames 1                        what a leaf is: frames, in the first form of them
    answered <n>                    how many of the seat's answers had been taken

Numbers are decimal without leading zeros. A receipts file is notes one after another, with an empty line after each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from referee.proof.merkle import EMPTY_ROOT, HASH_BYTES
from referee.proof.notes import BadNote, from_base64, note_keys, to_base64

LARGEST = 2**63 - 1

_FORM = re.compile(
    r"referee/(?P<match>[^/\n]+)/(?P<viewer>[^\n]+)\n"
    r"(?P<size>[0-9]{1,19})\n(?P<root>[^\n]+)\nframes 1\nanswered (?P<answered>[0-9]{1,19})\n"
)
_MATCH = re.compile(r"[0-9A-Za-z._~-]{1,128}")
_VIEWER = re.compile(r"seat/(?:0|[1-9][0-9]{0,2})|spectator|open")


class Checkpoint(msgspec.Struct, frozen=True):
    """What a viewer had been told of a match at some moment: so many frames, with this root."""

    match: str
    viewer: str
    size: int
    root: bytes
    answered: int

    def __post_init__(self) -> None:
        if not _MATCH.fullmatch(self.match):
            raise BadNote(f"{self.match!r} cannot be the id of a match")
        if not _VIEWER.fullmatch(self.viewer):
            raise BadNote(f"{self.viewer!r} is no viewer: seat/0 and so on, spectator or open")
        if not 0 <= self.size <= LARGEST or not 0 <= self.answered <= LARGEST:
            raise BadNote("a number in a checkpoint is below 0 or too large")
        if len(self.root) != HASH_BYTES:
            raise BadNote(f"a root has {HASH_BYTES} bytes, not {len(self.root)}")
        if self.size == 0 and self.root != EMPTY_ROOT:
            raise BadNote("a checkpoint of no frames has the root of some")

    @property
    def origin(self) -> str:
        """Whose feed it is, over all matches: the first line."""
        return f"referee/{self.match}/{self.viewer}"

    def text(self) -> str:
        """What is signed.

        >>> print(Checkpoint("m1", "seat/2", 0, EMPTY_ROOT, 0).text(), end="")
        referee/m1/seat/2
        0
        47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
        frames 1
        answered 0
        """
        return f"{self.origin}\n{self.size}\n{to_base64(self.root)}\nframes 1\nanswered {self.answered}\n"

    @staticmethod
    def parse(text: str) -> Checkpoint:
        """Read the text of a checkpoint, or raise BadNote."""
        form = _FORM.fullmatch(text)
        if form is None:
            raise BadNote("not the text of a checkpoint of frames")
        found = Checkpoint(
            form["match"], form["viewer"], int(form["size"]), from_base64(form["root"]), int(form["answered"])
        )
        if found.text() != text:
            raise BadNote("a number in a checkpoint is not in its shortest form")
        return found


def write_receipts(notes: Iterable[str]) -> str:
    """A receipts file: the notes one after another, an empty line after each."""
    kept = list(notes)
    data = "".join([f"{note}\n" for note in kept])
    if read_receipts(data) != kept:
        raise BadNote("a receipt with an empty line in its text cannot stand in a receipts file")
    return data


def read_receipts(data: str) -> list[str]:
    """The notes of a receipts file, in its order; each has the form of one, but nothing else is checked."""
    *parts, rest = data.split("\n\n")
    if rest or len(parts) % 2 or any(part.startswith("\n") for part in parts):
        raise BadNote("a receipts file has signed notes in it, and an empty line after each")
    notes = [f"{text}\n\n{lines}\n" for text, lines in zip(parts[::2], parts[1::2], strict=True)]
    for number, note in enumerate(notes, 1):
        try:
            note_keys(note)
        except BadNote as problem:
            raise BadNote(f"receipt {number}: {problem}") from None
    return notes
