"""Changes to the bytes of a request, below the level of messages."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

VARINT, FIXED64, CONTENT, GROUP, END_GROUP, FIXED32 = range(6)
LONGEST_REQUEST = 64 * 1024


class Piece(NamedTuple):
    """A field of a message as it is encoded."""

    number: int
    wire_type: int
    value: bytes
    """The bytes after the tag, without the length."""

    def encode(self) -> bytes:
        """Return the field with its tag and, if it has one, its length."""
        length = varint(len(self.value)) if self.wire_type == CONTENT else b""
        return varint(self.number << 3 | self.wire_type) + length + self.value


def varint(value: int) -> bytes:
    """Encode a number that is not negative."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def pieces_of(data: bytes) -> list[Piece]:
    """Return the fields of an encoded message. It must be well-formed and have no groups."""
    found, at = [], 0
    while at < len(data):
        tag, at = _read_varint(data, at)
        match tag & 7:
            case 0:
                end = _read_varint(data, at)[1]
            case 1:
                end = at + 8
            case 5:
                end = at + 4
            case _:
                length, at = _read_varint(data, at)
                end = at + length
        found.append(Piece(tag >> 3, tag & 7, data[at:end]))
        at = end
    return found


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _joined(pieces: list[Piece]) -> bytes:
    return b"".join([piece.encode() for piece in pieces])


# --- changes ---


def flip_bits(data: bytes, luck: random.Random) -> bytes:
    """Flip up to eight bits."""
    changed = bytearray(data or b"\0")
    for _ in range(luck.randint(1, 8)):
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def truncate(data: bytes, luck: random.Random) -> bytes:
    """Cut off the end."""
    return data[: luck.randrange(len(data))] if data else b"\x0a"


def insert_noise(data: bytes, luck: random.Random) -> bytes:
    """Insert random bytes somewhere."""
    at = luck.randint(0, len(data))
    return data[:at] + luck.randbytes(luck.randint(1, 40)) + data[at:]


def announce_too_much(data: bytes, luck: random.Random) -> bytes:
    """Append a field that announces more bytes than there are."""
    length = luck.choice([1, 1 << 16, (1 << 31) - 1, 1 << 32, (1 << 63) - 1, (1 << 64) - 1])
    return data + varint(luck.randint(1, 20) << 3 | CONTENT) + varint(length)


def add_unknown_fields(data: bytes, luck: random.Random) -> bytes:
    """Append fields that no message has, of any wire type."""
    for _ in range(luck.randint(1, 5)):
        wire_type = luck.choice([VARINT, FIXED64, CONTENT, FIXED32])
        sizes = {VARINT: b"\x07", FIXED64: b"\xff" * 8, FIXED32: b"\xff" * 4, CONTENT: luck.randbytes(30)}
        data += Piece(luck.choice([777, 19_999, (1 << 29) - 1]), wire_type, sizes[wire_type]).encode()
    return data


def nest_groups(data: bytes, luck: random.Random) -> bytes:
    """Append groups within groups, possibly too deep or not ended."""
    depth = luck.choice([1, 2, 50, 99, 101, 5_000])
    number = luck.choice([1, 3, 777])
    ends = depth - luck.choice([0, 0, 1])
    return data + varint(number << 3 | GROUP) * depth + varint(number << 3 | END_GROUP) * ends


def repeat_fields(data: bytes, luck: random.Random) -> bytes:
    """Repeat some fields, entries of maps included, so that keys come twice."""
    pieces = pieces_of(data)
    if not pieces:
        return data
    return data + luck.choice(pieces).encode() * luck.choice([1, 2, 50])


def reorder_fields(data: bytes, luck: random.Random) -> bytes:
    """Write the fields in another order."""
    pieces = pieces_of(data)
    luck.shuffle(pieces)
    return _joined(pieces)


def change_wire_type(data: bytes, luck: random.Random) -> bytes:
    """Give a field a wire type that its kind does not have."""
    pieces = pieces_of(data)
    if not pieces:
        return data
    at = luck.randrange(len(pieces))
    values = {VARINT: b"\x01", FIXED64: b"\x01" * 8, CONTENT: b"\x08\x01", FIXED32: b"\x01" * 4}
    wire_type = luck.choice([each for each in values if each != pieces[at].wire_type])
    pieces[at] = Piece(pieces[at].number, wire_type, values[wire_type])
    return _joined(pieces)


def spoil_text(data: bytes, luck: random.Random) -> bytes:
    """Put bytes that are not UTF-8 into a text."""
    pieces = pieces_of(data)
    texts = [at for at, piece in enumerate(pieces) if piece.wire_type == CONTENT]
    if not texts:
        return data
    at = luck.choice(texts)
    spoiled = luck.choice([b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"])
    pieces[at] = pieces[at]._replace(value=pieces[at].value + spoiled)
    return _joined(pieces)


def overlong_number(data: bytes, luck: random.Random) -> bytes:
    """Append a number of more bytes than it needs, or than there may be."""
    length = luck.choice([2, 9, 10, 11, 40])
    return data + varint(luck.randint(1, 16) << 3) + b"\x80" * (length - 1) + b"\x01"


def fill_up(data: bytes, luck: random.Random) -> bytes:
    """Make a request as large as the limit allows, or larger."""
    wanted = LONGEST_REQUEST + luck.choice([-200, 1, 5_000])
    return data + Piece(777, CONTENT, b"x" * (wanted - len(data))).encode()


BYTE_CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    flip_bits,
    truncate,
    insert_noise,
    announce_too_much,
    add_unknown_fields,
    nest_groups,
    repeat_fields,
    reorder_fields,
    change_wire_type,
    spoil_text,
    overlong_number,
)
RARE_CHANGES = (fill_up,)
"""Changes that cost much time."""
