"""Parts of a sentence that every game needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORD = re.compile(r"\w")
VOWELS = tuple("aeiou")


def count(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> count(1, "Deep One"), count(3, "key"), count(3, "Ally")
    ('1 Deep One', '3 keys', '3 Allies')
    """
    if number == 1:
        return f"1 {thing}"
    stem = thing.removesuffix("y")
    return f"{number} {thing}s" if stem == thing or stem.endswith(VOWELS) else f"{number} {stem}ies"


def listed(parts: Sequence[str]) -> str:
    """Join words into a list.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def sentence(words: str, names: Sequence[str]) -> str:
    """Return words as a sentence: with a capital, unless it begins with a player's name, and a full stop.

    >>> sentence("two passes", ["one", "two"]), sentence("seat 1 passes", ["one", "seat 1"]), sentence("a die", ["a d"])
    ('two passes.', 'Seat 1 passes.', 'A die.')
    """
    for seat, name in enumerate(names):
        if name and name != f"seat {seat}" and words.startswith(name) and not WORD.match(words, len(name)):
            return f"{words}."
    return f"{words[0].upper()}{words[1:]}."
