"""The kinds of ask: what makes an answer valid, in numbers and in choices, and the default of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import GAMES, game
from referee.kernel.asks import (
    Ask,
    Choice,
    GroupRequired,
    GroupsAtMost,
    GroupsExactly,
    InOrder,
    Limit,
    NoneSpare,
    One,
    Some,
    TotalAtLeast,
    chosen_of,
    default_picks,
    fault_in,
    pass_picks,
    picks_of,
)
from referee.kernel.chance import seed_from_text
from referee.kernel.game import Setup
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Run
from tests.answers import random_picks
from tests.kernel.scripts import Pay, Say


def pay(coins: str) -> list[Choice]:
    return [Pay(coin) for coin in coins.split()]


def say(words: str) -> list[Choice]:
    return [Say(word) for word in words.split()]


ONE = One(0, "word", say("yes no"))
PURSE = pay("gold/3 gold/1 silver/2 silver/2")
SOME = Some(0, "coins", PURSE, 1, 3, default=(0,))
IN_ORDER = InOrder(0, "order", say("a b c"))

KINDS = [pytest.param(ask, id=type(ask).__name__) for ask in (ONE, SOME, IN_ORDER)]


# What each kind takes


@pytest.mark.parametrize("ask", KINDS)
def test_valid_answers_are_exactly_these(ask: Ask) -> None:
    """Every short sequence of numbers is tried, so nothing else is accepted either."""
    count = len(ask.options)
    tried = [picks for length in range(count + 2) for picks in permutations(range(-1, count + 1), length)]
    valid = {picks for picks in tried if fault_in(ask, picks) is None}
    match ask:
        case One():
            assert valid == {(0,), (1,)}
        case Some():
            chosen = {picks for length in (1, 2, 3) for picks in combinations(range(4), length)}
            assert {tuple(sorted(picks)) for picks in valid} == chosen
        case InOrder():
            assert valid == set(permutations(range(3)))


@pytest.mark.parametrize("ask", KINDS)
def test_default_is_a_valid_answer(ask: Ask) -> None:
    assert fault_in(ask, default_picks(ask)) is None


def test_default_is_the_one_the_ask_names() -> None:
    assert default_picks(One(0, "word", say("yes no"), default=1)) == (1,)
    assert default_picks(Some(0, "coins", PURSE, 1, 3, default=(1, 3))) == (1, 3)
    assert default_picks(IN_ORDER) == (0, 1, 2)
    assert default_picks(InOrder(0, "order", say("a b c"), default=(2, 0, 1))) == (2, 0, 1)


def test_answer_that_does_nothing_is_the_one_declared() -> None:
    assert pass_picks(One(0, "word", say("yes no"), passes=1)) == (1,)
    assert pass_picks(Some(0, "coins", PURSE, 0, 3, (), passes=())) == ()
    assert pass_picks(InOrder(0, "order", say("a b c"), passes=(0, 1, 2))) == (0, 1, 2)
    assert [pass_picks(ask) for ask in (ONE, SOME, IN_ORDER)] == [None, None, None]


def test_every_kind_of_ask_may_say_what_stands_in_the_way() -> None:
    reason = Refused(Refusal.NOT_OFFERED, "rule", "obstacle")
    one = One(0, "word", say("yes no"), why_not=lambda _: reason)
    some = Some(0, "word", say("yes no"), 0, 2, (), why_not=lambda _: reason)
    in_order = InOrder(0, "word", say("yes no"), why_not=lambda _: reason)
    for ask in (one, some, in_order):
        assert picks_of(ask, say("yes maybe")) == reason


def test_wrong_default_is_told_by_the_same_check() -> None:
    """Control for the tests of defaults."""
    wrong = One(0, "word", say("yes no"), default=2)
    assert fault_in(wrong, default_picks(wrong)) == Refused(Refusal.OUT_OF_RANGE)


@pytest.mark.parametrize(
    "ask",
    [Some(0, "coins", PURSE, 0, 4, default=()), Some(0, "coins", (), 0, 0, ()), InOrder(0, "order", ())],
)
def test_empty_answer_is_valid_where_nothing_need_be_chosen(ask: Ask) -> None:
    assert fault_in(ask, ()) is None
    assert picks_of(ask, ()) == ()


# Limits


@pytest.mark.parametrize(
    ("limit", "coins", "holds"),
    [
        (TotalAtLeast("rule", 4), "gold/3", False),
        (TotalAtLeast("rule", 4), "gold/3 gold/1", True),
        (TotalAtLeast("rule", 4), "gold/3 silver/2", True),
        (TotalAtLeast("rule", 0), "", True),
        (TotalAtLeast("rule", -2), "", True),
        (TotalAtLeast("rule", 1), "", False),
        (GroupsExactly("rule", 2), "gold/3 gold/1", False),
        (GroupsExactly("rule", 2), "gold/3 silver/2", True),
        (GroupsExactly("rule", 2), "gold/3 silver/2 silver/2", True),
        (GroupsExactly("rule", 2), "gold/3 silver/2 copper/1", False),
        (GroupsExactly("rule", 1), "", False),
        (GroupsExactly("rule", 0), "", True),
        (GroupsAtMost("rule", 2), "gold/3 silver/2 copper/1", False),
        (GroupsAtMost("rule", 2), "gold/3 silver/2 silver/2", True),
        (GroupsAtMost("rule", 2), "gold/3", True),
        (GroupsAtMost("rule", 0), "", True),
        (GroupRequired("rule", "gold"), "silver/2 gold/1", True),
        (GroupRequired("rule", "gold"), "silver/2 silver/2", False),
        (GroupRequired("rule", "gold"), "", False),
        (NoneSpare("rule", 4), "gold/3 gold/1", True),
        (NoneSpare("rule", 3), "gold/3 gold/1", False),
        (NoneSpare("rule", 3), "gold/3 silver/2", True),
        (NoneSpare("rule", 5), "gold/3 silver/2 silver/2", False),
        (NoneSpare("rule", 6), "gold/3 silver/2 silver/2", True),
        (NoneSpare("rule", 9), "gold/3 gold/1", True),
        (NoneSpare("rule", 0), "", True),
    ],
    ids=str,
)
def test_limit_holds_or_not(limit: Limit, coins: str, holds: bool) -> None:
    assert limit.holds(pay(coins)) is holds


COINS = st.lists(
    st.sampled_from(
        [Pay(f"{metal}/{worth}") for metal in ("gold", "silver", "copper") for worth in range(5)]
    ),
    max_size=6,
)


@given(COINS, st.integers(-2, 14))
def test_none_spare_is_what_leaving_out_each_coin_says(chosen: Sequence[Pay], total: int) -> None:
    def groups(coins: Sequence[Pay]) -> list[str]:
        return sorted({coin.group for coin in coins})

    rests = [[*chosen[:place], *chosen[place + 1 :]] for place in range(len(chosen))]
    is_one_spare = any(
        groups(rest) == groups(chosen) and sum(coin.weight for coin in rest) >= total for rest in rests
    )
    assert NoneSpare("rule", total).holds(chosen) is not is_one_spare


@given(COINS, st.randoms(use_true_random=False))
def test_limits_do_not_depend_on_the_order_of_choosing(chosen: list[Pay], luck: Random) -> None:
    counts = (GroupsExactly("", 2), GroupsAtMost("", 2))
    limits = (TotalAtLeast("", 5), *counts, GroupRequired("", "gold"), NoneSpare("", 5))
    before = [limit.holds(chosen) for limit in limits]
    luck.shuffle(chosen)
    assert [limit.holds(chosen) for limit in limits] == before


def test_choice_that_weighs_nothing_counts_for_nothing() -> None:
    assert (Say("yes").weight, Say("yes").group) == (0, "")
    assert not TotalAtLeast("rule", 1).holds([Say("yes")])


def test_limit_is_told_by_its_own_name() -> None:
    """Clients read the name from the wire: it is the tag the limit is stored under."""
    kinds: list[type[Limit]] = [TotalAtLeast, GroupsExactly, GroupsAtMost, GroupRequired, NoneSpare]
    assert sorted(kind.__name__ for kind in Limit.__subclasses__()) == sorted(kind.__name__ for kind in kinds)
    assert [kind.name for kind in kinds] == [kind.__struct_config__.tag for kind in kinds]


# Choices in place of numbers


def test_choices_stand_for_their_numbers() -> None:
    assert picks_of(ONE, say("no")) == (1,)
    assert picks_of(SOME, pay("silver/2 gold/3")) == (2, 0)
    assert picks_of(IN_ORDER, say("c a b")) == (2, 0, 1)


def test_equal_options_are_taken_in_turn() -> None:
    assert picks_of(SOME, pay("silver/2")) == (2,)
    assert picks_of(SOME, pay("silver/2 silver/2")) == (2, 3)
    assert picks_of(InOrder(0, "order", say("a b a")), say("b a a")) == (1, 0, 2)


def test_equal_option_named_once_too_often_is_named_twice() -> None:
    assert picks_of(SOME, pay("silver/2 silver/2 silver/2")) == Refused(Refusal.CHOSEN_TWICE)


def test_what_is_said_of_an_option_named_too_often_is_true_of_equal_options_too() -> None:
    assert "twice" not in Refusal.CHOSEN_TWICE.meaning
    assert "more often than it is offered" in Refusal.CHOSEN_TWICE.meaning


def test_choice_of_another_kind_is_not_offered_even_if_it_looks_alike() -> None:
    assert picks_of(One(0, "word", [Say("gold/3")]), [Pay("gold/3")]) == Refused(Refusal.NOT_OFFERED)


@given(st.lists(st.sampled_from(PURSE), max_size=6))
def test_choices_are_found_when_the_purse_holds_so_many_of_each(chosen: list[Choice]) -> None:
    found = picks_of(SOME, chosen)
    if all(chosen.count(coin) <= PURSE.count(coin) for coin in chosen):
        assert not isinstance(found, Refused)
        assert [PURSE[pick] for pick in found] == chosen
        assert len(set(found)) == len(found)
    else:
        assert found == Refused(Refusal.CHOSEN_TWICE)


# Every registered game


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in GAMES for seats in game(name).seats], ids=str
)
def test_every_question_of_a_match_has_a_name_a_valid_default_and_a_path(
    name: str, seats: int, seed: str
) -> None:
    rules = game(name)
    readings = game(name).rulebook.readings("", {}, rules.rules_version)
    luck = Random(seed)
    for match in range(10):
        run = Run(
            rules,
            Setup(seats, rules.options(), readings, rules.rules_version),
            seed_from_text(f"{seed} {match}"),
        )
        run.begin()
        while run.open:
            seat, question = luck.choice(sorted(run.open.items()))
            ask = question.ask
            assert ask.name in rules.questions
            assert ask.options
            assert question.path
            assert fault_in(ask, default_picks(ask)) is None, ask
            run.answer(seat, chosen_of(ask, random_picks(ask, luck)))
        assert run.outcome is not None
