"""Bundles: a match and everything needed to prove it and its cases, in one file.

    referee bundle 1
    match 3f09ab12

    === replay 40592 15e4...        the record, as a replay file
    === commitments 77 9d21...      the commitments to the seed and the entropy
    === keys 310 77aa...            the list of keys that the referee publishes
    === receipts 0 e3b0...          signed checkpoints that were handed out
    === refusals 512 0b9d...        refused intents, one JSON object per line
    === audit 2345 4c51...          the audit log: looks, cases, trials and rulings
    === seal
    referee seal 1
    3f09ab12
    d2b8...                         the hash of everything above

    — referee ...                   the signature

A heading gives the size of its section in bytes and its SHA-256. The section follows, and then an empty line. All
sections are present, in this order; only the first three may not be empty. There is exactly one way to write a bundle,
so a file that differs from it in one bit is detected. `examination` checks the signed notes in it.

A bundle proves the state when it was sealed. Audit entries written later are in a newer bundle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

import msgspec

from referee.kernel.facts import Seat
from referee.log.chain import Linked
from referee.log.records import AuditAppended, IntentRejected
from referee.proof.checkpoints import read_receipts, write_receipts
from referee.proof.keys import KeyList, ListedKey
from referee.proof.notes import BadNote, SigningKey
from referee.replay.differences import Difference
from referee.replay.time_sheet import with_time_sheet
from referee.replay.writing import write_replay

FORMAT = "referee bundle 1"
SECTIONS = ("replay", "commitments", "keys", "receipts", "refusals", "audit")

_SEAL = "referee seal 1"
_SEAL_HEADING = b"=== seal\n"
_START = re.compile(rb"referee bundle 1\nmatch (?P<match>[0-9A-Za-z._~-]{1,128})\n\n")
_HEADING = re.compile(rb"=== (?P<name>[a-z]+) (?P<size>0|[1-9][0-9]{0,9}) (?P<hash>[0-9a-f]{64})\n")
_COMMITMENT = re.compile(r"(?:seed|seat (?P<seat>0|[1-9][0-9]{0,2})) (?P<hash>[0-9a-f]{64})")
_SHOWN = 80
"""The number of bytes of misplaced text that are quoted in a message."""

_Given = TypeVar("_Given")
_Read = TypeVar("_Read")


class BadBundle(ValueError):
    """A file that is not a bundle, or that was changed after it was sealed."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class Commitments(msgspec.Struct, frozen=True):
    """The commitments that were made before anyone could know the luck."""

    seed: bytes
    """The hash of entry 0, which holds the rules, the options and the referee's seed."""
    entropy: dict[Seat, bytes] = {}
    """The commitment of each seat that committed to entropy."""

    def text(self) -> str:
        """Return one line for the referee and one for each seat."""
        seats = [f"seat {seat} {hash_.hex()}\n" for seat, hash_ in sorted(self.entropy.items())]
        return "".join([f"seed {self.seed.hex()}\n", *seats])

    @staticmethod
    def parse(text: str) -> Commitments:
        """Read what `text` returns; raise `ValueError`."""
        forms = [_COMMITMENT.fullmatch(line) for line in text.split("\n")[:-1]]
        found = [(form["seat"], bytes.fromhex(form["hash"])) for form in forms if form]
        if not found or found[0][0] is not None:
            raise ValueError("no commitment to the seed")
        made = Commitments(found[0][1], {int(seat): hash_ for seat, hash_ in found[1:] if seat})
        if made.text() != text:
            raise ValueError("not as commitments are written")
        return made


