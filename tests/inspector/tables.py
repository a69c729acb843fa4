"""A directory of matches with the same deal, played at several tables."""

from __future__ import annotations

from pathlib import Path

import msgspec

from referee.kernel.chance import seed_from_text
from referee.kernel.game import Charter
from referee.local.local_match import LocalMatch
from referee.match.charters import settle
from referee.replay.writing import write_replay
from referee_client.bots import bot

NAMES = {"one.replay": ["Ada", "Bob"], "two & more/table 2.replay": ["Cleo", "Dan"]}

OTHER_READING = {"supply.pearls": "finite"}


def charter_of(seed: str) -> Charter:
    """Return the charter of a short match of Abyss."""
    return Charter(game="abyss", rules_version=1, seats=2, seed=seed_from_text(seed).hex())


def save(folder: Path, name: str, charter: Charter, players: str, names: list[str]) -> None:
    """Play a match with random bots and save it."""
    match = LocalMatch(
        settle(charter), [bot("random", "abyss", seed=f"{players} {seat}") for seat in range(2)]
    )
    match.play()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_replay(match.entries, names=dict(enumerate(names))))


def save_tables(folder: Path) -> None:
    """Save two tables with one deal, the same under another reading, a copy of the first, and another deal."""
    charter = charter_of("a deal")
    for name, names in NAMES.items():
        save(folder, name, charter, name, names)
    (folder / "copy.replay").write_bytes((folder / "one.replay").read_bytes())
    other = msgspec.structs.replace(charter, rulings=OTHER_READING)
    save(folder, "three.replay", other, "third", ["Eve", "Finn"])
    save(folder, "apart.replay", charter_of("another deal"), "one.replay", ["Ada", "Bob"])
