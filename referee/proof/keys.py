"""The referee's keys: made on first use, rotated, revoked, and published as a list that signs itself.

The published list is a signed note:

    referee keys 1
    <key> <state> <since>[ <until>]         a line for each key there ever was, oldest first

The key is written as `notes` hands it out; the days are YYYY-MM-DD. The last key is `active` and signs; the others are
`retired`, what they signed stays good, or `revoked`, and then nothing they signed counts. Every key that is not revoked
signs the list, oldest first (of more than a hundred the newest hundred), so that whoever trusts any of them can follow
to the active one. A list follows another if one of its signers was good in the other, and no key has gone or become
better than it was.

The keyring is one file, `keyring.pem`: the published list, an empty line, and the private keys of all that are not
revoked, in the same order, as PKCS8 in PEM. It is always replaced as a whole, so that a crash leaves the old one or the
new one, and the private half of a revoked key is gone with the change that revokes it.
"""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Literal, Protocol, cast

import msgspec

from referee.proof.notes import (
    MOST_SIGNATURES,
    BadNote,
    Opened,
    PublicKey,
    SigningKey,
    UnknownSigner,
    is_name,
    note_keys,
    open_note,
    sign_note,
)

State = Literal["active", "retired", "revoked"]

DEFAULT_NAME = "referee"
FILE = "keyring.pem"

_HEADING = "referee keys 1"
_LINE = re.compile(
    r"(?P<key>[^ ]+) (?:active|(?P<past>retired|revoked)) (?P<since>[0-9-]{10})"
    r"(?(past) (?P<until>[0-9-]{10}))"
)
_RANKS: dict[State, int] = {"active": 0, "retired": 1, "revoked": 2}
_PEM = re.compile(r"-----BEGIN PRIVATE KEY-----\n[^-]*-----END PRIVATE KEY-----\n")


class RevokedSigner(BadNote):
    """A note that was signed with a key that was revoked."""


class BadKeyring(Exception):
    """The keyring cannot be used, or not in this way; says what to do."""


class NoSuchKey(BadKeyring):
    """A key id that is not in the keyring."""


class RevokedAlready(BadKeyring):
    """A key that cannot be revoked a second time."""


class Listed(msgspec.Struct, frozen=True):
    """A key, what it is worth, and from which day until which."""

    key: PublicKey
    state: State
    since: str
    until: str = ""

    @property
    def line(self) -> str:
        """The key as it stands in the list."""
        return " ".join(filter(None, (self.key.text, self.state, self.since, self.until)))

    def ended(self, state: State, today: str) -> Listed:
        """The same key, retired or revoked. A clock that was set back does not end it before it began."""
        return msgspec.structs.replace(self, state=state, until=max(today, self.since))


class KeyList(msgspec.Struct, frozen=True):
    """All keys of a referee, oldest first."""

    keys: tuple[Listed, ...]

    @staticmethod
    def parse(note: str, trusted: KeyList | None = None) -> KeyList:
        """Read a published list and check its signatures, or raise BadNote.

        With the list that was `trusted` until now, the new one must follow from it. Without, the list only shows that
        it is whole: whether it is the official's is known from where it was got.
        """
        text = note.rpartition("\n\n")[0]
        heading, *lines = text.split("\n")
        if heading != _HEADING or not lines:
            raise BadNote(f"a list of keys begins with {_HEADING!r}")
        found = KeyList(tuple(map(_read_line, lines)))
        found._check_form()
        signers = open_note(note, [listed.key for listed in found.keys]).signers
        if len(signers) != len(note_keys(note)):
            raise BadNote("the list is signed by a key that is not in it")
        if list(signers) != list(found.usable[-MOST_SIGNATURES:]):
            raise BadNote("the list is not signed by all its good keys, oldest first, and by no other")
        if trusted is not None:
            found._check_follows(trusted, signers)
        return found

    @property
    def active(self) -> Listed:
        """The key that signs now."""
        return self.keys[-1]

    @property
    def usable(self) -> tuple[PublicKey, ...]:
        """The keys whose signatures count: active and retired."""
        return tuple([listed.key for listed in self.keys if listed.state != "revoked"])

    @property
    def revoked(self) -> tuple[PublicKey, ...]:
        """The keys whose signatures count for nothing."""
        return tuple([listed.key for listed in self.keys if listed.state == "revoked"])

    def find(self, key_id: bytes) -> Listed | None:
        """The key with this id, if there is one."""
        return next((listed for listed in self.keys if listed.key.id == key_id), None)

    def open(self, note: str, *, alone: bool = False) -> Opened:
        """Check a note by the keys that count, as `open_note` does; say so if a revoked one is all it has."""
        try:
            return open_note(note, self.usable, alone=alone)
        except UnknownSigner as unknown:
            for who in unknown.signers:
                listed = self.find(who.id)
                if listed is not None and listed.key.name == who.name:
                    raise RevokedSigner(f"signed with {who}, a key revoked on {listed.until}") from None
            raise

    def text(self) -> str:
        """What is signed."""
        return "".join([f"{line}\n" for line in (_HEADING, *[listed.line for listed in self.keys])])

    def _check_form(self) -> None:
        if [listed.state == "active" for listed in self.keys] != [False] * (len(self.keys) - 1) + [True]:
            raise BadNote("the last key of the list, and no other, should be the active one")
        if len({listed.key.id for listed in self.keys}) < len(self.keys):
            raise BadNote("a key stands twice in the list")

    def _check_follows(self, trusted: KeyList, signers: tuple[PublicKey, ...]) -> None:
        if not set(signers) & set(trusted.usable):
            raise BadNote("none of the keys trusted until now has signed the new list")
        for old in trusted.keys:
            new = self.find(old.key.id)
            if new is None or new.key != old.key:
                raise BadNote(
                    f"{old.key.name}+{old.key.id.hex()} is no longer in the list; is it an old one?"
                )
            if _RANKS[new.state] < _RANKS[old.state] or new.since != old.since:
                raise BadNote(
                    f"{old.key.name}+{old.key.id.hex()} was {old.state} and is {new.state}; is the list an old one?"
                )


