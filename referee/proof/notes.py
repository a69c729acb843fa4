"""Signed notes as in C2SP signed-note, with Ed25519 (RFC 8032): a text for people, and who stands by it.

    A text of one or more lines, each ended by one line feed.
    It may have empty lines.
                                        an empty line, the last one of the note
    — name base64(id + signature)       one line for each who signed; the dash is U+2014

The signature is over the text with its last line feed, as UTF-8. A key has a name without spaces and plus signs, and

    id      the first 4 bytes of SHA-256(name + line feed + 0x01 + the 32 bytes of the public key)
    text    name+id in hex+base64(0x01 + the 32 bytes): how a key is handed out

Notes are read strictly, so that of all texts only the one that was signed is accepted: UTF-8, no control characters but
the line feed, base64 in its one canonical form, nothing after the last line, nobody twice. A line of a key nobody here
knows is passed over, for anyone may sign beside us, but it must have the form of one.

`cryptography` is imported when a key is first used: most commands never do.
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
"""The byte by which C2SP knows the kind of signature."""

KEY_BYTES = 32
SIGNATURE_BYTES = 64
ID_BYTES = 4
MOST_SIGNATURES = 100
LONGEST_NOTE = 4 * 1024 * 1024

_DASH = "\N{EM DASH} "
_CONTROL = re.compile(r"[\0-\x09\x0b-\x1f]")
_ID = re.compile(r"[0-9a-f]{8}")


class BadNote(Exception):
    """A note, or a text in one, that is not to be believed; says why."""


class UnknownSigner(BadNote):
    """A note in good form, signed by nobody whose key is known here. `signers` are those who did sign."""

    def __init__(self, signers: tuple[SignedBy, ...]) -> None:
        super().__init__(f"signed by no known key, only by {', '.join(map(str, signers))}")
        self.signers = signers


class SignedBy(NamedTuple):
    """Whom a signature line names."""

    name: str
    id: bytes

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}"


class PublicKey(msgspec.Struct, frozen=True):
    """A key that signatures are checked with."""

    name: str
    raw: bytes

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise BadNote(
                f"{self.name!r} cannot be the name of a key: it is empty, or has a space or a plus sign"
            )
        if len(self.raw) != KEY_BYTES:
            raise BadNote(f"a public key has {KEY_BYTES} bytes, not {len(self.raw)}")

    @staticmethod
    def parse(text: str) -> PublicKey:
        """Read a key as it is handed out, or raise BadNote."""
        name, _, rest = text.partition("+")
        given, _, encoded = rest.partition("+")
        if not _ID.fullmatch(given):
            raise BadNote(f"{text!r} is no public key: it should read name+id+key")
        data = from_base64(encoded)
        if data[:1] != ED25519 or len(data) != 1 + KEY_BYTES:
            raise BadNote(f"{text!r} is not an Ed25519 key")
        key = PublicKey(name, data[1:])
        if key.id.hex() != given:
            raise BadNote(f"{text!r} is damaged: its id should be {key.id.hex()}")
        return key

    @property
    def digest(self) -> bytes:
        """What the key is compared by: the id is its beginning."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.raw).digest()

    @property
    def id(self) -> bytes:
        """The short name of the key, as signature lines give it."""
        return self.digest[:ID_BYTES]

    @property
    def text(self) -> str:
        """The key as it is handed out."""
        return f"{self.name}+{self.id.hex()}+{to_base64(ED25519 + self.raw)}"

    def has_signed(self, data: bytes, signature: bytes) -> bool:
        """Whether the signature over these bytes is by this key."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey:
    """A key that signs. What it shows of itself is only its public half."""

    __slots__ = ("_private", "public")

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = PublicKey(name, private.public_key().public_bytes_raw())

    @staticmethod
    def generate(name: str) -> SigningKey:
        """A new key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return SigningKey(name, Ed25519PrivateKey.generate())

    @staticmethod
    def from_seed(name: str, seed: bytes) -> SigningKey:
        """The key made of these 32 secret bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return SigningKey(name, Ed25519PrivateKey.from_private_bytes(seed))

    @staticmethod
    def from_pem(name: str, pem: bytes) -> SigningKey:
        """Read a private key, PKCS8 in PEM without a password, or raise ValueError."""
        from cryptography.exceptions import InternalError, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            private = load_pem_private_key(pem, password=None)
        except (TypeError, ValueError, UnsupportedAlgorithm, InternalError):
            raise ValueError("no private key in PEM without a password") from None
        if not isinstance(private, Ed25519PrivateKey):
            raise ValueError("a private key, but not an Ed25519 one")
        return SigningKey(name, private)

    def pem(self) -> bytes:
        """The private key as PKCS8 in PEM: a secret."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def sign(self, text: str) -> str:
        """The text as a note signed by this key."""
        return sign_note(text, self)

    def signature(self, data: bytes) -> bytes:
        """The bare signature over these bytes."""
        return self._private.sign(data)

    def __repr__(self) -> str:
        return f"SigningKey({self.public.text!r})"


