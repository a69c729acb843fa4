"""Name the first difference between a recorded entry and the entry that a re-run produces."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.refusals import Refused
from referee.kernel.talk import Statement


class Difference(msgspec.Struct, frozen=True):
    """The first thing in a record that is not as it should be."""

    entry: int
    what: str
    """The part of the entry: `answer`, `draw 2`, `fact 3: card`, `hash`, ..."""
    expected: str
    """What the rules, or the entries before it, require."""
    found: str
    """What is there."""

    def __str__(self) -> str:
        return f"entry {self.entry}, {self.what}: expected {self.expected}, found {self.found}"


def first_difference(entry: int, expected: bytes, found: bytes) -> Difference:
    """Return the first part of an entry that differs, given two bodies that differ."""
    ours, theirs = _parsed(expected), _parsed(found)
    if theirs is None:
        return Difference(entry, "form", expected.decode(), found.decode(errors="replace"))
    for name, value in ours.items():
        other = theirs.get(name)
        if other != value:
            if name == "entropy":
                return _first_of_seats(entry, value, other)
            if name in ("draws", "facts"):
                return _first_of_list(entry, name.removesuffix("s"), value, other)
            return Difference(entry, name, _text(value), _text(other))
    return Difference(entry, "form", expected.decode(), found.decode(errors="replace"))


def not_allowed(entry: int, answer: tuple[Choice, ...], refused: Refused) -> Difference:
    """Return the difference for a recorded answer that the rules refuse."""
    found = msgspec.json.encode(answer).decode()
    return Difference(entry, "answer", "one the rules allow", f"{found} ({refused.refusal})")


def not_sayable(entry: int, statement: Statement, refused: Refused) -> Difference:
    """Return the difference for a recorded statement that the match does not allow."""
    found = msgspec.json.encode(statement).decode()
    return Difference(entry, "statement", "one that is allowed", f"{found} ({refused.refusal})")


def says_nothing(entry: int) -> Difference:
    """Return the difference for an entry of talk without a statement."""
    return Difference(entry, "facts", "one statement", "something else")


def given_by_nobody(entry: int) -> Difference:
    """Return the difference for an answer that is attributed to the start of the match."""
    return Difference(entry, "by", "seat, clock, order or talk", "start")


def fault_at(entry: int, fault: Exception) -> Difference:
    """Return the difference for an error in the rules while an entry was run again."""
    return Difference(entry, "rules", "a ruling", f"a fault of the referee: {fault!r}")


def not_readable(entry: int, problem: msgspec.MsgspecError) -> Difference:
    """Return the difference for an entry that is not one of this game."""
    return Difference(entry, "form", "an entry of this game", str(problem))


def _parsed(body: bytes) -> Any:
    try:
        found = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return None
    return found if isinstance(found, dict) else None


def _first_of_seats(entry: int, ours: list[str], theirs: Any) -> Difference:
    others = theirs if isinstance(theirs, list) else []
    for seat, (part, other) in enumerate(zip_longest(ours, others)):
        if part != other:
            return Difference(entry, f"entropy of seat {seat}", _text(part), _text(other))
    return Difference(entry, "entropy", _text(ours), _text(theirs))


def _first_of_list(entry: int, name: str, ours: list[Any], theirs: Any) -> Difference:
    others = theirs if isinstance(theirs, list) else []
    for place, value in enumerate(ours):
        other = others[place] if place < len(others) else None
        if other != value:
            return _inside(entry, f"{name} {place + 1}", value, other)
    extra = others[len(ours)] if len(others) > len(ours) else None
    return Difference(entry, f"{name} {len(ours) + 1}", _text(None), _text(extra))


def _inside(entry: int, what: str, ours: list[Any], theirs: Any) -> Difference:
    """Name the field in which two facts of one kind differ; otherwise show both facts whole."""
    if isinstance(theirs, list) and len(theirs) == len(ours) == 2 and ours[0] == theirs[0]:
        fact, other = ours[1], theirs[1]
        if isinstance(other, dict) and list(fact) == list(other) and fact["kind"] == other["kind"]:
            field = next(name for name in fact if fact[name] != other[name])
            return Difference(entry, f"{what}: {field}", _text(fact[field]), _text(other[field]))
    return Difference(entry, what, _text(ours), _text(theirs))


def _text(value: Any) -> str:
    return "nothing" if value is None else msgspec.json.encode(value).decode()
