r"""Labelled chance: the only luck a match has, and every draw of it on record.

The scheme is small enough to write again in an evening:

- The referee's seed is 64 bytes. A seed given as text is SHA-512(b"referee seed 1\n" + text in UTF-8).
- Where seats bring entropy, the seed of the luck is SHA-512(b"referee luck 1\n" + the referee's seed + for each seat
  a byte that says how long its entropy is, and its entropy; a zero byte for a seat that brings none). Where no seat
  committed to any, it is the referee's seed itself.
- A stream is named by a label. Block `i` of the stream is
  HMAC-SHA-512(key=seed, message=label in UTF-8 + b"\x00" + `i` as 8 bytes, big-endian),
  read as eight 64-bit words, big-endian. Blocks count from 0; the stream is the words of all its blocks.
- A number below `n` takes words until one is less than the largest multiple of `n` that fits in 2**64;
  that word modulo `n` is the number. (No modulo bias, at the price of a rare extra word.)
- A shuffle of `n` things is Fisher-Yates from the top: for `i` from `n - 1` down to 1, swap `i` with a number
  below `i + 1`. It is recorded as the order: which old place each new place holds.

Streams do not share words, so one more draw in one stream never shifts another: a match run under another
reading of a rule keeps its luck wherever the rules allow.

Known answers, to check another implementation by, are in `tests/kernel/chance_vectors.json`.
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
    """One use of chance: from which word of which stream, among how many, with what result."""

    label: str
    word: int
    """The first word of the stream that this draw looked at."""
    size: int
    """The number of things shuffled, or the bound of the number."""
    result: tuple[int, ...]
    """The order of a shuffle, or the one number drawn."""


Rig = Callable[[Draw], tuple[int, ...]]
"""Tests may rig chance: given an honest draw, return the result to use in its place."""


def seed_from_text(text: str) -> bytes:
    """Stretch any text to a seed; the same text always gives the same matches."""
    return hashlib.sha512(b"referee seed 1\n" + text.encode()).digest()


def luck_seed(seed: bytes, entropy: Sequence[bytes]) -> bytes:
    """Work what the seats brought, in the order of the seats, into the referee's seed.

    Each part decides as much as any other: whoever did not know all of them beforehand, knew nothing of the luck.
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
        """How many blocks were made."""
        self._words: list[int] = []
        """What is left of the last block, the next word last."""

    def below(self, bound: int) -> int:
        """Draw a number from 0 up to, not including, `bound`."""
        if not 1 <= bound <= _WORD_VALUES:
            raise ValueError(f"no number below {bound} can be drawn; a bound is at least 1 and at most 2**64")
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
        """How many words were looked at."""
        return 8 * self._blocks - len(self._words)

    def _numbers(self, bounds: Iterable[int]) -> list[int]:
        """Draw a number below each of these bounds, in turn."""
        numbers, words = [], self._words
        for bound in bounds:
            while True:
                if not words:
                    words += self._block()
                word = words.pop()
                # Only a word this near to the end can lie beyond the largest multiple of the bound.
                if word <= _WORD_VALUES - bound or word < _WORD_VALUES - _WORD_VALUES % bound:
                    break
            numbers.append(word % bound)
        return numbers

    def _block(self) -> list[int]:
        """Make the next block; its first word stands last."""
        block = self._chance.keyed.copy()
        block.update(self._message + self._blocks.to_bytes(8, "big"))
        self._blocks += 1
        return [*reversed(_EIGHT_WORDS.unpack(block.digest()))]


class Chance:
    """All the luck of one match, and the journal of what was drawn from it."""

    __slots__ = ("_rig", "_streams", "draws", "keyed", "seed")

    def __init__(self, seed: bytes, rig: Rig | None = None) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.keyed = hmac.new(seed, digestmod="sha512")
        """To be copied for each block: the seed is worked in once."""
        self._rig = rig
        self._streams: dict[str, Stream] = {}
        self.draws: list[Draw] = []
        """The draws since they were last taken."""

    def mix(self, entropy: Sequence[bytes]) -> None:
        """Go on with the luck that the seats' entropy makes of the seed. Only before anything was drawn."""
        if self._streams:
            raise ValueError("luck was drawn already; nothing can be worked into it any more")
        self.seed = luck_seed(self.seed, entropy)
        self.keyed = hmac.new(self.seed, digestmod="sha512")

    def stream(self, label: str) -> Stream:
        """Return the stream of this label, where its last draw left it."""
        found = self._streams.get(label)
        if found is None:
            found = self._streams[label] = Stream(self, label)
        return found

    def note(self, draw: Draw) -> tuple[int, ...]:
        """Put a draw in the journal and return its result, rigged where a test says so."""
        if self._rig is not None:
            draw = msgspec.structs.replace(draw, result=self._rig(draw))
        self.draws.append(draw)
        return draw.result

    def take_draws(self) -> tuple[Draw, ...]:
        """Hand over the draws since the last call."""
        draws = tuple(self.draws)
        self.draws = []
        return draws