class Opened(NamedTuple):
    """What a note says, the first known key that signed it, and all known keys that did."""

    text: str
    key: PublicKey
    signers: tuple[PublicKey, ...]


def sign_note(text: str, *keys: SigningKey) -> str:
    """The text as a note signed by these keys, one or more."""
    if not text.endswith("\n"):
        raise BadNote("the text of a note ends with a line feed")
    data = _encode(text)
    lines = [f"{_DASH}{key.public.name} {to_base64(key.public.id + key.signature(data))}\n" for key in keys]
    note = f"{text}\n{''.join(lines)}"
    _take_apart(note)
    return note


def open_note(note: str, keys: Iterable[PublicKey], *, alone: bool = False) -> Opened:
    """Check a note by the keys known here, and read it; or raise BadNote.

    Every line of a known key must hold, and there must be one. With `alone` it must be the only line at all.
    """
    known: dict[SignedBy, PublicKey] = {}
    for key in keys:
        if known.setdefault(SignedBy(key.name, key.id), key) != key:
            raise BadNote(f"two different keys are called {key.name}+{key.id.hex()}; one of them is a fake")
    text, signatures = _take_apart(note)
    if alone and len(signatures) > 1:
        raise BadNote(f"{len(signatures)} signatures where there should be one")
    data = text.encode()
    signers = []
    for who, signature in signatures.items():
        if who in known:
            if not known[who].has_signed(data, signature):
                raise BadNote(f"the signature of {who} does not fit the text")
            signers.append(known[who])
    if not signers:
        raise UnknownSigner(tuple(signatures))
    return Opened(text, signers[0], tuple(signers))


def note_keys(note: str) -> list[SignedBy]:
    """Whom the signature lines of a note name, unchecked: to say whose key is missing."""
    return list(_take_apart(note)[1])


def is_name(name: str) -> bool:
    """Whether a key may be called so: not empty, no spaces of any kind, no plus sign, no control characters."""
    return bool(name) and "+" not in name and not any(map(str.isspace, name)) and not _CONTROL.search(name)


def to_base64(data: bytes) -> str:
    """Base64 as in RFC 4648, section 4."""
    return base64.b64encode(data).decode()


def from_base64(text: str) -> bytes:
    """Read base64 in the one form that `to_base64` writes, or raise BadNote."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise BadNote(f"{text!r} is not base64") from None
    if to_base64(data) != text:
        raise BadNote(f"{text!r} is base64, but not in its canonical form")
    return data


def _take_apart(note: str) -> tuple[str, dict[SignedBy, bytes]]:
    """The text of a note and its signatures, unchecked, in their order."""
    if len(note) > LONGEST_NOTE:
        raise BadNote("longer than any note")
    _encode(note)
    text, gap, rest = note.rpartition("\n\n")
    if not gap or not rest.endswith("\n"):
        raise BadNote("no signature lines at the end, after an empty line and each with its line end")
    lines = rest[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"more than {MOST_SIGNATURES} signatures")
    signatures: dict[SignedBy, bytes] = {}
    for line in lines:
        name, space, encoded = line.removeprefix(_DASH).partition(" ")
        if not line.startswith(_DASH) or not space or not is_name(name):
            raise BadNote(f"{line!r} is no signature line")
        data = from_base64(encoded)
        if len(data) <= ID_BYTES:
            raise BadNote(f"{line!r} has an id but no signature")
        who = SignedBy(name, data[:ID_BYTES])
        if who in signatures:
            raise BadNote(f"signed twice by {who}")
        signatures[who] = data[ID_BYTES:]
    return f"{text}\n", signatures


def _encode(text: str) -> bytes:
    if _CONTROL.search(text):
        raise BadNote("a control character other than the line feed")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise BadNote("not UTF-8") from None
