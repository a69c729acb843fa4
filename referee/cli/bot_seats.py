"""Bots by name, one for each seat."""

from __future__ import annotations

from referee.cli.errors import CommandError
from referee.games import game
from referee_client import Bot, bots


def check_seats(name: str, seats: int) -> int:
    """Return the number of seats if the game allows it; otherwise raise `CommandError`."""
    allowed = game(name).seats
    if seats not in allowed:
        raise CommandError(f"{name} is played by {allowed[0]} to {allowed[-1]} seats, not {seats}")
    return seats


def bot_names(names: str, seats: int) -> list[str]:
    """Return one bot name per seat; the list `sensible,random` is repeated as often as needed."""
    listed = [name.strip() for name in names.split(",")]
    if not any(listed):
        raise CommandError("--bots is empty; try --bots random")
    if not all(listed):
        raise CommandError(f"--bots {names!r}: a name is missing before or after a comma")
    return [listed[seat % len(listed)] for seat in range(seats)]


def make_bots(names: str, game_name: str, seats: int, seed: str) -> list[Bot]:
    """Create a bot for each seat; the same seed makes it play the same way."""
    try:
        return [
            bots.bot(name, game_name, f"{seed}/bot/{seat}")
            for seat, name in enumerate(bot_names(names, seats))
        ]
    except bots.UnknownBot as unknown:
        raise CommandError(str(unknown)) from unknown


def player_names(names: str, seats: int) -> list[str]:
    """Return the names of the seats as matches and replays show them: `sensible-0`, `random-1`."""
    return [f"{name}-{seat}" for seat, name in enumerate(bot_names(names, seats))]
