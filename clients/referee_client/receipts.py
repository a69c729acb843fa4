"""Receipts: the referee's signatures over the frames of a seat, checked on arrival and stored.

The frames of a seat are the leaves of a Merkle tree (RFC 6962), which is computed here from the frames received. A
receipt that does not fit proves that the referee signed something else than it sent, so it is stored as evidence, and
`ReceiptMismatch` is raised. `referee verify --receipt FILE` reads the stored files. Nothing is stored that a trusted
key has not signed, and only the owner can read the files.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from referee_api.v1 import referee_pb2 as api

KEYS_FILE = "referee.keys"
"""File in the directory of the receipts with the referee's key list, kept since it was first seen."""

_UNSIGNED = ("is_answered", "receipt", "view", "clock")
"""Fields of a frame that its receipt does not cover."""
_KEY = re.compile(
    r"(?P<text>(?P<name>[^+ \n]+)\+[0-9a-f]{8}\+(?P<raw>[A-Za-z0-9+/]+=*)) (?P<state>active|retired|revoked) "
    r"(?P<since>[0-9-]{10})(?: (?P<until>[0-9-]{10}))?"
)
_MATCH = re.compile(r"[0-9A-Za-z._~-]{1,128}")
_NO_AUDIT = base64.b64encode(bytes(32)).decode()
_RANKS = {"active": 0, "retired": 1, "revoked": 2}
_SIGNATURE = re.compile(r"— (?P<name>[^+ ]+) (?P<data>[A-Za-z0-9+/]+=*)")
_CHECKPOINT = re.compile(
    r"referee/(?P<match>[^/\n]+)/(?P<viewer>[^\n]+)\n(?P<size>[0-9]+)\n(?P<root>[A-Za-z0-9+/]{43}=)\n"
    r"frames 1\nanswered (?P<answered>[0-9]+)\n"
    r"(?:audit (?P<audit>(?:0|[1-9][0-9]*) [A-Za-z0-9+/]{43}=)\n)?"
)


class ReceiptMismatch(Exception):
    """A receipt that does not fit the frames, or is not signed with the referee's keys. Keep it as evidence."""

    def __init__(self, why: str, receipt: str) -> None:
        super().__init__(why)
        self.receipt = receipt


class BadKeys(Exception):
    """A key list that is malformed, or not of the referee trusted so far."""


class Checkpoint(NamedTuple):
    """The content of a receipt."""

    match: str
    viewer: str
    """ "seat/<number>" or "spectator"."""
    size: int
    """Number of frames."""
    root: bytes
    """Merkle root of the frames."""
    answered: int
    """Number of the seat's questions that have been answered."""
    audit: str
    """Number and last hash of the audit entries that everyone may know; empty in old receipts."""


class ListedKey(NamedTuple):
    """A key in a published list."""

    text: str
    raw: bytes
    id: bytes
    state: str
    """ "active", "retired" or "revoked"."""
    since: str
    until: str

    def may_follow(self, old: ListedKey) -> bool:
        """Return whether a newer list may have this in place of `old`: no better state, and no other dates."""
        if self.state == old.state:
            return self == old
        return (self.text, self.since) == (old.text, old.since) and _RANKS[self.state] > _RANKS[old.state]


class KeyList:
    """The published keys of a referee: a signed note with one line per key, and handovers from each key to the next."""

    def __init__(self, published: str) -> None:
        """Read a key list that its active key has signed. Raise BadKeys for anything else."""
        self.published = published
        parts = published.removesuffix("\n").split("\n\n")
        notes = [f"{text}\n\n{lines}\n" for text, lines in zip(parts[::2], parts[1::2], strict=False)]
        heading, *lines = parts[0].split("\n")
        found = [_KEY.fullmatch(line) for line in lines]
        if "\n".join(notes) != published or heading != "referee keys 1" or not found or None in found:
            raise BadKeys("not a list of keys; get it from get_keys or from the operator of the referee")
        self.keys = [_listed(form) for form in found if form is not None]
        """All keys that the referee has ever used, oldest first."""
        self._valid = {key.id: key.raw for key in self.keys if key.state != "revoked"}
        is_one_active = [key.state == "active" for key in self.keys] == [False] * (len(self.keys) - 1) + [
            True
        ]
        if not is_one_active or len({key.id for key in self.keys}) < len(self.keys):
            raise BadKeys("the last key in the list, and no other, must be active; get the list again")
        if not _is_signed_by(self.active, notes[0]):
            raise BadKeys("the list of keys is not signed by its active key; get it again")
        pairs = [(old, new) for old, new in pairwise(self.keys) if old.state != "revoked"]
        self._heirs = {old.id: new for old, new in pairs if _is_handover(old, new, notes[1:])}
        if len(self._heirs) != len(notes) - 1:
            raise BadKeys(
                "a handover in the list of keys is not from one key to the next; get the list again"
            )

    @property
    def active(self) -> ListedKey:
        """The key that signs new receipts, and the list."""
        return self.keys[-1]

    def follow(self, published: str) -> KeyList:
        """Return a newer list. Raise BadKeys unless its active key is ours, or ours handed over to it.

        A retired key cannot change the list: no key may be missing or have returned to a better state.
        """
        if published == self.published:
            return self
        new = KeyList(published)
        key = self.active
        while key.id in new._heirs:
            key = new._heirs[key.id]
        if key.text != new.active.text:
            raise BadKeys("the referee uses unknown keys; ask its operator which ones are right")
        known = {key.id: key for key in new.keys}
        for old in self.keys:
            if old.id not in known or not known[old.id].may_follow(old):
                raise BadKeys(
                    f"the list of keys is out of date, or {old.text} was changed in it; ask the operator"
                )
        return new

    def have_signed(self, note: str) -> bool:
        """Return whether a valid key in this list, active or retired, has signed a note."""
        text, lines = _split(note)
        for form in [_SIGNATURE.fullmatch(line) for line in lines]:
            data = _decoded(form["data"]) if form is not None else b""
            if data[:4] in self._valid and _is_signed(self._valid[data[:4]], data[4:], text):
                return True
        return False


