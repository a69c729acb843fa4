"""Facts and choices as sentences for people, in the words of their game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games import game as game_named
from referee.kernel.facts import Fact
from referee.kernel.table import Ended


def sentence(game: str, fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    if isinstance(fact, Ended):
        return f"The match is over. {outcome(game, fact, names)} {scores_of(fact.scores, names)}".rstrip()
    return game_named(game).wording.say_fact(fact, names)


def scores_of(scores: Sequence[int], names: Sequence[str]) -> str:
    """Each seat with its points, in a game that has some."""
    return ", ".join([f"{name} {score}" for name, score in zip(names, scores, strict=False)])


def outcome(game: str, ended: Ended | None, names: Sequence[str]) -> str:
    """How a match ended, and who won."""
    if ended is None:
        return "The match is not over."
    wording = game_named(game).wording
    ending, said = wording.endings[ended.ending], wording.say_fact(ended, names)
    return said if said.startswith(ending.rstrip(".")) else f"{ending} {said}"
