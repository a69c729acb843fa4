"""Talk: what seats say to the whole table, in order with the match. The rules never read it.

A statement is a public fact with a speaker. It changes nothing and is checked only against what everyone knows: the
talk policy of the match, the number of seats, and the statement itself. Whether it is true is nobody's business here.
Each game declares its own statements, its palette; free text is the same for all games.
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from typing import Any, ClassVar, Literal

import msgspec

from referee.kernel.facts import Fact, Public, Seat
from referee.kernel.refusals import Refusal, Refused

TalkPolicy = Literal["none", "palette", "free"]
"""What seats may say: nothing, the statements of the game, or these and free text."""

TALK_PATH = "talk"
"""The path of a statement; the rule that a statement of a palette cites follows it."""

STATEMENTS_BETWEEN_NEWS = 16
"""Number of statements that a seat may make before anything else happens that everyone is told of.

Sealed answers do not count as news: what a seat may say must not depend on who has answered.
"""

TEXT_LENGTH = 280
"""Maximum length of a free text, in characters."""

TEXT_BYTES = 1024
"""Maximum length of a free text, in bytes of UTF-8."""

_UNPRINTABLE = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Unicode categories of characters that a name or a free text may not have, apart from the space.

Characters that are not in Unicode yet are not among them: whether a replay verifies must not depend on the version of
Python.
"""


def is_plain(text: str) -> bool:
    r"""Return whether a text has only characters that can be printed, so that it cannot control a terminal.

    >>> is_plain("Zoë 7"), is_plain("Zoë\x1b[2K"), is_plain("\u202eeoZ")
    (True, False, False)
    """
    return not any([each != " " and unicodedata.category(each) in _UNPRINTABLE for each in text])


class Statement(Fact, frozen=True):
    """Something that a seat said to the whole table. It changes nothing.

    The fields of a statement are public, and each is an enum or the number of a seat.
    """

    seat: Public[Seat]
    """The speaker."""
    rule: ClassVar[str] = ""
    """The rule that allows statements of this kind, if the rulebook has one."""
    seats_named: ClassVar[tuple[str, ...]] = ()
    """The fields that hold numbers of seats, apart from the speaker."""

    def forbidding_rule(self) -> str:
        """Return the rule that forbids this statement because of its own words, or "" if none does."""
        return ""

    def allowing_rule(self) -> str:
        """Return the rule that allows this statement, or "" if the rulebook has none."""
        return self.rule

    @property
    def path(self) -> str:
        """The path under which the statement is recorded."""
        rule = self.allowing_rule()
        return f"{TALK_PATH}/{rule}" if rule else TALK_PATH


class Said(Statement, frozen=True, tag="talk.said"):
    """A seat said something in its own words."""

    text: Public[str]


def refusal_of(
    statement: Statement, seat: Seat, seats: int, policy: TalkPolicy, palette: tuple[type[Statement], ...]
) -> Refused | None:
    """Return why a seat may not make a statement, or None if it may. Only public information is considered."""
    if policy == "none":
        return Refused(Refusal.NO_TALK)
    if type(statement) not in ((*palette, Said) if policy == "free" else palette):
        return Refused(Refusal.NOT_IN_PALETTE)
    if isinstance(statement, Said):
        return _refusal_of_text(statement.text) if statement.seat == seat else Refused(Refusal.BAD_STATEMENT)
    named = [getattr(statement, field) for field in statement.seats_named]
    is_sound = (
        statement.seat == seat
        and all([0 <= other < seats for other in named])
        and not any([_is_face_down(value) for value in msgspec.structs.astuple(statement)])
    )
    if not is_sound:
        return Refused(Refusal.BAD_STATEMENT, statement.rule)
    rule = statement.forbidding_rule()
    return Refused(Refusal.BAD_STATEMENT, rule) if rule else None


def _refusal_of_text(text: str) -> Refused | None:
    if not text.strip() or not is_plain(text):
        return Refused(Refusal.BAD_STATEMENT)
    if len(text) > TEXT_LENGTH or len(text.encode()) > TEXT_BYTES:
        return Refused(Refusal.TEXT_TOO_LONG)
    return None


def _is_face_down(value: Any) -> bool:
    return isinstance(value, Enum) and value.name == "HIDDEN"
