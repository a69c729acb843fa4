"""The referee's signing keys: created on first use, rotated, revoked, and published as a self-signed list.

The published list is a signed note, followed by handovers, each a signed note after an empty line:

    referee keys 1
    <key> <state> <since>[ <until>]         one line per key ever used, oldest first

    referee handover 1
    <key>                                   a key that was replaced, which signs this note
    <key>                                   the next key in the list

The key has the text form defined in `notes`; dates are YYYY-MM-DD. The last key is `active`: it signs, and it alone
signs the list. Every other key is `retired` (its signatures remain valid for what is not dated later) or `revoked`
(none of its signatures is valid).

A newer list is accepted if its active key is the one trusted so far, or if handovers lead from that key to it, no key
is missing, and no key has returned to a better state. A retired key can therefore not change the list. There is no
handover from a revoked key, so whoever trusts a list in which it was active must get the new one from a trusted source.

The keyring is one file, `keyring.pem`: the published list, an empty line, and the private half of the active key as
PKCS8 in PEM. The file is always replaced as a whole, so that a crash leaves either the old or the new one. Retiring or
revoking a key deletes its private half.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from itertools import pairwise
from pathlib import Path
from typing import Literal, Protocol, cast

import msgspec

from referee.proof.atomic_files import replace_file, sync_folder
from referee.proof.notes import (
    BadNote,
    OpenedNote,
    PublicKey,
    SigningKey,
    UnknownSigner,
    is_name,
    note_keys,
    open_note,
)
from referee.proof.private_files import PRIVATE_FILE, make_private_directory

KeyState = Literal["active", "retired", "revoked"]

DEFAULT_NAME = "referee"
FILE = "keyring.pem"

_HEADING = "referee keys 1"
_HANDOVER = "referee handover 1"
_LINE = re.compile(
    r"(?P<key>[^ ]+) (?:active|(?P<past>retired|revoked)) (?P<since>[0-9-]{10})"
    r"(?(past) (?P<until>[0-9-]{10}))"
)
_RANKS: dict[KeyState, int] = {"active": 0, "retired": 1, "revoked": 2}
_PEM = re.compile(r"-----BEGIN PRIVATE KEY-----\n[^-]*-----END PRIVATE KEY-----\n")


class RevokedSigner(BadNote):
    """A note signed with a revoked key."""


class BadKeyring(Exception):
    """The keyring is unusable, or the operation is not allowed. The message says what to do."""


class NoSuchKey(BadKeyring):
    """A key id that is not in the keyring."""


class RevokedAlready(BadKeyring):
    """A key that cannot be revoked a second time."""


class ListedKey(msgspec.Struct, frozen=True):
    """A key in the published list."""

    key: PublicKey
    state: KeyState
    since: str
    """First day of use, as YYYY-MM-DD."""
    until: str = ""
    """Day on which it was retired or revoked; empty for the active key."""

    @property
    def line(self) -> str:
        """The line of this key in the list."""
        return " ".join(filter(None, (self.key.text, self.state, self.since, self.until)))

    def was_retired_before(self, at: int) -> bool:
        """Return whether the key was retired on a day before this time, in milliseconds since the Unix epoch."""
        if self.state != "retired":
            return False
        return at > datetime.combine(date.fromisoformat(self.until), time.max, UTC).timestamp() * 1000

    def may_follow(self, old: ListedKey) -> bool:
        """Return whether a newer list may have this in place of `old`: no better state, and no other dates."""
        if self.state == old.state:
            return self == old
        return self.since == old.since and _RANKS[self.state] > _RANKS[old.state]

    def ended(self, state: KeyState, today: str) -> ListedKey:
        """Return this key as retired or revoked. If the clock went back, it ends on the day it began."""
        return msgspec.structs.replace(self, state=state, until=max(today, self.since))


class KeyList(msgspec.Struct, frozen=True):
    """All keys a referee has ever used, oldest first."""

    keys: tuple[ListedKey, ...]

    @staticmethod
    def parse(published: str, trusted: KeyList | None = None) -> KeyList:
        """Read a published list and check its signatures. Raise BadNote if it is not valid.

        If a `trusted` list is given, the new one must follow from it. Without one, the check only shows that the list
        is consistent: whether it belongs to the right referee depends on where it came from.
        """
        note, *handovers = split_notes(published)
        heading, *lines = note.rpartition("\n\n")[0].split("\n")
        if heading != _HEADING or not lines:
            raise BadNote(f"not a list of keys: it must begin with {_HEADING!r}")
        found = KeyList(tuple(map(_read_line, lines)))
        found._check_form()
        open_note(note, [found.active.key], alone=True)
        heirs = found._read_handovers(handovers)
        if trusted is not None:
            found._check_follows(trusted, heirs)
        return found

    @property
    def active(self) -> ListedKey:
        """The key that signs."""
        return self.keys[-1]

    @property
    def usable(self) -> tuple[PublicKey, ...]:
        """The keys whose signatures are valid: active and retired."""
        return tuple([listed.key for listed in self.keys if listed.state != "revoked"])

    @property
    def revoked(self) -> tuple[PublicKey, ...]:
        """The keys whose signatures are not valid."""
        return tuple([listed.key for listed in self.keys if listed.state == "revoked"])

    def find(self, key_id: bytes) -> ListedKey | None:
        """Return the key with this id, or None."""
        return next((listed for listed in self.keys if listed.key.id == key_id), None)

    def open(self, note: str, *, alone: bool = False) -> OpenedNote:
        """Check a note against the valid keys, as `open_note` does. Raise RevokedSigner if a revoked key signed it."""
        try:
            return open_note(note, self.usable, alone=alone)
        except UnknownSigner as unknown:
            for who in unknown.signers:
                listed = self.find(who.id)
                if listed is not None and listed.key.name == who.name:
                    raise RevokedSigner(f"signed with {who}, which was revoked on {listed.until}") from None
            raise

    def text(self) -> str:
        """Return the text to sign."""
        return "".join([f"{line}\n" for line in (_HEADING, *[listed.line for listed in self.keys])])

    def _check_form(self) -> None:
        if [listed.state == "active" for listed in self.keys] != [False] * (len(self.keys) - 1) + [True]:
            raise BadNote("the last key in the list, and no other, must be active")
        if len({listed.key.id for listed in self.keys}) < len(self.keys):
            raise BadNote("the list contains a key twice")

    def _read_handovers(self, notes: Sequence[str]) -> dict[PublicKey, PublicKey]:
        """Return the next key after each key that has signed a handover to it."""
        keys = [listed.key for listed in self.keys]
        heirs = dict(pairwise(keys))
        signers = []
        for note in notes:
            opened = open_note(note, self.usable, alone=True)
            if opened.key not in heirs or opened.text != handover_text(opened.key, heirs[opened.key]):
                raise BadNote("a handover must be from a key in the list to the next one")
            signers.append(opened.key)
        if signers != [key for key in heirs if key in signers]:
            raise BadNote("the handovers must be in the order of the keys, each once")
        return {key: heirs[key] for key in signers}

    def _check_follows(self, trusted: KeyList, heirs: Mapping[PublicKey, PublicKey]) -> None:
        if any([self.find(old.key.id) is not None for old in trusted.keys]):
            self._check_states(trusted)
        key = trusted.active.key
        while key in heirs:
            key = heirs[key]
        if key != self.active.key:
            raise BadNote(
                "the new list is not signed by the active key trusted so far, or by one that it handed over to;"
                " get the list from the operator"
            )

    def _check_states(self, trusted: KeyList) -> None:
        """Check that no key of an older list is missing, and none is in a better state than it was."""
        for old in trusted.keys:
            new = self.find(old.key.id)
            if new is None or new.key != old.key:
                raise BadNote(
                    f"{old.key.name}+{old.key.id.hex()} is missing from the list; is the list out of date?"
                )
            if not new.may_follow(old):
                raise BadNote(
                    f"{old.key.name}+{old.key.id.hex()} was {old.state} and is now {new.state};"
                    " is the list out of date?"
                )


def handover_text(old: PublicKey, new: PublicKey) -> str:
    """Return the text with which a key names the one that replaces it."""
    return f"{_HANDOVER}\n{old.text}\n{new.text}\n"


def split_notes(published: str) -> list[str]:
    """Divide a published list into its signed notes: the list, and the handovers. Raise BadNote if it is not one."""
    parts = published.removesuffix("\n").split("\n\n")
    notes = [f"{text}\n\n{lines}\n" for text, lines in zip(parts[::2], parts[1::2], strict=False)]
    if not notes or "\n".join(notes) != published:
        raise BadNote("not a list of keys: it must consist of signed notes with an empty line between them")
    return notes


def _read_line(line: str) -> ListedKey:
    form = _LINE.fullmatch(line)
    if form is None:
        raise BadNote(f"{line!r} is not a line of a list of keys")
    state = cast("KeyState", form["past"] or "active")
    listed = ListedKey(PublicKey.parse(form["key"]), state, form["since"], form["until"] or "")
    for day in filter(None, (listed.since, listed.until)):
        try:
            fits = date.fromisoformat(day).isoformat() == day
        except ValueError:
            fits = False
        if not fits:
            raise BadNote(f"{day!r} is not a date (YYYY-MM-DD)")
    if listed.until and listed.until < listed.since:
        raise BadNote(f"{line!r} has an end date before its start date")
    return listed


class _KeyringFile(msgspec.Struct, frozen=True):
    """The content of a keyring file."""

    keys: KeyList
    published: str
    """The list of keys as a signed note, and the handovers."""
    signer: SigningKey
    """The private half of the active key."""
    stamp: tuple[int, int, int]
    """Inode, modification time and size of the file that was read."""


def today_utc() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


class RefereeKeys(Protocol):
    """The keys of one referee: a `Keyring` or a `MemoryKey`."""

    @property
    def signer(self) -> SigningKey:
        """The active key, to sign with."""

    @property
    def keys(self) -> KeyList:
        """All keys ever used."""

    @property
    def published(self) -> str:
        """The list of keys to publish, signed, with its handovers."""


class Keyring:
    """The keys stored in a directory. The first key is created on first use. Changes by other processes are noticed.

    `name` names all keys of the ring and cannot be changed later. A service gives `report`: if the file cannot be read
    any more, the keys that were read last stay in use, and the problem is reported, once, instead of raised.
    """

    def __init__(
        self,
        directory: Path | str,
        name: str = "",
        *,
        today: Callable[[], date] = today_utc,
        report: Callable[[str], object] | None = None,
    ) -> None:
        self.path = Path(directory) / FILE
        self._today = today
        self._report = report
        self._reported = ""
        self._ring: _KeyringFile | None = None
        if name and not is_name(name):
            raise BadKeyring(f"{name!r} is not a valid key name; choose one without spaces or plus signs")
        if not self._is_there():
            with self._locked():
                if not self._is_there():
                    first = SigningKey.generate(name or DEFAULT_NAME)
                    self._write(KeyList((self._new_entry(first),)), (), first)
        called = self.keys.active.key.name
        if name and name != called:
            raise BadKeyring(f"the keys in {self.path.parent} are named {called}; that cannot be changed")

    @property
    def keys(self) -> KeyList:
        """All keys ever used."""
        return self._current().keys

    @property
    def published(self) -> str:
        """The list of keys to publish, signed, with its handovers."""
        return self._current().published

    @property
    def signer(self) -> SigningKey:
        """The active key, to sign with."""
        return self._current().signer

    def rotate(self) -> ListedKey:
        """Create a new active key and retire the old one. Return the new key.

        What the old key signed remains valid, but it can sign no more: its private half is deleted.
        """
        with self._locked():
            ring = self._read()
            *older, active = ring.keys.keys
            fresh = self._fresh(ring.keys)
            keys = KeyList((*older, active.ended("retired", self._day()), self._new_entry(fresh)))
            handover = ring.signer.sign(handover_text(active.key, fresh.public))
            self._write(keys, [*split_notes(ring.published)[1:], handover], fresh)
        return keys.active

    def revoke(self, key_id: bytes) -> ListedKey:
        """Invalidate everything a key ever signed, and replace it if it was the active one. Return the revoked key."""
        with self._locked():
            ring = self._read()
            found = ring.keys.find(key_id)
            if found is None:
                known = ", ".join([listed.key.id.hex() for listed in ring.keys.keys])
                raise NoSuchKey(f"there is no key {key_id.hex()} in {self.path.parent} (choose from {known})")
            if found.state == "revoked":
                raise RevokedAlready(f"key {key_id.hex()} was already revoked on {found.until}")
            revoked = found.ended("revoked", self._day())
            keys = [revoked if listed == found else listed for listed in ring.keys.keys]
            handovers = [note for note in split_notes(ring.published)[1:] if note_keys(note)[0].id != key_id]
            signer = ring.signer
            if found.state == "active":
                signer = self._fresh(ring.keys)
                keys.append(self._new_entry(signer))
            self._write(KeyList(tuple(keys)), handovers, signer)
        return revoked

    def _new_entry(self, signer: SigningKey) -> ListedKey:
        return ListedKey(signer.public, "active", self._day())

    def _fresh(self, keys: KeyList) -> SigningKey:
        """Return a new key with an unused id."""
        while True:
            signer = SigningKey.generate(keys.active.key.name)
            if keys.find(signer.public.id) is None:
                return signer

    def _day(self) -> str:
        return self._today().isoformat()

    def _current(self) -> _KeyringFile:
        """Return the current keyring; the file is read again only if it was replaced."""
        try:
            if self._ring is None or self._stamp() != self._ring.stamp:
                self._ring = self._read()
            self._reported = ""
        except BadKeyring as problem:
            if self._ring is None or self._report is None:
                raise
            if self._reported != str(problem):
                self._reported = str(problem)
                self._report(self._reported)
        return self._ring

    def _stamp(self) -> tuple[int, int, int]:
        with self._as_bad_keyring("read"):
            found = self.path.stat()
        if found.st_mode & 0o077:
            raise BadKeyring(
                f"{self.path} can be read by other users; make it private: chmod 600 {self.path}"
            )
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _read(self) -> _KeyringFile:
        stamp = self._stamp()
        with self._as_bad_keyring("read"):
            data = self.path.read_bytes()
        # The original message is dropped because it might quote a private key.
        try:
            published, gap, rest = data.decode().partition("\n-----BEGIN")
            keys = KeyList.parse(published if gap else published.removesuffix("\n"))
        except (BadNote, UnicodeDecodeError):
            raise self._damaged("its list of keys is not valid") from None
        private = gap[1:] + rest
        if not _PEM.fullmatch(private):
            raise self._damaged("its list should be followed by exactly one private key")
        active = keys.active.key
        try:
            signer = SigningKey.from_pem(active.name, private.encode())
        except ValueError as problem:
            raise self._damaged(f"the private key of {active.id.hex()} cannot be used: {problem}") from None
        if signer.public != active:
            raise self._damaged(f"the private key of {active.id.hex()} does not match its public key")
        return _KeyringFile(keys, published, signer, stamp)

    def _damaged(self, what: str) -> BadKeyring:
        return BadKeyring(
            f"{self.path} is damaged or not a keyring: {what}; "
            "restore it from a backup, or move it away to start with new keys"
        )

    def _write(self, keys: KeyList, handovers: Sequence[str], signer: SigningKey) -> None:
        """Replace the file. `signer` is the private half of the active key."""
        published = "\n".join([signer.sign(keys.text()), *handovers])
        with self._as_bad_keyring("write"):
            replace_file(self.path, f"{published}\n{signer.pem().decode()}".encode(), mode=PRIVATE_FILE)
            sync_folder(self.path.parent)

    def _is_there(self) -> bool:
        with self._as_bad_keyring("read"):
            return self.path.exists()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock for changing the keyring; the operating system releases it if this process dies."""
        with self._as_bad_keyring("write"):
            make_private_directory(self.path.parent)
            lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    @contextmanager
    def _as_bad_keyring(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadKeyring(f"cannot {what} {self.path}: {error.strerror}") from error


class MemoryKey:
    """A single key held only in memory, for referees that do not outlive their matches."""

    def __init__(self, signer: SigningKey | None = None, *, today: Callable[[], date] = today_utc) -> None:
        self.signer = signer or SigningKey.generate(DEFAULT_NAME)
        self.keys = KeyList((ListedKey(self.signer.public, "active", today().isoformat()),))
        self.published = self.signer.sign(self.keys.text())
