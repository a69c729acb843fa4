"""How facts, choices and draws are written in a replay: one to a line, readable and exact.

    abyss.ally_bought seat=2 seller=0 ally=crab/3 price=2

A value is a number, a word (`crab/3`), a list (`[1 4 2]`), one of `true`, `false`, `null`, or what JSON makes of it
where it is none of these. Every value has exactly one form, so whatever reads back to the same thing is the same text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec

from referee.kernel.chance import Draw

_WORD = re.compile(r"[A-Za-z?][A-Za-z0-9_./?-]*")
_NUMBER = re.compile(r"0|-?[1-9][0-9]*")
_RESERVED = {"true": True, "false": False, "null": None}
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_DEEPEST = 16
"""How deep lists may stand in each other."""
_json = json.JSONDecoder()


class Unreadable(ValueError):
    """A line that is not in the form of a replay."""


def is_word(text: str) -> bool:
    """Say whether a text can stand as it is, without quotes."""
    return _WORD.fullmatch(text) is not None and text not in _RESERVED


@lru_cache(maxsize=4096)
def word(text: str) -> str:
    """A text as a word, or quoted where it is none."""
    return str(text) if is_word(text) else msgspec.json.encode(str(text)).decode()


def value(thing: Any) -> str:
    """Write any value.

    >>> value((3, "crab/3", "two words", True))
    '[3 crab/3 "two words" true]'
    """
    if isinstance(thing, str):
        return word(thing)
    if isinstance(thing, list | tuple):
        return "[" + " ".join([value(each) for each in thing]) + "]"
    return msgspec.json.encode(thing).decode()


def _is_plain(kind: Any) -> bool:
    """Say whether `%s` writes every value of this type as `value` would."""
    if isinstance(kind, type) and issubclass(kind, str) and issubclass(kind, Enum):
        return all([is_word(member.value) for member in kind])
    return kind is int


@cache
def _writer(kind: type[msgspec.Struct]) -> Callable[[Any], str]:
    """Make a quick writer for one kind of fact or choice: it is done for every fact of every match verified."""
    tag = kind.__struct_config__.tag
    names = kind.__struct_fields__
    hints = get_type_hints(kind)
    template = " ".join([str(tag), *[f"{name}=%s" for name in names]])
    if not names:
        return lambda _: template
    values = attrgetter(*names)
    if all([_is_plain(hints[name]) for name in names]):
        return lambda thing: template % values(thing)
    if len(names) == 1:
        return lambda thing: template % value(values(thing))
    return lambda thing: template % tuple([value(each) for each in values(thing)])


def tagged(thing: msgspec.Struct) -> str:
    """Write a fact or a choice: its kind, and its fields by name."""
    return _writer(type(thing))(thing)


def draw(drawn: Draw) -> str:
    """Write a draw: from which stream, from which word on, among how many, with what result.

    >>> draw(Draw("die", 3, 6, (2,)))
    'die 3 6 [2]'
    """
    return f"{word(drawn.label)} {drawn.word} {drawn.size} {value(drawn.result)}"


def read_values(text: str) -> list[Any]:
    """Read values that are separated by single spaces.

    >>> read_values('die 3 6 [2]')
    ['die', 3, 6, [2]]
    """
    found, end = _read_list(text, 0, "", _DEEPEST)
    if end != len(text):
        raise Unreadable(f"cannot read {text[end:]!r}")
    return found


def read_tagged(text: str) -> dict[str, Any]:
    """Read a fact or a choice.

    >>> read_tagged('toy.bid seat=1 amount=3')
    {'kind': 'toy.bid', 'seat': 1, 'amount': 3}
    """
    kind, end = _read_value(text, 0, _DEEPEST)
    found = {"kind": kind}
    while end < len(text):
        name = _NAME.match(text, end + 1)
        if text[end] != " " or name is None or text[name.end() : name.end() + 1] != "=":
            raise Unreadable(f"cannot read {text[end:]!r}")
        found[name[0]], end = _read_value(text, name.end() + 1, _DEEPEST)
    return found


def _read_value(text: str, at: int, deeper: int) -> tuple[Any, int]:
    first = text[at : at + 1]
    if first == "[" and deeper:
        return _read_list(text, at + 1, "]", deeper - 1)
    try:
        if first in ('"', "{"):
            return _json.raw_decode(text, at)
        if number := _NUMBER.match(text, at):
            return int(number[0]), number.end()
    except (ValueError, RecursionError):
        raise Unreadable(f"cannot read {text[at:]!r}") from None
    if bare := _WORD.match(text, at):
        return _RESERVED.get(bare[0], bare[0]), bare.end()
    raise Unreadable(f"cannot read {text[at:]!r}")


def _read_list(text: str, at: int, closing: str, deeper: int) -> tuple[list[Any], int]:
    """Read values up to what closes the list: a bracket, or the end of the text."""
    found: list[Any] = []
    while text[at : at + 1] != closing:
        if found:
            if text[at : at + 1] != " ":
                raise Unreadable(f"cannot read {text[at:]!r}")
            at += 1
        each, at = _read_value(text, at, deeper)
        found.append(each)
    return found, at + len(closing)
