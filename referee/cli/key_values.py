"""Options of the form KEY=VALUE."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.errors import CommandError


def parse_key_values(values: Sequence[str], option: str) -> dict[str, str]:
    """Parse the values of an option that may be repeated."""
    found = {}
    for text in values:
        key, separator, value = text.partition("=")
        if not separator or not key or not value:
            raise CommandError(f"{option} {text!r} is not of the form KEY=VALUE")
        found[key] = value
    return found
