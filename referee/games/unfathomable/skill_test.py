"""Skill tests, in seven steps."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from referee.games.unfathomable.cards import Skill
from referee.games.unfathomable.state import State
from referee.kernel.table import Script, Table


class Result(StrEnum):
    """How a skill test can go."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


class Verdict(NamedTuple):
    """How a skill test went."""

    result: Result
    total: int
    """What the cards added up to; the difficulty itself where the result was chosen without a test."""


def skill_test(
    table: Table[State],
    difficulty: int,
    skills: Sequence[Skill],
    *,
    partial: int = 0,
    is_mythos: bool = False,
) -> Script[Verdict]:
    """Make a skill test up to its result; its effects are the caller's, who then calls `clear_test`."""
    raise NotImplementedError
    yield


def clear_test(table: Table[State]) -> None:
    """Step 7: all cards of the test go to their discard piles, after the effects."""
    raise NotImplementedError
