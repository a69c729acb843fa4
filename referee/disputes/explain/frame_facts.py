"""Places: which fact of the whole match stands where in what a viewer was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.audit.checks import CaseError, CaseProblem
from referee.feeds.frames import as_told
from referee.kernel.facts import Recorded, Seat
from referee.log.chain import Linked
from referee.match.charters import Settle, settle
from referee.match.entries import Entry
from referee.match.match import opened


class Told(NamedTuple):
    """A fact as a viewer was told it."""

    number: int
    """Its number in the whole match. Not for the viewer of a match that goes on: it says how much is hidden."""
    recorded: Recorded
    answer: Entry | None
    """The viewer's own answer, where that is behind it, alone or with others."""


def told_at(entries: Sequence[Linked], viewer: Seat, frame: int, place: int, settle: Settle = settle) -> Told:
    """Find a fact by the number of a frame and its place in it, from 1; raises CaseError."""
    match = opened(entries[0], settle=settle, viewers=(viewer,))
    behind: list[Entry] = []
    for logged in entries[1:]:
        before, is_sealed = match.facts, len(match.questions) > 1
        decided = match.follow(logged)
        behind.append(decided.entry)
        found = decided.frames.get(viewer)
        if found is not None and found.number == frame:
            if not 1 <= place <= len(found.facts):
                break
            seen = [fact for fact, each in enumerate(decided.entry.facts, 1) if as_told((each,), viewer)]
            own = [entry for entry in behind if entry.seat == viewer]
            return Told(before + seen[place - 1], found.facts[place - 1], own[-1] if own else None)
        if not is_sealed:
            behind = []
    raise CaseError(
        CaseProblem.NO_SUCH_FACT,
        "You were told no such fact; name one by a frame of yours and its place in it, from 1",
    )
