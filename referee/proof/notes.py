"""Signed notes as in C2SP signed-note, with Ed25519 (RFC 8032): a readable text followed by its signatures.

    A text of one or more lines, each ended by a line feed.
    It may contain empty lines.
                                        an empty line, the last one in the note
    — name base64(id + signature)       one line per signature; the dash is U+2014

The signature covers the text with its last line feed, as UTF-8. A key has a name without spaces or plus signs, and

    id      the first 4 bytes of SHA-256(name + line feed + 0x01 + the 32 bytes of the public key)
    text    name+id in hex+base64(0x01 + the 32 bytes): the form in which a key is published

Notes are parsed strictly, so that exactly one byte sequence is accepted for each signed text: UTF-8, no control
characters (C0, DEL or C1) except the line feed, canonical base64, nothing after the last line, no signer twice.
Signature lines of unknown keys must be well formed but are otherwise ignored, because others may sign a note too.

`cryptography` is imported when a key is first used, because most commands never use one.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ED25519 = b"\1"
"""C2SP's byte for the signature algorithm."""

KEY_BYTES = 32
SIGNATURE_BYTES = 64
ID_BYTES = 4
MOST_SIGNATURES = 100
LONGEST_NOTE = 4 * 1024 * 1024

_DASH = "\N{EM DASH} "
_CONTROL = re.compile(r"[\0-\x09\x0b-\x1f\x7f-\x9f]")
"""Finds control characters: C0 without the line feed, DEL and C1."""
_ID = re.compile(r"[0-9a-f]{8}")


class BadNote(Exception):
    """A note, or a part of one, that is malformed or has an invalid signature. The message says why."""


class UnknownSigner(BadNote):
    """A well-formed note that no known key has signed. `signers` names the keys that did."""

    def __init__(self, signers: tuple[SignedBy, ...]) -> None:
        super().__init__(f"not signed by a known key, only by {', '.join(map(str, signers))}")
        self.signers = signers


class SignedBy(NamedTuple):
    """The key named in a signature line: name and id."""

    name: str
    id: bytes

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}"


class PublicKey(msgspec.Struct, frozen=True):
    """A public key, to check signatures with."""

    name: str
    raw: bytes

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise BadNote(
                f"{self.name!r} is not a valid key name: it must not be empty or contain spaces or plus signs"
            )
        if len(self.raw) != KEY_BYTES:
            raise BadNote(f"a public key has {KEY_BYTES} bytes, not {len(self.raw)}")

    @staticmethod
    def parse(text: str) -> PublicKey:
        """Parse the text form of a key. Raise BadNote if it is not one."""
        name, _, rest = text.partition("+")
        given, _, encoded = rest.partition("+")
        if not _ID.fullmatch(given):
            raise BadNote(f"{text!r} is not a public key: expected name+id+key")
        data = from_base64(encoded)
        if data[:1] != ED25519 or len(data) != 1 + KEY_BYTES:
            raise BadNote(f"{text!r} is not an Ed25519 key")
        key = PublicKey(name, data[1:])
        if key.id.hex() != given:
            raise BadNote(f"{text!r} is damaged: its id should be {key.id.hex()}")
        return key

    @property
    def digest(self) -> bytes:
        """The SHA-256 fingerprint; its first four bytes are the id."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.raw).digest()

    @property
    def id(self) -> bytes:
        """The 4-byte id used in signature lines."""
        return self.digest[:ID_BYTES]

    @property
    def text(self) -> str:
        """The text form in which the key is published."""
        return f"{self.name}+{self.id.hex()}+{to_base64(ED25519 + self.raw)}"

    def has_signed(self, data: bytes, signature: bytes) -> bool:
        """Return whether this key made the signature over these bytes."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """A private key, to sign with. Its repr shows only the public half."""

    __slots__ = ("_private", "public")

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = PublicKey(name, private.public_key().public_bytes_raw())

    @staticmethod
    def generate(name: str) -> SigningKey:
        """Return a new random key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return SigningKey(name, Ed25519PrivateKey.generate())

    @staticmethod
    def from_seed(name: str, seed: bytes) -> SigningKey:
        """Return the key with these 32 bytes as its private seed."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return SigningKey(name, Ed25519PrivateKey.from_private_bytes(seed))

    @staticmethod
    def from_pem(name: str, pem: bytes) -> SigningKey:
        """Read a private key in unencrypted PKCS8 PEM. Raise ValueError if it is not one."""
        from cryptography.exceptions import InternalError, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            private = load_pem_private_key(pem, password=None)
        except (TypeError, ValueError, UnsupportedAlgorithm, InternalError):
            raise ValueError("not an unencrypted private key in PEM") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise ValueError("not an Ed25519 key")
        return SigningKey(name, private)

    def pem(self) -> bytes:
        """Return the private key, a secret, as PKCS8 in PEM."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, text: str) -> str:
        """Return the text as a note signed by this key."""
        return sign_note(text, self)

    def signature(self, data: bytes) -> bytes:
        """Return the raw signature over these bytes."""
        return self._private.sign(data)

    def __repr__(self) -> str:
        return f"SigningKey({self.public.text!r})"


