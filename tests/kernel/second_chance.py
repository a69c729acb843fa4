"""The chance of `referee.kernel.chance`, written a second time from its docstring alone.

It shares no code with the first, not even the HMAC, and is as plain as it can be: F1 of the promises says that anyone
can do this in an evening.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count

SHA512_BLOCK = 128


def seed_of(text: str) -> bytes:
    """A seed given as text."""
    return hashlib.sha512("referee seed 1\n".encode("ascii") + text.encode("utf-8")).digest()


def hmac_sha512(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 writes it, for keys no longer than a block of the hash."""
    padded = key + bytes(SHA512_BLOCK - len(key))
    inner = bytes(byte ^ 0x36 for byte in padded)
    outer = bytes(byte ^ 0x5C for byte in padded)
    return hashlib.sha512(outer + hashlib.sha512(inner + message).digest()).digest()


def block_of(seed: bytes, label: str, number: int) -> bytes:
    """Block `number` of the stream."""
    return hmac_sha512(seed, label.encode("utf-8") + bytes([0]) + number.to_bytes(8, byteorder="big"))


def words_of(seed: bytes, label: str, start: int = 0) -> Iterator[int]:
    """The words of the stream, from word `start` on."""
    for number in count(start // 8):
        block = block_of(seed, label, number)
        words = [int(block[at : at + 8].hex(), 16) for at in range(0, 64, 8)]
        yield from words[start % 8 if number == start // 8 else 0 :]


def number_below(bound: int, words: Iterator[int]) -> int:
    """A number below `bound`; words at or above the largest multiple of it are thrown away."""
    fair = (2**64 // bound) * bound
    return next(word for word in words if word < fair) % bound


def order_of(size: int, words: Iterator[int]) -> list[int]:
    """A shuffle: which old place each new place holds."""
    places = list(range(size))
    place = size - 1
    while place >= 1:
        other = number_below(place + 1, words)
        places[place], places[other] = places[other], places[place]
        place -= 1
    return places


def redraw(seed: bytes, label: str, word: int, size: int, *, is_order: bool) -> Sequence[int]:
    """Draw again what a journal says was drawn from this word of this stream on."""
    words = words_of(seed, label, word)
    return order_of(size, words) if is_order else [number_below(size, words)]
