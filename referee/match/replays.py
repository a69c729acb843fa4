"""Replays: a match as a text that a person can read and a program can prove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel.facts import Seat
from referee.log.chain import Linked
from referee.match.charters import Settle, settle


def write_replay(
    entries: Sequence[Linked], *, names: Mapping[Seat, str] | None = None, settle: Settle = settle
) -> str:
    """Write a match as a replay, from its logged entries."""
    raise NotImplementedError
