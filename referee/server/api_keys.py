"""API keys: who may create, list and close matches on this server, and in which role.

The data directory holds two files, both readable by their owner only:

- `access.json` lists the keys. It has the SHA-256 of each secret, never the secret. It is always replaced as a whole,
  and a running server notices the change within a second.
- `access.log` has one JSON object per line for every key that was issued, rotated or revoked.

A key as it is given to a person is `referee_<id>_<secret>`. The id is not a secret; lists and logs show it.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Literal

import msgspec

from referee.proof.atomic_files import replace_file, sync_folder
from referee.server.clocks import now_ms
from referee.server.settings import NAME_LENGTH

ACCESS_FILE = "access.json"
ACCESS_LOG = "access.log"

KeyRole = Literal["operator", "organiser", "judge", "head_judge", "scorekeeper", "observer"]
"""What the holder of a key may do on this server. A scorekeeper has a token for an event, not a key for a server."""

KEY_ROLES: tuple[KeyRole, ...] = (
    "operator",
    "organiser",
    "judge",
    "head_judge",
    "scorekeeper",
    "observer",
)

MOST_QUOTA = 1_000_000
"""Largest quota that a key may have."""
REASON_LENGTH = 200
"""Maximum length of the reason for revoking a key, in characters."""

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are easily misread
_ID_LENGTH = 6
_SECRET_BYTES = 32
_KEY = re.compile(rf"referee_([a-z0-9]{{{_ID_LENGTH}}})_([0-9a-f]{{{2 * _SECRET_BYTES}}})", re.ASCII)
_ID = re.compile(rf"[a-z0-9]{{{_ID_LENGTH}}}", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NO_HASH = "0" * 64
_RECHECK_SECONDS = 1.0
_VERSION = 1


class BadAccessFile(Exception):
    """The keys cannot be read or changed. The message says what to do, and never quotes a secret."""


class NoSuchApiKey(BadAccessFile):
    """A key id that is not in the file."""


class KeyRefused(Exception):
    """An API key that is not accepted. The text is the same for every reason."""

    def __init__(self) -> None:
        super().__init__("The API key is not valid.")


class KeyQuotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of one key that replace those of the server; 0 keeps the limit of the server."""

    matches: int = 0
    """Maximum number of open matches."""
    per_minute: int = 0
    """Maximum number of matches created per minute."""
    streams: int = 0
    """Maximum number of concurrent streams."""
    heavy: int = 0
    """Maximum number of concurrent calls that run a match again."""


class ApiKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A key as the file lists it. All times are in milliseconds since the Unix epoch."""

    id: str
    hash: str
    """SHA-256 of the secret, in hexadecimal."""
    role: KeyRole
    name: str
    created: int
    rotated: int = 0
    """When the secret was last replaced; 0 if it never was."""
    expires: int = 0
    """When the key stops working; 0 for never."""
    revoked: int = 0
    """When the key was revoked; 0 if it was not."""
    quotas: KeyQuotas = KeyQuotas()

    def state(self, at: int) -> Literal["valid", "expired", "revoked"]:
        """Return the state of the key at a time in milliseconds."""
        if self.revoked:
            return "revoked"
        return "expired" if self.expires and self.expires <= at else "valid"


class IssuedKey(msgspec.Struct, frozen=True):
    """A key that was issued or rotated. Its text is not available anywhere else."""

    key: ApiKey
    text: str
    """The key as it is given to a person."""


class KeyChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the access log."""

    at: int
    """Time, in milliseconds since the Unix epoch."""
    what: Literal["issued", "rotated", "revoked"]
    key: str
    """Id of the key."""
    name: str
    role: KeyRole
    by: str
    """Who made the change: a user of the operating system."""
    reason: str = ""


