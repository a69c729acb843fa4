"""The built-in bots, by name.

>>> bot("random", "abyss", seed="a seed").wants_view
False
"""

from __future__ import annotations

from collections.abc import Callable

from referee_client.bot import Bot
from referee_client.bots import abyss, among_cultists, unfathomable
from referee_client.bots.random import RandomBot

EVERY_GAME = ""
BOTS: dict[str, dict[str, Callable[[str], Bot]]] = {
    "random": {EVERY_GAME: RandomBot},
    "sensible": {
        "abyss": abyss.SensibleBot,
        "among_cultists": among_cultists.SensibleBot,
        "unfathomable": unfathomable.SensibleBot,
    },
}
"""Constructors of bots, by name and game."""


class UnknownBot(ValueError):
    """A bot that does not exist. The message lists the ones that do."""


def bot(name: str, game: str, seed: str) -> Bot:
    """Create a bot for one seat. The same seed plays the same way."""
    if name not in BOTS:
        raise UnknownBot(f"unknown bot {name!r} (choose from {', '.join(BOTS)})")
    by_game = BOTS[name]
    make = by_game.get(game) or by_game.get(EVERY_GAME)
    if make is None:
        raise UnknownBot(
            f"the bot {name!r} plays {', '.join(by_game)}, not {game!r}; `random` plays every game"
        )
    return make(seed)