def _read_line(line: str) -> Listed:
    form = _LINE.fullmatch(line)
    if form is None:
        raise BadNote(f"{line!r} is no line of a list of keys")
    state = cast("State", form["past"] or "active")
    listed = Listed(PublicKey.parse(form["key"]), state, form["since"], form["until"] or "")
    for day in filter(None, (listed.since, listed.until)):
        try:
            fits = date.fromisoformat(day).isoformat() == day
        except ValueError:
            fits = False
        if not fits:
            raise BadNote(f"{day!r} is no day")
    if listed.until and listed.until < listed.since:
        raise BadNote(f"{line!r} ends before it begins")
    return listed


class _Ring(msgspec.Struct, frozen=True):
    """A keyring file as read: its list, the note that publishes it, the private keys, and which state of the file."""

    keys: KeyList
    published: str
    signers: tuple[SigningKey, ...]
    stamp: tuple[int, int, int]


def today_utc() -> date:
    """The day it is in Greenwich."""
    return datetime.now(UTC).date()


class Keys(Protocol):
    """What signs in the name of a referee."""

    @property
    def signer(self) -> SigningKey:
        """The active key, to sign with."""

    @property
    def keys(self) -> KeyList:
        """All keys there are and were."""

    @property
    def published(self) -> str:
        """The list that the official publishes, as a signed note."""


