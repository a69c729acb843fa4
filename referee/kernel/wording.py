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
    say_numbered: Callable[[Choice, str, str], str] = lambda *_: ""
    """Describes an option that means something only in its question, given the question's name and path; else empty."""
    edition_names: Mapping[str, Mapping[str, str]] = {}
    """For each edition, the names of things as our sentences have them, with the names that its rulebook uses."""

    def option(self, choice: Choice, names: Sequence[str], question: str, path: str) -> str:
        """Describe an option of a question, given the question's name and the rules under which it is asked."""
        return self.say_numbered(choice, question, path) or self.say_choice(choice, names)

    def fact(self, fact: Fact, names: Sequence[str]) -> str:
        """Describe a fact, or what somebody said in its own words, which is the same in every game."""
        if not isinstance(fact, Said):
            return self.say_fact(fact, names)
        name = names[fact.seat]
        speaker = name.capitalize() if name == f"seat {fact.seat}" else name
        return f"{speaker} says: “{fact.text}”"
