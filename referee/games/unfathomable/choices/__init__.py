"""What a seat may choose in Unfathomable, by chapter."""

from __future__ import annotations

from referee.games.unfathomable.choices import (
    actions,
    activation,
    attack,
    characters,
    damage,
    feats,
    hand,
    items,
    mythos,
    plain,
    reveal,
    rooms,
    setup,
    skill_test,
    skills,
    spells,
    tracks,
    trade,
    turn,
    waypoints,
    windows,
)
from referee.kernel.asks import Choice

_CHAPTERS = (
    plain,
    setup,
    turn,
    actions,
    hand,
    attack,
    activation,
    damage,
    tracks,
    waypoints,
    windows,
    skill_test,
    mythos,
    items,
    trade,
    rooms,
    skills,
    spells,
    reveal,
    characters,
    feats,
)

CHOICES: tuple[type[Choice], ...] = tuple([kind for chapter in _CHAPTERS for kind in chapter.CHOICES])

QUESTIONS: dict[str, str] = {
    name: sentence for chapter in _CHAPTERS for name, sentence in chapter.QUESTIONS.items()
}
"""Every question, by name, with the sentence put to a person."""
