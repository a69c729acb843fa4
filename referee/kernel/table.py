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

import functools
import inspect
from collections.abc import Callable, Generator, Mapping
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, cast

from referee.kernel.asks import Ask, Together
from referee.kernel.chance import Chance, Stream
from referee.kernel.facts import Fact, Public, Recorded, Seat

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


_SCRIPT = """
def named({parameters}):
    outer = table.path
    try:
        table.path = inside[outer]
    except KeyError:
        table.path = inside[outer] = outer + "/{rule_id}"
    try:
        return (yield from function({arguments}))
    finally:
        table.path = outer
"""
_DEED = _SCRIPT.replace("(yield from function({arguments}))", "function({arguments})")


def rule(rule_id: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Name the rule a function carries out; it is on the path of every fact recorded inside.

    Rules call each other several times a decision, so the wrapper is written out with the parameters of the
    function, as dataclasses do it: Python calls that much faster than `*args, **kwargs`. The path inside is put
    together once for each path outside.
    """

    def name_it(function: Callable[P, T]) -> Callable[P, T]:
        signature = inspect.signature(function)
        if next(iter(signature.parameters)) != "table":
            raise TypeError(f"{function.__name__} carries out {rule_id}, so its first parameter is the table")
        source = _SCRIPT if inspect.isgeneratorfunction(function) else _DEED
        names = {"function": function, "inside": {"": rule_id}}
        exec(source.format(rule_id=rule_id, **_call_of(signature)), names)
        named: Any = functools.update_wrapper(cast("Any", names["named"]), function)
        named.__defaults__ = cast("Any", function).__defaults__
        named.__kwdefaults__ = cast("Any", function).__kwdefaults__
        named.rule_id = rule_id
        return cast("Callable[P, T]", named)

    return name_it


def _call_of(signature: inspect.Signature) -> dict[str, str]:
    """How a function is declared and called, without defaults: `a, *, b` and `a, b=b`."""
    parameters, arguments = [], []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            parameters += [name] if "*" in parameters else ["*", name]
            arguments.append(f"{name}={name}")
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            parameters.append(name)
            arguments.append(name)
        else:
            raise TypeError(f"a rule cannot take {parameter}; name its parameters")
    return {"parameters": ", ".join(parameters), "arguments": ", ".join(arguments)}
