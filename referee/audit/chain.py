"""The chain of audit entries: signed notes, each of which contains the hash of the previous one.

The text of the note is

    referee audit 1
    <match>
    <number of the audit entry, from 1>
    <hash of the previous note, in hexadecimal; zeros for the first>
    <time, in milliseconds since the Unix epoch>
    <last entry of the match at that time> <hash of that entry, in hexadecimal>
    <body, in JSON>

The hash of an audit entry covers the whole note, including its one signature line. Notes are parsed strictly: there
is exactly one way to write an entry, and anything else is refused.
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
    """The first place where an audit log is broken."""

    seq: int
    """Number of the audit entry that does not fit."""
    what: str
    """What is wrong.

    "note": the entry is malformed or not signed by a valid key; "match": it belongs to another match; "sequence":
    another entry is in its place; "link": it does not follow the previous one; "place": the match never was at the
    entry it names; "head": all entries fit, but the last hash is not the expected one.
    """
    why: str
    """The same in a sentence."""

    def __str__(self) -> str:
        return f"audit entry {self.seq}: {self.why}"


class BrokenAudit(Exception):
    """A broken audit log; `at` says where and why."""

    def __init__(self, at: AuditBreak) -> None:
        super().__init__(str(at))
        self.at = at


def sign(entry: AuditEntry, key: SigningKey) -> str:
    """Return the entry as a signed note. Raise BadNote if it cannot be represented as one."""
    text = _text(entry)
    if _parse(text) != entry:
        raise BadNote("the audit entry would not be read back unchanged")
    return key.sign(text)


def note_hash(note: str) -> bytes:
    """Return the hash of an audit entry, which the next one contains."""
    return audit_hash(note.encode())


def read(note: str, keys: KeyList) -> AuditEntry:
    """Read an entry that exactly one of these keys signed.

    Raise BadNote for anything else, including revoked keys, and keys that had been retired when the entry was written.
    """
    opened = keys.open(note, alone=True)
    entry = _parse(opened.text)
    listed = keys.find(opened.key.id)
    if listed is not None and listed.was_retired_before(entry.at):
        who = f"{listed.key.name}+{listed.key.id.hex()}"
        raise BadNote(f"signed with {who}, which was retired on {listed.until}, and dated later")
    return entry


def read_own(note: str) -> AuditEntry:
    """Read an entry from the referee's own log without checking its signature. Raise BadNote if it is malformed.

    The key may have been revoked since, and that must not keep the referee from continuing its matches.
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
    """Read and check the audit entries of a match. Raise BrokenAudit at the first that does not fit.

    `heads` are the hashes of the match's own entries, to check that the match was at the entry each audit entry names.

    Every edit, swap and insertion is detected, and every deletion that is followed by an entry. A truncated log is
    consistent in itself: only the hash of its last entry from another source, such as a seal, reveals that (`head`).
    """
    entries: list[AuditEntry] = []
    previous, reached = GENESIS, 0
    for seq, note in enumerate(notes, start=1):
        try:
            entry = read(note, keys)
        except BadNote as bad:
            raise BrokenAudit(AuditBreak(seq, "note", str(bad))) from None
        broken = _break_in_chain(entry, seq, match, previous, reached) or _break_in_match(entry, heads)
        if broken is not None:
            raise BrokenAudit(broken)
        entries.append(entry)
        previous, reached = note_hash(note), entry.entry
    if head is not None and head != previous:
        why = "missing: the last hash is not the expected one"
        raise BrokenAudit(AuditBreak(len(entries) + 1, "head", why))
    return entries


def _break_in_chain(
    entry: AuditEntry, seq: int, match: str, previous: bytes, reached: int
) -> AuditBreak | None:
    """Return why the entry cannot be the next one, or None."""
    if entry.match != match:
        return AuditBreak(seq, "match", f"belongs to match {entry.match}, not {match}")
    if entry.seq != seq:
        return AuditBreak(seq, "sequence", f"entry {entry.seq} is in its place")
    if entry.previous != previous:
        return AuditBreak(seq, "link", "does not follow the previous one")
    if entry.entry < reached:
        return AuditBreak(
            seq, "place", f"names entry {entry.entry}, but the match was already at entry {reached}"
        )
    return None


def _break_in_match(entry: AuditEntry, heads: Sequence[bytes] | None) -> AuditBreak | None:
    """Return a break if the match does not have the entry that the audit entry names; None if it does or is unknown."""
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
        raise BadNote(f"not an audit entry: expected seven lines, the first of them {_HEADING!r}")
    try:
        body = decode(form["body"].encode())
    except msgspec.DecodeError as error:
        raise BadNote(f"the body of the audit entry cannot be read: {error}") from None
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
        raise BadNote("the body of the audit entry is not in canonical form")
    return entry
