"""Records to explain and to try: golden ones, and random matches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.game import Charter
from referee.match.charters import new_charter, settle
from referee.match.entries import By, Entry
from referee.match.match import Match
from referee.match.player import RandomPlayer, play_out
from referee.replay.reading import read_replay
from tests.answers import random_picks
from tests.contracts.golden import goldens
from tests.contracts.playing import decided

POINTS = [(game, key) for game in GAMES for key in game_named(game).rulebook.rulings]
"""Every ruling of every game."""


class Record(NamedTuple):
    """A recorded match."""

    charter: Charter
    entries: tuple[Entry, ...]


GOLDEN = {f"{golden.game}-{golden.path.stem}": golden.path for golden in goldens()}


def golden_record(name: str) -> Record:
    """Read a golden replay."""
    replay = read_replay(GOLDEN[name].read_bytes())
    return Record(replay.charter, replay.entries)


def played(
    game: str, luck: str, *, seats: int = 0, edition: str = "", rulings: Mapping[str, str] | None = None
) -> Record:
    """Play a match at random to its end."""
    count = seats or Random(luck).choice(game_named(game).seats)
    charter = new_charter(game, count, seed=luck, edition=edition, rulings=rulings)
    entries: list[Entry] = []
    players = [RandomPlayer(f"{luck} {seat}") for seat in range(count)]
    play_out(settle(charter), players, witness=lambda decided: entries.append(decided.entry), viewers=())
    return Record(charter, tuple(entries))


def begun(game: str, luck: str, answers: int, by: By = "seat") -> tuple[Record, Match]:
    """Play a match for a number of answers, all given in the same way, and leave it open.

    A match that ends earlier is replaced by another one.
    """
    charter = new_charter(game, max(3, game_named(game).seats[0]), seed=luck)
    match, rng = Match(settle(charter)), Random(luck)
    entries = [decided(match.begin(), match).entry]
    for _ in range(answers):
        seat, question = next(iter(match.questions.items()))
        picks = random_picks(question.ask, rng)
        entries.append(decided(match.submit(seat, question.number, picks, by), match).entry)
        if match.outcome is not None:
            return begun(game, f"{luck} again", answers, by)
    return Record(charter, tuple(entries)), match