class RefusedIntent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An intent that was refused. It changed nothing, but it may be disputed."""

    seat: Seat
    at: int
    intent: msgspec.Raw
    reply: msgspec.Raw


class Bundle(msgspec.Struct, frozen=True):
    """The contents of a bundle, without the seal."""

    match: str
    replay: str
    commitments: Commitments
    keys: str
    """The list of keys that the referee publishes: a signed note."""
    receipts: tuple[str, ...] = ()
    refusals: tuple[RefusedIntent, ...] = ()
    audit: tuple[str, ...] = ()


def bundle_of(
    match: str,
    entries: Sequence[Linked],
    *,
    published: str,
    names: Mapping[Seat, str] | None = None,
    clients: Mapping[Seat, str] | None = None,
    audit: Iterable[AuditAppended] = (),
    receipts: Iterable[str] = (),
    rejections: Iterable[IntentRejected] = (),
    entropy: Mapping[Seat, bytes] | None = None,
    time_sheet: str = "",
) -> Bundle:
    """Return a bundle of a match, given its stored entries, the charter first, and the published list of keys.

    The time sheet, if there is one, is part of the replay.
    """
    replay = write_replay(entries, names=names, clients=clients)
    return Bundle(
        match=match,
        replay=with_time_sheet(replay, time_sheet) if time_sheet else replay,
        commitments=Commitments(entries[0].hash, dict(entropy or {})),
        keys=published,
        receipts=tuple(receipts),
        refusals=tuple(
            [
                RefusedIntent(each.seat, each.at, msgspec.Raw(each.body), msgspec.Raw(each.reply))
                for each in rejections
            ]
        ),
        audit=tuple([record.note.decode() for record in audit]),
    )


# --- writing ---


def write_bundle(bundle: Bundle, key: SigningKey) -> str:
    """Return a sealed bundle as text; raise `BadNote` if the key is not the active one in the bundle's list of keys."""
    return seal_bundle(bundle.match, unsealed_text(bundle), bundle.keys, key)


def unsealed_text(bundle: Bundle) -> str:
    """Return the text of a bundle up to its seal; raise `BadNote` if it would not be read as it is written."""
    parts = [f"{FORMAT}\nmatch {bundle.match}\n\n"]
    for name, content in zip(SECTIONS, _contents(bundle), strict=True):
        data = content.encode()
        parts.append(f"=== {name} {len(data)} {sha256(data).hexdigest()}\n{content}\n")
    body = "".join(parts) + _SEAL_HEADING.decode()
    if take_apart(body.encode()).bundle != bundle:
        raise BadNote("a bundle that would not be read as it was written")
    return body


def seal_bundle(match: str, unsealed: str, published: str, key: SigningKey) -> str:
    """Return a bundle with its seal, given its text without one and the list of keys that is in it."""
    if key.public != KeyList.parse(published).active.key:
        raise BadNote(f"{key.public.name}+{key.public.id.hex()} is not the active key of the bundle")
    return unsealed + key.sign(_seal(match, unsealed.encode()))


def _contents(bundle: Bundle) -> Sequence[str]:
    """Return the texts of the sections, in order."""
    return (
        bundle.replay,
        bundle.commitments.text(),
        bundle.keys,
        write_receipts(bundle.receipts),
        _write_refusals(bundle.refusals),
        write_receipts(bundle.audit),
    )


def _write_refusals(refusals: Iterable[RefusedIntent]) -> str:
    return "".join([f"{msgspec.json.encode(refusal).decode()}\n" for refusal in refusals])


def _seal(match: str, body: bytes) -> str:
    return f"{_SEAL}\n{match}\n{sha256(body).hexdigest()}\n"


# --- reading ---


def is_bundle(data: bytes) -> bool:
    """Return whether a file starts like a bundle; any other file is read as a replay."""
    return data.startswith(f"{FORMAT}\n".encode())


