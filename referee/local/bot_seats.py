"""The bots of a match: which bot sits where, and how it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

from referee.games import game
from referee.local.local_errors import LocalError
from referee.local.own_bots import class_maker
from referee.local.program_bot import ProgramBot, find_program
from referee_client import Bot, bots

COMMAND = "cmd:"
"""What the name of a bot begins with that is a program."""

LONGEST_NAME = 48
"""Number of characters of a bot's name that are shown; a server accepts 64 with the number of the seat."""

_COMMA = re.compile(r""",(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")
"""A comma that is not in quotes."""


def check_seats(name: str, seats: int) -> int:
    """Return the number of seats if the game allows it; otherwise raise `LocalError`."""
    allowed = game(name).seats
    if seats not in allowed:
        raise LocalError(f"{name} is played by {allowed[0]} to {allowed[-1]} seats, not {seats}")
    return seats


def bot_names(listed: str, seats: int) -> list[str]:
    """Return one bot name per seat; the list `sensible,random` is repeated as often as needed."""
    names = [name.strip() for name in _COMMA.split(listed)]
    if not any(names):
        raise LocalError("--bots is empty; try --bots random")
    if not all(names):
        raise LocalError(f"--bots {listed!r}: a name is missing before or after a comma")
    if len(names) > seats:
        raise LocalError(f"--bots lists {len(names)} bots for {seats} seats; leave some out or add seats")
    return [names[seat % len(names)] for seat in range(seats)]


def rotated(names: Sequence[str], places: int) -> list[str]:
    """Return the bots after each has moved on by this number of seats.

    >>> rotated(["sensible", "random", "random"], 1)
    ['random', 'sensible', 'random']
    """
    shift = -places % len(names)
    return [*names[shift:], *names[:shift]]


def check_bots(names: Sequence[str], game_name: str) -> None:
    """Raise `LocalError` if there is no such bot for this game."""
    for name in names:
        bot_maker(name, game_name)


def make_bots(names: Sequence[str], game_name: str, seed: str) -> list[Bot]:
    """Create the bot of each seat; the same seed makes it play the same way. Close them with `close_bots`."""
    return [bot_maker(name, game_name)(f"{seed}/bot/{seat}") for seat, name in enumerate(names)]


@cache
def bot_maker(name: str, game_name: str) -> Callable[[str], Bot]:
    """Return the function that creates a bot from a seed."""
    if name.startswith(COMMAND):
        return partial(ProgramBot, find_program(name.removeprefix(COMMAND)))
    if ":" in name:
        return class_maker(name)
    try:
        bots.bot(name, game_name, "")
    except bots.UnknownBot as unknown:
        raise LocalError(f"{unknown}; a bot of your own is mybot.py:MyBot or cmd:PROGRAM") from unknown
    return partial(bots.bot, name, game_name)


def close_bots(made: Iterable[Bot]) -> None:
    """End the programs behind bots."""
    for bot in made:
        if isinstance(bot, ProgramBot):
            bot.close()


def player_names(names: Sequence[str]) -> list[str]:
    """Return the names of the seats as matches and replays show them: `sensible-0`, `random-1`.

    >>> player_names(["random", "bots/mine.py:Mine", "cmd:node bots/bot.js"])
    ['random-0', 'Mine-1', 'node bot.js-2']
    """
    return [f"{_short(name)[:LONGEST_NAME]}-{seat}" for seat, name in enumerate(names)]


def _short(name: str) -> str:
    if name.startswith(COMMAND):
        return " ".join([word.rpartition("/")[2] for word in name.removeprefix(COMMAND).split()])
    return name.rpartition(":")[2]
