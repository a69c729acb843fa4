"""Facts and choices as sentences for people, in the words of their game."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from referee.kernel.facts import Fact
from referee.kernel.table import Ended


def sentence(game: str, fact: Fact, names: Sequence[str]) -> str:
    """A fact in a sentence."""
    if isinstance(fact, Ended):
        winners = " and ".join(names[seat] for seat in fact.winners) or "nobody"
        scores = ", ".join(f"{name} {score}" for name, score in zip(names, fact.scores, strict=False))
        return f"The match is over ({fact.ending}): {winners} won. {scores}".rstrip()
    said: str = import_module(f"referee.games.{game}.wording").say_fact(fact, names)
    return said
