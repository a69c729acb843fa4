"""The hash chain through the entries of a match, and the hashes of its audit entries.

The hash of an entry is the SHA-256 of a fixed prefix, the hash of the previous entry and the body exactly as stored.
Arrival times and idempotency keys are not hashed, because they differ from run to run and the same seed and intents
must always lead to the same last hash.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Protocol

import msgspec

GENESIS = bytes(32)
"""The "previous hash" of entry 0."""

_PREFIX = b"referee entry 1\n"
_AUDIT_PREFIX = b"referee audit entry 1\n"


def link(previous: bytes, body: bytes) -> bytes:
    """Return the hash of an entry with this body after the entry with hash `previous`.

    >>> link(GENESIS, b'{"game":"abyss"}').hex()[:16]
    '17f97c0bd7bf30ba'
    """
    return sha256(_PREFIX + previous + body).digest()


def chain(previous: bytes, bodies: Iterable[bytes]) -> list[bytes]:
    """Return the hashes of consecutive entries with these bodies, after the entry with hash `previous`.

    >>> chain(GENESIS, [b'{"game":"abyss"}'])[0].hex()[:16]
    '17f97c0bd7bf30ba'
    """
    hashes = []
    for body in bodies:
        # Same as `link`, inlined because whole matches are hashed here.
        previous = sha256(_PREFIX + previous + body).digest()
        hashes.append(previous)
    return hashes


def audit_hash(note: bytes) -> bytes:
    """Return the hash of an audit entry: of the whole signed note, which contains the hash of the previous one.

    >>> audit_hash(b"referee audit 1").hex()[:16]
    'f49f1942852c8fc8'
    """
    return sha256(_AUDIT_PREFIX + note).digest()


class Linked(Protocol):
    """An entry, as far as the chain needs it."""

    @property
    def seq(self) -> int:
        """Number of the entry in its match, from 0."""

    @property
    def body(self) -> bytes:
        """The entry as stored."""

    @property
    def hash(self) -> bytes:
        """The hash stored with the entry."""


class HashedNote(Protocol):
    """An audit entry, as far as it can be checked without parsing its note."""

    @property
    def seq(self) -> int:
        """Number of the audit entry in its match, from 1."""

    @property
    def note(self) -> bytes:
        """The note as stored."""

    @property
    def hash(self) -> bytes:
        """The hash stored with the note."""


class ChainBreak(msgspec.Struct, frozen=True):
    """The first place where a chain is broken."""

    entry: int
    """Number of the entry that does not fit."""
    what: str
    """What is wrong.

    "sequence": another entry, or none, is in its place; "hash": the entry was changed, or does not follow the previous
    one; "head": all entries fit, but the last hash is not the expected one.
    """
    expected: str
    found: str

    def __str__(self) -> str:
        return f"entry {self.entry}: {self.what} should be {self.expected} but is {self.found}"


def first_chain_break(
    entries: Iterable[Linked], *, start: int = 0, previous: bytes = GENESIS, head: bytes | None = None
) -> ChainBreak | None:
    """Return the first break in a chain, or None if there is none.

    `start` and `previous` allow checking from the middle of a chain. A chain that was truncated, or whose hashes were
    all recomputed, is consistent in itself. Only a `head` known from another source reveals that; the break is then
    reported at the first missing entry.
    """
    seq = start
    for entry in entries:
        if entry.seq != seq:
            return ChainBreak(seq, "sequence", str(seq), str(entry.seq))
        expected = link(previous, entry.body)
        if entry.hash != expected:
            return ChainBreak(seq, "hash", expected.hex(), entry.hash.hex())
        previous = expected
        seq += 1
    if head is not None and head != previous:
        return ChainBreak(seq, "head", head.hex(), previous.hex())
    return None


def first_audit_break(entries: Iterable[HashedNote]) -> ChainBreak | None:
    """Return the first audit entry that is out of sequence or does not match its hash, or None.

    Signatures and the links between notes are not checked, because that requires parsing the notes.
    """
    for seq, entry in enumerate(entries, start=1):
        if entry.seq != seq:
            return ChainBreak(seq, "sequence", str(seq), str(entry.seq))
        expected = audit_hash(entry.note)
        if entry.hash != expected:
            return ChainBreak(seq, "hash", expected.hex(), entry.hash.hex())
    return None
