"""A match in sentences for people, in the words of its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.games import game as game_named
from referee.kernel.asks import Choice, Limit
from referee.kernel.facts import Fact
from referee.kernel.refusals import Refused


def plain(thing: Fact | Choice | Limit) -> dict[str, Any]:
    """A fact, a choice or a limit as JSON has it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(thing))
    return found


class Words:
    """How a game says things, with the names of those who sit at the table."""

    def __init__(self, game: str, seats: int, names: Sequence[str] = ()) -> None:
        self._game = game_named(game)
        self.names = [*names, *[f"seat {seat}" for seat in range(len(names), seats)]]

    def fact(self, fact: Fact) -> str:
        """What happened."""
        return self._game.wording.say_fact(fact, self.names)

    def choices(self, choices: Sequence[Choice]) -> tuple[str, ...]:
        """What was chosen."""
        return tuple([self._game.wording.say_choice(choice, self.names) for choice in choices])

    def attempts(self, choices: Sequence[Choice]) -> tuple[str, ...]:
        """What somebody wanted to choose, which need not be anything there is; then it is told as it was sent."""
        return tuple([self._attempt(choice) for choice in choices])

    def _attempt(self, choice: Choice) -> str:
        numbers = [value for value in msgspec.structs.astuple(choice) if type(value) is int]
        if all([number >= 0 for number in numbers]):
            try:
                return self.choices((choice,))[0]
            except LookupError:
                pass
        return msgspec.json.encode(choice).decode()

    def question(self, name: str) -> str:
        """What was asked."""
        return self._game.questions[name].sentence

    def refusal(self, refused: Refused) -> str:
        """Why an answer is refused: the obstacle in the words of the game, or else what the refusal means."""
        if not refused.obstacle:
            return refused.refusal.meaning
        return self._game.wording.obstacles[refused.obstacle]
