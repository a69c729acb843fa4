"""Verdicts: whether a log fits what the rules bring about, and where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.kernel.table import Ended
from referee.log.chain import Linked
from referee.match.charters import Settle, settle
from referee.match.differences import Difference
from referee.match.match import Mismatch, opened


class Verdict(msgspec.Struct, frozen=True):
    """What came of running a match again."""

    ok: bool
    game: str
    """Empty where not even the charter could be read."""
    facts: int
    """How many facts were compared and found to fit."""
    head: str
    """The hash of the last entry that fits, in hexadecimal."""
    outcome: Ended | None
    first_difference: Difference | None


def verify_entries(entries: Sequence[Linked], *, settle: Settle = settle) -> Verdict:
    """Run a match again over its logged entries and compare every byte of them."""
    try:
        match = opened(entries[0], settle=settle, viewers=())
    except Mismatch as mismatch:
        return Verdict(False, "", 0, "", None, mismatch.difference)
    difference = None
    try:
        for entry in entries[1:]:
            match.follow(entry)
    except Mismatch as mismatch:
        difference = mismatch.difference
    return Verdict(
        difference is None, match.game.name, match.facts, match.head.hex(), match.outcome, difference
    )
