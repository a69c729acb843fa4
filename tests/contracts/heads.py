"""Print the heads of some random matches, for comparison between processes: `python -m tests.contracts.heads abyss 3`.

The first argument is a game, or `set` for one with a planted fault; the second is the number of matches.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from random import Random

from referee.feeds.frames import Frame
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from referee.match.match import Decided, Match
from tests.contracts import parlour
from tests.contracts.declarations import declaration
from tests.contracts.playing import decided, encoded, play_on, random_terms
from tests.contracts.worlds import told


def iterate_over_a_set() -> None:
    """Plant the fault: a rule that iterates over a set of strings in hash order."""

    def turn_the_pool(table: Table[parlour.State]) -> None:
        kinds = {str(card) for card in table.state.pool}
        cards = [
            parlour.Card(kind) for kind in kinds for _ in range(table.state.pool.count(parlour.Card(kind)))
        ]
        table.record(parlour.PoolTurned(tuple(cards)))

    parlour.turn_the_pool = turn_the_pool


def heads(game: str, matches: int) -> list[str]:
    """Play some matches; return the head of each log, and everything its viewers received."""
    subject = declaration(game)
    found = []
    for number in range(matches):
        rng = Random(f"heads {number}")
        match = Match(random_terms(subject, rng))
        feeds: dict[Seat, list[Frame]] = {}
        keep(feeds, decided(match.begin(), match))
        for _, result in play_on(match, rng, subject.most_decisions * match.terms.setup.seats):
            keep(feeds, result)
        told_all = encoded([[seat, [told(frame) for frame in feed]] for seat, feed in sorted(feeds.items())])
        found.append(f"{match.head.hex()} {digest(told_all)}")
    return found


def keep(feeds: dict[Seat, list[Frame]], result: Decided) -> None:
    for viewer, frame in result.frames.items():
        feeds.setdefault(viewer, []).append(frame)


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


if __name__ == "__main__":
    name = sys.argv[1]
    if name == "set":
        iterate_over_a_set()
        name = "parlour"
    sys.stdout.write("\n".join(heads(name, int(sys.argv[2]))) + "\n")
