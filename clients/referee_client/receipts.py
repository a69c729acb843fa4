"""Receipts: the referee's signature under what a seat was told, checked as they come, and kept.

The frames of a seat are the leaves of a Merkle tree (RFC 6962) that is grown here anew, from the frames as they came. A
receipt that does not fit them proves that the referee told two stories, so it is kept as well, and `ReceiptMismatch` is
raised. `referee verify --receipt FILE` reads what is kept.
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from referee_api.v1 import referee_pb2 as api

KEYS_FILE = "referee.keys"
"""Where the referee's keys are kept beside the receipts, from the first time they were seen."""

_VIEWS = [field.name for field in api.Frame.DESCRIPTOR.oneofs_by_name["view"].fields]
_KEY = re.compile(r"(?P<name>[^+ ]+)\+(?P<id>[0-9a-f]{8})\+(?P<raw>[A-Za-z0-9+/]+=*) (?P<state>[a-z]+) .*")
_SIGNATURE = re.compile(r"— (?P<name>[^+ ]+) (?P<data>[A-Za-z0-9+/]+=*)")
_CHECKPOINT = re.compile(
    r"referee/(?P<match>[^/\n]+)/(?P<viewer>[^\n]+)\n(?P<size>[0-9]+)\n(?P<root>[A-Za-z0-9+/]{43}=)\n"
    r"frames 1\nanswered (?P<answered>[0-9]+)\n"
)


class ReceiptMismatch(Exception):
    """The referee signed for something else than it told, or not with its keys: keep the receipt, it is evidence."""

    def __init__(self, why: str, receipt: str) -> None:
        super().__init__(why)
        self.receipt = receipt


class BadKeys(Exception):
    """Keys that are not those of the referee that was trusted until now."""


class Checkpoint(NamedTuple):
    """What a receipt says: of whose feed, how many frames, their root, and how many answers."""

    match: str
    viewer: str
    size: int
    root: bytes
    answered: int


class Keys:
    """The keys of a referee, as it publishes them: a signed note with a line for each key."""

    def __init__(self, published: str) -> None:
        """Read a list of keys that is whole in itself; raises BadKeys."""
        self.published = published
        text, _ = _cut(published)
        heading, *lines = text.split("\n")
        found = [_KEY.fullmatch(line) for line in lines[:-1]]
        if heading != "referee keys 1" or not found or None in found:
            raise BadKeys("this is no list of keys; get it anew with get_keys, or from the official")
        self._good = {
            _id(form["name"], _raw(form["raw"])): _raw(form["raw"])
            for form in found
            if form is not None and form["state"] != "revoked"
        }
        if not self.have_signed(published):
            raise BadKeys("the list of keys is not signed by one of them; get it anew")

    def follow(self, published: str) -> Keys:
        """Go over to a newer list, if one of these keys has signed it; raises BadKeys."""
        if published == self.published:
            return self
        if not self.have_signed(published):
            raise BadKeys("the referee signs with other keys than it did; ask the official which are right")
        return Keys(published)

    def have_signed(self, note: str) -> bool:
        """Say whether one of the keys that are good has signed a note."""
        text, lines = _cut(note)
        for form in [_SIGNATURE.fullmatch(line) for line in lines]:
            data = _decoded(form["data"]) if form is not None else b""
            if data[:4] in self._good and _is_signed(self._good[data[:4]], data[4:], text):
                return True
        return False


def _cut(note: str) -> tuple[str, list[str]]:
    """The text of a note, and its signature lines."""
    text, found, lines = note.rpartition("\n\n")
    return (f"{text}\n", lines.split("\n")[:-1]) if found else ("", [])


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _raw(encoded: str) -> bytes:
    return _decoded(encoded)[1:]


def _id(name: str, raw: bytes) -> bytes:
    return sha256(name.encode() + b"\n\x01" + raw).digest()[:4]


