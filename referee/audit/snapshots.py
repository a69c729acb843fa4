"""The state of a match as the checks of its audit log need it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.audit.checks import MatchSnapshot
from referee.log.records import NO_SEAT
from referee.match.charters import Terms
from referee.match.entries import Entry
from referee.match.undo import undo_bar


def snapshot_after(
    terms: Terms, entries: Sequence[Entry], *, facts: int, shared: int, is_over: bool, is_sealed: bool
) -> MatchSnapshot:
    """Return the state of a match after these entries, from its charter on, as the audit checks need it."""
    last = entries[-1] if entries else None
    is_answer = last is not None and last.by != "talk" and not is_sealed
    return MatchSnapshot(
        charter=terms.charter,
        book=terms.book,
        entry=last.seq if last is not None else 0,
        facts=facts,
        is_over=is_over,
        shared=shared,
        last_seat=last.seat if last is not None and is_answer else NO_SEAT,
        undo_bar=undo_bar(terms.game, last, is_sealed=is_sealed),
        last_answer=next((entry.seq for entry in reversed(entries) if entry.by != "talk"), 0),
    )
