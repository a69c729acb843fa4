"""Questions as a person reads and answers them."""

from __future__ import annotations

import pytest

from referee.people.asked_question import AskedQuestion, BadAnswer
from referee_api.v1 import referee_pb2 as api


def asked(**fields: object) -> AskedQuestion:
    """Return a question about five options."""
    question = api.Question(text="Which?", option_count=5, default_picks=[1], **fields)  # type: ignore[arg-type] # as they are
    return AskedQuestion("abyss", question, ["Ada", "Bob"])


ONE = asked(kind=api.QUESTION_KIND_ONE, least=1, most=1)
SOME = asked(kind=api.QUESTION_KIND_SOME, least=0, most=3, pass_answer=api.PassAnswer())
ORDER = asked(kind=api.QUESTION_KIND_IN_ORDER, least=5, most=5)
LIMITED = asked(
    kind=api.QUESTION_KIND_SOME,
    least=1,
    most=5,
    weights=[3, 2, 4, 1, 1],
    groups=["crab", "crab", "squid", "squid", "jellyfish"],
    limits=[
        api.Limit(total_at_least=api.TotalAtLeast(total=5)),
        api.Limit(groups_at_most=api.GroupsAtMost(count=2)),
        api.Limit(none_spare=api.NoneSpare(total=5)),
    ],
)


@pytest.mark.parametrize(
    ("question", "typed", "picks"),
    [
        (ONE, "1", [0]),
        (ONE, " 5 ", [4]),
        (ONE, "d", [1]),
        (SOME, "1,3 5", [0, 2, 4]),
        (SOME, "2-4", [1, 2, 3]),
        (SOME, "none", []),
        (SOME, "PASS", []),
        (ORDER, "5 4 3 2 1", [4, 3, 2, 1, 0]),
        (LIMITED, "1 2", [0, 1]),
    ],
)
def test_what_is_typed_is_an_answer(question: AskedQuestion, typed: str, picks: list[int]) -> None:
    assert question.read(typed) == picks


@pytest.mark.parametrize(
    ("question", "typed", "why"),
    [
        (ONE, "6", "There is no option 6. They are numbered from 1 to 5."),
        (ONE, "0", "There is no option 0."),
        (ONE, "1 2", "That is 2 options. Choose one."),
        (ONE, "none", "That is 0 options. Choose one."),
        (ONE, "first", "'first' is not the number of an option."),
        (ONE, "-1", "'-1' is not the number of an option."),
        (ONE, "p", "You cannot pass here."),
        (SOME, "2 2", "You chose an option twice."),
        (SOME, "1-4", "That is 4 options. Choose up to 3, or none."),
        (SOME, "1-99999999999", "is not the number of an option."),
        (ORDER, "1 2", "Give all 5 in the order you want."),
        (LIMITED, "1", "Together they must be worth at least 5. You chose 3."),
        (LIMITED, "1 3 5", "They may be of at most 2 kinds."),
        (LIMITED, "1 2 3", "Leave out what is not needed to reach 5"),
    ],
)
def test_what_is_not_an_answer_is_explained(question: AskedQuestion, typed: str, why: str) -> None:
    with pytest.raises(BadAnswer) as bad:
        question.read(typed)
    assert why in str(bad.value)


def test_a_question_says_how_many_to_choose_and_within_which_limits() -> None:
    assert [each.sentence for each in (ONE, SOME, ORDER, LIMITED)] == [
        "Which? Choose one.",
        "Which? Choose up to 3, or none.",
        "Which? Give all 5 in the order you want.",
        "Which? Choose 1 to 5.",
    ]
    assert [len(each.limits) for each in (ONE, LIMITED)] == [0, 3]
