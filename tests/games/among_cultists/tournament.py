"""A tournament of bots by side, in this process, and the table of its results:

.venv/bin/python -m tests.games.among_cultists.tournament --matches 100
.venv/bin/python -m tests.games.among_cultists.tournament --seats 4,5 --cultists random
.venv/bin/python -m tests.games.among_cultists.tournament --seats 7 --option yellow_traitor=true
.venv/bin/python -m tests.games.among_cultists.tournament --seats 4 --ruling collect.cards=all
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import Side
from referee.games.among_cultists.ending import Ending
from referee.games.among_cultists.state import State
from referee.local.local_match import LocalMatch
from referee.match.charters import new_charter, settle
from referee_api.among_cultists.v1 import among_cultists_pb2 as cultists
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot
from referee_client.bots import bot

ENDINGS = (
    Ending.BOOKS_COLLECTED,
    Ending.CULTISTS_ELIMINATED,
    Ending.INVESTIGATORS_KILLED,
    Ending.TIME_RAN_OUT,
    Ending.TRAITOR_VOTED_OUT,
)
"""The endings of a match without optional rules, apart from the last, which needs the Yellow Traitor."""
Z = 1.96
"""Standard deviations of an interval of 95 %."""


class BySide(Bot):
    """A bot that plays as one bot if it is dealt a Cultist, and as another one if not."""

    wants_view = False

    def __init__(self, investigator: str, cultist: str, seed: str) -> None:
        self._bots = [bot(name, GAME.name, seed) for name in (investigator, cultist)]
        self._playing = self._bots[0]
        self._seat = -1

    def seated(self, match: api.Match, seat: int) -> None:
        self._seat = seat
        for each in self._bots:
            each.seated(match, seat)

    def told(self, facts: Sequence[Any]) -> None:
        for fact in facts:
            if fact.HasField("packet_dealt") and fact.packet_dealt.seat == self._seat:
                roles = (cultists.CHARACTER_ROLE_CULTIST, cultists.CHARACTER_ROLE_FIRESTARTER)
                self._playing = self._bots[fact.packet_dealt.role in roles]
        self._playing.told(facts)
        self._pass_on()

    def hear(self, statement: Any) -> None:
        self._playing.hear(statement)
        self._pass_on()

    def not_said(self, words: Any, refused: Any) -> None:
        self._playing.not_said(words, refused)

    def decide(self, view: Any, question: api.Question) -> Any:
        decision = self._playing.decide(view, question)
        self._pass_on()
        return decision

    def _pass_on(self) -> None:
        """Say what the bot wants to say."""
        self.unsaid, self._playing.unsaid = (*self.unsaid, *self._playing.unsaid), ()


class Result(NamedTuple):
    """How a match ended: the side that won, the ending, and the round."""

    side: Side
    ending: str
    round: int


class Sides(NamedTuple):
    """The names of the bots that play the two sides."""

    investigators: str = "sensible"
    cultists: str = "sensible"


class Variant(NamedTuple):
    """The options of a match, and the readings that it chooses."""

    options: Mapping[str, str] = {}
    rulings: Mapping[str, str] = {}


def play(seats: int, sides: Sides, seed: str, variant: Variant = Variant()) -> Result:  # noqa: B008 - it cannot be changed
    """Play a match."""
    bots = [BySide(*sides, f"{seed}/{seat}") for seat in range(seats)]
    charter = new_charter(
        GAME.name, seats, seed=seed, options=dict(variant.options), rulings=dict(variant.rulings)
    )
    table = LocalMatch(settle(charter), bots)
    table.play()
    outcome, state = table.match.outcome, table.match.table.state
    assert outcome is not None
    assert isinstance(state, State)
    return Result(state.characters[outcome.winners[0]].side, outcome.ending, state.round)


def play_many(
    seats: int,
    matches: int,
    seed: str,
    sides: Sides = Sides(),  # noqa: B008 - it cannot be changed
    variant: Variant = Variant(),  # noqa: B008 - it cannot be changed
) -> list[Result]:
    """Play matches with one number of seats."""
    return [play(seats, sides, f"{seed}/{seats}/{number}", variant) for number in range(matches)]


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson."""
    if not whole:
        return 0.0, 1.0
    share = part / whole
    middle = (share + Z * Z / (2 * whole)) / (1 + Z * Z / whole)
    half = Z * sqrt(share * (1 - share) / whole + Z * Z / (4 * whole * whole)) / (1 + Z * Z / whole)
    return max(0.0, middle - half), min(1.0, middle + half)


def wins(results: Sequence[Result], side: Side) -> int:
    """Return how many matches a side won."""
    return len([result for result in results if result.side is side])


def share_text(part: int, whole: int) -> str:
    """Return a share with its interval: `52 % (49-55)`."""
    low, high = interval(part, whole)
    return f"{100 * part / whole:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


HEAD = (
    "| seats | matches | Investigators win | Cultists win | books | Cultists out | killed | time | Traitor | rounds |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def row(seats: int, results: Sequence[Result]) -> str:
    """Return a line of the table: the shares of the sides with intervals, of the endings, and the average rounds."""
    count = len(results)
    endings = Counter([result.ending for result in results])
    cells = [
        str(seats),
        str(count),
        share_text(wins(results, Side.INVESTIGATORS), count),
        share_text(wins(results, Side.CULTISTS), count),
        *[f"{100 * endings[ending] / count:.1f} %" for ending in ENDINGS],
        f"{sum([result.round for result in results]) / count:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str]) -> int:
    """Play the tournament and print its table."""
    parser = argparse.ArgumentParser(
        prog=".venv/bin/python -m tests.games.among_cultists.tournament",
        description="Let bots play Among Cultists by side, and print who wins and how.",
    )
    parser.add_argument("--matches", type=int, default=100, help="matches for each number of seats")
    parser.add_argument("--seats", default="4,5,6,7,8", help="numbers of seats, separated by commas")
    parser.add_argument("--investigators", default="sensible", help="the bot that plays the Investigators")
    parser.add_argument("--cultists", default="sensible", help="the bot that plays the Cultists")
    parser.add_argument("--seed", default="tournament", help="any text; the same text gives the same matches")
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE, an option of the matches")
    parser.add_argument("--ruling", action="append", default=[], help="KEY=READING, a ruling of the matches")
    chosen = parser.parse_args(arguments)
    options, rulings = (
        dict([each.split("=", 1) for each in given]) for given in (chosen.option, chosen.ruling)
    )
    sys.stdout.write(f"{HEAD}\n")
    for seats in map(int, chosen.seats.split(",")):
        results = play_many(
            seats,
            chosen.matches,
            chosen.seed,
            Sides(chosen.investigators, chosen.cultists),
            Variant(options, rulings),
        )
        sys.stdout.write(f"{row(seats, results)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
