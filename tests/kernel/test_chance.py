"""Labelled chance: known answers, a second implementation, independent streams, the journal, rigging. F1."""

import json
from collections.abc import Iterator
from hashlib import sha512
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.chance import SEED_BYTES, Chance, Draw, luck_seed, seed_from_text
from replays import check_draws

VECTORS: dict[str, Any] = json.loads(
    Path(__file__).with_name("chance_vectors.json").read_text(encoding="utf-8")
)

SEED = seed_from_text("a test of chance")
LARGEST_BOUND = 2**64


def seed_of(text: str) -> bytes:
    """Return a seed given as text, in the way the docstring of `chance` describes."""
    return sha512(b"referee seed 1\n" + text.encode("utf-8")).digest()


def draws_of(chance: Chance, label: str, planned: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make the draws of a vector and return the results, in the form of the vector."""
    for draw in planned:
        if "below" in draw:
            chance.stream(label).below(int(draw["below"]))
        else:
            chance.stream(label).shuffled(range(draw["shuffle"]))
    return [in_vector_form(draw, plan) for draw, plan in zip(chance.take_draws(), planned, strict=True)]


def in_vector_form(draw: Draw, planned: dict[str, Any]) -> dict[str, Any]:
    if "below" in planned:
        return {"below": str(draw.size), "word": draw.word, "number": str(draw.result[0])}
    return {"shuffle": draw.size, "word": draw.word, "order": list(draw.result)}


# Known answers


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda vector: repr(vector["text"]))
def test_seed_from_text_is_the_known_one(vector: dict[str, str]) -> None:
    assert seed_from_text(vector["text"]).hex() == vector["seed"]
    assert seed_of(vector["text"]).hex() == vector["seed"]


@pytest.mark.parametrize("vector", VECTORS["lucks"], ids=lambda vector: str(len(vector["entropy"])))
def test_luck_of_referee_and_seats_is_the_known_one(vector: dict[str, Any]) -> None:
    """F1: the seed nobody chose alone, by both implementations, and by a match that uses it."""
    seed, entropy = seed_from_text(vector["seed"]), [bytes.fromhex(part) for part in vector["entropy"]]
    chance = Chance(seed)
    chance.mix(entropy)
    found = {luck_seed(seed, entropy), check_draws.luck_of(seed, entropy), chance.seed}
    assert {luck.hex() for luck in found} == {vector["luck"]}
    mixed = chance.stream("die").below(LARGEST_BOUND)
    assert mixed == Chance(bytes.fromhex(vector["luck"])).stream("die").below(LARGEST_BOUND)


def test_known_lucks_tell_every_arrangement_of_entropy_apart() -> None:
    """Swapped, missing, in another seat, or for one more seat: each gives different draws. F1."""
    assert len({vector["luck"] for vector in VECTORS["lucks"]}) == len(VECTORS["lucks"])


def test_luck_that_was_drawn_from_takes_no_entropy() -> None:
    chance = Chance(SEED)
    chance.stream("die")
    with pytest.raises(ValueError, match="entropy must be mixed in before the first draw"):
        chance.mix([bytes(32)])


@pytest.mark.parametrize(
    "vector", VECTORS["blocks"], ids=lambda vector: f"{vector['label']}-{vector['block']}"
)
def test_second_implementation_gives_the_known_blocks(vector: dict[str, Any]) -> None:
    seed = seed_of(vector["seed"])
    block = check_draws.block_of(seed, vector["label"], vector["block"])
    assert block.hex() == "".join(vector["words"])


@pytest.mark.parametrize(
    "vector",
    [vector for vector in VECTORS["blocks"] if vector["block"] < 2],
    ids=lambda vector: vector["label"],
)
def test_words_of_a_stream_are_the_known_ones(vector: dict[str, Any]) -> None:
    """A number below 2**64 is the word itself, so the words can be seen without looking inside."""
    stream = Chance(seed_from_text(vector["seed"])).stream(vector["label"])
    words = [stream.below(LARGEST_BOUND) for _ in range(8 * (vector["block"] + 1))]
    assert [f"{word:016x}" for word in words[-8:]] == vector["words"]


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda vector: vector["label"])
def test_draws_are_the_known_ones(vector: dict[str, Any]) -> None:
    chance = Chance(seed_from_text(vector["seed"]))
    assert draws_of(chance, vector["label"], vector["draws"]) == vector["draws"]


def test_some_known_answer_throws_a_word_away() -> None:
    """Otherwise the vectors could not tell rejection from plain modulo."""
    numbers = next(vector["draws"] for vector in VECTORS["streams"] if vector["label"] == "rejection")
    assert any(later["word"] - draw["word"] > 1 for draw, later in pairwise(numbers))


@pytest.mark.parametrize(
    ("seed", "label"),
    [
        pytest.param("another example", "die", id="another seed"),
        pytest.param("example", "dice", id="another label"),
    ],
)
def test_another_seed_or_label_does_not_give_the_known_draws(seed: str, label: str) -> None:
    vector = next(vector for vector in VECTORS["streams"] if vector["label"] == "die")
    assert draws_of(Chance(seed_from_text(seed)), label, vector["draws"]) != vector["draws"]


# The second implementation: the script in the folder of the replays, which shares no code with the first

LABELS = [
    "deck/lords",
    "deck/locations",
    "start seat",
    "a",
    "a\x00",
    "a\x00\x00\x00\x00\x00\x00\x00\x00",
    "",
    "Ω/深",
]


def planned_draws(seed: str, count: int) -> Iterator[tuple[str, int]]:
    """Return draws of every size, to compare the two implementations."""
    words = check_draws.Words(seed_of(seed), "plan")
    for _ in range(count):
        is_number = check_draws.number_below(2, words) == 0
        size = check_draws.number_below(2 ** (1 + check_draws.number_below(64, words)), words) + 1
        yield ("below", size) if is_number else ("shuffle", size % 80)


@pytest.mark.parametrize("label", [*LABELS, *[f"deck/{number}" for number in range(20)]])
def test_second_implementation_agrees(label: str, seed: str) -> None:
    ours = Chance(seed_from_text(seed)).stream(label)
    theirs = check_draws.Words(seed_of(seed), label)
    for kind, size in planned_draws(seed, 40):
        if kind == "below":
            assert ours.below(size) == check_draws.number_below(size, theirs)
        else:
            assert list(ours.shuffled(range(size))) == check_draws.order_of(size, theirs)


# Streams


def test_labels_that_look_alike_are_different_streams() -> None:
    chance = Chance(SEED)
    assert len({chance.stream(label).below(LARGEST_BOUND) for label in LABELS}) == len(LABELS)


def test_a_stream_goes_on_where_its_last_draw_left_it() -> None:
    chance = Chance(SEED)
    asked_twice = [chance.stream("die").below(6) for _ in range(20)]
    held = Chance(SEED).stream("die")
    assert asked_twice == [held.below(6) for _ in range(20)]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 12)), max_size=40))
def test_what_other_streams_draw_shifts_nothing(program: list[tuple[str, int]]) -> None:
    """Interleaving the draws of three streams gives each stream the same results as alone."""
    mixed = Chance(SEED)
    for label, size in program:
        mixed.stream(label).shuffled(range(size))
    drawn = mixed.take_draws()
    for label in "abc":
        alone = Chance(SEED)
        for _, size in [draw for draw in program if draw[0] == label]:
            alone.stream(label).shuffled(range(size))
        assert [draw for draw in drawn if draw.label == label] == list(alone.take_draws())


def test_one_more_draw_shifts_its_own_stream() -> None:
    """Control for the test above: another draw does shift its own stream."""
    one, other = Chance(SEED), Chance(SEED)
    other.stream("a").below(2)
    assert one.stream("a").shuffled(range(12)) != other.stream("a").shuffled(range(12))


# What may be drawn


def test_pick_is_the_thing_at_the_number_drawn() -> None:
    things = ["crab", "squid", "seahorse"]
    picked, drawn = Chance(SEED).stream("pick"), Chance(SEED).stream("pick")
    assert [picked.pick(things) for _ in range(30)] == [things[drawn.below(3)] for _ in range(30)]


def test_shuffled_moves_things_as_the_order_on_record_says() -> None:
    chance = Chance(SEED)
    things = "abcdefgh"
    shuffled = chance.stream("deck").shuffled(things)
    (draw,) = chance.take_draws()
    assert shuffled == tuple(things[place] for place in draw.result)
    assert sorted(shuffled) == list(things)


@pytest.mark.parametrize("bound", [0, -1, -6, LARGEST_BOUND + 1, 2**70])
def test_impossible_bound_is_refused_and_spends_nothing(bound: int) -> None:
    chance = Chance(SEED)
    with pytest.raises(ValueError, match=f"cannot draw a number below {bound}"):
        chance.stream("die").below(bound)
    assert chance.take_draws() == ()
    assert chance.stream("die").below(LARGEST_BOUND) == Chance(SEED).stream("die").below(LARGEST_BOUND)


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="cannot draw a number below 0"):
        Chance(SEED).stream("die").pick([])


@pytest.mark.parametrize("size", [0, 1, 32, SEED_BYTES - 1, SEED_BYTES + 1, 128])
def test_seed_of_the_wrong_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"a seed is 64 bytes long, not {size}$"):
        Chance(bytes(size))


def test_seed_of_the_right_length_is_taken() -> None:
    assert Chance(bytes(SEED_BYTES)).seed == bytes(SEED_BYTES)


# The journal


def test_journal_holds_every_draw_in_order_and_hands_each_over_once() -> None:
    chance = Chance(SEED)
    number = chance.stream("die").below(6)
    order = chance.stream("deck").shuffled(range(4))
    thing = chance.stream("die").pick("abc")
    assert chance.take_draws() == (
        Draw("die", 0, 6, (number,)),
        Draw("deck", 0, 4, order),
        Draw("die", 1, 3, ("abc".index(thing),)),
    )
    assert chance.take_draws() == ()
    chance.stream("deck").below(2)
    assert [draw.word for draw in chance.take_draws()] == [3]


def test_every_draw_on_record_can_be_drawn_again_from_its_word_alone(seed: str) -> None:
    chance = Chance(seed_from_text(seed))
    for kind, size in planned_draws(seed, 60):
        stream = chance.stream(f"deck/{size % 3}")
        _ = stream.below(size) if kind == "below" else stream.shuffled(range(size))
    for draw in chance.take_draws():
        words = check_draws.Words(chance.seed, draw.label, draw.word)
        is_order = len(draw.result) == draw.size
        again = (
            check_draws.order_of(draw.size, words)
            if is_order
            else [check_draws.number_below(draw.size, words)]
        )
        assert draw.result == tuple(again)


# Rigging


def test_rigged_draw_is_what_the_table_gets_and_what_the_journal_says() -> None:
    seen: list[Draw] = []

    def top_two_swapped(honest: Draw) -> tuple[int, ...]:
        seen.append(honest)
        if len(honest.result) < 2:
            return honest.result
        *rest, second, first = honest.result
        return (*rest, first, second)

    rigged, honest = Chance(SEED, top_two_swapped), Chance(SEED)
    for chance in (rigged, honest):
        chance.stream("die").below(6)
        chance.stream("deck").shuffled("abcdef")
        chance.stream("deck").below(1000)
    die, deck, number = honest.take_draws()
    swapped = (*deck.result[:-2], deck.result[-1], deck.result[-2])
    assert rigged.take_draws() == (die, msgspec.structs.replace(deck, result=swapped), number)
    assert seen[:2] == [die, deck]


def test_rigged_shuffle_deals_the_rigged_order() -> None:
    chance = Chance(SEED, lambda draw: tuple(reversed(range(draw.size))))
    assert chance.stream("deck").shuffled("abc") == ("c", "b", "a")


def test_rigging_spends_the_same_luck() -> None:
    """A rigged draw consumes the words of the honest one, so later draws are those of the honest match."""
    rigged = Chance(SEED, lambda draw: (0,) if draw.size == 6 else draw.result)
    honest = Chance(SEED)
    numbers = [
        (rigged.stream("die").below(bound), honest.stream("die").below(bound)) for bound in [6, 6, 7, 6, 8]
    ]
    assert [ours == theirs for ours, theirs in numbers[2::2]] == [True, True]
    assert numbers[0][0] == numbers[1][0] == 0
