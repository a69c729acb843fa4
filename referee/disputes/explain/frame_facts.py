"""Find a fact of the whole match by its place in a frame that a viewer was sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.audit.problems import CaseError, CaseProblem
from referee.feeds.frames import facts_seen_by
from referee.kernel.facts import Recorded, Seat
from referee.log.chain import Linked
from referee.match.charters import Settle, settle
from referee.match.entries import Entry
from referee.replay.rerun import reopen


class FrameFact(NamedTuple):
    """A fact as a viewer was told it."""

    number: int
    """Its number in the whole match. Do not show it during the match: it reveals how many facts are hidden."""
    recorded: Recorded
    answer: Entry | None
    """The viewer's own answer, if it led to the fact, alone or with others."""


def fact_in_frame(
    stored: Sequence[Linked], viewer: Seat, frame: int, place: int, settle: Settle = settle
) -> FrameFact:
    """Return the fact at a place, counted from 1, in a viewer's frame; raise `CaseError` if there is none."""
    rerun = reopen(stored[0], settle=settle, viewers=(viewer,))
    match = rerun.match
    causes: list[Entry] = []
    for entry in stored[1:]:
        before, is_sealed = match.facts, len(match.questions) > 1
        decided = rerun.follow(entry)
        is_talk = decided.entry.by == "talk"
        if not is_talk:
            causes.append(decided.entry)
        found = decided.frames.get(viewer)
        if found is not None and found.number == frame:
            if not 1 <= place <= len(found.facts):
                break
            seen = [
                fact for fact, each in enumerate(decided.entry.facts, 1) if facts_seen_by((each,), viewer)
            ]
            own = [cause for cause in causes if cause.seat == viewer and not is_talk]
            return FrameFact(before + seen[place - 1], found.facts[place - 1], own[-1] if own else None)
        if not (is_sealed or is_talk):
            causes = []
    raise CaseError(
        CaseProblem.NO_SUCH_FACT,
        "You were told no such fact; name one by a frame of yours and its place in it, from 1",
    )
