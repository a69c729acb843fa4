"""Small events for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.arena.event_record import EventLog, open_event
from referee.arena.local_arena import LocalArena


def event_text(*bots: str, game: str = "abyss", seats: int = 2, more: str = "", tables: str = "") -> str:
    """Return an event file with these bots: a name, `file.py:Class`, or a command in brackets."""
    head = f'name = "Cup"\ngame = "{game}"\nseats = {seats}\nseed = "test"\n'
    if "format" not in more:
        head += 'format = "league"\n'
    return head + more + tables + "".join([_entrant(number, bot) for number, bot in enumerate(bots)])


def _entrant(number: int, bot: str) -> str:
    if bot.startswith("["):
        way = f"command = {bot}"
    elif ":" in bot:
        way = f'python = "{bot}"'
    else:
        way = f'bot = "{bot}"'
    return f'\n[[entrants]]\nname = "E{number}"\n{way}\n'


def opened(folder: Path, text: str) -> EventLog:
    """Open an event in a folder."""
    return open_event(folder / "referee.db", text, "cup.toml")


def played_event(folder: Path, text: str, workers: int = 1) -> EventLog:
    """Play an event to its end, and return its log, which is closed."""
    folder.mkdir(exist_ok=True)
    log = opened(folder, text)
    try:
        LocalArena(log, folder, workers).run()
    finally:
        log.close()
    return log


def places(log: EventLog) -> dict[str, Sequence[int]]:
    """Return the places of the seats of every match that has a result."""
    return {match.id: [seat.place for seat in result.seats] for match, result in log.state.results()}
