"""Validation of answers, without knowledge of the game.

A question states how many options to choose, and its limits refer only to the weight and the group of each option. So
any client can check an answer before sending it:

>>> hand = api.Question(kind=api.QUESTION_KIND_SOME, option_count=3, least=1, most=3,
...                     weights=[3, 2, 4], groups=["crab", "crab", "squid"],
...                     limits=[api.Limit(total_at_least=api.TotalAtLeast(total=5))])
>>> fault_in(hand, [0, 1]), fault_in(hand, [2]), fault_in(hand, [0, 0])
(None, 'total_at_least', 'chosen_twice')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee_api.v1 import referee_pb2 as api


def fault_in(question: api.Question, picks: Sequence[int]) -> str | None:
    """Return what is wrong with these option numbers as an answer, or None if they are valid.

    The result is the name the referee would use: a refusal in lower case, or the kind of the broken limit.
    """
    if any(not 0 <= pick < question.option_count for pick in picks):
        return "out_of_range"
    if len(set(picks)) < len(picks):
        return "chosen_twice"
    if len(picks) < question.least:
        return "too_few"
    if len(picks) > question.most:
        return "too_many"
    return next(
        (limit.WhichOneof("kind") for limit in question.limits if not holds(limit, question, picks)), None
    )


def holds(limit: api.Limit, question: api.Question, picks: Sequence[int]) -> bool:
    """Return whether the chosen options satisfy a limit. A limit of an unknown kind is never satisfied."""
    weights = [question.weights[pick] for pick in picks]
    groups = [question.groups[pick] for pick in picks]
    match limit.WhichOneof("kind"):
        case "total_at_least":
            return sum(weights) >= limit.total_at_least.total
        case "groups_exactly":
            return len(set(groups)) == limit.groups_exactly.count
        case "groups_at_most":
            return len(set(groups)) <= limit.groups_at_most.count
        case "group_required":
            return limit.group_required.group in groups
        case "none_spare":
            surplus = sum(weights) - limit.none_spare.total
            members = Counter(groups)
            return not any(
                members[group] > 1 and weight <= surplus
                for weight, group in zip(weights, groups, strict=True)
            )
        case _:
            return False
