"""What the sensible players of all games have in common: every option is worth something, and the best is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.limits import fault_in

At = TypeVar("At")
"""The table as a bot sees it."""


def best(worth: Callable[[At, Any], float]) -> Callable[[At, api.Question], Sequence[int]]:
    """Choose the option that is worth most."""

    def choose(at: At, question: api.Question) -> Sequence[int]:
        worths = [worth(at, option) for option in options_in(question)]
        return [worths.index(max(worths))]

    return choose


def answer(
    at: At, question: api.Question, opinions: Mapping[str, Callable[[At, api.Question], Sequence[int]]]
) -> Sequence[int]:
    """Answer by the opinion on a question; without one, or where it breaks a limit, with the default."""
    choose = opinions.get(question.name)
    picks = () if choose is None else choose(at, question)
    return picks if fault_in(question, picks) is None else question.default_picks
