"""Players in process: every answer of a random player is valid, and the same seed gives the same answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.asks import (
    GroupRequired,
    GroupsAtMost,
    GroupsExactly,
    InOrder,
    Limit,
    NoneSpare,
    One,
    Some,
    TotalAtLeast,
    fault_in,
)
from referee.kernel.run import Question
from referee.match.player import PlayedWrong, RandomPlayer, play_out
from tests.match import toy
from tests.match.played import played, players

HAND = tuple([toy.Pay(card) for card in toy.FACES * 2])


def answers(ask: One | Some | InOrder, count: int = 200) -> set[tuple[int, ...]]:
    player = RandomPlayer("x")
    return {tuple(player(Question(1, ask, ""))) for _ in range(count)}


def test_every_option_is_chosen() -> None:
    assert answers(One(0, "q", HAND)) == {(place,) for place in range(len(HAND))}


def test_every_number_and_every_order_is_chosen() -> None:
    some = answers(Some(0, "q", HAND[:3], 1, 2, (0,)), 400)
    assert {tuple(sorted(picks)) for picks in some} == {(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)}
    assert len(answers(InOrder(0, "q", HAND[:3]))) == 6


limits = st.lists(
    st.one_of(
        st.builds(TotalAtLeast, st.just("r"), st.integers(0, 12)),
        st.builds(GroupsExactly, st.just("r"), st.integers(1, 2)),
        st.builds(GroupsAtMost, st.just("r"), st.integers(1, 2)),
        st.builds(GroupRequired, st.just("r"), st.sampled_from(["red", "blue"])),
        st.builds(NoneSpare, st.just("r"), st.integers(0, 12)),
    ),
    max_size=4,
)


@given(limits=limits, most=st.integers(1, len(HAND)), seed=st.text(max_size=3))
def test_answers_keep_the_limits(limits: list[Limit], most: int, seed: str) -> None:
    """Whatever the limits, the answer satisfies them or is the default."""
    ask = Some(0, "q", HAND, 1, most, (0,), tuple(limits))
    picks = tuple(RandomPlayer(seed)(Question(1, ask, "")))
    assert fault_in(ask, picks) is None or picks == ask.default


def test_a_payment_is_found_in_many_ways() -> None:
    """The limits of a payment do not force the player to the default."""
    ask = Some(
        0,
        "q",
        HAND,
        1,
        len(HAND),
        (0, 4),
        (GroupsExactly("r", 2), GroupRequired("r", "red"), TotalAtLeast("r", 4), NoneSpare("r", 5)),
    )
    assert len({tuple(sorted(picks)) for picks in answers(ask)}) > 8


def test_some_of_few_groups_are_found_in_many_ways() -> None:
    """A bound on groups does not force the player to the default, nor to use up the bound."""
    ask = Some(0, "q", HAND, 0, len(HAND), (), (GroupsAtMost("r", 1),))
    found = answers(ask, 400)
    assert len(found) > 4
    assert () in found


def test_the_same_seed_plays_the_same_match(seed: str) -> None:
    terms = toy.terms(3, seed)
    assert played(terms, seed)[0].head == played(terms, seed)[0].head
    assert played(terms, seed)[0].head != played(terms, seed + "!")[0].head


def test_a_wrong_answer_is_told() -> None:
    with pytest.raises(PlayedWrong, match="out_of_range"):
        play_out(toy.terms(2), [lambda question: (99,)] * 2)


def test_a_fault_of_the_rules_is_told_with_its_cause() -> None:
    with pytest.raises(PlayedWrong, match="match_stopped") as caught:
        play_out(toy.terms(2, faulty_round="1"), players(2, "x"))
    assert isinstance(caught.value.__cause__, KeyError)
