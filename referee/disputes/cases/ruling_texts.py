"""Remedies and lists of rules as people write them, on the command line and in the browser."""

from __future__ import annotations

from referee.audit.entries import Award, Remedy, ReplayUnder, Rewind, Stands, Void

REMEDIES = "stands, void, award:0,2, rewind:132, replay:KEY=READING, replay:edition=E"


class UnknownRemedy(ValueError):
    """A text that is no remedy; the message says what can be written."""


def read_rules(text: str) -> list[str]:
    """Parse the rules that a ruling cites.

    >>> read_rules("travel.drift, travel.monster_drift")
    ['travel.drift', 'travel.monster_drift']
    """
    return [rule.strip() for rule in text.split(",") if rule.strip()]


def parse_remedy(text: str) -> Remedy:
    """Parse a remedy; raise `UnknownRemedy`.

    >>> parse_remedy("award:0,2")
    Award(winners=(0, 2))
    >>> parse_remedy("replay:edition=fr,travel.drift=per_step")
    ReplayUnder(edition='fr', rulings={'travel.drift': 'per_step'})
    """
    kind, _, rest = text.partition(":")
    parts = rest.split(",") if rest else []
    match kind:
        case "stands" if not rest:
            return Stands()
        case "void" if not rest:
            return Void()
        case "award" if parts and all(map(_is_number, parts)):
            return Award(tuple(map(int, parts)))
        case "rewind" if _is_number(rest):
            return Rewind(int(rest))
        case "replay" if parts and all("=" in part for part in parts):
            readings = dict([_pair(part) for part in parts])
            return ReplayUnder(readings.pop("edition", ""), readings)
        case _:
            raise UnknownRemedy(f"unknown remedy {text!r} (choose from {REMEDIES})")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _pair(part: str) -> tuple[str, str]:
    key, _, reading = part.partition("=")
    return key, reading