class Keyring:
    """The keys in a directory. The first use makes one; what another process changes is seen at once.

    `name` is what the first key is called, and those after it; it cannot be changed later.
    """

    def __init__(
        self, directory: Path | str, name: str = "", *, today: Callable[[], date] = today_utc
    ) -> None:
        self.path = Path(directory) / FILE
        self._today = today
        self._ring: _Ring | None = None
        if name and not is_name(name):
            raise BadKeyring(f"a key cannot be called {name!r}: choose a name without spaces and plus signs")
        if not self._is_there():
            with self._locked():
                if not self._is_there():
                    first = SigningKey.generate(name or DEFAULT_NAME)
                    self._write(KeyList((self._beginning(first),)), [first])
        called = self.keys.active.key.name
        if name and name != called:
            raise BadKeyring(f"the keys in {self.path.parent} are called {called} and keep that name")

    @property
    def keys(self) -> KeyList:
        """All keys there are and were."""
        return self._current().keys

    @property
    def published(self) -> str:
        """The list that the official publishes, as a signed note."""
        return self._current().published

    @property
    def signer(self) -> SigningKey:
        """The active key, to sign with."""
        return self._current().signers[-1]

    def rotate(self) -> Listed:
        """Make a new key the active one; the one before is retired, and what it signed stays good."""
        with self._locked():
            ring = self._read()
            *older, active = ring.keys.keys
            fresh = self._fresh(ring.keys)
            keys = KeyList((*older, active.ended("retired", self._day()), self._beginning(fresh)))
            self._write(keys, [*ring.signers, fresh])
        return keys.active

    def revoke(self, key_id: bytes) -> Listed:
        """Declare that nothing a key ever signed counts; if it was the active one, make a new one."""
        with self._locked():
            ring = self._read()
            found = ring.keys.find(key_id)
            if found is None:
                known = ", ".join([listed.key.id.hex() for listed in ring.keys.keys])
                raise NoSuchKey(f"there is no key {key_id.hex()} in {self.path.parent}; there is {known}")
            if found.state == "revoked":
                raise RevokedAlready(f"key {key_id.hex()} was revoked already, on {found.until}")
            revoked = found.ended("revoked", self._day())
            keys = [revoked if listed == found else listed for listed in ring.keys.keys]
            signers = [signer for signer in ring.signers if signer.public != found.key]
            if found.state == "active":
                signers.append(self._fresh(ring.keys))
                keys.append(self._beginning(signers[-1]))
            self._write(KeyList(tuple(keys)), signers)
        return revoked

    def _beginning(self, signer: SigningKey) -> Listed:
        return Listed(signer.public, "active", self._day())

    def _fresh(self, keys: KeyList) -> SigningKey:
        """A new key whose id no other has."""
        while True:
            signer = SigningKey.generate(keys.active.key.name)
            if keys.find(signer.public.id) is None:
                return signer

    def _day(self) -> str:
        return self._today().isoformat()

    def _current(self) -> _Ring:
        """The keyring as it is now; read again only if the file was replaced."""
        if self._ring is None or self._stamp() != self._ring.stamp:
            self._ring = self._read()
        return self._ring

    def _stamp(self) -> tuple[int, int, int]:
        with self._told("read"):
            found = self.path.stat()
        if found.st_mode & 0o077:
            raise BadKeyring(f"{self.path} can be read by others; make it private: chmod 600 {self.path}")
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _read(self) -> _Ring:
        stamp = self._stamp()
        with self._told("read"):
            data = self.path.read_bytes()
        # What is wrong with a list is told in its own words elsewhere. Here they might quote a private key.
        try:
            published, gap, rest = data.decode().partition("\n-----BEGIN")
            keys = KeyList.parse(published)
        except (BadNote, UnicodeDecodeError):
            raise self._damaged("its list of keys does not hold") from None
        blocks = _PEM.findall(gap[1:] + rest)
        if "".join(blocks) != gap[1:] + rest or len(blocks) != len(keys.usable):
            raise self._damaged(
                f"its list should be followed by {len(keys.usable)} private keys, and no more"
            )
        signers = []
        for key, block in zip(keys.usable, blocks, strict=True):
            try:
                signers.append(SigningKey.from_pem(key.name, block.encode()))
            except ValueError as problem:
                raise self._damaged(
                    f"in place of the private key of {key.id.hex()} stands {problem}"
                ) from None
            if signers[-1].public != key:
                raise self._damaged(f"in place of the private key of {key.id.hex()} stands another one")
        return _Ring(keys, published, tuple(signers), stamp)

    def _damaged(self, what: str) -> BadKeyring:
        return BadKeyring(
            f"{self.path} is damaged, or no keyring: {what}; put a copy back, or move it away to begin anew"
        )

    def _write(self, keys: KeyList, signers: list[SigningKey]) -> None:
        """Replace the file by one with these keys; the signers are those that are not revoked, in the same order."""
        published = sign_note(keys.text(), *signers[-MOST_SIGNATURES:])
        data = f"{published}\n{''.join([signer.pem().decode() for signer in signers])}"
        with self._told("write"):
            write_private(self.path, data.encode())

    def _is_there(self) -> bool:
        with self._told("read"):
            return self.path.exists()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Let nobody else change the keyring meanwhile; the system drops the lock if this process dies."""
        with self._told("write"):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BadKeyring(f"cannot {what} {self.path}: {error.strerror}") from error


class LooseKey:
    """One key that is kept nowhere, in the form of a keyring: for referees that live no longer than their matches."""

    def __init__(self, signer: SigningKey | None = None, *, today: Callable[[], date] = today_utc) -> None:
        self.signer = signer or SigningKey.generate(DEFAULT_NAME)
        self.keys = KeyList((Listed(self.signer.public, "active", today().isoformat()),))
        self.published = self.signer.sign(self.keys.text())


def write_private(path: Path, data: bytes) -> None:
    """Replace a file by one that only its owner may read. After a crash it is the old one or the new one, whole."""
    file, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
