"""The random bot: never refused, every option possible, deterministic for a seed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games import GAMES
from referee.games import game as game_named
from referee_api.v1 import referee_pb2 as api
from referee_client.bots import UnknownBot, bot
from referee_client.bots.random import RandomBot
from referee_client.limits import fault_in
from tests.clients.tables import play


@pytest.mark.parametrize("game", GAMES)
def test_random_bot_is_never_refused(game: str, seed: str) -> None:
    for number in range(12):
        seats = game_named(game).seats
        outcome = play(game, ["random"] * seats[number % len(seats)], f"{seed}/{number}")
        assert outcome.ending


def test_same_seed_plays_the_same_way(seed: str) -> None:
    assert play("abyss", ["random"] * 3, seed) == play("abyss", ["random"] * 3, seed)
    assert play("abyss", ["random"] * 3, seed) != play("abyss", ["random"] * 3, seed + "!")


def test_one_of_several_is_drawn_uniformly() -> None:
    question = api.Question(kind=api.QUESTION_KIND_ONE, option_count=5, least=1, most=1)
    random = RandomBot("uniform")
    drawn = Counter(random.decide(None, question)[0] for _ in range(5000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert all(850 < count < 1150 for count in drawn.values())


def test_order_is_an_order() -> None:
    question = api.Question(kind=api.QUESTION_KIND_IN_ORDER, option_count=4, least=4, most=4)
    random = RandomBot("order")
    drawn = {tuple(random.decide(None, question)) for _ in range(500)}
    assert len(drawn) == 24


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["crab", "squid", "seahorse"])), min_size=1, max_size=8
    ),
    st.data(),
)
def test_some_within_limits(cards: list[tuple[int, str]], data: st.DataObject) -> None:
    """Whatever the limits, the answer satisfies them if the default does: the default is the last resort."""
    picks = data.draw(st.lists(st.sampled_from(range(len(cards))), min_size=1, unique=True))
    total = sum(cards[pick][0] for pick in picks)
    groups = sorted({cards[pick][1] for pick in picks})
    question = api.Question(
        kind=api.QUESTION_KIND_SOME,
        option_count=len(cards),
        least=data.draw(st.integers(0, len(picks))),
        most=len(cards),
        weights=[value for value, _ in cards],
        groups=[group for _, group in cards],
        limits=[
            api.Limit(total_at_least=api.TotalAtLeast(total=data.draw(st.integers(0, total)))),
            api.Limit(groups_exactly=api.GroupsExactly(count=len(groups))),
            api.Limit(group_required=api.GroupRequired(group=groups[0])),
        ],
        default_picks=picks,
    )
    assert fault_in(question, RandomBot("limits").decide(None, question)) is None


def test_unknown_bot_is_told_which_there_are() -> None:
    with pytest.raises(UnknownBot, match=r"unknown bot 'genius' \(choose from random"):
        bot("genius", "abyss", seed="")