class Sealed:
    """A bundle file divided into its sections."""

    def __init__(self, match: str, sections: dict[str, tuple[bytes, str]], body: bytes, seal: bytes) -> None:
        self.match = match
        self._sections = sections
        self._body = body
        self._seal = seal

    @property
    def replay(self) -> bytes:
        """The record, as a replay file."""
        return self._sections["replay"][0]

    @cached_property
    def bundle(self) -> Bundle:
        """The contents, read but not verified; raises `BadBundle` for a malformed section."""
        commitments = _reading("commitments", self._text("commitments"), Commitments.parse)
        receipts = _reading("receipts", self._text("receipts"), read_receipts)
        refusals = _reading("refusals", self._text("refusals"), _read_refusals)
        audit = _reading("audit", self._text("audit"), read_receipts)
        replay, keys = self._text("replay"), self._text("keys")
        return Bundle(self.match, replay, commitments, keys, tuple(receipts), tuple(refusals), tuple(audit))

    @cached_property
    def keys(self) -> KeyList:
        """The bundle's own list of keys, which must be valid in itself; raises `BadBundle`."""
        return _reading("keys", self._text("keys"), KeyList.parse)

    def _text(self, name: str) -> str:
        return _reading(name, self._sections[name][0], bytes.decode)

    def check(self, keys: KeyList) -> ListedKey:
        """Return the key that sealed the bundle.

        Raise `BadBundle` unless every section is unchanged, and one of these keys sealed the bundle when it was active.
        """
        for name, (data, promised) in self._sections.items():
            if sha256(data).hexdigest() != promised:
                raise BadBundle(Difference(0, f"section {name}", promised, sha256(data).hexdigest()))
        try:
            opened = keys.open(self._seal.decode(), alone=True)
        except (BadNote, UnicodeDecodeError) as bad:
            raise BadBundle(Difference(0, "seal", "one by a key of this referee", str(bad))) from None
        expected = _seal(self.match, self._body)
        if opened.text != expected:
            raise BadBundle(Difference(0, "seal", expected.strip(), opened.text.strip()))
        listed, active = keys.find(opened.key.id), self.keys.active.key
        if listed is None or opened.key != active:
            wanted = f"one by {active.name}+{active.id.hex()}, the active key of the bundle"
            raise BadBundle(Difference(0, "seal", wanted, f"one by {opened.key.name}+{opened.key.id.hex()}"))
        return listed


def _reading(name: str, given: _Given, read: Callable[[_Given], _Read]) -> _Read:
    """Read a section; raise `BadBundle` with its name if it cannot be read."""
    try:
        return read(given)
    except (BadNote, ValueError, msgspec.MsgspecError) as problem:
        raise BadBundle(Difference(0, f"section {name}", "as a bundle has it", str(problem))) from None


def _read_refusals(text: str) -> list[RefusedIntent]:
    found = [msgspec.json.decode(line, type=RefusedIntent) for line in text.split("\n")[:-1]]
    if _write_refusals(found) != text:
        raise ValueError("not as refused intents are written")
    return found


def take_apart(data: bytes) -> Sealed:
    """Divide a bundle at its headings; raise `BadBundle` if one is missing."""
    start = _START.match(data)
    if start is None:
        raise _misplaced("the first lines", f"{FORMAT}, the match and an empty line", data)
    place = start.end()
    sections = {}
    for name in SECTIONS:
        heading = _HEADING.match(data, place)
        if heading is None or heading["name"] != name.encode():
            raise _misplaced(f"section {name}", f"its heading, at byte {place}", data[place:])
        end = heading.end() + int(heading["size"])
        if not data.startswith(b"\n=== ", end):
            raise _misplaced(f"section {name}", f"its end after {heading['size'].decode()} bytes", data[end:])
        sections[name] = data[heading.end() : end], heading["hash"].decode()
        place = end + 1
    if not data.startswith(_SEAL_HEADING, place):
        raise _misplaced("seal", f"its heading, at byte {place}", data[place:])
    place += len(_SEAL_HEADING)
    return Sealed(start["match"].decode(), sections, data[:place], data[place:])


def record_in(data: bytes) -> bytes:
    """Return the record in a damaged bundle, as far as it can be found, so that a change in it can be named."""
    found = re.search(rb"\n=== replay [0-9]+ [0-9a-f]+\n(.*?)\n=== commitments ", data, re.DOTALL)
    return found[1] if found else b""


def _misplaced(what: str, expected: str, found: bytes) -> BadBundle:
    line = found[:_SHOWN].split(b"\n")[0].decode(errors="replace")
    return BadBundle(Difference(0, what, expected, line or "nothing"))


def read_bundle(data: bytes) -> Bundle:
    """Read a bundle that a key of its own list has sealed; raise `BadBundle` if it was changed.

    `examination` checks whose list of keys that is, and whether the contents are true.
    """
    sealed = take_apart(data)
    sealed.check(sealed.keys)
    return sealed.bundle
