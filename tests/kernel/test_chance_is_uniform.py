"""Promise F2: shuffles and numbers are uniform.

This is tested twice. By exhaustion: every way to draw the numbers of a shuffle gives another order, and every number
comes from the same count of words. And by the chi-square of many draws, which the usual mistakes fail.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import factorial

import pytest

from referee.kernel import chance as kernel
from referee.kernel.chance import Chance, Stream, seed_from_text
from tests.kernel.uniformity import SUSPICIOUS, Shuffle, unevenness, unevenness_of_places

SHUFFLES = 20_000
MILLION = 10**6

Below = Callable[[int], int]


def honest(stream: Stream) -> Shuffle:
    return lambda size: stream.shuffled(range(size))


def naive_swap(stream: Stream) -> Shuffle:
    """Shuffle with the common mistake: swap each place with any place."""

    def shuffle(size: int) -> list[int]:
        order = list(range(size))
        for place in range(size):
            other = stream.below(size)
            order[place], order[other] = order[other], order[place]
        return order

    return shuffle


def off_by_one(stream: Stream) -> Shuffle:
    """Shuffle with the other one: swap each place with a lower one, never with itself, so nothing stays in place."""

    def shuffle(size: int) -> list[int]:
        order = list(range(size))
        for place in range(size - 1, 0, -1):
            other = stream.below(place)
            order[place], order[other] = order[other], order[place]
        return order

    return shuffle


def stream_of(seed: str) -> Stream:
    return Chance(seed_from_text(seed)).stream("uniform")


def orders(shuffle: Shuffle, size: int, times: int) -> Iterator[tuple[int, ...]]:
    return (tuple(shuffle(size)) for _ in range(times))


# By exhaustion


@pytest.mark.parametrize("size", range(7))
def test_each_order_comes_of_exactly_one_way_to_draw(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = range(size, 1, -1)
    ways = list(product(*[range(bound) for bound in bounds]))
    drawn = {bounds: iter(ways)}
    monkeypatch.setattr(Stream, "_numbers", lambda stream, asked: next(drawn[asked]))
    found = Counter([stream_of("").shuffled(range(size)) for _ in ways])
    assert len(found) == factorial(size)
    assert set(found.values()) == {1}


def word_of(stream: Stream) -> int:
    """Return the next word, unchanged."""
    if not stream._words:
        stream._words += stream._block()
    return stream._words.pop()


@pytest.fixture
def words_of_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make chance use words of 8 bits, in which a modulo bias is as large as a barn door."""
    long_words = Stream._block
    monkeypatch.setattr(kernel, "_WORD_VALUES", 256)
    monkeypatch.setattr(Stream, "_block", lambda stream: [word >> 56 for word in long_words(stream)])


class EveryByte:
    """Counts, over all words of a byte, how often each number results; a rejected word gives none."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "_WORD_VALUES", 256)
        monkeypatch.setattr(Stream, "_block", lambda stream: [self._next()])
        self._words = [0]

    def _next(self) -> int:
        if not self._words:
            raise EOFError
        return self._words.pop()

    def count(self, below: Callable[[Stream, int], int], bound: int) -> Counter[int]:
        found = Counter[int]()
        for word in range(256):
            self._words = [word]
            try:
                found[below(stream_of(""), bound)] += 1
            except EOFError:
                continue
        return found


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 10, 100, 129, 200, 255, 256])
def test_each_number_has_equally_many_words(bound: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = EveryByte(monkeypatch).count(Stream.below, bound)
    assert sorted(found) == list(range(bound))
    assert set(found.values()) == {256 // bound}


def test_modulo_without_rejection_has_more_words_for_small_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    found = EveryByte(monkeypatch).count(lambda stream, bound: word_of(stream) % bound, 200)
    assert (found[0], found[199]) == (2, 1)


# By the chi-square of many draws


@pytest.mark.parametrize("size", range(2, 7))
def test_all_orders_come_equally_often(size: int, seed: str) -> None:
    shuffle = honest(stream_of(seed))
    assert abs(unevenness(orders(shuffle, size, SHUFFLES), factorial(size))) < SUSPICIOUS


def test_everything_falls_on_every_place_equally_often(seed: str) -> None:
    assert abs(unevenness_of_places(honest(stream_of(seed)), 60, 1500)) < SUSPICIOUS


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 20, 100])
def test_all_numbers_come_equally_often(bound: int, seed: str) -> None:
    stream = stream_of(seed)
    assert abs(unevenness([stream.below(bound) for _ in range(60 * bound)], bound)) < SUSPICIOUS


@pytest.mark.usefixtures("words_of_a_byte")
def test_all_numbers_come_equally_often_however_short_the_words(seed: str) -> None:
    stream = stream_of(seed)
    assert abs(unevenness([stream.below(200) for _ in range(12_000)], 200)) < SUSPICIOUS


@pytest.mark.campaign
@pytest.mark.parametrize("size", range(2, 7))
def test_all_orders_come_equally_often_in_a_million(size: int, seed: str) -> None:
    shuffle = honest(stream_of(seed))
    assert abs(unevenness(orders(shuffle, size, MILLION), factorial(size))) < SUSPICIOUS


@pytest.mark.campaign
def test_everything_falls_on_every_place_equally_often_in_a_million(seed: str) -> None:
    assert abs(unevenness_of_places(honest(stream_of(seed)), 60, MILLION)) < SUSPICIOUS


# What must fail


@pytest.mark.parametrize("mistake", [naive_swap, off_by_one])
@pytest.mark.parametrize("size", range(3, 7))
def test_wrong_shuffle_is_found_by_its_orders(
    mistake: Callable[[Stream], Shuffle], size: int, seed: str
) -> None:
    shuffle = mistake(stream_of(seed))
    assert unevenness(orders(shuffle, size, SHUFFLES), factorial(size)) > SUSPICIOUS


@pytest.mark.parametrize("mistake", [naive_swap, off_by_one])
def test_wrong_shuffle_is_found_by_its_places(mistake: Callable[[Stream], Shuffle], seed: str) -> None:
    assert unevenness_of_places(mistake(stream_of(seed)), 60, 1500) > SUSPICIOUS


@pytest.mark.usefixtures("words_of_a_byte")
def test_modulo_without_rejection_is_found(seed: str) -> None:
    stream = stream_of(seed)
    assert unevenness([word_of(stream) % 200 for _ in range(12_000)], 200) > SUSPICIOUS


def test_counts_too_even_for_luck_are_found() -> None:
    assert unevenness([number % 6 for number in range(6000)], 6) < -SUSPICIOUS


def test_number_that_never_comes_is_found(seed: str) -> None:
    stream = stream_of(seed)
    assert unevenness([stream.below(5) for _ in range(360)], 6) > SUSPICIOUS
