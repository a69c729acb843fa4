"""The table: what a script holds in its hands while it runs.

A script is a generator function whose first argument is the table. It asks by yielding, and it records facts;
recording is the only way to change the state. `@rule` puts a rule's id on the function that carries it out, and
every fact notes the path of rules in force:

    @rule("explore.reveal")
    def reveal(table: Table[State]) -> Script[None]:
        table.record(CardRevealed(...))
        answer = yield One(...)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, cast

from referee.kernel.asks import Ask, Together
from referee.kernel.chance import Chance, Stream
from referee.kernel.facts import Fact, Public, Recorded, Seat
from referee.kernel.paths import keep_path

S = TypeVar("S")
T = TypeVar("T")
F = TypeVar("F", bound=Fact)
P = ParamSpec("P")

Script = Generator[Ask | Together, Any, T]
"""A piece of rules: yields asks, is sent valid answers, returns a T."""

Fold = Callable[[Any, Any], None]
"""Works one kind of fact into the state. A fold has no choices, no chance and no refusals in it."""


Folds = dict[type[Fact], Fold]
"""How each kind of fact is worked into the state of a game. A dict and no kind of dict: Python reads those slowly."""


def folding(folds: Folds) -> Callable[[type[F]], Callable[[Callable[[S, F], None]], Callable[[S, F], None]]]:
    """Make the decorator that names the kind of fact a function works into the state."""

    def fold(kind: type[F]) -> Callable[[Callable[[S, F], None]], Callable[[S, F], None]]:
        def name_it(function: Callable[[S, F], None]) -> Callable[[S, F], None]:
            folds[kind] = function
            return function

        return name_it

    return fold


class Ended(Fact, frozen=True, tag="match.ended"):
    """The match is over: how it ended, who won, and each seat's score."""

    ending: Public[str]
    winners: Public[tuple[Seat, ...]]
    scores: Public[tuple[int, ...]]


class GameOver(Exception):
    """Raised by `Table.end` to leave the script at once, however deep it is."""


class Table(Generic[S]):
    """The state of one match, its chance, its readings, and the facts recorded since they were last taken."""

    __slots__ = ("_chance", "_folds", "_others", "_readings", "outcome", "path", "recorded", "seats", "state")

    def __init__(
        self,
        state: S,
        seats: int,
        folds: Mapping[type[Fact], Fold],
        chance: Chance,
        readings: Mapping[str, str],
    ) -> None:
        self.state = state
        self.seats = seats
        self.path = ""
        self.recorded: list[Recorded] = []
        self.outcome: Ended | None = None
        self._folds = folds
        self._chance = chance
        self._readings = readings
        self._others = [(*range(seat + 1, seats), *range(seat)) for seat in range(seats)]

    def record(self, fact: Fact) -> None:
        """Fold a fact into the state and note it with the rules in force."""
        self._folds[type(fact)](self.state, fact)
        self.recorded.append(Recorded(self.path, fact))

    def chance(self, label: str) -> Stream:
        """The luck of this label."""
        return self._chance.stream(label)

    def ruling(self, key: str) -> str:
        """Which reading of a named point this match is played under."""
        return self._readings[key]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, clockwise from the left of this one."""
        return self._others[seat]

    def end(self, ending: str, winners: tuple[Seat, ...], scores: tuple[int, ...]) -> NoReturn:
        """End the match here and now."""
        self.outcome = Ended(ending, winners, scores)
        self.recorded.append(Recorded(self.path, self.outcome))
        raise GameOver


def rule(rule_id: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Name the rule that a function carries out; it is on the path of every fact recorded inside."""

    def name_it(function: Callable[P, T]) -> Callable[P, T]:
        named = keep_path(function, rule_id)
        named.rule_id = rule_id
        return cast("Callable[P, T]", named)

    return name_it