class _AccessFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `access.json`."""

    version: int
    keys: tuple[ApiKey, ...]


_Stamp = tuple[int, int, int, int]
"""Inode, modification time, size and permissions of a file."""

_NO_FILE: _Stamp = (0, 0, 0, 0)


def is_key_id(text: str) -> bool:
    """Return whether a text has the form of a key id.

    >>> is_key_id("k7f3q2"), is_key_id("K7F3Q2"), is_key_id("k7f3q")
    (True, False, False)
    """
    return _ID.fullmatch(text) is not None


class KeyRegister:
    """The keys of a data directory, for those who manage them. Changes are serialised by a lock file."""

    def __init__(self, folder: Path, *, now: Callable[[], int] = now_ms) -> None:
        self.path = folder / ACCESS_FILE
        self.log_path = folder / ACCESS_LOG
        self._now = now

    def keys(self) -> tuple[ApiKey, ...]:
        """Return all keys, oldest first; none if there is no file. Raises `BadAccessFile`."""
        return _read(self.path) if self.path.exists() else ()

    def log(self) -> list[KeyChange]:
        """Return all changes, oldest first. Raises `BadAccessFile`."""
        if not self.log_path.exists():
            return []
        with _as_bad_file("read", self.log_path):
            lines = self.log_path.read_bytes().splitlines()
        try:
            return [msgspec.json.decode(line, type=KeyChange) for line in lines if line.strip()]
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BadAccessFile(
                f"{self.log_path} has a line that is not a change of a key; restore it from a backup"
            ) from None

    def issue(
        self,
        role: KeyRole,
        name: str,
        *,
        by: str,
        expires: int = 0,
        quotas: KeyQuotas = KeyQuotas(),  # noqa: B008 - frozen
    ) -> IssuedKey:
        """Create a key. The result holds the only copy of its secret. Raises `BadAccessFile` or a ValueError."""
        _check_name(name)
        _check_quotas(quotas)
        if expires and expires <= self._now():
            raise ValueError("the expiry date is in the past; choose a later one")
        with self._locked():
            keys = self.keys()
            taken = {key.id for key in keys}
            while (key_id := _new_id()) in taken:
                pass
            secret = secrets.token_hex(_SECRET_BYTES)
            key = ApiKey(key_id, _hash(secret), role, name, self._now(), expires=expires, quotas=quotas)
            self._change((*keys, key), key, "issued", by)
        return IssuedKey(key, f"referee_{key_id}_{secret}")

    def rotate(self, key_id: str, *, by: str) -> IssuedKey:
        """Replace the secret of a key; the old one stops working. Raises `BadAccessFile`."""
        with self._locked():
            old = self._find(key_id)
            if old.revoked:
                raise BadAccessFile(f"key {key_id} is revoked; issue a new one")
            secret = secrets.token_hex(_SECRET_BYTES)
            key = msgspec.structs.replace(old, hash=_hash(secret), rotated=self._now())
            self._change(self._with(key), key, "rotated", by)
        return IssuedKey(key, f"referee_{key_id}_{secret}")

    def revoke(self, key_id: str, reason: str, *, by: str) -> ApiKey:
        """Make a key invalid for ever. Raises `BadAccessFile` or a ValueError."""
        if not reason.strip() or not reason.isprintable() or len(reason) > REASON_LENGTH:
            raise ValueError(f"a reason is printable text of 1 to {REASON_LENGTH} characters")
        with self._locked():
            old = self._find(key_id)
            if old.revoked:
                raise BadAccessFile(f"key {key_id} is already revoked")
            key = msgspec.structs.replace(old, revoked=self._now())
            self._change(self._with(key), key, "revoked", by, reason)
        return key

    def _find(self, key_id: str) -> ApiKey:
        found = next((key for key in self.keys() if key.id == key_id), None)
        if found is None:
            raise NoSuchApiKey(f"there is no key {key_id!r} in {self.path}; 'referee access list' shows them")
        return found

    def _with(self, changed: ApiKey) -> tuple[ApiKey, ...]:
        return tuple([changed if key.id == changed.id else key for key in self.keys()])

    def _change(
        self,
        keys: tuple[ApiKey, ...],
        key: ApiKey,
        what: Literal["issued", "rotated", "revoked"],
        by: str,
        reason: str = "",
    ) -> None:
        """Log a change, then make it: a crash in between leaves a line too many, never a change off record."""
        line = msgspec.json.encode(KeyChange(self._now(), what, key.id, key.name, key.role, by, reason))
        with _as_bad_file("write", self.log_path):
            log = os.open(self.log_path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(log, line + b"\n")
                os.fsync(log)
            finally:
                os.close(log)
        data = msgspec.json.format(msgspec.json.encode(_AccessFile(_VERSION, keys)), indent=2)
        with _as_bad_file("write", self.path):
            replace_file(self.path, data + b"\n", mode=0o600)
            sync_folder(self.path.parent)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock for changing the keys; the operating system releases it if this process dies."""
        with _as_bad_file("write", self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


class ApiKeys:
    """The keys that a running server accepts, read again when the file changes.

    If the new file cannot be used, the keys read before stay in force, and `warn` is called with a sentence that says
    why, once per change of the file.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        warn: Callable[[str], object] = lambda sentence: None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self._path = None if folder is None else folder / ACCESS_FILE
        self._warn = warn
        self._clock = clock
        self._now = now
        self._keys: dict[str, ApiKey] = {}
        self._stamp = _NO_FILE
        self._checked = float("-inf")

    def verify(self, text: str) -> ApiKey:
        """Return the key that this text is; raises `KeyRefused`, which is the same for every reason."""
        self._refresh()
        form = _KEY.fullmatch(text)
        key = None if form is None else self._keys.get(form[1])
        # Compared even if there is no such key, so that the time does not tell which ids exist.
        is_right = compare_digest(
            _hash("" if form is None else form[2]), _NO_HASH if key is None else key.hash
        )
        if key is None or not is_right or key.state(self._now()) != "valid":
            raise KeyRefused
        return key

    def find(self, key_id: str) -> ApiKey | None:
        """Return a valid key by its id, or None. This proves nothing about the caller."""
        self._refresh()
        key = self._keys.get(key_id)
        return key if key is not None and key.state(self._now()) == "valid" else None

    def _refresh(self) -> None:
        """Read the file again if it was replaced; look at it at most once a second."""
        now = self._clock()
        if self._path is None or now - self._checked < _RECHECK_SECONDS:
            return
        self._checked = now
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            keys = _read(self._path)
        except BadAccessFile as bad:
            self._warn(f"{bad}; until then the keys read before stay in force")
        else:
            self._keys = {key.id: key for key in keys}


def _read(path: Path) -> tuple[ApiKey, ...]:
    """Read and check a file of keys."""
    with _as_bad_file("read", path), open(path, "rb") as file:
        if os.fstat(file.fileno()).st_mode & 0o077:
            raise BadAccessFile(f"{path} can be read by other users; make it private: chmod 600 {path}")
        data = file.read()
    try:
        content = msgspec.json.decode(data, type=_AccessFile)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # The original message is dropped because it might quote the file.
        raise _damaged(path, "it is not the JSON that the referee writes") from None
    if content.version != _VERSION:
        raise BadAccessFile(f"{path} was written by another version of the referee; use that version")
    if len({key.id for key in content.keys}) < len(content.keys):
        raise _damaged(path, "it has an id twice")
    for key in content.keys:
        if not is_key_id(key.id) or _HASH.fullmatch(key.hash) is None:
            raise _damaged(path, "it has a malformed key")
    return content.keys


def _stamp(path: Path) -> _Stamp:
    """Return what tells one version of a file from another. Permissions count, because they may have been corrected."""
    try:
        found = path.stat()
    except OSError:
        return _NO_FILE
    return found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode


def _damaged(path: Path, what: str) -> BadAccessFile:
    return BadAccessFile(f"{path} is damaged: {what}; restore it from a backup")


@contextmanager
def _as_bad_file(what: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadAccessFile(f"cannot {what} {path}: {error.strerror}") from error


def _check_name(name: str) -> None:
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
        raise ValueError(
            f"a name is printable text of 1 to {NAME_LENGTH} characters without spaces around it"
        )


def _check_quotas(quotas: KeyQuotas) -> None:
    for field in quotas.__struct_fields__:
        if not 0 <= getattr(quotas, field) <= MOST_QUOTA:
            raise ValueError(f"a quota is between 0 (the default of the server) and {MOST_QUOTA}")


def _new_id() -> str:
    return "k" + "".join([secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH - 1)])


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
