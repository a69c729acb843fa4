"""Whole matches of Abyss, played at random or by default answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from referee.games.abyss import GAME
from referee.kernel.asks import Ask, chosen_of, default_picks
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import Fact, Recorded
from referee.kernel.game import Setup
from referee.kernel.run import Run
from tests.answers import random_picks

Chooser = Callable[[Ask], tuple[int, ...]]
"""A function that answers a question with the numbers of its options."""

MOST_DECISIONS = 20_000
"""Limit on the decisions of a match, far above any real one; a match that exceeds it would never end."""


def setup_for(seats: int, readings: Mapping[str, str] | None = None) -> Setup:
    """Return the setup of a table for these seats and readings."""
    settled = GAME.rulebook.readings("", readings or {}, GAME.rules_version)
    return Setup(seats, GAME.options(), settled, GAME.rules_version)


class Match:
    """A match played to its end: the facts in order, who was asked what, and how it ended."""

    def __init__(
        self, seats: int, seed: str, choose: Chooser, readings: Mapping[str, str] | None = None
    ) -> None:
        self.setup = setup_for(seats, readings)
        self.asks: list[Ask] = []
        run = Run(GAME, self.setup, seed_from_text(seed))
        self.recorded: list[Recorded] = [*run.begin().facts]
        while run.outcome is None:
            assert len(self.asks) < MOST_DECISIONS, f"no end in sight: seed {seed!r}, {seats} seats"
            seat, question = next(iter(run.open.items()))
            self.asks.append(question.ask)
            self.recorded.extend(run.answer(seat, chosen_of(question.ask, choose(question.ask))).facts)
        self.outcome = run.outcome
        self.state = run.table.state

    def facts_of(self, kind: type[Fact]) -> list[Any]:
        """Return the facts of one kind."""
        return [fact for fact in self.facts if type(fact) is kind]

    @property
    def facts(self) -> list[Fact]:
        """All facts in order."""
        return [recorded.fact for recorded in self.recorded]


def at_random(seed: str) -> Chooser:
    """Return a chooser of any valid answer."""
    luck = Random(seed)
    return lambda ask: random_picks(ask, luck)


def absent(ask: Ask) -> tuple[int, ...]:
    """Choose the default, as if time always ran out."""
    return default_picks(ask)


def random_match(seats: int, seed: str, readings: Mapping[str, str] | None = None) -> Match:
    """Return a match with random answers; the same seed gives the same match."""
    return Match(seats, seed, at_random(seed), readings)
