"""Random answers to questions of every game.

The one place in the tests that makes them for questions of the kernel; questions that come over the wire are answered
by the SDK's `RandomBot`.
"""

from __future__ import annotations

from random import Random

from referee.kernel.asks import Ask, InOrder, One, Some, default_picks, fault_in
from referee.kernel.run import Question
from referee.match.player import RandomPlayer

TRIES = 24
"""Number of random subsets drawn before the default is taken instead."""


def random_picks(ask: Ask, rng: Random) -> tuple[int, ...]:
    """Return a valid answer; every valid answer is possible."""
    size = len(ask.options)
    match ask:
        case One():
            return (rng.randrange(size),)
        case InOrder():
            return tuple(rng.sample(range(size), size))
        case Some():
            if rng.randrange(2):
                # It satisfies the limits, which random guesses seldom do.
                return tuple(sorted(RandomPlayer(str(rng.getrandbits(32)))(Question(0, ask, ""))))
            for _ in range(TRIES):
                picks = tuple(sorted(rng.sample(range(size), rng.randint(ask.least, ask.most))))
                if fault_in(ask, picks) is None:
                    return picks
            return default_picks(ask)