def _listed(form: re.Match[str]) -> ListedKey:
    raw = _decoded(form["raw"])[1:]
    return ListedKey(
        form["text"], raw, _id(form["name"], raw), form["state"], form["since"], form["until"] or ""
    )


def _is_handover(old: ListedKey, new: ListedKey, notes: Sequence[str]) -> bool:
    """Return whether a key has signed that another one replaces it."""
    text = f"referee handover 1\n{old.text}\n{new.text}\n"
    return any([_split(note)[0] == text and _is_signed_by(old, note) for note in notes])


def _is_signed_by(key: ListedKey, note: str) -> bool:
    """Return whether a note has a single signature, which this key made."""
    text, lines = _split(note)
    form = _SIGNATURE.fullmatch(lines[0]) if len(lines) == 1 else None
    data = _decoded(form["data"]) if form is not None else b""
    return data[:4] == key.id and _is_signed(key.raw, data[4:], text)


def _split(note: str) -> tuple[str, list[str]]:
    """Return the text of a note and its signature lines."""
    text, found, lines = note.rpartition("\n\n")
    return (f"{text}\n", lines.split("\n")[:-1]) if found else ("", [])


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _id(name: str, raw: bytes) -> bytes:
    return sha256(name.encode() + b"\n\x01" + raw).digest()[:4]


