"""Wording: a game in sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact


class Wording(msgspec.Struct, frozen=True):
    """The sentences of one game. The sentence of a question is declared with the question."""

    say_fact: Callable[[Fact, Sequence[str]], str]
    """Describes a fact as its viewer sees it, given the names of the seats."""
    say_choice: Callable[[Choice, Sequence[str]], str]
    """Describes what a choice would do, given the names of the seats."""
    obstacles: Mapping[str, str]
    """The sentence of every obstacle, and of every limit that a question of the game may have, by name."""
    endings: Mapping[str, str]
    """The sentence of every ending, by name."""
