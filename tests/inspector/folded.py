"""Recorded matches folded fact by fact, as each viewer was told them, and the pictures of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from referee.feeds.frames import facts_seen_by, viewers_of
from referee.inspector.pictures import Picture, picture_of
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.table import Ended
from referee.kernel.talk import Statement
from referee.match.charters import Terms, settle
from referee.replay.format import Replay
from referee.replay.reading import read_replay
from tests.contracts.golden import REPLAYS


def goldens_of(game: str) -> list[Path]:
    """Return the golden replays of a game."""
    return sorted((REPLAYS / game).glob("*.replay"))


@cache
def replay_at(path: Path) -> tuple[Replay, Terms]:
    """Read a replay once."""
    replay = read_replay(path.read_bytes())
    return replay, settle(replay.charter)


def everybody(path: Path) -> tuple[Seat, ...]:
    """Return every viewer of a recorded match, and the open table."""
    return (*viewers_of(replay_at(path)[0].charter.seats), OPEN_TABLE)


def states(path: Path, viewer: Seat) -> Iterator[Any]:
    """Yield the viewer's state after each fact; it is the same object each time."""
    replay, terms = replay_at(path)
    state = terms.game.new_state(terms.setup, viewer)
    for entry in replay.entries:
        facts = entry.facts if viewer == OPEN_TABLE else facts_seen_by(entry.facts, viewer)
        for recorded in facts:
            if not isinstance(recorded.fact, Ended | Statement):
                terms.game.folds[type(recorded.fact)](state, recorded.fact)
            yield state


def pictures(path: Path, viewer: Seat, every: int = 1) -> Iterator[Picture]:
    """Yield the viewer's picture after the first fact, and then at intervals of `every` facts."""
    terms = replay_at(path)[1]
    make = picture_of(terms.game.name)
    for state in islice(states(path, viewer), 0, None, every):
        yield make(state, terms.setup, viewer)


def last_picture(path: Path, viewer: Seat) -> Picture:
    """Return the viewer's picture after the last fact."""
    terms = replay_at(path)[1]
    *_, state = states(path, viewer)
    return picture_of(terms.game.name)(state, terms.setup, viewer)