def _is_signed(raw: bytes, signature: bytes, text: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


class FrameTree:
    """The Merkle tree over the frames of a seat."""

    def __init__(self) -> None:
        self._peaks: list[tuple[int, bytes]] = []
        """Size and root of each full subtree, largest first."""
        self.roots = [sha256(b"").digest()]
        """The root after each number of frames."""

    def add(self, frame: api.Frame) -> None:
        """Add a frame."""
        peaks = self._peaks
        peaks.append((1, sha256(b"\0" + leaf(frame)).digest()))
        while len(peaks) > 1 and peaks[-1][0] == peaks[-2][0]:
            size, right = peaks.pop()
            _, left = peaks.pop()
            peaks.append((2 * size, sha256(b"\1" + left + right).digest()))
        root = peaks[-1][1]
        for _, left in reversed(peaks[:-1]):
            root = sha256(b"\1" + left + root).digest()
        self.roots.append(root)


def leaf(frame: api.Frame) -> bytes:
    """Return the part of a frame that receipts cover, serialized."""
    bare = api.Frame()
    bare.CopyFrom(frame)
    for field in _UNSIGNED:
        bare.ClearField(field)
    if bare.HasField("question"):
        bare.question.ClearField("text")
    return bare.SerializeToString(deterministic=True)


class SeatReceipts:
    """The receipts of one seat in one match, checked against its frames and stored in a file."""

    def __init__(self, directory: ReceiptDirectory, match: str, viewer: str, path: Path) -> None:
        self._directory = directory
        self._match = match
        self._viewer = viewer
        self._path = path
        self._tree = FrameTree()
        self.receipts = stored_in(path)
        """All stored receipts, oldest first."""
        self.checked = 0
        """Number of receipts found to fit the frames."""
        self._early: list[tuple[Checkpoint, str]] = []
        """Receipts for frames that have not arrived yet."""
        self._audits = {"0": _NO_AUDIT}
        """The hash of the audit log after each number of entries that a receipt has covered."""
        for receipt in self.receipts:
            # Stored in an earlier session: the frames received now must be the same.
            self.check(receipt, 0)

    def take(self, frame: api.Frame) -> None:
        """Add the next frame and check its receipt, if it has one. Raise ReceiptMismatch if a receipt does not fit."""
        self._tree.add(frame)
        size = len(self._tree.roots) - 1
        for point, receipt in [early for early in self._early if early[0].size <= size]:
            self._early.remove((point, receipt))
            self._compare(point, receipt)
        if frame.receipt:
            self.keep(frame.receipt)

    def keep(self, receipt: str, answered: int = 0) -> None:
        """Store a receipt, and check it once its frames have arrived. It must count at least `answered` answers."""
        if self._directory.keys.have_signed(receipt):
            self.store(receipt)
            self.check(receipt, answered)
        else:
            # The referee may have a new key. The receipt is stored and checked when the keys are renewed.
            self._directory.unchecked.append((self, receipt, answered))

    def store(self, receipt: str) -> None:
        """Add a receipt to the file, unless it is there. Raise ReceiptMismatch if it is not signed by a trusted key."""
        if receipt in self.receipts:
            return
        if not self._directory.keys.have_signed(receipt):
            raise ReceiptMismatch("the receipt is not signed with a valid key of this referee", receipt)
        if receipt.count("\n\n") != 1 or not receipt.endswith("\n"):
            raise ReceiptMismatch("the receipt cannot be read, and would spoil the file", receipt)
        self.receipts.append(receipt)
        with open(self._path, "a", encoding="utf-8", opener=_private) as file:
            file.write(f"{receipt}\n")

    def check(self, receipt: str, answered: int) -> None:
        """Check a receipt now or when its frames have arrived. Raise ReceiptMismatch if it does not fit."""
        point = self._read(receipt)
        if point.answered < answered:
            why = f"the receipt counts {point.answered} answers, but there were {answered}"
            raise ReceiptMismatch(why, receipt)
        if point.size < len(self._tree.roots):
            self._compare(point, receipt)
        else:
            self._early.append((point, receipt))

    def _read(self, receipt: str) -> Checkpoint:
        if not self._directory.keys.have_signed(receipt):
            raise ReceiptMismatch("the receipt is not signed with a valid key of this referee", receipt)
        form = _CHECKPOINT.fullmatch(_split(receipt)[0])
        if form is None:
            raise ReceiptMismatch("the receipt cannot be read", receipt)
        point = Checkpoint(
            form["match"],
            form["viewer"],
            int(form["size"]),
            _decoded(form["root"]),
            int(form["answered"]),
            form["audit"] or "",
        )
        if (point.match, point.viewer) != (self._match, self._viewer):
            why = f"the receipt is for {point.viewer} in match {point.match}, not {self._viewer} in {self._match}"
            raise ReceiptMismatch(why, receipt)
        count, _, hash_ = point.audit.partition(" ")
        if count and self._audits.setdefault(count, hash_) != hash_:
            why = f"the receipt covers other audit entries than an earlier one with {count}: a split view"
            raise ReceiptMismatch(why, receipt)
        return point

    def _compare(self, point: Checkpoint, receipt: str) -> None:
        if point.root != self._tree.roots[point.size]:
            why = f"the receipt does not fit the {point.size} frames that {self._viewer} received"
            raise ReceiptMismatch(why, receipt)
        self.checked += 1


def stored_in(path: Path) -> list[str]:
    """Return the receipts in a file, none if it does not exist."""
    if not path.exists():
        return []
    parts = path.read_text(encoding="utf-8").split("\n\n")
    return [f"{text}\n\n{lines}\n" for text, lines in zip(parts[:-1:2], parts[1::2], strict=False)]


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner can read if it is created now."""
    return os.open(path, flags, 0o600)


def _write_private(path: Path, text: str) -> None:
    with open(path, "w", encoding="utf-8", opener=_private) as file:
        file.write(text)


class ReceiptDirectory:
    """A directory with the receipts of many seats and the referee's trusted keys."""

    def __init__(self, folder: Path, keys: KeyList) -> None:
        self._folder = folder
        self.keys = keys
        self.unchecked: list[tuple[SeatReceipts, str, int]] = []
        """Receipts signed with unknown keys, each with the number of answers that it must count at least."""

    @staticmethod
    def opened(folder: str | Path, published: str, trusted: str = "") -> ReceiptDirectory:
        """Open a directory with the keys that the referee publishes now. Raise BadKeys if they cannot be trusted.

        They must follow from the `trusted` list, or, without one, from the list stored in the directory.
        """
        place = Path(folder)
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = place / KEYS_FILE
        if not trusted and known.exists():
            trusted = known.read_text(encoding="utf-8")
        keys = KeyList(trusted).follow(published) if trusted else KeyList(published)
        _write_private(known, keys.published)
        return ReceiptDirectory(place, keys)

    def of_seat(self, match: str, seat: int) -> SeatReceipts:
        """Return the receipts of a seat. Raise ReceiptMismatch if the id of the match cannot be part of a file name."""
        if not _MATCH.fullmatch(match):
            # The id comes from the server, which must not choose where we write.
            raise ReceiptMismatch(f"{match!r} is not a valid match id", "")
        return SeatReceipts(self, match, f"seat/{seat}", self._folder / f"{match}.seat-{seat}.receipts")

    def renew(self, published: str) -> None:
        """Change to the keys that the referee publishes now, and check the receipts that were signed with them.

        Raise BadKeys or ReceiptMismatch if something does not fit.
        """
        self.keys = self.keys.follow(published)
        _write_private(self._folder / KEYS_FILE, self.keys.published)
        unchecked, self.unchecked = self.unchecked, []
        for receipts, receipt, answered in unchecked:
            receipts.store(receipt)
            receipts.check(receipt, answered)
