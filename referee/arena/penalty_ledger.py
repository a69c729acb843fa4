"""The penalties of an event: how often an entrant was penalized, and what the next step is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec
from msgspec import UNSET

from referee.arena.event_entries import PenaltyGiven
from referee.arena.event_file import EventFile, Penalty
from referee.arena.event_state import EventState


class PenaltyLine(msgspec.Struct, frozen=True):
    """A penalty in the ledger of an event."""

    entrant: str
    penalty: Penalty
    match: str
    """The match that was lost; empty for other penalties."""
    rule: str
    reason: str
    by: str
    count: int
    """Number of penalties of this entrant so far, this one included."""
    next: Penalty | None
    """What is suggested if the entrant is penalized again; None after an expulsion."""


def penalty_ledger(state: EventState) -> list[PenaltyLine]:
    """Return all penalties, oldest first."""
    lines = []
    for place, given in enumerate(state.penalties, start=1):
        own = [each for each in state.penalties[:place] if each.entrant == given.entrant]
        lines.append(
            PenaltyLine(
                entrant=state.event.entrants[given.entrant].name,
                penalty=given.penalty,
                match="" if given.match is UNSET else given.match,
                rule=given.rule,
                reason=given.reason,
                by=given.by,
                count=len(own),
                next=None if given.penalty == "expulsion" else _after(own, state.event),
            )
        )
    return lines


def suggested_penalty(state: EventState, entrant: int) -> Penalty:
    """Return the next step for an entrant: one more severe than its most severe penalty."""
    return _after([each for each in state.penalties if each.entrant == entrant], state.event)


def possible_penalties(event: EventFile) -> list[Penalty]:
    """Return the penalties of an event, the mildest first. Without a clock, there is no time to lose."""
    steps: tuple[Penalty, ...] = get_args(Penalty)
    return [step for step in steps if event.clock or step != "loss_of_time"]


def _after(given: Iterable[PenaltyGiven], event: EventFile) -> Penalty:
    steps: tuple[Penalty, ...] = get_args(Penalty)
    worst = max([steps.index(each.penalty) for each in given], default=-1)
    more_severe = [step for step in possible_penalties(event) if steps.index(step) > worst]
    return more_severe[0] if more_severe else "expulsion"
