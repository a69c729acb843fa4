"""The registered games. A game is imported when it is first used, so that commands start quickly."""

from __future__ import annotations

from importlib import import_module

from referee.kernel.game import Game

GAMES = ("abyss", "unfathomable", "among_cultists")
"""The names of all games; the package `referee.games.<name>` exports the game as `GAME`."""


class UnknownGame(ValueError):
    """A game that is not registered."""


def game(name: str) -> Game:
    """Return a game by name; raise `UnknownGame` if there is none."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name!r} (choose from {', '.join(GAMES)})")
    found: Game = import_module(f"referee.games.{name}").GAME
    return found
