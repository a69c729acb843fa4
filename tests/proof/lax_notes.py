"""Control for A1: a reader of notes as they are often written, trusting the standard library to be strict."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from referee.proof.notes import BadNote, PublicKey


def lax_open(note: str, keys: Iterable[PublicKey]) -> str:
    """Return the text of a note. Split on white space, decode base64 leniently, and stop at the first good line."""
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
