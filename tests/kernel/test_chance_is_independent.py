"""Random streams are independent of each other. Promises F1 and F2, for streams side by side.

What one stream gives does not depend on what is drawn from others; and the words of two labels, of two seeds, or of
two contributions of entropy, are no more alike than chance makes them, bit by bit and as pairs of numbers.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, islice, pairwise
from math import sqrt

import pytest

from referee.kernel.chance import Chance, luck_seed, seed_from_text
from tests.kernel.uniformity import SUSPICIOUS, unevenness

LABELS = ("deck/a", "deck/b", "deck/aa", "deck/a/", "die", "dice", "Die", "")
BITS = 64
WORDS = 1500
PAIRS = 6000

Deal = Callable[[str], int]
"""Function that draws the next number below 2**64 for a label."""


class Shared:
    """A planted fault: one stream for all labels, so that what one draws is lost to the others."""

    def __init__(self, chance: Chance) -> None:
        self._stream = chance.stream("all")

    def __call__(self, label: str) -> int:
        return self._stream.below(2**64)


class Copied:
    """A planted fault: every label begins with the same words, because the label is ignored."""

    def __init__(self, chance: Chance) -> None:
        self._seed = chance.seed
        self._streams: dict[str, Iterator[int]] = {}

    def __call__(self, label: str) -> int:
        words = self._streams.setdefault(label, self._words())
        return next(words)

    def _words(self) -> Iterator[int]:
        stream = Chance(self._seed).stream("all")
        while True:
            yield stream.below(2**64)


class Shifted(Copied):
    """A planted fault: labels share one stream, each with its own offset."""

    def __call__(self, label: str) -> int:
        if label not in self._streams:
            self._streams[label] = islice(self._words(), len(self._streams), None)
        return next(self._streams[label])


def honest(chance: Chance) -> Deal:
    return lambda label: chance.stream(label).below(2**64)


Make = Callable[[Chance], Deal]


def shift_of(make: Make, seed: str) -> int:
    """Return how many numbers of one stream change when others draw in between."""
    alone, disturbed = make(Chance(seed_from_text(seed))), make(Chance(seed_from_text(seed)))
    changed = 0
    for count in range(200):
        for label in LABELS[1 : 1 + count % len(LABELS)]:
            disturbed(label)
        changed += alone(LABELS[0]) != disturbed(LABELS[0])
    return changed


def likeness(one: list[int], other: list[int], lag: int = 0) -> float:
    """Return how far the bits of two streams agree more, or less, than coin tosses would, in standard deviations."""
    pairs = list(zip(one[lag:], other, strict=False))
    tosses = BITS * len(pairs)
    unlike = sum((ours ^ theirs).bit_count() for ours, theirs in pairs)
    return (unlike - tosses / 2) / (sqrt(tosses) / 2)


def worst_likeness(make: Make, seed: str) -> float:
    """Return the likeness of the two labels that are most alike, also one and two words apart."""
    deal = make(Chance(seed_from_text(seed)))
    words: dict[str, list[int]] = {label: [] for label in LABELS}
    for _ in range(WORDS):
        for label in LABELS:
            words[label].append(deal(label))
    found = [
        abs(likeness(words[one], words[other], lag))
        for pair in combinations(LABELS, 2)
        for one, other in (pair, pair[::-1])
        for lag in range(3)
    ]
    return max(found)


def test_no_draw_shifts_another_stream(seed: str) -> None:
    assert shift_of(honest, seed) == 0


def test_stream_for_all_labels_is_found_by_what_it_shifts(seed: str) -> None:
    """Control for the test above."""
    assert shift_of(Shared, seed) > 150


def test_words_of_two_labels_are_not_alike(seed: str) -> None:
    assert worst_likeness(honest, seed) < SUSPICIOUS


@pytest.mark.parametrize("mistake", [Copied, Shifted])
def test_streams_that_share_words_are_found_by_their_likeness(mistake: Make, seed: str) -> None:
    """Controls for the test above."""
    assert worst_likeness(mistake, seed) > SUSPICIOUS


def test_pairs_of_dice_of_two_labels_come_equally_often(seed: str) -> None:
    chance = Chance(seed_from_text(seed))
    one, other = chance.stream("die"), chance.stream("dice")
    assert abs(unevenness([(one.below(6), other.below(6)) for _ in range(PAIRS)], 36)) < SUSPICIOUS


def test_pairs_of_dice_that_share_words_are_found(seed: str) -> None:
    deal = Copied(Chance(seed_from_text(seed)))
    pairs = [(deal("die") % 6, deal("dice") % 6) for _ in range(PAIRS)]
    assert unevenness(pairs, 36) > SUSPICIOUS


def test_entropy_that_differs_in_one_bit_makes_luck_that_is_not_alike(seed: str) -> None:
    """If one bit of a seat's entropy could steer the draws, flipping it would give similar draws."""
    base = bytes(32)
    parts = [base, *[(1 << bit).to_bytes(32, "big") for bit in range(0, 256, 17)]]
    lucks = [Chance(luck_seed(seed_from_text(seed), [part, base])) for part in parts]
    words = [[chance.stream("deck").below(2**64) for _ in range(WORDS)] for chance in lucks]
    assert max(abs(likeness(one, other)) for one, other in pairwise(words)) < SUSPICIOUS


def test_luck_without_the_entropy_worked_in_is_found(seed: str) -> None:
    """Control for the test above: a stream that ignores the entropy gives everyone the same."""
    stream = Chance(seed_from_text(seed)).stream("deck")
    words = [stream.below(2**64) for _ in range(10)]
    assert abs(likeness(words, words)) > SUSPICIOUS
