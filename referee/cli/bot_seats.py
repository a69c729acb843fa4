"""Who sits where: bots by name, repeated over the seats."""

from __future__ import annotations

from referee.cli.errors import Problem
from referee.games import game
from referee_client import Bot, bots


def seats_of(name: str, seats: int) -> int:
    """Check that a game can be played by so many."""
    allowed = game(name).seats
    if seats not in allowed:
        raise Problem(f"{name} is played by {allowed[0]} to {allowed[-1]} seats, not {seats}")
    return seats


def bot_names(listed: str, seats: int) -> list[str]:
    """The bots' names, one a seat: `sensible,random` is repeated as often as needed."""
    names = [name.strip() for name in listed.split(",")]
    if not any(names):
        raise Problem("--bots names no bot; try --bots random")
    if not all(names):
        raise Problem(f"--bots {listed!r}: a name is missing beside a comma")
    return [names[seat % len(names)] for seat in range(seats)]


def bots_for(listed: str, game_name: str, seats: int, seed: str) -> list[Bot]:
    """A bot for each seat; the same seed plays the same way."""
    try:
        return [
            bots.bot(name, game_name, f"{seed}/bot/{seat}")
            for seat, name in enumerate(bot_names(listed, seats))
        ]
    except bots.UnknownBot as unknown:
        raise Problem(str(unknown)) from unknown


def names_for(listed: str, seats: int) -> list[str]:
    """What the seats are called in stories and replays."""
    return [f"{name}-{seat}" for seat, name in enumerate(bot_names(listed, seats))]
