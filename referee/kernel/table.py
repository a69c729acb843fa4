"""The table: what a script works with while it runs.

A script is a generator function whose first parameter is the table. It asks by yielding, and it records facts, which
is the only way to change the state. `@rule` names the rule that a function carries out, and every fact is recorded with
the path of the rules in force:

    @rule("explore.reveal")
    def reveal(table: Table[State]) -> Script[None]:
        table.record(CardRevealed(...))
        answer = yield ASK_OFFER.to(seat, options)

A function that is called as a script but asks nothing ends with `yield from ()`.
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
"""A part of the rules that yields asks, is sent valid answers, and returns a T."""

Fold = Callable[[Any, Any], None]
"""Applies a fact of one kind to the state. A fold makes no choices, uses no chance and refuses nothing."""


Folds = dict[type[Fact], Fold]
"""The fold of each kind of fact of a game."""


def folding(folds: Folds) -> Callable[[type[F]], Callable[[Callable[[S, F], None]], Callable[[S, F], None]]]:
    """Return a decorator that registers a function as the fold of a kind of fact."""

    def fold(kind: type[F]) -> Callable[[Callable[[S, F], None]], Callable[[S, F], None]]:
        def name_it(function: Callable[[S, F], None]) -> Callable[[S, F], None]:
            folds[kind] = function
            return function

        return name_it

    return fold


class Ended(Fact, frozen=True, tag="match.ended"):
    """The match ended: how, who won, and each seat's score."""

    ending: Public[str]
    winners: Public[tuple[Seat, ...]]
    scores: Public[tuple[int, ...]]


class GameOver(Exception):
    """Raised by `Table.end` to leave the script from any depth."""


class Table(Generic[S]):
    """The state of one match, its chance, its readings, and the facts of the current step."""

    __slots__ = (
        "_chance",
        "_folds",
        "_others",
        "_readings",
        "outcome",
        "path",
        "recorded",
        "rules_version",
        "seats",
        "state",
    )

    def __init__(
        self,
        state: S,
        seats: int,
        folds: Mapping[type[Fact], Fold],
        chance: Chance,
        readings: Mapping[str, str],
        rules_version: int,
    ) -> None:
        self.state = state
        self.seats = seats
        self.rules_version = rules_version
        """The version the match was created under. A script asks for it only to record or offer a retired kind."""
        self.path = ""
        self.recorded: list[Recorded] = []
        self.outcome: Ended | None = None
        self._folds = folds
        self._chance = chance
        self._readings = readings
        self._others = [(*range(seat + 1, seats), *range(seat)) for seat in range(seats)]

    def record(self, fact: Fact) -> None:
        """Fold a fact into the state, and keep it with the path of the rules in force."""
        self._folds[type(fact)](self.state, fact)
        self.recorded.append(Recorded(self.path, fact))

    def chance(self, label: str) -> Stream:
        """Return the stream of luck with this label."""
        return self._chance.stream(label)

    def ruling(self, key: str) -> str:
        """Return the reading of a ruling that this match is played under."""
        return self._readings[key]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats, clockwise from the left of this one."""
        return self._others[seat]

    def end(self, ending: str, winners: tuple[Seat, ...], scores: tuple[int, ...]) -> NoReturn:
        """End the match; does not return."""
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
