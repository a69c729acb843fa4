"""Decisions per second in process: rules, facts, all feeds and the hash chain, but no disk and no network.

The yardstick is random play with python-chess, which does comparable work: list the legal moves, once, and make one.
Many decisions offer a single option, so those with a real choice are reported apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from time import process_time

import chess

from referee.bench.comparison import Effort, Work, compare
from referee.bench.parts import Figures
from referee.games import GAMES, game
from referee.kernel.run import Question
from referee.match.charters import new_charter, settle
from referee.match.player import RandomPlayer, play_out

SEVENTY_FIVE_MOVES = 150
"""Number of half-moves without a capture or a pawn move after which a game of chess is over."""


def measure(effort: Effort) -> Figures:
    """Play matches and games of chess alternately."""
    figures: Figures = {}
    for name in GAMES:
        compared = compare(matches_of(name), games_of_chess(), effort, process_time)
        figures[f"engine.{name}.decisions_per_s"] = compared.ours
        figures[f"engine.{name}.choices_per_s"] = compared.ours * share_of_choices(name)
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
        match = play_out(terms, [RandomPlayer(f"{seed}/{seat}") for seat in range(seats)])
        # Entries are hashed in batches: reading the head hashes the last ones too.
        if not match.head:
            raise AssertionError("a match without a hash")
        return match.decisions

    return play


def share_of_choices(name: str, matches: int = 4) -> float:
    """Return the share of decisions with more than one option, in a few matches outside the measurement."""
    seats = game(name).seats[-1]
    options: list[int] = []
    for number in range(matches):
        players = [_Counting(f"choices/{number}/{seat}", options) for seat in range(seats)]
        play_out(settle(new_charter(name, seats, seed=f"choices/{number}")), players)
    return sum([count > 1 for count in options]) / len(options)


class _Counting(RandomPlayer):
    """Notes how many options each question has."""

    def __init__(self, seed: str, options: list[int]) -> None:
        super().__init__(seed)
        self._options = options

    def __call__(self, question: Question) -> Sequence[int]:
        self._options.append(len(question.ask.options))
        return super().__call__(question)


def games_of_chess() -> Work:
    """Return work that plays a random game of chess."""
    luck = Random("chess")

    def play() -> int:
        board = chess.Board()
        moves = 0
        while True:
            # Without `is_game_over`, which would list the moves a second time. Repetitions end with the 75 moves.
            legal = list(board.generate_legal_moves())
            if not legal or board.halfmove_clock >= SEVENTY_FIVE_MOVES or board.is_insufficient_material():
                return moves
            board.push(legal[luck.randrange(len(legal))])
            moves += 1

    return play
