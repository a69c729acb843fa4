"""What a game declares so that the referee can run it, show it and send it to clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, StrEnum
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, Seat
from referee.kernel.hidden_roles import HiddenRoles
from referee.kernel.questions import DeclaredQuestion
from referee.kernel.table import Fold, Script, Table
from referee.kernel.talk import Statement, TalkPolicy
from referee.kernel.told_secrets import Tellings, no_tellings
from referee.kernel.wording import Wording
from referee.rulebook import Rulebook

T = TypeVar("T")

UNSENT = "unsent"
Unsent = Annotated[T, UNSENT]
"""A field of a state that the rules need and clients are not sent."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variants of a game; each game adds its own fields, with defaults."""


def values_of(kind: Any) -> list[str]:
    """Return the values that an option of this type may have, as strings; none if it may be any number.

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
    """What defines a match before its first answer. Everything else is derived from the charter and the answers."""

    game: str
    rules_version: int
    seats: int
    seed: str
    """64 bytes in hexadecimal."""
    edition: str = ""
    rulings: dict[str, str] = {}
    """Readings chosen for this match instead of those of its edition."""
    options: dict[str, str] = {}
    salt: str | msgspec.UnsetType = msgspec.UNSET
    """32 random bytes in hexadecimal, so that a seed that can be guessed cannot be found from the hash of the charter.

    It affects nothing else. A match that is not played on a server has none, and then the encoded charter lacks it.
    """
    unrefereed: bool | msgspec.UnsetType = msgspec.UNSET
    """True for a match on a server without independent officials, whose creator sees everything; otherwise left out.

    It is part of the charter so that the commitment covers it: whoever adds or removes the mark changes every hash.
    """
    talk: Literal["palette", "free"] | msgspec.UnsetType = msgspec.UNSET
    """What seats may say, if they may say anything; the encoded charter of a match without talk lacks it."""

    @property
    def talk_policy(self) -> TalkPolicy:
        """What seats may say."""
        return "none" if self.talk is msgspec.UNSET else self.talk


class Setup(msgspec.Struct, frozen=True):
    """What the rules need to know before the match begins; all of it is public."""

    seats: int
    options: Options
    readings: Mapping[str, str]
    rules_version: int


def _silences_nobody(state: Any, seat: Seat) -> str:
    return ""


def _is_true(state: Any, fact: Fact, names: Sequence[str]) -> str:
    return ""


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
    """What can stand in the way of a choice under the rules of this game."""
    endings: type[StrEnum]
    options: type[Options]
    state: type[msgspec.Struct]
    """The table as plain data; a seat's view has the same type."""
    new_state: Callable[[Setup, Seat], Any]
    """Returns an empty table as this viewer sees it."""
    folds: Mapping[type[Fact], Fold]
    play: Callable[[Table[Any]], Script[None]]
    """The script of the whole match, from setup to `Table.end`."""
    rulebook: Rulebook
    """The rules, editions and rulings."""
    wording: Wording
    """The sentences for people."""
    turn_fact: type[Fact]
    """The fact recorded once at the start of every turn."""
    retired: Mapping[type[Fact] | type[Choice] | DeclaredQuestion, int] = {}
    """Facts, choices and questions that only older rules versions use, each with the last version that does.

    They stay among `facts`, `choices` and `questions`, folded and worded, so that old records can be read.
    """
    why_not_playable: Callable[[Setup], str] = lambda _: ""
    """Returns what is wrong with the options for this number of seats, and what is allowed; empty if nothing is."""
    advice: Callable[[Setup], tuple[str, ...]] = lambda _: ()
    """Returns sentences for those who agree on the options, such as that a role is advised for more seats."""
    plain_facts: frozenset[type[Fact]] = frozenset()
    """Kinds of fact that reveal nothing hidden. An answer that caused only these can be undone."""
    statements: tuple[type[Statement], ...] = ()
    """The palette: what a seat may say in a match that allows it. They are no part of `facts` and have no folds."""
    talk: TalkPolicy = "none"
    """The talk policy of a match that does not choose one."""
    sides: Callable[[Any], tuple[str, ...]] = lambda _: ()
    """Returns the side with which each seat wins, given the open table; empty if everybody plays alone."""
    hidden_roles: HiddenRoles | None = None
    """How deals of hidden roles are counted; None for a game without any."""
    secrets: Tellings = no_tellings
    """Yields the secrets that each fact tells, from the facts of one viewer or of the open table."""
    untruth: Callable[[Any, Fact, Sequence[str]], str] = _is_true
    """Returns what is true, if a fact says something that is not, given the open table and the names of the seats."""
    silencing_rule: Callable[[Any, Seat], str] = _silences_nobody
    """Returns the rule by which a seat may not talk now, given the state; "" if it may.

    It may depend only on what everyone can see.
    """

    @property
    def talk_policies(self) -> tuple[TalkPolicy, ...]:
        """The talk policies that a match of this game may have."""
        return ("none", "palette", "free") if self.statements else ("none", "free")
