"""Facts and outcomes as sentences, in the wording of their game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games import game as game_named
from referee.kernel.facts import Fact
from referee.kernel.table import Ended


def fact_sentence(game: str, fact: Fact, names: Sequence[str]) -> str:
    """Return a fact as a sentence."""
    if isinstance(fact, Ended):
        ending = outcome_sentence(game, fact, names)
        return f"The match is over. {ending} {score_list(fact.scores, names)}".rstrip()
    return game_named(game).wording.fact(fact, names)


def score_list(scores: Sequence[int], names: Sequence[str]) -> str:
    """Return each seat's name with its points; empty in a game without points."""
    return ", ".join([f"{name} {score}" for name, score in zip(names, scores, strict=False)])


def outcome_sentence(game: str, ended: Ended | None, names: Sequence[str]) -> str:
    """Return how a match ended and who won."""
    if ended is None:
        return "The match is not over."
    wording = game_named(game).wording
    ending, said = wording.endings[ended.ending], wording.say_fact(ended, names)
    return said if said.startswith(ending.rstrip(".")) else f"{ending} {said}"
