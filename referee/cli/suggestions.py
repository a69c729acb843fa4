"""The name that was probably meant, for errors about unknown names."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNKNOWN = re.compile(r"'(?P<word>[^']+)'[^']*\(choose from (?P<known>[^()]+)\)")
"""How errors name what is unknown and what is known."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question to append to an error, or an empty text if no known name is similar.

    >>> did_you_mean("--bot", ["--bots", "--seats"])
    '; did you mean --bots?'
    """
    from difflib import get_close_matches

    by_name = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_name, n=1)
    return f"; did you mean {by_name[found[0]]}?" if found else ""


def with_suggestion(text: str) -> str:
    """Return an error with a question appended if it lists the names to choose from and one is similar.

    >>> with_suggestion("unknown game 'abys' (choose from abyss, unfathomable)")
    "unknown game 'abys' (choose from abyss, unfathomable); did you mean abyss?"
    """
    found = _UNKNOWN.search(text)
    return text + did_you_mean(found["word"], found["known"].split(", ")) if found else text
