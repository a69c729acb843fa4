"""Parts of a sentence that every game needs."""

from __future__ import annotations

from collections.abc import Sequence

VOWELS = tuple("aeiou")


def count(number: int, thing: str) -> str:
    """So many of a thing.

    >>> count(1, "Deep One"), count(3, "key"), count(3, "Ally")
    ('1 Deep One', '3 keys', '3 Allies')
    """
    if number == 1:
        return f"1 {thing}"
    stem = thing.removesuffix("y")
    return f"{number} {thing}s" if stem == thing or stem.endswith(VOWELS) else f"{number} {stem}ies"


def listed(parts: Sequence[str]) -> str:
    """Parts of a sentence, in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"
