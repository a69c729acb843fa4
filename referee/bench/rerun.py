"""Verifying a recorded match, compared with playing it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from time import process_time

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures
from referee.games import GAMES, game
from referee.log.chain import Linked
from referee.match.charters import Terms, new_charter, settle
from referee.match.match import Match
from referee.match.player import RandomPlayer, play_out
from referee.replay.verification import verify_replay
from referee.replay.writing import write_replay

MATCHES = 8


def measure(effort: Effort) -> Figures:
    """Verify replays and play the same matches alternately."""
    figures: Figures = {}
    for name in GAMES:
        seats = game(name).seats[-1]
        terms = [settle(new_charter(name, seats, seed=f"rerun/{number}")) for number in range(MATCHES)]
        compared = compare(_verify([replay_of(each) for each in terms]), _play(terms), effort, process_time)
        figures[f"rerun.{name}.matches_per_s"] = compared.ours
        figures[f"rerun.{name}.yardstick_per_s"] = compared.yardstick
        figures[f"rerun.{name}.ratio"] = compared.ratio
    return figures


def _players(terms: Terms) -> list[RandomPlayer]:
    return [RandomPlayer(f"{terms.charter.seed}/{seat}") for seat in range(terms.setup.seats)]


def replay_of(terms: Terms) -> bytes:
    """Play a match and return its replay."""
    entries: list[Linked] = [Match(terms).charter_entry]
    play_out(terms, _players(terms), witness=entries.append)
    return write_replay(entries).encode()


def _verify(replays: Sequence[bytes]) -> Work:
    following = cycle(replays)

    def verify() -> int:
        if not verify_replay(next(following)).ok:
            raise AssertionError("a replay of the benchmark does not verify")
        return 1

    return verify


def _play(matches: Sequence[Terms]) -> Work:
    following = cycle(matches)

    def play() -> int:
        terms = next(following)
        play_out(terms, _players(terms))
        return 1

    return play
