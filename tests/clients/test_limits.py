"""The client's check of an answer agrees with the referee's for every question."""

from hypothesis import given
from hypothesis import strategies as st

from referee.kernel import asks
from referee.wire.codec import limit_message
from referee_api.v1 import referee_pb2 as api
from referee_client.limits import fault_in, holds

GROUPS = ("crab", "squid", "")


class Weighed(asks.Choice, frozen=True, tag="test.weighed"):
    """An option with its own weight and group."""

    value: int
    kind_of: str

    @property
    def weight(self) -> int:
        return self.value

    @property
    def group(self) -> str:
        return self.kind_of


totals = st.integers(-2, 12)
limits = st.one_of(
    st.builds(asks.TotalAtLeast, st.just("a.total"), totals),
    st.builds(asks.GroupsExactly, st.just("a.count"), st.integers(0, 4)),
    st.builds(asks.GroupsAtMost, st.just("a.most"), st.integers(0, 4)),
    st.builds(asks.GroupRequired, st.just("a.group"), st.sampled_from(GROUPS)),
    st.builds(asks.NoneSpare, st.just("a.spare"), totals),
)
options = st.lists(st.builds(Weighed, st.integers(-1, 5), st.sampled_from(GROUPS)), max_size=6)


def as_message(ask: asks.Some) -> api.Question:
    return api.Question(
        kind=api.QUESTION_KIND_SOME,
        option_count=len(ask.options),
        least=ask.least,
        most=ask.most,
        limits=[limit_message(limit) for limit in ask.limits],
        weights=[option.weight for option in ask.options],
        groups=[option.group for option in ask.options],
    )


@given(
    options,
    st.lists(limits, max_size=4),
    st.integers(0, 3),
    st.integers(0, 6),
    st.lists(st.integers(0, 7), max_size=7),
)
def test_client_and_referee_agree(
    offered: list[Weighed], set_limits: list[asks.Limit], least: int, most: int, picks: list[int]
) -> None:
    ask = asks.Some(0, "a.question", offered, least, most, (), tuple(set_limits))
    found = asks.fault_in(ask, picks)
    expected = None if found is None else found.obstacle or found.refusal.value
    assert fault_in(as_message(ask), picks) == expected


def test_limit_of_an_unknown_kind_is_never_kept() -> None:
    question = api.Question(option_count=1, weights=[1], groups=[""])
    assert not holds(api.Limit(rule="from.a.newer.referee"), question, [0])
