"""The game put together: every chapter is loaded, so that its actions and abilities are known."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from referee.games.unfathomable.ending import Ending
from referee.games.unfathomable.facts.turn import TurnBegan
from referee.games.unfathomable.obstacles import Obstacle
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.games.unfathomable.turn import play
from referee.kernel.game import Game

CHAPTERS: tuple[str, ...] = (
    "basic_actions",
    "trade",
    "items",
    "item_reactions",
    "skills",
    "skills_in_time",
    "spells",
    "spell_effects",
    "rooms",
    "waypoints",
    "reveal",
    "characters",
    "feats",
    "crises",
)
"""The chapters that bring actions and abilities of their own, in the order in which those are offered."""

FACT_CHAPTERS: tuple[str, ...] = (
    "setup",
    "turn",
    "actions",
    "hand",
    "moving",
    "windows",
    "attack",
    "dice",
    "defeat",
    "spawning",
    "damage",
    "resources",
    "tracks",
    "waypoints",
    "chaos",
    "skill_test",
    "mythos",
    "items",
    "trade",
    "rooms",
    "spells",
    "loyalty",
    "titles",
    "reveal",
)

CHOICE_CHAPTERS: tuple[str, ...] = (
    "plain",
    "setup",
    "turn",
    "actions",
    "hand",
    "attack",
    "activation",
    "damage",
    "tracks",
    "waypoints",
    "windows",
    "skill_test",
    "mythos",
    "items",
    "trade",
    "rooms",
    "skills",
    "spells",
    "reveal",
    "characters",
    "feats",
)


def _chapters(package: str, names: tuple[str, ...]) -> list[Any]:
    return [import_module(f"{package}.{name}") for name in names]


_PACKAGE = "referee.games.unfathomable"
_chapters(_PACKAGE, CHAPTERS)
_FACTS = _chapters(f"{_PACKAGE}.facts", FACT_CHAPTERS)
_CHOICES = _chapters(f"{_PACKAGE}.choices", CHOICE_CHAPTERS)

GAME = Game(
    name="unfathomable",
    title="Unfathomable",
    rules_version=1,
    seats=range(3, 7),
    facts=tuple([kind for chapter in _FACTS for kind in chapter.FACTS]),
    choices=tuple([kind for chapter in _CHOICES for kind in chapter.CHOICES]),
    questions={name: text for chapter in _CHOICES for name, text in chapter.QUESTIONS.items()},
    obstacles=Obstacle,
    endings=Ending,
    options=ShipOptions,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    turn_fact=TurnBegan,
)
