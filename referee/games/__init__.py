"""The games this referee knows. A game is loaded when it is first asked for, so that no command pays for all."""

from __future__ import annotations

from importlib import import_module

from referee.kernel.game import Game

GAMES = ("abyss", "unfathomable")
"""Every game by name; `referee.games.<name>` holds it as `GAME`."""


class UnknownGame(ValueError):
    """A game that is not registered."""


def game(name: str) -> Game:
    """Return a game by its name."""
    if name not in GAMES:
        raise UnknownGame(f"no game {name!r}; there is {', '.join(GAMES)}")
    found: Game = import_module(f"referee.games.{name}").GAME
    return found
