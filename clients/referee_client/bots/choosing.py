"""Choosing the best option by its worth, for the sensible bots of all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.limits import fault_in

At = TypeVar("At")
"""A game's position, as its bot sees it."""


def best(worth: Callable[[At, Any], float]) -> Callable[[At, api.Question], Sequence[int]]:
    """Return a strategy that chooses the option with the highest worth."""

    def choose(at: At, question: api.Question) -> Sequence[int]:
        worths = [worth(at, option) for option in options_in(question)]
        return [worths.index(max(worths))]

    return choose


def answer(
    at: At, question: api.Question, strategies: Mapping[str, Callable[[At, api.Question], Sequence[int]]]
) -> Sequence[int]:
    """Answer by the strategy for a question, or with the default if there is none or its answer is not valid."""
    choose = strategies.get(question.name)
    picks = () if choose is None else choose(at, question)
    return picks if fault_in(question, picks) is None else question.default_picks