def _is_signed(raw: bytes, signature: bytes, text: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


class Feed:
    """What a seat was told, as a tree: the root after every frame."""

    def __init__(self) -> None:
        self._peaks: list[tuple[int, bytes]] = []
        """Whole trees of falling sizes, each with its root."""
        self.roots = [sha256(b"").digest()]

    def take(self, frame: api.Frame) -> None:
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
    """What a receipt covers of a frame."""
    bare = api.Frame()
    bare.CopyFrom(frame)
    for field in ("is_answered", "receipt", *_VIEWS):
        bare.ClearField(field)
    if bare.HasField("question"):
        bare.question.ClearField("text")
    return bare.SerializeToString(deterministic=True)


class Book:
    """The receipts of one seat in one match, checked against its frames, and kept in a file if one is named."""

    def __init__(self, shelf: Shelf, match: str, viewer: str, path: Path) -> None:
        self._shelf = shelf
        self._match = match
        self._viewer = viewer
        self._path = path
        self._feed = Feed()
        self.receipts = kept_in(path)
        """Everything that was kept, the oldest first."""
        self.checked = 0
        """How many were found to fit what was told."""
        self._early: list[tuple[Checkpoint, str]] = []
        """Receipts for frames that have not come yet."""
        for receipt in self.receipts:
            # Of an earlier time: what is told now must be the same story.
            self._judge(receipt, 0)

    def take(self, frame: api.Frame) -> None:
        """Take the next frame, and the receipt that may be with it; raises ReceiptMismatch."""
        self._feed.take(frame)
        size = len(self._feed.roots) - 1
        for point, receipt in [early for early in self._early if early[0].size <= size]:
            self._early.remove((point, receipt))
            self._check(point, receipt)
        if frame.receipt:
            self.keep(frame.receipt)

    def keep(self, receipt: str, answered: int = 0) -> None:
        """Keep a receipt, and check it when its frames are there. `answered` is what it must count at least."""
        if receipt not in self.receipts:
            self.receipts.append(receipt)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{receipt}\n")
        if self._shelf.keys.have_signed(receipt):
            self._judge(receipt, answered)
        else:
            # The referee may have a new key since; when its keys are read again, this will be judged.
            self._shelf.unread.append((self, receipt, answered))

    def _judge(self, receipt: str, answered: int) -> None:
        point = self._read(receipt)
        if point.answered < answered:
            why = f"the receipt counts {point.answered} answers, and there were {answered}"
            raise ReceiptMismatch(why, receipt)
        if point.size < len(self._feed.roots):
            self._check(point, receipt)
        else:
            self._early.append((point, receipt))

    def _read(self, receipt: str) -> Checkpoint:
        if not self._shelf.keys.have_signed(receipt):
            raise ReceiptMismatch("the receipt is not signed with a good key of this referee", receipt)
        form = _CHECKPOINT.fullmatch(_cut(receipt)[0])
        if form is None:
            raise ReceiptMismatch("the receipt cannot be read", receipt)
        point = Checkpoint(
            form["match"], form["viewer"], int(form["size"]), _decoded(form["root"]), int(form["answered"])
        )
        if (point.match, point.viewer) != (self._match, self._viewer):
            why = f"the receipt is of {point.viewer} in match {point.match}, not {self._viewer} in {self._match}"
            raise ReceiptMismatch(why, receipt)
        return point

    def _check(self, point: Checkpoint, receipt: str) -> None:
        if point.root != self._feed.roots[point.size]:
            why = f"the receipt does not fit the {point.size} frames that {self._viewer} was told"
            raise ReceiptMismatch(why, receipt)
        self.checked += 1


def kept_in(path: Path) -> list[str]:
    """The receipts of a file."""
    if not path.exists():
        return []
    parts = path.read_text(encoding="utf-8").split("\n\n")
    return [f"{text}\n\n{lines}\n" for text, lines in zip(parts[:-1:2], parts[1::2], strict=False)]


class Shelf:
    """Where the receipts of many seats are kept: a directory, with the keys that were trusted first."""

    def __init__(self, folder: Path, keys: Keys) -> None:
        self._folder = folder
        self.keys = keys
        self.unread: list[tuple[Book, str, int]] = []
        """Receipts signed with keys that are not known, each with what it must count at least."""

    @staticmethod
    def opened(folder: str | Path, published: str, trusted: str = "") -> Shelf:
        """Open a directory, with the keys that the referee publishes now; raises BadKeys.

        They must follow from those that are `trusted`; without any, from those that were kept here the first time.
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        known = place / KEYS_FILE
        if not trusted and known.exists():
            trusted = known.read_text(encoding="utf-8")
        keys = Keys(trusted).follow(published) if trusted else Keys(published)
        known.write_text(keys.published, encoding="utf-8")
        return Shelf(place, keys)

    def book(self, match: str, seat: int) -> Book:
        """The receipts of a seat."""
        return Book(self, match, f"seat/{seat}", self._folder / f"{match}.seat-{seat}.receipts")

    def renew(self, published: str) -> None:
        """Go over to the keys that the referee publishes now, and judge what was left; raises what that gives."""
        self.keys = self.keys.follow(published)
        (self._folder / KEYS_FILE).write_text(self.keys.published, encoding="utf-8")
        unread, self.unread = self.unread, []
        for book, receipt, answered in unread:
            book._judge(receipt, answered)
