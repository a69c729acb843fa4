"""Options of the form KEY=VALUE."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.errors import Problem


def pairs(given: Sequence[str], option: str) -> dict[str, str]:
    """Read what was given for an option that may be repeated."""
    found = {}
    for text in given:
        key, separator, value = text.partition("=")
        if not separator or not key or not value:
            raise Problem(f"{option} {text!r} is not of the form KEY=VALUE")
        found[key] = value
    return found
