"""A match in one process: a bot gets messages for the hooks it uses, and the match is the same whichever it uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games import GAMES, game
from referee.local.local_match import LocalMatch
from referee.match.charters import new_charter, settle
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, options_in
from referee_client.bots.random import RandomBot
from referee_client.speech import is_statement


class Deaf(RandomBot):
    """A random bot that keeps what it got without using the hooks for facts."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.questions: list[api.Question] = []
        self.views: list[Any] = []
        self.outcome: api.Outcome | None = None

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        assert len(options_in(question)) == question.option_count
        self.questions.append(question)
        self.views.append(view)
        return super().decide(view, question)

    def ended(self, outcome: api.Outcome) -> None:
        assert self.outcome is None
        self.outcome = outcome


class Listening(Deaf):
    """The same with views, facts and statements."""

    wants_view = True

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.facts: list[Any] = []
        self.statements: list[Any] = []

    def told(self, facts: Sequence[Any]) -> None:
        self.facts += facts

    def hear(self, statement: Any) -> None:
        self.statements.append(statement)


def play(name: str, seed: str, kind: type[Deaf]) -> tuple[LocalMatch, list[Deaf]]:
    seats = game(name).seats[0]
    bots = [kind(f"{seed}/{seat}") for seat in range(seats)]
    table = LocalMatch(settle(new_charter(name, seats, seed=seed, talk="free")), bots)
    table.play()
    return table, bots


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_does_not_listen_plays_the_same_match(name: str, seed: str) -> None:
    deaf, listening = play(name, seed, Deaf), play(name, seed, Listening)
    assert deaf[0].entries == listening[0].entries
    for one, other in zip(deaf[1], listening[1], strict=True):
        assert one.questions == other.questions
        assert one.outcome == other.outcome is not None
        assert {type(view) for view in one.views} <= {type(None)}
        assert None not in other.views
        assert isinstance(other, Listening)
        assert other.facts
        assert not any([is_statement(fact) for fact in other.facts])
        assert all([is_statement(fact) for fact in other.statements])
    heard = [bot.statements for bot in listening[1] if isinstance(bot, Listening)]
    assert heard[0]
    assert all([statements == heard[0] for statements in heard])


def test_counts_are_those_of_the_entries(seed: str) -> None:
    table, _ = play("abyss", seed, Deaf)
    assert table.decisions + 2 + sum([b'"by":"talk"' in entry.body for entry in table.entries]) == len(
        table.entries
    )
    assert table.turns == sum([entry.body.count(b'"kind":"abyss.turn_began"') for entry in table.entries])


def test_a_hook_of_one_bot_alone_counts_as_overridden(seed: str) -> None:
    """As tests and wrappers set them."""
    heard: list[Any] = []
    bots: list[Bot] = [RandomBot(f"{seed}/{seat}") for seat in range(2)]
    setattr(bots[1], "told", heard.extend)  # noqa: B010 - mypy forbids the assignment
    LocalMatch(settle(new_charter("abyss", 2, seed=seed)), bots).play()
    assert heard
