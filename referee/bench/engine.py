"""Decisions per second in process: rules, facts, all feeds and the hash chain, but no disk and no network.

The yardstick is random play with python-chess, which does comparable work: list the legal moves and make one.
"""

from __future__ import annotations

from itertools import count
from random import Random
from time import process_time

import chess

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures
from referee.games import GAMES, game
from referee.match.charters import new_charter, settle
from referee.match.player import RandomPlayer, play_out


def measure(effort: Effort) -> Figures:
    """Play matches and games of chess alternately."""
    figures: Figures = {}
    for name in GAMES:
        compared = compare(matches_of(name), games_of_chess(), effort, process_time)
        figures[f"engine.{name}.decisions_per_s"] = compared.ours
        figures[f"engine.{name}.yardstick_per_s"] = compared.yardstick
        figures[f"engine.{name}.ratio"] = compared.ratio
    return figures


def matches_of(name: str) -> Work:
    """Return work that plays a random match with all seats taken, with a new seed each time."""
    seats = game(name).seats[-1]
    numbers = count()

    def play() -> int:
        seed = f"engine/{next(numbers)}"
        terms = settle(new_charter(name, seats, seed=seed))
        return play_out(terms, [RandomPlayer(f"{seed}/{seat}") for seat in range(seats)]).decisions

    return play


def games_of_chess() -> Work:
    """Return work that plays a random game of chess."""
    luck = Random("chess")

    def play() -> int:
        board = chess.Board()
        moves = 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[luck.randrange(len(legal))])
            moves += 1
        return moves

    return play
