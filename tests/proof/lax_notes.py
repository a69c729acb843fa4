"""The control for A1: a typical lenient reader of notes, which relies on the standard library to be strict."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from referee.proof.notes import BadNote, PublicKey


def lax_open(note: str, keys: Iterable[PublicKey]) -> str:
    """Return the text of a note. Splits at white space, decodes base64 leniently, and stops at the first valid line."""
    text, _, rest = note.rpartition("\n\n")
    for line in rest.splitlines():
        words = line.split()
        if len(words) != 3:
            continue
        data = base64.b64decode(words[2] + "==")
        for key in keys:
            if key.has_signed(f"{text}\n".encode(), data[4:]):
                return f"{text}\n"
    raise BadNote("no good signature")
