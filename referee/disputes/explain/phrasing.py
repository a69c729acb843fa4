"""Put facts, choices, questions and refusals into sentences, in the words of their game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.games import game as game_named
from referee.kernel.asks import Choice, Limit
from referee.kernel.facts import Fact
from referee.kernel.refusals import Refused


def plain(thing: Fact | Choice | Limit) -> dict[str, Any]:
    """Return a fact, a choice or a limit as plain JSON values."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(thing))
    return found


class Phrasing:
    """The sentences of a game, with the names of the players."""

    def __init__(self, game: str, seats: int, names: Sequence[str] = ()) -> None:
        self._game = game_named(game)
        self.names = [*names, *[f"seat {seat}" for seat in range(len(names), seats)]]

    def fact(self, fact: Fact) -> str:
        """Return the sentence for a fact."""
        return self._game.wording.fact(fact, self.names)

    def choices(self, choices: Sequence[Choice], question: str = "", path: str = "") -> tuple[str, ...]:
        """Return a sentence for each choice of a question, given its name and the rules under which it was asked."""
        return tuple([self._game.wording.option(choice, self.names, question, path) for choice in choices])

    def attempts(self, choices: Sequence[Choice], question: str, path: str) -> tuple[str, ...]:
        """Return a sentence for each choice that someone tried to make; JSON for one that makes no sense."""
        return tuple([self._attempt(choice, question, path) for choice in choices])

    def _attempt(self, choice: Choice, question: str, path: str) -> str:
        numbers = [value for value in msgspec.structs.astuple(choice) if type(value) is int]
        if all([number >= 0 for number in numbers]):
            try:
                return self.choices((choice,), question, path)[0]
            except LookupError:
                pass
        return msgspec.json.encode(choice).decode()

    def question(self, name: str) -> str:
        """Return the sentence for a question."""
        return self._game.questions[name].sentence

    def refusal(self, refused: Refused) -> str:
        """Return why an answer is refused: the obstacle in the words of the game, or the meaning of the refusal."""
        if not refused.obstacle:
            return refused.refusal.meaning
        return self._game.wording.obstacles[refused.obstacle]
