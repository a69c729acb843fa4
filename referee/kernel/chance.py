r"""Labelled chance: all the luck of a match, with every draw on record.

The scheme is small enough to implement in an evening:

- The referee's seed is 64 bytes. A seed given as text is SHA-512(b"referee seed 1\n" + text in UTF-8).
- If seats contribute entropy, the seed of the luck is SHA-512(b"referee luck 1\n" + the referee's seed + for each seat
  one byte with the length of its entropy, then its entropy; a zero byte for a seat that contributes none). If no seat
  committed to any, it is the referee's seed itself.
- A stream is named by a label. Block `i` of the stream is
  HMAC-SHA-512(key=seed, message=label in UTF-8 + b"\x00" + `i` as 8 bytes, big-endian),
  read as eight 64-bit words, big-endian. Blocks count from 0; the stream is the words of all its blocks.
- A number below `n` takes words until one is less than the largest multiple of `n` that fits in 2**64;
  that word modulo `n` is the number. (No modulo bias, at the price of a rare extra word.)
- A shuffle of `n` things is Fisher-Yates from the top: for `i` from `n - 1` down to 1, swap `i` with a number
  below `i + 1`. It is recorded as the order: which old place each new place holds.

Streams share no words, so one more draw from a stream never shifts another: a match that is run again under another
reading of a rule keeps its luck wherever the rules allow.

Test vectors for other implementations are in `tests/kernel/chance_vectors.json`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from struct import Struct as Layout
from typing import TypeVar

import msgspec

T = TypeVar("T")

SEED_BYTES = 64
_EIGHT_WORDS = Layout(">8Q")
_WORD_VALUES = 1 << 64


class Draw(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One use of chance: the stream and word it started at, the number of possibilities, and the result."""

    label: str
    word: int
    """The index of the first word of the stream that this draw used."""
    size: int
    """The number of things shuffled, or the bound of the number."""
    result: tuple[int, ...]
    """The order of a shuffle, or the one number drawn."""


Rig = Callable[[Draw], tuple[int, ...]]
"""Given an honest draw, returns the result to use instead; for tests, and to observe draws."""


def seed_from_text(text: str) -> bytes:
    """Derive a seed from any text; the same text always gives the same matches."""
    return hashlib.sha512(b"referee seed 1\n" + text.encode()).digest()


def luck_seed(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Mix the seats' entropy, in the order of the seats, into the referee's seed.

    Nobody can predict the luck without knowing every part beforehand.
    """
    parts = b"".join([len(part).to_bytes(1, "big") + part for part in entropy])
    return hashlib.sha512(b"referee luck 1\n" + seed + parts).digest()


class Stream:
    """The luck of one label.

    >>> stream = Chance(seed_from_text("example")).stream("die")
    >>> [stream.below(6) + 1 for _ in range(8)]
    [1, 3, 5, 2, 6, 5, 6, 5]
    """

    __slots__ = ("_blocks", "_chance", "_label", "_message", "_words")

    def __init__(self, chance: Chance, label: str) -> None:
        self._chance = chance
        self._label = label
        self._message = label.encode() + b"\x00"
        self._blocks = 0
        """Number of blocks generated so far."""
        self._words: list[int] = []
        """The unused words of the last block, the next one last."""

    def below(self, bound: int) -> int:
        """Draw a number from 0 up to, not including, `bound`."""
        if not 1 <= bound <= _WORD_VALUES:
            raise ValueError(f"cannot draw a number below {bound}; a bound is between 1 and 2**64")
        start = self._used
        return self._chance.note(Draw(self._label, start, bound, tuple(self._numbers((bound,)))))[0]

    def pick(self, things: Sequence[T]) -> T:
        """Draw one of `things`."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Return `things` in a random order."""
        start, size = self._used, len(things)
        order = list(range(size))
        for top, other in zip(range(size - 1, 0, -1), self._numbers(range(size, 1, -1)), strict=True):
            order[top], order[other] = order[other], order[top]
        result = self._chance.note(Draw(self._label, start, size, tuple(order)))
        return tuple([things[place] for place in result])

    @property
    def _used(self) -> int:
        """Number of words used so far."""
        return 8 * self._blocks - len(self._words)

    def _numbers(self, bounds: Iterable[int]) -> list[int]:
        """Draw one number below each of these bounds, in order."""
        numbers, words = [], self._words
        for bound in bounds:
            while True:
                if not words:
                    words += self._block()
                word = words.pop()
                # Only a word this close to the maximum can exceed the largest multiple of the bound.
                if word <= _WORD_VALUES - bound or word < _WORD_VALUES - _WORD_VALUES % bound:
                    break
            numbers.append(word % bound)
        return numbers

    def _block(self) -> list[int]:
        """Return the words of the next block in reverse order."""
        block = self._chance.keyed.copy()
        block.update(self._message + self._blocks.to_bytes(8, "big"))
        self._blocks += 1
        return [*reversed(_EIGHT_WORDS.unpack(block.digest()))]


class Chance:
    """All the luck of one match, and the draws made from it."""

    __slots__ = ("_rig", "_streams", "draws", "keyed", "seed")

    def __init__(self, seed: bytes, rig: Rig | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes long, not {len(seed)}")
        self.seed = seed
        self.keyed = hmac.new(seed, digestmod="sha512")
        """An HMAC keyed with the seed, copied for each block."""
        self._rig = rig
        self._streams: dict[str, Stream] = {}
        self.draws: list[Draw] = []
        """The draws since the last call of `take_draws`."""

    def mix(self, entropy: Sequence[bytes]) -> None:
        """Mix the seats' entropy into the seed; raise `ValueError` if anything has been drawn."""
        if self._streams:
            raise ValueError("entropy must be mixed in before the first draw")
        self.seed = luck_seed(self.seed, entropy)
        self.keyed = hmac.new(self.seed, digestmod="sha512")

    def stream(self, label: str) -> Stream:
        """Return the stream with this label; it continues after its last draw."""
        found = self._streams.get(label)
        if found is None:
            found = self._streams[label] = Stream(self, label)
        return found

    def note(self, draw: Draw) -> tuple[int, ...]:
        """Record a draw and return its result, which the rig, if there is one, decides."""
        if self._rig is not None:
            draw = msgspec.structs.replace(draw, result=self._rig(draw))
        self.draws.append(draw)
        return draw.result

    def take_draws(self) -> tuple[Draw, ...]:
        """Return the draws since the last call."""
        draws = tuple(self.draws)
        self.draws = []
        return draws
