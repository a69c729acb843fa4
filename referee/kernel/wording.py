"""Wording: a game in sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.talk import Said


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

    def fact(self, fact: Fact, names: Sequence[str]) -> str:
        """Describe a fact, or what somebody said in its own words, which is the same in every game."""
        if not isinstance(fact, Said):
            return self.say_fact(fact, names)
        name = names[fact.seat]
        speaker = name.capitalize() if name == f"seat {fact.seat}" else name
        return f"{speaker} says: “{fact.text}”"
