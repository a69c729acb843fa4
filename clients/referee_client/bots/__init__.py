"""Bots known by name.

>>> bot("random", "abyss", seed="a seed").wants_view
False
"""

from __future__ import annotations

from collections.abc import Callable

from referee_client.bot import Bot
from referee_client.bots import abyss, unfathomable
from referee_client.bots.random import RandomBot

EVERY_GAME = ""
BOTS: dict[str, dict[str, Callable[[str], Bot]]] = {
    "random": {EVERY_GAME: RandomBot},
    "sensible": {"abyss": abyss.SensibleBot, "unfathomable": unfathomable.SensibleBot},
}
"""By name and game, how a bot is made from a seed."""


class UnknownBot(ValueError):
    """A bot there is not; the text names those there are."""


def bot(name: str, game: str, seed: str) -> Bot:
    """Make a bot for one seat. The same seed plays the same way."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there is {', '.join(BOTS)}")
    by_game = BOTS[name]
    make = by_game.get(game) or by_game.get(EVERY_GAME)
    if make is None:
        raise UnknownBot(
            f"the bot {name!r} plays {', '.join(by_game)}, not {game!r}; `random` plays everything"
        )
    return make(seed)
