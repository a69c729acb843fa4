"""What a game declares so that the referee can run it, show it and put it on the wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from typing import Any, Literal, get_args, get_origin

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, Seat
from referee.kernel.questions import DeclaredQuestion
from referee.kernel.table import Fold, Script, Table
from referee.kernel.wording import Wording
from referee.rulebook import Rulebook


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variants a match of this game may be played with; a game adds its own fields, each with a default."""


def values_of(kind: Any) -> list[str]:
    """List the values an option of this type may have, as texts; none where any number will do.

    >>> values_of(bool)
    ['false', 'true']
    """
    if kind is bool:
        return ["false", "true"]
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    return []


class Charter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is, before its first intent: with the intents, everything else is derived."""

    game: str
    rules_version: int
    seats: int
    seed: str
    """64 bytes in hexadecimal."""
    edition: str = ""
    rulings: dict[str, str] = {}
    """Readings chosen for this match in place of the edition's."""
    options: dict[str, str] = {}


class Setup(msgspec.Struct, frozen=True):
    """What a table needs to know before anything has happened; all of it is public."""

    seats: int
    options: Options
    readings: Mapping[str, str]
    rules_version: int


class Game(msgspec.Struct, frozen=True):
    """A game: its vocabulary, its rules as a script, and how its facts fold into a state."""

    name: str
    title: str
    rules_version: int
    seats: range
    facts: tuple[type[Fact], ...]
    choices: tuple[type[Choice], ...]
    questions: Mapping[str, DeclaredQuestion]
    """Every question the script asks, by name."""
    obstacles: type[StrEnum]
    """What may stand in the way of a choice, by the rules of this game."""
    endings: type[StrEnum]
    options: type[Options]
    state: type[msgspec.Struct]
    """The table as plain data; a seat's view has the same shape."""
    new_state: Callable[[Setup, Seat], Any]
    """An empty table, as this viewer will see it."""
    folds: Mapping[type[Fact], Fold]
    play: Callable[[Table[Any]], Script[None]]
    """The whole match, from setup to `Table.end`."""
    rulebook: Rulebook
    """Its rules, editions and rulings."""
    wording: Wording
    """All of it in sentences for people."""
    turn_fact: type[Fact]
    """The fact recorded once at the beginning of every turn."""
    retired: Mapping[type[Fact] | type[Choice] | DeclaredQuestion, int] = {}
    """Facts, choices and questions that only older rules versions use, each with the last version that does.

    They stay among `facts`, `choices` and `questions`, folded and worded, so that old records can be read.
    """
    plain_facts: frozenset[type[Fact]] = frozenset()
    """The kinds of fact that show nobody anything hidden: an answer that brought about only these may be undone."""