class OpenedNote(NamedTuple):
    """A note whose signatures were checked."""

    text: str
    key: PublicKey
    """The first known key that signed it."""
    signers: tuple[PublicKey, ...]
    """All known keys that signed it."""


def sign_note(text: str, *keys: SigningKey) -> str:
    """Return the text as a note signed by these keys, at least one."""
    if not text.endswith("\n"):
        raise BadNote("the text of a note must end with a line feed")
    data = _encode(text)
    lines = [f"{_DASH}{key.public.name} {to_base64(key.public.id + key.signature(data))}\n" for key in keys]
    note = f"{text}\n{''.join(lines)}"
    _split(note)
    return note


def open_note(note: str, keys: Iterable[PublicKey], *, alone: bool = False) -> OpenedNote:
    """Check the signatures of a note against the known `keys` and return it. Raise BadNote if it is not valid.

    At least one known key must have signed, and every signature of a known key must be valid. With `alone`, the note
    must have exactly one signature.
    """
    known: dict[SignedBy, PublicKey] = {}
    for key in keys:
        if known.setdefault(SignedBy(key.name, key.id), key) != key:
            raise BadNote(f"two different keys have the id {key.name}+{key.id.hex()}; one of them is a fake")
    text, signatures = _split(note)
    if alone and len(signatures) > 1:
        raise BadNote(f"the note has {len(signatures)} signatures instead of one")
    data = text.encode()
    signers = []
    for who, signature in signatures.items():
        if who in known:
            if not known[who].has_signed(data, signature):
                raise BadNote(f"the signature of {who} is not valid for this text")
            signers.append(known[who])
    if not signers:
        raise UnknownSigner(tuple(signatures))
    return OpenedNote(text, signers[0], tuple(signers))


def note_keys(note: str) -> list[SignedBy]:
    """Return the keys named in the signature lines of a note, without checking the signatures."""
    return list(_split(note)[1])


def is_name(name: str) -> bool:
    """Return whether this is a valid key name: not empty, no white space, no plus sign, no control characters."""
    return bool(name) and "+" not in name and not any(map(str.isspace, name)) and not _CONTROL.search(name)


def to_base64(data: bytes) -> str:
    """Encode as base64 (RFC 4648, section 4)."""
    return base64.b64encode(data).decode()


def from_base64(text: str) -> bytes:
    """Decode canonical base64, as `to_base64` writes it. Raise BadNote for anything else."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise BadNote(f"{text!r} is not base64") from None
    if to_base64(data) != text:
        raise BadNote(f"{text!r} is base64, but not canonical")
    return data


def _split(note: str) -> tuple[str, dict[SignedBy, bytes]]:
    """Split a note into its text and its signatures, in order, without checking them."""
    if len(note) > LONGEST_NOTE:
        raise BadNote("the note is too long")
    _encode(note)
    text, gap, rest = note.rpartition("\n\n")
    if not gap or not rest.endswith("\n"):
        raise BadNote("not a signed note: it must end with an empty line and signature lines")
    lines = rest[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"the note has more than {MOST_SIGNATURES} signatures")
    signatures: dict[SignedBy, bytes] = {}
    for line in lines:
        name, space, encoded = line.removeprefix(_DASH).partition(" ")
        if not line.startswith(_DASH) or not space or not is_name(name):
            raise BadNote(f"{line!r} is not a signature line")
        data = from_base64(encoded)
        if len(data) <= ID_BYTES:
            raise BadNote(f"{line!r} has an id but no signature")
        who = SignedBy(name, data[:ID_BYTES])
        if who in signatures:
            raise BadNote(f"{who} has signed twice")
        signatures[who] = data[ID_BYTES:]
    return f"{text}\n", signatures


def _encode(text: str) -> bytes:
    if _CONTROL.search(text):
        raise BadNote("the note contains a control character other than the line feed")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise BadNote("the note is not valid UTF-8") from None
