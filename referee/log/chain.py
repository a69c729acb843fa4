"""The chain of hashes through the entries of one match, and the hashes of what is written beside it.

The hash of an entry is the SHA-256 of a fixed prefix, the hash of the entry before it and the
body exactly as stored. Nothing else is hashed: arrival times and idempotency keys differ from run
to run, and the same seed and intents must always end in the same head.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

import msgspec

GENESIS = bytes(32)
"""What stands in for "the hash of the entry before" at entry 0."""

_PREFIX = b"referee entry 1\n"
_AUDIT_PREFIX = b"referee audit entry 1\n"


def link(previous: bytes, body: bytes) -> bytes:
    """The hash of an entry with this body that follows the entry with hash `previous`.

    >>> link(GENESIS, b'{"game":"abyss"}').hex()[:16]
    '17f97c0bd7bf30ba'
    """
    return sha256(_PREFIX + previous + body).digest()


def chain(previous: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """The hashes of entries with these bodies that follow one another, the first of them the entry `previous`.

    >>> chain(GENESIS, [b'{"game":"abyss"}'])[0].hex()[:16]
    '17f97c0bd7bf30ba'
    """
    hashes = []
    for body in bodies:
        # As `link` does it, without a call for each: whole matches are hashed here.
        previous = sha256(_PREFIX + previous + body).digest()
        hashes.append(previous)
    return hashes


def audit_hash(note: bytes) -> bytes:
    """The hash of an audit entry: of the whole signed note, which itself names the hash of the one before.

    >>> audit_hash(b"referee audit 1").hex()[:16]
    'f49f1942852c8fc8'
    """
    return sha256(_AUDIT_PREFIX + note).digest()


class Linked(Protocol):
    """Anything that carries what the chain needs to know of an entry."""

    @property
    def seq(self) -> int:
        """The place of the entry in its match, counted from 0."""

    @property
    def body(self) -> bytes:
        """The entry as stored."""

    @property
    def hash(self) -> bytes:
        """The entry's link, as stored beside it."""


class Noted(Protocol):
    """Anything that carries what is known of an audit entry without reading its note."""

    @property
    def seq(self) -> int:
        """The place of the entry among those of its match, counted from 1."""

    @property
    def note(self) -> bytes:
        """The note as stored."""

    @property
    def hash(self) -> bytes:
        """The hash of the note, as stored beside it."""


class Break(msgspec.Struct, frozen=True):
    """The first place where a chain does not hold.

    `what` is "sequence" when another entry (or none) stands where `entry` should, "hash" when the entry
    is not what was hashed or does not follow the one before it, and "head" when all entries fit
    but do not lead to the head that was promised.
    """

    entry: int
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.what} should be {self.expected} but is {self.found}"


def first_break(
    entries: Iterable[Linked], *, start: int = 0, previous: bytes = GENESIS, head: bytes | None = None
) -> Break | None:
    """Follow a chain and name the first entry that does not fit, or None if all do.

    `start` and `previous` let a chain be followed from the middle. A chain whose end was cut off, or
    whose hashes were all made anew, holds in itself: only a `head` known from elsewhere shows it, and
    the break is then put at the first entry that is not there.
    """
    seq = start
    for entry in entries:
        if entry.seq != seq:
            return Break(seq, "sequence", str(seq), str(entry.seq))
        expected = link(previous, entry.body)
        if entry.hash != expected:
            return Break(seq, "hash", expected.hex(), entry.hash.hex())
        previous = expected
        seq += 1
    if head is not None and head != previous:
        return Break(seq, "head", head.hex(), previous.hex())
    return None


def first_audit_break(entries: Iterable[Noted]) -> Break | None:
    """Name the first audit entry that is not the next one or not what was hashed, or None if all fit.

    No signature is looked at, nor whether each note follows the one before it: that takes reading the notes.
    """
    for seq, entry in enumerate(entries, start=1):
        if entry.seq != seq:
            return Break(seq, "sequence", str(seq), str(entry.seq))
        expected = audit_hash(entry.note)
        if entry.hash != expected:
            return Break(seq, "hash", expected.hex(), entry.hash.hex())
    return None
