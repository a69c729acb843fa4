"""The chain of audit entries: each is a signed note that names the hash of the one before it.

The text of the note is

    referee audit 1
    <match>
    <its place, from 1>
    <hash of the note before it, in hexadecimal; zeros for the first>
    <when, in milliseconds since the epoch>
    <the last entry of the match at that time> <the hash of that entry, in hexadecimal>
    <body, in JSON>

and the hash of an audit entry is over the whole note, its one signature line included. Like every note it is read
strictly: there is one way to write an entry, and anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from referee.audit.entries import AuditEntry, decode, encode
from referee.log.chain import GENESIS, audit_hash
from referee.proof.keys import KeyList
from referee.proof.notes import BadNote, SigningKey

_HEADING = "referee audit 1"
_TEXT = re.compile(
    rf"{_HEADING}\n(?P<match>[^\n ]+)\n(?P<seq>[1-9][0-9]{{0,8}})\n(?P<previous>[0-9a-f]{{64}})\n"
    r"(?P<at>0|[1-9][0-9]{0,15})\n(?P<entry>0|[1-9][0-9]{0,8}) (?P<head>[0-9a-f]{64})\n(?P<body>\{[^\n]*\})\n",
    re.ASCII,
)


class AuditBreak(msgspec.Struct, frozen=True):
    """The first place where an audit log does not hold.

    `what` is "note" when the entry is not one that a good key signed, "match" when it belongs to another match,
    "sequence" when another entry stands where it should, "link" when it does not follow the one before it, "place"
    when the match never stood where it says, and "head" when all fit but do not lead to the last one that was promised.
    """

    seq: int
    what: str
    why: str

    def __str__(self) -> str:
        return f"audit entry {self.seq}: {self.why}"


class BrokenAudit(Exception):
    """An audit log that does not hold; `at` says where."""

    def __init__(self, at: AuditBreak) -> None:
        super().__init__(str(at))
        self.at = at


def sign(entry: AuditEntry, key: SigningKey) -> str:
    """The entry as a signed note, or BadNote if it cannot be written as one."""
    text = _text(entry)
    if _parse(text) != entry:
        raise BadNote("an audit entry that would not be read as it was written")
    return key.sign(text)


def hash_of(note: str) -> bytes:
    """The hash that the next entry names."""
    return audit_hash(note.encode())


def read(note: str, keys: KeyList) -> AuditEntry:
    """Read an entry that one of the keys signed, and nobody beside it; or raise BadNote.

    A revoked key signs nothing: the reason then says so.
    """
    return _parse(keys.open(note, alone=True).text)


def read_own(note: str) -> AuditEntry:
    """Read an entry out of the referee's own log, whoever signed it; or raise BadNote.

    A key that was revoked since must not keep the referee from going on with its matches.
    """
    return _parse(note.rpartition("\n\n")[0] + "\n")


def read_all(
    notes: Iterable[str],
    match: str,
    keys: KeyList,
    *,
    heads: Sequence[bytes] | None = None,
    head: bytes | None = None,
) -> list[AuditEntry]:
    """Follow and read the audit entries of a match, or raise BrokenAudit at the first that does not fit.

    `heads` are the hashes of the match's own entries, to see that it stood where each audit entry says.

    Every edit, swap and insertion is found, and every deletion that has an entry after it. A log whose end was cut off
    holds in itself: only the hash of its last entry, known from elsewhere (`head`: from a seal or a receipt), shows it.
    """
    entries: list[AuditEntry] = []
    previous, stood = GENESIS, 0
    for seq, note in enumerate(notes, start=1):
        try:
            entry = read(note, keys)
        except BadNote as bad:
            raise BrokenAudit(AuditBreak(seq, "note", str(bad))) from None
        broken = _misplacement(entry, seq, match, previous, stood) or _stranger(entry, heads)
        if broken is not None:
            raise BrokenAudit(broken)
        entries.append(entry)
        previous, stood = hash_of(note), entry.entry
    if head is not None and head != previous:
        why = "missing: the entries do not lead to the last one that was promised"
        raise BrokenAudit(AuditBreak(len(entries) + 1, "head", why))
    return entries


def first_break(
    notes: Iterable[str],
    match: str,
    keys: KeyList,
    *,
    heads: Sequence[bytes] | None = None,
    head: bytes | None = None,
) -> AuditBreak | None:
    """Name the first audit entry that `read_all` stops at, or None if all fit."""
    try:
        read_all(notes, match, keys, heads=heads, head=head)
    except BrokenAudit as broken:
        return broken.at
    return None


def _misplacement(entry: AuditEntry, seq: int, match: str, previous: bytes, stood: int) -> AuditBreak | None:
    """Why the entry does not come next, if it does not."""
    if entry.match != match:
        return AuditBreak(seq, "match", f"belongs to match {entry.match}, not {match}")
    if entry.seq != seq:
        return AuditBreak(seq, "sequence", f"entry {entry.seq} stands in its place")
    if entry.previous != previous:
        return AuditBreak(seq, "link", "does not follow the one before it")
    if entry.entry < stood:
        return AuditBreak(seq, "place", f"the match stood at entry {stood} before, and now at {entry.entry}")
    return None


def _stranger(entry: AuditEntry, heads: Sequence[bytes] | None) -> AuditBreak | None:
    """Whether the match, if its hashes are known, never stood where the entry says."""
    if heads is None or (entry.entry < len(heads) and entry.head == heads[entry.entry]):
        return None
    return AuditBreak(entry.seq, "place", f"the match has no entry {entry.entry} with the hash it names")


def _text(entry: AuditEntry) -> str:
    lines = [
        _HEADING,
        entry.match,
        str(entry.seq),
        entry.previous.hex(),
        str(entry.at),
        f"{entry.entry} {entry.head.hex()}",
        encode(entry.body).decode(),
    ]
    return "".join([f"{line}\n" for line in lines])


def _parse(text: str) -> AuditEntry:
    form = _TEXT.fullmatch(text)
    if form is None:
        raise BadNote(f"not an audit entry: its text should have seven lines and begin with {_HEADING!r}")
    try:
        body = decode(form["body"].encode())
    except msgspec.DecodeError as error:
        raise BadNote(f"an audit entry whose body cannot be read: {error}") from None
    entry = AuditEntry(
        match=form["match"],
        seq=int(form["seq"]),
        previous=bytes.fromhex(form["previous"]),
        at=int(form["at"]),
        entry=int(form["entry"]),
        head=bytes.fromhex(form["head"]),
        body=body,
    )
    if _text(entry) != text:
        raise BadNote("an audit entry whose body is not in its canonical form")
    return entry
